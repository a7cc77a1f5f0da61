"""An exercise drawn anew by its pattern: found, with its right answers, beside the page."""

from __future__ import annotations

from concurrent.futures import Future
from functools import lru_cache, partial
from html import escape
from typing import Any

import streamlit as st

from coach.exercises import fresh
from coach.language import Texts
from coach.ui.beside import in_time, limited
from coach.ui.course import kept
from coach.ui.course.question import question
from coach.ui.course.stepping import FRESH, SEED, back, draw, hints, judged, replied
from coach.ui.course.words import everything, paragraph, words_of
from coach.ui.cpus import pool
from coach.ui.warmup import is_compiled
from lessons.loader import Lesson, Step
from lessons.patterns import BY_NAME, DrawError

SECONDS = 20.0
"""A search that takes longer is given up, for others wait for the process that makes it."""
_LONGEST_SEED = 40
_LOOK = 0.3


def exercise(texts: Texts) -> None:
    """Draw the exercise that the address names; or say that there is no such pattern."""
    back(texts)
    name = st.query_params[FRESH]
    row = {one.id: one for one in everything() if one.is_exercises}.get(name)
    if row is None or name not in BY_NAME:
        unknown = texts("lessons.no_pattern", name=name[:_LONGEST_SEED])
        st.html(f'<p role="alert">{escape(unknown)}</p>')
        return
    seed = st.query_params.get(SEED, "")[:_LONGEST_SEED]
    words = words_of(row, texts)
    about = paragraph(texts("lessons.fresh_about"), "muted")
    st.html(f"<h1>{escape(words['title'])}</h1>{about}")
    try:
        step = _asked(name, seed)
    except DrawError:
        st.html(paragraph(texts("lessons.fresh_none")))
        _another(row, texts)
        return
    if step is None:
        _waiting(name, seed, texts)
        return
    key = f"fresh_{name}_{seed}"
    with st.container(border=True, key="lesson_step"):
        st.html(f'<p class="prompt">{escape(words["1.prompt"])}</p>')
        question(step, texts, key, partial(_answered, row, step, key))
    replied(step, key, words, texts, partial(_another, row, texts))
    hints(step, words, texts)


def _another(row: Lesson, texts: Texts) -> None:
    st.button(
        texts("lessons.fresh"), key="fresh_next", type="primary", on_click=partial(draw, row.id)
    )


def _answered(row: Lesson, step: Step, key: str, answer: Any, cards: str) -> None:
    right, first = judged(step, key, answer, cards)
    if first:
        kept.met(row.concept, right=right)


# ---- drawn beside the page ----


@st.fragment(run_every=_LOOK)
def _waiting(name: str, seed: str, texts: Texts) -> None:
    st.html(paragraph(texts("lessons.drawing", seconds=round(SECONDS)), "muted"))
    try:
        ready = _asked(name, seed) is not None
    except DrawError:
        ready = True  # the page says so
    if ready:
        st.rerun()


def _asked(name: str, seed: str) -> Step | None:
    """The exercise; None while it is drawn.  DrawError where none was found in time."""
    if not is_compiled():
        return None
    try:
        return in_time(_drawn(name, seed))
    except DrawError:
        raise
    except Exception:
        _drawn.cache_clear()
        raise


@lru_cache(maxsize=256)
def _drawn(name: str, seed: str) -> Future[Step]:
    return pool().submit(limited, SECONDS, fresh, name, seed)
