"""The table at every width: nothing overlaps, nothing scrolls sideways, targets are large."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import Browser, FloatRect, Locator, expect

from coach.store import SavedGame
from engine.cards import DECK
from engine.deal_code import Deal, draw, encode
from tests.browser.table import Server, Table
from tests.browser.test_hand import CODE
from tests.table_games import played

SMALLEST = (320, 568)
SIZES = [
    (320, 640),
    (360, 640),
    (360, 740),
    (390, 844),
    (640, 900),
    (768, 1024),
    (900, 800),
    (1000, 800),
    (1199, 800),
    (1280, 720),
    (1280, 800),
    (1920, 1080),
]
FOUR = encode(draw("layout", first=0, players=4))
LONG = ("3c", "4c", "5c", "6c", "7c", "8c", "9c", "Tc", "Jc", "Qc", "Kc", "Ac")
LONG += ("3d", "3h", "3s", "2c", "2d")
REST = [card for card in DECK if card not in LONG]
AIRPLANES = ("4d", "4h", "4s", "5d", "5h", "5s", "Td", "Th", "Ts", "Jd", "Jh", "Js")
RIGHT = (*AIRPLANES, *[card for card in REST if card not in AIRPLANES][:5])
LEFT = tuple(card for card in REST if card not in RIGHT)
LONG_CODE = encode(Deal((LONG, RIGHT, LEFT[:17]), LEFT[17:], 0))


def box(table: Table, selector: str) -> FloatRect:
    found = table.page.locator(selector).bounding_box()
    assert found is not None, selector
    return found


def overlap(one: FloatRect, other: FloatRect) -> bool:
    """Whether two boxes share more than their edges."""
    across = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
    down = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
    return across > 1 and down > 1


def check(table: Table, width: int, height: int) -> None:
    """The parts of the table lie beside each other and within the page."""
    expect(table.page.locator(".st-key-strip")).to_have_count(0, timeout=60_000)  # compiled
    table.page.set_viewport_size({"width": width, "height": height})
    table.page.wait_for_timeout(150)
    parts = [".mat-head", ".trick", ".own .me", ".bar", ".hand", ".actions"]
    parts += [f".seat-{side}" for side in ("left", "across", "right")]
    if width < 900:
        parts.append(".plan .slot")
    places = {part: box(table, part) for part in parts if table.page.locator(part).is_visible()}
    lines = table.page.locator(".trick .line > *, .trick .note").all()  # what lies there
    for number, line in enumerate(lines):
        found = line.bounding_box()
        assert found
        places[f"line {number}"] = found
    names = sorted(places)
    for i, one in enumerate(names):
        for other in names[i + 1 :]:
            if {one.split()[0], other.split()[0]} == {".trick", "line"}:
                continue
            assert not overlap(places[one], places[other]), f"{one} {other} at {width}x{height}"
    for part, place in places.items():
        assert place["x"] >= 0, part
        assert place["x"] + place["width"] <= width + 0.5, part
        assert place["y"] + place["height"] <= height + 0.5, f"{part} at {width}x{height}"
    across, down = table.page.evaluate(
        "() => ['scrollWidth', 'scrollHeight'].map("
        "(size) => document.querySelector('[data-testid=stMain]')[size])"
    )
    assert across <= width
    assert down <= height, f"it scrolls at {width}x{height}"
    menus = box(table, ".st-key-elsewhere")
    assert menus["x"] + menus["width"] <= width


@pytest.mark.parametrize("language", ["en", "ja"])
def test_nothing_overlaps_while_a_long_play_lies_on_the_table(
    desktop: Table, language: str
) -> None:
    desktop.resume(LONG_CODE, "classic", "pass", "3", "4d 4h 4s 5d 5h 5s Td Jd", lang=language)
    for width, height in SIZES:
        check(desktop, width, height)


def test_the_buttons_of_the_result_stand_on_one_line_and_nothing_shows_beside_them(
    desktop: Table,
) -> None:
    ended = SavedGame({**played("layout", 3, "classic")[-1], "id": "layout-result"})
    desktop.server.store.create(ended)
    desktop.open(game=ended["id"])
    desktop.result.wait_for()
    for width, height in SIZES:
        desktop.page.set_viewport_size({"width": width, "height": height})
        desktop.page.wait_for_timeout(150)
        result, bar = box(desktop, ".result"), box(desktop, ".result .actions")
        assert abs(bar["x"] - result["x"]) <= 1, width
        assert abs(bar["width"] - result["width"]) <= 1, width
        assert bar["y"] + bar["height"] <= height + 0.5, width
        buttons = desktop.page.locator(".result .actions .btn").all()
        assert len({place["y"] for place in map(Locator.bounding_box, buttons) if place}) == 1


@pytest.mark.parametrize("language", ["en", "ja"])
def test_three_plays_lie_apart_and_a_phone_says_whose_turn_who_sits_where_and_what_is_saved(
    desktop: Table, language: str
) -> None:
    bids, singles = ("pass", "3"), ("4d", "pass", "2c", "pass", "pass", "3c", "6d", "7s")
    desktop.resume(LONG_CODE, "classic", *bids, *singles, lang=language)
    for width, height in (SMALLEST, *SIZES):
        check(desktop, width, height)
        if width < 640:
            assert box(desktop, ".me .turn")["height"] < 20, width  # one line
        if 360 <= width < 640:
            kept, lines = box(desktop, ".chip .kept"), box(desktop, ".chip-lines")
            assert kept["x"] + kept["width"] <= lines["x"] + lines["width"] + 0.5, width
            for side in ("left", "right"):
                name = {"en": f"CPU {side}", "ja": {"left": "CPU左", "right": "CPU右"}[side]}
                named(desktop, side, name[language])


def named(table: Table, side: str, name: str) -> None:
    """The seat at this side shows its whole name."""
    shown = table.page.locator(f".seat-{side}").get_by_text(name)
    expect(shown).to_be_visible()
    assert shown.evaluate("name => name.scrollWidth <= name.clientWidth"), name


@pytest.mark.parametrize("language", ["en", "zh-Hans"])
def test_nothing_overlaps_while_bidding_and_robbing(desktop: Table, language: str) -> None:
    desktop.resume(CODE, "rob", "call", "rob", "rob", lang=language)
    for width, height in SIZES:
        check(desktop, width, height)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_nothing_overlaps_at_the_lead_by_rank_and_by_plays(desktop: Table, language: str) -> None:
    desktop.resume(CODE, "classic", "3", lang=language)
    for width, height in SIZES:
        check(desktop, width, height)
    desktop.button("sort").click()
    for width, height in SIZES:
        check(desktop, width, height)


@pytest.mark.parametrize("language", ["en", "zh-Hant"])
def test_nothing_overlaps_at_a_table_of_four(desktop: Table, language: str) -> None:
    desktop.open(deal=FOUR, lang=language)
    names = {"en": ("CPU left", "CPU opposite", "CPU right")}
    names["zh-Hant"] = ("電腦左", "電腦對面", "電腦右")
    for width, height in SIZES[2:]:  # 360x640 scrolls a little
        check(desktop, width, height)
    desktop.act(3, (), "tap")
    assert len(desktop.shown()) == 33
    for width, height in SIZES[2:]:
        check(desktop, width, height)
        for side, name in zip(("left", "across", "right"), names[language], strict=True):
            if width < 640:
                named(desktop, side, name)


def test_a_deal_of_four_is_played_with_a_seat_opposite(table: Table) -> None:
    table.open(deal=FOUR)
    table.act(3, (), "tap")
    expect(table.page.locator(".seat-across")).to_contain_text("25")
    assert len(set(table.shown())) == 33
    for _ in range(3):
        if table.button("next").get_attribute("aria-disabled") == "true":
            table.act(None, (), "tap")
            continue
        table.button("next").click()
        done = len(table.game["actions"])
        table.button("play").click()
        table.wait_for_turn(done)
    assert len(table.game["actions"]) > 10


def test_every_control_of_a_phone_is_large_enough_to_tap(phone: Table) -> None:
    for code, rules in ((CODE, "classic"), (FOUR, "four-player")):
        phone.resume(code, rules, "3")
        for width in (320, 360, 390):
            phone.page.set_viewport_size({"width": width, "height": 740})
            phone.page.wait_for_timeout(100)
            for control in phone.page.locator(".mat button:visible").all():
                place = control.bounding_box()
                assert place
                assert place["height"] >= 44, control.inner_text()
                assert place["width"] >= 24, control.inner_text()
            cards = [card.bounding_box() for card in phone.cards.all()]
            for left, right in pairwise(cards):
                if left and right and abs(left["y"] - right["y"]) < 1:
                    assert right["x"] - left["x"] >= 24, width


def test_a_hand_of_twenty_has_two_rows_on_a_phone_and_one_on_a_desktop(table: Table) -> None:
    table.resume(CODE, "classic", "3")
    rows = {round(card.bounding_box()["y"]) for card in table.cards.all()}  # type: ignore[index]
    assert len(rows) == (2 if table.is_phone else 1)


def test_the_head_is_no_wider_than_the_table_on_a_wide_screen(
    chromium: Browser, server: Server
) -> None:
    context = chromium.new_context(viewport={"width": 1920, "height": 1080}, locale="en-GB")
    table = Table(context.new_page(), server)
    table.resume(CODE, "classic", "3")
    head, mat, rail = (box(table, part) for part in (".st-key-head", ".mat", ".rail"))
    assert abs(head["x"] - mat["x"]) <= 1
    assert abs(head["x"] + head["width"] - rail["x"] - rail["width"]) <= 1
    context.close()


def test_every_entry_of_the_menus_is_large_enough_to_tap(phone: Table) -> None:
    phone.open(deal=CODE)
    phone.page.locator(".st-key-elsewhere button").click()
    links = phone.page.locator('[data-testid="stPopoverBody"] a')
    expect(links.first).to_be_visible()
    for link in links.all():
        place = link.bounding_box()
        assert place
        assert place["height"] >= 44, link.inner_text()


def test_languages_have_a_whole_sign_on_a_phone(phone: Table) -> None:
    phone.open(deal=CODE)
    shown = phone.page.locator(".st-key-language button p").evaluate_all(
        "names => names.map((name) => getComputedStyle(name, '::before').content)"
    )
    assert [sign.split('"')[1] for sign in shown] == ["EN", "日", "简", "繁"]
