"""Nothing is lost: two tabs, Back, reload, a killed server, a deleted game, another browser."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, WebSocketRoute, expect

from coach.language import LANGUAGES, texts
from coach.ui.table.replay import game_of, positions
from engine.deal_code import day_deal, draw, encode
from tests.browser.table import SCREENS, Server, Table, free_port, on_screen, serve

CODE = encode(draw("keeping", first=0))
PASSED = "D11M-E8BP-3EC6-Z6ZC-J75H-Z2K"
"""All three pass, and another deal follows (R5)."""
OTHER = encode(draw("keeping, another", first=0))


@pytest.fixture(params=sorted(SCREENS))
def browser_of_one(request: pytest.FixtureRequest, chromium: Browser) -> Iterator[BrowserContext]:
    """One person's browser, on a desktop and on a phone."""
    context = on_screen(chromium, request.param, timezone_id="Asia/Tokyo")
    yield context
    context.close()


def tab(context: BrowserContext, server: Server) -> Table:
    return Table(context.new_page(), server)


def own_action(table: Table) -> None:
    """Bid three and lead the lowest card: the person's deal is under way."""
    table.act(3, (), "tap")


def game_id(table: Table) -> str:
    return table.game["id"]


# ---- two tabs ----


def two_tabs(context: BrowserContext, server: Server) -> tuple[Table, Table]:
    """A tab with a deal on the table, and another of the same person."""
    older, newer = tab(context, server), tab(context, server)
    older.open(deal=CODE)
    older.page.wait_for_function("() => document.cookie.includes('tesuu=')")
    return older, newer


def test_the_older_of_two_tabs_stops_says_so_and_shows_the_newer_state(
    browser_of_one: BrowserContext, server: Server
) -> None:
    older, newer = two_tabs(browser_of_one, server)
    newer.open(game=game_id(older))
    newer.act(3, (), "tap")
    kept = newer.game
    older.button("2").click()  # a bid in the state that is no more
    expect(older.bar).to_contain_text("went on in another tab")
    expect(older.page.locator(".tesuu")).to_have_attribute("data-at", str(len(kept["actions"])))
    assert older.game == kept
    assert older.shown() == newer.shown()
    older.button("go_on").click()
    expect(older.button("play")).to_have_count(1)


def test_a_tab_that_waits_shows_what_another_did_before_it_goes_on(
    browser_of_one: BrowserContext, server: Server
) -> None:
    """And nothing is said of a play that this tab only tried to make."""
    older, newer = two_tabs(browser_of_one, server)
    own_action(older)
    newer.open(game=game_id(older))  # both wait for the person to go on
    older.page.reload()
    for table in (older, newer):
        table.button("go_on").wait_for()
    newer.button("go_on").click()
    newer.tap(newer.shown()[0])
    newer.button("play").click()
    expect(newer.root).to_have_attribute("data-at", str(len(newer.game["actions"])))
    newer.wait_for_turn(1)
    kept = newer.game
    older.button("go_on").click()
    expect(older.bar).to_contain_text("went on in another tab")
    expect(older.root).to_have_attribute("data-at", str(len(kept["actions"])))
    assert older.shown() == newer.shown()


def test_after_a_deal_that_all_passed_the_same_deal_again_is_the_one_that_was_played(
    browser_of_one: BrowserContext, server: Server
) -> None:
    table = tab(browser_of_one, server)
    table.open(deal=PASSED)
    table.button("pass").click()
    table.wait_for_turn(0)
    dealt = positions(table.game)[-1].state
    assert dealt.deals_before == 1
    held = table.shown()
    before = game_id(table)
    table.page.get_by_role("button", name="New deal").click()
    table.page.get_by_role("button", name="Same deal again").click()
    table.page.locator(".st-key-leave_yes button").click()  # the deal that is under way
    table.page.wait_for_function("id => !location.search.includes(id)", arg=before)
    table.cards.first.wait_for()
    assert table.game["code"] == dealt.code
    assert table.shown() == held


# ---- a message that is lost ----


def test_an_action_whose_message_is_lost_is_sent_again(
    browser_of_one: BrowserContext, server: Server
) -> None:
    table = tab(browser_of_one, server)
    losing: list[bool] = []

    def relay(near: WebSocketRoute) -> None:
        far = near.connect_to_server()
        near.on_message(lambda message: None if losing and losing.pop() else far.send(message))
        far.on_message(near.send)

    table.page.route_web_socket("**/_stcore/stream", relay)
    table.open(deal=CODE)
    losing.append(True)
    table.button("3").click()
    expect(table.button("play")).to_have_count(1)
    assert not losing
    assert len(table.game["actions"]) == 1


# ---- Back ----


def test_back_after_a_new_deal_goes_to_the_earlier_game_and_deals_no_third(
    browser_of_one: BrowserContext, server: Server
) -> None:
    table = tab(browser_of_one, server)
    table.open(deal=CODE)
    first = game_id(table)
    entries = table.page.evaluate("() => history.length")
    table.page.get_by_role("button", name="New deal").click()
    table.page.get_by_role("button", name="Random deal").click()
    table.page.wait_for_function(
        "id => new URLSearchParams(location.search).get('game') !== id", arg=first
    )
    second = game_id(table)
    expect(table.page.locator(".chip").first).to_contain_text(table.game["code"])
    assert table.page.evaluate("() => history.length") == entries + 1
    table.page.go_back()
    table.wait_for_address(first)
    expect(table.page.locator(".chip").first).to_contain_text(CODE)
    table.page.go_forward()
    table.wait_for_address(second)
    expect(table.page.locator(".chip").first).not_to_contain_text(CODE)


def test_back_from_the_first_game_leaves_the_page_within_two_steps(
    browser_of_one: BrowserContext, server: Server
) -> None:
    table = tab(browser_of_one, server)
    table.page.goto("about:blank")
    table.open()
    first = game_id(table)
    table.page.go_back()
    table.page.wait_for_timeout(700)
    expect(table.page.locator(".chip").first).to_contain_text(
        server.store.load(first)["code"]  # type: ignore[index]
    )
    table.page.go_back()
    table.page.wait_for_url("about:blank")


# ---- resuming ----


def test_the_bare_address_offers_the_unfinished_deal_and_another(
    browser_of_one: BrowserContext, server: Server
) -> None:
    table = tab(browser_of_one, server)
    table.open(deal=CODE)
    own_action(table)
    kept = table.game
    table.page.close()
    again = tab(browser_of_one, server)
    again.open()
    expect(again.bar).to_contain_text("Go on with the deal of")
    assert again.game == kept
    again.page.wait_for_timeout(500)
    assert again.game == kept  # nobody acts before the person agrees
    again.button("new_deal").click()
    expect(again.button("3")).to_be_visible()
    assert again.game["id"] != kept["id"]
    assert server.store.load(kept["id"]) == kept


def test_a_killed_server_loses_nothing(chromium: Browser, tmp_path: Path) -> None:
    """kill -9 in the middle of a deal, start again, the same state; then the deal goes on."""
    port = free_port()
    context = chromium.new_context(reduced_motion="reduce", locale="en-GB")
    with serve(tmp_path, port) as server:
        table = tab(context, server)
        table.open(deal=CODE)
        own_action(table)
        lowest = table.shown()[0]
        table.tap(lowest)
        done = len(table.game["actions"])
        table.button("play").click()
        table.wait_for_turn(done)
        before, hand = table.game, table.shown()
        assert len(before["actions"]) > done
        server.process.send_signal(signal.SIGKILL)
        server.process.wait(60)
    with serve(tmp_path, port) as server:
        table.server = server
        assert server.store.load(before["id"]) == before
        table.page.reload()
        table.cards.first.wait_for()
        expect(table.bar).to_contain_text("Go on with the deal of")
        assert table.shown() == hand
        table.button("go_on").click()
        expect(table.button("play")).to_have_count(1)
        assert table.game == before
    context.close()


def test_a_file_of_games_that_is_deleted_is_told_at_once_and_a_new_one_goes_on(
    chromium: Browser, tmp_path: Path
) -> None:
    context = chromium.new_context(reduced_motion="reduce", locale="en-GB")
    with serve(tmp_path) as server:
        table = tab(context, server)
        table.open(deal=CODE)
        before = table.game
        for each in tmp_path.glob("games.sqlite3*"):
            each.unlink()
        table.button("3").click()
        strip = table.page.locator(".st-key-strip")
        expect(strip).to_contain_text(texts("en")("error.file_gone"))
        expect(table.page.get_by_text("Not saved", exact=True)).to_have_count(1)
        strip.get_by_role("button", name="Try again").click()
        expect(strip).to_contain_text(texts("en")("error.file_gone"))
        assert not list(tmp_path.glob("games.sqlite3*"))

        stranger = chromium.new_context(locale="en-GB").new_page()
        stranger.goto(server.address)
        expect(stranger.get_by_text(texts("en")("error.file_gone"))).to_be_visible()
        stranger.context.close()

        strip.get_by_role("button", name="New file").click()
        expect(strip).to_have_count(0)
        expect(table.page.get_by_text("Saved", exact=True)).to_have_count(1)
        expect(table.button("3")).to_have_count(0)  # the bid was sent again
        kept = server.store.load(before["id"])
        assert kept is not None
        assert kept["actions"][0] == ("3", [])
    context.close()


def test_a_deal_of_an_address_over_an_unfinished_one_asks_first(
    browser_of_one: BrowserContext, server: Server
) -> None:
    table = tab(browser_of_one, server)
    table.open(deal=CODE)
    own_action(table)
    kept = table.game
    table.open(deal=OTHER)
    table.page.get_by_role("button", name="No, go on").click()
    table.wait_for_address(kept["id"])
    expect(table.bar).to_contain_text("Go on with the deal of")
    table.open(deal=OTHER)
    table.page.get_by_role("button", name="Start another").click()
    table.page.wait_for_url(lambda url: f"deal={OTHER}" in url and "game=" in url)
    assert table.game["code"] == OTHER
    assert server.store.load(kept["id"]) == kept


def test_a_new_deal_over_an_unfinished_one_asks_first_and_no_changes_nothing(
    browser_of_one: BrowserContext, server: Server
) -> None:
    table = tab(browser_of_one, server)
    table.open(deal=CODE)
    own_action(table)
    kept = table.game
    table.page.get_by_role("button", name="New deal").click()
    table.page.get_by_role("button", name="Random deal").click()
    expect(table.page.get_by_role("dialog")).to_contain_text("isn’t finished")
    table.page.get_by_role("button", name="No, go on").click()
    expect(table.page.get_by_role("dialog")).to_have_count(0)
    assert table.game == kept
    table.tap(table.shown()[0])
    table.button("play").click()
    table.wait_for_turn(len(kept["actions"]))


# ---- addresses ----


@pytest.mark.parametrize("language", LANGUAGES)
def test_somebody_elses_game_is_not_touched_and_its_deal_is_offered(
    browser_of_one: BrowserContext, server: Server, language: str
) -> None:
    say = texts(language)
    theirs = game_of(CODE, "classic")
    server.store.create(theirs, "somebody-else-altogether")
    page = browser_of_one.new_page()
    page.goto(f"{server.address}/?game={theirs['id']}&lang={language}")
    expect(page.get_by_text(say("error.foreign"))).to_be_visible()
    page.get_by_role("button", name=say("error.play_deal")).click()
    table = Table(page, server)
    table.cards.first.wait_for()
    assert table.game["code"] == CODE
    assert table.game["id"] != theirs["id"]
    assert server.store.load(theirs["id"]) == theirs


def test_a_game_deleted_under_the_table_gets_a_sentence_and_a_way_on(
    browser_of_one: BrowserContext, server: Server
) -> None:
    table = tab(browser_of_one, server)
    table.open(deal=CODE)
    gone = server.store.find(game_id(table))
    assert gone is not None
    assert gone.profile is not None
    server.store.delete_game(gone.game["id"], gone.profile)
    table.button("3").click()
    expect(table.page.get_by_text(texts("en")("error.game"))).to_be_visible()
    table.page.get_by_role("button", name="Random deal").last.click()
    table.cards.first.wait_for()
    assert table.game["id"] != gone.game["id"]


def test_a_code_cut_short_in_a_message_says_so(
    browser_of_one: BrowserContext, server: Server
) -> None:
    page = browser_of_one.new_page()
    page.goto(f"{server.address}/?deal={'X' * 60}")
    expect(page.get_by_text(f"“{'X' * 40}…”")).to_be_visible()


def test_a_wrong_code_in_the_field_is_told_there_and_the_deal_stays(
    browser_of_one: BrowserContext, server: Server
) -> None:
    table = tab(browser_of_one, server)
    table.open(deal=CODE)
    before = table.game
    table.page.get_by_role("button", name="New deal").click()
    field = table.page.get_by_label("Deal code", exact=True)
    field.fill("D1XX-WRONG")
    table.page.get_by_role("button", name="Start from a code").click()
    expect(table.page.get_by_text("The deal code “D1XX-WRONG” can’t be read.")).to_be_visible()
    assert table.game == before


# ---- whose games ----


def cookie(page: Page) -> str | None:
    found = [each["value"] for each in page.context.cookies() if each["name"] == "tesuu"]
    return found[0] if found else None


def test_the_browser_keeps_a_random_name_and_the_games_are_its_own(
    browser_of_one: BrowserContext, server: Server
) -> None:
    table = tab(browser_of_one, server)
    table.open(deal=CODE)
    table.page.wait_for_function("() => document.cookie.includes('tesuu=')")
    name = cookie(table.page)
    kept = server.store.find(game_id(table))
    assert kept is not None
    assert kept.profile == name
    assert name is not None
    assert len(name) >= 20
    table.page.reload()
    table.cards.first.wait_for()
    assert cookie(table.page) == name
    assert table.game["id"] == kept.game["id"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_browser_without_cookies_is_told_that_games_are_not_kept(
    browser_of_one: BrowserContext, server: Server, language: str
) -> None:
    browser_of_one.add_init_script(
        "Object.defineProperty(Document.prototype, 'cookie', {get: () => '', set: () => {}})"
    )
    table = tab(browser_of_one, server)
    table.open(lang=language)
    expect(table.page.get_by_text(texts(language)("cookie.refused"))).to_be_visible()


def test_the_deal_of_the_day_is_the_same_for_everybody_on_a_date(
    browser_of_one: BrowserContext, server: Server
) -> None:
    table = tab(browser_of_one, server)
    table.open(deal=CODE)
    table.page.get_by_role("button", name="New deal").click()
    table.page.get_by_role("button", name="Deal of the day").click()
    table.page.wait_for_function(
        "code => new URLSearchParams(location.search).get('deal') !== code", arg=CODE
    )
    from datetime import datetime
    from zoneinfo import ZoneInfo

    date = datetime.now(ZoneInfo("Asia/Tokyo")).date()
    assert table.game["code"] == encode(day_deal(date, first=0))
