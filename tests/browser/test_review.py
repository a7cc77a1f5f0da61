"""A deal looked at again, from its last card to the review and to a decision tried again."""

from __future__ import annotations

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from coach.figures import signed
from coach.language import LANGUAGES, texts
from coach.review import decision, turns_of
from coach.store import SavedGame
from coach.summary import from_json
from coach.ui.deals import deal_of
from coach.ui.table.replay import PERSON, lowest_cards, positions
from engine.doudizhu import game as doudizhu
from engine.doudizhu.kernel import KERNEL
from engine.doudizhu.plays import Play
from engine.record import Record, Turn, write_record
from tests.browser.table import Table
from tests.review_games import cpu_deal
from tests.table_games import played

LONG = 120_000
"""Milliseconds that a whole review may take on a busy machine."""


def begun(table: Table, label: str) -> tuple[SavedGame, SavedGame]:
    """A deal shown before the last action of the person, and the same at its end."""
    *_, before, over = played(label, 3, "classic")
    game = SavedGame({**before, "id": f"{label}-{'phone' if table.is_phone else 'desktop'}"})
    table.server.store.create(game)
    table.open(game=game["id"], lang="en")
    table.button("go_on").click()
    expect(table.button("go_on")).to_have_count(0)
    table.skip()
    return game, over


def action_at(game: SavedGame, at: int) -> tuple[Any, tuple[str, ...]]:
    """The action made after *at* others, and its cards."""
    text, cards = game["actions"][at]
    return doudizhu.parse_action(positions(game)[at].state, text), tuple(cards)


def choose(table: Table, game: SavedGame, at: int) -> None:
    """Make the same choice once more, on the page of a new try."""
    action, cards = action_at(game, at)
    if isinstance(action, Play):
        table.choose(cards, "tap")
        table.button("play").click()
    else:
        table.button("pass" if action is None else str(action)).click()


def heading(page: Page, key: str, language: str = "en") -> Any:
    return page.get_by_role("heading", name=texts(language)(key), exact=True)


def test_from_the_last_card_to_the_review_and_to_another_try(table: Table) -> None:
    before, over = begun(table, "review")
    table.act(*action_at(over, len(before["actions"])), "tap")
    table.button("review").click()
    page = table.page
    expect(page).to_have_url(re.compile(rf"/review\?.*game={before['id']}"))
    expect(heading(page, "review.curve")).to_be_visible(timeout=LONG)
    expect(heading(page, "review.luck")).to_be_visible()
    expect(page.locator("table.luck tr.result td")).to_have_text(
        signed(doudizhu.payoffs(positions(over)[-1].state)[PERSON])
    )
    again = page.get_by_role("button", name="Try again")
    expect(again.first).to_be_visible()
    again.first.click()
    expect(page.get_by_text(texts("en")("retry.task"))).to_be_visible()
    found = re.search(r"try=(\d+)", page.url)
    assert found
    choose(table, over, int(found[1]))
    expect(page.locator(".verdict.bad")).to_be_visible(timeout=LONG)
    page.get_by_role("button", name="Show the answer").click()
    expect(page.get_by_text("Best:")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Think again").click()
    expect(page.locator(".verdict")).to_have_count(0)


def test_a_good_try_goes_on_at_the_table_and_back_leads_to_the_review(desktop: Table) -> None:
    over = SavedGame({**played("review", 3, "classic")[-1], "id": "good-try"})
    desktop.server.store.create(over)
    desktop.open(game=over["id"], lang="en")
    KERNEL.wait()
    deal = deal_of(over)
    tries = (decision(deal, at) for at in turns_of(deal, PERSON))
    best = next(one for one in tries if one and isinstance(one.best, Play) and not one.mistake)
    page, at = desktop.page, best.at
    page.goto(f"{desktop.server.address}/review?game={over['id']}&lang=en&try={at}")
    cards = lowest_cards(positions(over)[at].hands[PERSON], best.best)
    desktop.choose(cards, "tap")
    desktop.button("play").click()
    expect(page.locator(".verdict.good")).to_be_visible(timeout=LONG)
    page.get_by_role("button", name=texts("en")("retry.play_on")).click()
    expect(page).to_have_url(re.compile(rf"/\?(?!.*game={over['id']}).*game="))
    expect(desktop.root).to_be_visible()
    text, chosen = desktop.game["actions"][at]
    assert (text, sorted(chosen)) == (str(best.best), sorted(cards))
    _back_to_the_review(page, over["id"])


def _back_to_the_review(page: Page, game_id: str) -> None:
    page.go_back()
    expect(page).to_have_url(re.compile(rf"/review\?.*game={game_id}"))
    expect(heading(page, "review.curve")).to_be_visible(timeout=LONG)


def test_back_from_the_same_cards_on_another_seat_leads_to_the_review(desktop: Table) -> None:
    over = SavedGame({**played("review", 3, "classic")[-1], "id": "sat-elsewhere"})
    desktop.server.store.create(over)
    desktop.open(game=over["id"], lang="en")
    page = desktop.page
    page.goto(f"{desktop.server.address}/review?game={over['id']}&lang=en")
    page.get_by_role("button", name=texts("en")("review.sit")).first.click(timeout=LONG)
    expect(page).to_have_url(re.compile(rf"/\?(?!.*game={over['id']}).*game="))
    expect(desktop.root).to_be_visible()
    _back_to_the_review(page, over["id"])


def test_the_pictures_have_tables_and_nothing_is_wider_than_the_screen(table: Table) -> None:
    page = table.page
    deal = cpu_deal("verb", ("novice", "standard"))
    record = write_record(Record("ddz", deal.states[0], tuple(map(Turn, deal.actions))))
    page.goto(f"{table.server.address}/review?lang=en")
    page.get_by_text("Paste a record", exact=True).click()
    page.get_by_role("textbox").fill(record)
    page.keyboard.press("Control+Enter")
    expect(heading(page, "review.curve")).to_be_visible(timeout=LONG)
    page.get_by_text("As a table").click()
    rows = page.locator(".st-key-curve_table tbody tr")
    lead = next(at for at, state in enumerate(deal.states) if state.phase == "play")
    expect(rows).to_have_count(len(deal.states) - lead)
    expect(rows.last.locator("td").last).to_have_text("100%" if _won(deal) else "0%")
    wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0
    assert page.get_by_role("button", name="Try again").count() == 0


def _won(deal: Any) -> bool:
    return bool(doudizhu.payoffs(deal.states[-1])[0] > 0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_speaks_every_language_and_axe_finds_nothing(phone: Table, language: str) -> None:
    over = played("review", 3, "classic")[-1]
    game = SavedGame({**over, "id": f"axe-{language}"})
    phone.server.store.create(game)
    phone.open(game=game["id"], lang=language)
    page = phone.page
    page.goto(f"{phone.server.address}/review?game={game['id']}&lang={language}")
    expect(heading(page, "review.curve", language)).to_be_visible(timeout=LONG)
    expect(heading(page, "review.accuracy", language)).to_be_visible()
    found = Axe().run(page, options={"resultTypes": ["violations"]})
    ours = [
        one
        for one in found.response["violations"]
        for node in one["nodes"]
        if "st-key-review" in str(node["html"]) or ".st-key-review" in str(node["target"])
    ]
    assert ours == []


def test_a_review_is_kept_with_its_game_once_it_is_whole(phone: Table) -> None:
    store, over = phone.server.store, played("review", 3, "classic")[-1]
    for name, of in (("kept", None), ("what-if", "kept")):
        store.create(SavedGame({**over, "id": f"{name}-review", "copy_of": of}))
        phone.open(game=f"{name}-review", lang="en")  # now it is the person's
    page = phone.page
    for name in ("what-if", "kept"):
        page.goto(f"{phone.server.address}/review?game={name}-review&lang=en")
        expect(heading(page, "review.curve")).to_be_visible(timeout=LONG)
        expect(page.get_by_test_id("stProgress")).to_have_count(0, timeout=LONG)
    owner = store.find("kept-review")
    assert owner is not None
    assert owner.profile is not None
    for _ in range(60):  # it is kept when the page has been drawn
        if store.reviews(owner.profile):
            break
        page.wait_for_timeout(500)
    (kept,) = store.reviews(owner.profile).items()
    found = from_json(kept[1])
    assert found is not None
    assert (kept[0], found.game, found.points) == (
        "kept-review",
        "kept-review",
        doudizhu.payoffs(positions(over)[-1].state)[PERSON],
    )


def test_a_deal_under_way_is_not_reviewed(desktop: Table) -> None:
    before = played("review", 3, "classic")[-2]
    game = SavedGame({**before, "id": "under-way"})
    desktop.server.store.create(game)
    desktop.open(game=game["id"], lang="en")
    desktop.page.goto(f"{desktop.server.address}/review?game=under-way&lang=en")
    expect(desktop.page.get_by_text(texts("en")("error.game"))).to_be_visible()


def test_a_record_that_cannot_be_read_is_told_as_it_is(desktop: Table) -> None:
    page = desktop.page
    page.goto(f"{desktop.server.address}/review?lang=en")
    page.get_by_text("Paste a record", exact=True).click()
    page.get_by_role("textbox").fill("<b>:material/bug_report: nonsense</b>")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("This record cannot be read")).to_be_visible()
    assert page.locator("b", has_text="nonsense").count() == 0
