"""The tutor in the browser: it steps in by the buttons, and what it says afterwards."""

from __future__ import annotations

from playwright.sync_api import TimeoutError, expect

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


PASSED = "D11P-7V1X-W5VX-VP6F-80QT-5CC"
"""Another play than the pass wins clearly more often, after these acts."""
ACTS = ("pass", "3", "8c 8d 8h 8s 6c 6d Kc Kh", "pass", "Qc Qd Qh Qs 4d 4h 5c 5h")
ACTS += ("pass", "pass", "6h", "7c", "Js", "pass", "Ah", "pass")


def test_a_pass_is_stopped_in_its_own_words_above_the_hand_and_beside_the_hint(
    desktop: Table,
) -> None:
    page = desktop.page
    desktop.resume(PASSED, "classic", *ACTS)
    choose(desktop, tutor="strict")
    strip = page.locator(".stop")
    for _ in range(20):  # a judgement that comes too late lets the pass through
        page.wait_for_timeout(3000)
        places = page.locator(".actions").bounding_box()
        desktop.button("pass").click()
        try:
            strip.wait_for(timeout=8000)
            break
        except TimeoutError:
            desktop.resume(PASSED, "classic", *ACTS)
    expect(desktop.button("anyway")).to_have_text("Pass anyway")
    said = strip.locator("> :not(.sign)")
    expect(said.locator('> [data-basis="sampled"]')).to_contain_text("Sampled")
    assert said.evaluate("said => said.firstElementChild.matches('.basis')")  # before its sentence
    desktop.button("hint-open").click()
    expect(panel(desktop)).to_be_visible()
    for width in (1280, 1000, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        over, hand = strip.bounding_box(), page.locator(".hand").bounding_box()
        assert over
        assert hand
        assert over["y"] + over["height"] <= hand["y"] + 1
        assert strip.evaluate("strip => strip.scrollHeight <= strip.clientHeight")  # all is read
    page.set_viewport_size({"width": 1280, "height": 800})
    assert places is not None
    assert page.locator(".actions").bounding_box()["y"] == places["y"]  # type: ignore[index]


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
    expect(said).to_contain_text("points more (±")
    expect(page.locator('[data-act="tab-said"]')).to_have_attribute("aria-selected", "true")
    page.locator('[data-act="tab-unseen"]').click()
    expect(said).to_have_count(0)
    person = page.context.cookies()
    name = next(one["value"] for one in person if one["name"] == "tesuu")
    past = phone.server.store.settings(name)["mastery"]
    assert past[OTHER] == "0"  # counted once, though it was tried twice
