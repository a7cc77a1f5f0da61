"""The page where a deal is played: which game, the menu of deals, and the table."""

from __future__ import annotations

from typing import Any

import streamlit as st
from sqlalchemy.exc import SQLAlchemyError
from streamlit.delta_generator import DeltaGenerator

from coach.language import Texts
from coach.store import SavedGame, StoreError, store
from coach.ui.proof import is_proved
from coach.ui.table.component import sent, table
from coach.ui.table.data import table_data
from coach.ui.table.panels import opening
from coach.ui.table.replay import (
    PERSON,
    game_of,
    positions,
    random_game,
    with_action,
    with_cpu_action,
)
from engine.cards import AmbiguousPlayError, Counts, IllegalPlayError, NotationError, count_cards
from engine.deal_code import canonical
from engine.doudizhu import game as doudizhu
from engine.doudizhu.rules import CLASSIC
from engine.doudizhu.state import Action, State

_RULES = CLASSIC.name
_WRONG = (NotationError, IllegalPlayError, AmbiguousPlayError)


def page(texts: Texts, menu: DeltaGenerator) -> None:
    """Draw the page; opens by dealing at once, unless the address names a game or a deal."""
    problem = _open()
    with menu:
        _menu(texts)
    if problem:
        key, value = problem
        with st.container(key="notice"):
            st.warning(texts(key, code=value))
            st.button(texts("menu.random"), key="go_on", type="primary", on_click=_deal_again)
        return
    _table(texts)


# ---- which game ----


def _open() -> tuple[str, str] | None:
    """Have a game in the session, or say why there is none: the key of a message and its value.

    A game named in the address comes first, then a deal code, then a new random deal.
    """
    wanted, code = st.query_params.get("game"), st.query_params.get("deal")
    game: SavedGame | None = st.session_state.get("game")
    if game and wanted == game["id"] and _is_deal(code, game):
        return None
    try:
        if wanted:
            game = store().load(wanted)
            if game is None or not _replays(game):
                return ("error.game", "")
            if _is_deal(code, game):
                _begin(game)
                return None
        if code:
            try:
                _begin(game_of(code, _RULES))
            except NotationError:
                return ("error.code", code[:40])
        else:
            _begin(random_game(_RULES))
    except (SQLAlchemyError, StoreError, OSError):
        return ("error.store", "")
    return None


def _is_deal(code: str | None, game: SavedGame) -> bool:
    """Whether the address names no other deal than that of *game*."""
    try:
        return code is None or canonical(code) == game["code"]
    except NotationError:
        return False


def _replays(game: SavedGame) -> bool:
    try:
        return bool(positions(game))
    except (*_WRONG, KeyError):
        return False


def _begin(game: SavedGame) -> None:
    """Put *game* on the table and into the address; the CPUs act until the person's turn."""
    at = len(game["actions"])
    store().save(game)
    game = _with_cpus(game)
    _show(game, since=at)
    st.query_params["deal"] = game["code"]
    st.query_params["game"] = game["id"]


def _show(game: SavedGame, *, since: int) -> None:
    """The game of this session, its actions from number *since* on to be animated."""
    state = positions(game)[-1].state
    is_proved(state.hands[PERSON], state.rules, patience=0)
    st.session_state.update(game=game, since=since, asked=None, unsaved=False)


def _with_cpus(game: SavedGame) -> SavedGame:
    """*game* after the CPUs' actions up to the person's turn, each saved as it is made."""
    while (longer := with_cpu_action(game)) is not None:
        store().save(longer)
        game = longer
    return game


# ---- the menu of deals ----


def _menu(texts: Texts) -> None:
    with st.popover(texts("menu.title"), key="deals"):
        st.caption(texts("menu.note"))
        st.button(texts("menu.random"), key="random", width="stretch", on_click=_deal_again)
        st.button(texts("menu.same"), key="same", width="stretch", on_click=_same_deal)
        with st.form("by_code", border=False):
            st.text_input(texts("menu.code"), key="code")
            st.form_submit_button(texts("start_from_code"), width="stretch", on_click=_deal_code)


def _deal_again() -> None:
    _leave_for(None)


def _same_deal() -> None:
    game: SavedGame | None = st.session_state.get("game")
    _leave_for(game["code"] if game else None)


def _deal_code() -> None:
    code = st.session_state["code"].strip()
    if code:
        _leave_for(code)


def _leave_for(code: str | None) -> None:
    """Let the address name the deal *code*, or none; the next run deals it."""
    for name in ("game", "deal"):
        st.query_params.pop(name, None)
    st.session_state.pop("game", None)
    if code:
        st.query_params["deal"] = code


# ---- the table and what a person does on it ----


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
        asked=st.session_state["asked"],
        proved=_proved(game),
    )
    table(data, on_act=_act, on_ask=_ask, on_deal=_deal)


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
    said: dict[str, Any] | None = sent("act")
    game: SavedGame = st.session_state["game"]
    if said is None or said["at"] != len(game["actions"]):
        return
    at = len(game["actions"])
    cards = tuple(said.get("cards", ()))
    try:
        longer = with_action(game, _action(positions(game)[-1].state, said), cards)
    except _WRONG:
        return
    try:
        store().save(longer)
        _show(_with_cpus(longer), since=at + 1)
    except (SQLAlchemyError, StoreError, OSError):
        st.session_state["unsaved"] = True


def _action(state: State, said: dict[str, Any]) -> Action:
    """What the component sent, as an action of the engine."""
    if "cards" not in said:
        return doudizhu.parse_action(state, said["say"])
    counts = count_cards(said["cards"])
    allowed = [play for play in doudizhu.legal(state) if getattr(play, "counts", None) == counts]
    if not allowed:
        raise IllegalPlayError(f"{' '.join(said['cards'])} cannot be played now")
    return allowed[0]


def _save_again() -> None:
    """Try once more to keep the game; the table goes on when it is kept."""
    try:
        store().save(st.session_state["game"])
        st.session_state["unsaved"] = False
    except (SQLAlchemyError, StoreError, OSError):
        st.session_state["unsaved"] = True


def _ask() -> None:
    """Remember which chosen ranks are to be explained; the next data has the reason."""
    question: dict[str, Any] | None = sent("ask")
    if question is not None and question["at"] == len(st.session_state["game"]["actions"]):
        st.session_state["asked"] = question["key"]


def _deal() -> None:
    """After the end: the same deal again, or another."""
    wish: dict[str, Any] | None = sent("deal")
    if wish is None:
        return
    game: SavedGame = st.session_state["game"]
    try:
        if wish["which"] == "same":
            _begin(game_of(game["code"], game["rules"]))
        else:
            _begin(random_game(game["rules"]))
    except (SQLAlchemyError, StoreError, OSError):
        st.session_state["unsaved"] = True
