"""The standard CPU: fewest plays, bombs held back, the partner spared, enemies blocked."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine import deal_code
from engine.cards import parse_ranks, subtract
from engine.doudizhu import game
from engine.doudizhu.cpu import standard
from engine.doudizhu.plays import parse_play
from engine.doudizhu.rules import PLAYING_PRESETS, PRESETS
from engine.doudizhu.search import fewest
from engine.doudizhu.state import State
from engine.players import LEVELS


def position(*hands: str, turn: int, landlord: int = 0, on: str = "") -> State:
    """Open hands with *turn* to act, on ``seat:play`` where something is to beat."""
    passes = (turn - int(on[0]) - 1) % len(hands) if on else 0
    line = f"ddz {'/'.join(hands)} - {landlord}@1 {turn} {on or '-'} {passes} 0 plays=1,1,1"
    return game.start("", position=line)


def choice(state: State) -> str:
    action = standard(game.view(state, state.turn), random.Random(0))
    assert action in game.legal(state)
    return game.action_text(action)


def test_it_goes_out_when_it_can() -> None:
    assert choice(position("34567", "33445", "66778", turn=0)) == "34567"
    assert choice(position("99", "33445", "66778", turn=0, on="1:88")) == "99"


def test_it_leads_a_play_that_leaves_the_fewest() -> None:
    state = position("345678899", "TTJJQQ22", "KKKAAA33", turn=0)
    play = parse_play(choice(state))
    rest = subtract(state.hands[0], play.counts)
    assert fewest(rest, state.rules) == fewest(state.hands[0], state.rules) - 1


def test_a_peasant_does_not_beat_his_partner() -> None:
    assert choice(position("3456789TJ", "34", "5K9", turn=2, on="1:Q")) == "pass"


def test_a_peasant_beats_his_partner_to_go_out() -> None:
    assert choice(position("3456789TJ", "34", "K", turn=2, on="1:Q")) == "K"


def test_a_bomb_is_held_back_while_nobody_is_near_the_end() -> None:
    state = position("333357899JK2", "4456778899TTJJ", "5566QQKKAA2", turn=0, on="1:TT")
    assert choice(state) == "pass"
    lead = position("3333579JK", "4456778899TTJJ", "5566QQKKAA2", turn=0)
    assert choice(lead) != "3333"


def test_a_bomb_stops_an_enemy_with_few_cards() -> None:
    assert choice(position("TT4", "33335566KKK", "56789", turn=1, on="0:AA")) == "3333"


def test_no_low_single_is_led_to_an_enemy_with_one_card() -> None:
    assert choice(position("9", "3344Q", "56789", turn=1)) in ("33", "44", "3344Q")


@pytest.mark.parametrize(
    ("hand", "bid"), [("3456789TJQKA222BR", "3"), ("33557799JJKK4468T", "pass")]
)
def test_it_bids_three_on_a_great_hand_and_passes_a_poor_one(hand: str, bid: str) -> None:
    state = game.deal(PRESETS["classic"], deal_code.encode(deal_code.draw(1, first=0)))
    assert choice(replace(state, hands=(parse_ranks(hand), *state.hands[1:]))) == bid


@pytest.mark.parametrize("name", PLAYING_PRESETS)
def test_it_plays_whole_deals_legally_under_every_preset(name: str) -> None:
    players = PRESETS[name].seats
    for seed in range(30 if players == 3 else 5):
        drawn = deal_code.draw(seed, players=players)
        state = game.deal(PRESETS[name], deal_code.encode(drawn))
        while not game.is_over(state):
            view = game.view(state, game.turn(state))
            state = game.apply(state, standard(view, random.Random(0)))
        assert sum(game.payoffs(state)) == 0


def test_the_levels_have_names() -> None:
    assert LEVELS["standard"] is standard


def test_hidden_cards_dealt_differently_change_nothing() -> None:
    """The same public history over two deals that differ only in what the seat cannot see."""
    for seed in range(40):
        state = game.deal(PRESETS["classic"], deal_code.encode(deal_code.draw(seed, first=0)))
        state = game.apply(state, 3)
        swapped = replace(state, hands=(state.hands[0], state.hands[2], state.hands[1]))
        assert choice(state) == choice(swapped)
