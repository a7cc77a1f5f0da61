"""What every game under every playing preset keeps to, over random games.

Random games end, cards are conserved, payoffs sum to zero, print and parse are inverse, an
illegal action raises and changes nothing, a view leaks nothing.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine import deal_code
from engine.cards import IllegalPlayError, add, full_deck
from engine.doudizhu.rules import PLAYING_PRESETS, PRESETS
from engine.doudizhu.state import State, played_cards
from engine.games import GAMES, Game

GAMES_A_PRESET = {
    "classic": 10_000,
    "competition": 3_000,
    "folk": 3_000,
    "rob": 3_000,
    "four-player": 1_000,
}
"""20,000 random games in all."""


def all_cards(state: State) -> Any:
    """Hands, what was played, and the kitty while it lies face down."""
    cards = played_cards(state)
    for hand in state.hands:
        cards = add(cards, hand)
    return add(cards, state.kitty) if state.landlord is None else cards


ILLEGAL = (True, 0, 4, "rob", "redouble", "double", "call", None, 1, 2, 3)


def check_illegal_actions(game: Game, state: Any, legal: tuple[Any, ...]) -> None:
    before = game.position_text(state)
    for action in ILLEGAL:
        if not any(action is other or (action == other and action is not True) for other in legal):
            with pytest.raises(IllegalPlayError) as caught:
                game.apply(state, action)
            assert before in str(caught.value)
    assert game.position_text(state) == before


def check_random_game(game: Game, name: str, seed: int) -> None:
    rules = PRESETS[name]
    rng = random.Random(f"{name} {seed}")
    deal = deal_code.draw(seed, players=rules.seats, first=seed % rules.seats)
    state = game.start(name, code=deal_code.encode(deal))
    everything = full_deck(packs=rules.packs)
    for _ in range(5_000):
        assert all_cards(state) == everything, game.position_text(state)
        if game.is_over(state):
            break
        options = game.legal(state)
        assert options, game.position_text(state)
        assert len(set(options)) == len(options)
        action = rng.choice(options)
        if rng.random() < 0.02:
            check_illegal_actions(game, state, options)
        assert game.parse_action(state, game.action_text(action)) == action
        assert 0 <= game.turn(state) < rules.seats
        assert not any(game.payoffs(state))
        state = game.apply(state, action)
    assert game.is_over(state), "the game did not end"
    assert game.legal(state) == ()
    points = game.payoffs(state)
    assert sum(points) == 0
    assert all(points)
    empty = [seat for seat, hand in enumerate(state.hands) if not any(hand)]
    winners = (
        {state.landlord}
        if empty == [state.landlord]
        else set(range(rules.seats)) - {state.landlord}
    )
    assert {seat for seat, won in enumerate(points) if won > 0} == winners


@pytest.mark.parametrize("name", PLAYING_PRESETS)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_tenth_of_the_random_games_keep_the_contract(game: Game, name: str) -> None:
    for seed in range(GAMES_A_PRESET[name] // 10):
        check_random_game(game, name, seed)


@pytest.mark.long
@pytest.mark.parametrize("name", PLAYING_PRESETS)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_twenty_thousand_random_games_keep_the_contract(game: Game, name: str) -> None:
    for seed in range(GAMES_A_PRESET[name]):
        check_random_game(game, name, seed)


def test_every_playing_preset_has_its_share_of_the_twenty_thousand_games() -> None:
    assert tuple(GAMES_A_PRESET) == PLAYING_PRESETS
    assert sum(GAMES_A_PRESET.values()) == 20_000
