"""Kept games as deals, and the same cards from another chair."""

from __future__ import annotations

import pytest

from coach.ui.deals import deal_of, from_chair
from coach.ui.table.replay import positions
from engine import deal_code
from engine.doudizhu.position import action_text
from tests.table_games import played


def test_a_kept_game_is_the_deal_that_was_played() -> None:
    game = played("deals", 3, "classic")[-1]
    deal = deal_of(game)
    assert deal.is_over
    assert deal.is_whole
    assert [position.state for position in positions(game)] == list(deal.states)
    assert [action_text(action) for action in deal.actions] == [
        text.partition(" {")[0] for text, _ in game["actions"]
    ]


@pytest.mark.parametrize("players", [3, 4])
def test_from_another_chair_everybody_has_the_same_cards_and_neighbours(players: int) -> None:
    code = deal_code.encode(deal_code.draw("chairs", players=players))
    deal = deal_code.decode(code)
    for chair in range(players):
        turned = deal_code.decode(from_chair(code, chair))
        assert turned.hands[0] == deal.hands[chair]
        assert turned.kitty == deal.kitty
        assert turned.hands[1] == deal.hands[(chair + 1) % players]
        assert (turned.first + chair) % players == deal.first
    assert from_chair(code, 0) == code
