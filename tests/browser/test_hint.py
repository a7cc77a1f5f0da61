"""The hint panel in the browser: a whole deal with it, step by step, and why not this."""

from __future__ import annotations

import random

from playwright.sync_api import Locator, expect

from coach.ui.table.marks import depth_of
from coach.ui.table.replay import PERSON, lowest_cards, positions
from engine.doudizhu import game as doudizhu
from engine.doudizhu.cpu import standard
from engine.doudizhu.plays import Play
from tests.browser.table import Table
from tests.browser.test_hand import CODE
from tests.browser.test_reach import AXE, is_ours


def panel(table: Table) -> Locator:
    """The hint panel as this screen has it."""
    return table.page.locator(".hint:visible")


def deepen(table: Table, to: int) -> None:
    """Go on to step *to* and wait until it is there."""
    for step in range(2, to + 1):
        panel(table).locator('[data-act="hint-more"]').click()
        expect(panel(table).locator(f'li.now[data-n="{step}"]')).to_be_visible()
        expect(panel(table).locator(".work")).to_have_count(0)


def faults(table: Table) -> list[str]:
    return [
        f"{violation['id']}: {node['html'][:160]}"
        for violation in AXE.run(table.page).response["violations"]
        for node in violation["nodes"]
        if is_ours(node)
    ]


def person_acts(table: Table) -> None:
    """What a standard player would do, with the hint open beforehand where it is on top."""
    position = positions(table.game)[-1]
    action = standard(doudizhu.view(position.state, PERSON), random.Random(0))
    cards = lowest_cards(position.hands[PERSON], action) if isinstance(action, Play) else ()
    table.act(action, cards, "tap")


def test_a_whole_deal_with_hints_step_by_step(table: Table) -> None:
    """Bid, play and why not; keys, reload, axe; each depth stands with the game."""
    page = table.page
    table.open(deal=CODE)
    page.keyboard.press("h")
    expect(panel(table)).to_contain_text("Step 1 of 4")
    expect(panel(table).locator(".work")).to_have_count(0, timeout=150_000)  # the kernel is ready
    expect(panel(table).locator(".steps li.now")).to_have_count(1)
    deepen(table, 4)
    expect(panel(table).locator(".cands tbody tr")).to_have_count(4)  # pass and three bids
    expect(panel(table).locator(".cands")).to_contain_text("Points")
    page.keyboard.press("Escape")
    expect(panel(table)).to_have_count(0)
    table.act(3, (), "tap")
    assert depth_of(table.game["actions"][0][0]) == 4
    expect(panel(table)).to_have_count(0)  # another position

    expect(table.button("hint-toggle")).to_have_attribute("aria-expanded", "false")
    table.button("next").click()
    table.button("hint-toggle").click()
    why = panel(table).locator('[data-act="hint-why"]')
    expect(why).to_contain_text("Why not ")
    why.click()
    own = panel(table).locator(".why-panel")
    expect(own.locator(".cands tbody tr")).to_have_count(2)
    expect(own.locator(".split")).to_have_count(2)
    expect(why).to_have_count(0)  # it is answered
    expect(panel(table)).to_contain_text("Step 3 of 4")
    expect(panel(table).locator(".best li").first).to_be_visible()
    panel(table).locator('[data-act="hint-more"]').click()
    figures = panel(table).locator(":scope > .cands .chance")
    expect(figures.first).to_contain_text("%")
    assert faults(table) == []
    panel(table).locator('[data-act="hint-again"]').click()
    expect(panel(table).locator(".work")).to_have_count(0)
    expect(figures.first).to_be_visible()
    page.reload()
    table.page.locator(".hand .card:visible").first.wait_for()
    table.button("go_on").click()
    expect(table.button("hint-toggle")).to_have_attribute("aria-disabled", "false")
    page.keyboard.press("h")
    expect(panel(table)).to_contain_text("Step 4 of 4")  # remembered over a reload
    expect(panel(table).locator(":scope > .cands")).to_be_visible()
    place = panel(table).bounding_box()
    assert place
    hand = page.locator(".trick").bounding_box()
    assert hand
    if table.is_phone:
        assert page.locator(".mat-foot").evaluate("foot => foot.inert")
        panel(table).get_by_role("button", name="Nudge").click()
        expect(panel(table).locator(".reasons.short")).to_be_visible()
    else:
        assert place["x"] >= hand["x"] + hand["width"]
    panel(table).locator('[data-act="hint-close"]').click()
    expect(page.locator('[data-act="hint-toggle"]:focus')).to_have_count(1)
    number = len(table.game["actions"])
    person_acts(table)
    assert depth_of(table.game["actions"][number][0]) == 4

    turns = 0
    while table.is_phone and not doudizhu.is_over(table.state):
        turns += 1
        if turns % 3 == 1:
            page.keyboard.press("h")
            expect(panel(table).locator(".steps")).to_be_visible()
            if table.is_phone and page.locator(".to-beat").count():
                beat, sheet = page.locator(".to-beat").bounding_box(), panel(table).bounding_box()
                assert beat
                assert sheet
                assert sheet["y"] >= beat["y"] + beat["height"]
            page.keyboard.press("h")
            expect(panel(table)).to_have_count(0)
        number = len(table.game["actions"])
        person_acts(table)
        assert depth_of(table.game["actions"][number][0]) == (1 if turns % 3 == 1 else 0)
    if table.is_phone:
        expect(table.result).to_be_visible()
