"""What a decision is graded by, and the one figure of a whole deal: defined here alone.

The loss of a decision is the win chance after the best play less that after the play made, in the
same worlds; of a bid or a word on doubling it is the points to expect that are given away, as a
share of what lies between winning and losing that deal.  A loss within two standard errors is no
loss that anybody is graded for.

Accuracy, from 0 to 100, of the decisions that count::

    100 (1 - sum of losses / sum of stakes)

A decision's stake is what lies between its best and its worst play, so that a hard decision weighs
as much as hangs on it.  Forced decisions (one choice) and obvious ones (the hand can be emptied at
once, or all choices come to the same) do not count: getting them right proves nothing.  Who misses
an obvious one has lost something all the same: then it counts with its loss as its stake.  A larger
loss never makes the figure higher (a test says so).  Losses are taken as measured, negative ones
too: cut off at zero, the error of many small ones would add up.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

SIZES = {"blunder": 0.15, "mistake": 0.10, "inaccuracy": 0.05}
"""Names of the losses of win chance from which they are given, the largest first."""
BEST, GOOD = "best", "good"
NAMES = (BEST, GOOD, *reversed(SIZES))
"""All grades, the best first."""
NOTHING_AT_STAKE = SIZES["inaccuracy"]
"""Below it all choices come to the same: none of them would be called an inaccuracy."""


def size_of(loss: float, error: float) -> str:
    """The one of ``SIZES`` for a loss in whole points, as it is shown; empty below them all, and
    for what is not beyond two standard errors."""
    if loss <= 2 * error:
        return ""
    return next((name for name, least in SIZES.items() if round(loss, 2) >= least), "")


def grade(loss: float, error: float, *, is_best: bool) -> str:
    """One of ``NAMES``; *is_best* where the play is the one a hint names first."""
    if is_best or loss <= 0:
        return BEST
    return size_of(loss, error) or GOOD


@dataclass(frozen=True, slots=True)
class Weighed:
    """What of a decision goes into the accuracy."""

    loss: float
    stake: float
    forced: bool = False
    """Whether there was one choice only."""
    obvious: bool = False
    """Whether the hand could be emptied at once."""
    error: float = 0.0
    """Standard error of the loss."""

    @property
    def is_obvious(self) -> bool:
        """Whether getting it right proves nothing."""
        return self.obvious or self.stake < NOTHING_AT_STAKE

    @property
    def counts(self) -> bool:
        """Whether it goes into the accuracy."""
        missed = self.loss > max(0.0, 2 * self.error)
        return not self.forced and (missed or not self.is_obvious)


def accuracy(decisions: Iterable[Weighed]) -> float | None:
    """The figure, 0 to 100; None where no decision counts."""
    counted = [one for one in decisions if one.counts]
    stakes = sum(one.loss if one.is_obvious else max(one.stake, one.loss) for one in counted)
    if not stakes:
        return None
    lost = sum(one.loss for one in counted)
    return 100 * min(1.0, max(0.0, 1 - lost / stakes))
