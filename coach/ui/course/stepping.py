"""A lesson, or exercises of one pattern, step by step; every answer is judged by its proof."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from html import escape
from typing import Any

import streamlit as st

from coach.language import Texts
from coach.lesson_answers import is_right, reply_key
from coach.ui.course import dealing, kept, line
from coach.ui.course.measured import cost, is_measured
from coach.ui.course.question import question
from coach.ui.course.said import basis, lines, verdict
from coach.ui.course.words import Words, everything, paragraph, right_answers, words_of
from lessons.goals import DEAL
from lessons.loader import Lesson, Step

LESSON, STEP = "lesson", "step"
"""Parameters of the address."""
FRESH, SEED = "fresh", "seed"
"""Parameters of the address of an exercise drawn anew: its pattern, and what draws it."""
_SAID = "lesson_said"
_SHOWN = "lesson_shown"
"""The step whose answer was asked for."""
_TRIED = "lessons_tried"
"""Steps that were answered in this session: a later answer tells nothing of the concept."""


def lesson(texts: Texts) -> None:
    """Draw the step that the address names."""
    listed = everything()
    place = [one.id for one in listed].index(st.query_params[LESSON])
    found = listed[place]
    number = _number(st.query_params.get(STEP), found)
    st.query_params.from_dict({"lang": texts.language, LESSON: found.id, STEP: str(number)})
    step, words = found.steps[number - 1], words_of(found, texts)
    following = listed[place + 1] if place + 1 < len(listed) else None
    onward = partial(_onward, found, step, following, texts)
    key = f"{found.id}_{number}"
    _head(found, number, words, texts)
    with st.container(border=True, key="lesson_step"):
        st.html(f'<p class="prompt">{escape(words[f"{number}.prompt"])}</p>')
        if step.goals[0].kind == DEAL:
            if dealing.deal(found, step, texts):
                onward()
            return
        question(step, texts, key, partial(_answered, found, step))
    is_told = replied(step, key, words, texts, onward)
    if not is_told and step.form == "worked" and number < len(found.steps):
        to = partial(_seen, found, number)
        st.button(texts("lessons.next"), key="lesson_seen", on_click=to)
    hints(step, words, texts)


def _seen(found: Lesson, number: int) -> None:
    """Go on from a worked example, whose answer was shown."""
    kept.answered(found, number, right=True, first=False)
    go(found.id, number + 1)


def _number(text: str | None, found: Lesson) -> int:
    """The number of the step that *text* names; 1 where it names none."""
    if text and text.isdecimal() and 1 <= int(text[:3]) <= len(found.steps):
        return int(text[:3])
    return 1


def go(name: str | None, number: int = 1) -> None:
    """Show a step of a lesson; the course for None."""
    _leave()
    show({} if name is None else {LESSON: name, STEP: str(number)})


def draw(name: str) -> None:
    """Show an exercise of the pattern *name* that was in front of nobody."""
    _leave()
    show({FRESH: name, SEED: f"{kept.now():%Y%m%d%H%M%S%f}"})


def _leave() -> None:
    st.session_state.pop(_SAID, None)
    st.session_state.pop(_SHOWN, None)
    line.end()


def show(there: dict[str, str]) -> None:
    """Show what these parameters of the address name, in the language of now."""
    language = st.query_params.get("lang")
    st.query_params.from_dict(({"lang": language} if language else {}) | there)


def back(texts: Texts) -> None:
    """The way to the course."""
    back_to(texts("ui.lessons"), "to_lessons", partial(go, None))


def back_to(where: str, key: str, to: Callable[[], None]) -> None:
    """The way to what this is a part of, called *where*."""
    st.button(where, key=key, icon=":material/arrow_back:", on_click=to)


def _head(found: Lesson, number: int, words: Words, texts: Texts) -> None:
    back(texts)
    where = texts("lessons.step", n=number, total=len(found.steps))
    intro = "" if found.is_exercises or number > 1 else words["intro"]
    st.html(
        f'<h1>{escape(words["title"])}</h1><p class="muted num">{escape(where)}</p>'
        + (f"<p>{escape(intro)}</p>" if intro else "")
    )


def hints(step: Step, words: Words, texts: Texts) -> None:
    """The hints, one behind the other; of a faded example they stand open."""
    for number in range(1, 10):
        text = words.get(f"{step.number}.hint{number}")
        if text is None:
            return
        label = texts("lessons.hint", n=number)
        key = f"hint_{step.digest}_{number}"
        with st.expander(label, expanded=step.form == "faded", key=key):
            st.html(f"<p>{escape(text)}</p>")


# ---- the answer ----


def _answered(found: Lesson, step: Step, answer: Any, cards: str) -> None:
    """Judge what was chosen; a right answer is kept."""
    right, first = judged(step, f"{found.id}_{step.number}", answer, cards)
    kept.answered(found, step.number, right=right, first=first)


def judged(step: Step, key: str, answer: Any, cards: str) -> tuple[bool, bool]:
    """Whether *answer* is right, and whether it is the first to the step of *key*; it is replied
    to when the page is drawn."""
    line.end()
    st.session_state[_SAID] = (key, answer, cards)
    tried: set[str] = st.session_state.setdefault(_TRIED, set())
    first = key not in tried and step.form != "worked"
    tried.add(key)
    return is_right(step, answer), first


def replied(step: Step, key: str, words: Words, texts: Texts, onward: Callable[[], None]) -> bool:
    """Draw what is said to the answer to the step of *key*, and the way *onward* once it is right
    or shown; False where none was given."""
    said = st.session_state.get(_SAID)
    if not said or said[0] != key:
        return False
    _, answer, cards = said
    told = reply_key(step, answer, cards)
    right = told == f"{step.number}.reply"
    with st.container(border=True, key="verdict"):
        verdict(right, lines(step, told, answer, words, texts, cards=cards), texts)
        if not right:
            cost(step, answer, texts)
        said, rests_on = is_measured(step, answer), paragraph(basis(step, texts), "muted")
        if right or said:
            st.html(rests_on)
        line.line(step, key, answer, right, texts)
        if not right:
            _answer_behind_a_button(step, key, texts)
        shown = st.session_state.get(_SHOWN) == key
        if shown and not (right or said):
            st.html(rests_on)
        if right or shown:
            onward()
    return True


def _answer_behind_a_button(step: Step, key: str, texts: Texts) -> None:
    """So that nobody has to stay at a step; it is not answered by that."""
    if st.session_state.get(_SHOWN) == key:
        right = texts("lessons.answer_is", answer=right_answers(step, texts))
        st.html(paragraph(right, "worked"))
        return
    st.button(texts("lessons.show_answer"), key="answer_show", on_click=partial(_show, key))


def _show(key: str) -> None:
    st.session_state[_SHOWN] = key


def _onward(found: Lesson, step: Step, following: Lesson | None, texts: Texts) -> None:
    if step.number < len(found.steps):
        to = partial(go, found.id, step.number + 1)
        st.button(texts("lessons.next"), key="lesson_next", type="primary", on_click=to)
        return
    row = found.is_exercises
    st.html(paragraph(texts("lessons.row_finished" if row else "lessons.finished")))
    if row:
        st.button(texts("lessons.fresh"), key="lesson_fresh", on_click=partial(draw, found.id))
    if following is not None and following.is_exercises == row:
        to = partial(go, following.id, 1)
        label = texts("lessons.next_row" if row else "lessons.next_lesson")
        st.button(label, key="lesson_after", type="primary", on_click=to)
    else:
        st.button(
            texts("ui.lessons"), key="lesson_list", type="primary", on_click=partial(go, None)
        )
