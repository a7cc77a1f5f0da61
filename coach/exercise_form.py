"""What a teacher fills in to make an exercise, and the fields of the exercise that come of it.

Cards are read as people write them.  What the verifier can find is not asked: the goals are those
of ``lessons.open_goals``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from coach.doudizhu.hand_text import read_hand
from coach.doudizhu.situation import is_notation, read_cards, read_notation, read_play, view_of_seat
from coach.own_exercises import ExerciseError
from engine import deal_code
from engine.cards import AmbiguousPlayError, IllegalPlayError, NotationError, ranks_text
from engine.doudizhu.game import deal
from engine.doudizhu.plays import KINDS, shapes
from engine.doudizhu.position import position_text, view_text
from engine.doudizhu.rules import CLASSIC, PRESETS, Rules
from engine.doudizhu.state import State, View
from lessons.goals import Goal

HAND, POSITION, WHOLE_DEAL = ABOUT = ("hand", "position", "deal")
"""What an exercise can be about."""

ASKED = (
    "avoid", "empty", "empty_keep", "play", "find", "keep", "win", "best", "let", "bid", "plays",
    "beating", "name", "count", "bombs", "who",
)  # fmt: skip
"""What can be asked."""

NEEDS = {
    "avoid": "mistake",
    "play": "plays",
    "find": "kind",
    "keep": "cards",
    "empty_keep": "cards",
    "count": "rank",
    "who": "rank",
}
"""What else is to be told, by what is asked."""

_GOALS = {
    "avoid": "avoid {more}",
    "play": "play {more}",
    "find": "find {more}",
    "keep": "keep {more}",
    "empty_keep": "empty and keep {more}",
    "let": "let partner lead",
    "plays": "count plays",
    "beating": "count beating",
    "count": "count {more}",
    "bombs": "count bombs",
    "who": "who {more}",
}
"""The goals, where they are not the word itself."""
_OF_CARDS = {"empty", "empty_keep", "play", "find", "keep", "plays"}
_OF_HIDDEN = {"best", "count", "bombs", "who"}
"""What is asked of a seat that does not see the other hands."""
_PASSES = {"pass", "パス", "不出", "不要", "過牌", "过牌"}
_WRONG = (NotationError, IllegalPlayError, AmbiguousPlayError)
_SHOWN = 40


@dataclass(frozen=True, slots=True)
class Form:
    """What is filled in; fields that do not belong to what it is *about* count for nothing."""

    about: str = HAND
    """One of ``ABOUT``."""
    hand: str = ""
    on: str = ""
    """The play on the table, if any."""
    position: str = ""
    code: str = ""
    """The code of a deal."""
    seat: int = 0
    rules: str = CLASSIC.name
    """One of the presets, for a hand or a deal."""
    asked: str = "empty"
    """One of ``ASKED``."""
    more: str = ""
    """Cards, plays, a kind, a rank or a mistake: what ``NEEDS`` says."""
    prompt: str = ""


def offered(form: Form) -> tuple[str, ...]:
    """What can be asked about it, in the order of ``ASKED``."""
    if form.about == POSITION:
        fitting = _of_position(form)
    else:
        fitting = set(_OF_CARDS)
        if form.about == WHOLE_DEAL:
            fitting.add("avoid")
        if form.about == HAND and form.on.strip():
            fitting = (fitting - {"plays"}) | {"beating", "name"}
        elif PRESETS[form.rules].auction != "rob":
            fitting.add("bid")
    return tuple(one for one in ASKED if one in fitting)


def _of_position(form: Form) -> set[str]:
    """What can be asked about a position; everything while it cannot be read yet."""
    try:
        view = view_of_seat(_position(form.position))
    except ExerciseError:
        return {*_OF_CARDS, *_OF_HIDDEN, "win", "let", "beating", "name"}
    fitting = {*_OF_CARDS, "win"}
    if view.to_beat is not None:
        fitting |= {"let", "beating", "name"}
    if view.rules.seats == 3:
        fitting |= _OF_HIDDEN
    elif view.rules.seats > 3:
        fitting |= {"best", "count"}
    return fitting


def seats_of(code: str) -> int:
    """The players of the deal *code*; three while it cannot be read yet."""
    try:
        return len(deal_code.decode(code).hands)
    except NotationError:
        return CLASSIC.seats


def kinds_of(form: Form) -> tuple[str, ...]:
    """The kinds of play under the rules of what it is about."""
    played = {shape.kind for shape in shapes(_rules(form))} | {"rocket"}
    return tuple(kind for kind in KINDS if kind in played)


def _rules(form: Form) -> Rules:
    if form.about != POSITION:
        return PRESETS[form.rules]
    try:
        return _position(form.position).rules
    except ExerciseError:
        return CLASSIC


def fields_of(form: Form) -> dict[str, str]:
    """The fields of the exercise, in the notation.

    Raises HandTextError for the hand, SituationError for other cards, else ExerciseError.
    """
    if form.about == POSITION:
        found = _position(form.position)
        hides = form.asked in _OF_HIDDEN and isinstance(found, State)
        known = view_of_seat(found) if hides else found
        fields = {"position": _line(known)}
        rules = known.rules
    else:
        rules = PRESETS[form.rules]
        fields = _of_hand(form, rules) if form.about == HAND else _of_deal(form, rules)
    goal = _GOALS.get(form.asked, form.asked).format(more=_more(form, rules))
    return {**fields, "goal": goal, "prompt": form.prompt.strip()}


def _line(known: State | View) -> str:
    return position_text(known) if isinstance(known, State) else view_text(known)


def _position(text: str) -> State | View:
    """What is told as a line, where the seat whose hand is asked about is to play."""
    if not is_notation(text):
        raise ExerciseError("position", why=f"read {text[:_SHOWN]!r}; expected a line as 'ddz ...'")
    try:
        found = read_notation(text)
    except _WRONG as error:
        raise ExerciseError("position", why=str(error)) from error
    if found.phase != "play" or (isinstance(found, View) and found.seat != found.turn):
        raise ExerciseError("no_turn")
    return found


def _of_hand(form: Form, rules: Rules) -> dict[str, str]:
    hand = read_hand(form.hand, rules).only
    if form.asked == "bid" and sum(hand) != rules.hand_size:
        raise ExerciseError("bid_cards", found=sum(hand), most=rules.hand_size)
    on = str(read_play(form.on, rules)) if form.on.strip() else ""
    return {"hand": ranks_text(hand), "on": on, "rules": rules.name}


def _of_deal(form: Form, rules: Rules) -> dict[str, str]:
    """The whole deal, or the hand that its seat is dealt."""
    try:
        dealt = deal(rules, form.code)
    except NotationError as error:
        raise ExerciseError("deal_code", code=form.code.strip()[:_SHOWN]) from error
    if form.asked == "avoid":
        code = deal_code.canonical(form.code)
        return {"deal": code, "seat": str(form.seat), "rules": rules.name}
    return {"hand": ranks_text(dealt.hands[form.seat]), "rules": rules.name}


def _more(form: Form, rules: Rules) -> str:
    """What else was told, as it stands in a goal."""
    need = NEEDS.get(form.asked)
    if need is not None and not form.more.strip():
        raise ExerciseError("nothing_told")
    if need == "cards":
        return ranks_text(read_cards(form.more, rules))
    if need == "plays":
        parts = [part for one in re.split(r"[,，、;；]", form.more) if (part := one.strip())]
        if not parts:
            raise ExerciseError("nothing_told")
        return " or ".join(_play(part, rules) for part in parts)
    return form.more


def _play(text: str, rules: Rules) -> str:
    return "pass" if text.lower() in _PASSES else str(read_play(text, rules))


def asked_by(goals: Sequence[Goal]) -> tuple[str, str]:
    """Which of ``ASKED`` these *goals* are, and what else they tell."""
    goal = goals[0]
    told = goal.values[0] if goal.values else ""
    if [one.kind for one in goals] == ["empty", "keep"]:
        return "empty_keep", goals[1].values[0]
    if goal.kind == "count" and told in ("bombs", "plays", "beating"):
        return told, ""
    return goal.kind, told if goal.kind in NEEDS else ""
