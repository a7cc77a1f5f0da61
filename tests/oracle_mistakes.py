"""The five mistakes written a second time, on the letters of the cards; nothing of ``coach``.

Fewest plays come from CP-SAT.  What a play loses comes from a sample of its own, larger than that
of a hint, or from the solver of open hands where few cards are left.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from engine.cards import parse_ranks, ranks_text
from engine.doudizhu.chances import Comparison, compare, compare_solved
from engine.doudizhu.plays import Play
from engine.doudizhu.rules import Rules
from engine.doudizhu.split import split
from engine.doudizhu.state import View

HIGH = "KA2BR"
FEW = 16
"""Cards in all hands from which on worlds are solved."""
WORLDS = 2000
CLEAR = 0.03
"""A loss that is no matter of opinion, with ``ERRORS`` standard errors to it: so large that the
fewer worlds of a hint show it too."""
ERRORS = 6

NAMES = ("strength", "bomb_lead", "breaks_bomb", "high_cards", "covers_partner")


def cards(play: Play | None) -> str:
    """The letters of what is put down."""
    return "" if play is None else str(play).replace("+", "")


def left(view: View, play: Play | None) -> str:
    """The letters of the hand after *play*."""
    hand = list(ranks_text(view.hand))
    for letter in cards(play):
        hand.remove(letter)
    return "".join(hand)


def plays_of(hand: str, rules: Rules) -> int:
    """The fewest plays of *hand*."""
    return len(split(parse_ranks(hand, packs=2), rules).plays) if hand else 0


Count = Callable[[str, Rules], int]


def fours(hand: str) -> set[str]:
    """The ranks of which *hand* holds four or more."""
    return {letter for letter in hand if letter not in "BR" and hand.count(letter) >= 4}


def rocket(hand: str, view: View) -> bool:
    """Whether all jokers of the deck are in *hand*."""
    return min(hand.count("B"), hand.count("R")) == view.rules.packs


def partners_trick(view: View) -> bool:
    """Whether a peasant looks at the other peasant's play."""
    if view.to_beat is None or view.seat == view.landlord:
        return False
    return view.leader not in (view.seat, view.landlord)


def shaped(name: str, view: View, play: Play | None, count: Count = plays_of) -> bool:
    """Whether *play* looks like the mistake and is no exception that can be counted.

    Who only looks for positions may hand in a faster *count* of the fewest plays.
    """
    rest, hand = left(view, play), ranks_text(view.hand)
    if not rest:
        return False
    if name == "strength":
        if hand.count("2") not in (1, 2) or partners_trick(view) or set(cards(play)) & set("2BR"):
            return False
        if play is not None and play.kind == "bomb":
            return False
        return count(rest, view.rules) + bool(cards(play)) >= 10
    if name == "bomb_lead":
        bomb = play is not None and play.kind in ("bomb", "rocket")
        if not bomb or view.to_beat is not None or count(rest, view.rules) == 1:
            return False
        loose = [letter for letter in rest if letter not in fours(rest) | set("BR")]
        jokers = rest.count("B") + rest.count("R")
        return bool(loose) or jokers not in (0, 2 * view.rules.packs)
    if name == "breaks_bomb":
        threes = play is not None and play.kind.startswith(("trio", "airplane", "quad"))
        return threes and bool((fours(hand) & set(cards(play))) - fours(rest))
    if name == "high_cards":
        if set(rest) - set(HIGH) or not set(hand) - set(HIGH):
            return False
        return not fours(rest) and not rocket(rest, view) and count(rest, view.rules) > 1
    if play is None or not partners_trick(view) or set(cards(view.to_beat)) & set("JQKA2BR"):
        return False
    return count(rest, view.rules) > 1


def avoids(name: str, view: View, play: Play | None, other: Play | None) -> bool:
    """Whether *other* does without what is wrong with *play*."""
    if name == "strength":
        after, instead = left(view, play), left(view, other)
        return other is not None and plays_of(instead, view.rules) < plays_of(after, view.rules)
    if name == "bomb_lead":
        return other is not None and other.kind not in ("bomb", "rocket")
    if name == "breaks_bomb":
        kept = fours(left(view, other)) | (fours(cards(other)) if _is_bomb(other) else set())
        return fours(ranks_text(view.hand)) <= kept
    if name == "high_cards":
        return bool(set(left(view, other)) - set(HIGH))
    return other is None


def _is_bomb(play: Play | None) -> bool:
    return play is not None and play.kind == "bomb"


def sampled(
    view: View, plays: Sequence[Play | None], *, worlds: int = WORLDS, seed: str = "oracle"
) -> Comparison:
    """*plays* in worlds of the oracle's own."""
    rng = random.Random(seed)
    if sum(view.counts) <= FEW:
        return compare_solved(view, plays, rng, worlds=worlds)
    return compare(view, plays, rng, worlds=worlds)


def clearly_loses(gap: float, error: float) -> bool:
    """Whether a difference of win chances is beyond doubt."""
    return gap >= CLEAR and gap > ERRORS * error
