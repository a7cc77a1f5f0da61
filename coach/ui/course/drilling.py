"""Drills of half a minute: as many drawn questions of one pattern as can be answered."""

from __future__ import annotations

import time
from functools import partial
from html import escape
from typing import Any

import streamlit as st

from coach.exercises import drill as drawn
from coach.language import Texts
from coach.lesson_answers import is_right
from coach.ui.course import kept
from coach.ui.course.question import question
from coach.ui.course.stepping import back, back_to, show
from coach.ui.course.words import everything, paragraph, right_answers, words_of
from lessons.loader import Step
from lessons.patterns import BY_NAME, DRILLS

DRILL = "drill"
"""Parameter of the address: the pattern; empty to choose one."""
SECONDS = 30
MOST = 2
"""Right answers to a question that are all named in passing."""
_RUN = "drill_run"
"""The drill under way: its pattern, seed and end, and of each answer whether it was right, and to
which step."""
_TICK = 1.0


def choose() -> None:
    """Show the drills there are."""
    _to("")


def _to(name: str) -> None:
    st.session_state.pop(_RUN, None)
    show({DRILL: name})


def drill(texts: Texts) -> None:
    """Draw the drills, or the one that the address names."""
    name = st.query_params[DRILL]
    rows = {one.id: one for one in everything()}
    if name not in {one.name for one in DRILLS}:
        back(texts)
        st.html(f"<h1>{escape(texts('lessons.drills'))}</h1>")
        st.html(paragraph(texts("lessons.drills_about", seconds=SECONDS), "muted"))
        for pattern in DRILLS:
            title = words_of(rows[pattern.name], texts)["title"]
            st.button(title, key=f"drill_{pattern.name}", on_click=partial(_to, pattern.name))
        return
    back_to(texts("lessons.drills"), "to_drills", choose)
    words = words_of(rows[name], texts)
    st.html(f"<h1>{escape(words['title'])}</h1>")
    run = st.session_state.get(_RUN)
    if run is None or run["pattern"] != name:  # another drill, by the way back of the browser
        st.html(paragraph(texts("lessons.drills_about", seconds=SECONDS), "muted"))
        to = partial(_begin, name)
        st.button(texts("lessons.begin"), key="drill_begin", type="primary", on_click=to)
        return
    if time.monotonic() >= run["end"]:
        _result(run, name, texts)
        return
    _clock(texts)
    number = len(run["answers"])
    step = drawn(name, f"{run['seed']} {number}")
    before = st.container()  # in its place from the first question on, as all below it
    if run["answers"]:
        was_right, last = run["answers"][-1]
        told = right_answers(last, texts, most=MOST)  # in the language of now
        key = "lessons.drill_right" if was_right else "lessons.drill_wrong"
        before.html(paragraph(texts(key, answer=told), "muted"))
    with st.container(border=True, key="lesson_step"):
        st.html(f'<p class="prompt">{escape(words["prompt"])}</p>')
        question(step, texts, f"drill_{run['seed']}_{number}", partial(_answered, step))


def _begin(name: str) -> None:
    seed = f"{kept.now():%Y%m%d%H%M%S%f}"
    end = time.monotonic() + SECONDS
    st.session_state[_RUN] = {"pattern": name, "seed": seed, "end": end, "answers": []}


@st.fragment(run_every=_TICK)
def _clock(texts: Texts) -> None:
    """The seconds left; at the end the page shows what came of it."""
    run = st.session_state.get(_RUN)
    left = 0.0 if run is None else run["end"] - time.monotonic()
    if left <= 0:
        st.rerun()
    st.html(f'<p class="num" role="timer">{escape(texts("lessons.seconds", n=round(left)))}</p>')


def _answered(step: Step, answer: Any, cards: str) -> None:
    run = st.session_state.get(_RUN)
    if run is None or time.monotonic() > run["end"]:
        return
    right = is_right(step, answer)
    run["answers"].append((right, step))


def _result(run: dict[str, Any], name: str, texts: Texts) -> None:
    right = [was_right for was_right, _ in run["answers"]]
    if right and not run.get("kept"):
        run["kept"] = True
        kept.met(BY_NAME[name].concept, right=2 * sum(right) > len(right))
    said = texts("lessons.drilled", n=sum(right), total=len(right))
    st.html(paragraph(said if right else texts("lessons.drilled_none", seconds=SECONDS)))
    to = partial(_begin, name)
    st.button(texts("lessons.again"), key="drill_again", type="primary", on_click=to)
