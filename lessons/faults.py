"""Why a goal cannot be asked: one English sentence for each reason, by its key.

Pages say the same in the language of the reader, from the key and the values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, ClassVar

SENTENCES: Mapping[str, str] = {
    "none_right": "no play is right",
    "cannot_play": "{play} cannot be played here",
    "inexact": "{goal} cannot be told exactly",
    "fewest": "the hand takes {found} plays, not {told}",
    "not_held": "the hand does not hold {cards}",
    "no_partner": "no partner is winning the trick",
    "many_positions": "what wins is not known: more than {most} positions to search",
    "no_win": "no play wins",
    "no_others": "nothing is told of the other hands",
    "unfinished": "what wins is not known: {why}",
    "no_sure_win": "no play wins in every world",
    "nothing_to_beat": "there is no play to beat",
    "no_unseen": "nothing is told of the cards that are out",
    "other_number": "there are {found}, not {told}",
    "nothing_to_name": "there is no play to be named",
    "other_kind": "the play is called {found_kind}, not {told_kind}",
    "no_two_hands": "nothing is told of two other hands",
    "other_holder": "{holder} can hold it, not {told_holder}",
    "too_long": "what is best takes too long to find; expected fewer cards",
    "no_auction": "only the first bid of an auction is asked",
    "other_bids": "the right bids are {found}, not {told}",
    "not_tempting": "no player of ours makes the mistake {mistake} in this deal",
    "unknown_mistake": "unknown mistake {told!r}; expected one of {names}",
    "slow_deal": "whether the deal tempts takes too long to find",
}


class GoalError(ValueError):
    """A goal that does not fit its position: what it takes for granted is not so.

    ``key`` is one of ``sentences``, which ``values`` fill.
    """

    sentences: ClassVar[Mapping[str, str]] = SENTENCES

    def __init__(self, key: str, **values: str | int) -> None:
        self.key, self.values = key, values
        super().__init__(self.sentences[key].format(**values))

    def __reduce__(self) -> tuple[Callable[[], GoalError], tuple[Any, ...]]:
        """How it comes whole out of another process."""
        return partial(type(self), self.key, **self.values), ()
