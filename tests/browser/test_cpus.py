"""CPUs that think: in the pool, with a sign, and never while nobody looks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from coach.store import SavedGame
from coach.ui.table.replay import PERSON, positions, with_cpu_action
from engine.deal_code import draw, encode
from tests.browser.table import SCREENS, Server, Table, on_screen

CODE = encode(draw("cpus", first=0))


@pytest.fixture(params=sorted(SCREENS))
def moving(request: pytest.FixtureRequest, server: Server, chromium: Browser) -> Iterator[Table]:
    """A table that moves."""
    context = on_screen(chromium, request.param, reduced_motion="no-preference")
    yield Table(context.new_page(), server)
    context.close()


def look_away(page: Page) -> None:
    _set_hidden(page, "true")


def look_again(page: Page) -> None:
    _set_hidden(page, "false")


def _set_hidden(page: Page, hidden: str) -> None:
    page.evaluate(
        "hidden => { Object.defineProperty(document, 'hidden',"
        " {configurable: true, get: () => hidden === 'true'});"
        " document.dispatchEvent(new Event('visibilitychange')); }",
        hidden,
    )


def choose(table: Table, level: str) -> None:
    """Deal anew against CPUs of this level, chosen in the menu."""
    before = table.game["id"]
    table.page.get_by_role("button", name="New deal").click()
    table.page.locator(".st-key-level_choice [role=combobox], .st-key-level_choice input").click()
    table.page.get_by_role("option", name=level, exact=True).click()
    table.page.get_by_role("button", name="Same deal again").click()
    table.page.wait_for_function("id => !location.search.includes(id)", arg=before)
    expect(table.button("3")).to_be_visible()


def play_lowest(table: Table) -> None:
    """Lead the lowest card and do not wait for the others."""
    table.tap(table.shown()[0])
    expect(table.button("play")).to_have_attribute("aria-disabled", "false")
    table.button("play").click()


def cpus_alone(game: SavedGame, after: int) -> SavedGame:
    """What the CPUs do by themselves after the first actions of *game*."""
    played = SavedGame({**game, "actions": game["actions"][:after]})
    while (longer := with_cpu_action(played)) is not None:
        played = longer
    return played


def test_the_level_is_chosen_before_a_deal_shown_and_kept(table: Table) -> None:
    table.open(deal=CODE)
    choose(table, "Hoards 2s and jokers")
    assert table.game["level"] == "hoards-twos"
    expect(table.page.locator(".seat-left")).to_contain_text("Hoards 2s and jokers")
    kept = table.server.store.find(table.game["id"])
    assert kept is not None
    assert kept.profile is not None
    assert table.server.store.settings(kept.profile)["level"] == "hoards-twos"


def test_advanced_cpus_think_in_the_pool_and_do_what_they_would_do_anywhere(table: Table) -> None:
    table.open(deal=CODE)
    choose(table, "Advanced")
    table.act(3, (), "tap")
    done = len(table.game["actions"]) + 1
    play_lowest(table)
    expect(table.page.locator(".tesuu")).to_have_attribute("data-at", str(done + 2), timeout=90_000)
    expected = cpus_alone(table.game, done)
    assert len(expected["actions"]) == done + 2
    assert table.game == expected


def test_nobody_thinks_while_the_page_is_not_looked_at(table: Table) -> None:
    """Whether the pool answered before or not: no more than one answer is taken unseen."""
    table.open(deal=CODE)
    choose(table, "Advanced")
    table.act(3, (), "tap")
    look_away(table.page)
    play_lowest(table)
    table.page.wait_for_timeout(4000)
    left = table.game
    table.page.wait_for_timeout(2000)
    assert table.game == left
    if positions(left)[-1].state.turn == PERSON:
        pytest.skip("the CPUs answered at once")
    look_again(table.page)
    expect(table.bar).to_contain_text("The CPUs waited while you were away")
    table.page.wait_for_timeout(1000)
    assert table.game == left
    table.button("go_on").click()
    expect(table.button("pass")).to_be_visible(timeout=60_000)
    assert len(table.game["actions"]) > len(left["actions"])


def test_going_to_another_page_stops_the_cpus_and_coming_back_asks(desktop: Table) -> None:
    desktop.open(deal=CODE)
    choose(desktop, "Advanced")
    desktop.act(3, (), "tap")
    play_lowest(desktop)
    desktop.page.locator('[class*="st-key-ways"] button').first.click()
    desktop.page.get_by_role("link", name="History").click()
    expect(desktop.page.locator(".st-key-history h1")).to_be_visible()
    (kept,) = _deals(desktop)
    before = desktop.server.store.load(kept)
    assert before is not None
    desktop.page.wait_for_timeout(2000)
    assert desktop.server.store.load(kept) == before
    if positions(before)[-1].state.turn == PERSON:
        pytest.skip("the CPUs had decided before")
    desktop.page.locator('[class*="st-key-ways"] button').first.click()
    desktop.page.get_by_role("link", name="Play").click()
    expect(desktop.bar).to_contain_text("The CPUs waited while you were away")


def _deals(table: Table) -> list[str]:
    shown = table.page.locator('[class*="st-key-go_"]')
    shown.first.wait_for()
    found: list[str] = shown.evaluate_all(
        "all => all.map(each => [...each.classList]"
        ".find(name => name.startsWith('st-key-go_')).slice('st-key-go_'.length))"
    )
    return found


def test_what_is_still_to_be_shown_waits_for_the_person_who_left(moving: Table) -> None:
    moving.open(deal=CODE)
    root = moving.page.locator(".tesuu")
    expect(root).to_have_attribute("data-busy", "false")
    moving.act(3, (), "tap")
    play_lowest(moving)
    expect(root).to_have_attribute("data-busy", "true")
    look_away(moving.page)
    at = root.get_attribute("data-at")
    moving.page.wait_for_timeout(2500)
    assert root.get_attribute("data-at") == at
    look_again(moving.page)
    expect(moving.bar).to_contain_text("The CPUs waited while you were away")
    moving.button("on").click()
    expect(root).to_have_attribute("data-busy", "false")
    expect(root).to_have_attribute("data-at", str(len(moving.game["actions"])))


def test_the_table_says_that_the_deal_is_saved(table: Table) -> None:
    table.open(deal=CODE)
    expect(table.page.locator(".chip .kept")).to_have_text("Saved")
