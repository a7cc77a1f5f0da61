"""The page where a deal is played: the menu of deals, the table, what a person does on it."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from coach.language import Texts
from coach.store import SavedGame, store
from coach.ui.menu import deal_again, menu
from coach.ui.proof import is_proved
from coach.ui.session import NOT_KEPT, begin, current, next_rules, open_game, show, with_cpus
from coach.ui.table.component import sent, table
from coach.ui.table.data import table_data
from coach.ui.table.panels import opening
from coach.ui.table.received import action_of, concerns, question_of
from coach.ui.table.replay import PERSON, game_of, positions, random_game, with_action
from coach.ui.table.settings import changed, settings_of
from coach.ui.warmup import is_compiling, started
from engine.cards import Counts

_SETTINGS = "table_settings"


def page(texts: Texts, place: DeltaGenerator) -> None:
    """Draw the page, its menu in *place*; it deals at once, unless the address says what."""
    started()
    problem = open_game()
    with place:
        menu(texts)
    if problem is None:
        _table(texts)
        return
    with st.container(key="notice"):
        st.warning(texts(problem.key, name=problem.value))
        st.button(texts("menu.random"), key="go_on", type="primary", on_click=deal_again)


@st.fragment
def _table(texts: Texts) -> None:
    if st.session_state["unsaved"]:
        st.warning(texts("error.store"))
        st.button(texts("error.retry"), key="retry", on_click=_save_again)
    game: SavedGame = st.session_state["game"]
    data = table_data(
        game,
        texts.language,
        since=st.session_state["since"],
        question=st.session_state["question"],
        proved=_proved(game),
        settings=st.session_state.get(_SETTINGS),
    )
    table(data, on_act=_act, on_ask=_ask, on_deal=_deal, on_set=_set)
    if is_compiling():
        st.caption(texts("kernel.preparing"))


def _proved(game: SavedGame) -> frozenset[Counts]:
    """Those hands whose fewest plays are shown and, by now, proved."""
    chain = positions(game)
    shown = [chain[-1].state]
    if shown[0].phase == "over":
        shown = [opening(chain).state]
    return frozenset(
        state.hands[PERSON] for state in shown if is_proved(state.hands[PERSON], state.rules)
    )


def _act() -> None:
    """A bid, a pass or a play of the person, then the CPUs; nothing for what is not allowed."""
    said, game = sent("act"), current()
    if game is None or not concerns(said, len(game["actions"])):
        return
    wanted = action_of(said, positions(game)[-1])
    if wanted is None:
        return
    longer = with_action(game, *wanted)
    try:
        store().save(longer)
        show(with_cpus(longer), since=len(longer["actions"]))
    except NOT_KEPT:
        st.session_state["unsaved"] = True


def _save_again() -> None:
    """Try once more to keep the game; the table goes on when it is kept."""
    try:
        store().save(st.session_state["game"])
        st.session_state["unsaved"] = False
    except NOT_KEPT:
        st.session_state["unsaved"] = True


def _ask() -> None:
    """Remember which chosen ranks are to be explained; the next data has the reason."""
    said, game = sent("ask"), current()
    if game is not None and concerns(said, len(game["actions"])):
        st.session_state["question"] = question_of(said, positions(game)[-1])


def _set() -> None:
    """Keep what the person set at the table."""
    kept = settings_of(st.session_state.get(_SETTINGS))
    st.session_state[_SETTINGS] = changed(kept, sent("set"))


def _deal() -> None:
    """After the end: the same deal again, or another, under the rules chosen for the next."""
    said, game = sent("deal"), current()
    if game is None or not concerns(said, len(game["actions"])):
        return
    try:
        if said.get("which") == "same":
            begin(game_of(game["code"], next_rules()))
        else:
            begin(random_game(next_rules()))
    except NOT_KEPT:
        st.session_state["unsaved"] = True
