"""The person at this browser: a random name kept as a cookie, and what he has set."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any, TypeGuard

import streamlit as st
from sqlalchemy.exc import SQLAlchemyError

from coach.language import Texts
from coach.store import FileGoneError, StoreError, new_profile_id, store
from coach.ui.browser import component
from coach.ui.kept_settings import checked

COOKIE = "tesuu"
NOT_KEPT = (SQLAlchemyError, StoreError, OSError)
"""What goes wrong when something cannot be saved or loaded."""


def trouble_of(error: BaseException) -> str:
    """The key of the sentence for one of ``NOT_KEPT``."""
    return "error.file_gone" if isinstance(error, FileGoneError) else "error.store"


_UNKEPT = "settings_unkept"
"""What was set and could not be kept yet."""
_NAME = re.compile(r"[A-Za-z0-9_-]{20,48}")


def profile() -> str:
    """The name of the person: the cookie's, else a new one for as long as this page is open."""
    if "profile" not in st.session_state:
        given = st.context.cookies.get(COOKIE)
        st.session_state["profile"] = given if _is_name(given) else new_profile_id()
    name: str = st.session_state["profile"]
    return name


def _is_name(given: object) -> TypeGuard[str]:
    """Whether *given* is a name that this program makes; a cookie may hold anything."""
    return isinstance(given, str) and _NAME.fullmatch(given) is not None


def settings() -> dict[str, Any]:
    """What the person has set, as far as it can be used; empty while it cannot be read.

    Read once a session, and again by ``settings_now``.
    """
    if "settings" not in st.session_state:
        return settings_now()
    found: dict[str, Any] = st.session_state["settings"]
    return found


def settings_now() -> dict[str, Any]:
    """As ``settings``, read anew: another tab of the person may have set something since."""
    waiting: dict[str, Any] = st.session_state.get(_UNKEPT, {})
    with suppress(*NOT_KEPT):
        kept, _ = checked(store().settings(profile()))
        st.session_state["settings"] = {**kept, **waiting}
    found: dict[str, Any] = st.session_state.get("settings", waiting)
    return found


def set_all(**changes: Any) -> None:
    """Set these things and keep them; for this session alone while they cannot be kept.

    Who changes a part of a thing begins from ``settings_now``.
    """
    now = settings_now()
    waiting = st.session_state.get(_UNKEPT, {})
    changed = {**now, **changes}
    if changed == now and not waiting:
        return
    st.session_state[_UNKEPT] = {**waiting, **changes}
    if "settings" not in st.session_state:
        return  # what else is kept could not be read, and would be lost
    st.session_state["settings"] = changed
    with suppress(*NOT_KEPT):
        store().save_settings(profile(), changed)
        st.session_state[_UNKEPT] = {}


def keep_cookie(texts: Texts) -> None:
    """Have the browser keep the name; where it keeps none it says that games are not kept."""
    data = {
        "name": COOKIE,
        "id": profile(),
        "replaces": st.session_state.get("forgotten"),
        "refused": texts("cookie.refused"),
        "lang": texts.language,
    }
    component.cookie(data, on_found=_found)


def _found() -> None:
    """Another tab of this browser was first: the games of this one go to that person."""
    other = component.sent(component.COOKIE_KEY, "found")
    if not _is_name(other) or other == profile():
        return
    try:
        store().merge(profile(), other)
    except NOT_KEPT:
        return
    st.session_state["profile"] = other
    _forget_settings()


def _forget_settings() -> None:
    for name in ("settings", _UNKEPT):
        st.session_state.pop(name, None)


def forget() -> None:
    """Delete the person with everything; the browser gets a new name."""
    store().delete_profile(profile())
    st.session_state["forgotten"] = profile()
    st.session_state["profile"] = new_profile_id()
    _forget_settings()
