"""Reviews worked out beside the pages, step by step in the one pool: a first look, then the rest.

A step takes well under a second, so that nobody else waits long for the pool; the next is sent when
the one before is done.  A review that no page has looked at for a while stops.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib import import_module
from itertools import islice
from threading import Lock, Thread
from typing import Any

from coach import review as of_deal
from coach.doudizhu import decisions, luck, team, told
from coach.doudizhu.decisions import Decision
from coach.doudizhu.luck import Event, Part
from coach.doudizhu.told import Told
from coach.review import Deal, OpenHands, Point, Review
from coach.ui.beside import compiled, in_time
from coach.ui.cpus import PROCESSES, pool
from coach.ui.warmup import is_compiled
from engine.doudizhu import game as doudizhu
from engine.doudizhu.state import Action, View

KEPT = 32
"""Reviews that are kept."""
LEFT_ALONE = 20.0
"""Seconds after which a review that nobody looks at stops."""
AT_ONCE = min(2, PROCESSES)
"""Steps of a review that are under way at a time: no more than the pool has processes."""
QUICK_CURVE = 40
"""Worlds of a point of the curve at first."""
FIRST, WHOLE = "first", "whole"
DRAWING = "coach.ui.review_charts"
"""The module of the pictures, loaded when it is wanted."""

Step = tuple[str, Any, Callable[..., Any], tuple[Any, ...]]
"""The field of the work, the place in it if it is by place, what is called, with what."""

_driver = ThreadPoolExecutor(max_workers=2, thread_name_prefix="review")


@dataclass
class Work:
    """A review under way: what is known of it by now."""

    deal: Deal
    seat: int
    decisions: dict[int, Decision] = field(default_factory=dict)
    curve: tuple[Point, ...] = ()
    events: tuple[Event, ...] = ()
    opened: dict[int, OpenHands] = field(default_factory=dict)
    shares: dict[int, Part] = field(default_factory=dict)
    told: tuple[Told, ...] = ()
    stage: str = ""
    """``first`` when all is there in a rough form, ``whole`` when it is as exact as it gets."""
    share: float = 0.0
    """How much is done, 0 to 1."""
    failed: bool = False
    looked: float = 0.0
    """When a page looked last, on the clock of ``time.monotonic``."""
    running: bool = False

    @property
    def review(self) -> Review:
        """What there is, as a review."""
        found = tuple(self.decisions[at] for at in sorted(self.decisions))
        return Review(self.seat, found, self.curve, self.events)


_works: OrderedDict[Any, Work] = OrderedDict()
_lock = Lock()


def review_of(deal: Deal, seat: int) -> Work:
    """The review of *seat* in *deal*, begun when it is asked for first, and gone on with."""
    key = (deal.states[0], deal.actions, seat)
    with _lock:
        work = _works.get(key)
        if work is None:
            work = _works[key] = Work(deal, seat)
        _works.move_to_end(key)
        while len(_works) > KEPT:
            _works.popitem(last=False)
        work.looked = time.monotonic()
        if not work.running and work.stage != WHOLE and not work.failed and is_compiled():
            work.running = True
            _driver.submit(_drive, work)
    return work


@cache
def load_drawing() -> None:
    """Load what draws beside the page, once on a server; it takes most of a second."""
    Thread(target=import_module, args=(DRAWING,), name="drawing", daemon=True).start()


def begin_again(work: Work) -> None:
    """After a failure: try once more."""
    work.failed = False


def _drive(work: Work) -> None:
    try:
        for number, (stage, steps) in enumerate(STAGES):
            if work.stage in (stage, WHOLE):
                continue
            for part, group in enumerate(steps):
                for share in _taken(work, list(group(work))):
                    work.share = (number + (part + share) / len(steps)) / 2
                    if time.monotonic() - work.looked > LEFT_ALONE:
                        return
            work.stage = stage
    except Exception:
        work.failed = True
        raise
    finally:
        work.running = False


def _taken(work: Work, steps: list[Step]) -> Iterator[float]:
    """Have *steps* done in the pool, ``AT_ONCE`` of them at a time, and keep what they give.

    After each the share that is done; who asks for no more leaves the others undone.
    """
    waiting: dict[Future[Any], Step] = {}
    left = iter(steps)
    for done in range(len(steps)):
        for step in islice(left, AT_ONCE - len(waiting)):
            waiting[pool().submit(compiled, step[2], *step[3])] = step
        first = next(iter(wait(waiting, return_when=FIRST_COMPLETED).done))
        what, at, *_ = waiting.pop(first)
        found = first.result()
        if at is None:
            setattr(work, what, found)
        elif found is not None:
            getattr(work, what)[at] = found
        yield (done + 1) / len(steps)


def _first(work: Work) -> Iterator[Step]:
    deal = work.deal
    if deal.is_whole:
        yield "events", None, luck.events, (deal.states, luck.FIRST_GAMES)
    for at in of_deal.turns_of(deal, work.seat):
        yield "decisions", at, _decided, (deal, at, decisions.QUICK)


def _first_curve(work: Work) -> Iterator[Step]:
    yield "curve", None, _curve, (work, QUICK_CURVE)


def _rest(work: Work) -> Iterator[Step]:
    """The losses first: they are what a learner reads, and what has to be certain."""
    deal = work.deal
    judged = [(at, one) for at, one in sorted(work.decisions.items()) if not one.weighed.forced]
    for at, one in judged:
        if one.needs_more:
            yield "decisions", at, _refined, (one,)
    for at, _ in judged:
        yield "opened", at, of_deal.open_hands, (deal, at)
    if work.seat != deal.landlord:
        yield "told", None, _told, (deal, work.seat)
    if deal.is_whole:
        yield "shares", None, team.shares, (deal.states, deal.actions)
        yield "events", None, luck.events, (deal.states, luck.GAMES)


def _curve_again(work: Work) -> Iterator[Step]:
    yield "curve", None, _curve, (work, of_deal.CURVE_WORLDS)


STAGES = ((FIRST, (_first, _first_curve)), (WHOLE, (_rest, _curve_again)))
"""The steps of each stage, in groups: those of a group wait for the group before."""


def _decided(deal: Deal, at: int, worlds: int) -> Decision:
    found = of_deal.decision(deal, at, worlds=worlds)
    assert found is not None, "nothing pulls the brake"
    return found


def _refined(one: Decision) -> Decision:
    found = decisions.refined(one)
    assert found is not None, "nothing pulls the brake"
    return found


def _told(deal: Deal, seat: int) -> tuple[Told, ...]:
    found = told.told(deal.states, deal.actions, seat=seat)
    assert found is not None, "nothing pulls the brake"
    return found


def _curve(work: Work, worlds: int) -> tuple[Point, ...]:
    listed = list(work.decisions.values())
    found = of_deal.curve(work.deal, work.seat, listed, worlds=worlds)
    assert found is not None, "nothing pulls the brake"
    return found


# ---- a decision tried again ----


class NoReviewError(RuntimeError):
    """There will be no answer: the process that was asked ended, or failed."""


def tried(deal: Deal, at: int, action: Action) -> Decision | None:
    """The decision after *at* others in *deal* as if it were *action*; None while it is judged."""
    if not is_compiled():
        return None
    state = deal.states[at]
    place = of_deal.tricks(deal)[at]
    view = doudizhu.view(state, state.turn)
    try:
        return in_time(_judged(at, *place, view, action))
    except Exception as error:
        _judged.cache_clear()
        raise NoReviewError(str(error)) from error


@lru_cache(maxsize=64)
def _judged(at: int, trick: int, turn: int, view: View, action: Action) -> Future[Decision | None]:
    return pool().submit(compiled, decisions.judged, at, trick, turn, view, action)
