"""How long a person waits at the table, measured in a browser: a script that ends by itself.

    uv run python -m tests.benchmarks.table_speed [DEALS]

From the tap on a button to the new table on the page (the first frame after a play, a pass or a
bid; CPUs of level ``standard`` act in between), and from the choice of a card to the reason why
the cards are no play.  One page, one server, on loopback; needs a Chromium, as the browser tests.
"""

from __future__ import annotations

import random
import shutil
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from coach.language import texts
from coach.ui.table.replay import PERSON, PLAY, asked, lowest_cards, positions
from engine.deal_code import draw, encode
from engine.doudizhu import game as doudizhu
from engine.doudizhu.cpu import standard
from engine.doudizhu.plays import Play
from tests.browser.table import CHROMIUM_FLAGS, SCREENS, Table, serve

WATCH = """() => {
  const find = (node) => node.querySelector('.tesuu') ?? [...node.querySelectorAll('*')]
    .filter((one) => one.shadowRoot).map((one) => find(one.shadowRoot)).find(Boolean);
  const root = find(document);
  window.waits = { act: [], ask: [] };
  let since = null;
  let asked = null;
  root.addEventListener('click', (event) => {
    if (event.target.closest('.actions [data-act]')) since = performance.now();
  }, { capture: true });
  root.addEventListener('pointerdown', (event) => {
    if (event.target.closest('.hand')) asked = performance.now();
  }, { capture: true });
  new MutationObserver(() => {
    if (since !== null) window.waits.act.push(performance.now() - since);
    since = null;
  }).observe(root, { attributes: true, attributeFilter: ['data-at'] });
  new MutationObserver(() => {
    const text = root.querySelector('.bar .text');
    if (asked === null || root.querySelector('.bar').dataset.verdict !== 'no') return;
    const head = text.querySelector('b').textContent;
    if (head !== HEAD || text.textContent.trim() === head) return; // a play, or no reason yet
    window.waits.ask.push(performance.now() - asked);
    asked = null;
  }).observe(root.querySelector('.bar'), { childList: true, subtree: true });
}"""
REASON_MS = 400
LOOK_MS = 1000
"""What a person takes at least to look at a new hand; the page has loaded by then."""
ALONE_MS = 500
"""How long the page is left alone after an act: to ask it whether it is done costs it time."""


class LeftAlone(Table):
    """A table that nobody asks anything while it works."""

    def wait_for_turn(self, actions: int) -> None:
        """Look away for ``ALONE_MS``, then wait as usual."""
        self.page.wait_for_timeout(ALONE_MS)
        super().wait_for_turn(actions)


def play_a_deal(table: Table, label: str) -> None:
    """One deal of the landlord's, at every turn with one choice of two cards that are no play."""
    table.open(deal=encode(draw(label, first=PERSON)), lang="en")
    table.page.wait_for_timeout(LOOK_MS)
    table.page.evaluate(WATCH.replace("HEAD", repr(texts("en")("no_play.head"))))
    while not doudizhu.is_over(table.state):
        position = positions(table.game)[-1]
        if asked(position.state) != PLAY:
            table.act(3, (), "tap")
            continue
        choose_no_play(table)
        action = standard(doudizhu.view(position.state, PERSON), random.Random(0))
        held = position.hands[PERSON]
        table.act(action, lowest_cards(held, action) if isinstance(action, Play) else (), "tap")


def choose_no_play(table: Table) -> None:
    """Choose the lowest card and one of another rank; wait for the reason; put them back."""
    shown = table.shown()
    other = next((card for card in shown if card[0] != shown[0][0]), None)
    if other is None or {shown[0], other} == {"B", "R"}:
        return
    for card in (shown[0], other):
        table.tap(card)
    table.page.wait_for_timeout(REASON_MS)
    table.button("clear").click()


def waits(page: Page, kind: str) -> list[float]:
    found: list[float] = page.evaluate("kind => window.waits[kind]", kind)
    return found


def row(name: str, times: list[float]) -> str:
    """One line of the table; milliseconds."""
    ordered = sorted(times)
    p95 = ordered[int(len(ordered) * 0.95)]
    median = statistics.median(ordered)
    return f"| {name} | {len(times)} | {median:.0f} | {p95:.0f} | {ordered[-1]:.0f} |"


def main(deals: int = 8) -> None:
    """Play *deals* deals and print the table."""
    acts: list[float] = []
    reasons: list[float] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        serve(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=CHROMIUM_FLAGS
        )
        width, height = SCREENS["desktop"]
        page = browser.new_page(
            viewport={"width": width, "height": height}, reduced_motion="reduce"
        )
        table = LeftAlone(page, server)
        for number in range(deals + 1):
            play_a_deal(table, f"speed {number}")
            if number:  # the first deal warms up
                acts += waits(page, "act")
                reasons += waits(page, "ask")
        browser.close()
    print("| milliseconds | number | median | p95 | max |\n|---|---|---|---|---|")
    print(row("play, pass or bid to the new table", acts))
    print(row("choice to the reason", reasons))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
