"""A decision tried again: the position before it, the answer hidden, any good play accepted."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from html import escape
from typing import Any

import streamlit as st

from coach.doudizhu.decisions import Decision
from coach.language import Texts
from coach.review_text import grade_name
from coach.say import render
from coach.store import SavedGame
from coach.ui import reviewing, session
from coach.ui.deals import deal_of
from coach.ui.profile import NOT_KEPT, set_all, settings, settings_now
from coach.ui.table.component import sent, table
from coach.ui.table.data import table_data
from coach.ui.table.hint import play_name
from coach.ui.table.received import action_of, concerns, question_of
from coach.ui.table.replay import copy_of, positions, with_action
from coach.ui.table.settings import changed, settings_of

_TRIED = "tried"
_ASKED = "tried_question"
_BEGUN = "tried_begun"
_LOOK = 0.4
GOOD = ("best", "good")
"""Grades of a play that is accepted."""

Tried = tuple[str, int, Any, tuple[str, ...]]
"""The game, the place of the decision, the action and its cards."""


def retry(
    game: SavedGame, at: int, texts: Texts, *, leave: Callable[[], None], play: Callable[[], None]
) -> None:
    """Draw the position of *game* after *at* actions, for the person to decide again.

    *leave* goes back to the review, *play* to the table with a copy that goes on from here.
    """
    _show(game, at, texts, leave, play)


@st.fragment
def _show(
    game: SavedGame, at: int, texts: Texts, leave: Callable[[], None], play: Callable[[], None]
) -> None:
    if st.session_state.pop(_BEGUN, False):
        play()
        st.rerun()
    tried = _tried(game, at)
    with st.container(key="strip", horizontal=True, vertical_alignment="center"):
        if st.button(texts("ui.review"), key="retry_leave", icon=":material/arrow_back:"):
            st.session_state.pop(_TRIED, None)
            leave()
            st.rerun()
        st.html(f'<p class="retry">{escape(texts("retry.task"))}</p>', width="stretch")
    if tried is not None:
        _verdict(game, at, tried, texts)
    moment = SavedGame({**game, "actions": game["actions"][:at]})
    data = table_data(
        moment,
        texts.language,
        since=at,
        question=st.session_state.get(_ASKED),
        settings=settings().get("table"),
    )
    shown = data | {"game": f"{game['id']} try", "result": None}
    act, ask = partial(_act, game, at), partial(_ask, game, at)
    table(shown, on_act=act, on_ask=ask, on_deal=_nothing, on_set=_set, on_hint=_nothing)


def _tried(game: SavedGame, at: int) -> Tried | None:
    tried: Tried | None = st.session_state.get(_TRIED)
    return tried if tried is not None and tried[:2] == (game["id"], at) else None


def _act(game: SavedGame, at: int) -> None:
    said = sent("act")
    if not concerns(said, at):
        return
    wanted = action_of(said, positions(game)[at])
    if wanted is not None:
        st.session_state[_TRIED] = (game["id"], at, *wanted)


def _ask(game: SavedGame, at: int) -> None:
    said = sent("ask")
    if concerns(said, at):
        st.session_state[_ASKED] = question_of(said, positions(game)[at])


def _set() -> None:
    set_all(table=changed(settings_of(settings_now().get("table")), sent("set")))


def _nothing() -> None:
    """Hints and new deals are not offered here."""


# ---- the verdict ----


def _verdict(game: SavedGame, at: int, tried: Tried, texts: Texts) -> None:
    try:
        found = reviewing.tried(deal_of(game), at, tried[2])
    except reviewing.NoReviewError:
        st.warning(texts("review.failed"))
        return
    with st.container(key="verdict", border=True):
        if found is None:
            _waiting(game, at, tried, texts)
            return
        good = found.grade in GOOD
        name = play_name(found.action, found.view, texts)
        head = texts("retry.good" if good else "retry.not_yet", play=name)
        lines = [render(one, texts.language) for one in found.sentences] if good else []
        if not good:
            lines = [_short(found, texts)]
        said = "".join(f"<p>{escape(line)}</p>" for line in lines)
        look = "good" if good else "bad"
        st.html(
            f'<div class="verdict {look}" role="status"><p><b>{escape(head)}</b></p>{said}</div>'
        )
        with st.container(horizontal=True):
            _buttons(game, at, tried, found, good, texts)


def _short(found: Decision, texts: Texts) -> str:
    """What another play than a good one loses, without the good one."""
    if found.points is not None:
        return grade_name(found.grade, texts)
    return texts(
        "retry.loses",
        grade=grade_name(found.grade, texts),
        points=f"{100 * found.loss:.0f}",
        error=max(1, round(100 * found.error)),
    )


@st.fragment(run_every=_LOOK)
def _waiting(game: SavedGame, at: int, tried: Tried, texts: Texts) -> None:
    st.html(f'<p class="muted" role="status">{escape(texts("retry.working"))}</p>')
    try:
        ready = reviewing.tried(deal_of(game), at, tried[2]) is not None
    except reviewing.NoReviewError:
        ready = True  # the page says so
    if ready:
        st.rerun()


def _buttons(
    game: SavedGame, at: int, tried: Tried, found: Decision, good: bool, texts: Texts
) -> None:
    st.button(texts("retry.again"), key="retry_again", on_click=_again)
    if good:
        st.button(
            texts("retry.play_on"),
            key="retry_on",
            type="primary",
            on_click=partial(_play_on, game, at, tried),
        )
        return
    with st.popover(texts("retry.answer"), key="retry_answer"):
        best = play_name(found.best, found.view, texts)
        st.html(f"<p><b>{escape(texts('review.best', play=best))}</b></p>")
        for one in found.sentences:
            st.html(f"<p>{escape(render(one, texts.language))}</p>")


def _again() -> None:
    st.session_state.pop(_TRIED, None)


def _play_on(game: SavedGame, at: int, tried: Tried) -> None:
    """A copy that counts nowhere, with the play that was tried; the CPUs go on."""
    try:
        session.begin(with_action(copy_of(game, at), tried[2], tried[3]))
    except NOT_KEPT:
        return
    st.session_state.pop(_TRIED, None)
    st.session_state[_BEGUN] = True
