"""The hand under a finger, a mouse and a keyboard; one test for each fault met in the study."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from coach.ui.table.replay import PERSON, lowest_cards, positions
from engine.cards import DECK
from engine.deal_code import Deal, encode
from engine.doudizhu import game as doudizhu
from engine.doudizhu.cpu import standard
from engine.doudizhu.plays import Play, parse_play
from tests.browser.table import Table

MINE = (
    *("3c", "3d", "4c", "5c", "6c", "7c", "7d", "7h", "8c", "8d", "8h"),
    *("Tc", "Jc", "Qc", "Kc", "2c", "B"),
)
KITTY = ("4d", "6d", "Td")
OTHERS = [card for card in DECK if card not in MINE + KITTY]
CODE = encode(Deal((MINE, tuple(OTHERS[:17]), tuple(OTHERS[17:])), KITTY, 0))
HAND = sorted(MINE + KITTY, key=DECK.index)


@pytest.fixture
def lead(table: Table) -> Table:
    """The landlord's first turn with a hand that is known card by card."""
    table.open(deal=CODE)
    table.act(3, (), "tap")
    assert table.shown() == HAND
    return table


@pytest.fixture
def phone_lead(phone: Table) -> Table:
    """The same on a phone only."""
    phone.open(deal=CODE)
    phone.act(3, (), "tap")
    return phone


@pytest.fixture
def desktop_lead(desktop: Table) -> Table:
    """The same on a desktop only."""
    desktop.open(deal=CODE)
    desktop.act(3, (), "tap")
    return desktop


# ---- faults of the study ----


def test_a_raised_card_leaves_the_strip_of_its_right_neighbour_free(lead: Table) -> None:
    lead.tap("3d")
    lead.page.wait_for_timeout(150)
    lead.tap("4c")
    assert lead.chosen() == ["3d", "4c"]


def test_the_keyboard_focus_stays_in_the_hand_after_a_play(lead: Table) -> None:
    lead.page.locator('.hand .card[tabindex="0"]').focus()
    actions = len(lead.game["actions"])
    for key in ("Home", "Space", "Enter"):
        lead.page.keyboard.press(key)
    lead.wait_for_turn(actions)
    expect(lead.page.locator(".hand .card:focus")).to_have_count(1)


def test_after_a_bid_by_keyboard_the_focus_goes_to_the_hand(table: Table) -> None:
    table.open(deal=CODE)
    table.act(3, (), "keyboard")
    expect(table.page.locator(".hand .card:focus")).to_have_count(1)


def test_what_the_others_did_is_announced_in_order(lead: Table) -> None:
    lead.act(parse_play("3"), ("3c",), "tap")
    said = lead.page.locator("[role=log]").inner_text()
    mine, right = said.index("You: Single 3."), said.rindex("CPU right")
    assert mine < right < said.rindex("CPU left")


def test_a_fast_stroke_chooses_the_cards_between_two_events(desktop_lead: Table) -> None:
    desktop_lead.drag("4c", "8c", steps=1)
    first, last = HAND.index("4c"), HAND.index("8c")
    assert desktop_lead.chosen() == HAND[first : last + 1]


def test_a_tap_right_after_a_fast_swipe_is_not_swallowed(phone_lead: Table) -> None:
    touch = phone_lead.page.context.new_cdp_session(phone_lead.page)

    def send(kind: str, *points: tuple[float, float]) -> None:
        where = [{"x": x, "y": y} for x, y in points]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": where})

    (x0, y0), (x1, _) = phone_lead.corner(HAND[1]), phone_lead.corner(HAND[6])
    send("touchStart", (x0, y0))
    for step in range(1, 9):
        send("touchMove", (x0 + (x1 - x0) * step / 8, y0 + 3 * step))
    send("touchEnd")
    assert phone_lead.chosen() == HAND[1:7]
    box = phone_lead.button("clear").bounding_box()
    assert box is not None
    send("touchStart", (box["x"] + 20, box["y"] + 20))
    send("touchEnd")
    expect(phone_lead.page.locator('.hand .card[aria-selected="true"]')).to_have_count(0)


def test_keys_in_the_hand_do_not_reach_the_page(desktop_lead: Table) -> None:
    page = desktop_lead.page
    page.evaluate(
        "() => { window.heard = [];"
        " document.addEventListener('keydown', (event) => window.heard.push(event.key)); }"
    )
    page.locator('.hand .card[tabindex="0"]').focus()
    for key in ("ArrowRight", "Space", "Escape", "Home", "End", "r", "c", "p"):
        page.keyboard.press(key)
    assert page.evaluate("() => window.heard") == []
    page.keyboard.press("Shift")
    assert page.evaluate("() => window.heard") == ["Shift"]


def test_opening_the_page_sends_nothing_by_itself(desktop: Table) -> None:
    sent: list[object] = []
    desktop.page.on(
        "websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(frame))
    )
    desktop.open(deal=CODE)
    desktop.page.wait_for_timeout(400)
    before = len(sent)
    assert before > 0
    desktop.page.wait_for_timeout(600)
    assert len(sent) == before
    assert desktop.game["actions"] == []


def test_a_card_is_named_by_hidden_text_and_drawn_by_the_style(lead: Table) -> None:
    ten = lead.card("Tc")
    assert ten.text_content() == "10"
    assert lead.card("B").text_content() == "small joker"
    drawn = ten.evaluate("card => getComputedStyle(card, '::before').content")
    assert drawn.startswith('"10"')
    assert ten.locator(".spoken").bounding_box() is not None
    options = lead.page.get_by_role("option", name="7", exact=True)
    assert options.count() == 3


# ---- choosing ----


def test_a_stroke_back_over_chosen_cards_puts_them_back(desktop_lead: Table) -> None:
    desktop_lead.drag("3c", "5c")
    chosen = desktop_lead.chosen()
    desktop_lead.drag("5c", "4c")
    assert set(desktop_lead.chosen()) == set(chosen) - {"4c", "4d", "5c"}


def test_a_double_tap_chooses_the_rank(lead: Table) -> None:
    lead.tap("7d")
    lead.tap("7d")
    assert lead.chosen() == ["7c", "7d", "7h"]


def test_the_arrow_keys_stop_at_both_ends_and_escape_clears(desktop_lead: Table) -> None:
    page = desktop_lead.page
    page.locator('.hand .card[tabindex="0"]').focus()
    for key in ("Home", "ArrowLeft", "Space", "End", "ArrowRight", "Space"):
        page.keyboard.press(key)
    assert desktop_lead.chosen() == [HAND[0], HAND[-1]]
    page.keyboard.press("Escape")
    assert desktop_lead.chosen() == []


# ---- the bar and the buttons ----


def test_a_play_is_named_at_once_and_lights_the_button(lead: Table) -> None:
    expect(lead.button("play")).to_have_attribute("aria-disabled", "true")
    expect(lead.button("play")).to_contain_text("choose cards")
    lead.choose(("7c", "7d", "7h", "8c", "8d", "8h", "4c", "6c"), "tap")
    expect(lead.bar).to_contain_text("Airplane with singles")
    expect(lead.bar).to_contain_text("777888 with 4, 6")
    expect(lead.button("play")).to_have_attribute("aria-disabled", "false")
    expect(lead.button("play")).to_contain_text("8 cards")


NO_PLAYS = [
    (("3c", "4c", "5c", "6c"), "a straight needs 5 cards in a row", "not a play"),
    (("Tc", "Jc", "Qc", "Kc", "2c"), "there is no 2 in a straight", "not a play"),
    (("4c", "7c", "7d", "7h", "8c", "8d", "8h"), "one card short of an airplane", "one card"),
    (("3c", "7c"), "2 cards can only be a pair or the rocket", "not a play"),
]


def test_cards_that_are_no_play_get_their_reason_from_python(lead: Table) -> None:
    for cards, reason, note in NO_PLAYS:
        lead.choose(cards, "tap")
        expect(lead.bar).to_contain_text("Not a play")
        expect(lead.bar).to_contain_text(reason)
        expect(lead.button("play")).to_have_attribute("aria-disabled", "true")
        expect(lead.button("play")).to_contain_text(note)
        lead.button("clear").click()


def test_the_leader_may_not_pass_and_the_button_says_so(lead: Table) -> None:
    actions = len(lead.game["actions"])
    expect(lead.button("pass")).to_contain_text("you lead")
    lead.button("pass").click(force=True)
    lead.page.wait_for_timeout(300)
    assert len(lead.game["actions"]) == actions


def test_the_suits_a_person_plays_are_those_on_the_table(lead: Table) -> None:
    lead.act(parse_play("7"), ("7d",), "tap")
    assert ("7", ["7d"]) in lead.game["actions"]
    assert "7d" not in lead.shown()
    assert "7c" in lead.shown()


# ---- layout ----


def test_the_buttons_stay_where_they_are_through_the_deal(lead: Table) -> None:
    places = set()
    for _ in range(6):
        position = positions(lead.game)[-1]
        if doudizhu.is_over(position.state):
            break
        box = lead.page.locator(".actions:visible").bounding_box()
        assert box is not None
        places.add((round(box["x"]), round(box["y"]), round(box["height"])))
        for card in lead.shown()[:4]:  # a long reason, two lines on a phone
            lead.tap(card)
        lead.page.wait_for_timeout(250)
        after = lead.page.locator(".actions:visible").bounding_box()
        assert after is not None
        places.add((round(after["x"]), round(after["y"]), round(after["height"])))
        lead.button("clear").click()
        action = standard(doudizhu.view(position.state, PERSON), random.Random(1))
        held = position.hands[PERSON]
        lead.act(action, lowest_cards(held, action) if isinstance(action, Play) else (), "tap")
    assert len(places) == 1


def test_nothing_scrolls_sideways_at_any_width(desktop_lead: Table) -> None:
    page = desktop_lead.page
    for width in (360, 390, 640, 768, 900, 1000, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 844})
        page.wait_for_timeout(100)
        wide = page.evaluate(
            "() => [document.documentElement, document.querySelector('[data-testid=stMain]')]"
            ".map(element => element.scrollWidth)"
        )
        assert max(wide) <= width
        for card in HAND:
            box = desktop_lead.card(card).bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width


def test_touch_targets_are_large_enough(phone_lead: Table) -> None:
    for card, neighbour in pairwise(HAND[:10]):
        left, right = (
            phone_lead.card(card).bounding_box(),
            phone_lead.card(neighbour).bounding_box(),
        )
        assert left is not None
        assert right is not None
        assert right["x"] - left["x"] >= 24
        assert left["height"] >= 44
    for act in ("pass", "clear", "play", "copy"):
        box = phone_lead.button(act).bounding_box()
        assert box is not None
        assert box["height"] >= 44
