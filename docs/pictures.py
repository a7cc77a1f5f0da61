"""Writes the pictures of the table into ``docs/pictures``: ``uv run python -m docs.pictures``.

Every picture is a position of a game played from a fixed deal; a name as argument draws only
the pictures whose name begins so.  Needs a Chromium, as the browser tests do.
"""

from __future__ import annotations

import random
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, sync_playwright

from coach.store import SavedGame, new_id, new_profile_id
from coach.ui.profile import COOKIE
from coach.ui.table.replay import (
    PERSON,
    PLAY,
    asked,
    game_of,
    lowest_cards,
    outcome_of,
    positions,
    with_action,
    with_cpu_action,
)
from engine.deal_code import draw, encode
from engine.doudizhu import game as doudizhu
from engine.doudizhu.cpu import standard
from engine.doudizhu.plays import Play
from engine.doudizhu.rules import parse_rules
from engine.doudizhu.state import Action
from tests.browser.table import CHROMIUM_FLAGS, Server, Table, on_screen, serve

FOLDER = Path(__file__).parent / "pictures"
CARDS = ":is(.hand, .result) .card:visible"
PATIENCE_MS = 90_000
"""For the first page of a server that has just begun."""
SETTLING_MS = 900
"""Longer than the rerun that brings the solver's proof or a reason."""


@dataclass(frozen=True, slots=True)
class Picture:
    """One moment of one deal on one screen."""

    name: str
    screen: str
    theme: Literal["light", "dark"]
    language: str
    deal: str
    """What the deal is drawn from; the deal of another program or year would be another."""
    rules: str = "classic"
    words: tuple[Action, ...] = ()
    """What the person says before the play."""
    turns: int = 0
    """How often the person then plays, as a standard player would; 99 is to the end."""
    chosen: tuple[str, ...] = ()
    """Cards chosen in the hand; ``play`` is what a standard player would play."""
    menu: str = ""
    """A menu to open, by the name of its button."""
    hint: int = 0
    """The step of the hint to open, after the cards are chosen; 0 for none."""
    why: bool = False
    """Whether the chosen cards are then asked about."""


PICTURES = (
    Picture("bidding-phone", "phone", "light", "zh-Hans", "classic 32"),
    Picture("bidding-folk-desktop", "desktop", "light", "zh-Hans", "folk 19", "folk"),
    Picture("bidding-folk-phone", "phone", "dark", "en", "folk 28", "folk"),
    Picture("lead-desktop", "desktop", "light", "en", "classic 17", words=(3,)),
    Picture("lead-phone", "phone", "light", "ja", "classic 17", words=(3,)),
    Picture(
        "follow-phone", "phone", "dark", "ja", "classic 36", words=(None,), turns=3,
        chosen=("play",),
    ),
    Picture(
        "follow-desktop", "desktop", "dark", "zh-Hant", "classic 4", words=(None,), turns=1,
        chosen=("play",),
    ),
    Picture(
        "nothing-beats-phone", "phone", "light", "zh-Hans", "classic 18", words=(None,), turns=5
    ),
    Picture(
        "no-play-phone", "phone", "light", "en", "classic 11", words=(3,),
        chosen=("8s", "9c", "Tc"),
    ),
    Picture("result-desktop", "desktop", "light", "zh-Hant", "classic 25", words=(3,), turns=99),
    Picture("result-phone", "phone", "dark", "zh-Hans", "classic 25", words=(3,), turns=99),
    Picture(
        "doubling-desktop", "desktop", "light", "ja", "competition 18", "competition",
        words=(None, None),
    ),
    Picture(
        "redoubling-phone", "phone", "light", "zh-Hans", "competition 7", "competition",
        words=(None, 2),
    ),
    Picture(
        "result-competition-phone", "phone", "light", "en", "competition 7", "competition",
        words=(None, 2, "redouble"), turns=99,
    ),
    Picture("rob-phone", "phone", "dark", "zh-Hant", "rob 32", "rob", words=("call",)),
    Picture(
        "rob-desktop", "desktop", "dark", "en", "rob 32", "rob", words=("call", "rob"), turns=2
    ),
    Picture("four-lead-desktop", "desktop", "light", "en", "four 3", "four-player", words=(3,)),
    Picture(
        "four-follow-phone", "phone", "dark", "zh-Hans", "four 1", "four-player", words=(None,),
        turns=3, chosen=("play",),
    ),
    Picture(
        "hint-phone", "phone", "light", "ja", "classic 36", words=(None,), turns=3, hint=4
    ),
    Picture(
        "hint-desktop", "desktop", "light", "ja", "classic 36", words=(None,), turns=3, hint=4
    ),
    Picture(
        "hint-dark-desktop", "desktop", "dark", "en", "classic 17", words=(3,), hint=4
    ),
    Picture(
        "hint-dark-phone", "phone", "dark", "zh-Hant", "classic 17", words=(3,), hint=3
    ),
    Picture("hint-bid-phone", "phone", "light", "zh-Hans", "classic 32", hint=4),
    Picture(
        "hint-why-desktop", "desktop", "light", "zh-Hans", "classic 17", words=(3,),
        chosen=("3c", "3d"), hint=1, why=True,
    ),
    Picture("rules-phone", "phone", "light", "en", "classic 32", menu="New deal"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class PagePicture:
    """A page on one screen, as its address shows it; of a finished deal its review."""

    name: str
    screen: str
    theme: Literal["light", "dark"]
    address: str
    """Behind the address of the server; ``GAME`` stands for the finished deal."""
    ready: str
    """What is there when the page is drawn."""


PAGES = (
    PagePicture("lessons-phone", "phone", "light", "lessons?lang=ja", ".st-key-go_on"),
    PagePicture(
        "lesson-desktop", "desktop", "dark", "lessons?lang=en&lesson=last-card&step=1",
        ".st-key-lesson_step",
    ),
    PagePicture(
        "lesson-phone", "phone", "light", "lessons?lang=zh-Hans&lesson=two-against-one&step=2",
        ".st-key-lesson_step",
    ),
    PagePicture(
        "exercise-phone", "phone", "dark", "lessons?lang=zh-Hant&lesson=safe-landlord&step=1",
        ".st-key-lesson_step",
    ),
    PagePicture(
        "review-desktop", "desktop", "light", "review?lang=en&game=GAME", "canvas, .vega-embed svg"
    ),
    PagePicture(
        "review-phone", "phone", "dark", "review?lang=ja&game=GAME", "canvas, .vega-embed svg"
    ),
)  # fmt: skip


def played(picture: Picture) -> SavedGame:
    """The game at the moment of *picture*."""
    words, turns = list(picture.words), picture.turns
    players = parse_rules(picture.rules).seats
    code = encode(draw(picture.deal, first=PERSON, players=players))
    game = with_cpus(game_of(code, picture.rules))
    while True:
        position = positions(game)[-1]
        if doudizhu.is_over(position.state):
            return game
        if asked(position.state) != PLAY:
            if not words:
                return game
            game = with_cpus(with_action(game, words.pop(0)))
        elif turns:
            turns -= 1
            action, cards = standard_play(game)
            game = with_cpus(with_action(game, action, cards))
        else:
            return game


def with_cpus(game: SavedGame) -> SavedGame:
    """*game* after the CPUs' actions."""
    while (longer := with_cpu_action(game)) is not None:
        game = longer
    return game


def standard_play(game: SavedGame) -> tuple[Action, tuple[str, ...]]:
    """What a standard player would do in the person's place, with its cards."""
    position = positions(game)[-1]
    action = standard(doudizhu.view(position.state, PERSON), random.Random(0))
    held = position.hands[PERSON]
    return action, lowest_cards(held, action) if isinstance(action, Play) else ()


def take(picture: Picture, browser: Browser, server: Server) -> Path:
    """The file of *picture*, drawn anew."""
    game = played(picture)
    server.store.create(game)
    context = on_screen(browser, picture.screen, color_scheme=picture.theme)
    page = context.new_page()
    table = Table(page, server)
    page.goto(f"{server.address}/?game={game['id']}&lang={picture.language}")
    page.locator(CARDS).first.wait_for(timeout=PATIENCE_MS)
    page.wait_for_timeout(SETTLING_MS)
    page.locator(".st-key-strip").wait_for(state="detached", timeout=PATIENCE_MS)  # compiled
    page.reload()  # by now the fewest plays are proved
    page.locator(CARDS).first.wait_for(timeout=PATIENCE_MS)
    page.wait_for_timeout(SETTLING_MS)
    if table.button("go_on").count():  # a deal that was begun waits
        table.button("go_on").click()
        page.wait_for_timeout(SETTLING_MS)
    for card in standard_play(game)[1] if picture.chosen == ("play",) else picture.chosen:
        table.tap(card)
    if picture.menu:
        page.get_by_role("button", name=picture.menu).click()
    if picture.hint:
        look_into_the_hint(table, picture)
    page.wait_for_timeout(SETTLING_MS)
    file = FOLDER / f"{picture.name}.png"
    page.screenshot(path=file)
    context.close()
    return file


def take_page(picture: PagePicture, browser: Browser, server: Server) -> Path:
    """The file of the page *picture*, drawn anew."""
    (result,) = [one for one in PICTURES if one.name == "result-desktop"]
    context = on_screen(browser, picture.screen, color_scheme=picture.theme)
    person = new_profile_id()
    context.add_cookies([{"name": COOKIE, "value": person, "url": server.address}])
    page = context.new_page()
    game = SavedGame({**played(result), "id": new_id()})
    server.store.create(game, person, outcome_of(game))
    page.goto(f"{server.address}/{picture.address.replace('GAME', game['id'])}")
    page.locator(picture.ready).first.wait_for(timeout=PATIENCE_MS)
    page.wait_for_timeout(10 * SETTLING_MS)  # a review is worked out
    file = FOLDER / f"{picture.name}.png"
    page.screenshot(path=file)
    context.close()
    return file


def look_into_the_hint(table: Table, picture: Picture) -> None:
    """Open the hint of the table and go on to the step of *picture*."""
    panel = table.page.locator(".hint:visible")
    table.button("hint-toggle").click()
    panel.wait_for()
    for step in range(1, picture.hint + 1):
        panel.locator(f'li.now[data-n="{step}"]').wait_for(timeout=PATIENCE_MS)
        panel.locator(".work").wait_for(state="detached", timeout=PATIENCE_MS)
        if step < picture.hint:
            panel.locator('[data-act="hint-more"]').click()
    if picture.why:
        panel.locator('[data-act="hint-why"]').click()
        panel.locator(".why-panel .cands").wait_for(timeout=PATIENCE_MS)


def main(wanted: str = "") -> None:
    """Draw every picture whose name begins with *wanted*."""
    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        serve(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=CHROMIUM_FLAGS
        )
        for picture in PICTURES:
            if picture.name.startswith(wanted):
                file = take(picture, browser, server)
                sys.stdout.write(f"{file.stat().st_size // 1000:4} kB  {file.name}\n")
        for page in PAGES:
            if page.name.startswith(wanted):
                file = take_page(page, browser, server)
                sys.stdout.write(f"{file.stat().st_size // 1000:4} kB  {file.name}\n")
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
