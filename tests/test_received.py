"""What comes from a browser may be anything: it is understood, or nothing happens."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from coach.store import SavedGame
from coach.ui.table.data import table_data
from coach.ui.table.received import action_of, concerns, question_of, step_of
from coach.ui.table.replay import PERSON, Position, game_of, positions, with_action
from engine.cards import DECK
from engine.deal_code import Deal, encode
from engine.doudizhu.plays import parse_play

CODE = encode(Deal((DECK[:17], DECK[17:34], DECK[34:51]), DECK[51:], 0))
"""The person holds all 3s to 6s and a 7; the kitty is a 2 and both jokers."""


def after(*words: int | str | None, rules: str = "classic") -> Position:
    """The position after these words."""
    game = game_of(CODE, rules)
    for word in words:
        game = with_action(game, word)
    return positions(game)[-1]


LEAD = after(3)
SEATS = (after(), LEAD, after("call", "rob", None, rules="rob"), after(1, 2, None, rules="folk"))


def test_a_bid_a_word_a_pass_and_a_play_are_understood() -> None:
    assert action_of({"say": "2"}, after()) == (2, ())
    assert action_of({"say": "pass"}, after()) == (None, ())
    assert action_of({"say": "call"}, after(rules="rob")) == ("call", ())
    cards = ["3d", "3h"]
    assert action_of({"cards": cards}, LEAD) == (parse_play("33"), ("3d", "3h"))


@pytest.mark.parametrize(
    "said",
    [
        None,
        [],
        "pass",
        7,
        {},
        {"say": None},
        {"say": 3},
        {"say": True},
        {"say": ["pass"]},
        {"say": "3"},
        {"say": "33"},
        {"say": "double"},
        {"say": "x" * 1_000_000},
        {"say": "pass"},
        {"cards": None},
        {"cards": []},
        {"cards": "3d3h"},
        {"cards": {"3d": "3h"}},
        {"cards": ["3d", "3d"]},
        {"cards": ["3d", "4d"]},
        {"cards": ["3d", 3]},
        {"cards": [["3d"]]},
        {"cards": ["7d"]},
        {"cards": ["9c"]},
        {"cards": ["zz"]},
        {"cards": ["3d"] * 100_000},
    ],
)
def test_what_is_not_allowed_to_the_leader_is_nothing(said: object) -> None:
    assert action_of(said, LEAD) is None


def test_a_bid_too_low_and_an_action_out_of_turn_are_nothing() -> None:
    outbid = after(1, 2)
    assert outbid.state.turn != PERSON
    assert action_of({"say": "3"}, outbid) is None
    again = after(1, 2, None, rules="folk")
    assert action_of({"say": "2"}, again) is None
    assert action_of({"say": "3"}, again) == (3, ())


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({"at": 3, "say": "forward", "to": 4}, 4),
        ({"at": 3, "say": "forward", "to": 6}, 6),  # pressed again before 4 was shown
        ({"to": -1}, 0),
        ({"to": 99}, 20),
        ({"to": True}, None),
        ({"to": "4"}, None),
        ({"at": 3, "say": "from_here"}, None),
        (None, None),
    ],
)
def test_a_step_through_a_deal_says_where_it_leads(said: object, expected: int | None) -> None:
    assert step_of(said, 20) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({"at": 4}, True),
        ({"at": 3}, False),
        ({"at": "4"}, False),
        ({"at": 4.0}, False),
        ({"at": True}, False),
        ({"at": [4]}, False),
        ({}, False),
        (None, False),
        ([4], False),
    ],
)
def test_only_a_message_about_the_present_position_counts(said: object, expected: bool) -> None:
    assert concerns(said, 4) == expected


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("34", "34"),
        ("43", "34"),
        ("33", "33"),
        ("", None),
        ("9", None),
        ("33333", None),
        ("x", None),
        ("3" * 100_000, None),
        (34, None),
        (None, None),
        (["3"], None),
    ],
)
def test_a_question_is_about_ranks_of_the_hand(key: object, expected: str | None) -> None:
    assert question_of({"key": key}, LEAD) == expected


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(DECK),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
MESSAGES = JSON | st.fixed_dictionaries(
    {}, optional={name: JSON | st.lists(st.sampled_from(DECK)) for name in ("say", "cards", "key")}
)


@given(MESSAGES, st.sampled_from(SEATS))
def test_anything_at_all_is_answered_or_ignored(said: object, position: Position) -> None:
    wanted = action_of(said, position)
    if wanted is not None:
        game = game_of(CODE, position.state.rules.name)
        for one in position.said:
            game = with_action(game, one.action, one.cards)
        assert positions(with_action(game, *wanted))
    concerns(said, 0)
    question = question_of(said, position)
    if question is not None:
        game = SavedGame({**game_of(CODE, "classic"), "actions": [("3", [])]})
        table_data(game, "en", question=question)
