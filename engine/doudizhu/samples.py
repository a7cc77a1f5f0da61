"""Hidden hands put to use: deals played out in them, and how likely they make what was seen.

Both are done by the kernel (``kernel_rollout.py``, ``kernel_likelihood.py``); this is the Python
side of it.  A world is a hand for every seat (``worlds.py``).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import islice

from engine.doudizhu import kernel_task as at
from engine.doudizhu.cpu import strengths_told
from engine.doudizhu.kernel import KERNEL, Code
from engine.doudizhu.kernel_layout import Numbers
from engine.doudizhu.kernel_moves import LEAD
from engine.doudizhu.kernel_tables import code_of, pack
from engine.doudizhu.plays import Play
from engine.doudizhu.state import View
from engine.doudizhu.worlds import World

Stop = Callable[[], bool]

LOOSE = 12.0
"""Points by which a play may score lower and still be e times less likely only."""
STRAY = 0.1
"""How often a seat plays anything at all, whatever it scores."""


def never() -> bool:
    """No brake."""
    return False


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a deal played out came to, counted from the position it was played out from."""

    landlord: bool
    """Whether the landlord wins."""
    bombs: int
    """Bombs and rockets played."""
    landlord_plays: int
    peasant_plays: int
    """Plays, passes not counted."""


def play_out(
    view: View,
    options: Sequence[Play | None],
    worlds: Iterable[World],
    *,
    seed: int,
    noise: float,
    stop: Stop = never,
) -> list[tuple[bool, ...]]:
    """For every world whether the landlord wins after each option; as ``outcomes``."""
    found = outcomes(view, options, worlds, seed=seed, noise=noise, stop=stop)
    return [tuple(outcome.landlord for outcome in world) for world in found]


def outcomes(
    view: View,
    options: Sequence[Play | None],
    worlds: Iterable[World],
    *,
    seed: int,
    noise: float,
    stop: Stop = never,
) -> list[tuple[Outcome, ...]]:
    """For every world what it comes to after each option, by the rules of thumb.

    While bidding the seat of *view* is taken to be landlord with the kitty, and leads; without
    options the rules of thumb make the next play too, as the one option.  All options meet the
    same noise, up to *noise* points a score, and nothing else is drawn: the same seed gives the
    same outcomes.  *stop* is asked after every sixteen worlds.
    """
    found: list[tuple[Outcome, ...]] = []
    parts = [options[i : i + at.MOST_OPTIONS] for i in range(0, len(options), at.MOST_OPTIONS)]
    with _task(view) as (code, data, task):
        task[at.NOISE] = int(noise * at.THOUSAND)
        for batch in _batches(worlds):
            _put_worlds(task, view, batch)
            task[at.SEED] = (seed + 104_729 * len(found)) & 0x7FFFFFFF
            rows: list[list[Outcome]] = [[] for _ in batch]
            for part in parts or [()]:
                _put_options(task, view, part)
                code.compare(data, task)
                for world, row in enumerate(rows):
                    first = at.MOST_OPTIONS * world
                    row += (_outcome(task, first + place) for place in range(max(1, len(part))))
            found += map(tuple, rows)
            if stop():
                break
    return found


def _put_options(task: Numbers, view: View, options: Sequence[Play | None]) -> None:
    """At most ``MOST_OPTIONS`` plays, or none at all: then the rules of thumb make it."""
    task[at.OPTION_NUMBER] = max(1, len(options))
    task[at.OPTIONS] = at.NO_PLAY
    for place, play in enumerate(options):
        task[at.OPTIONS + 2 * place] = pack(play.counts) if play else 0
        task[at.OPTIONS + 2 * place + 1] = code_of(play, view.rules) if play else 0


def _outcome(task: Numbers, place: int) -> Outcome:
    return Outcome(
        bool(task[at.WON + place]),
        int(task[at.BOMBS + place]),
        int(task[at.LANDLORD_PLAYS + place]),
        int(task[at.PEASANT_PLAYS + place]),
    )


def log_likelihoods(
    view: View, worlds: Iterable[World], *, loose: float = LOOSE, stray: float = STRAY
) -> list[float]:
    """For every world the logarithm of how likely bids and turns of the others were in it.

    A seat plays each of its choices with a likelihood that falls e-fold every *loose* points of
    score, and with the chance *stray* any of them; a bid falls so with the points (ten for one of
    strength) by which the hand is outside of what the standard player bids so on.  What was said
    about doubling is not looked at; bids only where the history tells of the first hands.
    """
    found: list[float] = []
    with _task(view) as (code, data, task):
        turns = _turns(view)[-at.MOST_SEEN :]
        task[at.SEEN_NUMBER] = len(turns)
        task[at.OWN_SEAT] = view.seat
        task[at.STRAY] = int(stray * at.ONE)
        task[at.FALL : at.FALL + at.FALLS] = _falls(loose)
        for place, turn in enumerate(turns):
            for offset, number in enumerate(turn):
                task[at.SEEN + 5 * place + offset] = number
        told = strengths_told(view)
        for seat, (low, high) in enumerate(told):
            asked = view.first_hands_known and (math.isfinite(low) or math.isfinite(high))
            task[at.LOW + seat] = int(at.THOUSAND * max(low, -at.FAR)) if asked else 0
            task[at.HIGH + seat] = int(at.THOUSAND * min(high, at.FAR)) if asked else 0
        task[at.KITTY] = 0 if view.kitty is None else pack(view.kitty)
        others = [place for place, turn in enumerate(turns) if turn[0] != view.seat]
        for batch in _batches(worlds):
            _put_worlds(task, view, batch)
            code.weigh(data, task)
            for world in range(len(batch)):
                first = at.LIKELY + at.MOST_SEEN * world
                bids = at.BIDS_LIKELY + at.SEATS_A_WORLD * world
                likely = [task[first + place] for place in others]
                likely += [task[bids + seat] for seat in range(view.rules.seats)]
                found.append(sum(math.log(max(1, chance) / at.ONE) for chance in likely))
    return found


@contextmanager
def _task(view: View) -> Iterator[tuple[Code, Numbers, Numbers]]:
    """The kernel, its row for the rules, and a task that knows the position of *view*."""
    KERNEL.wait()
    landlord = view.seat if view.phase == "bid" else view.landlord
    assert landlord is not None
    with KERNEL.row(view.rules) as (code, data):
        task = code.row((), at.TASK_END)
        task[at.SEATS] = view.rules.seats
        task[at.LANDLORD] = landlord
        task[at.TURN] = view.turn if view.phase == "play" else landlord
        task[at.TO_BEAT] = LEAD if view.to_beat is None else code_of(view.to_beat, view.rules)
        task[at.LEADER] = view.leader or 0
        task[at.PASSES] = view.passes
        yield code, data, task


def _batches(worlds: Iterable[World]) -> Iterator[list[World]]:
    waiting = iter(worlds)
    while batch := list(islice(waiting, at.MOST_WORLDS)):
        yield batch


def _put_worlds(task: Numbers, view: View, worlds: Sequence[World]) -> None:
    task[at.WORLD_NUMBER] = len(worlds)
    for place, world in enumerate(worlds):
        for seat in range(view.rules.seats):
            packed = pack(world[seat])
            if view.phase == "bid" and seat == view.seat:
                packed += pack(world[-1])
            task[at.WORLDS + at.SEATS_A_WORLD * place + seat] = packed


def _turns(view: View) -> list[tuple[int, int, int, int, int]]:
    """Of every turn the seat, its cards and code, the code to beat and who led that."""
    found: list[tuple[int, int, int, int, int]] = []
    to_beat, leader, passes = LEAD, 0, 0
    for seat, play in view.history:
        if play is None:
            found.append((seat, 0, 0, to_beat, leader))
            passes += 1
            if passes == view.rules.seats - 1:
                to_beat, passes = LEAD, 0
            continue
        code = code_of(play, view.rules)
        found.append((seat, pack(play.counts), code, to_beat, leader))
        to_beat, leader, passes = code, seat, 0
    return found


@cache
def _falls(loose: float) -> tuple[int, ...]:
    step = at.FALL_STEP / at.THOUSAND / loose
    return tuple(max(1, int(at.ONE * math.exp(-place * step))) for place in range(at.FALLS))
