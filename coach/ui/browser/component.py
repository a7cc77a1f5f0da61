"""The browser as Streamlit components: the cookie, whether the page is looked at, a file."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from typing import Any

import streamlit as st

COOKIE_KEY = "cookie"
PRESENCE_KEY = "presence"
FILE_KEY = "file"

_folder = files(__package__)


def _read(name: str) -> str:
    return (_folder / name).read_text(encoding="utf-8")


_cookie = st.components.v2.component(
    COOKIE_KEY, html=_read("cookie.html"), css=_read("cookie.css"), js=_read("cookie.js")
)
_presence = st.components.v2.component(PRESENCE_KEY, js=_read("presence.js"))
_file = st.components.v2.component(
    FILE_KEY, html=_read("file.html"), css=_read("file.css"), js=_read("file.js")
)


def cookie(data: dict[str, Any], *, on_found: Callable[[], None]) -> None:
    """Have the browser keep ``id`` under ``name``; *on_found* when it keeps another already.

    ``lang`` is the language of the page.
    """
    _cookie(key=COOKIE_KEY, data=data, on_found_change=on_found)


def presence(data: dict[str, Any], *, on_tick: Callable[[], None]) -> None:
    """While ``thinking`` let the page ask again, as long as somebody looks at it."""
    _presence(key=PRESENCE_KEY, data=data, on_tick_change=on_tick)


def file(data: dict[str, Any], *, on_text: Callable[[], None]) -> None:
    """A button ``label`` that sends the text of a chosen file of at most ``largest`` bytes."""
    _file(key=FILE_KEY, data=data, on_text_change=on_text)


def sent(key: str, trigger: str) -> Any:
    """What the browser sent with *trigger* of the component *key*; None when nothing.

    A message may come in when the page that shows the component has just been left.
    """
    return st.session_state.get(key, {}).get(trigger)
