"""Lessons in the browser: a question of each sort, on a phone."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from coach.language import texts
from tests.browser.table import Table

EN = texts("en")


def show(phone: Table, lesson: str, step: int = 1) -> Page:
    """A step of a lesson in English."""
    page = phone.page
    page.goto(f"{phone.server.address}/lessons?lang=en&lesson={lesson}&step={step}")
    expect(answer(page)).to_be_visible()
    return page


def answer(page: Page) -> Locator:
    return page.get_by_role("button", name=EN("lessons.answer"), exact=True)


def choose(page: Page, *places: int) -> None:
    """Exactly these cards of the hand, by their places."""
    cards = page.get_by_test_id("stButtonGroup").last.get_by_role("button")
    for place in range(cards.count()):
        card = cards.nth(place)
        pressed = str(place in places).lower()
        if card.get_attribute("aria-pressed") != pressed:
            card.click()
            expect(card).to_have_attribute("aria-pressed", pressed)


def test_a_play_is_judged_with_its_reason_and_a_right_one_is_kept(phone: Table) -> None:
    page = show(phone, "last-card")
    choose(page, 2)
    answer(page).click()
    expect(page.locator(".verdict.bad")).to_contain_text("The A is still out.")
    choose(page, 0, 1)
    answer(page).click()
    expect(page.locator(".verdict.good")).to_contain_text("He cannot follow a pair")
    page.get_by_role("button", name=EN("lessons.next")).click()
    expect(page.get_by_text(EN("lessons.step", n=2, total=2))).to_be_visible()
    page.get_by_role("button", name=EN("ui.lessons")).click()
    expect(page.get_by_text(EN("lessons.progress", n=1, total=2))).to_be_visible()


def test_a_name_a_number_and_a_pass_are_answers_too(phone: Table) -> None:
    page = show(phone, "kinds", 3)
    page.get_by_text(EN("kind.airplane_solos"), exact=True).click()
    answer(page).click()
    expect(page.locator(".verdict.good")).to_be_visible()
    page = show(phone, "count-plays", 2)
    page.get_by_role("spinbutton").fill("4")
    page.keyboard.press("Enter")
    answer(page).click()
    expect(page.locator(".verdict.good")).to_be_visible()
    page = show(phone, "let-partner")
    page.get_by_role("button", name=EN("ui.pass"), exact=True).click()
    expect(page.locator(".verdict.good")).to_be_visible()


def test_cards_that_are_no_play_are_told_why(phone: Table) -> None:
    page = show(phone, "following")
    choose(page, 10, 11)  # A and 2
    answer(page).click()
    expect(page.locator(".verdict.bad")).to_contain_text("no pair")
    page.goto(f"{phone.server.address}/lessons?lang=en&lesson=nonsense&step=99")
    expect(page.get_by_role("heading", name=EN("ui.lessons"))).to_be_visible()
