"""What is said to an answer: right or not yet, the words for it, and what that rests on."""

from __future__ import annotations

from html import escape
from typing import Any

import streamlit as st

from coach.doudizhu import lesson_proofs
from coach.doudizhu.phrases import split_phrase
from coach.language import Texts
from coach.ui.course.why import why
from coach.ui.course.words import Words, named_plays, paragraph
from engine.doudizhu.plays import Play, parse_play
from engine.doudizhu.search import fewest_plays
from lessons.goals import Task, after
from lessons.loader import Step


def verdict(right: bool, lines: list[str], texts: Texts) -> None:
    """Right or not yet, and the lines that say why."""
    head = texts("lessons.right" if right else "lessons.not_yet")
    look = "good" if right else "bad"
    said = "".join(paragraph(line) for line in lines if line)
    st.html(f'<div class="verdict {look}" role="status"><p><b>{escape(head)}</b></p>{said}</div>')


def lines(
    step: Step, key: str, answer: Any, words: Words, texts: Texts, *, cards: str = ""
) -> list[str]:
    """What is said to *answer*, whose text stands under *key* where it has one of its own.

    *cards* are those chosen, as the engine writes them.
    """
    told = words.get(key, "")
    if key.endswith(".reply"):
        return [told, one_way(step, answer, texts)]
    branch = next((one for one in step.wrong if key.endswith(f".wrong.{one.play}")), None)
    if branch is not None:
        replies = _replies(step.task, branch.reply, texts)
        return [told, replies]
    return why(step, answer, texts, cards=cards)


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
