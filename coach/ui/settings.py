"""The page of settings: how the table looks and moves, and what is kept of the person."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from html import escape
from typing import Any

import streamlit as st

from coach.language import LANGUAGES, Texts, texts as texts_of
from coach.store import KeptGame, SavedGame, store
from coach.ui.cpus import pool
from coach.ui.file_field import file_text
from coach.ui.profile import NOT_KEPT, forget, profile, set_all, settings, settings_now
from coach.ui.profile_file import ProfileFile, read_profile, write_profile
from coach.ui.session import current
from coach.ui.table.replay import outcome_of
from coach.ui.table.settings import CHOICES, settings_of
from engine.cards import NotationError

OFFERED = ("tutor", "feedback", "speed", "sound", "sort", "order", "counter")
"""Settings of the table that the page offers."""

LARGEST = 20_000_000
"""Bytes of a file that is read."""

_TAKEN = ("table", "level", "rules", "mastery", "lessons", "practised", "known", "placement")
"""Settings that are taken from a file; the language stays that of the page."""
_CHOSEN = {"rules", "level"}
"""What for this session is taken from the settings anew when they came from a file."""

MOST_FAULTS = 200
"""Places that could not be read, as far as they are listed."""

FILE_NAME = "tesuu.txt"
_LANGUAGE = "settings_language"


def page(texts: Texts) -> None:
    """Draw the page."""
    st.session_state["elsewhere"] = True
    st.query_params.from_dict({"lang": texts.language})
    with st.container(key="settings"):
        st.html(f"<h1>{escape(texts('ui.settings'))}</h1>")
        _table(texts)
        st.html(f"<h2>{escape(texts('settings.kept'))}</h2>")
        st.markdown(texts("settings.where"))
        _export(texts)
        _import(texts)
        _delete(texts)


def _table(texts: Texts) -> None:
    st.session_state[_LANGUAGE] = texts.language
    st.segmented_control(
        texts("ui.language"),
        LANGUAGES,
        format_func=lambda tag: texts_of(tag)("language.name"),
        key=_LANGUAGE,
        required=True,
        on_change=_set_language,
    )
    held = settings_of(settings().get("table"))
    for name in OFFERED:
        key = f"settings_{name}"
        st.session_state[key] = held[name]
        st.segmented_control(
            texts(f"set.{name}"),
            CHOICES[name],
            format_func=partial(_choice, name, texts),
            key=key,
            required=True,
            on_change=partial(_set, name),
        )
    st.caption(texts("settings.theme"))


def _choice(name: str, texts: Texts, value: str) -> str:
    return texts(f"set.{name}_{value}")


def _set_language() -> None:
    language = st.session_state[_LANGUAGE]
    st.session_state["language"] = language
    set_all(language=language)


def _set(name: str) -> None:
    held = settings_of(settings_now().get("table"))
    set_all(table={**held, name: st.session_state[f"settings_{name}"]})


# ---- what is kept ----


def _export(texts: Texts) -> None:
    st.download_button(
        texts("ui.export"),
        data=partial(_file, profile(), current(), settings()),
        file_name=FILE_NAME,
        mime="text/plain",
        key="export",
        icon=":material/download:",
        on_click="ignore",
    )


def _file(name: str, game: SavedGame | None, held: dict[str, Any]) -> str:
    """Everything of the person, put together in the pool.

    While nothing can be read, what the session has: the *game* on the table, and what is *held* of
    the settings.
    """
    try:
        kept = list(store().everything(name))
    except NOT_KEPT:
        kept = []
    if game is not None and outcome_of(game).own and game["id"] not in _ids(kept):
        now = datetime.now(UTC).replace(tzinfo=None)
        kept.append(KeptGame(game, name, outcome_of(game), now, now))
    text: str = pool().submit(write_profile, kept, held).result()
    return text


def _ids(kept: list[KeptGame]) -> set[str]:
    return {one.game["id"] for one in kept}


def _import(texts: Texts) -> None:
    text = file_text(texts("settings.import"), LARGEST, texts)
    if text is not None:
        with st.spinner(texts("settings.reading")):
            _read(text, texts)


def _read(text: str, texts: Texts) -> None:
    try:
        found: ProfileFile = pool().submit(read_profile, text).result()
    except NotationError:
        st.error(texts("settings.not_ours"))
        return
    try:
        number = store().put(found.games, profile())
    except NOT_KEPT:
        st.error(texts("error.history"))
        return
    taken = {name: found.settings[name] for name in _TAKEN if name in found.settings}
    set_all(**taken)
    for name in _CHOSEN & taken.keys():
        st.session_state.pop(name, None)
    whole = len(found.games) + found.left_out
    if not whole:
        key = "settings.no_deals" if taken else "settings.nothing"
        (st.success if taken else st.warning)(texts(key))
    else:
        (st.warning if found.left_out else st.success)(_imported(number, found, texts))
    if found.faults:
        with st.expander(texts.count("settings.faults", len(found.faults))):
            more = ["…"] if len(found.faults) > MOST_FAULTS else []
            st.text("\n".join([*found.faults[:MOST_FAULTS], *more]))


def _imported(number: int, found: ProfileFile, texts: Texts) -> str:
    """How many of the deals were imported, and what became of the others."""
    here = len(found.games) - number
    said = [texts.count("settings.read", number, total=len(found.games) + found.left_out)]
    if here:
        said.append(texts.count("settings.already", here))
    if found.left_out:
        said.append(texts.count("settings.left_out", found.left_out))
    return "  \n".join(said)  # each on a line of its own


def _delete(texts: Texts) -> None:
    if st.session_state.pop("deleted", False):
        st.success(texts("settings.deleted"))

    @st.dialog(texts("settings.delete_title"))
    def ask() -> None:
        st.write(texts("settings.delete_question"))
        with st.container(horizontal=True, horizontal_alignment="right"):
            if st.button(texts("settings.delete_no"), key="delete_no"):
                st.rerun()
            if st.button(texts("ui.delete_all"), key="delete_yes", type="primary"):
                _delete_now(texts)

    if st.button(texts("ui.delete_all"), key="delete", icon=":material/delete:"):
        ask()


def _delete_now(texts: Texts) -> None:
    try:
        forget()
    except NOT_KEPT:
        st.error(texts("error.history"))
        return
    for name in ("game", "rules", "level", "waiting", "thinking", "wish"):
        st.session_state.pop(name, None)
    st.session_state["deleted"] = True
    st.rerun()
