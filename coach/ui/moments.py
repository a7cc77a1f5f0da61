"""A kept deal moment by moment, and a what-if from any of them: a copy that counts nowhere."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st

from coach.language import Texts
from coach.store import SavedGame
from coach.ui import session
from coach.ui.deals import own_deal
from coach.ui.profile import NOT_KEPT, settings
from coach.ui.table.component import sent, table
from coach.ui.table.data import table_data
from coach.ui.table.received import concerns, step_of
from coach.ui.table.replay import copy_of, positions
from engine.doudizhu import game as doudizhu

_AT = "moment"
_FROM_HERE = "from_here"

STEPS = {"back": ("moments.back", -1), "forward": ("moments.forward", 1)}
"""Keys of the texts of the buttons that step through a deal, and how far they go."""


def moments(
    game_id: str, texts: Texts, *, leave: Callable[[], None], play: Callable[[], None]
) -> None:
    """Draw the person's deal *game_id*; *leave* goes back to the list, *play* to the table."""
    kept = own_deal(game_id)
    if kept is None:
        with st.container(key="notice"):
            st.warning(texts("error.game"))
            st.button(texts("page.history"), key="to_history", on_click=leave)
        return
    _show(kept.game, texts, leave, play)


@st.fragment
def _show(
    game: SavedGame, texts: Texts, leave: Callable[[], None], play: Callable[[], None]
) -> None:
    if st.session_state.pop("begun_what_if", False):
        play()
        st.rerun()
    number = len(game["actions"])
    slider = f"{_AT}_{game['id']}"
    at = min(st.session_state.get(slider, 0), number)
    with st.container(key="strip", horizontal=True, vertical_alignment="center"):
        if st.button(texts("page.history"), key="to_history", icon=":material/arrow_back:"):
            leave()
            st.rerun()
        if number:
            st.session_state[slider] = at
            st.slider(texts("moments.slider"), 0, number, key=slider, label_visibility="collapsed")
    moment = SavedGame({**game, "actions": game["actions"][:at]})
    data = table_data(moment, texts.language, since=at, settings=settings().get("table"))
    act = partial(_act, game, at)
    shown = data | _instead(game, data, at, texts)
    table(shown, on_act=act, on_ask=act, on_deal=act, on_set=act, on_hint=act)


def _instead(game: SavedGame, data: dict[str, Any], at: int, texts: Texts) -> dict[str, Any]:
    """What the table shows otherwise: nothing can be played, the buttons step through the deal."""
    number = len(game["actions"])
    over = doudizhu.is_over(positions(game)[at].state)
    possible = {"back": at > 0, "forward": at < number}
    plain = {"note": "", "primary": False}
    steps = [
        {
            **plain,
            "id": name,
            "label": texts(key),
            "off": not possible[name],
            "by": by,
            "most": number,
        }
        for name, (key, by) in STEPS.items()
    ]
    from_here = {
        "id": _FROM_HERE,
        "label": texts("moments.from_here"),
        "note": texts("moments.over") if over else "",
        "off": over,
        "primary": not over,
    }
    return {
        "game": f"{game['id']} again",
        "phase": "wait",
        "mine": False,
        "idle": texts("moments.where", n=at, total=number),
        "actions": [*steps, from_here],
        "frames": [frame for frame in data["frames"] if not frame.get("over")],
        "result": None,
    }


def _act(game: SavedGame, at: int) -> None:
    said = sent("act")
    to = step_of(said, len(game["actions"]))
    if to is not None:
        st.session_state[f"{_AT}_{game['id']}"] = to
        return
    if not concerns(said, at):
        return
    if said.get("say") == _FROM_HERE and not doudizhu.is_over(positions(game)[at].state):
        try:
            session.begin(copy_of(game, at))
        except NOT_KEPT:
            return
        st.session_state["begun_what_if"] = True
