"""The placement test: ten questions, each of another concept; at the end where to begin."""

from __future__ import annotations

from functools import partial
from html import escape
from typing import Any

import streamlit as st

from coach import learning
from coach.language import Texts
from coach.lesson_answers import NO_PLAY, is_right
from coach.ui.course import kept
from coach.ui.course.question import question
from coach.ui.course.stepping import back, go, show
from coach.ui.course.words import concept_name, everything, paragraph, words_of
from coach.ui.profile import settings_now
from lessons.loader import Lesson, course

PLACE = "place"
"""Parameter of the address: the seed of the test."""
_SAID = {True: "lessons.place_right", False: "lessons.place_wrong"}


def begin() -> None:
    """Go on with the test that was left; else begin one with other questions than the last."""
    seed, answers = kept.placement()
    under_way = 0 < len(answers) < len(learning.PLACEMENT)
    show({PLACE: seed if under_way else f"{kept.now():%Y%m%d%H%M%S}"})


def test(texts: Texts) -> None:
    """Draw the next question, or the result."""
    answers = _answers()
    listed = {one.id: one for one in everything()}
    rows = [listed[name] for name in learning.PLACEMENT]
    back(texts)
    st.html(f"<h1>{escape(texts('lessons.place'))}</h1>")
    left = [one for one in rows if one.concept not in answers]
    if not left:
        _result(answers, tuple(listed.values()), texts)
        return
    row = left[0]
    where = texts("lessons.question", n=len(answers) + 1, total=len(rows))
    st.html(paragraph(where, "muted num"))
    step = row.steps[learning.question(row, st.query_params[PLACE]) - 1]
    words = words_of(row, texts)
    with st.container(border=True, key="lesson_step"):
        st.html(f'<p class="prompt">{escape(words["prompt"])}</p>')
        question(step, texts, f"place_{row.id}_{step.number}", partial(_answered, row, step))
        skip = partial(_answered, row, step, NO_PLAY, "")
        st.button(texts("lessons.unsure"), key=f"place_skip_{len(answers)}", on_click=skip)


def _answers() -> dict[str, bool]:
    """The concepts asked by now in the test of the address, and whether each was answered right."""
    seed, answers = kept.placement()
    return answers if seed == st.query_params[PLACE] else {}


def _answered(row: Lesson, step: Any, answer: Any, cards: str) -> None:
    settings_now()
    before = _answers()
    if row.concept in before:  # in another tab
        return
    answers = before | {row.concept: is_right(step, answer)}
    kept.keep_placement(st.query_params[PLACE], answers)
    if len(answers) == len(learning.PLACEMENT):
        # not before: a test begun anew asks the same again
        for concept, was_right in answers.items():
            kept.met(concept, right=was_right)
        kept.place(learning.placed(course(), answers))


def _result(answers: dict[str, bool], listed: tuple[Lesson, ...], texts: Texts) -> None:
    right = sum(answers.values())
    said = texts("lessons.placed", n=right, total=len(answers))
    st.html(paragraph(said))
    rows = "".join(
        f"<tr><th scope='row'>{escape(concept_name(concept, texts))}</th>"
        f"<td>{escape(texts(_SAID[was_right]))}</td></tr>"
        for concept, was_right in answers.items()
    )
    st.html(f'<table class="position"><tbody>{rows}</tbody></table>')
    lessons = [one for one in listed if not one.is_exercises]
    found = learning.next_lesson(lessons, kept.steps(), kept.known())
    if found is not None:
        title = words_of(found, texts)["title"]
        st.html(paragraph(texts("lessons.begin_with", title=title)))
        st.button(
            texts("lessons.begin"), key="place_go", type="primary", on_click=partial(go, found.id)
        )
