"""The browser as Streamlit components: the person's cookie, and whether the page is looked at."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from typing import Any

import streamlit as st

COOKIE_KEY = "cookie"
PRESENCE_KEY = "presence"

_folder = files(__package__)


def _read(name: str) -> str:
    return (_folder / name).read_text(encoding="utf-8")


_cookie = st.components.v2.component(
    COOKIE_KEY, html=_read("cookie.html"), css=_read("cookie.css"), js=_read("cookie.js")
)
_presence = st.components.v2.component(PRESENCE_KEY, js=_read("presence.js"))


def cookie(data: dict[str, Any], *, on_found: Callable[[], None]) -> None:
    """Have the browser keep ``id`` under ``name``; *on_found* when it keeps another already."""
    _cookie(key=COOKIE_KEY, data=data, on_found_change=on_found)


def presence(data: dict[str, Any], *, on_tick: Callable[[], None]) -> None:
    """While ``thinking`` let the page ask again, as long as somebody looks at it."""
    _presence(key=PRESENCE_KEY, data=data, on_tick_change=on_tick)


def sent(key: str, trigger: str) -> Any:
    """What the browser sent with *trigger* of the component *key*; None when nothing."""
    return st.session_state[key].get(trigger)
