"""An exercise of a teacher as the learner sees it; its answers are found beside the page."""

from __future__ import annotations

from concurrent.futures import Future
from functools import lru_cache, partial
from html import escape
from typing import Any

import streamlit as st

from coach.language import Texts
from coach.lesson_answers import is_right
from coach.own_exercises import ExerciseError, OwnExercise, checked, from_piece
from coach.ui.beside import in_time, limited
from coach.ui.course import dealing, line
from coach.ui.course.asking import goal_alert, prompt_of
from coach.ui.course.measured import is_measured
from coach.ui.course.question import question
from coach.ui.course.said import basis, one_way, verdict
from coach.ui.course.stepping import back
from coach.ui.course.why import why
from coach.ui.course.words import paragraph
from coach.ui.cpus import pool
from coach.ui.warmup import is_compiled
from lessons.loader import Step

EXERCISE = "exercise"
"""Parameter of the address."""
_SAID = "own_exercise_said"
_LOOK = 0.4
SECONDS = 30.0
"""A sample that takes longer is given up, for others wait for the process that draws it."""


def exercise(texts: Texts) -> None:
    """Draw the exercise that the address holds."""
    back(texts)
    try:
        own = from_piece(st.query_params[EXERCISE])
    except ExerciseError as error:
        st.html(goal_alert(error, texts))
        return
    about = paragraph(texts("lessons.own_about"), "muted") if own.prompt else ""
    st.html(f"<h1>{escape(texts('lessons.own'))}</h1>{about}")
    step = verified(own, texts)
    if step is not None:
        asked(own, step, texts)


def asked(own: OwnExercise, step: Step, texts: Texts) -> None:
    """Draw the question, or the way to the deal, and what is said to the answer."""
    with st.container(border=True, key="lesson_step"):
        st.html(f'<p class="prompt">{escape(prompt_of(own, step, texts))}</p>')
        if step.deal is not None:
            dealing.way(step, texts)
            return
        question(step, texts, f"own_{step.digest}", partial(_answered, step))
    said = st.session_state.get(_SAID)
    if said is None or said[0] != step.digest:
        return
    _, answer, cards = said
    right = is_right(step, answer)
    with st.container(border=True, key="verdict"):
        if right:
            verdict(right, [one_way(step, answer, texts)], texts)
            st.html(paragraph(rests_on(step, texts), "muted"))
        else:
            verdict(right, why(step, answer, texts, cards=cards, hints=False), texts)
            if is_measured(step, answer):
                st.html(paragraph(rests_on(step, texts), "muted"))
        line.line(step, step.digest, answer, right, texts)


def rests_on(step: Step, texts: Texts) -> str:
    """What the right answers rest on: where the plays were named, the teacher's choice."""
    named = any(goal.kind == "play" for goal in step.goals)
    return texts("lessons.basis_teacher") if named else basis(step, texts)


def _answered(step: Step, answer: Any, cards: str) -> None:
    line.end()
    st.session_state[_SAID] = (step.digest, answer, cards)


# ---- checking beside the page ----


def verified(own: OwnExercise, texts: Texts) -> Step | None:
    """The checked step; None while it is checked, or where the page says that it is none."""
    try:
        found = _found(own)
    except ExerciseError as error:
        st.html(goal_alert(error, texts))
        return None
    if found is None:
        _waiting(own, texts)
    return found


@st.fragment(run_every=_LOOK)
def _waiting(own: OwnExercise, texts: Texts) -> None:
    st.html(paragraph(texts("analyse.working"), "muted"))
    try:
        ready = _found(own) is not None
    except ExerciseError:
        ready = True  # the page says so
    if ready:
        st.rerun()


def _found(own: OwnExercise) -> Step | None:
    if not is_compiled():
        return None
    try:
        return in_time(_checked(own))
    except ExerciseError:
        raise
    except Exception as error:
        _checked.cache_clear()
        raise ExerciseError("broken", why=str(error)) from error


@lru_cache(maxsize=64)
def _checked(own: OwnExercise) -> Future[Step]:
    return pool().submit(limited, SECONDS, checked, own)
