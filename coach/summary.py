"""What the review of one finished deal came to, as figures that are kept as text.

No cards and no sentences: those follow from the game.  ``progress`` reads many of them.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from coach.doudizhu.luck import Part
from coach.doudizhu.mistakes import tempted
from coach.doudizhu.roles import place
from coach.grades import SIZES
from coach.mastery import OTHER, YEARS
from coach.review import Deal, Review, parts
from engine.doudizhu.game import payoffs, view

VERSION = 1
"""Of the text that is kept; one of another version is worked out anew."""
AUCTION = "auction"
"""The role of a decision before there is a landlord."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision that counts, as far as its figures go."""

    at: int
    """Actions made before it."""
    trick: int
    role: str
    """A place of ``roles.place``, or ``AUCTION``."""
    phase: str
    loss: float
    """Of win chance, 0 to 1."""
    error: float
    stake: float
    grade: str
    mistake: str
    tempted: tuple[str, ...] = ()
    """The mistakes that tempted."""
    shown: bool = False
    """Whether a hint had shown the play."""

    @property
    def kind(self) -> str:
        """The mistake that it is, ``OTHER`` for a graded loss that is none; empty for neither."""
        return self.mistake or (OTHER if self.grade in SIZES else "")

    @property
    def met(self) -> tuple[str, ...]:
        """The concepts that it says something of."""
        names = dict.fromkeys((*self.tempted, self.kind))
        return tuple(filter(None, names)) or (OTHER,)


@dataclass(frozen=True, slots=True)
class Summary:
    """What the review of one finished deal came to."""

    game: str
    """Id of the game."""
    ended: datetime
    """UTC, without a zone of its own."""
    rules: str
    level: str
    role: str
    """A place of ``roles.place``; empty where there was no landlord."""
    points: int
    accuracy: float | None
    choices: tuple[Choice, ...]
    luck: Mapping[str, Part]
    """Where the points came from, as ``luck.parts`` says; may be empty."""


def summary(
    found: Review,
    deal: Deal,
    *,
    game: str,
    ended: datetime,
    rules: str,
    level: str,
    shown: Iterable[int] = (),
) -> Summary:
    """The summary of the whole review *found* of *deal*, which is over.

    *shown* are the decisions before which a hint had shown the play, by the number of actions made
    before them.
    """
    seen = set(shown)
    last = deal.states[-1]
    role = ""
    if last.landlord is not None:
        role = place(view(last, found.seat), found.seat)
    choices = tuple(
        Choice(
            at=one.at,
            trick=one.trick,
            role=AUCTION if one.view.phase == "bid" else role,
            phase=one.view.phase,
            loss=one.loss,
            error=one.error,
            stake=one.weighed.stake,
            grade=one.grade,
            mistake=one.mistake,
            tempted=tempted(one.view),
            shown=one.at in seen,
        )
        for one in found.decisions
        if one.weighed.counts
    )
    return Summary(
        game, ended, rules, level, role, payoffs(last)[found.seat], found.accuracy, choices,
        parts(found, deal),
    )  # fmt: skip


def as_json(one: Summary) -> str:
    """*one* as text."""
    luck_parts = {name: (part.points, part.error) for name, part in one.luck.items()}
    plain = asdict(one) | {"ended": one.ended.isoformat(), "luck": luck_parts}
    return json.dumps({"version": VERSION, **plain}, separators=(",", ":"))


def from_json(text: str) -> Summary | None:
    """The summary of *text*; None where it is none of this version, or holds what none can."""
    try:
        kept = json.loads(text)
        if kept.pop("version") != VERSION:
            return None
        found = _summary(kept)
        return found if _makes_sense(found) else None
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
        return None


def _summary(kept: dict[str, Any]) -> Summary:
    choices = tuple(
        Choice(**{**choice, "tempted": tuple(choice["tempted"])}) for choice in kept["choices"]
    )
    of_luck = {name: Part(*map(float, part)) for name, part in kept["luck"].items()}
    ended = datetime.fromisoformat(kept["ended"])
    return Summary(**{**kept, "ended": ended, "choices": choices, "luck": of_luck})


def _makes_sense(one: Summary) -> bool:
    """Whether names are texts, figures numbers, and the end a day that can be reckoned with."""
    names: list[object] = [one.game, one.rules, one.level, one.role]
    figures: list[object] = [one.points, 0 if one.accuracy is None else one.accuracy]
    for part in one.luck.values():
        figures += (part.points, part.error)
    for choice in one.choices:
        names += (choice.role, choice.phase, choice.grade, choice.mistake, *choice.tempted)
        figures += (choice.at, choice.trick, choice.loss, choice.error, choice.stake)
    return (
        all(isinstance(name, str) for name in names)
        and all(isinstance(figure, int | float) and math.isfinite(figure) for figure in figures)
        and one.ended.tzinfo is None
        and one.ended.year in YEARS
    )
