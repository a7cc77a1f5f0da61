"""A whole deal from a given code, on both screens, by drag, by tap and by keyboard."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from coach.ui.table.replay import PERSON, PLAY, asked, lowest_cards, positions
from engine.deal_code import draw, encode
from engine.doudizhu import game as doudizhu
from engine.doudizhu.cpu import standard
from engine.doudizhu.plays import Play
from engine.doudizhu.state import Action
from tests.browser.table import Table

CODE = "D102-YNZP-HZ9N-5S7Y-M6QM-9XY"


def play_to_the_end(table: Table, by: str, *words: Action) -> None:
    """Say *words*, then play as a standard player would; the hand is checked at every turn."""
    left = list(words)
    while not doudizhu.is_over(table.state):
        position = positions(table.game)[-1]
        assert table.shown() == list(position.hands[PERSON])
        if asked(position.state) != PLAY:
            table.act(left.pop(0), (), by)
            continue
        action = standard(doudizhu.view(position.state, PERSON), random.Random(0))
        cards = lowest_cards(position.hands[PERSON], action) if isinstance(action, Play) else ()
        table.act(action, cards, by)
    assert not left
    expect(table.result).to_be_visible()
    points = doudizhu.payoffs(table.state)
    won = "You won" if points[PERSON] > 0 else "You lost"
    expect(table.result.get_by_role("heading", name=won)).to_be_visible()
    expect(table.result.locator(".chain .total b")).to_have_text(str(abs(points[PERSON])))
    shown = table.result.locator(".points .v").all_inner_texts()
    assert [int(value.replace("\N{MINUS SIGN}", "-")) for value in shown] == list(points)


@pytest.mark.parametrize("by", ["drag", "tap", "keyboard"])
def test_a_whole_deal_is_bid_and_played_to_the_result(table: Table, by: str) -> None:
    table.open(deal=CODE)
    assert table.state.code == CODE
    play_to_the_end(table, by, 3)
    assert table.state.landlord == PERSON


def test_a_deal_of_competition_with_a_double_and_a_redouble(desktop: Table) -> None:
    """All pass once; seat 2 doubles, the person redoubles (R5, R8, R22)."""
    desktop.open(deal=encode(draw("competition 7", first=PERSON)), rules="competition")
    desktop.act(None, (), "tap")
    expect(desktop.page.locator(".note")).to_have_text("All passed: dealt again")
    desktop.act(2, (), "tap")
    expect(desktop.button("redouble")).to_be_visible()
    expect(desktop.page.locator(".kitty .card[data-rank]")).to_have_count(3)
    play_to_the_end(desktop, "tap", "redouble")
    assert desktop.state.doubles == (None, "double", "redouble")
    expect(desktop.result.locator(".points .how")).to_have_text(
        ["2 + 8", "not doubled", "2 × 4, redoubled"]
    )


def test_a_deal_of_folk_whose_bidding_begins_elsewhere(phone: Table) -> None:
    """Seat 1 holds the 3 of spades; the person outbids him, and he stays out (R3, R4)."""
    phone.open(deal=encode(draw("folk 19", first=PERSON)), rules="folk")
    note = phone.page.locator(".note")
    expect(note).to_have_text("CPU right holds the 3 of spades and bids first")
    expect(phone.button("1")).to_have_attribute("aria-disabled", "true")
    play_to_the_end(phone, "tap", 3)
    assert phone.state.bids == (1, None, 3)
    assert phone.state.landlord == PERSON


def test_a_deal_of_rob_that_is_robbed_and_robbed_back(phone: Table) -> None:
    """The person calls, both others rob, the person robs back: 8 times the base (R6)."""
    phone.open(deal=encode(draw("rob 32", first=PERSON)), rules="rob")
    phone.act("call", (), "tap")
    expect(phone.button("rob")).to_be_visible()
    expect(phone.page.locator(".score .num")).to_contain_text("4")
    play_to_the_end(phone, "tap", "rob")
    assert phone.state.bids == ("call", "rob", "rob", "rob")
    expect(phone.result.locator(".chain li").filter(has_text="Rob")).to_have_count(3)
