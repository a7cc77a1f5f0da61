"""What a learner knows: mastery, practice and the placement test, counted by hand."""

from __future__ import annotations

from datetime import datetime, timedelta

from coach import learning
from lessons.loader import course, everything, lessons

MONDAY = datetime(2026, 11, 30, 12)


def test_a_concept_is_new_then_begun_then_in_hand() -> None:
    assert learning.state("plays", {}) == learning.NEW
    assert learning.state("plays", {"plays": "1"}) == learning.BEGUN
    # 7 of 7: mean 8/9, deviation sqrt(8/9 * 1/9 / 10) = .099
    assert learning.state("plays", {"plays": "1" * 7}) == learning.IN_HAND
    assert learning.state("plays", {"plays": "10101010"}) == learning.BEGUN


def test_a_wrong_answer_is_due_before_a_right_one() -> None:
    told = {"plays": [(MONDAY, True)], "kinds": [(MONDAY, False)]}
    week = [learning.due(told, MONDAY + timedelta(days=days)) for days in range(8)]
    first = {name: min(day for day, due in enumerate(week) if name in due) for name in told}
    assert first["kinds"] < first["plays"]
    assert week[0] == []


def test_answers_are_kept_as_text_and_read_back() -> None:
    kept = learning.with_answer({}, "plays", right=True, moment=MONDAY)
    assert kept == {"plays": [("2026-11-30T12:00:00", True)]}
    assert learning.practised_of(kept) == {"plays": [(MONDAY, True)]}
    assert learning.practised_of({"plays": [["no date", 1]], 3: [], "x": 5}) == {}
    assert learning.practised_of("nonsense") == {}


def test_only_the_last_answers_are_kept() -> None:
    told: dict[str, list[tuple[datetime, bool]]] = {}
    for day in range(learning.LAST + 5):
        moment = MONDAY + timedelta(days=day)
        told = learning.practised_of(learning.with_answer(told, "plays", right=True, moment=moment))
    assert len(told["plays"]) == learning.LAST
    assert told["plays"][0][0] == MONDAY + timedelta(days=5)


def test_an_exercise_that_is_not_answered_yet_is_practised_first() -> None:
    rows = [one for one in everything() if one.is_exercises][:2]
    every = {(row.id, step.number) for row in rows for step in row.steps}
    left = (rows[1].id, 3)
    done: dict[str, set[int]] = {}
    for name, number in every - {left}:
        done.setdefault(name, set()).add(number)
    assert {learning.to_practise(rows, done, str(seed)) for seed in range(20)} == {left}


def test_when_all_exercises_are_answered_new_ones_are_drawn() -> None:
    rows = [one for one in everything() if one.is_exercises][:2]
    done = {row.id: {step.number for step in row.steps} for row in rows}
    found = {learning.to_practise(rows, done, str(seed)) for seed in range(20)}
    assert found == {(rows[0].id, None), (rows[1].id, None)}


def test_the_test_asks_ten_concepts_once_each_by_kept_exercises() -> None:
    rows = {one.id: one for one in everything()}
    concepts = [rows[name].concept for name in learning.PLACEMENT]
    assert len(learning.PLACEMENT) == 10
    assert all(rows[name].is_exercises for name in learning.PLACEMENT)
    assert len(set(concepts)) == 10


def test_what_was_right_and_all_before_it_is_known() -> None:
    found = learning.placed(course(), {"bombs": True})
    assert found == ["order", "kinds", "following", "bombs"]


def test_nothing_that_rests_on_a_wrong_answer_is_known() -> None:
    found = learning.placed(course(), {"bombs": True, "following": False})
    assert found == ["order", "kinds"]
    assert learning.placed(course(), {"kinds": False}) == []


def test_the_next_lesson_is_the_first_that_is_neither_answered_nor_known() -> None:
    listed = lessons()
    first, second = listed[0], next(one for one in listed if one.concept != listed[0].concept)
    assert learning.next_lesson(listed, {}, []) == first
    assert learning.next_lesson(listed, {}, [first.concept]) == second
    half = {first.id: {1}}
    assert learning.next_lesson(listed, half, []) == first
    whole = {one.id: set(range(1, len(one.steps) + 1)) for one in listed}
    assert learning.next_lesson(listed, whole, []) is None


def test_another_seed_may_ask_another_question_and_the_same_one_the_same() -> None:
    row = next(one for one in everything() if one.id == "plays-of-10")
    asked = [learning.question(row, str(seed)) for seed in range(40)]
    assert asked == [learning.question(row, str(seed)) for seed in range(40)]
    assert set(asked) == set(range(1, len(row.steps) + 1))
