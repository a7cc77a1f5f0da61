"""The menu of deals: the rules of the next one, and how it is dealt."""

from __future__ import annotations

import streamlit as st

from coach.language import Texts
from coach.ui.session import choose_rules, current, leave_for, next_rules
from coach.ui.table.words import RULES_NAMES, rules_name
from engine.doudizhu.rules import parse_rules

_CHOICE = "rules_choice"

_ABOUT = {
    "classic": "preset.classic_about",
    "competition": "preset.competition_about",
    "folk": "preset.folk_about",
    "rob": "preset.rob_about",
}


def menu(texts: Texts) -> None:
    """Draw the menu; what is chosen in it counts for the deal that starts next."""
    game = current()
    with st.popover(
        texts("menu.title"), key=f"deals_{game['id'] if game else ''}"
    ):  # a deal shuts it
        st.caption(texts("menu.note"))
        _rules(texts)
        with st.container(horizontal=True):
            st.button(texts("menu.random"), key="random", width="stretch", on_click=deal_again)
            st.button(texts("menu.same"), key="same", width="stretch", on_click=_same_deal)
        with st.form("by_code", border=False):
            st.text_input(texts("menu.code"), key="code")
            st.form_submit_button(texts("start_from_code"), width="stretch", on_click=_deal_code)


def _rules(texts: Texts) -> None:
    """The presets that are played here, and the rules in force when they are none of them."""
    offered = list(RULES_NAMES)
    if next_rules() not in offered:
        offered.append(next_rules())
    st.session_state[_CHOICE] = next_rules()
    st.radio(
        texts("menu.rules"),
        offered,
        format_func=lambda rules: rules_name(parse_rules(rules), texts),
        captions=[texts(_ABOUT[rules]) if rules in _ABOUT else rules for rules in offered],
        key=_CHOICE,
        on_change=_choose_rules,
    )


def _choose_rules() -> None:
    choose_rules(st.session_state[_CHOICE])


def deal_again() -> None:
    """Leave for a random deal."""
    leave_for(None)


def _same_deal() -> None:
    game = current()
    leave_for(game["code"] if game else None)


def _deal_code() -> None:
    code = st.session_state["code"].strip()
    if code:
        leave_for(code)
