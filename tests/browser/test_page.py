"""The page around the table: addresses, reload, the menu of deals, languages, motion."""

from __future__ import annotations

import re
from itertools import pairwise
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, expect

from coach.language import LANGUAGES, texts
from coach.ui.table.replay import PERSON
from engine.deal_code import draw, encode
from tests.browser.table import Server, Table

CODE = encode(draw("page", first=0))


def test_the_page_opens_by_dealing_at_once_and_names_the_game_in_the_address(
    table: Table,
) -> None:
    table.open()
    assert len(table.shown()) == 17
    assert table.state.first == PERSON
    query = table.page.evaluate("() => Object.fromEntries(new URLSearchParams(location.search))")
    assert query["deal"] == table.state.code
    assert query["lang"] == "en"


def test_a_reload_offers_the_game_where_it_was_and_waits_until_the_person_agrees(
    table: Table,
) -> None:
    table.open(deal=CODE)
    table.act(2, (), "tap")
    before, hand = table.game, table.shown()
    table.page.reload()
    table.cards.first.wait_for()
    expect(table.bar).to_contain_text("Go on with the deal of")
    assert table.game == before
    assert table.shown() == hand
    expect(table.button("play")).to_have_count(0)
    table.button("go_on").click()
    expect(table.button("go_on")).to_have_count(0)
    assert table.game["actions"][: len(before["actions"])] == before["actions"]


def test_a_deal_code_is_forgiven_its_writing(desktop: Table) -> None:
    desktop.open(deal=CODE.lower().replace("-", "%20"))
    assert desktop.state.code == CODE


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bad_deal_code_gets_a_plain_sentence_and_a_way_on(desktop: Table, language: str) -> None:
    say = texts(language)
    desktop.page.goto(f"{desktop.server.address}/?deal=D1XX-NONSENSE&lang={language}")
    expect(desktop.page.get_by_text(say("error.code", name="D1XX-NONSENSE"))).to_be_visible()
    assert "Traceback" not in desktop.page.content()
    desktop.page.get_by_role("button", name=say("menu.random")).click()
    desktop.cards.first.wait_for()
    assert len(desktop.shown()) == 17


@pytest.mark.parametrize("name", ["deal", "rules"])
def test_what_was_read_is_shown_as_it_is_whatever_markup_it_looks_like(
    desktop: Table, name: str
) -> None:
    """No picture, link, colour, icon or formula is made of an address."""
    said = desktop.page.get_by_test_id("stAlertContentWarning")
    asked: list[str] = []
    desktop.page.on("request", lambda request: asked.append(request.url))
    for text in (
        "![x](https://no.test/a.png)",
        "[x](https://no.test) www.no.test a@b.co",
        ":red[x] **b** $x^2$ :smile: ->",
        ":material/home: <b>y</b> `c` ``d",
    ):
        desktop.page.goto(f"{desktop.server.address}/?{name}={quote(text)}")
        expect(said).to_contain_text(f"“{text}”")
        assert said.locator("img, a, b, strong, [translate=no], .katex").count() == 0
    assert not [url for url in asked if url.startswith("https://no.test")]


def test_an_unknown_game_gets_a_plain_sentence_and_a_way_on(desktop: Table) -> None:
    desktop.page.goto(f"{desktop.server.address}/?game=gone")
    expect(desktop.page.get_by_text(texts("en")("error.game"))).to_be_visible()
    desktop.page.get_by_role("button", name="Random deal").click()
    desktop.cards.first.wait_for()
    assert desktop.game["id"] != "gone"


def test_the_menu_starts_a_deal_from_a_code_and_the_same_deal_again(table: Table) -> None:
    table.open()
    page = table.page
    page.get_by_role("button", name="New deal").click()
    page.get_by_label("Deal code", exact=True).fill(CODE)
    page.get_by_role("button", name="Start from a code").click()
    page.wait_for_url(re.compile(f"deal={CODE}"))
    expect(page.locator(".chip").first).to_contain_text(CODE)
    table.act(1, (), "tap")
    first = table.game
    page.get_by_role("button", name="New deal").click()
    page.get_by_role("button", name="Same deal again").click()
    page.get_by_role("button", name="Start another").click()
    page.wait_for_function(
        "id => new URLSearchParams(location.search).get('game') !== id", arg=first["id"]
    )
    expect(table.button("3")).to_be_visible()
    assert table.state.code == CODE
    assert table.game["actions"] == []
    assert table.server.store.load(first["id"]) == first


def test_the_code_is_copied(chromium: Browser, server: Server) -> None:
    context = chromium.new_context(permissions=["clipboard-read", "clipboard-write"])
    table = Table(context.new_page(), server)
    table.open(deal=CODE)
    table.page.wait_for_timeout(300)
    table.button("copy").click()
    assert table.page.evaluate("() => navigator.clipboard.readText()") == CODE
    context.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_shows_its_texts_and_no_key(desktop: Table, language: str) -> None:
    desktop.open(deal=CODE, lang=language)
    root = desktop.page.locator(".tesuu")
    expect(root).to_have_attribute("lang", language)
    bidding = root.inner_text()
    desktop.act(3, (), "tap")
    playing = root.inner_text()
    for text in (bidding, playing, desktop.page.locator("body").inner_text()):
        assert not re.search(r"\b[a-z_]+\.[a-z_]{3,}\b", text)
    assert texts(language)("turn.lead") in playing


@pytest.mark.parametrize("asks", [False, True])
def test_the_language_changes_in_one_tap_and_the_choice_of_cards_stays(
    table: Table, asks: bool
) -> None:
    """Also after the reason why two cards are no play was asked for."""
    table.open(deal=CODE, lang="en")
    table.act(3, (), "tap")
    pairs = ((one, other) for one, other in pairwise(table.shown()) if (one[0] != other[0]) == asks)
    table.choose(next(pairs), "tap")
    chosen = table.chosen()
    if asks:
        expect(table.bar).to_contain_text("a straight needs 5 cards in a row")
    table.page.get_by_role("radio", name="日本語").click()
    expect(table.page.locator(".tesuu")).to_have_attribute("lang", "ja")
    expect(table.page.locator("html")).to_have_attribute("lang", "ja")
    expect(table.page).to_have_url(re.compile("lang=ja"))
    assert table.chosen() == chosen
    if asks:
        expect(table.bar).to_contain_text(texts("ja")("no_play.short_straight", n=5))
    assert table.chosen() == chosen


@pytest.mark.parametrize(
    ("locale", "expected"), [("ja-JP", "ja"), ("zh-TW", "zh-Hant"), ("zh-CN", "zh-Hans")]
)
def test_the_browsers_language_comes_first(
    chromium: Browser, server: Server, locale: str, expected: str
) -> None:
    context = chromium.new_context(locale=locale)
    table = Table(context.new_page(), server)
    table.open()
    expect(table.page.locator(".tesuu")).to_have_attribute("lang", expected)
    context.close()


def test_actions_are_shown_in_order_and_a_tap_skips_the_rest(
    chromium: Browser, server: Server
) -> None:
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    table = Table(context.new_page(), server)
    table.open(deal=CODE)
    root = table.page.locator(".tesuu")
    expect(root).to_have_attribute("data-busy", "false")
    table.stop_clock()
    table.button("pass").click()
    table.wait_in_steps(lambda: table.at > 0)
    table.wait_for_more()
    assert table.at == 1
    expect(table.page.locator(".btn").first).to_contain_text("not your turn")
    table.page.locator(".trick").click()  # no time passes
    assert (table.at > 1, table.busy) == (True, False)
    context.close()
