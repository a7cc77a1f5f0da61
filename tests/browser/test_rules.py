"""Rules in the browser: chosen with a deal, shown at the table, the same to its end."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from coach.language import LANGUAGES, texts
from engine.deal_code import draw, encode
from tests.browser.table import Table

CODE = encode(draw("page", first=0))
FOUR = encode(draw("page", first=0, players=4))
NAMES = {
    "classic": "Classic",
    "competition": "Competition",
    "folk": "Folk",
    "rob": "Rob",
    "four-player": "Four players",
}


def rules_of_address(table: Table) -> str:
    return parse_qs(urlsplit(table.page.url).query)["rules"][0]


def choose_rules(table: Table, name: str) -> None:
    """Open the menu of deals and choose the rules of the next deal."""
    table.page.get_by_role("button", name="New deal").click()
    table.page.get_by_text(name, exact=True).click()
    expect(table.page.get_by_role("radio", name=name)).to_be_checked()


@pytest.mark.parametrize("rules", NAMES)
def test_the_rules_of_the_address_are_shown_and_kept_over_a_reload(
    phone: Table, rules: str
) -> None:
    phone.open(deal=FOUR if rules == "four-player" else CODE, rules=rules)
    shown = phone.page.locator(".chip .rules").first
    expect(shown).to_contain_text(NAMES[rules])
    expect(shown).to_be_visible()
    game = phone.game
    assert game["rules"] == rules
    phone.page.reload()
    phone.cards.first.wait_for()
    expect(shown).to_contain_text(NAMES[rules])
    assert phone.game == game


def test_the_menu_chooses_the_rules_of_the_next_deal_and_no_other(table: Table) -> None:
    table.open(deal=CODE)
    table.act(3, (), "tap")
    first = table.game
    choose_rules(table, "Folk")
    table.page.wait_for_timeout(300)
    assert table.game == first
    expect(table.page.locator(".chip .rules").first).to_contain_text("Classic")
    assert rules_of_address(table) == "classic"
    table.page.get_by_role("button", name="Random deal").click()
    table.page.get_by_role("button", name="Start another").click()  # the first is unfinished
    expect(table.page.locator(".chip .rules").first).to_contain_text("Folk")
    table.page.wait_for_url(re.compile("rules=folk"))
    assert table.game["rules"] == "folk"
    assert table.server.store.load(first["id"]) == first
    expect(table.page.get_by_role("radio", name="Folk")).to_be_hidden()  # the menu is shut


def test_a_deal_under_way_keeps_its_rules_whatever_the_address_says(desktop: Table) -> None:
    desktop.open(deal=CODE, rules="competition")
    desktop.act(3, (), "tap")
    game = desktop.game
    desktop.open(game=game["id"], rules="rob")
    expect(desktop.page.locator(".chip .rules").first).to_contain_text("Competition")
    desktop.page.wait_for_url(re.compile("rules=competition"))
    assert desktop.game == game


@pytest.mark.parametrize("language", ["en", "zh-Hant"])
def test_unknown_rules_get_a_plain_sentence_and_a_way_on(phone: Table, language: str) -> None:
    say = texts(language)
    phone.page.goto(f"{phone.server.address}/?rules=nonsense&lang={language}")
    expect(phone.page.get_by_text(say("error.rules", name="nonsense"))).to_be_visible()
    assert "Traceback" not in phone.page.content()
    phone.page.get_by_role("button", name=say("menu.title")).click()
    phone.page.get_by_text(say("preset.rob"), exact=True).click()
    expect(phone.page.get_by_role("radio", name=say("preset.rob"))).to_be_checked()
    phone.page.locator(".st-key-random button").click()
    expect(phone.page.locator(".chip .rules").first).to_contain_text(say("preset.rob"))
    assert phone.game["rules"] == "rob"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_menu_says_what_differs_between_the_rules(phone: Table, language: str) -> None:
    say = texts(language)
    phone.open(deal=CODE, lang=language)
    phone.page.get_by_role("button", name=say("menu.title")).click()
    choice = phone.page.locator(".st-key-rules_choice")
    names = [name.replace("-", "_") for name in NAMES]
    for key in (*names, *(f"{name}_about" for name in names)):
        expect(choice.get_by_text(say(f"preset.{key}"), exact=True)).to_be_visible()
    expect(choice.get_by_role("radio")).to_have_count(len(NAMES))


def test_the_languages_have_their_full_names_to_be_read_aloud(table: Table) -> None:
    table.open(deal=CODE)
    for name in ("English", "日本語", "简体中文", "繁體中文"):
        expect(table.page.get_by_role("radio", name=name, exact=True)).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_long_name_of_the_rules_gives_way_on_a_narrow_phone(phone: Table, language: str) -> None:
    phone.page.set_viewport_size({"width": 360, "height": 740})
    phone.open(deal=CODE, rules="folk,quad_two=no", lang=language)
    head = phone.page.locator(".mat-head > *")
    chip, kitty, score = (part.bounding_box() for part in head.all())
    assert chip is not None
    assert kitty is not None
    assert score is not None
    assert chip["x"] + chip["width"] <= kitty["x"]
    assert kitty["x"] + kitty["width"] <= score["x"]
    assert score["x"] + score["width"] <= 360
