"""What moves: one action after the other, at the speed that is set, skipped by a tap, or still."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from engine.cards import DECK
from engine.deal_code import Deal, encode
from engine.doudizhu.plays import parse_play
from tests.browser.table import SCREENS, Server, Table

QUAD = ("3c", "3d", "3h", "3s", "4c", "5c", "6c", "7c", "8c", "9c", "Tc", "Jc", "Qc", "Kc", "Ac")
QUAD += ("B", "R")
OTHERS = [card for card in DECK if card not in QUAD]
CODE = encode(Deal((QUAD, tuple(OTHERS[0:17]), tuple(OTHERS[17:34])), tuple(OTHERS[34:]), 0))

RECORD = """() => {
  window.moved = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const names = new Set(frames.flatMap((frame) => Object.keys(frame)));
    window.moved.push({ cls: this.className, names: [...names], time: options.duration });
    return animate.call(this, frames, options);
  };
  window.tones = 0;
  const tone = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () {
    window.tones++;
    return tone.call(this);
  };
}"""


def moving(
    chromium: Browser, server: Server, screen: str, motion: Any = "no-preference"
) -> Iterator[Table]:
    width, height = SCREENS[screen]
    context = chromium.new_context(
        viewport={"width": width, "height": height},
        has_touch=screen == "phone",
        is_mobile=screen == "phone",
        reduced_motion=motion,
        locale="en-GB",
    )
    context.set_default_timeout(15_000)
    context.add_init_script(f"({RECORD})()")
    yield Table(context.new_page(), server)
    context.close()


@pytest.fixture(params=sorted(SCREENS))
def moved(request: pytest.FixtureRequest, server: Server, chromium: Browser) -> Iterator[Table]:
    """A table with motion on a desktop and on a phone."""
    yield from moving(chromium, server, request.param)


@pytest.fixture
def desktop_moved(server: Server, chromium: Browser) -> Iterator[Table]:
    """A table with motion on a desktop."""
    yield from moving(chromium, server, "desktop")


@pytest.fixture(params=sorted(SCREENS))
def still(request: pytest.FixtureRequest, server: Server, chromium: Browser) -> Iterator[Table]:
    """A table for a person who asked for less motion."""
    yield from moving(chromium, server, request.param, "reduce")


def motions(page: Page, cls: str) -> list[dict[str, Any]]:
    """The motions so far of nodes whose class holds *cls*."""
    found: list[dict[str, Any]] = page.evaluate(
        "cls => window.moved.filter((one) => one.cls.includes(cls))", cls
    )
    return found


def shown_at(table: Table) -> list[int]:
    """The numbers of actions as they are shown from now on, with what stands on the table."""
    steps: list[int] = table.page.evaluate("() => window.steps")
    return steps


WATCH = """() => {
  const root = [...document.querySelectorAll('*')].map((e) => e.shadowRoot?.querySelector('.tesuu')
    ?? (e.classList?.contains('tesuu') ? e : null)).find(Boolean);
  window.steps = [];
  window.times = [];
  new MutationObserver(() => {
    window.steps.push(Number(root.dataset.at));
    window.times.push(performance.now());
  }).observe(root, { attributes: true, attributeFilter: ['data-at'] });
}"""


def set_speed(table: Table, name: str) -> None:
    table.button("more").click()
    speeds = table.page.get_by_role("group", name="Speed")
    speeds.get_by_role("radio", name=name, exact=True).check(force=True)
    table.button("close").click()


def rests(table: Table, bid: int = 3) -> list[float]:
    """Play a low card and give the milliseconds between what is shown after it."""
    table.page.evaluate(WATCH)
    done = len(table.game["actions"])
    table.tap("4c")
    table.button("play").click()
    expect(table.root).not_to_have_attribute("data-at", str(done))
    expect(table.root).to_have_attribute("data-busy", "false")
    assert shown_at(table) == sorted(shown_at(table))
    times: list[float] = table.page.evaluate("() => window.times")
    return [later - sooner for sooner, later in pairwise(times)]


# ---- in order, with a rest ----


def test_plays_of_the_cpus_come_one_after_the_other_with_a_rest(moved: Table) -> None:
    moved.resume(CODE, "classic", "3")
    between = rests(moved)
    assert len(between) == 2  # the person's play, then two CPUs
    assert all(500 <= wait < 1600 for wait in between)


def test_fast_is_half_and_off_is_at_once(desktop_moved: Table) -> None:
    desktop_moved.resume(CODE, "classic", "3")
    set_speed(desktop_moved, "Fast")
    fast = rests(desktop_moved)
    assert all(300 <= wait < 500 for wait in fast)
    desktop_moved.resume(CODE, "classic", "3")
    set_speed(desktop_moved, "Off")
    off = rests(desktop_moved)
    assert all(wait < 50 for wait in off)


def test_a_tap_shows_the_present_at_once_and_says_what_was_skipped(moved: Table) -> None:
    moved.resume(CODE, "classic", "3")
    moved.tap("4c")
    moved.button("play").click()
    expect(moved.root).to_have_attribute("data-busy", "true")
    moved.page.locator(".trick").click()
    expect(moved.root).to_have_attribute("data-busy", "false", timeout=300)
    log = moved.page.locator("[role=log]").inner_text()
    mine = log.index("You: Single 4.")
    assert mine < log.index("CPU right", mine) < log.index("CPU left", mine)


def test_a_key_skips_too(desktop_moved: Table) -> None:
    desktop_moved.resume(CODE, "classic", "3")
    desktop_moved.page.locator('.hand .card[tabindex="0"]').focus()
    for key in ("Space", "Enter"):
        desktop_moved.page.keyboard.press(key)
    expect(desktop_moved.root).to_have_attribute("data-busy", "true")
    desktop_moved.page.keyboard.press("Escape")
    expect(desktop_moved.root).to_have_attribute("data-busy", "false", timeout=300)


# ---- each kind of event ----


def test_cards_fly_from_the_hand_and_from_the_seats_and_passes_fade_in(moved: Table) -> None:
    moved.resume(CODE, "classic", "3")
    rests(moved)
    played = motions(moved.page, "card")
    assert len(played) == sum(len(cards) for _, cards in moved.game["actions"])
    assert all(set(one["names"]) <= {"transform", "opacity", "offset"} for one in played)
    assert {one["time"] for one in played} == {220}
    passes = [text for text, _ in moved.game["actions"] if text == "pass"]
    assert len(motions(moved.page, "said")) == len(passes)


def test_the_kitty_is_turned_and_slides_to_the_landlord(moved: Table) -> None:
    moved.open(deal=CODE)
    moved.page.evaluate("() => (window.moved = [])")
    moved.button("3").click()
    expect(moved.root).to_have_attribute("data-at", "1")
    cards = motions(moved.page, "card")
    assert len(cards) == 6  # three turn, three slide into the hand
    assert all(one["time"] == 320 for one in cards)
    assert moved.shown() == sorted(moved.shown(), key=DECK.index)


def test_a_bomb_has_one_ring_and_the_score_ticks(moved: Table) -> None:
    moved.resume(CODE, "classic", "3")
    moved.choose(("3c", "3d", "3h", "3s"), "tap")
    moved.button("play").click()
    expect(moved.page.locator(".score .times")).to_have_text("2")
    assert len(motions(moved.page, "ring bomb")) == 1
    assert len(motions(moved.page, "times")) == 1
    moved.skip()
    expect(moved.page.locator(".ring")).to_have_count(0)


def test_for_the_rocket_sun_and_moon_close_up_first(moved: Table) -> None:
    moved.resume(CODE, "classic", "3")
    moved.choose(("B", "R"), "tap")
    moved.button("play").click()
    expect(moved.page.locator(".score .times")).to_have_text("2")
    assert len(motions(moved.page, "sign small")) == len(motions(moved.page, "sign big")) == 1
    assert len(motions(moved.page, "ring rocket")) == 1


def spring(table: Table) -> None:
    """The landlord's last play, before which no peasant has played."""
    kitty = sorted(OTHERS[34:])
    low = ("3c", "3d", "3h", "3s"), ("B", "R"), *((card,) for card in kitty)
    acts = ["3"]
    for cards in low:
        acts += [" ".join(cards), "pass", "pass"]
    table.resume(CODE, "classic", *acts)
    table.drag("4c", "Ac")
    table.button("play").click()


def test_spring_is_said_once_over_the_table_before_the_result(moved: Table) -> None:
    spring(moved)
    expect(moved.page.locator(".trick .line.me .play")).to_be_visible()  # the play is seen first
    expect(moved.page.locator(".cry")).to_have_text("Spring")
    expect(moved.result).to_be_visible()
    expect(moved.result).to_contain_text("no peasant played a card")
    assert len(motions(moved.page, "cry")) == 1


def test_the_last_play_is_seen_before_the_result_and_a_tap_goes_on(moved: Table) -> None:
    spring(moved)
    expect(moved.page.locator(".trick .line.me .play")).to_be_visible()
    moved.skip()
    expect(moved.result).to_be_visible()


def test_the_cards_are_dealt_one_by_one(desktop_moved: Table) -> None:
    desktop_moved.page.goto(f"{desktop_moved.server.address}/?deal={CODE}")
    desktop_moved.cards.first.wait_for()
    expect(desktop_moved.page.locator(".hand.dealing")).to_have_count(1)
    expect(desktop_moved.page.locator(".hand.dealing")).to_have_count(0, timeout=2_000)


# ---- less motion ----


def test_with_reduced_motion_nothing_flies_and_the_rest_stays(still: Table) -> None:
    still.resume(CODE, "classic", "3")
    between = rests(still)
    assert motions(still.page, "") == []
    assert all(450 <= wait < 800 for wait in between)


def test_with_reduced_motion_the_ring_of_a_bomb_stands_still(still: Table) -> None:
    still.resume(CODE, "classic", "3")
    still.choose(("3c", "3d", "3h", "3s"), "tap")
    still.button("play").click()
    expect(still.page.locator(".ring.still")).to_have_count(1)
    expect(still.page.locator(".ring")).to_have_count(0, timeout=3_000)
    assert motions(still.page, "") == []


# ---- sounds ----


def test_there_is_no_sound_until_it_is_turned_on(moved: Table) -> None:
    moved.resume(CODE, "classic", "3")
    moved.act(parse_play("4"), ("4c",), "tap")
    assert moved.page.evaluate("() => window.tones") == 0
    moved.button("more").click()
    moved.page.get_by_role("radio", name="On", exact=True).check(force=True)
    assert moved.page.evaluate("() => window.tones") > 0  # as a sample
    moved.button("close").click()
    before = moved.page.evaluate("() => window.tones")
    if moved.state.to_beat is None:
        moved.button("next").click()
        moved.button("play").click()
    else:
        moved.button("pass").click()
    moved.page.wait_for_function("before => window.tones > before", arg=before)


def test_no_sound_is_fetched(desktop_moved: Table) -> None:
    asked: list[str] = []
    desktop_moved.page.on("request", lambda request: asked.append(request.url))
    desktop_moved.resume(CODE, "classic", "3")
    desktop_moved.button("more").click()
    desktop_moved.page.get_by_role("radio", name="On", exact=True).check(force=True)
    desktop_moved.button("close").click()
    desktop_moved.act(parse_play("4"), ("4c",), "tap")
    ours = desktop_moved.server.address
    assert not [url for url in asked if not url.removeprefix("blob:").startswith(ours)]
    assert not [url for url in asked if url.endswith((".mp3", ".ogg", ".wav"))]
