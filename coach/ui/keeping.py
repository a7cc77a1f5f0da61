"""Keeping the game on the table, also when another file is in the place of the games by now."""

from __future__ import annotations

from datetime import UTC, datetime

import streamlit as st

from coach.store import GoneError, KeptGame, SavedGame, StaleGameError, store
from coach.ui.profile import profile, settings
from coach.ui.table.replay import outcome_of

_KEPT_IN = "kept_in"
"""In which generation of the store the game on the table was found or kept last."""


def note_file() -> None:
    """Remember that the game on the table is kept in the file that is open now."""
    st.session_state[_KEPT_IN] = store().generation


def keep(game: SavedGame) -> None:
    """Keep *game*, one action longer than it was kept; the whole of it in another file."""
    try:
        store().append(game, outcome_of(game))
    except (GoneError, StaleGameError):
        if not _is_other_file() or not _put_whole(game):
            raise
    note_file()


def load_or_keep(game: SavedGame) -> SavedGame | None:
    """What is kept of *game*; in another file it is kept first, with the settings of the person."""
    kept = store().load(game["id"])
    if _is_other_file():
        _put_whole(game)
        store().save_settings(profile(), settings())
        kept = store().load(game["id"])
        note_file()
    return kept


def _is_other_file() -> bool:
    """Whether the game may have been kept in another file than the one that is open now."""
    return bool(st.session_state[_KEPT_IN] != store().generation)


def _put_whole(game: SavedGame) -> int:
    """Keep all of *game* unless something else is kept of it; whether it was."""
    now = datetime.now(UTC).replace(tzinfo=None)
    return store().put([KeptGame(game, profile(), outcome_of(game), now, now)], profile())
