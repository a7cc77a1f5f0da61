"""The CPU levels ``novice`` (chance alone) and ``standard`` (rules of thumb, without chance).

A play is scored by the fewest plays left after it (ten points each) and by what it gives away:
high cards, bombs, the partner's trick, a way out for an enemy with few cards.  The weights are
those of the project's study of players (its "base greedy").
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable

from engine.cards import BIG_JOKER, RANKS, SMALL_JOKER, Counts, subtract
from engine.doudizhu.auction import CALL, ROB, Auction, auction
from engine.doudizhu.game import legal_in
from engine.doudizhu.kernel import fewest
from engine.doudizhu.plays import Play, following, plays
from engine.doudizhu.state import Action, View

QUEEN = RANKS.index("Q")
ACE = RANKS.index("A")
TWO = RANKS.index("2")
FEW = 3
"""An enemy with so few cards must be stopped."""


Habit = Callable[[View, "Play | None"], float]
"""Points that a habit adds to the score of a play."""


def novice(view: View, rng: random.Random) -> Action:
    """Any legal action, each equally likely; bids and doubles too."""
    return rng.choice(legal_in(view))


def standard(view: View, rng: random.Random) -> Action:
    """What the standard player does; needs no chance, takes *rng* as every player does."""
    return with_habit(view, lambda view, play: 0.0)


def with_habit(view: View, habit: Habit) -> Action:
    """What the standard player does who has this habit in his plays."""
    if view.phase == "bid":
        return _bid(view)
    if view.phase == "double":
        return _double(view)
    options = candidates(view)
    if len(options) == 1:
        return options[0]
    return max(options, key=lambda play: score(view, play) + habit(view, play))


def score(view: View, play: Play | None) -> float:
    """How good *play* (None is a pass) looks; ten points are one play of the own hand."""
    if play is None:
        return -10.0 * fewest(view.hand, view.rules) + (14 if trick_is_partners(view) else 0)
    rest = subtract(view.hand, play.counts)
    if not any(rest):
        return 10_000.0
    left = fewest(rest, view.rules)
    value = -10.0 * left
    value += _leading(view, play) if view.to_beat is None else _following(view, play)
    if play.is_bomb and left > 1:
        value -= 18 if view.to_beat is None else 12  # a bomb is kept for the decisive moment
    return value


def _leading(view: View, play: Play) -> float:
    value = 0.3 * play.size - 0.35 * play.start
    enemy = _fewest_enemy_cards(view)
    if (play.kind, enemy) in (("solo", 1), ("pair", 2)):
        value -= 12 - 0.9 * play.start  # he goes out on a low one
    return value


def _following(view: View, play: Play) -> float:
    value = -0.25 * play.start
    if play.kind == "solo" and play.start >= TWO:
        value -= 2
    if trick_is_partners(view):
        return value - 2 - (8 if play.start >= QUEEN else 0)
    enemy = _fewest_enemy_cards(view)
    value += 1 + (6 if enemy <= FEW else 0) + (3 if enemy <= FEW + 2 else 0)
    if play.is_bomb and enemy <= FEW:
        value += 8
    return value


def trick_is_partners(view: View) -> bool:
    """Whether the play to beat is another peasant's, seen from a peasant."""
    return view.leader is not None and view.landlord not in (view.leader, view.seat)


def _fewest_enemy_cards(view: View) -> int:
    if view.seat != view.landlord:
        assert view.landlord is not None
        return view.counts[view.landlord]
    return min(count for seat, count in enumerate(view.counts) if seat != view.seat)


# ---- what is looked at ----


def candidates(view: View) -> list[Play | None]:
    """The legal plays with one set of kickers for each body, and a pass where it is allowed."""
    if view.to_beat is None:
        return [*_natural_kickers(plays(view.hand, view.rules), view.hand)]
    return [None, *_natural_kickers(following(view.hand, view.to_beat, view.rules), view.hand)]


def _natural_kickers(found: Iterable[Play], hand: Counts) -> list[Play]:
    """For each body the kickers that break least: whole ranks first, then low ones."""
    best: dict[tuple[str, int, int, int], tuple[tuple[int, int], Play]] = {}
    for play in found:
        broken = sum(hand[rank] - play.counts[rank] for rank in set(play.kickers))
        cost = (broken, sum(play.kickers))
        body = (play.kind, play.start, play.length, play.width)
        if body not in best or cost < best[body][0]:
            best[body] = (cost, play)
    return [play for _, play in best.values()]


# ---- bidding ----

CALLS = ((-1.0, 1), (0.0, 2), (2.5, 3))
"""Least ``strength`` for each bid: about .55, .58 and .67 of deals won as landlord."""
DOUBLE = 1.5
"""Least ``strength`` of a peasant who doubles: .59 of 78 deals won against standard landlords."""
REDOUBLE = 4.5
"""Least ``strength`` of a landlord's twenty cards to answer a double: .83 of 975 deals won."""


def strength(view: View) -> float:
    """How good the hand is for a landlord, in plays: high cards against the fewest plays.

    Fitted to 6,000 deals between three standard players, the landlord drawn: the chance to win as
    landlord is about 1 / (1 + exp(-.34 - .15 strength)).
    """
    hand = view.hand
    jokers = 6 * hand[BIG_JOKER] + 5 * hand[SMALL_JOKER]
    return jokers + hand[TWO] + 0.5 * hand[ACE] - fewest(hand, view.rules)


def _bid(view: View) -> Action:
    good = strength(view)
    least = _least_strengths(auction(view.rules, view.first, view.bids))
    said = [bid for bid, wanted in least.items() if good >= wanted]
    return said[-1] if said else None


def strengths_told(view: View) -> tuple[tuple[float, float], ...]:
    """For every seat between which strengths of its hand the standard player bids as it did.

    Without an auction, and for seats that were not asked, all of them; also from a bid upwards
    where it may bid again.
    """
    told = [(-math.inf, math.inf)] * view.rules.seats
    for place, bid in enumerate(view.bids):
        standing = auction(view.rules, view.first, view.bids[:place])
        if standing.turn is None:
            break
        low, high = told[standing.turn]
        least = _least_strengths(standing)
        if bid is None:
            high = min(high, min(least.values()))
        else:
            low = max(low, least[bid])
            if view.rules.auction == "points":
                higher = [value for value in least.values() if value > least[bid]]
                high = min([high, *higher])
        told[standing.turn] = (low, high)
    return tuple(told)


def _least_strengths(standing: Auction) -> dict[int | str, float]:
    """The least strength for each thing but a pass that may be said now, from low to high."""
    if standing.choices[1] == CALL:
        return {CALL: CALLS[0][0]}
    if standing.choices[1] == ROB:
        return {ROB: CALLS[1][0]}  # a rob doubles the stake
    return {points: good for good, points in CALLS if points in standing.choices}


def _double(view: View) -> Action:
    if view.seat == view.landlord:
        return "redouble" if strength(view) >= REDOUBLE else None
    return "double" if strength(view) >= DOUBLE else None
