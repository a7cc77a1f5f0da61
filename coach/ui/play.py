"""The page where a deal is played: the menu of deals, the table, what a person does on it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from coach.language import Texts
from coach.store import SavedGame
from coach.ui import hinting, proof, session, tutoring, when
from coach.ui.browser import component
from coach.ui.literal import literal
from coach.ui.menu import deal_again, menu
from coach.ui.profile import set_all, settings, settings_now
from coach.ui.session import current
from coach.ui.table.component import sent, table
from coach.ui.table.data import table_data
from coach.ui.table.panels import opening
from coach.ui.table.received import action_of, concerns, question_of
from coach.ui.table.replay import PERSON, outcome_of, played_code, positions, side_of
from coach.ui.table.settings import changed, settings_of
from coach.ui.table.words import LEVEL_NAMES, seat_name
from coach.ui.warmup import is_compiling, started
from engine.cards import Counts

_TABLE = "table"
"""What is set at the table, among the settings of the person."""

_LOOK_BACK = "look_back"
"""Where the deal on the table is to be looked at: ``look`` move by move, ``review``."""

GO_ON = "go_on"
ANOTHER = "new_deal"

_WHY = {
    "resume": "waiting.resume",
    "away": "waiting.away",
    "stale": "waiting.stale",
    "asked": "waiting.asked",
}


def page(
    texts: Texts,
    place: DeltaGenerator,
    go_to_moments: Callable[[str], None],
    go_to_review: Callable[[str], None],
) -> None:
    """Draw the page, its menu in *place*; it deals at once, unless the address says what.

    A deal that was left unfinished is shown and waits until the person goes on.
    *go_to_moments* shows a deal moment by moment, *go_to_review* its review.
    """
    _draw(texts, place, {"look": go_to_moments, "review": go_to_review})
    started()  # this and the solver load for seconds; before, they would hold up the first page
    proof.prepare()


def _draw(texts: Texts, place: DeltaGenerator, go_to: dict[str, Callable[[str], None]]) -> None:
    look, game = st.session_state.pop(_LOOK_BACK, None), current()
    if look in go_to and game is not None:
        go_to[look](game["id"])
    if st.session_state.pop("elsewhere", False) and session.cpus_to_act():
        session.wait("away")
    problem = session.open_game()
    with place:
        menu(texts, _look_back)
    if problem is not None:
        _problem(problem, texts)
        return
    if session.wished() is not None:
        _ask_first(texts)
    _table(texts)


def _look_back(how: str = "look") -> None:
    st.session_state[_LOOK_BACK] = how


def _problem(problem: session.Problem, texts: Texts) -> None:
    """A sentence for what is wrong with the address, and a way on."""
    with st.container(key="notice"):
        st.warning(texts(problem.key, name=literal(problem.value)))
        with st.container(horizontal=True):
            if problem.code:
                st.button(
                    texts("error.play_deal"),
                    key="play_deal",
                    on_click=partial(session.start, problem.code),
                )
            if problem.key in session.TROUBLES:
                st.button(texts("error.retry"), key="retry", on_click=session.try_again)
                _new_file(problem.key, texts)
            st.button(texts("menu.random"), key="go_on", type="primary", on_click=deal_again)


def _ask_first(texts: Texts) -> None:
    """Whether to leave the unfinished deal; the CPUs wait for the answer."""

    @st.dialog(texts("leave.title"), dismissible=False)
    def ask() -> None:
        if session.wished() is None:
            st.rerun()
        st.write(texts("leave.question"))
        with st.container(horizontal=True, horizontal_alignment="right"):
            st.button(
                texts("leave.no"), key="leave_no", on_click=partial(session.decide, yes=False)
            )
            st.button(
                texts("leave.yes"),
                key="leave_yes",
                type="primary",
                on_click=partial(session.decide, yes=True),
            )

    ask()


# ---- the table ----


@st.fragment
def _table(texts: Texts) -> None:
    game = current()
    if game is None or st.session_state.get(_LOOK_BACK):
        st.rerun()
    _strip(game, texts)
    data = table_data(
        game,
        texts.language,
        since=st.session_state["since"],
        question=st.session_state["question"],
        proved=_proved(game),
        settings=settings().get(_TABLE),
    )
    saved, level = not st.session_state["trouble"], game["level"]
    data["code"]["level"] = texts(LEVEL_NAMES[level])
    data["code"]["kept"] = {"ok": saved, "word": texts("saved" if saved else "not_saved")}
    data |= _waiting(game, data, texts)
    waits = _help(game, data, texts)
    table(data, on_act=_act, on_ask=_ask, on_deal=_deal, on_set=_set, on_hint=_hint)
    thinking = st.session_state["thinking"] or waits or is_compiling()  # the line above goes away
    component.presence({"at": data["at"], "thinking": thinking}, on_tick=_tick)


def _help(game: SavedGame, data: dict[str, Any], texts: Texts) -> bool:
    """Put the hint, the tutor and what is said of past decisions into *data*.

    Whether something is still worked out, so that the page has to look again.
    """
    hint, waits = hinting.panel(game, texts) if data["mine"] else (None, False)
    said, more = tutoring.feedback(game, texts)
    held = tutoring.is_held(game)
    data |= {
        "hint": hint,
        "tutor": tutoring.strip(game, texts) if data["mine"] else None,
        "considers": tutoring.is_on(),
        "feedback": said,
    }
    if held:
        off = [{**each, "off": True, "note": texts("wait")} for each in data["actions"]]
        data |= {"phase": "wait", "idle": texts("tutor.checking"), "actions": off}
    elif data["mine"]:
        tutoring.expect(game)
    return waits or more or held


def _strip(game: SavedGame, texts: Texts) -> None:
    """A line above the table for what a person must know at once; mostly there is none."""
    trouble = st.session_state["trouble"]
    overtaken = st.session_state["waiting"] == "stale" and outcome_of(game).over
    if not (trouble or overtaken or game["copy_of"] or is_compiling()):
        return
    with st.container(key="strip", horizontal=True, vertical_alignment="center"):
        if trouble:
            st.markdown(f":material/error: {texts(trouble)}")
            st.button(texts("error.retry"), key="retry", on_click=session.try_again)
            _new_file(trouble, texts)
        elif overtaken:
            st.markdown(f":material/tab: {texts('waiting.stale_over')}")
        elif game["copy_of"]:
            st.markdown(f":material/alt_route: {texts('what_if.mark')}")
            back = partial(_back_to, game["copy_of"])
            st.button(texts("what_if.back"), key="what_if_back", on_click=back)
        else:
            st.markdown(f":material/hourglass_empty: {texts('kernel.preparing')}")


def _new_file(trouble: str, texts: Texts) -> None:
    """Where the file of the games is gone: a way to go on without it."""
    if trouble == "error.file_gone":
        begin = partial(session.try_again, new_file=True)
        st.button(texts("error.new_file"), key="new_file", on_click=begin)


def _back_to(game_id: str) -> None:
    """Leave a what-if for the game it was taken from."""
    session.open_again(game_id)


def _waiting(game: SavedGame, data: dict[str, Any], texts: Texts) -> dict[str, Any]:
    """What the table shows otherwise while the game waits or a CPU thinks: nothing can be done."""
    reason = st.session_state["waiting"]
    if data["phase"] == "over" or not (reason or st.session_state["thinking"]):
        return {}
    if reason:
        return {
            "phase": "wait",
            "mine": False,
            "idle": texts(_WHY[reason], when=when.shown(session.left_at(), texts)),
            "actions": _ways_on(reason, texts),
        }
    state = positions(game)[-1].state
    seat = seat_name(side_of(state.turn, state.rules), texts)
    off = [{**each, "id": f"{each['id']}_later", "off": True} for each in data["actions"]]
    return {
        "phase": "wait",
        "mine": False,
        "idle": texts("cpu.thinking", seat=seat),
        "actions": [{**each, "note": texts("wait"), "primary": False} for each in off],
    }


def _ways_on(reason: str, texts: Texts) -> list[dict[str, Any]]:
    plain = {"note": "", "off": False, "primary": False}
    on = {**plain, "id": GO_ON, "label": texts("waiting.go_on"), "primary": True}
    if reason != "resume":
        return [on]
    return [{**plain, "id": ANOTHER, "label": texts("new_deal")}, on]


def _proved(game: SavedGame) -> frozenset[Counts]:
    """Those hands whose fewest plays are shown and, by now, proved."""
    chain = positions(game)
    shown = [chain[-1].state]
    if shown[0].phase == "over":
        shown = [opening(chain).state]
    return frozenset(
        state.hands[PERSON] for state in shown if proof.is_proved(state.hands[PERSON], state.rules)
    )


# ---- what comes from the table ----


def _act() -> None:
    """A bid, a pass or a play of the person, then the CPUs; nothing for what is not allowed."""
    said, game = sent("act"), current()
    if game is None or not concerns(said, len(game["actions"])):
        return
    if st.session_state["waiting"]:
        _answer(said.get("say"))
        return
    if tutoring.answer(game, said.get("say")) or tutoring.is_held(game):
        return
    wanted = action_of(said, positions(game)[-1])
    if wanted is not None:
        tutoring.act(game, *wanted)


def _answer(said: object) -> None:
    """While the game waits: go on with it, or take another deal."""
    if said == GO_ON and st.session_state["waiting"] != "asked":
        session.agree()
    elif said == ANOTHER and st.session_state["waiting"] == "resume":
        session.start(None)


def _tick() -> None:
    """The page is looked at while a CPU thinks: see whether it has decided."""
    said, game = component.sent(component.PRESENCE_KEY, "tick"), current()
    if game is None or not concerns(said, len(game["actions"])):
        return
    if tutoring.is_held(game):
        tutoring.look(game)
        return
    if not st.session_state["thinking"]:
        return
    if said.get("left") is True:
        session.wait("away")
    else:
        session.advance()


def _ask() -> None:
    """Remember which chosen ranks are to be explained; the next data has the reason."""
    said, game = sent("ask"), current()
    if game is not None and concerns(said, len(game["actions"])):
        st.session_state["question"] = question_of(said, positions(game)[-1])


def _hint() -> None:
    """Open, deepen or shut the hint of the present position."""
    message, game = sent("hint"), current()
    if game is None or not concerns(message, len(game["actions"])):
        return
    if st.session_state["waiting"]:
        return
    if message.get("do") == "consider":
        chosen = action_of({"cards": message.get("cards")}, positions(game)[-1])
        if chosen is not None:
            tutoring.consider(game, chosen[0])
    else:
        hinting.said(message, game)


def _set() -> None:
    """Keep what the person set at the table."""
    kept = settings_of(settings_now().get(_TABLE))
    set_all(table=changed(kept, sent("set")))


def _deal() -> None:
    """After the end: its review, the deal itself again, or another, under the rules chosen for the
    next."""
    said, game = sent("deal"), current()
    if game is None or not concerns(said, len(game["actions"])):
        return
    if said.get("which") == "review":
        _look_back("review")
        return
    session.leave_for(played_code(game) if said.get("which") == "same" else None)
