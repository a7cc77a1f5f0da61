"""Lessons in the browser: a question of each sort, on a phone."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from coach.language import texts
from coach.lesson_answers import accepted
from coach.own_exercises import made, piece
from lessons.loader import Step, course, exercises
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
    expect(cards.first).to_be_visible()
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
    expect(page.locator(".verdict.good")).to_contain_text("cannot follow a pair")
    page.get_by_role("button", name=EN("lessons.next")).click()
    expect(page.get_by_text(EN("lessons.step", n=2, total=2))).to_be_visible()
    page.get_by_role("button", name=EN("ui.lessons")).click()
    page.locator(".st-key-chapter_seats summary").click()
    expect(page.locator(".st-key-lesson_last-card")).to_contain_text(
        EN("lessons.progress", n=1, total=2)
    )


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


# ---- each sort of question on a phone ----


def exercise_of(pattern: str, number: int = 1) -> Step:
    (row,) = [one for one in exercises() if one.id == pattern]
    return row.steps[number - 1]


def test_a_bid_a_holder_a_refuted_play_and_a_whole_deal(phone: Table) -> None:
    step = exercise_of("opening-bid")
    page = show(phone, "opening-bid")
    bid = max(int(str(one)) for one in accepted(step))
    name = EN.count("bid_n", bid) if bid else EN("bid_pass")
    page.get_by_text(name, exact=True).click()
    answer(page).click()
    expect(page.locator(".verdict.good")).to_be_visible()
    page = show(phone, "strong-card-first")
    choose(page, 0)  # the 3 instead of the big joker
    answer(page).click()
    expect(page.locator(".verdict.bad")).to_contain_text("The next seat goes out on it.")
    page.goto(f"{phone.server.address}/lessons?lang=en&lesson=mistake-strength&step=4")
    link = page.get_by_role("link", name=EN("lessons.play_deal"))
    expect(link).to_have_attribute("href", "/play?lang=en&deal=D110-6WB8-JGS2-NSR2-YR9F-1EM")
    names = {
        "next": EN("lessons.who_next"),
        "previous": EN("lessons.who_previous"),
        "both": EN("lessons.who_both"),
        "nobody": EN("lessons.who_nobody"),
    }
    step = exercise_of("who-holds", 7)
    page = show(phone, "who-holds", 7)
    expect(page.get_by_role("row", name=EN("lessons.asked"))).to_be_visible()
    (right,) = accepted(step)
    wrong = next(name for name in names if name != right)
    page.get_by_text(names[wrong], exact=True).click()
    answer(page).click()
    expect(page.locator(".verdict.bad")).to_be_visible()
    page.get_by_text(names[str(right)], exact=True).click()
    answer(page).click()
    expect(page.locator(".verdict.good")).to_be_visible()


def test_a_safe_line_wins_to_its_end_and_another_loses_with_cards_that_are_shown(
    phone: Table,
) -> None:
    page = show(phone, "last-card")
    choose(page, 0, 1)
    answer(page).click()
    page.get_by_role("button", name=EN("lessons.play_on")).click()
    king = page.locator(".st-key-verdict").get_by_role("button", name=re.compile("^K"))
    king.click()
    page.locator(".st-key-verdict").get_by_role("button", name=EN("lessons.answer")).click()
    expect(page.get_by_text(EN("lessons.line_won"))).to_be_visible()
    page = show(phone, "last-card")
    choose(page, 2)
    answer(page).click()
    page.get_by_role("button", name=EN("lessons.how_lost")).click()
    expect(page.get_by_text(EN("lessons.line_lost"))).to_be_visible()


def test_a_wrong_bid_is_told_its_cost_and_a_new_exercise_is_drawn(phone: Table) -> None:
    step = exercise_of("opening-bid", 2)
    assert accepted(step) == (3,)
    page = show(phone, "opening-bid", 2)
    page.get_by_text(EN("bid_pass"), exact=True).click()
    answer(page).click()
    expect(page.locator(".verdict.bad")).to_be_visible()
    expect(page.get_by_text("Another bid brings about")).to_be_visible()
    page = show(phone, "plays-of-7", 8)
    page.get_by_role("spinbutton").fill(str(accepted(exercise_of("plays-of-7", 8))[0]))
    page.keyboard.press("Enter")
    answer(page).click()
    page.get_by_role("button", name=EN("lessons.fresh")).click()
    expect(page.get_by_text(EN("lessons.fresh_about"))).to_be_visible()
    expect(page.get_by_role("spinbutton")).to_have_value("")  # that of the question before is gone
    page.get_by_role("spinbutton").fill("0")
    page.keyboard.press("Enter")
    answer(page).click()
    expect(page.locator(".verdict.bad")).to_contain_text(EN("lessons.too_low"))
    page.get_by_role("button", name=EN("lessons.show_answer")).click()
    expect(page.get_by_role("button", name=EN("lessons.fresh"))).to_be_visible()


# ---- around the lessons ----


def test_the_course_shows_its_map_goes_on_and_places_a_learner(phone: Table) -> None:
    page = phone.page
    page.goto(f"{phone.server.address}/lessons?lang=en")
    page.get_by_text(EN("lessons.map"), exact=True).click()
    expect(page.locator("table.map tr")).to_have_count(len(course().needs))
    page.get_by_role("button", name=EN("lessons.go_on"), exact=True).click()
    expect(page.get_by_text(EN("lessons.step", n=1, total=4))).to_be_visible()
    page.goto(f"{phone.server.address}/lessons?lang=en")
    page.get_by_role("button", name=EN("lessons.place")).click()
    for number in range(1, 11):
        expect(page.get_by_text(EN("lessons.question", n=number, total=10))).to_be_visible()
        if number == 6:  # what was answered is kept
            page.reload()
            expect(page.get_by_text(EN("lessons.question", n=6, total=10))).to_be_visible()
        # that of the question before stays behind it for a moment, hidden
        page.get_by_role("button", name=EN("lessons.unsure")).first.click()
    expect(page.get_by_text(EN("lessons.placed", n=0, total=10))).to_be_visible()
    page.get_by_role("button", name=EN("lessons.begin"), exact=True).click()
    expect(answer(page)).to_be_visible()


def test_a_drill_asks_one_question_after_another(phone: Table) -> None:
    page = phone.page
    page.goto(f"{phone.server.address}/lessons?lang=en&drill=name-chains")
    page.get_by_role("button", name=EN("lessons.begin"), exact=True).click()
    expect(page.get_by_role("timer")).to_be_visible()
    page.get_by_text(EN("kind.trio"), exact=True).click()  # no chain is a triple
    answer(page).click()
    expect(page.get_by_text("Not right.")).to_be_visible()
    expect(page.get_by_role("timer")).to_be_visible()
    page.get_by_role("radiogroup").first.get_by_role("radio").nth(1).click()
    kinds = [texts("ja")(f"kind.{kind}") for kind in ("solo_chain", "pair_chain")]
    told = "|".join(texts("ja")("lessons.drill_wrong", answer=kind) for kind in kinds)
    expect(
        page.get_by_text(re.compile(told))
    ).to_be_visible()  # the answer before is translated too


def fill(page: Page, label: str, text: str) -> None:
    page.get_by_label(EN(label), exact=True).fill(text)
    page.keyboard.press("Tab")


def pick(page: Page, label: str, name: str) -> None:
    """Choose *name* in a select box."""
    page.get_by_role("combobox", name=EN(label)).first.click()
    page.get_by_role("option", name=name, exact=True).click()


def check(page: Page) -> None:
    page.get_by_role("button", name=EN("lessons.make_check"), exact=True).click()


def test_a_teacher_makes_an_exercise_and_shares_it(phone: Table) -> None:
    page = phone.page
    page.goto(f"{phone.server.address}/lessons?lang=en")
    page.get_by_role("button", name=EN("lessons.make")).click()
    fill(page, "lessons.make_hand", "34567 % 88")
    check(page)
    expect(page.get_by_text(EN("analyse.fault_unknown"))).to_be_visible()
    expect(page.locator(".paste mark")).to_have_text("%")
    fill(page, "lessons.make_hand", "３4567 对8")
    fill(page, "lessons.make_prompt", "Two plays. Which first?")
    check(page)
    expect(page.get_by_text("Right answers, all of them: 8 or 88 or 34567")).to_be_visible()
    expect(page.locator(".st-key-lesson_step .prompt")).to_have_text("Two plays. Which first?")
    fields = {
        "hand": "3456788", "rules": "classic", "goal": "empty", "prompt": "Two plays. Which first?",
    }  # fmt: skip
    shared = piece(made(fields))
    expect(page.get_by_test_id("stCode")).to_contain_text(shared)
    page.goto(f"{phone.server.address}/lessons?lang=en&exercise={shared}")
    expect(page.get_by_text("Two plays. Which first?")).to_be_visible()
    expect(answer(page)).to_be_visible()
    choose(page, 5)
    answer(page).click()
    expect(page.locator(".verdict.good")).to_be_visible()
    # an address of before, with the number in its goal
    page.goto(f"{phone.server.address}/lessons?lang=en&exercise={_OF_BEFORE}")
    expect(page.get_by_text("takes 2 plays, not 3")).to_be_visible()
    page.goto(f"{phone.server.address}/lessons?lang=en&exercise=garbage")
    expect(page.get_by_text(EN("goal_fault.no_piece"))).to_be_visible()


_OF_BEFORE = piece(made({"hand": "3456788", "goal": "empty in 3"}))


def test_a_teacher_asks_about_a_position_and_about_a_deal(phone: Table) -> None:
    page = phone.page
    page.goto(f"{phone.server.address}/lessons?lang=en&make=1")
    page.get_by_text(EN("lessons.of_position"), exact=True).click()
    line = "ddz ?4/55K/?5 - 0@1 1 - 0 0 unseen=22346666A plays=9,9,9"
    fill(page, "lessons.make_position", "ddz 3/4")
    check(page)
    expect(page.get_by_text(EN("goal_fault.position"))).to_be_visible()
    fill(page, "lessons.make_position", line)
    pick(page, "lessons.make_goal", EN("lessons.goal_count"))
    pick(page, "lessons.more_rank", "A")
    check(page)
    expect(page.locator(".st-key-lesson_step .prompt")).to_have_text(
        EN("lessons.ask_count", rank="A")
    )
    expect(page.get_by_text(EN("lessons.make_right", answers="1"))).to_be_visible()
    expect(page.get_by_test_id("stCode")).to_contain_text("exercise=")
    page.get_by_text(EN("lessons.of_deal"), exact=True).click()
    fill(page, "menu.code", "D119-H43S-5HTZ-5J6X-7ETH-NXW")
    pick(page, "lessons.more_mistake", EN("concept.bomb_lead"))
    check(page)
    expect(page.get_by_text(EN("lessons.make_tempts"))).to_be_visible()
    link = page.get_by_role("link", name=EN("lessons.play_deal"))
    expect(link).to_have_attribute("href", "/play?lang=en&deal=D119-H43S-5HTZ-5J6X-7ETH-NXW")
    pick(page, "lessons.make_goal", EN("lessons.goal_plays"))
    check(page)
    expect(page.get_by_text(EN("lessons.ask_plays"))).to_be_visible()
