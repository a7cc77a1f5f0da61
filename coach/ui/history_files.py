"""A deal of the history to be shared or deleted; all deals as files, and files read as deals."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from html import escape

import streamlit as st

from coach.language import Texts
from coach.store import KeptGame, store
from coach.summary import from_json
from coach.ui import records
from coach.ui.cpus import pool
from coach.ui.file_field import file_text
from coach.ui.profile import NOT_KEPT, profile
from coach.ui.table.replay import played_code

LARGEST = 5_000_000
"""Bytes of a file that is read."""
_ASKED = "delete_asked"


# ---- one deal ----


def show_deal(kept: KeptGame, texts: Texts) -> None:
    """Open a window with the code and the record of *kept*, and the way to delete it."""
    st.session_state.pop(_ASKED, None)

    @st.dialog(texts("history.this_deal"))
    def window() -> None:
        if st.session_state.get(_ASKED):
            _ask(kept, texts)
            return
        text = records.shared(kept)
        st.caption(texts("menu.code"))
        st.code(played_code(kept.game), language=None)
        st.caption(texts("history.record"))
        st.code(text, language=None, height=180)
        st.caption(texts("history.share_how"))
        with st.container(horizontal=True, key="of_deal"):
            st.download_button(
                texts("history.save_record"),
                text,
                file_name=f"tesuu-{played_code(kept.game)}.txt",
                mime="text/plain",
                key="save_record",
                icon=":material/download:",
                on_click="ignore",
            )
            st.button(
                texts("history.delete"),
                key="delete_deal",
                icon=":material/delete:",
                on_click=_wish_to_delete,
            )

    window()


def _wish_to_delete() -> None:
    st.session_state[_ASKED] = True


def _ask(kept: KeptGame, texts: Texts) -> None:
    st.write(texts("history.delete_question"))
    with st.container(horizontal=True, horizontal_alignment="right"):
        if st.button(texts("history.keep"), key="keep_deal"):
            st.rerun()
        if st.button(texts("history.delete"), key="delete_deal_yes", type="primary"):
            try:
                store().delete_game(kept.game["id"], profile())
            except NOT_KEPT:
                st.error(texts("error.history"))
                return
            on_table = st.session_state.get("game")
            if on_table and on_table["id"] == kept.game["id"]:
                st.session_state.pop("game")
            st.rerun()


# ---- all of them ----


def files(any_deals: bool, texts: Texts) -> None:
    """Draw the ways to take all deals along, where there are any, and to bring in records."""
    st.html(f"<h2>{escape(texts('history.files'))}</h2>")
    if any_deals:
        _export(texts)
    st.html(f'<p class="muted">{escape(texts("history.import_how"))}</p>')
    text = file_text(texts("history.import"), LARGEST, texts)
    if text is not None:
        with st.spinner(texts("settings.reading")):
            st.session_state[_SAID] = _read(text, texts)
        st.rerun()
    said = st.session_state.pop(_SAID, None)
    if said is not None:
        good, sentences = said
        (st.success if good else st.warning)(sentences)


_SAID = "records_said"


def _export(texts: Texts) -> None:
    kinds = {
        "txt": (texts("history.as_records"), "text/plain"),
        "csv": (texts("analyse.as_csv"), "text/csv"),
        "json": (texts("analyse.as_json"), "application/json"),
    }
    st.html(f'<p class="muted">{escape(texts("history.save_as"))}</p>')
    with st.container(horizontal=True, key="history_export"):
        for ending, (label, mime) in kinds.items():
            st.download_button(
                label,
                partial(_file, profile(), ending),
                file_name=f"tesuu-deals.{ending}",
                mime=mime,
                key=f"export_{ending}",
                on_click="ignore",
            )


def _file(name: str, ending: str) -> str:
    """All deals of the person as a file, put together in the pool; empty while none can be read."""
    try:
        deals, texts = list(store().everything(name)), store().reviews(name)
    except NOT_KEPT:
        return ""
    if ending == "txt":
        return pool().submit(records.as_records, deals).result()
    known = {game: one for game, text in texts.items() if (one := from_json(text)) is not None}
    make = records.as_csv if ending == "csv" else records.as_json
    return pool().submit(make, deals, known).result()


def _read(text: str, texts: Texts) -> tuple[bool, str]:
    """Keep the deals of the file; whether all of it is kept now, and what became of it."""
    now = datetime.now(UTC).replace(tzinfo=None)
    found = pool().submit(records.read_records, text, now).result()
    if not found.number:
        return False, texts("history.no_records")
    try:
        number = store().put(found.games, profile())
    except NOT_KEPT:
        return False, texts("error.history")
    here = len(found.games) - number
    said = [texts.count("settings.read", number, total=found.number)]
    if here:
        said.append(texts.count("settings.already", here))
    if found.without_code:
        said.append(texts.count("history.without_code", found.without_code))
    if found.left_out:
        said.append(texts.count("settings.left_out", found.left_out))
    return not (found.without_code or found.left_out), "  \n".join(said)  # each on a line
