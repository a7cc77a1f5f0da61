"""Hidden hands put to use: deals played out in them, and how likely they make what was seen.

Both are done by the kernel (``kernel_rollout.py``, ``kernel_likelihood.py``); this is the Python
side of it.  A world is a hand for every seat (``worlds.py``).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from engine.doudizhu import kernel_task as at
from engine.doudizhu.cpu import strengths_told
from engine.doudizhu.kernel import KERNEL, Code
from engine.doudizhu.kernel_layout import Numbers
from engine.doudizhu.kernel_moves import LEAD
from engine.doudizhu.kernel_tables import code_of, pack, play_of
from engine.doudizhu.plays import Play
from engine.doudizhu.state import View
from engine.doudizhu.worlds import PackedWorld, World

Stop = Callable[[], bool]
_World = TypeVar("_World")

LOOSE = 12.0
"""Points by which a play may score lower and still be e times less likely only."""
STRAY = 0.1
"""How often a seat plays anything at all, whatever it scores."""


def never() -> bool:
    """No brake."""
    return False


class Outcome(NamedTuple):
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
            columns: list[list[Outcome]] = []
            for part in parts or [()]:
                _put_options(task, view, part)
                code.compare(data, task)
                columns += [_outcomes(task, n, len(batch)) for n in range(max(1, len(part)))]
            found += zip(*columns, strict=True)
            if stop():
                break
    return found


def to_own_turn(
    view: View, play: Play | None, worlds: Iterable[World], *, stop: Stop = never
) -> list[tuple[Play | None, ...]]:
    """For every world what the others do after *play* until the seat of *view* is to act again.

    By the rules of thumb, without noise; the row ends with the play that ends the deal, if one
    does, and is empty when *play* does.  *stop* is asked after every sixteen worlds.
    """
    found: list[tuple[Play | None, ...]] = []
    length = 2 * (view.rules.seats - 1)
    with _task(view) as (code, data, task):
        task[at.TO_OWN_TURN] = 1
        _put_options(task, view, [play])
        for batch in _batches(worlds):
            _put_worlds(task, view, batch)
            code.compare(data, task)
            for world in range(len(batch)):
                first = at.NEXT + 2 * at.SEATS_A_WORLD * world
                made = zip(*[iter(map(int, task[first : first + length]))] * 2, strict=True)
                found.append(
                    tuple(play_of(*one, view.rules) for one in made if one[0] != at.NO_PLAY)
                )
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


def _outcomes(task: Numbers, option: int, worlds: int) -> list[Outcome]:
    """What the play at the place *option* came to in each of so many *worlds*."""
    step = at.MOST_OPTIONS
    won, *counted = (
        _numbers(task, place + option, worlds * step, step)
        for place in (at.WON, at.BOMBS, at.LANDLORD_PLAYS, at.PEASANT_PLAYS)
    )
    return list(map(Outcome, map(bool, won), *counted))


def _numbers(task: Numbers, first: int, number: int, step: int = 1) -> list[int]:
    """A part of *task* as plain numbers, which take less time one by one than those of an array."""
    part: Any = task[first : first + number : step]
    found: list[int] = part if isinstance(part, list) else part.tolist()
    return found


def log_likelihoods(
    view: View, worlds: Iterable[World], *, loose: float = LOOSE, stray: float = STRAY
) -> list[float]:
    """``log_likelihoods_packed`` of worlds that are not packed."""
    packed = (tuple(map(pack, world)) for world in worlds)
    return log_likelihoods_packed(view, packed, loose=loose, stray=stray)


def log_likelihoods_packed(
    view: View, worlds: Iterable[PackedWorld], *, loose: float = LOOSE, stray: float = STRAY
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
        seats = view.rules.seats
        whole = (len(turns) + seats) * math.log(at.ONE)
        for batch in _batches(worlds):
            _put_packed(task, view, batch)
            code.weigh(data, task)
            for world in range(len(batch)):
                # those of the own turns are 1
                likely = _numbers(task, at.LIKELY + at.MOST_SEEN * world, len(turns))
                likely += _numbers(task, at.BIDS_LIKELY + at.SEATS_A_WORLD * world, seats)
                found.append(math.log(math.prod(likely)) - whole)
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


def _batches(worlds: Iterable[_World]) -> Iterator[list[_World]]:
    waiting = iter(worlds)
    while batch := list(islice(waiting, at.MOST_WORLDS)):
        yield batch


def _put_worlds(task: Numbers, view: View, worlds: Sequence[World]) -> None:
    _put_packed(task, view, [tuple(map(pack, world)) for world in worlds])


def _put_packed(task: Numbers, view: View, worlds: Sequence[PackedWorld]) -> None:
    task[at.WORLD_NUMBER] = len(worlds)
    seats = view.rules.seats
    room = [0] * (at.SEATS_A_WORLD - seats)
    row: list[int] = []
    for world in worlds:
        hands = [*world[:seats], *room]
        if view.phase == "bid":
            hands[view.seat] += world[-1]
        row += hands
    task[at.WORLDS : at.WORLDS + len(row)] = row


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
