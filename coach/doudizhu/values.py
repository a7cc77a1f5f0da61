"""What a whole position is worth to every seat: the mean of its points when played on by the CPUs.

From a position, all hands as they are, the deal is played on many times by the rules of thumb of
the standard player with a little noise; a value is the mean of the points (R19 to R22) of these
games.  While the auction goes on it is talked out as the standard player bids, and the kitty
counts as drawn: three cards chosen among all that the landlord did not hold at first, those taken
from another hand replaced by cards of the real kitty.  An auction that all pass is worth nothing
to anybody: the next deal is as good for all.

A value is measured with all hands open.  It says what a position came to, never what a seat should
have known; grades are made elsewhere, from views.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.cards import NO_CARDS, Counts, add, subtract
from engine.doudizhu import game
from engine.doudizhu.chances import NOISE
from engine.doudizhu.cpu import standard
from engine.doudizhu.samples import Outcome, Stop, never, outcomes
from engine.doudizhu.state import State


@dataclass(frozen=True, slots=True)
class Value:
    """What a position is worth."""

    points: tuple[float, ...]
    """For every seat the mean of its points; they sum to zero as points do."""
    errors: tuple[float, ...]
    """For every seat the standard error of the mean."""
    landlord: float | None
    """Share of the games that the landlord won; None before there is one."""


def nothing(seats: int) -> Value:
    """The value before the cards are dealt: all *seats* are alike, who bids first is dealt too."""
    return Value((0.0,) * seats, (0.0,) * seats, None)


def value(state: State, games: int, seed: int | str, *, stop: Stop = never) -> Value | None:
    """What *state* is worth, from so many *games*; None when *stop* ended it early.

    The mean of a power of two of games needs no rounding: differences of such values add up.
    """
    if state.phase == "over":
        payoffs = tuple(map(float, game.payoffs(state)))
        won = float(game.winner(state) == "landlord")
        return Value(payoffs, (0.0,) * len(payoffs), won)
    if state.phase != "bid":
        return _mean([_talked(state)] * games, seed, stop)
    known = _with_landlord(state)
    if known is None:
        return nothing(state.rules.seats)
    found = value_face_down(known, games, seed, stop=stop)
    return None if found is None else replace(found, landlord=None)


def value_face_down(
    state: State, games: int, seed: int | str, *, stop: Stop = never
) -> Value | None:
    """What *state*, whose landlord has just taken the kitty, was worth while it lay face down.

    The kitty is drawn anew for each game.  None when *stop* ended it early.
    """
    rng = random.Random(f"kitty {seed}")
    return _mean([_talked(_redrawn(state, rng)) for _ in range(games)], seed, stop)


def _with_landlord(state: State) -> State | None:
    """*state* when the auction has been talked out; None when all passed and it is dealt again."""
    deals = state.deals_before
    while state.phase == "bid":
        state = _said(state)
        if state.deals_before != deals:
            return None
    return state


def _talked(state: State) -> State:
    """*state* when all have said whether they double."""
    while state.phase == "double":
        state = _said(state)
    return state


def _said(state: State) -> State:
    return game.apply(state, standard(game.view(state, state.turn), random.Random(0)))


def _redrawn(state: State, rng: random.Random) -> State:
    """*state* with a kitty drawn among all cards that the landlord did not hold at first.

    Who loses a card to it is given one of the real kitty instead.
    """
    landlord = state.landlord
    assert landlord is not None
    there: list[tuple[int, int]] = [(landlord, rank) for rank in _each(state.kitty)]
    there += [
        (seat, rank)
        for seat, hand in enumerate(state.hands)
        if seat != landlord
        for rank in _each(hand)
    ]
    chosen = rng.sample(range(len(there)), sum(state.kitty))
    back = [rank for place, (_, rank) in enumerate(there[: len(chosen)]) if place not in chosen]
    rng.shuffle(back)
    hands = list(state.hands)
    hands[landlord] = subtract(hands[landlord], state.kitty)
    kitty = NO_CARDS
    for place in chosen:
        seat, rank = there[place]
        kitty = add(kitty, _one(rank))
        if seat != landlord:
            hands[seat] = add(subtract(hands[seat], _one(rank)), _one(back.pop()))
    hands[landlord] = add(hands[landlord], kitty)
    return replace(state, hands=tuple(hands), kitty=kitty)


def _each(cards: Counts) -> list[int]:
    return [rank for rank, count in enumerate(cards) for _ in range(count)]


def _one(rank: int) -> Counts:
    return tuple(int(other == rank) for other in range(len(NO_CARDS)))


def _mean(states: Sequence[State], seed: int | str, stop: Stop) -> Value | None:
    """The value of *states* together, which differ in hands and doubling at the most."""
    seen = game.view(states[0], states[0].turn)
    hands = [state.hands for state in states]
    number = random.Random(f"games {seed}").randrange(1 << 30)
    played = outcomes(seen, (), hands, seed=number, noise=NOISE, stop=stop)
    if len(played) < len(states):
        return None
    # games that came to the same are counted together
    talks = {state.doubles: state for state in states}
    ends = Counter((state.doubles, end) for state, (end,) in zip(states, played, strict=True))
    counted = [(number, _points(talks[doubles], end)) for (doubles, end), number in ends.items()]
    games = len(played)
    means, errors = [], []
    for seat in range(seen.rules.seats):
        mean = sum(number * of_seats[seat] for number, of_seats in counted) / games
        spread = sum(number * (of_seats[seat] - mean) ** 2 for number, of_seats in counted)
        means.append(mean)
        errors.append(math.sqrt(spread / (games - 1) / games))
    landlord = sum(end.landlord for (end,) in played) / games
    return Value(tuple(means), tuple(errors), landlord)


def _points(state: State, end: Outcome) -> tuple[int, ...]:
    """The points by seat when *state* is played on to *end*."""
    assert state.landlord is not None
    made = state.plays_made[state.landlord]
    return game.points(
        state.rules,
        landlord=state.landlord,
        base=state.base,
        winner="landlord" if end.landlord else "peasants",
        doublings=state.doublings + end.bombs,
        landlord_plays=made + end.landlord_plays,
        peasant_plays=sum(state.plays_made) - made + end.peasant_plays,
        doubled=game.doubled_seats(state),
        redoubled="redouble" in state.doubles,
    )
