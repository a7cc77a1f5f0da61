"""The app on a free loopback port, and its table as a person handles it in a browser."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from coach.store import SavedGame, Store
from coach.ui.table.replay import PERSON, game_of, outcome_of, positions, with_action
from engine.cards import RANKS, count_cards, ranks_text
from engine.doudizhu import game as doudizhu
from engine.doudizhu.plays import Play
from engine.doudizhu.state import Action, State

ROOT = Path(__file__).parents[2]
CHROMIUM_FLAGS = ["--no-sandbox", "--disable-dev-shm-usage"]
SCREENS = {"desktop": (1280, 800), "phone": (390, 844)}


def on_screen(
    browser: Browser, screen: str, *, patience_ms: int = 60_000, **more: Any
) -> BrowserContext:
    """A browser without a cookie, another person's, on one of ``SCREENS``; without motion.

    *more* are further options of the context, or others than usual.
    """
    width, height = SCREENS[screen]
    usual: dict[str, Any] = {"reduced_motion": "reduce", "locale": "en-GB"}
    context = browser.new_context(
        viewport={"width": width, "height": height},
        has_touch=screen == "phone",
        is_mobile=screen == "phone",
        **(usual | more),
    )
    context.set_default_timeout(patience_ms)
    return context


@dataclass
class Server:
    """Where the app answers, and the store it keeps its games in."""

    address: str
    store: Store
    process: subprocess.Popen[bytes]


def free_port() -> int:
    """A port of this machine that nobody uses."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


@contextmanager
def serve(folder: Path, port: int | None = None) -> Iterator[Server]:
    """The app with a database of its own in *folder*; ended afterwards."""
    database = f"sqlite:///{folder / 'games.sqlite3'}"
    port = port or free_port()
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.headless=true"]
    command += [f"--server.port={port}", "--server.address=127.0.0.1"]
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, "TESUU_DATABASE_URL": database},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    address = f"http://127.0.0.1:{port}"
    try:
        _wait_for(f"{address}/_stcore/health", process)
        store = Store(database)
        yield Server(address, store, process)
        store.close()
    finally:
        process.terminate()
        process.wait(60)


def _wait_for(address: str, process: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        assert process.poll() is None, "the server ended by itself"
        try:
            urllib.request.urlopen(address, timeout=1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise AssertionError(f"no answer from {address}")


class Table:
    """The table in a browser; what it should show is read from the saved game."""

    def __init__(self, page: Page, server: Server) -> None:
        self.page = page
        self.server = server
        self.is_phone = page.evaluate("() => navigator.maxTouchPoints > 0")
        self.root = page.locator(".tesuu")
        self.cards = page.locator(".hand .card")
        self.bar = page.locator(".bar")
        self.result = page.locator(".result")

    def open(self, **query: str) -> None:
        """Go to the page with this query and wait for the cards."""
        named = "&".join(f"{name}={value}" for name, value in query.items())
        self.page.goto(f"{self.server.address}/?{named}")
        self.page.locator(":is(.hand, .result) .card:visible").first.wait_for()
        self.skip()

    def resume(self, code: str, rules: str, *acts: str, **query: str) -> None:
        """Open a kept game of the deal *code* after these acts, such as ``3c 4c`` or ``pass``."""
        game = game_of(code, rules)
        for act in acts:
            state = positions(game)[-1].state
            cards = tuple(act.split()) if act[0] in RANKS and state.phase == "play" else ()
            text = ranks_text(count_cards(cards)) if cards else act
            game = with_action(game, doudizhu.parse_action(state, text), cards)
        self.server.store.create(game)
        self.open(game=game["id"], **query)
        outcome = outcome_of(game)
        if outcome.own and not outcome.over:
            self.button("go_on").click()
            expect(self.button("go_on")).to_have_count(0)
            self.skip()

    def button(self, act: str) -> Locator:
        """The button under the hand or on the result."""
        return self.page.locator(f'[data-act="{act}"]:visible')

    def card(self, name: str) -> Locator:
        """A card of the hand such as ``3c``."""
        return self.page.locator(f'.hand .card[data-card="{name}"]')

    def chosen(self) -> list[str]:
        """The chosen cards of the hand."""
        found = self.page.locator('.hand .card[aria-selected="true"]')
        return _names(found)

    def shown(self) -> list[str]:
        """The cards of the hand, left to right."""
        return _names(self.cards)

    def corner(self, card: str) -> tuple[float, float]:
        """A point on the strip of *card* that no neighbour covers."""
        box = self.card(card).bounding_box()
        assert box is not None
        return box["x"] + box["width"] * 0.2, box["y"] + box["height"] * 0.3

    # ---- the saved game behind it ----

    @property
    def game(self) -> SavedGame:
        """The game of the address as it was saved last."""
        query = self.page.evaluate("() => new URLSearchParams(location.search).get('game')")
        game = self.server.store.load(query)
        assert game is not None
        return game

    @property
    def state(self) -> State:
        """The present state of that game."""
        return positions(self.game)[-1].state

    def wait_for_turn(self, actions: int) -> None:
        """Wait until more than *actions* actions are shown; a tap skips the motion."""
        expect(self.root).not_to_have_attribute("data-at", str(actions))
        for _ in range(150):  # a CPU may think
            self.skip()
            if self.state.turn == PERSON or doudizhu.is_over(self.state):
                break
            self.page.wait_for_timeout(100)
        expect(self.root).to_have_attribute("data-at", str(len(self.game["actions"])))
        self.skip()

    def skip(self) -> None:
        """Tap the mat, so that the present is shown at once."""
        self.root.dispatch_event("pointerdown")
        expect(self.root).to_have_attribute("data-busy", "false")

    @property
    def at(self) -> int:
        """The number of actions that are shown."""
        return int(self.root.get_attribute("data-at") or 0)

    @property
    def busy(self) -> bool:
        """Whether more is to be shown."""
        return self.root.get_attribute("data-busy") == "true"

    def stop_clock(self) -> None:
        """Halt the time of the page: no timer of it fires until :meth:`pass_time`."""
        self.page.clock.install()
        self.page.clock.pause_at(self.page.evaluate("() => Date.now() + 1000"))

    def pass_time(self, milliseconds: int) -> None:
        """Let this much time of a page whose clock stands pass, however busy the machine is."""
        self.page.clock.run_for(milliseconds)

    def wait_in_steps(self, reached: Callable[[], bool], step: int = 10) -> int:
        """Let time pass by *step* milliseconds until *reached*; give how much passed."""
        for steps in range(3000):
            if reached():
                return steps * step
            self.pass_time(step)
        raise AssertionError("not reached in 30 s of the page's time")

    def wait_for_more(self) -> None:
        """Wait until the next CPU has answered while the play before it is still looked at."""
        for _ in range(50):  # half a second of the page's time, but the CPU may take longer
            if self.busy:
                return
            self.pass_time(10)
            time.sleep(0.1)
        raise AssertionError("no CPU answered")

    def wait_for_address(self, game_id: str) -> None:
        """Wait until the address names this game."""
        self.page.wait_for_function(
            "id => new URLSearchParams(location.search).get('game') === id", arg=game_id
        )

    # ---- three ways to act ----

    def choose(self, cards: tuple[str, ...], by: str) -> None:
        """Choose exactly these cards by ``tap``, ``drag`` or ``keyboard``; none are chosen."""
        getattr(self, f"_choose_by_{by}")(cards)
        assert sorted(self.chosen()) == sorted(cards)

    def _choose_by_tap(self, cards: tuple[str, ...]) -> None:
        for card in cards:
            self.tap(card)

    def tap(self, card: str) -> None:
        """Tap a card of the hand: with a finger on a phone, else with the mouse."""
        tap = self.page.touchscreen.tap if self.is_phone else self.page.mouse.click
        tap(*self.corner(card))

    def _choose_by_drag(self, cards: tuple[str, ...]) -> None:
        order = self.shown()
        places = sorted(order.index(card) for card in cards)
        for first, last in _runs(places):
            self.drag(order[first], order[last])

    def drag(self, first: str, last: str, *, steps: int = 4) -> None:
        """Draw from one card to another with the button held."""
        self.page.mouse.move(*self.corner(first))
        self.page.mouse.down()
        self.page.mouse.move(*self.corner(last), steps=steps)
        self.page.mouse.up()

    def _choose_by_keyboard(self, cards: tuple[str, ...]) -> None:
        order = self.shown()
        self.page.locator('.hand .card[tabindex="0"]').focus()
        self.page.keyboard.press("Home")
        at = 0
        for place in sorted(order.index(card) for card in cards):
            for _ in range(place - at):
                self.page.keyboard.press("ArrowRight")
            at = place
            self.page.keyboard.press("Space")

    def act(self, action: Action, cards: tuple[str, ...], by: str) -> None:
        """Bid, pass or play, and wait for the person's next turn or the end."""
        done = len(self.game["actions"])
        if isinstance(action, Play):
            self.choose(cards, by)
            if by == "keyboard":
                self.page.keyboard.press("Enter")
            else:
                self.button("play").click()
        elif by == "keyboard" and self.state.phase == "play":
            self.page.locator('.hand .card[tabindex="0"]').focus()
            self.page.keyboard.press("p")
        else:
            button = self.button("pass" if action is None else str(action))
            if by == "keyboard":
                button.focus()
                self.page.keyboard.press("Enter")
            else:
                button.click()
        self.wait_for_turn(done)


def _names(cards: Locator) -> list[str]:
    """The cards of the hand, such as ``3c``."""
    names: list[str] = cards.evaluate_all("cards => cards.map(card => card.dataset.card)")
    return names


def _runs(places: list[int]) -> Iterator[tuple[int, int]]:
    """Neighbouring places joined: first and last of each run."""
    first = last = places[0]
    for place in places[1:]:
        if place > last + 1:
            yield first, last
            first = place
        last = place
    yield first, last
