"""The tools beside the hand: next possible play, undo, sorting, the sheet, roles and points."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from coach.language import texts
from coach.ui.table.data import table_data
from coach.ui.table.replay import PERSON, positions
from engine.cards import DECK, INDEX
from engine.deal_code import Deal, encode
from engine.doudizhu.plays import parse_play
from tests.browser.table import Table
from tests.browser.test_hand import CODE, HAND

CHOSEN = '.hand .card[aria-selected="true"]'
STRONG = ("3c", "4c", "5c", "6c", "7c", "8c", "8d", "8h", "8s", "9c", "9d", "Kc", "Kd", "2c", "2d")
STRONG += ("B", "R")
OTHERS = [card for card in DECK if card not in STRONG]
STRONG_CODE = encode(Deal((STRONG, tuple(OTHERS[3:20]), tuple(OTHERS[20:])), tuple(OTHERS[:3]), 0))


@pytest.fixture
def lead(table: Table) -> Table:
    """The landlord's first turn with a hand that is known card by card."""
    table.open(deal=CODE)
    table.act(3, (), "tap")
    return table


@pytest.fixture
def desktop_lead(desktop: Table) -> Table:
    """The same on a desktop only."""
    desktop.open(deal=CODE)
    desktop.act(3, (), "tap")
    return desktop


def ranks(cards: list[str]) -> str:
    """The ranks of *cards* as Python writes them."""
    return "".join(sorted((card[0] for card in cards), key=lambda rank: INDEX[rank]))


# ---- next possible play ----


def test_the_button_goes_through_the_possible_plays_in_their_order(lead: Table) -> None:
    order = table_data(lead.game, "en")["next"]
    assert len(order) > 20
    for key in order[:6]:
        lead.button("next").click()
        assert ranks(lead.chosen()) == key
        expect(lead.button("play")).to_have_attribute("aria-disabled", "false")


def test_the_key_goes_on_and_with_shift_back_and_round(desktop_lead: Table) -> None:
    order = table_data(desktop_lead.game, "en")["next"]
    page = desktop_lead.page
    for press, at in (("n", 0), ("n", 1), ("n", 2), ("N", 1), ("N", 0), ("N", -1), ("n", 0)):
        page.keyboard.press(press if press == "n" else "Shift+N")
        assert ranks(desktop_lead.chosen()) == order[at]


def test_only_plays_that_beat_the_table_are_proposed(table: Table) -> None:
    """Above a 9 the hand has kings, 2s and jokers, then a bomb and the rocket."""
    table.resume(STRONG_CODE, "classic", "3", "3c", "9h", "pass")
    proposed = []
    for _ in range(6):
        table.button("next").click()
        proposed.append(ranks(table.chosen()))
        expect(table.bar).to_contain_text("beats the table")
    assert sorted(proposed[:4]) == ["2", "B", "K", "R"]
    assert proposed[4:] == ["8888", "BR"]
    table.button("next").click()
    assert ranks(table.chosen()) == proposed[0]


def test_where_nothing_beats_the_table_nothing_is_proposed(table: Table) -> None:
    table.resume(CODE, "classic", "3", "3c", "pass", "R")
    expect(table.button("next")).to_have_attribute("aria-disabled", "true")
    expect(table.bar).to_contain_text("Nothing in your hand beats it")
    table.page.keyboard.press("n")
    assert table.chosen() == []


# ---- undo ----


def test_undo_takes_back_a_tap_a_stroke_a_double_tap_and_a_proposal(desktop_lead: Table) -> None:
    table = desktop_lead
    expect(table.button("undo")).to_have_attribute("aria-disabled", "true")
    steps = [table.chosen()]
    table.tap("3c")
    steps.append(table.chosen())
    table.drag("4c", "6c")
    steps.append(table.chosen())
    table.tap("8d")
    table.tap("8d")
    steps.append(table.chosen())
    assert {"8c", "8d", "8h"} <= set(steps[-1])
    table.button("next").click()
    steps.append(table.chosen())
    table.page.keyboard.press("Escape")
    assert table.chosen() == []
    for before in reversed(steps):
        table.button("undo").click()
        assert table.chosen() == before
    expect(table.button("undo")).to_have_attribute("aria-disabled", "true")


def test_undo_by_key_and_nothing_to_undo_after_a_play(lead: Table) -> None:
    lead.tap("3c")
    lead.page.keyboard.press("u")
    assert lead.chosen() == []
    lead.act(parse_play("3"), ("3c",), "tap")
    expect(lead.button("undo")).to_have_attribute("aria-disabled", "true")


# ---- sorting ----


def test_the_hand_laid_out_as_its_plays_has_gaps_between_them(lead: Table) -> None:
    groups = [
        [*group["body"], *group["kickers"]]
        for group in table_data(lead.game, "en")["fewest"]["groups"]
    ]
    lead.button("sort").click()
    assert lead.shown() == [card for group in groups for card in group]
    lead.page.wait_for_timeout(150)
    for group in groups:  # cards of one play lie at one distance, to the next it is wider
        boxes = [lead.card(card).bounding_box() for card in group]
        steps = [
            round(right["x"] - left["x"], 1)
            for left, right in pairwise(boxes)
            if left and right and abs(left["y"] - right["y"]) < 1
        ]
        following = lead.shown()[lead.shown().index(group[-1]) + 1 :][:1]
        if not steps or not following:
            continue
        assert max(steps) - min(steps) <= 1
        last, after = boxes[-1], lead.card(following[0]).bounding_box()
        assert last
        assert after
        if abs(last["y"] - after["y"]) < 1:
            assert after["x"] - last["x"] > max(steps) + 6
    lead.button("sort").click()
    assert lead.shown() == HAND


def test_the_layout_by_plays_says_that_their_number_is_proved(desktop_lead: Table) -> None:
    desktop_lead.page.keyboard.press("s")
    expect(desktop_lead.page.locator(".me .tally")).to_be_visible()
    desktop_lead.page.wait_for_timeout(800)
    desktop_lead.tap("3c")
    desktop_lead.tap("4c")  # the question of a reason brings the proof along
    expect(desktop_lead.page.locator(".me .basis")).to_have_text("Proved")


def test_the_choice_and_the_focus_outlive_sorting(desktop_lead: Table) -> None:
    desktop_lead.tap("7c")
    desktop_lead.page.locator('.hand .card[tabindex="0"]').focus()
    desktop_lead.page.keyboard.press("s")
    assert desktop_lead.chosen() == ["7c"]
    focused = desktop_lead.page.locator(".hand .card:focus")
    expect(focused).to_have_attribute("data-card", "7c")


def test_sorting_is_kept_over_the_next_play(desktop_lead: Table) -> None:
    desktop_lead.button("sort").click()
    desktop_lead.act(parse_play("3"), ("3c",), "tap")
    groups = table_data(desktop_lead.game, "en")["fewest"]["groups"]
    laid = [card for group in groups for card in (*group["body"], *group["kickers"])]
    assert desktop_lead.shown() == laid


def test_the_hand_may_lie_high_to_low(lead: Table) -> None:
    lead.button("more").click()
    lead.page.get_by_role("radio", name="High to low").check(force=True)
    lead.page.keyboard.press("Escape")
    expect(lead.page.locator(".sheet")).to_be_hidden()
    assert lead.shown() == HAND[::-1]
    lead.tap("3c")
    assert lead.chosen() == ["3c"]


def test_a_stroke_in_a_hand_laid_out_as_plays_chooses_what_it_crosses(lead: Table) -> None:
    lead.button("sort").click()
    lead.page.wait_for_timeout(150)
    order = lead.shown()
    box = [lead.card(card).bounding_box() for card in order[:4]]
    assert all(part and box[0] and abs(part["y"] - box[0]["y"]) < 1 for part in box)
    lead.drag(order[0], order[3])
    assert lead.chosen() == order[:4]


# ---- the sheet ----


def test_the_sheet_sets_the_speed_and_the_next_data_keeps_it(lead: Table) -> None:
    lead.button("more").click()
    lead.page.get_by_role("radio", name="Fast").check(force=True)
    lead.button("close").click()
    expect(lead.root).to_have_attribute("data-speed", "fast")
    lead.act(parse_play("3"), ("3c",), "tap")
    expect(lead.root).to_have_attribute("data-speed", "fast")


def test_the_sheet_opens_by_a_key_lists_the_keys_and_closes_by_escape(desktop_lead: Table) -> None:
    page = desktop_lead.page
    page.locator('.hand .card[tabindex="0"]').focus()
    page.keyboard.press("?")
    sheet = page.locator(".sheet")
    expect(sheet).to_be_visible()
    expect(sheet.locator("dt")).to_have_count(11)
    page.keyboard.press("p")  # keys of the table rest meanwhile
    page.keyboard.press("n")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    assert desktop_lead.chosen() == []
    expect(page.locator(".hand .card:focus")).to_have_count(1)


def test_the_role_is_explained_by_one_tap_the_own_seat_first(table: Table) -> None:
    table.open(deal=CODE)
    table.act(None, (), "tap")
    table.page.locator('.me [data-act="roles"]').click()
    rows = table.page.locator(".sheet .roles li")
    expect(rows).to_have_count(3)
    place = (PERSON - (table.state.landlord or 0)) % 3
    name = ("", "Peasant after the landlord", "Peasant before the landlord")[place]
    expect(rows.first).to_contain_text("You")
    expect(rows.first).to_contain_text(name)
    expect(rows.last).to_contain_text("CPU left · Standard")
    table.page.mouse.click(5, 5)  # beside it
    expect(table.page.locator(".sheet")).to_be_hidden()


def test_the_points_and_what_doubled_them_are_one_tap_away(table: Table) -> None:
    table.open(deal=STRONG_CODE)
    table.act(3, (), "tap")
    table.act(parse_play("BR"), ("B", "R"), "tap")
    table.button("points").click()
    sheet = table.page.locator(".sheet")
    expect(sheet).to_contain_text("Base")
    expect(sheet).to_contain_text("Rocket")
    expect(sheet).to_contain_text("6 points")


@pytest.mark.parametrize("language", ["ja", "zh-Hans", "zh-Hant"])
def test_an_open_sheet_speaks_the_language_of_the_table(phone: Table, language: str) -> None:
    say = texts(language)
    phone.open(deal=CODE, lang=language)
    phone.button("more").click()
    expect(phone.page.locator(".sheet h2")).to_have_text(say("sheet.title"))
    expect(phone.page.get_by_role("radio", name=say("set.speed_fast"))).to_be_visible()


def test_bids_and_passes_have_keys(desktop: Table) -> None:
    desktop.open(deal=CODE)
    desktop.page.keyboard.press("3")
    desktop.wait_for_turn(0)
    assert desktop.state.landlord == PERSON
    assert positions(desktop.game)[-1].state.base == 3
