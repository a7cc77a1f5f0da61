"""The line above every page: the sign, the name, the language, and room for the page's menu."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.navigation.page import StreamlitPage

from coach.language import LANGUAGES, Texts, best_language, texts
from coach.ui.profile import keep_cookie, set_all, settings
from coach.ui.session import address

_FOLDER = Path(__file__).parent
LOGO = (_FOLDER / "logo.svg").read_text(encoding="utf-8")
NAME = "手数"

_LANGUAGE = "language"
_BEFORE = "language_before"


_ICONS = {
    "play": ":material/playing_cards:",
    "analyse": ":material/search_insights:",
    "review": ":material/query_stats:",
    "lessons": ":material/school:",
    "progress": ":material/trending_up:",
    "history": ":material/history:",
    "settings": ":material/settings:",
}


def head() -> tuple[Texts, DeltaGenerator, DeltaGenerator]:
    """The chosen language's texts, and places for the page's menu and the other pages.

    Draws the line.
    """
    st.html(_FOLDER / "page.css")
    line = st.container(key="head", horizontal=True, vertical_alignment="center", wrap=False)
    with line:
        st.html(f'<span class="brand" lang="ja">{NAME}</span>')
        menu = st.container(key="menu", width="content", horizontal=True, wrap=False)
        language = _choose_language()
        elsewhere = st.container(key="elsewhere", width="content")
    keep_cookie(texts(language))
    return texts(language), menu, elsewhere


def ways(
    place: DeltaGenerator, pages: Mapping[str, StreamlitPage], shown: StreamlitPage, texts: Texts
) -> None:
    """Draw the way to every page in *place*; the page that is *shown* shuts it."""
    with place, st.popover(texts("ui.more"), icon=":material/menu:", key=f"ways_{shown.title}"):
        for name, page in pages.items():
            there = address() if name == "play" else {"lang": texts.language}
            st.page_link(page, icon=_ICONS[name], query_params=there)


def _choose_language() -> str:
    """From the address, else as the person chose, else the browser's; changed in one tap."""
    if st.session_state.get(_LANGUAGE) not in LANGUAGES:  # at first, and after a change of page
        known = (
            st.session_state.get(_BEFORE),
            st.query_params.get("lang"),
            settings().get(_LANGUAGE),
        )
        found = next((tag for tag in known if tag in LANGUAGES), None)
        st.session_state[_LANGUAGE] = found or best_language(st.context.locale)
    say = texts(st.session_state[_LANGUAGE])
    st.segmented_control(
        say("ui.language"),
        LANGUAGES,
        format_func=lambda tag: texts(tag)("language.name"),
        key=_LANGUAGE,
        label_visibility="collapsed",
        required=True,
        on_change=_keep_language,
    )
    language: str = st.session_state[_LANGUAGE]
    st.session_state[_BEFORE] = language
    return language


def _keep_language() -> None:
    set_all(language=st.session_state[_LANGUAGE])
