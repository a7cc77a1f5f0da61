"""A whole deal from a given code, on both screens, by drag, by tap and by keyboard."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from coach.ui.table.replay import PERSON, lowest_cards, positions
from engine.doudizhu import game as doudizhu
from engine.doudizhu.cpu import standard
from engine.doudizhu.plays import Play
from tests.browser.table import Table

CODE = "D102-YNZP-HZ9N-5S7Y-M6QM-9XY"


@pytest.mark.parametrize("by", ["drag", "tap", "keyboard"])
def test_a_whole_deal_is_bid_and_played_to_the_result(table: Table, by: str) -> None:
    table.open(deal=CODE)
    assert table.state.code == CODE
    table.act(3, (), by)
    assert table.state.landlord == PERSON
    while not doudizhu.is_over(table.state):
        position = positions(table.game)[-1]
        assert table.shown() == list(position.hands[PERSON])
        action = standard(doudizhu.view(position.state, PERSON), random.Random(0))
        cards = lowest_cards(position.hands[PERSON], action) if isinstance(action, Play) else ()
        table.act(action, cards, by)
    expect(table.result).to_be_visible()
    points = doudizhu.payoffs(table.state)
    won = "You won" if points[PERSON] > 0 else "You lost"
    expect(table.result.get_by_role("heading", name=won)).to_be_visible()
    size = str(abs(points[1]))
    expect(table.result.locator(".chain .total b")).to_have_text(size)
