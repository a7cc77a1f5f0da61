"""How far a person has a concept in hand, and how much later the tutor steps in because of it.

A concept is a mistake of ``coach.doudizhu.mistakes`` by its name, or ``other``.  It is met where it
tempts: some play of the hand would be that mistake.  A decision there is right when its play is not
that mistake.  A decision after the play itself was shown (a hint's third step) says nothing and is
not counted, nor is one of a what-if.

Of each concept the last ``LAST`` decisions count.  With r of them right and w wrong the share right
is estimated by a Beta(1 + r, 1 + w) distribution, that is from a flat prior: mean m = (1 + r) /
(2 + r + w), standard deviation s = sqrt(m (1 - m) / (3 + r + w)).  What is surely there is m - s.
The loss from which the tutor steps in is the set amount times

    1 + RISE * max(0, 2 (m - s) - 1)

so it is the set amount for a beginner and for whoever is right half the time, and grows to at most
1 + RISE times that; mistakes bring it down again.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

LAST = 20
"""Decisions of a concept that count."""
RISE = 3.0
YEARS = range(1970, 3000)
"""Years in which somebody may have decided; of others no date of practice can be reckoned."""
OTHER = "other"
"""The concept of plays that are none of the named mistakes."""

RIGHT, WRONG = "1", "0"
Past = Mapping[str, str]
"""For each concept its last decisions, the latest at the end: ``1`` right, ``0`` wrong."""


def share_right(decisions: str) -> tuple[float, float]:
    """The share right of these decisions, 0 to 1, and its standard deviation."""
    right, wrong = decisions.count(RIGHT), decisions.count(WRONG)
    mean = (1 + right) / (2 + right + wrong)
    return mean, math.sqrt(mean * (1 - mean) / (3 + right + wrong))


def surely_right(decisions: str) -> float:
    """The share right of these decisions, less its standard deviation; 0 to 1."""
    mean, deviation = share_right(decisions)
    return mean - deviation


def least_loss(amount: float, decisions: str) -> float:
    """The loss of win chance from which the tutor steps in, where *amount* is set."""
    return amount * (1 + RISE * max(0.0, 2 * surely_right(decisions) - 1))


def with_decision(past: Past, concept: str, *, right: bool) -> dict[str, str]:
    """*past* after one more decision."""
    decisions = past.get(concept, "") + (RIGHT if right else WRONG)
    return {**past, concept: decisions[-LAST:]}


def past_of(kept: object) -> dict[str, str]:
    """What is kept of a person's decisions, as far as it makes sense."""
    if not isinstance(kept, dict):
        return {}
    return {
        concept: decisions[-LAST:]
        for concept, decisions in kept.items()
        if isinstance(concept, str)
        and isinstance(decisions, str)
        and set(decisions) <= {RIGHT, WRONG}
    }
