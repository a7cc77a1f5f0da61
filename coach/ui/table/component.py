"""The table as a Streamlit component: its files, read once, and how it is mounted."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from typing import Any

import streamlit as st

KEY = "table"
STYLES = ("tokens.css", "card.css", "table.css", "tools.css", "panels.css", "hint.css")
SCRIPTS = (
    "parts.js",
    "hand.js",
    "mat.js",
    "counter.js",
    "tools.js",
    "hint.js",
    "sound.js",
    "motion.js",
    "sending.js",
    "keys.js",
    "table.js",
)

_folder = files(__package__)


def _read(*names: str) -> str:
    return "\n".join((_folder / name).read_text(encoding="utf-8") for name in names)


_component = st.components.v2.component(
    KEY, html=_read("table.html"), css=_read(*STYLES), js=_read(*SCRIPTS)
)


def table(
    data: dict[str, Any],
    *,
    on_act: Callable[[], None],
    on_ask: Callable[[], None],
    on_deal: Callable[[], None],
    on_set: Callable[[], None],
    on_hint: Callable[[], None],
) -> None:
    """Draw the table; the key keeps its nodes, the selection and the focus over reruns."""
    _component(
        key=KEY,
        data=[data],  # in a list: values of a dict are held against pandas, which takes a second
        on_act_change=on_act,
        on_ask_change=on_ask,
        on_deal_change=on_deal,
        on_set_change=on_set,
        on_hint_change=on_hint,
    )


def sent(trigger: str) -> Any:
    """What the person's last action sent with *trigger*; None when it sent nothing."""
    return st.session_state.get(KEY, {}).get(trigger)
