"""Luck and skill: where the points of a finished deal came from, event by event.

One estimate (``values.py``) is made before the deal, after it, and after everything that happened;
what an event did is the change of the estimate at it.  Before the deal it is zero, at the end the
result itself, so the changes add up to the result without a rest.  The events:

- *deal*: the cards are dealt (again after an auction that all passed);
- *kitty*: it is shown to the landlord, who until then is reckoned with any kitty;
- a decision: a bid, a word on doubling, a play or a pass of one seat.

A decision's change is measured against what the rules of thumb would have made of the position,
with open hands: it holds the luck of what nobody could see.  Each value is estimated from games of
its own, so the error of a sum of changes is that of the values that do not cancel out in it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from coach.doudizhu.values import Value, nothing, value, value_face_down
from engine.doudizhu.samples import Stop, never
from engine.doudizhu.state import State

FIRST_GAMES = 128
"""Games a position at first."""
GAMES = 2048
"""Games a position in the end; a power of two, so that the parts add up exactly."""

DEAL, KITTY, OWN, PARTNER, OPPONENTS = "deal", "kitty", "own", "partner", "opponents"
PARTS = (DEAL, KITTY, OWN, PARTNER, OPPONENTS)
"""What the points of a seat came from."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, and the value after it."""

    kind: str
    """``deal``, ``kitty`` or ``decision``."""
    at: int
    """Actions made when it has happened."""
    seat: int | None
    """Whose decision it was."""
    value: Value


@dataclass(frozen=True, slots=True)
class Part:
    """Points that came from one source, and their standard error."""

    points: float
    error: float


def events(
    states: Sequence[State], games: int = FIRST_GAMES, seed: int | str = 0, *, stop: Stop = never
) -> tuple[Event, ...] | None:
    """What happened from the first of *states*, a fresh deal, to the last; None after *stop*.

    *states* is the chain of one deal, each made from the one before by one action.
    """
    found: list[Event] = []

    def add(kind: str, at: int, seat: int | None, worth: Value | None) -> bool:
        if worth is not None:
            found.append(Event(kind, at, seat, worth))
        return worth is not None

    for at, state in enumerate(states):
        made = f"{seed} {at}"
        before = states[at - 1] if at else None
        seat = None if before is None else before.turn
        if before is None or before.deals_before != state.deals_before:
            passed = before is None or add("decision", at, seat, nothing(state.rules.seats))
            done = passed and add("deal", at, None, value(state, games, made, stop=stop))
        elif before.landlord is None and state.landlord is not None:
            hidden = value_face_down(state, games, f"{made} hidden", stop=stop)
            done = add("decision", at, seat, hidden) and add(
                "kitty", at, None, value(state, games, made, stop=stop)
            )
        else:
            done = add("decision", at, seat, value(state, games, made, stop=stop))
        if not done:
            return None
    return tuple(found)


def parts(found: Sequence[Event], seat: int, landlord: int) -> dict[str, Part]:
    """What the points of *seat* came from: ``PARTS``, whose sum is its value at the last event."""
    values = [0.0, *(event.value.points[seat] for event in found)]
    errors = [0.0, *(event.value.errors[seat] for event in found)]
    sources = [source(event, seat, landlord) for event in found]
    return {
        part: Part(
            sum(
                values[place + 1] - values[place] for place, of in enumerate(sources) if of == part
            ),
            _error(errors, [of == part for of in sources]),
        )
        for part in PARTS
    }


def source(event: Event, seat: int, landlord: int) -> str:
    """Which of ``PARTS`` an event belongs to, seen from *seat* in a deal of this *landlord*."""
    if event.seat is None:
        return event.kind
    if event.seat == seat:
        return OWN
    return OPPONENTS if landlord in (seat, event.seat) else PARTNER


def _error(errors: Sequence[float], mine: Sequence[bool]) -> float:
    """The standard error of the sum of the changes that are *mine*.

    A value counts where the change into it is mine or the one out of it, not where both are.
    """
    into = [False, *mine]
    out = [*mine, False]
    left = [error for error, one, other in zip(errors, into, out, strict=True) if one != other]
    return math.hypot(*left)


def shown(found: dict[str, Part], digits: int = 1) -> dict[str, float]:
    """The points of the parts rounded so that what is shown adds up to the rounded sum.

    Those are rounded the other way whose rest is nearest to it; none moves by a whole last digit.
    """
    scale = 10.0**digits
    exact = {name: part.points * scale for name, part in found.items()}
    low = {name: math.floor(points) for name, points in exact.items()}
    missing = round(sum(exact.values())) - sum(low.values())
    by_rest = sorted(exact, key=lambda name: low[name] - exact[name])
    return {name: (low[name] + (name in by_rest[:missing])) / scale for name in found}
