"""The pages beside the table: history, a deal moment by moment, what-if, settings, export."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from coach.language import LANGUAGES, texts
from coach.store import KeptGame, Outcome, SavedGame, new_id, new_profile_id
from coach.ui.profile_file import write_profile
from coach.ui.table.replay import copy_of, outcome_of
from engine.deal_code import draw, encode
from tests.browser.table import Server, Table
from tests.table_games import played

CODE = encode(draw("pages", first=0))
WHEN = datetime(2026, 3, 4, 5, 6, 7)
WON = played("pages 9", 3, "classic")[-1]
OPEN = played("pages 2", 1, "competition")[4]


def person(context: BrowserContext, server: Server, *games: SavedGame) -> str:
    """A person with these deals, known to the browser; the name."""
    name = new_profile_id()
    for game in games:
        server.store.create(game, name, outcome_of(game))
    context.add_cookies([{"name": "tesuu", "value": name, "url": server.address}])
    return name


def named(game: SavedGame, name: str) -> SavedGame:
    """*game* under a name of its own, which no other test of the server has."""
    return SavedGame({**game, "id": f"{name}-{new_id()}"})


def history(context: BrowserContext, server: Server, language: str = "en") -> Page:
    page = context.new_page()
    page.goto(f"{server.address}/history?lang={language}")
    page.locator(".st-key-history h1").wait_for()
    return page


def no_sideways_scroll(page: Page) -> bool:
    fits: bool = page.evaluate(
        "() => document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    )
    return fits


def test_the_history_counts_finished_deals_and_leaves_copies_out(
    browser_of_one: BrowserContext, server: Server
) -> None:
    ended = named(WON, "ended")
    copied = SavedGame({**named(WON, "copied"), "copy_of": "x", "copy_at": 3})
    person(browser_of_one, server, ended, copied, named(OPEN, "open"))
    page = history(browser_of_one, server)
    points = outcome_of(WON).points
    assert points is not None
    tiles = page.locator("ul.tiles b")
    expect(tiles).to_have_text(
        ["1", "1" if points > 0 else "0", f"+{points}" if points > 0 else f"−{-points}"]
    )
    expect(page.locator(".deal")).to_have_count(3)
    expect(page.locator(".deal .badge")).to_have_count(1)
    assert no_sideways_scroll(page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_shows_its_texts_on_both_pages(
    browser_of_one: BrowserContext, server: Server, language: str
) -> None:
    person(browser_of_one, server, named(OPEN, "open"))
    page = history(browser_of_one, server, language)
    expect(page.get_by_text(texts(language)("history.open"))).to_be_visible()
    shown = page.locator("body").inner_text()
    page.goto(f"{server.address}/settings?lang={language}")
    expect(page.get_by_text(texts(language)("settings.theme"))).to_be_visible()
    shown += page.locator("body").inner_text()
    assert not re.search(r"\b[a-z_]+\.[a-z_]{3,}\b", shown)
    assert no_sideways_scroll(page)


def test_an_unfinished_deal_goes_on_from_the_history(
    browser_of_one: BrowserContext, server: Server
) -> None:
    left = named(OPEN, "open")
    person(browser_of_one, server, left)
    page = history(browser_of_one, server)
    page.get_by_role("button", name="Go on").click()
    table = Table(page, server)
    table.cards.first.wait_for()
    expect(table.bar).to_contain_text("Go on with the deal of")
    assert table.game == left


PRESS = """(root, [act, times, every]) => {
  const within = root.getRootNode(); // what is pressed is what stands there at that moment
  const press = () => within.querySelector(`.tesuu [data-act="${act}"]`).click();
  for (let i = 0; i < times; i++) setTimeout(press, every * i);
}"""


def test_a_finished_deal_is_seen_again_step_by_step_and_a_what_if_begins_at_any(
    browser_of_one: BrowserContext, server: Server
) -> None:
    ended = named(WON, "ended")
    name = person(browser_of_one, server, ended)
    page = history(browser_of_one, server)
    page.get_by_role("button", name="Replay").click()
    table = Table(page, server)
    table.cards.first.wait_for()
    root = page.locator(".tesuu")
    expect(root).to_have_attribute("data-at", "0")
    for at in (1, 2, 3):
        table.button("forward").click()
        expect(root).to_have_attribute("data-at", str(at))
    root.evaluate(PRESS, ["forward", 7, 120])  # faster than the page can follow
    expect(root).to_have_attribute("data-at", "10")
    root.evaluate(PRESS, ["back", 8, 30])
    expect(root).to_have_attribute("data-at", "2")
    assert server.store.load(ended["id"]) == ended
    table.button("from_here").click()
    expect(page.get_by_text("What-if copy")).to_be_visible()
    page.wait_for_function(
        "id => !location.search.includes(id) && location.search.includes('game=')", arg=ended["id"]
    )
    copy = table.game
    assert (copy["copy_of"], copy["copy_at"]) == (ended["id"], 2)
    assert copy["actions"][:2] == ended["actions"][:2]
    assert server.store.load(ended["id"]) == ended
    assert server.store.totals(name).deals == 1
    page.get_by_role("button", name="Back to the deal").click()
    expect(page.locator(".result:visible")).to_have_count(1)
    assert table.game == ended


def test_the_result_leads_over_the_review_to_the_steps_of_its_deal(phone: Table) -> None:
    ended = SavedGame({**played("result", 3, "classic")[-1], "id": "result-steps"})
    phone.server.store.create(ended)
    phone.open(game=ended["id"])
    phone.result.wait_for()
    phone.button("review").click()
    phone.wait_for_address(ended["id"])
    phone.page.get_by_role("button", name="Replay").click()
    expect(phone.page.get_by_role("slider")).to_be_visible()


def test_a_what_if_begins_from_a_live_deal_and_the_live_one_waits(
    browser_of_one: BrowserContext, server: Server
) -> None:
    table = Table(browser_of_one.new_page(), server)
    table.open(deal=CODE)
    table.act(3, (), "tap")
    table.tap(table.shown()[0])
    done = len(table.game["actions"])
    table.button("play").click()
    table.wait_for_turn(done)
    live = table.game
    table.page.get_by_role("button", name="New deal").click()
    table.page.get_by_role("button", name="What if?").click()
    table.button("forward").click()
    expect(table.page.locator(".tesuu")).to_have_attribute("data-at", "1")
    table.button("from_here").click()
    expect(table.page.get_by_text("What-if copy")).to_be_visible()
    assert server.store.load(live["id"]) == live
    table.page.get_by_role("button", name="Back to the deal").click()
    expect(table.bar).to_contain_text("Go on with the deal of")
    table.button("go_on").click()
    expect(table.button("go_on")).to_have_count(0)
    kept = table.game["actions"]
    assert kept[: len(live["actions"])] == live["actions"]


def test_a_what_if_is_not_what_the_bare_address_offers(
    browser_of_one: BrowserContext, server: Server
) -> None:
    left = named(OPEN, "open")
    person(browser_of_one, server, left)
    copied = SavedGame({**copy_of(left, 4), "id": f"copy-{new_id()}"})
    kept = server.store.find(left["id"])
    assert kept is not None
    server.store.create(copied, kept.profile, outcome_of(copied))
    table = Table(browser_of_one.new_page(), server)
    table.open()
    assert table.game == left


def test_a_deal_of_the_address_that_is_not_the_persons_gets_a_sentence(
    browser_of_one: BrowserContext, server: Server
) -> None:
    page = browser_of_one.new_page()
    page.goto(f"{server.address}/history?game=gone")
    expect(page.get_by_text(texts("en")("error.game"))).to_be_visible()
    page.get_by_role("button", name="History").click()
    expect(page.get_by_text(texts("en")("history.none"))).to_be_visible()


def test_settings_are_kept_and_followed_by_the_table(
    browser_of_one: BrowserContext, server: Server
) -> None:
    name = person(browser_of_one, server)
    page = browser_of_one.new_page()
    page.goto(f"{server.address}/settings")
    page.get_by_role("radio", name="As its fewest plays").click()
    page.get_by_role("radio", name="Fast", exact=True).click()
    page.locator(".st-key-settings").get_by_role("radio", name="日本語").click()
    expect(page.get_by_text("明るい画面と暗い画面")).to_be_visible()
    page.goto(f"{server.address}/?deal={CODE}")  # no language in the address
    Table(page, server).cards.first.wait_for()
    expect(page.locator(".tesuu")).to_have_attribute("lang", "ja")
    kept = server.store.settings(name)
    assert kept["language"] == "ja"
    assert (kept["table"]["sort"], kept["table"]["speed"]) == ("plays", "fast")


def test_everything_is_exported_deleted_after_a_question_and_imported_again(
    browser_of_one: BrowserContext, server: Server, tmp_path: Path
) -> None:
    ended, left = named(WON, "ended"), named(OPEN, "open")
    name = person(browser_of_one, server, ended, left)
    page = browser_of_one.new_page()
    page.goto(f"{server.address}/settings?lang=en")
    with page.expect_download(timeout=60_000) as download:
        page.get_by_role("button", name="Export").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    page.get_by_role("button", name="Delete everything").click()
    page.get_by_role("button", name="Keep them").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert server.store.count(name) == 2
    page.get_by_role("button", name="Delete everything").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete everything").click()
    expect(page.get_by_text("Everything is deleted.")).to_be_visible()
    assert server.store.count(name) == 0
    page.wait_for_function("old => !document.cookie.includes(old)", arg=name)
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_text("2 deals imported, of 2 in the file")).to_be_visible(timeout=60_000)
    assert server.store.load(ended["id"]) == ended
    assert server.store.load(left["id"]) == left
    page.reload()  # the new name is the one that has them
    page.goto(f"{server.address}/history?lang=en")
    expect(page.locator(".deal")).to_have_count(2)


def test_another_file_is_refused_with_a_sentence(
    browser_of_one: BrowserContext, server: Server, tmp_path: Path
) -> None:
    file = tmp_path / "other.txt"
    file.write_bytes(b"\xff\xfe not ours")
    page = browser_of_one.new_page()
    page.goto(f"{server.address}/settings?lang=en")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_text("This is no file that was exported here")).to_be_visible(timeout=60_000)


def test_an_import_says_what_became_of_every_deal_of_the_file(
    browser_of_one: BrowserContext, server: Server, tmp_path: Path
) -> None:
    """Two deals, one of them not readable; then the same again; settings alone; nothing."""
    good, torn = (named(game, name) for game, name in ((WON, "good"), (OPEN, "t")))
    whole = write_profile(
        [KeptGame(game, None, Outcome(), WHEN, WHEN) for game in (good, torn)], {}
    )
    page = browser_of_one.new_page()
    page.goto(f"{server.address}/settings?lang=en")

    def says(text: str, *sentences: str) -> None:
        file = tmp_path / "given.txt"
        file.write_text(text, encoding="utf-8")
        page.locator("input[type=file]").set_input_files(file)
        for sentence in sentences:
            expect(page.get_by_test_id("stAlert")).to_contain_text(sentence, timeout=60_000)
        expect(page.get_by_test_id("stException")).to_have_count(0)

    damaged = re.sub(r'Level "standard"(?![\s\S]*Level)', 'Level "master"', whole)
    damaged = damaged.replace("settings {}", "settings " + 9_999 * '{"a":')
    says(damaged, "1 deal imported, of 2 in the file.", "1 could not be read and is left out.")
    expect(page.get_by_text("2 lines could not be read")).to_be_visible()
    says(whole, "1 deal imported, of 2 in the file.", "1 is here already.")
    says('tesuu profile 1\nsettings {"level": "novice"}\n', "its settings were taken over")
    says('tesuu profile 1\nsettings {"level": []}\n', "nothing was imported")
    assert server.store.load(good["id"]) == good
    Table(page, server).open(lang="en")


def test_the_language_stays_from_page_to_page(
    browser_of_one: BrowserContext, server: Server
) -> None:
    table = Table(browser_of_one.new_page(), server)
    table.open(lang="zh-Hant")
    ways = table.page.locator('[class*="st-key-ways"] button').first
    ways.click()
    table.page.get_by_role("link", name="紀錄").click()
    expect(table.page.locator(".st-key-history h1")).to_have_text("紀錄")
    ways.click()
    table.page.get_by_role("link", name=texts("zh-Hant")("page.play")).click()
    expect(table.page.locator(".tesuu")).to_have_attribute("lang", "zh-Hant")
