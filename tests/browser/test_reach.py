"""For everyone: axe-core finds nothing of ours, keys do everything, plays are announced."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from coach.language import LANGUAGES, texts
from coach.ui.table.replay import PERSON
from engine.deal_code import draw, encode
from tests.browser.table import SCREENS, Server, Table, on_screen
from tests.browser.test_hand import CODE
from tests.browser.test_tools import STRONG_CODE

FOUR = encode(draw("reach", first=0, players=4))
AXE = Axe()


def faults(page: Page) -> list[str]:
    """What axe-core finds within the table and the line above it, which are ours."""
    found: list[str] = []
    for violation in AXE.run(page).response["violations"]:
        for node in violation["nodes"]:
            if is_ours(node):
                found.append(f"{violation['id']}: {node['html'][:160]} ({node['target']})")
    return found


def test_faults_within_the_table_are_found(desktop: Table) -> None:
    """A picture without a text put into the table is one."""
    desktop.open(deal=CODE)
    desktop.root.evaluate("root => root.append(document.createElement('img'))")
    assert [fault for fault in faults(desktop.page) if fault.startswith("image-alt")]


def is_ours(node: dict[str, Any]) -> bool:
    """A node in the shadow tree of a component, or drawn by our own page."""
    within = isinstance(node["target"][0], list)
    return within or "brand" in node["html"] or "tesuu" in node["html"]


@pytest.fixture(
    params=[(screen, theme) for screen in sorted(SCREENS) for theme in ("light", "dark")]
)
def themed(request: pytest.FixtureRequest, chromium: Browser, server: Server) -> Iterator[Table]:
    """A table on each screen in light and dark."""
    screen, theme = request.param
    context = on_screen(chromium, screen, patience_ms=15_000, color_scheme=theme)
    yield Table(context.new_page(), server)
    context.close()


# ---- axe-core ----


def test_axe_finds_nothing_while_bidding_and_in_play(themed: Table) -> None:
    themed.open(deal=CODE)
    assert faults(themed.page) == []
    themed.act(3, (), "tap")
    assert faults(themed.page) == []
    themed.tap("3c")
    themed.tap("4c")
    expect(themed.bar).to_contain_text("a straight needs 5 cards in a row")
    assert faults(themed.page) == []
    themed.button("sort").click()
    themed.button("undo").click()
    assert faults(themed.page) == []


def test_axe_finds_nothing_in_the_sheets(themed: Table) -> None:
    themed.resume(CODE, "classic", "3")
    for act in ("more", "points", "roles"):
        themed.page.locator(f'[data-act="{act}"]:visible').first.click()
        expect(themed.page.locator(".sheet")).to_be_visible()
        assert faults(themed.page) == [], act
        themed.button("close").click()


def test_axe_finds_nothing_in_the_result(themed: Table) -> None:
    plays = ["8c 8d 8h 8s", "B R", "3d", "3h", "3s", "2c 2d", "Kc Kd", "3c 4c 5c 6c 7c"]
    acts = [act for play in plays for act in (play, "pass", "pass")]
    themed.resume(STRONG_CODE, "classic", "3", *acts, "9c 9d")
    expect(themed.result).to_be_visible()
    assert faults(themed.page) == []


def test_texts_stand_out_in_dialogs_and_on_the_other_pages(themed: Table) -> None:
    page = themed.page
    themed.open(deal=CODE)
    themed.act(3, (), "tap")
    page.get_by_role("button", name="New deal").click()
    expect(page.locator(".st-key-random button")).to_be_visible()
    assert pale(page) == []
    page.locator(".st-key-random button").click()
    expect(page.locator(".st-key-leave_yes button")).to_be_visible()
    assert pale(page) == []
    page.locator(".st-key-leave_no button").click()
    for name in ("history", "settings"):
        page.goto(f"{themed.server.address}/{name}?lang=en")
        expect(page.locator(f".st-key-{name} h1")).to_be_visible()
        assert pale(page) == [], name


def pale(page: Page) -> list[str]:
    """Texts of the whole page, Streamlit's too, that do not stand out enough."""
    found = AXE.run(page, options={"runOnly": ["color-contrast"]}).response["violations"]
    return [node["html"][:160] for violation in found for node in violation["nodes"]]


def test_axe_finds_nothing_at_a_table_of_four_and_in_the_quiz(themed: Table) -> None:
    themed.resume(FOUR, "four-player", "3")
    assert faults(themed.page) == []
    themed.button("more").click()
    themed.page.get_by_role("radio", name="Quiz", exact=True).check(force=True)
    themed.button("close").click()
    assert faults(themed.page) == []


# ---- keyboard ----


def test_tab_goes_through_the_controls_once_each_and_the_hand_is_one_stop(desktop: Table) -> None:
    desktop.resume(CODE, "classic", "3")
    stops = []
    desktop.page.locator(".chip").focus()
    for _ in range(30):
        stops.append(
            desktop.page.evaluate(
                """() => { let at = document.activeElement;
                while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
                return at.dataset.act ?? at.className.split(' ')[0]; }"""
            )
        )
        desktop.page.keyboard.press("Tab")
    order = [stop for stop in stops if stop in ("copy", "points", "card", "undo", "next", "play")]
    assert order[:6] == ["copy", "points", "undo", "next", "card", "play"]
    assert stops.count("card") <= 2  # once around


def test_a_whole_turn_by_keys_keeps_the_focus(desktop: Table) -> None:
    desktop.open(deal=CODE)
    page = desktop.page
    page.keyboard.press("3")
    desktop.wait_for_turn(0)
    assert desktop.state.landlord == PERSON
    page.keyboard.press("ArrowRight")
    expect(page.locator(".hand .card:focus")).to_have_count(1)
    page.keyboard.press("n")
    done = len(desktop.game["actions"])
    page.keyboard.press("Enter")
    desktop.wait_for_turn(done)
    expect(page.locator(".hand .card:focus")).to_have_count(1)


def test_the_focus_stays_on_a_tool_over_reruns(desktop: Table) -> None:
    desktop.resume(CODE, "classic", "3")
    desktop.button("sort").focus()
    desktop.page.keyboard.press("Enter")
    expect(desktop.page.locator('[data-act="sort"]:focus')).to_have_count(1)
    desktop.page.wait_for_timeout(500)
    expect(desktop.page.locator('[data-act="sort"]:focus')).to_have_count(1)


def test_the_focus_goes_to_the_heading_of_the_result(desktop: Table) -> None:
    desktop.open(deal=CODE)
    while desktop.result.is_hidden():
        if desktop.state.phase == "bid":
            desktop.act(3, (), "keyboard")
            continue
        done = len(desktop.game["actions"])
        desktop.page.keyboard.press("n")
        desktop.page.locator('.hand .card[tabindex="0"]').focus()
        desktop.page.keyboard.press("Enter" if desktop.chosen() else "p")
        desktop.wait_for_turn(done)
    expect(desktop.page.locator(".result h2:focus")).to_have_count(1)


# ---- names and announcements ----


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_is_named_and_announces_in_the_language_chosen(
    desktop: Table, language: str
) -> None:
    say = texts(language)
    desktop.resume(CODE, "classic", "3", lang=language)
    expect(desktop.root).to_have_attribute("lang", language)
    expect(desktop.page.get_by_role("listbox", name=say("hand_label"))).to_be_visible()
    expect(desktop.page.get_by_role("button", name=say("tool.next"))).to_be_visible()
    log = desktop.page.get_by_role("log")
    expect(log).to_have_attribute("aria-live", "polite")
    desktop.tap("3c")
    done = len(desktop.game["actions"])
    desktop.button("play").click()
    desktop.wait_for_turn(done)
    mine = say("say.play", seat=say("seat.me"), kind=say("kind.solo"), cards="3")
    expect(log).to_contain_text(mine)
    expect(log).to_contain_text(say("seat.right"))


def test_the_bar_is_a_status_that_tells_what_is_chosen(desktop: Table) -> None:
    desktop.resume(CODE, "classic", "3")
    desktop.tap("7c")
    desktop.tap("7d")
    desktop.tap("7h")
    expect(desktop.page.get_by_role("status").filter(has_text="Triple 777")).to_be_visible()


def test_the_last_cards_are_announced_aloud(desktop: Table) -> None:
    """The person passes whenever it is allowed, so another seat comes to its last cards."""
    desktop.open(deal=CODE)
    desktop.act(None, (), "tap")
    heard = ""
    while desktop.result.is_hidden():
        counts = desktop.state.counts
        if min(counts[1:]) <= 2 and not heard:
            heard = desktop.page.get_by_role("log").inner_text()
            assert "One left" in heard or "Two left" in heard
            expect(desktop.page.locator(".seat .announced").first).to_be_visible()
        done = len(desktop.game["actions"])
        if desktop.button("pass").get_attribute("aria-disabled") == "true":
            desktop.button("next").click()
            desktop.button("play").click()
        else:
            desktop.button("pass").click()
        desktop.page.wait_for_timeout(150)
        desktop.wait_for_turn(done)
