"""Win chances: weights, errors counted by hand, the correction, endings solved in every world."""

from __future__ import annotations

import math
import random
import statistics
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

import pytest

from engine.doudizhu import game
from engine.doudizhu.chances import (
    KNOTS,
    Comparison,
    compare,
    compare_solved,
    corrected,
    likely_worlds,
    progress_of,
    tempered,
)
from engine.doudizhu.plays import parse_play
from engine.doudizhu.position import parse_view
from tests import oracle_endgame
from tests.oracle_split import LETTERS, Table
from tests.test_endgame import positions, state_of
from tests.test_samples import in_play

pytestmark = pytest.mark.usefixtures("compiled")


def comparison(won: list[tuple[bool, ...]], sources: list[int] | None = None) -> Comparison:
    return Comparison(
        options=tuple(parse_play(text) for text in ("3", "4", "5")[: len(won[0])]),
        won=tuple(won),
        sources=tuple(range(len(won)) if sources is None else sources),
        progress=1.0,
        landlord=True,
        wanted=len(won),
    )


# ---- weights ----


def test_weights_follow_the_likelihoods_while_they_are_worth_enough() -> None:
    assert tempered([0.0, math.log(2), math.log(5)], 1.0) == pytest.approx([1 / 8, 2 / 8, 5 / 8])


def test_weights_worth_too_little_are_evened_out_until_they_are_worth_it() -> None:
    weights = tempered([0.0, -1.0, -50.0, -60.0], 3.0)
    assert sum(weights) == pytest.approx(1.0)
    assert 1 / sum(weight**2 for weight in weights) == pytest.approx(3.0, rel=1e-3)
    assert weights == sorted(weights, reverse=True)


def test_worlds_are_drawn_as_often_as_their_weights_say() -> None:
    """Seat 1 passed on 9 and hardly holds the ace: in most of the worlds drawn seat 2 has it."""
    state = game.start("", position="ddz 69T/4A5/3J7 - 0@1 0 - 0 0")
    for text in ("9", "pass", "J", "pass", "pass"):
        state = game.apply(state, game.parse_action(state, text))
    view = game.view(state, 0)
    drawn = likely_worlds(view, 200, random.Random(1))
    assert len(drawn) == 200
    with_one = sum(world[1][11] for _, world in drawn)
    assert with_one < 90  # three of five cards are seat 1's: evenly it would be 120


# ---- errors ----


def test_share_and_error_by_hand() -> None:
    """Three of four worlds won: .75, and the root of .75 * .25 / 3."""
    found = comparison([(True,), (True,), (False,), (True,)])
    assert found.raw(0) == 0.75
    assert found.error_of([1.0, 1.0, 0.0, 1.0]) == pytest.approx(math.sqrt(0.75 * 0.25 / 3))


def test_a_world_drawn_twice_counts_as_one() -> None:
    """Two worlds, each twice, one won: the error is that of two worlds, not of four."""
    twice = comparison([(True,), (True,), (False,), (False,)], [0, 0, 1, 1])
    assert twice.error_of([1.0, 1.0, 0.0, 0.0]) == pytest.approx(math.sqrt(0.5 * 0.5 / 1))


def test_a_difference_is_surer_than_its_parts_when_worlds_are_shared() -> None:
    """The second play wins wherever the first does and in one world more."""
    found = comparison([(i % 2 == 0, i % 2 == 0 or i == 1) for i in range(20)])
    value, error = found.difference(1, 0)
    assert value > 0
    assert error < found.error(0)
    assert found.difference(0, 1)[0] == pytest.approx(-value)


def test_plays_within_two_errors_of_the_best_are_close_to_it() -> None:
    worlds = [(True, i < 19, i < 4) for i in range(20)]
    found = comparison(worlds)
    assert [str(play) for play in found.close_to_best()] == ["3", "4"]


def test_the_error_is_as_large_as_other_worlds_say() -> None:
    """The spread of a chance over forty seeds against the error each of them claims."""
    state = in_play(5, 12)
    view = game.view(state, state.turn)
    options = [play for play in game.legal(state) if play is not None][:1]
    found = [compare(view, options, random.Random(seed)) for seed in range(40)]  # type: ignore[arg-type]
    spread = statistics.stdev(each.chance(0) for each in found)
    claimed = statistics.mean(each.error(0) for each in found)
    assert 0.6 < spread / claimed < 1.5


# ---- the correction ----


@pytest.mark.parametrize("landlord", [True, False])
def test_a_larger_share_is_never_a_smaller_chance(landlord: bool) -> None:
    for progress in (0.0, 0.2, 1 / 3, 0.5, 2 / 3, 0.9, 1.0):
        chances = [corrected(p / 100, progress, landlord=landlord) for p in range(101)]
        assert chances == sorted(chances)
        assert 0 < chances[0] < chances[-1] < 1


def test_the_correction_changes_without_a_jump_through_the_deal() -> None:
    for knot in KNOTS[1:-1]:
        below, above = (corrected(0.7, knot + e, landlord=True) for e in (-1e-6, 1e-6))
        assert below == pytest.approx(above, abs=1e-4)


def test_progress_is_the_share_of_cards_on_the_table() -> None:
    assert progress_of(parse_view("ddz ?9/99JJQ2/?3 - 0@1 1 - 0 0 unseen=556678934TTK")) == (
        pytest.approx(1 - 18 / 54)
    )


# ---- endings ----


def test_solved_endings_are_the_shares_of_deals_the_brute_force_wins() -> None:
    """Of all ways to deal the unseen cards, equal ranks told apart by their suits."""
    checked = 0
    for position in positions(30, "solved shares", Table(), cards=8):
        hands, landlord, turn, on, leader = position
        state = state_of(position, "classic")
        first, second = (seat for seat in range(3) if seat != turn)
        pool = hands[first] + hands[second]
        won: Counter[str] = Counter()
        deals = list(combinations(range(len(pool)), len(hands[first])))
        for places in deals:
            mine = _cards(pool[place] for place in places)
            rest = _cards(card for place, card in enumerate(pool) if place not in places)
            known = {turn: hands[turn], first: mine, second: rest}
            world = (known[0], known[1], known[2])
            won.update(oracle_endgame.winning_plays(world, landlord, turn, on, leader, Table()))
        options = list(game.legal(state))
        view = game.view(state, turn)
        found = compare_solved(view, options, random.Random(1), worlds=4000)  # type: ignore[arg-type]
        for place, play in enumerate(options):
            expected = won[game.action_text(play)] / len(deals)
            assert found.raw(place) == pytest.approx(expected, abs=0.01)
            checked += 1
    assert checked > 60


def _cards(cards: Iterable[str]) -> str:
    return "".join(sorted(cards, key=LETTERS.index))


def test_of_all_worlds_one_that_alone_counts_is_no_guess() -> None:
    """Two worlds: what is out is a 4 and an 8, and each other seat holds one of them."""
    view = parse_view("ddz 3/?1/?1 - 0@1 0 - 0 0 unseen=48 plays=9,9,9")
    found = compare_solved(view, (), random.Random(1), worlds=20)
    assert found.every
    alone = replace(found, won=((False,),) * 20, sources=(0,) * 20)
    assert (alone.raw(0), alone.error(0)) == (0.0, 0.0)
    drawn = replace(alone, every=False)
    assert drawn.error(0) == 0.5
    assert replace(alone, won=((False,),), sources=(0,)).error(0) == 0.5  # broken off
