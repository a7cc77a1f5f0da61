"""CPUs with one human fault each, for lessons: the standard player with one habit.

A habit adds points to the plays it likes, as many as the standard player gives for one or two
plays fewer, so that it shows often and not always.  It is declared at the table.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from engine.cards import RANKS, full_deck, subtract
from engine.doudizhu.cpu import Habit, trick_is_partners, with_habit
from engine.doudizhu.plays import Play, answered_in_kind
from engine.doudizhu.state import Action, View

TWO = RANKS.index("2")
BOMB = 4


def _breaks_bombs(view: View, play: Play | None) -> float:
    """Likes plays that take some cards of a bomb, or use it up as four with two."""
    if play is None or play.is_bomb:
        return 0.0
    broken = any(used and held >= BOMB for used, held in zip(play.counts, view.hand, strict=True))
    return 25.0 if broken else 0.0


def _opens_with_bombs(view: View, play: Play | None) -> float:
    """Likes to lead a bomb or the rocket."""
    return 45.0 if view.to_beat is None and play is not None and play.is_bomb else 0.0


def _hoards_twos(view: View, play: Play | None) -> float:
    """Dislikes to let a 2 or a joker go while other cards are left."""
    if play is None or play.counts == view.hand:
        return 0.0
    return -30.0 * sum(play.counts[TWO:])


def _beats_partner(view: View, play: Play | None) -> float:
    """Likes to beat the other peasant."""
    return 30.0 if play is not None and trick_is_partners(view) else 0.0


def _forgets_cards(view: View, play: Play | None) -> float:
    """Trusts only what could not be beaten had nothing been played yet, against an enemy's play.

    So it gives a joker where a king has long been the highest card.
    """
    if play is None or view.to_beat is None or trick_is_partners(view) or play.is_bomb:
        return 0.0
    fresh = subtract(full_deck(packs=view.rules.packs), view.hand)
    return 0.0 if answered_in_kind(fresh, play, view.rules) else 25.0


def _player(habit: Habit) -> Callable[[View, random.Random], Action]:
    def play(view: View, rng: random.Random) -> Action:
        return with_habit(view, habit)

    return play


HABITS = {
    "breaks-bombs": _player(_breaks_bombs),
    "opens-with-bombs": _player(_opens_with_bombs),
    "hoards-twos": _player(_hoards_twos),
    "beats-partner": _player(_beats_partner),
    "forgets-cards": _player(_forgets_cards),
}
"""The players by the name of their fault."""
