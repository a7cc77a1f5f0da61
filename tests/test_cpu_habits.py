"""CPUs with one human fault: where it shows, the standard player does otherwise."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine import deal_code
from engine.doudizhu import game
from engine.doudizhu.cpu_habits import HABITS
from engine.doudizhu.position import action_text, parse_view
from engine.doudizhu.rules import PRESETS
from engine.doudizhu.state import View
from engine.players import LEVELS

FOLLOWING_A_NINE = "ddz ?5/4QR/?5 - 0@1 1 0:9 0 0 unseen=3344556677"
"""Seat 1, a peasant, on the landlord's nine; nothing above a seven is unseen."""


def choice(level: str, view: View) -> str:
    return action_text(LEVELS[level](view, random.Random(0)))


@pytest.mark.parametrize(
    ("level", "view", "usual", "fault"),
    [
        # the ten keeps the bomb; a nine breaks it
        (
            "breaks-bombs",
            "ddz ?8/34579999TJ/?8 - 0@1 1 0:8 0 0 unseen=3344QQQKKKAAA222",
            "T",
            "9",
        ),
        (
            "opens-with-bombs",
            "ddz ?9/999934567/?9 - 1@1 1 - 0 0 unseen=334455JJQQKKAA22TT",
            None,
            "9999",
        ),
        ("hoards-twos", "ddz ?2/4Q2/?9 - 0@1 1 0:A 0 0 unseen=33445566778", "2", "pass"),
        ("beats-partner", "ddz ?9/46K/?9 - 2@1 1 0:Q 0 0 unseen=334455667788999TTT", "pass", "K"),
        ("forgets-cards", FOLLOWING_A_NINE, "Q", "R"),
    ],
)
def test_the_fault_shows_where_the_standard_player_knows_better(
    level: str, view: str, usual: str | None, fault: str
) -> None:
    seen = parse_view(view)
    assert choice(level, seen) == fault
    if usual is not None:
        assert choice("standard", seen) == usual
    assert choice("standard", seen) != fault


def test_who_forgets_plays_alike_whatever_was_played() -> None:
    """The same cards in hand and on the table, all high cards still unseen."""
    fresh = parse_view(FOLLOWING_A_NINE.replace("3344556677", "KKAA22B456"))
    assert choice("forgets-cards", fresh) == choice("forgets-cards", parse_view(FOLLOWING_A_NINE))


@pytest.mark.parametrize("level", HABITS)
def test_bids_and_doubles_are_those_of_the_standard_player(level: str) -> None:
    for seed in range(20):
        state = game.deal(PRESETS["competition"], deal_code.encode(deal_code.draw(seed, first=0)))
        while state.phase in ("bid", "double"):
            view = game.view(state, state.turn)
            action = LEVELS["standard"](view, random.Random(0))
            assert LEVELS[level](view, random.Random(0)) == action
            state = game.apply(state, action)


@pytest.mark.parametrize("level", HABITS)
def test_the_fault_shows_now_and_then_and_not_always(level: str) -> None:
    """Over the turns with a choice of deals among standard players."""
    other = turns = 0
    for seed in range(40):
        state = game.deal(PRESETS["classic"], deal_code.encode(deal_code.draw(seed)))
        state = replace(state, deals_before=0)
        while not game.is_over(state):
            view = game.view(state, state.turn)
            action = LEVELS["standard"](view, random.Random(0))
            if state.phase == "play" and len(game.legal(state)) > 1:
                turns += 1
                other += LEVELS[level](view, random.Random(0)) != action
            state = game.apply(state, action)
    assert 0.003 * turns < other < 0.5 * turns, (other, turns)
