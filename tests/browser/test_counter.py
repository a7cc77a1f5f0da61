"""The cards still out: live, folded, as a quiz or hidden; on a phone in the slot above the hand."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from coach.ui.table.replay import PERSON, positions
from engine.cards import RANKS, full_deck, subtract
from engine.doudizhu import game as doudizhu
from engine.doudizhu.plays import parse_play
from tests.browser.table import Table
from tests.browser.test_hand import CODE


@pytest.fixture
def lead(table: Table) -> Table:
    """The landlord's first turn."""
    table.open(deal=CODE)
    table.act(3, (), "tap")
    return table


def panel(table: Table) -> Locator:
    """The panel in the rail, or the slot on a phone."""
    return table.page.locator(".plan" if table.is_phone else ".rail .rest")


def numbers(table: Table) -> list[int]:
    return [int(text) for text in panel(table).locator("ol .n").all_inner_texts()]


def set_mode(table: Table, name: str) -> None:
    table.button("more").click()
    setting = table.page.get_by_role("group", name="Cards still out")
    setting.get_by_role("radio", name=name, exact=True).check(force=True)
    table.button("close").click()


def test_every_rank_says_how_many_are_unseen_and_is_live(lead: Table) -> None:
    for _ in range(3):
        position = positions(lead.game)[-1]
        gone = list(full_deck())
        for cards in (position.hands[PERSON], *(said.cards for said in position.said)):
            for card in cards:
                gone[RANKS.index(card[0])] -= 1
        assert numbers(lead) == gone
        action = None if position.state.to_beat else parse_play(lead.shown()[0][0])
        lead.act(action, (lead.shown()[0],) if action else (), "tap")
        if doudizhu.is_over(lead.state):
            break


def test_while_bidding_the_kitty_is_among_the_unseen(table: Table) -> None:
    table.open(deal=CODE)
    if table.is_phone:
        table.button("tab-unseen").click()
    assert sum(numbers(table)) == 37
    expected = subtract(full_deck(), table.state.hands[PERSON])
    assert numbers(table) == list(expected)


def test_it_folds_to_jokers_and_twos_and_stays_folded(lead: Table) -> None:
    assert len(numbers(lead)) == 15
    lead.button("fold-rest").click()
    expect(panel(lead).locator("ol li")).to_have_count(3)
    expect(lead.button("fold-rest")).to_have_attribute("aria-expanded", "false")
    lead.act(parse_play("3"), ("3c",), "tap")
    expect(panel(lead).locator("ol li")).to_have_count(3)
    lead.button("fold-rest").click()
    expect(panel(lead).locator("ol li")).to_have_count(15)


def test_it_says_how_many_bombs_may_be_out_and_that_this_is_certain(lead: Table) -> None:
    """All 9s and all aces are unseen, and the person holds the small joker."""
    bounds = panel(lead).locator(".bounds")
    expect(bounds).to_contain_text("At most 2 bombs out")
    expect(bounds).to_contain_text("No rocket")
    expect(bounds).to_contain_text("Certain")


def test_training_with_jokers_and_twos_only_or_with_nothing(lead: Table) -> None:
    set_mode(lead, "Jokers and twos")
    expect(panel(lead).locator("ol li")).to_have_count(3)
    assert lead.button("fold-rest").count() == 0
    set_mode(lead, "Off")
    expect(panel(lead).locator("ol")).to_have_count(0)
    expect(panel(lead)).to_contain_text("count for yourself")
    shown = panel(lead).inner_text()
    assert "34" not in shown
    set_mode(lead, "All ranks")
    assert len(numbers(lead)) == 15


def test_the_quiz_asks_first_and_shows_after_the_answer(lead: Table) -> None:
    """The person holds one 2 and the small joker."""
    set_mode(lead, "Quiz")
    place = panel(lead)
    expect(place).to_contain_text("How many 2s are still out?")
    expect(place.locator("ol")).to_have_count(0)
    place.locator('[data-act="answer-3"]').click()
    expect(place).to_contain_text("Right. 3 are still out.")
    place.locator('[data-act="ask-more"]').click()
    expect(place).to_contain_text("How many aces are still out?")
    place.locator('[data-act="answer-0"]').click()
    expect(place).to_contain_text("Not quite. 4 are still out.")
    lead.act(parse_play("3"), ("3c",), "tap")
    expect(place).to_contain_text("How many jokers are still out?")  # another turn, another


def test_on_a_phone_the_slot_shows_the_cards_or_the_plays(phone: Table) -> None:
    phone.open(deal=CODE)
    phone.act(3, (), "tap")
    cards, plays = phone.button("tab-unseen"), phone.button("tab-fewest")
    expect(cards).to_have_attribute("aria-selected", "true")
    height = phone.page.locator(".hand").bounding_box()
    plays.click()
    expect(plays).to_have_attribute("aria-selected", "true")
    groups = phone.page.locator(".plan .groups li")
    moves = int(plays.locator("b").inner_text())
    expect(groups).to_have_count(moves)
    assert phone.page.locator(".hand").bounding_box() == height
    phone.act(parse_play("3"), ("3c",), "tap")
    expect(plays).to_have_attribute("aria-selected", "true")
