"""The history: filtered, a deal shared, reviewed, deleted; records taken along and brought in."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect

from coach.language import LANGUAGES, texts
from coach.store import SavedGame, new_id, new_profile_id
from coach.ui.table.replay import copy_of, outcome_of, played_code, positions
from engine.doudizhu import game as doudizhu
from engine.record import Record, Turn, read_one, states, write_record
from tests.browser.table import Server
from tests.review_games import chained, cpu_deal
from tests.table_games import played

OVER = played("review", 3, "classic")[-1]
OPEN = played("pages 2", 1, "competition")[4]


def person(
    browser_of_one: BrowserContext, server: Server, *games: SavedGame
) -> tuple[str, list[str]]:
    """A person with these games; the name and the ids they have."""
    name, ids = new_profile_id(), [new_id() for _ in games]
    for game, own in zip(games, ids, strict=True):
        server.store.create(SavedGame({**game, "id": own}), name, outcome_of(game))
    browser_of_one.add_cookies([{"name": "tesuu", "value": name, "url": server.address}])
    return name, ids


def history(browser_of_one: BrowserContext, server: Server, language: str = "en") -> Page:
    page = browser_of_one.new_page()
    page.goto(f"{server.address}/history?lang={language}")
    page.locator(".st-key-history h1").wait_for()
    return page


def choose(page: Page, what: str, option: str) -> None:
    """Choose *option* of a filter; while the filter unfolds its list shuts again at once."""
    listed = page.get_by_role("option", name=option, exact=True)
    for _ in range(30):
        page.locator(f".st-key-filter_{what}").get_by_role("combobox").click()
        page.wait_for_timeout(500)
        if listed.count():
            break
        page.keyboard.press("Escape")
    listed.click()


def test_the_list_shows_what_is_asked_for(browser_of_one: BrowserContext, server: Server) -> None:
    person(
        browser_of_one, server, OVER, copy_of(OVER, 5), OPEN, SavedGame({**OVER, "level": "novice"})
    )
    page = history(browser_of_one, server)
    expect(page.locator(".deal")).to_have_count(4)
    page.get_by_text("Filter", exact=True).click()
    choose(page, "what_ifs", "Without")
    expect(page.locator(".deal")).to_have_count(3)
    choose(page, "level", "Novice")
    expect(page.locator(".deal")).to_have_count(1)
    expect(page.locator(".deal")).to_contain_text("Novice")
    won = (outcome_of(OVER).points or 0) > 0
    choose(page, "result", "Lost" if won else "Won")
    expect(page.get_by_text("No deal matches the filter.")).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0


def test_a_deal_is_shared_as_code_and_record_and_reviewed(
    browser_of_one: BrowserContext, server: Server
) -> None:
    _, (own,) = person(browser_of_one, server, OVER)
    page = history(browser_of_one, server)
    page.get_by_role("button", name="More").click()
    window = page.get_by_role("dialog")
    expect(window.locator("code").first).to_have_text(played_code(OVER))
    with page.expect_download() as saved:
        window.get_by_role("button", name="Save record").click()
    text = saved.value.path().read_text(encoding="utf-8")
    assert states(read_one(text))[-1] == positions(OVER)[-1].state
    assert own not in text
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Review").click()
    expect(page).to_have_url(re.compile(rf"/review\?.*game={own}"))


def test_a_deal_is_deleted_only_when_that_is_meant(
    browser_of_one: BrowserContext, server: Server
) -> None:
    name, (first, second) = person(browser_of_one, server, OVER, OVER)
    server.store.keep_review(second, name, "{}")
    page = history(browser_of_one, server)
    row = page.locator(f".st-key-deal_{second}")
    window = page.get_by_role("dialog")
    row.get_by_role("button", name="More").click()
    window.get_by_role("button", name="Delete").click()
    window.get_by_role("button", name="Keep it").click()
    expect(window).to_have_count(0)
    assert server.store.load(second) is not None
    row.get_by_role("button", name="More").click()
    window.get_by_role("button", name="Delete").click()
    expect(window.get_by_text("Delete this deal?")).to_be_visible()
    window.get_by_role("button", name="Delete").click()
    expect(page.locator(".deal")).to_have_count(1)
    assert server.store.load(second) is None
    assert server.store.load(first) is not None
    assert server.store.reviews(name) == {}


def test_all_deals_are_saved_and_records_become_deals_of_the_person(
    browser_of_one: BrowserContext, server: Server, tmp_path: Path
) -> None:
    name, (own,) = person(browser_of_one, server, OVER)
    page = history(browser_of_one, server)

    def saved(label: str) -> str:
        with page.expect_download() as download:
            page.get_by_role("button", name=label, exact=True).click()
        return download.value.path().read_text(encoding="utf-8")

    points = outcome_of(OVER).points
    (row,) = csv.DictReader(saved("Table (CSV)").splitlines())
    assert (row["points"], row["deal"]) == (str(points), played_code(OVER))
    assert json.loads(saved("JSON"))[0]["points"] == points
    deal = cpu_deal("imported")
    tags = (("Players", "standard person standard"),)
    given = write_record(Record("ddz", deal.states[0], tuple(map(Turn, deal.actions)), tags))
    position = chained("ddz 5566789/99JJQ2/TTK2 - 0@3 1 - 0 0", "99")
    placed = write_record(Record("ddz", position.states[0], (Turn(position.actions[0]),)))
    file = tmp_path / "records.txt"
    file.write_text("\n".join([saved("Records"), given, placed, '[Game "chess"]\n']), "utf-8")
    page.locator("input[type=file]").set_input_files(file)
    said = page.get_by_test_id("stAlert")
    expect(said).to_contain_text("1 deal imported, of 4 in the file.", timeout=60_000)
    expect(said).to_contain_text("1 is here already.")
    expect(said).to_contain_text("1 begins from a position")
    expect(said).to_contain_text("1 could not be read and is left out.")
    expect(page.locator(".deal")).to_have_count(2)
    (new,) = (one for one in server.store.finished(name) if one.game["id"] != own)
    assert new.outcome.points == doudizhu.payoffs(deal.states[-1])[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_speaks_every_language_and_axe_finds_nothing(
    browser_of_one: BrowserContext, server: Server, language: str
) -> None:
    person(browser_of_one, server, OVER, OPEN)
    page = history(browser_of_one, server, language)
    page.get_by_text(texts(language)("history.filter"), exact=True).click()
    page.locator(".st-key-filter_rules").wait_for()
    shown = page.locator("body").inner_text()
    assert not re.search(r"\b[a-z_]+\.[a-z_]{3,}\b", shown)
    found = Axe().run(page, options={"resultTypes": ["violations"]})
    ours = [
        one
        for one in found.response["violations"]
        for node in one["nodes"]
        if "st-key-history" in str(node["html"]) or ".st-key-history" in str(node["target"])
    ]
    assert ours == []
