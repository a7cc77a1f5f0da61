"""Claims: facts about a position, each with what it rests on and how to find it again.

A game's facts make them (``coach/GAME/facts.py``); ``say.py`` turns them into sentences, and
nothing else may.  ``rerun`` finds a claim again from its record alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, cast

CERTAIN = "certain"
"""By counting the cards that can be seen and those that cannot."""
EXACT = "exact"
"""By a search that leaves nothing out."""
SAMPLED = "sampled"
"""From hidden hands that were drawn; with a standard error."""
RULE_OF_THUMB = "rule of thumb"
"""What is usually right where its conditions hold, and they do."""
BASES = (CERTAIN, EXACT, SAMPLED, RULE_OF_THUMB)

FACTS = {"ddz": "coach.doudizhu.facts"}
"""Where each game's facts are found again, by the name of its records."""


@dataclass(frozen=True, slots=True)
class Basis:
    """What a claim rests on; a sampled one says how many worlds, from which seed, how exact."""

    name: str
    error: float | None = None
    """Standard error, in the unit of the value."""
    worlds: int | None = None
    seed: int | str | None = None

    def __post_init__(self) -> None:
        if self.name not in BASES:
            raise ValueError(f"unknown basis {self.name!r}; expected one of {', '.join(BASES)}")
        told = [part is not None for part in (self.error, self.worlds, self.seed)]
        if any(told) != (self.name == SAMPLED) or any(told) != all(told):
            raise ValueError(f"error, worlds and seed belong to what is sampled; read {self}")


@dataclass(frozen=True, slots=True)
class Subject:
    """What a claim is about."""

    of: str
    """``position``, ``hand``, ``play`` or ``seat``."""
    view: Any
    """What the seat knows, or of cards alone those and what is unseen; never more."""
    plays: tuple[Any, ...] = ()
    """The play, and where two are compared the other; None is a pass.  Of a seat its number."""


@dataclass(frozen=True, slots=True)
class How:
    """How to find a claim again."""

    game: str
    method: str
    """What found the value, in a few words."""
    weighted: bool | None = None
    """Of sampled worlds: whether they are weighted by what was seen."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One fact."""

    kind: str
    subject: Subject
    value: Any
    """A number, a text, or a tuple of such."""
    basis: Basis
    scope: str
    """What it holds for: ``hand`` (these cards alone), ``table`` (what all can see), ``every
    world`` (whatever the others hold), ``unseen cards`` (all of them in one hand), ``likely
    worlds`` (played on by rules of thumb), ``solved worlds`` (likely ones played on perfectly, all
    hands open)."""
    how: How


def rerun(claim: Claim, *, seed: int | str | None = None) -> Claim:
    """*claim* found again; a sampled one from another *seed* when one is given.

    Raises LookupError when it is not found again at all.
    """
    again = cast(Callable[..., Claim | None], import_module(FACTS[claim.how.game]).found_again)(
        claim, seed
    )
    if again is None:
        raise LookupError(f"the claim {claim.kind!r} is not found again: {claim.subject}")
    return again
