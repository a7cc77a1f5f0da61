"""What moves: one action after the other, at the speed that is set, skipped by a tap, or still."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from engine.cards import DECK
from engine.deal_code import Deal, encode
from engine.doudizhu.plays import parse_play
from tests.browser.table import SCREENS, Server, Table, on_screen
from tests.browser.test_cpus import choose

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
    context = on_screen(chromium, screen, patience_ms=15_000, reduced_motion=motion)
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


WATCH = """root => {
  window.busy = [];
  const see = () => window.busy.push(root.dataset.busy);
  new MutationObserver(see).observe(root, { attributes: true, attributeFilter: ["data-busy"] });
}"""


def set_speed(table: Table, name: str) -> None:
    table.button("more").click()
    speeds = table.page.get_by_role("group", name="Speed")
    speeds.get_by_role("radio", name=name, exact=True).check(force=True)
    table.button("close").click()


def act(table: Table, card: str | None) -> int:
    """Stop the page's clock, play *card* or pass and see it shown; the actions before."""
    table.stop_clock()
    before = len(table.game["actions"])
    if card:
        table.tap(card)
    table.button("play" if card else "pass").click()
    table.wait_in_steps(lambda: table.at != before)
    return before


def rests(table: Table, card: str | None = "4c") -> list[int]:
    """Play *card* or pass; the milliseconds of the page's time until each CPU's play is shown."""
    first, waits = act(table, card) + 1, []
    for shown in (first, first + 1):
        assert table.at == shown  # one after the other
        waits.append(table.wait_in_steps(lambda shown=shown: table.at != shown))
    table.page.clock.resume()
    expect(table.root).to_have_attribute("data-busy", "false")
    return waits


def last_moves(table: Table) -> list[int]:
    """How long the last three actions but one move: a card flies 220 ms, a pass fades in 160."""
    return [160 if text == "pass" else 220 for text, _ in table.game["actions"][-3:-1]]


# ---- in order, with a rest ----


def about(times: list[float]) -> list[Any]:
    """These milliseconds, as far as steps of ten can tell."""
    return [pytest.approx(time, abs=10) for time in times]


def test_plays_of_the_cpus_come_one_after_the_other_with_a_rest(moved: Table) -> None:
    moved.resume(CODE, "classic", "3")
    between = rests(moved)  # after the person's play, and after the first CPU's
    assert between == about([500 + move for move in last_moves(moved)])


def test_the_rest_is_kept_when_a_cpu_answers_before_it_ends(desktop_moved: Table) -> None:
    """Advanced CPUs answer one by one, mostly sooner than the play before them has been seen."""
    desktop_moved.open(deal=CODE)
    choose(desktop_moved, "Advanced")
    desktop_moved.act(3, (), "tap")
    for card in ("4c", None):
        between = rests(desktop_moved, card)
        wanted = [500 + move for move in last_moves(desktop_moved)]
        assert all(wait >= least - 10 for wait, least in zip(between, wanted, strict=True))


def test_fast_is_half_and_off_is_at_once(desktop_moved: Table) -> None:
    desktop_moved.resume(CODE, "classic", "3")
    set_speed(desktop_moved, "Fast")
    fast = rests(desktop_moved)
    assert fast == about([(500 + move) / 2 for move in last_moves(desktop_moved)])
    desktop_moved.resume(CODE, "classic", "3")
    set_speed(desktop_moved, "Off")
    desktop_moved.root.evaluate(WATCH)
    before = act(desktop_moved, "4c")
    desktop_moved.wait_in_steps(lambda: desktop_moved.at == before + 3)
    assert set(desktop_moved.page.evaluate("() => window.busy")) == {"false"}


def test_a_tap_shows_the_present_at_once_and_says_what_was_skipped(moved: Table) -> None:
    moved.resume(CODE, "classic", "3")
    before = act(moved, "4c")
    moved.wait_for_more()
    assert moved.at == before + 1
    moved.page.locator(".trick").click()  # no time passes
    assert (moved.at, moved.busy) == (before + 3, False)
    log = moved.page.locator("[role=log]").inner_text()
    mine = log.index("You: Single 4.")
    assert mine < log.index("CPU right", mine) < log.index("CPU left", mine)


def test_a_key_skips_too(desktop_moved: Table) -> None:
    desktop_moved.resume(CODE, "classic", "3")
    before = act(desktop_moved, "4c")
    desktop_moved.wait_for_more()
    assert desktop_moved.at == before + 1
    desktop_moved.page.locator('.hand .card[tabindex="0"]').focus()
    desktop_moved.page.keyboard.press("Escape")  # no time passes
    assert (desktop_moved.at, desktop_moved.busy) == (before + 3, False)


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
    expect(desktop_moved.page.locator(".hand.dealing")).to_have_count(0)


# ---- less motion ----


def test_with_reduced_motion_nothing_flies_and_the_rest_stays(still: Table) -> None:
    still.resume(CODE, "classic", "3")
    between = rests(still)
    assert motions(still.page, "") == []
    assert between == about([500, 500])


def test_with_reduced_motion_the_ring_of_a_bomb_stands_still(still: Table) -> None:
    still.resume(CODE, "classic", "3")
    still.choose(("3c", "3d", "3h", "3s"), "tap")
    still.button("play").click()
    expect(still.page.locator(".ring.still")).to_have_count(1)
    expect(still.page.locator(".ring")).to_have_count(0)
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
