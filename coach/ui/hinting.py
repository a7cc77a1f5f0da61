"""The hint on the page: what the person has asked of the present position, and how deep.

It belongs to one position of one game.  How deep it went is kept at once, so that a reload forgets
nothing, and stands with the game behind the action that follows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from coach.hints import LEVELS
from coach.language import Texts
from coach.store import SavedGame
from coach.tutor import Judged
from coach.ui import questions
from coach.ui.profile import set_all, settings
from coach.ui.questions import NoAnswerError, Question
from coach.ui.table.hint import Found, Look, hint_panel
from coach.ui.table.received import action_of
from coach.ui.table.replay import PERSON, Position, positions
from engine.doudizhu import game as doudizhu
from engine.doudizhu.plays import Play

QUICK = 2
"""The last of ``LEVELS`` that draws no worlds."""
PROOF = LEVELS[-1]

_KEPT = "hinted"
"""Among what is kept of a person: the game, how many actions it has, and how deep he looked."""
_STATE = "hint"


@dataclass(frozen=True, slots=True)
class Hinted:
    """What was asked of the position of *game* after *at* actions."""

    game: str
    at: int
    level: int = 0
    """The deepest step that was shown; 0 for none."""
    open: bool = False
    seed: int = 0
    chosen: Play | None = None
    """The own choice that is compared with the best."""


def hinted(game: SavedGame) -> Hinted:
    """What was asked of the present position of *game*."""
    at = len(game["actions"])
    state: Hinted | None = st.session_state.get(_STATE)
    if state is not None and (state.game, state.at) == (game["id"], at):
        return state
    kept = settings().get(_KEPT)
    level = 0
    if isinstance(kept, list) and kept[:2] == [game["id"], at] and kept[2] in LEVELS:
        level = kept[2]
    return Hinted(game["id"], at, level)


def said(message: Any, game: SavedGame) -> None:
    """Do what the message of the panel says: ``open close more again why``."""
    position = positions(game)[-1]
    now, wanted = hinted(game), message.get("do")
    if position.state.turn != PERSON or doudizhu.is_over(position.state):
        return
    if wanted == "close":
        _stop(now, position)
        _put(replace(now, open=False))
    elif wanted == "open":
        _put(replace(now, open=True, level=max(now.level, 1)))
    elif not now.open:
        return
    elif wanted == "more":
        _put(replace(now, level=min(now.level + 1, PROOF)))
    elif wanted == "again":
        _stop(now, position)
        _put(replace(now, seed=now.seed + 1))
    elif wanted == "why":
        chosen = action_of({"cards": message.get("cards")}, position)
        if chosen is not None and isinstance(chosen[0], Play):
            _put(replace(now, chosen=chosen[0], level=max(now.level, QUICK + 1)))


def left(game: SavedGame) -> None:
    """The person acts, or leaves: nothing more is worked out for this position."""
    _stop(hinted(game), positions(game)[-1])


def panel(game: SavedGame, texts: Texts) -> tuple[dict[str, Any] | None, bool]:
    """The panel's data, None while it is shut; and whether something is still being worked out."""
    questions.prepare()
    now, position = hinted(game), positions(game)[-1]
    if not now.open or position.state.turn != PERSON or doudizhu.is_over(position.state):
        return None, False
    first, whole, compared = (
        _answer(question) if question else None for question in _questions(now, position)
    )
    view = doudizhu.view(position.state, PERSON)
    look = Look(view, position.hands[PERSON], now.level, first, whole, now.chosen, compared)
    waits = any(isinstance(found, questions.Pending) for found in (first, whole, compared))
    return {**hint_panel(look, texts), "at": now.at}, waits


def _questions(now: Hinted, position: Position) -> tuple[Question | None, ...]:
    """What is asked of the pool: the first steps, all of the hint, the comparison."""
    view = doudizhu.view(position.state, PERSON)
    deep = now.level > QUICK
    return (
        Question(view, QUICK),
        Question(view, PROOF, now.seed) if deep else None,
        Question(view, PROOF, now.seed, about="why", chosen=now.chosen) if now.chosen else None,
    )


def _answer(question: Question) -> Found:
    try:
        found = questions.answer(question)
    except NoAnswerError:
        return None
    assert not isinstance(found, Judged)
    return found


def _stop(now: Hinted, position: Position) -> None:
    for question in _questions(now, position):
        if question is not None and not questions.is_answered(question):
            questions.forget(question)


def _put(state: Hinted) -> None:
    """Have *state* in the session, and how deep it is kept for good."""
    st.session_state[_STATE] = state
    set_all(**{_KEPT: [state.game, state.at, state.level]})
