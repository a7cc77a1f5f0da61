"""A button that brings the text of a file of the person's in, wherever a page wants one."""

from __future__ import annotations

from functools import partial

import streamlit as st

from coach.language import Texts
from coach.ui.browser import component

_TEXT = "file_text"


def file_text(label: str, largest: int, texts: Texts) -> str | None:
    """Draw the button *label*; the text of a file of at most *largest* bytes when one has come."""
    data = {
        "label": label,
        "largest": largest,
        "too_large": texts("settings.too_large", n=largest // 1_000_000),
    }
    component.file(data, on_text=partial(_keep, largest))
    text: str | None = st.session_state.pop(_TEXT, None)
    return text


def _keep(largest: int) -> None:
    text = component.sent(component.FILE_KEY, "text")
    if isinstance(text, str) and len(text) <= largest:
        st.session_state[_TEXT] = text
