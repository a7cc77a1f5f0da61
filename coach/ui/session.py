"""The game of this browser session: opened from the address, kept, waited with, left for another.

A game is kept before it is shown.  While it waits (``waiting`` says why) nobody acts, until the
person agrees to go on.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

import streamlit as st

from coach.store import GoneError, KeptGame, SavedGame, StaleGameError, store
from coach.ui.cpus import THINKING, CpuError, cpu_step, prepare
from coach.ui.keeping import keep, load_or_keep, note_file
from coach.ui.profile import NOT_KEPT, profile, set_all, settings, trouble_of
from coach.ui.proof import is_proved
from coach.ui.table.replay import (
    PERSON,
    game_of,
    outcome_of,
    played_code,
    positions,
    random_game,
    to_decide,
)
from coach.ui.table.words import LEVEL_NAMES, RULES_NAMES
from engine.cards import AmbiguousPlayError, IllegalPlayError, NotationError
from engine.deal_code import canonical, decode
from engine.doudizhu.rules import CLASSIC, FOUR_PLAYER, parse_rules, rules_text

_WRONG = (NotationError, IllegalPlayError, AmbiguousPlayError)
_FOR_SEATS = {rules.seats: rules for rules in (CLASSIC, FOUR_PLAYER)}
"""By the number of players: the rules of a code where those chosen are for another number."""
_STANDARD = "standard"
_SHOWN = 40
"""Characters of a wrong address that are shown."""

TROUBLES = ("error.store", "error.file_gone")
"""Problems that may pass: it is worth trying again."""

Waiting = Literal["", "resume", "away", "stale", "asked"]
"""Why the game waits: opened again, left alone, played on in another tab, a question is open."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Why there is no game to show: the key of a message, what fills it, and a deal to go on with.

    The deal is that of somebody else's game.
    """

    key: str
    value: str = ""
    code: str = ""


@dataclass(frozen=True, slots=True)
class Wish:
    """A new deal that is wanted while another is not finished."""

    code: str | None
    """None is a random deal."""


def current() -> SavedGame | None:
    """The game on the table; None while there is none."""
    return st.session_state.get("game")


# ---- the next deal ----


def next_rules() -> str:
    """The rules, as text, under which the next deal starts."""
    if "rules" not in st.session_state:
        st.session_state["rules"] = settings().get("rules", CLASSIC.name)
    rules: str = st.session_state["rules"]
    return rules


def next_level() -> str:
    """The level of the CPUs in the next deal."""
    if "level" not in st.session_state:
        st.session_state["level"] = settings().get("level", _STANDARD)
    level: str = st.session_state["level"]
    return level


def choose_rules(rules: str) -> None:
    """Let the next deal start under *rules*; a deal under way keeps its own."""
    st.session_state["rules"] = rules


def choose_level(level: str) -> None:
    """Let the next deal be played against CPUs of *level*."""
    st.session_state["level"] = level


def keep_choice() -> None:
    """Remember rules and level for the person's next visit."""
    set_all(rules=next_rules(), level=next_level())


# ---- opening ----


def open_game() -> Problem | None:
    """Have a game in the session and in the address, or say why there is none.

    A game named in the address comes first, with its own rules; then a deal code and rules; then
    the deal the person left unfinished, which waits; then a new random deal.
    """
    wanted, code = st.query_params.get("game"), st.query_params.get("deal")
    game = current()
    if game and not wanted and not code:
        return None  # come back to the bare address: it stays, or Back would never pass it
    if not (game and wanted == game["id"] and _is_deal(code, game)):
        try:
            problem = _open_kept(wanted, code) if wanted else _deal_of_address(code)
        except NOT_KEPT as error:
            problem = Problem(trouble_of(error))
        if problem is not None:
            return problem
    write_address()
    return None


def _open_kept(wanted: str, code: str | None) -> Problem | None:
    kept = store().find(wanted)
    if kept is None or not can_be_shown(kept.game):
        return Problem("error.game")
    game = kept.game
    if not _is_deal(code, game):
        return _deal_of_address(code)
    if kept.profile not in (None, profile()):
        return Problem("error.foreign", code=played_code(game))
    if kept.profile is None:
        store().claim(game["id"], profile(), outcome_of(game))
    resume(kept)
    return None


def _deal_of_address(code: str | None) -> Problem | None:
    """Begin the deal of the address, or a random one, under the rules of the address.

    A deal the person left unfinished is offered first.
    """
    given = st.query_params.get("rules")
    try:
        rules = parse_rules(given or next_rules())
    except NotationError:
        return Problem("error.rules", cut(given or ""))
    if rules.name not in RULES_NAMES:
        return Problem("error.rules", rules.name)
    if code:
        try:
            seats = len(decode(code).hands)
        except NotationError:
            return Problem("error.code", cut(code))
        if seats != rules.seats:
            rules = _FOR_SEATS[seats]
    choose_rules(rules_text(rules))
    left = store().unfinished(profile())
    if left is None or not can_be_shown(left.game):
        _begin_deal(code)
    else:
        _offer(left, code)
    return None


def _offer(left: KeptGame, code: str | None) -> None:
    """Show the game that was left; for another deal the person is asked."""
    rules = next_rules()
    resume(left)
    same = code and _is_deal(code, left.game) and rules == left.game["rules"]
    if code and not same:
        choose_rules(rules)
        wish(code)


def cut(text: str) -> str:
    """*text* as it is shown in a message, with a mark where it was cut."""
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def _is_deal(code: str | None, game: SavedGame) -> bool:
    """Whether the address names no other deal than that of *game*."""
    try:
        return code is None or canonical(code) in (game["code"], played_code(game))
    except NotationError:
        return False


def can_be_shown(game: SavedGame) -> bool:
    """Whether *game* can be replayed, against CPUs that there are."""
    try:
        return bool(positions(game)) and game["level"] in LEVEL_NAMES
    except _WRONG:
        return False


# ---- on the table ----


def begin(game: SavedGame) -> None:
    """Keep a new game and put it on the table; the CPUs act until the person's turn."""
    store().create(game, profile(), outcome_of(game))
    _put(game, since=len(game["actions"]), waiting="")


def resume(kept: KeptGame) -> None:
    """Put a kept game on the table; one that was begun waits for the person."""
    game = kept.game
    outcome = outcome_of(game)
    st.session_state["left_at"] = kept.changed
    waits = outcome.own and not outcome.over
    _put(game, since=len(game["actions"]), waiting="resume" if waits else "")


def _put(game: SavedGame, *, since: int, waiting: Waiting) -> None:
    prepare(game["level"])
    show(game, since=since, waiting=waiting)
    choose_rules(game["rules"])
    choose_level(game["level"])
    advance()
    write_address()


def left_at() -> datetime:
    """When the game on the table was left, UTC."""
    found: datetime = st.session_state.get("left_at") or datetime.now(UTC)
    return found


def show(game: SavedGame, *, since: int, waiting: Waiting = "") -> None:
    """Make *game* the one of this session, its actions from number *since* on to be animated."""
    state = positions(game)[-1].state
    is_proved(state.hands[PERSON], state.rules, patience=0)
    st.session_state.update(
        game=game, since=since, waiting=waiting, question=None, trouble="", thinking=False
    )
    note_file()


def advance() -> None:
    """Let the CPUs act until the person's turn, each action kept before the next.

    It ends early when one has to think on (then ``thinking``), when the game waits, and when
    something goes wrong (then ``trouble`` says what).
    """
    game = current()
    if game is None or st.session_state["waiting"]:
        return
    try:
        while isinstance(step := cpu_step(game), dict):
            keep(step)
            game = step
            st.session_state["game"] = game
        st.session_state.update(thinking=step == THINKING, trouble="")
    except CpuError:
        st.session_state.update(thinking=False, trouble="error.cpu")
    except StaleGameError:
        reload(game["id"])
    except GoneError:
        lose()
    except NOT_KEPT as error:
        st.session_state.update(thinking=False, trouble=trouble_of(error))


def act(longer: SavedGame) -> None:
    """Keep *longer*, the game with the person's action, and show it; then the CPUs act."""
    try:
        keep(longer)
    except StaleGameError:
        reload(longer["id"])
    except GoneError:
        lose()
    except NOT_KEPT as error:
        st.session_state["trouble"] = trouble_of(error)
    else:
        show(longer, since=len(longer["actions"]))
        advance()


def reload(game_id: str) -> None:
    """Show the newer state that another tab has kept; it waits until the person goes on here."""
    try:
        newer = store().load(game_id)
    except NOT_KEPT as error:
        st.session_state["trouble"] = trouble_of(error)
        return
    if newer is None or not can_be_shown(newer):
        lose()
    else:
        show(newer, since=len(newer["actions"]), waiting="stale")


def lose() -> None:
    """The game is gone: the page finds nothing under its address and offers a way on."""
    st.session_state.pop("game", None)


def open_again(game_id: str) -> None:
    """Put the person's own kept game on the table, in place of the one that is there."""
    try:
        kept = store().find(game_id)
    except NOT_KEPT as error:
        st.session_state["trouble"] = trouble_of(error)
        return
    if kept is None or kept.profile != profile() or not can_be_shown(kept.game):
        lose()
        st.query_params.from_dict({**_always(), "game": game_id})
    else:
        resume(kept)


def try_again(*, new_file: bool = False) -> None:
    """Go on after a trouble; it is one while the store does not answer.

    With *new_file* the games go on being kept in a new file where the old one is gone.
    """
    game = current()
    try:
        if new_file or game is None or st.session_state["trouble"]:
            store().reopen(create=new_file)
        if game is None:
            return
        kept = load_or_keep(game)
    except NOT_KEPT as error:
        st.session_state["trouble"] = trouble_of(error)
        return
    st.session_state["trouble"] = ""
    if kept is None:
        lose()
    elif kept["actions"] != game["actions"]:
        reload(game["id"])
    else:
        advance()


def cpus_to_act() -> bool:
    """Whether a CPU is to act in the game on the table."""
    game = current()
    return game is not None and to_decide(game) is not None


def wait(reason: Waiting) -> None:
    """Let the game wait: the CPUs do nothing until the person agrees."""
    if not st.session_state.get("waiting"):
        st.session_state.update(waiting=reason, thinking=False)


def agree() -> None:
    """The person goes on with the game; what another tab did since is shown first."""
    st.session_state.update(waiting="")
    try_again()


# ---- leaving for another deal ----


def is_unfinished() -> bool:
    """Whether a new deal would leave something unfinished; a what-if is no loss."""
    game = current()
    if game is None or game["copy_of"]:
        return False
    outcome = outcome_of(game)
    return bool(outcome.own) and not outcome.over


def leave_for(code: str | None) -> None:
    """Begin the deal *code*, or a random one, under the rules and against the level chosen.

    Over an unfinished deal the person is asked first.
    """
    if is_unfinished():
        wish(code)
    else:
        start(code)


def wish(code: str | None) -> None:
    """Ask whether to leave the deal on the table for *code*; it waits meanwhile."""
    st.session_state["wish"] = Wish(code)
    st.session_state["waited"] = st.session_state["waiting"]
    st.session_state.update(waiting="asked", thinking=False)


def wished() -> Wish | None:
    """The new deal about which the person is asked, if he is."""
    return st.session_state.get("wish")


def decide(*, yes: bool) -> None:
    """The person's answer: the new deal, or the old one as it was."""
    wanted = st.session_state.pop("wish", None)
    if wanted is None:
        return
    if yes:
        start(wanted.code)
    else:
        st.session_state["waiting"] = st.session_state.pop("waited", "")
        advance()


def start(code: str | None) -> None:
    """Begin the deal *code*, or a random one, under the rules and against the level chosen."""
    keep_choice()
    try:
        _begin_deal(code)
    except NOT_KEPT as error:
        if current() is None:
            st.query_params.from_dict({**_always(), "rules": next_rules()})
        else:
            st.session_state["trouble"] = trouble_of(error)


def _begin_deal(code: str | None) -> None:
    rules, level = next_rules(), next_level()
    begin(game_of(code, rules, level) if code else random_game(rules, level))


def write_address() -> None:
    """Name the game in the address, in one step.

    Said in every run, not only in the first: the browser changes nothing that it shows already.
    """
    st.query_params.from_dict(address())


def address() -> dict[str, str]:
    """What the address of the table names: the game, its deal, its rules, and the language."""
    game = current()
    if game is None:
        return _always()
    return {**_always(), "deal": played_code(game), "game": game["id"], "rules": game["rules"]}


def _always() -> dict[str, str]:
    """What stays in the address whatever is on the table."""
    language = st.session_state.get("language")
    return {"lang": language} if language else {}
