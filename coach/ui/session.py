"""The game of this browser session: opened from the address, kept, and left for another."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st
from sqlalchemy.exc import SQLAlchemyError

from coach.store import SavedGame, StoreError, store
from coach.ui.proof import is_proved
from coach.ui.table.replay import PERSON, game_of, positions, random_game, with_cpu_action
from coach.ui.table.words import RULES_NAMES
from engine.cards import AmbiguousPlayError, IllegalPlayError, NotationError
from engine.deal_code import canonical, decode
from engine.doudizhu.rules import CLASSIC, parse_rules, rules_text

NOT_KEPT = (SQLAlchemyError, StoreError, OSError)
"""What goes wrong when a game cannot be saved or loaded."""

_WRONG = (NotationError, IllegalPlayError, AmbiguousPlayError)
_SEATS = CLASSIC.seats


@dataclass(frozen=True, slots=True)
class Problem:
    """Why there is no game to show: the key of a message and what fills it."""

    key: str
    value: str = ""


_FOUR_PLAYERS = Problem("error.four_players")


def current() -> SavedGame | None:
    """The game on the table; None while there is none."""
    return st.session_state.get("game")


def next_rules() -> str:
    """The rules, as text, under which the next deal starts."""
    rules: str = st.session_state.setdefault("rules", CLASSIC.name)
    return rules


def choose_rules(rules: str) -> None:
    """Let the next deal start under *rules*; a deal under way keeps its own."""
    st.session_state["rules"] = rules


def open_game() -> Problem | None:
    """Have a game in the session and in the address, or say why there is none.

    A game named in the address comes first, with its own rules; then a deal code and rules, then
    a new random deal.
    """
    problem = _open()
    if problem is None:
        _write_address()
    return problem


def _open() -> Problem | None:
    wanted, code = st.query_params.get("game"), st.query_params.get("deal")
    game = current()
    if game and wanted == game["id"] and _is_deal(code, game):
        return None
    try:
        if wanted:
            game = store().load(wanted)
            if game is None or not _replays(game):
                return Problem("error.game")
            if parse_rules(game["rules"]).seats != _SEATS:
                return _FOUR_PLAYERS
            if _is_deal(code, game):
                begin(game)
                return None
        return _deal_of_address(code)
    except NOT_KEPT:
        return Problem("error.store")


def _deal_of_address(code: str | None) -> Problem | None:
    """Begin the deal of the address, or a random one, under the rules of the address."""
    given = st.query_params.get("rules")
    try:
        rules = parse_rules(given or next_rules())
    except NotationError:
        return Problem("error.rules", (given or "")[:40])
    if rules.seats != _SEATS:
        return _FOUR_PLAYERS
    if rules.name not in RULES_NAMES:
        return Problem("error.rules", rules.name)
    choose_rules(rules_text(rules))
    if not code:
        begin(random_game(next_rules()))
        return None
    try:
        if len(decode(code).hands) != _SEATS:
            return _FOUR_PLAYERS
        begin(game_of(code, next_rules()))
    except NotationError:
        return Problem("error.code", code[:40])
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
    except _WRONG:
        return False


def begin(game: SavedGame) -> None:
    """Put *game* on the table; the CPUs act until the person's turn."""
    at = len(game["actions"])
    store().save(game)
    show(with_cpus(game), since=at)
    choose_rules(game["rules"])
    _write_address()


def _write_address() -> None:
    """Name the game, its deal and its rules in the address.

    Said in every run, not only in the first: the browser changes nothing that it shows already.
    """
    game = current()
    assert game is not None
    st.query_params.update(deal=game["code"], game=game["id"], rules=game["rules"])


def show(game: SavedGame, *, since: int) -> None:
    """Make *game* the one of this session, its actions from number *since* on to be animated."""
    state = positions(game)[-1].state
    is_proved(state.hands[PERSON], state.rules, patience=0)
    st.session_state.update(game=game, since=since, question=None, unsaved=False)


def with_cpus(game: SavedGame) -> SavedGame:
    """*game* after the CPUs' actions up to the person's turn, each saved as it is made."""
    while (longer := with_cpu_action(game)) is not None:
        store().save(longer)
        game = longer
    return game


def leave_for(code: str | None) -> None:
    """Let the address name the deal *code*, or none, and the rules chosen; the next run deals."""
    for name in ("game", "deal"):
        st.query_params.pop(name, None)
    st.session_state.pop("game", None)
    st.query_params["rules"] = next_rules()
    if code:
        st.query_params["deal"] = code
