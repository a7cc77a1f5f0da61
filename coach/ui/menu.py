"""The menu of deals: rules and CPUs of the next one, and how it is dealt."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from coach.language import Texts
from coach.ui import session
from coach.ui.cpus import ORDER
from coach.ui.literal import literal
from coach.ui.session import current, leave_for, next_level, next_rules
from coach.ui.table.replay import PERSON, game_of, played_code
from coach.ui.table.words import LEVEL_NAMES, RULES_NAMES, rules_name
from coach.ui.when import today
from engine.cards import NotationError
from engine.deal_code import day_deal, encode
from engine.doudizhu.rules import parse_rules

_RULES_CHOICE = "rules_choice"
_LEVEL_CHOICE = "level_choice"

_ABOUT = {
    "classic": "preset.classic_about",
    "competition": "preset.competition_about",
    "folk": "preset.folk_about",
    "rob": "preset.rob_about",
    "four-player": "preset.four_player_about",
}
LEVEL_ABOUT = {
    "novice": "level.novice_about",
    "standard": "level.standard_about",
    "advanced": "level.advanced_about",
    "breaks-bombs": "level.breaks_bombs_about",
    "opens-with-bombs": "level.opens_with_bombs_about",
    "hoards-twos": "level.hoards_twos_about",
    "beats-partner": "level.beats_partner_about",
    "forgets-cards": "level.forgets_cards_about",
}
"""Keys of the sentence that says how a level decides."""


def menu(texts: Texts, look_back: Callable[[], None]) -> None:
    """Draw the menu; what is chosen in it counts for the deal that starts next.

    *look_back* goes to the moments of the deal on the table, for a what-if.
    """
    game = current()
    asks = "_asks" if session.wished() else ""
    shut_by = f"deals_{game['id'] if game else ''}{asks}"  # a deal shuts it, and a question
    with st.popover(texts("menu.title"), key=shut_by):
        st.caption(texts("menu.note"))
        with st.container(horizontal=True):
            st.button(texts("menu.random"), key="random", width="stretch", on_click=deal_again)
            st.button(texts("menu.same"), key="same", width="stretch", on_click=_same_deal)
            st.button(texts("menu.day"), key="day", width="stretch", on_click=_deal_of_day)
            if game:
                st.button(texts("menu.what_if"), key="what_if", width="stretch", on_click=look_back)
        _levels(texts)
        _rules(texts)
        _by_code(texts)


def _rules(texts: Texts) -> None:
    """The presets that are played here, and the rules in force when they are none of them."""
    offered = list(RULES_NAMES)
    if next_rules() not in offered:
        offered.append(next_rules())
    st.session_state[_RULES_CHOICE] = next_rules()
    st.radio(
        texts("menu.rules"),
        offered,
        format_func=lambda rules: rules_name(parse_rules(rules), texts),
        captions=[texts(_ABOUT[rules]) if rules in _ABOUT else literal(rules) for rules in offered],
        key=_RULES_CHOICE,
        on_change=_choose_rules,
    )


def _levels(texts: Texts) -> None:
    """The levels of the CPUs, with how the chosen one decides."""
    st.session_state[_LEVEL_CHOICE] = next_level()
    st.selectbox(
        texts("menu.level"),
        ORDER,
        format_func=lambda level: texts(LEVEL_NAMES[level]),
        key=_LEVEL_CHOICE,
        on_change=_choose_level,
    )
    st.caption(texts(LEVEL_ABOUT[next_level()]))


def _by_code(texts: Texts) -> None:
    with st.form("by_code", border=False):
        st.text_input(texts("menu.code"), key="code")
        wrong = st.session_state.get("wrong_code")
        if wrong:
            st.error(texts("error.code", name=literal(wrong)))
        st.form_submit_button(texts("start_from_code"), width="stretch", on_click=_deal_code)


def _choose_rules() -> None:
    session.choose_rules(st.session_state[_RULES_CHOICE])


def _choose_level() -> None:
    session.choose_level(st.session_state[_LEVEL_CHOICE])


def deal_again() -> None:
    """Leave for a random deal."""
    leave_for(None)


def _same_deal() -> None:
    game = current()
    leave_for(played_code(game) if game else None)


def _deal_of_day() -> None:
    leave_for(encode(day_deal(today(), first=PERSON)))


def _deal_code() -> None:
    """Leave for the code of the field; one that cannot be read is told and changes nothing."""
    code = st.session_state["code"].strip()
    st.session_state["wrong_code"] = ""
    if not code:
        return
    try:
        game_of(code, next_rules())
    except NotationError:
        st.session_state["wrong_code"] = session.cut(code)
    else:
        leave_for(code)
