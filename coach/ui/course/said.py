"""What is said to an answer: right or not yet, why, and what the others answer to it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from html import escape
from typing import Any

import streamlit as st

from coach.doudizhu import lesson_proofs
from coach.doudizhu.phrases import split_phrase
from coach.language import Texts
from coach.lesson_answers import NO_PLAY
from coach.ui.course.words import Words, answer_name, paragraph, seat_word
from engine.doudizhu.endgame import solve
from engine.doudizhu.game import apply, is_over
from engine.doudizhu.kernel import fewest
from engine.doudizhu.plays import Play, parse_play
from engine.doudizhu.rules import Rules
from engine.doudizhu.search import fewest_plays
from engine.doudizhu.state import State
from lessons.goals import Task, after
from lessons.loader import Step

REFUTING = 20_000
"""Positions looked at for what answers a wrong play; it is said only where that is enough."""


def verdict(right: bool, lines: list[str], texts: Texts) -> None:
    """Right or not yet, and the lines that say why."""
    head = texts("lessons.right" if right else "lessons.not_yet")
    look = "good" if right else "bad"
    said = "".join(paragraph(line) for line in lines if line)
    st.html(f'<div class="verdict {look}" role="status"><p><b>{escape(head)}</b></p>{said}</div>')


def lines(step: Step, key: str, answer: Any, words: Words, texts: Texts) -> list[str]:
    """What is said to *answer*, whose text stands under *key* where it has one of its own."""
    told = words.get(key, "")
    if key.endswith(".reply"):
        return [told, one_way(step, answer, texts)]
    branch = next((one for one in step.wrong if key.endswith(f".wrong.{one.play}")), None)
    if branch is not None:
        replies = _replies(step.task, branch.reply, texts)
        return [told, replies]
    return why(step, answer, texts)


def one_way(step: Step, answer: Any, texts: Texts) -> str:
    """Where plays were counted, one way to play the hand in so few."""
    goal, task = step.goals[0], step.task
    if goal.kind == "empty" and isinstance(answer, Play):
        rest = after(task, answer)
        if not any(rest):
            return ""
        plays = fewest_plays(rest, task.rules)
    elif goal.kind == "count" and goal.values[0] == "plays":
        plays = fewest_plays(task.hand, task.rules)
    else:
        return ""
    shown = split_phrase(map(str, plays), texts.language)
    if goal.kind == "empty":
        return texts("lessons.then_plays", plays=shown)
    return texts("lessons.one_way", plays=shown)


def why(step: Step, answer: Any, texts: Texts, *, hints: bool = True) -> list[str]:
    """What the rules and the solver say against a wrong *answer*; what to do where they do not.

    *hints* tells whether there are any to look at.
    """
    kind = step.goals[0].kind
    if answer == NO_PLAY:
        leads = step.task.to_beat is None
        return [texts("lessons.no_play_lead" if leads else "lessons.no_play")]
    if kind == "count":
        high = int(answer) > int(step.goals[0].values[1])
        return [texts("lessons.too_high" if high else "lessons.too_low")]
    if kind == "empty" and isinstance(answer, Play):
        left = fewest(after(step.task, answer), step.task.rules)
        if left + 1 > int(step.goals[0].values[0]):
            return [texts.count("lessons.leaves", left, total=left + 1)]
        return [texts("lessons.breaks")]
    wins = kind == "win" and len(step.goals) == 1
    if wins and step.task.state is not None and isinstance(answer, Play | None):
        found = refuted(step.task.state, answer)
        if found:
            replies = named_plays(step.task.state.turn, step.task.rules, found, texts)
            return [texts("lessons.no_win"), texts("lessons.answered", replies=replies)]
    return [texts("lessons.other" if hints else "lessons.something_else")]


def basis(step: Step, texts: Texts) -> str:
    """What the right answers of *step* rest on: the rules, a complete search, or a sample."""
    kinds = {goal.kind for goal in step.goals}
    if "best" in kinds:
        return texts("lessons.basis_best", n=lesson_proofs.WORLDS)
    if "bid" in kinds:
        return texts("lessons.basis_bid", n=lesson_proofs.BID_WORLDS)
    if "win" in kinds:
        return texts("lessons.basis_every" if step.task.state is None else "lessons.basis_open")
    counted = step.goals[0].kind == "count" and step.goals[0].values[0] == "plays"
    if "empty" in kinds or counted:
        return texts("lessons.basis_fewest")
    return texts("lessons.basis_rules")


@lru_cache(maxsize=256)
def refuted(state: State, play: Play | None) -> tuple[tuple[int, Play | None], ...]:
    """What the next seats play to a losing *play*, to the first that is no pass; hands open."""
    found: list[tuple[int, Play | None]] = []
    state = apply(state, play)
    for one in () if is_over(state) else solve(state, nodes=REFUTING).line:
        found.append((state.turn, one))
        if one is not None:
            break
        state = apply(state, one)
    return tuple(found)


def _replies(task: Task, reply: tuple[str, ...], texts: Texts) -> str:
    """The replies of a wrong branch as one line."""
    if not reply or task.view is None:
        return ""
    seats = task.rules.seats
    own = task.view.seat
    told = [
        ((own + 1 + place) % seats, None if text == "pass" else parse_play(text, task.rules))
        for place, text in enumerate(reply)
    ]
    return texts("lessons.answered", replies=named_plays(own, task.rules, told, texts))


def named_plays(
    own: int, rules: Rules, told: Sequence[tuple[int, Play | None]], texts: Texts
) -> str:
    """Plays with their seats in a row, as the seat *own* names them."""
    return texts("lessons.then").join(
        texts(
            "lessons.seat_plays",
            seat=seat_word((seat - own) % rules.seats, rules, texts),
            play=answer_name(play, texts),
        )
        for seat, play in told
    )
