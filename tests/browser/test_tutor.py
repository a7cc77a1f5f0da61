"""The tutor in the browser: it steps in by the buttons, and what it says afterwards."""

from __future__ import annotations

from playwright.sync_api import expect

from coach.mastery import OTHER
from coach.ui.table.marks import WARNED, notes_of
from tests.browser.table import Table
from tests.browser.test_hint import faults, panel
from tests.browser.test_whole_deal import CODE


def choose(table: Table, **settings: str) -> None:
    """Set these things in the sheet of the table."""
    table.button("more").click()
    for name, value in settings.items():
        table.page.locator(f'.sheet input[name="{name}"][value="{value}"]').check(force=True)
    table.button("close").click()


def test_it_steps_in_and_is_heard_or_not_and_a_comment_follows(phone: Table) -> None:
    """A 2 led from a hand of straights: 7 plays stay, where 6 could be left."""
    page = phone.page
    phone.resume(CODE, "classic", "3")
    choose(phone, tutor="strict", feedback="once")
    phone.button("hint-toggle").click()
    expect(panel(phone)).to_be_visible()
    expect(panel(phone).locator(".work")).to_have_count(0, timeout=150_000)  # the kernel is ready
    panel(phone).locator('[data-act="hint-close"]').click()
    places = page.locator(".actions").bounding_box()
    two = next(card for card in phone.shown() if card[0] == "2")
    phone.tap(two)
    page.wait_for_timeout(4000)  # the person looks; meanwhile it is judged
    phone.button("play").click()
    strip = page.locator(".stop")
    expect(strip).to_contain_text("Another play wins about")
    expect(strip.locator('[data-basis="sampled"]')).to_have_count(1)
    assert page.locator(".actions").bounding_box() == places
    over, hand = strip.bounding_box(), page.locator(".hand").bounding_box()
    assert over
    assert hand
    assert over["y"] + over["height"] <= hand["y"] + 1
    assert faults(phone) == []
    assert len(phone.game["actions"]) == 1  # nothing was played

    phone.button("think_again").click()
    expect(strip).to_have_count(0)
    assert phone.chosen() == [two]
    phone.button("play").click()
    expect(strip).to_be_visible()
    phone.button("hint-open").click()
    expect(panel(phone)).to_be_visible()
    page.keyboard.press("Escape")
    phone.button("anyway").click()
    phone.wait_for_turn(1)
    assert notes_of(phone.game["actions"][1][0]) == ("hint 1", WARNED)

    said = page.locator(".slot .decisions")
    expect(said).to_contain_text("points less than")
    expect(page.locator('[data-act="tab-said"]')).to_have_attribute("aria-selected", "true")
    page.locator('[data-act="tab-unseen"]').click()
    expect(said).to_have_count(0)
    person = page.context.cookies()
    name = next(one["value"] for one in person if one["name"] == "tesuu")
    past = phone.server.store.settings(name)["mastery"]
    assert past[OTHER] == "0"  # counted once, though it was tried twice
