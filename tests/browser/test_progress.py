"""The page of progress: from its figures to the decision tried again, and reviews worked out."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect

from coach.language import LANGUAGES, texts
from coach.store import SavedGame, new_id, new_profile_id
from coach.summary import from_json
from coach.ui.table.replay import outcome_of
from tests.browser.table import Server
from tests.progress_games import keep_deals, turn_of
from tests.table_games import played

OVER = played("review", 3, "classic")[-1]
LONG = 180_000
"""Milliseconds that a whole review may take on a busy machine."""


def person(browser_of_one: BrowserContext, server: Server) -> str:
    name = new_profile_id()
    browser_of_one.add_cookies([{"name": "tesuu", "value": name, "url": server.address}])
    return name


def progress(browser_of_one: BrowserContext, server: Server, language: str = "en") -> Page:
    page = browser_of_one.new_page()
    page.goto(f"{server.address}/progress?lang={language}")
    page.locator(".st-key-progress h1").wait_for()
    return page


def test_the_costliest_leak_comes_first_and_leads_to_its_example(
    browser_of_one: BrowserContext, server: Server
) -> None:
    deals = keep_deals(server.store, person(browser_of_one, server), 12)
    page = progress(browser_of_one, server)
    expect(page.get_by_text("From 12 reviewed deals.")).to_be_visible()
    leaks = page.locator(".leak")
    # 4 bombs of 20 points and 6 others of 8 in 12 deals
    expect(leaks).to_have_count(2)
    expect(leaks.nth(0)).to_contain_text("Breaking a bomb")
    expect(leaks.nth(0)).to_contain_text("−6.7 points of win chance a deal")
    expect(leaks.nth(0)).to_contain_text("4 times, in 4 of 12 deals")
    expect(leaks.nth(1)).to_contain_text("−4.0 points of win chance a deal")
    rows = page.locator(".st-key-progress_results tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text("Novice")
    expect(rows.nth(1).locator("td").nth(3)).to_contain_text("+9.0 ±")  # 6 and 12 in turn
    page.get_by_text("As a table").click()
    expect(page.locator(".st-key-accuracy_table tbody tr")).to_have_count(12)
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
    page.get_by_role("button", name="Try again").first.click()
    names = "|".join(re.escape(one.game) for one in deals[::3])
    expect(page).to_have_url(re.compile(rf"/review\?.*game=({names})&try={turn_of(OVER)}"))
    expect(page.get_by_text(texts("en")("retry.task"))).to_be_visible()


def test_too_few_deals_are_said_to_be_too_few(
    browser_of_one: BrowserContext, server: Server
) -> None:
    me = person(browser_of_one, server)
    page = progress(browser_of_one, server)
    expect(page.get_by_text("No finished deals yet.")).to_be_visible()
    keep_deals(server.store, me, 3)
    page.reload()
    expect(page.get_by_text("2 more reviewed deals, and they are shown.")).to_be_visible()
    expect(page.locator(".leak")).to_have_count(0)


def test_reviews_that_are_missing_are_worked_out_here_and_can_be_stopped(
    browser_of_one: BrowserContext, server: Server
) -> None:
    me = person(browser_of_one, server)
    page = browser_of_one.new_page()
    # a deal of its own on each screen: the server remembers what it has worked out
    over = played(f"missing {page.viewport_size}", 3, "classic")[-1]
    page.close()
    game = SavedGame({**over, "id": new_id()})
    server.store.create(game, me, outcome_of(game))
    page = progress(browser_of_one, server)
    expect(page.get_by_text("1 finished deal has no review yet.")).to_be_visible()
    page.get_by_role("button", name="Review all").click()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Stop")).to_have_count(0)
    assert server.store.reviews(me) == {}
    page.get_by_role("button", name="Review all").click()
    expect(page.get_by_text("4 more reviewed deals")).to_be_visible(timeout=LONG)
    expect(page.get_by_role("button", name="Review all")).to_have_count(0)
    (kept,) = server.store.reviews(me).values()
    found = from_json(kept)
    assert found is not None
    assert (found.game, found.points) == (game["id"], outcome_of(game).points)
    assert sum(part.points for part in found.luck.values()) == pytest.approx(found.points)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_speaks_every_language_and_axe_finds_nothing(
    browser_of_one: BrowserContext, server: Server, language: str
) -> None:
    keep_deals(server.store, person(browser_of_one, server), 10)
    page = progress(browser_of_one, server, language)
    expect(page.locator(".st-key-progress_accuracy canvas, svg.marks").first).to_be_visible()
    shown = page.locator("body").inner_text()
    assert not re.search(r"\b[a-z_]+\.[a-z_]{3,}\b", shown)
    found = Axe().run(page, options={"resultTypes": ["violations"]})
    ours = [
        one
        for one in found.response["violations"]
        for node in one["nodes"]
        if "st-key-progress" in str(node["html"]) or ".st-key-progress" in str(node["target"])
    ]
    assert ours == []
