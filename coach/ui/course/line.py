"""A safe line played on against hidden cards that are arranged against it (``layouts``)."""

from __future__ import annotations

from concurrent.futures import Future
from functools import lru_cache, partial
from html import escape
from typing import Any

import streamlit as st

from coach.doudizhu.layouts import LOST, WON, Turn, answer
from coach.language import Texts
from coach.lesson_answers import NO_PLAY
from coach.ui.beside import compiled, in_time
from coach.ui.course.question import question
from coach.ui.course.why import no_play
from coach.ui.course.words import hand_html, named_plays, paragraph, seat_word
from coach.ui.cpus import pool
from coach.ui.warmup import is_compiled
from engine.doudizhu.plays import Play
from engine.doudizhu.position import view_text
from engine.doudizhu.state import View
from lessons.loader import Step, step_of

_LINE = "lesson_line"
"""The own plays of the line by now, behind the key of its step."""
_NO_PLAY = "lesson_line_no_play"
"""The key of the choice that was answered by cards that are no play, its plays, the cards."""
_LOOK = 0.3


def _begin(key: str, play: Play | None) -> None:
    st.session_state[_LINE] = (key, (play,))


def end() -> None:
    """Leave the line."""
    st.session_state.pop(_LINE, None)


def line(step: Step, key: str, answered: Any, right: bool, texts: Texts) -> None:
    """Where the *step* of *key* asks for a win against hidden cards, what was *answered* to it
    played on to its end; before that the offer to."""
    task = step.task
    hidden = task.view is not None and task.state is None
    if step.goals[0].kind != "win" or not hidden or answered == NO_PLAY:
        return
    if st.session_state.get(_LINE, ("",))[0] == key:
        _line(step, key, texts)
        return
    label = texts("lessons.play_on" if right else "lessons.how_lost")
    st.button(label, key="line_begin", on_click=partial(_begin, key, answered))


def _line(step: Step, key: str, texts: Texts) -> None:
    """Draw the line that was begun: every play, what came of it, and the next choice."""
    plays: tuple[Play | None, ...] = st.session_state[_LINE][1]
    view = step.task.view
    assert view is not None, "a line has hidden cards"
    st.html(paragraph(texts("lessons.arranged"), "muted"))
    for play in plays:
        found = _asked(view, play)
        if found is None:
            _waiting(view, play, texts)
            return
        told = [(view.seat, play), *found.replies]
        st.html(paragraph(named_plays(view.seat, view.rules, told, texts)))
        if found.view is None:
            _ended(view, found, texts)
            return
        view = found.view
    ahead = step_of(1, {"position": view_text(view), "goal": "win", "accept": []})
    question(ahead, texts, f"{key}_line_{len(plays)}", partial(_play_on, key, plays))
    asked, before, cards = st.session_state.get(_NO_PLAY, ("", (), ""))
    if (asked, before) == (key, plays):
        st.html(paragraph(no_play(ahead.task, cards, texts)))


def _play_on(key: str, plays: tuple[Play | None, ...], answer: Any, cards: str) -> None:
    if answer == NO_PLAY:
        st.session_state[_NO_PLAY] = (key, plays, cards)
        return
    st.session_state.pop(_NO_PLAY, None)
    st.session_state[_LINE] = (key, (*plays, answer))


def _ended(view: View, found: Turn, texts: Texts) -> None:
    """Won whatever the cards are, or the cards with which it is lost."""
    if found.outcome == WON:
        st.html(paragraph(texts("lessons.line_won"), "worked"))
        return
    assert found.outcome == LOST
    assert found.layout is not None
    st.html(paragraph(texts("lessons.line_lost"), "worked"))
    for away in range(1, view.rules.seats):
        seat = (view.seat + away) % view.rules.seats
        name = seat_word(away, view.rules, texts)
        st.html(f"<p>{escape(name)} {hand_html(found.layout.hands[seat], texts)}</p>")


@st.fragment(run_every=_LOOK)
def _waiting(view: View, play: Play | None, texts: Texts) -> None:
    st.html(paragraph(texts("analyse.working"), "muted"))
    if _asked(view, play) is not None:
        st.rerun()


def _asked(view: View, play: Play | None) -> Turn | None:
    if not is_compiled():
        return None
    try:
        return in_time(_answer(view, play))
    except Exception:
        _answer.cache_clear()
        raise


@lru_cache(maxsize=256)
def _answer(view: View, play: Play | None) -> Future[Turn]:
    return pool().submit(compiled, answer, view, play)
