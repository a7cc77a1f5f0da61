"""What a person keeps getting wrong, and gets right by now: figures over many reviewed deals.

A reviewed deal goes in as a ``summary.Summary``; nothing here sees cards or a clock.

*Kinds*: a decision that counts (``grades``) is of the kind of the beginners' mistake that it is, of
the kind ``other`` where it is none of them but graded an inaccuracy or worse, else of none.

*Cost* of a kind: the win chance lost by it, in points, as a mean over the deals, those without it
too; the standard error is that of a mean of independent deals.

*Trend*: the later half of the deals less the earlier half (the middle one of an odd number is in
the later), said to be a change only beyond two standard errors and with ``ENOUGH`` deals each.

*Result without luck*: the points less those of the cards dealt and of the kitty.  The standard
error is that of the mean of independent deals, but never below that of the two measured terms.

*Mastery* is that of ``mastery.py``.  *Practice* is scheduled by FSRS, for concepts and never for
positions: a decision at which a mistake tempted is a review of it, rated Again where it was made
and Good where not.  Decisions before which the play itself was shown prove nothing for either.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import reduce

from fsrs import Card, Rating, Scheduler

from coach.doudizhu import luck
from coach.doudizhu.mistakes import NAMES
from coach.mastery import OTHER, share_right, with_decision
from coach.summary import AUCTION, Choice, Summary

ENOUGH = 5
"""Deals from which on figures are shown, and of each half of a trend."""
CONCEPTS = (*NAMES, OTHER)
LAST_DEALS = 5
"""Deals of the moving mean of the accuracy."""


# ---- means ----


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean over deals."""

    value: float
    error: float | None
    """Its standard error; None of a single deal, which does not tell how much deals differ."""
    deals: int


def mean(values: Sequence[float], errors: Sequence[float] = ()) -> Mean:
    """The mean of *values*, of which there is at least one; *errors* are those of measuring each.

    What was measured badly differs more from deal to deal, so the spread holds *errors* already;
    they only are a floor where few deals happen to agree.
    """
    number = len(values)
    middle = math.fsum(values) / number
    if number < 2:
        return Mean(middle, None, number)
    spread = math.fsum((value - middle) ** 2 for value in values) / (number - 1)
    measured = math.hypot(*errors) / number
    return Mean(middle, max(math.sqrt(spread / number), measured), number)


@dataclass(frozen=True, slots=True)
class Trend:
    """How the later half of the deals differs from the earlier."""

    change: float
    error: float

    @property
    def is_clear(self) -> bool:
        """Whether it is a change and not chance."""
        return abs(self.change) > 2 * self.error


def trend(values: Sequence[float]) -> Trend | None:
    """Of *values*, the earliest first; None where there are too few."""
    half = len(values) // 2
    if half < ENOUGH:
        return None
    before, after = mean(values[:half]), mean(values[half:])
    return Trend(after.value - before.value, math.hypot(before.error or 0.0, after.error or 0.0))


def in_order(found: Iterable[Summary]) -> list[Summary]:
    """The deals, the earliest first."""
    return sorted(found, key=lambda one: (one.ended, one.game))


# ---- leaks ----


@dataclass(frozen=True, slots=True)
class Example:
    """A decision of a kept game."""

    game: str
    at: int
    loss: float


@dataclass(frozen=True, slots=True)
class Cost:
    """How often a kind of mistake was made in a role, and what it cost."""

    times: int
    mean: Mean
    """Points of win chance a deal, over all deals in that role."""


@dataclass(frozen=True, slots=True)
class Leak:
    """A kind of mistake over many deals."""

    kind: str
    """One of ``CONCEPTS``."""
    times: int
    deals: int
    """In how many deals it was made."""
    cost: Mean
    """Points of win chance a deal."""
    trend: Trend | None
    """Of the cost."""
    by_role: Mapping[str, Cost]
    """The roles in which it was made."""
    example: Example
    """The costliest."""


def leaks(found: Iterable[Summary]) -> list[Leak]:
    """The kinds of mistakes that were made, the costliest first."""
    deals = in_order(found)
    listed = [_leak(kind, deals) for kind in CONCEPTS if _made(kind, deals)]
    return sorted(listed, key=lambda one: -one.cost.value)


def _made(kind: str, deals: Sequence[Summary]) -> list[tuple[Summary, Choice]]:
    return [(deal, one) for deal in deals for one in deal.choices if one.kind == kind]


def _leak(kind: str, deals: Sequence[Summary]) -> Leak:
    made = _made(kind, deals)
    costs = [_lost(deal, lambda one: one.kind == kind) for deal in deals]
    roles = dict.fromkeys(one.role for _, one in made)
    worst_in, worst = max(made, key=lambda each: each[1].loss)
    return Leak(
        kind,
        len(made),
        len({deal.game for deal, _ in made}),
        mean(costs),
        trend(costs),
        {role: _cost(kind, role, deals) for role in roles},
        Example(worst_in.game, worst.at, worst.loss),
    )


def _lost(deal: Summary, which: Callable[[Choice], bool]) -> float:
    """Points of win chance lost by *which* decisions."""
    return 100 * math.fsum(one.loss for one in deal.choices if which(one))


def _cost(kind: str, role: str, deals: Sequence[Summary]) -> Cost:
    def counts(one: Choice) -> bool:
        return one.kind == kind and one.role == role

    played = [deal for deal in deals if role in (AUCTION, deal.role)]
    times = sum(counts(one) for deal in played for one in deal.choices)
    return Cost(times, mean([_lost(deal, counts) for deal in played]))


# ---- results ----


@dataclass(frozen=True, slots=True)
class Strength:
    """Points a deal against the CPUs of one level."""

    won: int
    raw: Mean
    adjusted: Mean | None
    """Without luck; None where no deal says what was luck."""


def strength(found: Iterable[Summary]) -> dict[str, Strength]:
    """By the name of the level."""
    deals = in_order(found)
    return {
        level: _strength([one for one in deals if one.level == level])
        for level in dict.fromkeys(one.level for one in deals)
    }


def _strength(deals: Sequence[Summary]) -> Strength:
    told = [one for one in deals if luck.DEAL in one.luck and luck.KITTY in one.luck]
    by_chance = [(one.luck[luck.DEAL], one.luck[luck.KITTY]) for one in told]
    without = [
        one.points - sum(part.points for part in of_luck)
        for one, of_luck in zip(told, by_chance, strict=True)
    ]
    errors = [math.hypot(*(part.error for part in of_luck)) for of_luck in by_chance]
    return Strength(
        sum(one.points > 0 for one in deals),
        mean([one.points for one in deals]),
        mean(without, errors) if without else None,
    )


@dataclass(frozen=True, slots=True)
class Accuracy:
    """The accuracy of one deal, and the mean of the last ``LAST_DEALS`` with it."""

    ended: datetime
    game: str
    accuracy: float
    smooth: float


def accuracies(found: Iterable[Summary]) -> list[Accuracy]:
    """Of the deals that have one, the earliest first."""
    told = [(one, one.accuracy) for one in in_order(found) if one.accuracy is not None]
    listed = []
    for number, (one, accuracy) in enumerate(told, 1):
        last = [figure for _, figure in told[max(0, number - LAST_DEALS) : number]]
        listed.append(Accuracy(one.ended, one.game, accuracy, mean(last).value))
    return listed


# ---- concepts ----

_SCHEDULER = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
"""In days, not minutes: deals are far apart.  Without chance, so the same deals give the same."""


@dataclass(frozen=True, slots=True)
class Concept:
    """How far a concept is in hand."""

    name: str
    met: int
    """Decisions that say something of it."""
    right: float
    """The share right by ``mastery``, 0 to 1."""
    deviation: float
    due: datetime | None
    """When to practise it next, UTC without a zone of its own; None for ``other``."""


def concepts(found: Iterable[Summary]) -> list[Concept]:
    """Those that were met, the least sure first."""
    met: dict[str, list[tuple[datetime, bool]]] = {}
    for deal in in_order(found):
        for one in deal.choices:
            for name in () if one.shown else one.met:
                met.setdefault(name, []).append((deal.ended, one.kind != name))
    listed = [_concept(name, met[name]) for name in CONCEPTS if name in met]
    return sorted(listed, key=lambda one: one.right - one.deviation)


def _concept(name: str, decisions: Sequence[tuple[datetime, bool]]) -> Concept:
    past: dict[str, str] = {}
    for _, right in decisions:
        past = with_decision(past, name, right=right)
    due = None if name == OTHER else due_of(decisions)
    return Concept(name, len(decisions), *share_right(past[name]), due)


def due_of(decisions: Sequence[tuple[datetime, bool]]) -> datetime:
    """When the card of a concept with these reviews is due."""

    def reviewed(card: Card, one: tuple[datetime, bool]) -> Card:
        moment, right = one
        rating = Rating.Good if right else Rating.Again
        return _SCHEDULER.review_card(card, rating, moment.replace(tzinfo=UTC))[0]

    new = Card(card_id=0, due=decisions[0][0].replace(tzinfo=UTC))  # else it asks the clock
    return reduce(reviewed, decisions, new).due.replace(tzinfo=None)
