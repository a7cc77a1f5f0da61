"""The tutor at the table: a play is judged before it is made, and spoken of when the person wants.

A play waits for its judgement at most ``PATIENCE`` seconds, then it goes through unjudged.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from typing import Any

import streamlit as st

from coach import tutor
from coach.hints import LEVELS
from coach.language import Texts
from coach.mastery import past_of
from coach.say import Sentence, render
from coach.store import SavedGame
from coach.tutor import Judged
from coach.ui import hinting, questions, session
from coach.ui.profile import set_all, settings, settings_now
from coach.ui.questions import NoAnswerError, Pending, Question
from coach.ui.table.hint import badge, play_name
from coach.ui.table.marks import WARNED, hinted, mark
from coach.ui.table.replay import PERSON, Cards, positions, with_action
from coach.ui.table.settings import settings_of
from engine.doudizhu import game as doudizhu
from engine.doudizhu.plays import Play
from engine.doudizhu.state import Action, State

PATIENCE = float(os.environ.get("TESUU_TUTOR_SECONDS", "3"))
"""Seconds a play waits for its judgement."""
_AT_ONCE = 0.03
"""Of these the page itself waits so many; the rest passes between two looks at it."""
_TELLS = LEVELS[2]
"""The step of a hint that names the play: what is done after it proves nothing."""

_GRADES = {
    "inaccuracy": "grade.inaccuracy",
    "mistake": "grade.mistake",
    "blunder": "grade.blunder",
}
"""Keys of the names of ``grades.SIZES``."""

ANYWAY, AGAIN = "anyway", "think_again"

_HELD, _STOPPED, _MADE = "held", "stopped", "made"
_COUNTED = "counted"
_PAST = "mastery"


@dataclass(frozen=True, slots=True)
class Held:
    """A play that the person wants to make, before it is made."""

    game: str
    at: int
    play: Play | None
    cards: Cards
    since: float
    judged: Judged | None = None
    """Once the tutor has stepped in: why."""


@dataclass(frozen=True, slots=True)
class Made:
    """A play that was made, and the question what to say of it."""

    game: str
    at: int
    question: Question


def act(game: SavedGame, action: Action, cards: Cards) -> None:
    """The person wants this: it is done at once where nobody judges it, else looked at first."""
    state = positions(game)[-1].state
    st.session_state.pop(_STOPPED, None)
    if not is_on() or not _has_choice(state) or isinstance(action, int | str):
        _do(game, action, cards)
        return
    st.session_state[_HELD] = Held(
        game["id"], len(game["actions"]), action, cards, time.monotonic()
    )
    look(game, patience=_AT_ONCE)


def look(game: SavedGame, *, patience: float = 0.0) -> None:
    """See whether the play that is held is judged by now; it is made, or the tutor steps in."""
    held = _of(_HELD, game)
    if held is None:
        return
    try:
        found = questions.answer(_question(game, held.play), patience=patience)
    except NoAnswerError:
        found = None
    late = time.monotonic() - held.since >= PATIENCE
    if isinstance(found, Pending) and not found.preparing and not late:
        return
    st.session_state.pop(_HELD, None)
    if not isinstance(found, Judged):
        _do(game, held.play, held.cards)
        return
    stops = tutor.steps_in(found, _setting("tutor"), past_of(settings().get(_PAST)))
    _learn(game, found)
    if stops:
        st.session_state[_STOPPED] = Held(
            held.game, held.at, held.play, held.cards, held.since, found
        )
    else:
        _do(game, held.play, held.cards)


def _learn(game: SavedGame, judged: Judged) -> None:
    """Count the first decision of this position; what was shown, and a what-if, count nowhere."""
    here = (game["id"], len(game["actions"]))
    if game["copy_of"] or hinting.hinted(game).level >= _TELLS:
        return
    if st.session_state.get(_COUNTED) != here:
        st.session_state[_COUNTED] = here
        set_all(**{_PAST: tutor.learned(judged, past_of(settings_now().get(_PAST)))})


def answer(game: SavedGame, said: object) -> bool:
    """Whether *said* answers the tutor: the play is made anyway, or thought about again."""
    stopped = _of(_STOPPED, game)
    if stopped is None or said not in (ANYWAY, AGAIN):
        return False
    st.session_state.pop(_STOPPED, None)
    if said == ANYWAY:
        _do(game, stopped.play, stopped.cards, WARNED)
    return True


def is_held(game: SavedGame) -> bool:
    """Whether a play waits to be judged."""
    return _of(_HELD, game) is not None


def is_on() -> bool:
    """Whether plays are judged before they are made."""
    return _setting("tutor") != "off"


def consider(game: SavedGame, action: Action) -> None:
    """Judge beforehand what the person has chosen, while he still thinks."""
    if is_on() and (action is None or isinstance(action, Play)):
        _begin(_question(game, action))


def expect(game: SavedGame) -> None:
    """Find beforehand what any play of the present position is to be compared with."""
    state = positions(game)[-1].state
    if is_on() and _has_choice(state):
        view = doudizhu.view(state, PERSON)
        _begin(Question(view, hinting.QUICK, about="ready"))
        if state.to_beat is not None:
            consider(game, None)


def _begin(question: Question) -> None:
    try:
        questions.answer(question, patience=0)
    except NoAnswerError:
        return


def _question(game: SavedGame, play: Play | None) -> Question:
    view = doudizhu.view(positions(game)[-1].state, PERSON)
    return Question(view, LEVELS[-1], about="judged", chosen=play)


def _do(game: SavedGame, action: Action, cards: Cards, *notes: str) -> None:
    position = positions(game)[-1]
    depth = hinting.hinted(game).level
    hinting.left(game)
    made = _made(game)
    judged = action is None or isinstance(action, Play)
    if _setting("feedback") != "off" and judged and _has_choice(position.state):
        question = _question(game, _play(action))
        made = [*made, Made(game["id"], len(game["actions"]), question)]
    longer = with_action(game, action, cards, behind=mark(hinted(depth), *notes))
    session.act(longer)
    now = session.current()
    if now is not None and now["actions"][: len(longer["actions"])] == longer["actions"]:
        st.session_state[_MADE] = made  # it was made, not refused for what another tab did


def _play(action: Action) -> Play | None:
    return action if isinstance(action, Play) else None


def _has_choice(state: State) -> bool:
    return state.phase == "play" and len(doudizhu.legal(state)) > 1


def _of(name: str, game: SavedGame) -> Held | None:
    """What is kept under *name* of the present position of *game*."""
    held: Held | None = st.session_state.get(name)
    if held is None or (held.game, held.at) != (game["id"], len(game["actions"])):
        return None
    return held


def _made(game: SavedGame) -> list[Made]:
    """The decisions of *game* so far that are to be spoken of."""
    made: list[Made] = st.session_state.get(_MADE, [])
    return [one for one in made if one.game == game["id"] and one.at < len(game["actions"])]


def _setting(name: str) -> str:
    return settings_of(settings().get("table"))[name]


# ---- what is shown ----


def strip(game: SavedGame, texts: Texts) -> dict[str, Any] | None:
    """What stands by the buttons when the tutor steps in: why, and what can be done."""
    stopped = _of(_STOPPED, game)
    if stopped is None or stopped.judged is None:
        return None
    plain = {"note": "", "off": False, "primary": False}
    anyway = "ui.play_anyway" if stopped.play else "ui.pass_anyway"
    return {
        "said": _said(tutor.warning(stopped.judged), texts),
        "actions": [
            {**plain, "id": ANYWAY, "label": texts(anyway)},
            {**plain, "id": "hint-open", "label": texts("ui.hint")},
            {**plain, "id": AGAIN, "label": texts("tutor.again"), "primary": True},
        ],
    }


def feedback(game: SavedGame, texts: Texts) -> tuple[dict[str, Any] | None, bool]:
    """What is said of past decisions at this time; and whether something is still worked out.

    A line says of how many it still is, after the deal even before the first is there.
    """
    asked = _due(game)
    rows, waits = [], 0
    for one in asked:
        try:
            found = questions.answer(one.question, patience=0)
        except NoAnswerError:
            continue
        if isinstance(found, Judged):
            rows.append(_row(found, texts))
        else:
            waits += 1
    over = doudizhu.is_over(positions(game)[-1].state)
    if not rows and not (waits and over):
        return None, waits > 0
    waiting = texts.count("feedback.waiting", waits) if waits else ""
    return {"rows": rows, "waiting": waiting, "at": len(game["actions"])}, waits > 0


def _due(game: SavedGame) -> list[Made]:
    """The decisions that are spoken of now: the last one, those of the last trick, or all."""
    chain, made, when = positions(game), _made(game), _setting("feedback")
    if not made or when == "off":
        return []
    if doudizhu.is_over(chain[-1].state):
        return made
    if when == "once":
        return made[-1:]
    if when == "deal":
        return []
    leads = [
        at
        for at, one in enumerate(chain)
        if one.state.phase == "play" and one.state.to_beat is None
    ]
    if len(leads) < 2:
        return []
    return [one for one in made if leads[-2] <= one.at < leads[-1]]


def _row(judged: Judged, texts: Texts) -> dict[str, Any]:
    value, _ = tutor.lost(judged)
    real = tutor.is_real(judged, 0.01)
    grade = tutor.grade(judged)
    look = "hard" if tutor.is_hard(judged) else grade or ("slight" if real else "fine")
    return {
        "look": look,
        "grade": texts(_GRADES[grade]) if grade else "",
        "play": play_name(judged.play, judged.view, texts),
        "figure": texts("feedback.lost", n=round(100 * value)) if real else "",
        "said": _said(tutor.verdict(judged), texts),
    }


def _said(sentences: tuple[Sentence, ...], texts: Texts) -> list[dict[str, Any]]:
    return [
        {"basis": badge(one.basis, texts), "text": render(one, texts.language)} for one in sentences
    ]
