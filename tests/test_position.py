"""Positions and views as one line of text: what is written reads back, faults are named."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import example, given, strategies as st

from engine import deal_code
from engine.cards import AmbiguousPlayError, NotationError, parse_ranks
from engine.doudizhu import game
from engine.doudizhu.position import parse_position, parse_view, position_text, view_text
from engine.doudizhu.rules import PLAYING_PRESETS, PRESETS

PUZZLE = "ddz 5566789/99JJQ2/TTK2 - 0@3 1 0:33 0 1"
VIEW = "ddz ?7/99JJQ2/?4 - 0@3 1 0:33 0 1 unseen=5566789TTK2"


def test_the_example_of_a_position_is_read_field_by_field() -> None:
    state = parse_position(PUZZLE)
    assert state.hands == tuple(map(parse_ranks, ("5566789", "99JJQ2", "TTK2")))
    assert (state.landlord, state.base, state.turn, state.leader) == (0, 3, 1, 0)
    assert str(state.to_beat) == "33"
    assert (state.passes, state.doublings, state.phase) == (0, 1, "play")
    assert position_text(state) == PUZZLE


def test_the_example_of_a_view_is_read() -> None:
    view = parse_view(VIEW)
    assert view.seat == 1
    assert view.counts == (7, 6, 4)
    assert view.unseen == parse_ranks("5566789TTK2")
    assert view_text(view) == VIEW
    assert game.view(parse_position(PUZZLE), 1) == view


def test_two_hands_are_the_puzzle_form_where_one_pass_ends_a_trick() -> None:
    state = parse_position("ddz 35/44 - 0@1 0 - 0 0")
    for word in ("3", "pass"):
        state = game.apply(state, game.parse_action(state, word))
    assert state.to_beat is None
    assert game.turn(state) == 0
    assert position_text(parse_position("ddz 35/44 - 0@1 0 - 0 0")) == "ddz 35/44 - 0@1 0 - 0 0"


def test_four_hands_are_the_four_player_game() -> None:
    assert parse_position("ddz 3/4/5/6 - 0@1 0 - 0 0").rules is PRESETS["four-player"]


def test_a_position_while_bidding_has_the_kitty_and_the_bids() -> None:
    line = "ddz 3334/5556/7778 4KA - 1 - 0 0 first=0 bids=pass"
    state = parse_position(line)
    assert (state.phase, state.turn, state.bids) == ("bid", 1, (None,))
    assert position_text(state) == line


@pytest.mark.parametrize("name", PLAYING_PRESETS)
def test_every_position_of_a_random_game_reads_back(name: str) -> None:
    rules = PRESETS[name]
    rng = random.Random(name)
    for seed in range(20):
        code = deal_code.encode(deal_code.draw(seed, players=rules.seats))
        state = game.deal(rules, code)
        while True:
            line = position_text(state)
            assert parse_position(line) == replace(state, code="", history=()), line
            for seat in range(rules.seats):
                view = game.view(state, seat)
                assert parse_view(view_text(view)) == replace(view, history=()), view_text(view)
            if game.is_over(state):
                break
            state = game.apply(state, rng.choice(game.legal(state)))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "has 0 fields; expected 8: game hands kitty"),
        ("daifugo 3/4/5 - 0@1 0 - 0 0", "cannot read 'daifugo' as game; expected ddz"),
        ("ddz 3/x/5 - 0@1 0 - 0 0", "hands: cannot read 'x'"),
        ("ddz 3/4/5 - 3@1 0 - 0 0", "cannot read '3' as landlord; expected a number from 0 to 2"),
        ("ddz 3/4/5 - 0@0 0 - 0 0", "cannot read '0' as base"),
        ("ddz 3/4/5 - 0@1 7 - 0 0", "cannot read '7' as turn"),
        ("ddz 3/4/5 - 0@1 1 0:33 2 0", "cannot read '2' as passes"),
        ("ddz 3/4/5 - 0@1 2 0:33 0 0", "cannot read '2' as turn; expected 1"),
        ("ddz 3/4/5 - 0@1 0 - 1 0", "cannot read '1' as passes; expected 0 for a lead"),
        ("ddz 3/4/5 - 0@1 1 0:34 0 0", "'34' is no play"),
        ("ddz 33334/3/5 - 0@1 0 - 0 0", "cannot read '33333' as hands; expected no more"),
        ("ddz 333/3/5 - 0@1 1 0:3 0 0", "cannot read '33333' as hands; expected no more"),
        ("ddz -/-/5 - 0@1 0 - 0 0", "at most one empty hand"),
        ("ddz 3/4/5 - 0@1 0 - 0 0 colour=red", "cannot read 'colour=red' as key"),
        ("ddz 3/4/5 - 0@1 0 - 0 0 plays=1,2", "cannot read '1,2' as plays; expected 3 numbers"),
        ("ddz 3/4/5 - 0@1 0 - 0 0 rules=poker", "unknown rules 'poker'"),
        ("ddz 3/4/5/6/7 - 0@1 0 - 0 0", "cannot read '5 hands' as hands; expected 3"),
        ("ddz 3/4/5 6 - 1 - 0 0 first=0", "cannot read '1' as turn; expected 0, who bids next"),
        (
            "ddz 3/4/5 6 - 1 - 0 0 first=0 bids=3",
            "cannot read '-' as landlord@base; expected LANDLORD@BASE: the bids end the auction",
        ),
        ("ddz 3/4/5 6 - 2 - 0 0 bids=2,1", "cannot read '2,1' as bids"),
        ("ddz ?1/4/5 - 0@1 0 - 0 0", "cannot read"),
        (VIEW, "cannot read '5566789TTK2' as unseen"),
    ],
)
def test_a_faulty_position_names_the_field(line: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_position(line)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (PUZZLE, "one open hand and ?N for the others"),
        ("ddz ?7/99JJQ2/?4 - 0@3 1 0:33 0 1 unseen=55", "cannot read '55' as unseen; expected 11"),
        ("ddz ?x/9/?4 - 0@3 1 0:33 0 1", "cannot read 'x' as hands"),
        ("ddz ?1/9/?1 345 - 0 - 0 0 unseen=34567", "cannot read '345' as kitty; expected ?3"),
        (
            "ddz ?1/9/?1 ?3 - 0 - 0 0 unseen=34567",
            "cannot read '?1/9/?1' as hands; expected 17 cards a hand in the auction",
        ),
        # 41 cards are gone: ten bombs, the rocket and three robs
        (
            "ddz ?4/359/?6 - 0@3 1 - 0 15 unseen=4466778899",
            "cannot read '15' as doublings; expected at most 14",
        ),
        (
            "ddz ?4/359/?6 - 0@3 1 - 0 0 unseen=4466778899 shown=22",
            "cannot read '22' as shown; expected 3 cards",
        ),
        (
            "ddz ?4/2259/?5 - 0@3 1 - 0 0 unseen=466778899 shown=222",
            "cannot read '22222' as hands; expected no more than the deck has",
        ),
    ],
)
def test_a_faulty_view_names_the_field(line: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_view(line)
    assert message in str(caught.value)


PIECES = [*PUZZLE.split(), *VIEW.split(), "-", "?17", "bids=pass,1", "first=9", "x", "0:BR", "/"]
LINES = st.lists(st.sampled_from(PIECES) | st.text(max_size=6), max_size=12).map(" ".join)


@given(LINES)
@example("ddz " + "?3/" * 2 + "3 - 0@1 0 - 0 0 unseen=345678")
def test_any_line_is_a_position_or_one_of_the_errors(line: str) -> None:
    for parse in (parse_position, parse_view):
        try:
            parse(line)
        except (NotationError, AmbiguousPlayError):
            continue
