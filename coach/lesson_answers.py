"""Answers to steps of lessons: what is accepted, what was chosen, and which text replies to it.

What is accepted was verified to be all that is right, so nothing is searched here.
"""

from __future__ import annotations

from typing import Literal

from engine.cards import Counts, NotationError
from engine.doudizhu.plays import Play, classify, parse_play
from lessons.goals import NUMBERS, WORDS, Answer, Task, shown
from lessons.loader import Step

ANY_KICKERS = "+*"
NO_PLAY: Literal["no play"] = "no play"
"""What is answered by cards that are no possible play."""


def answers(text: str, step: Step) -> tuple[Answer, ...]:
    """What *text* accepts: a play, ``pass``, a number, a kind, or a body with any kickers."""
    kind, task = step.goals[0].kind, step.task
    if kind in NUMBERS:
        if not text.isdecimal():
            raise NotationError(f"read {text[:40]!r}; expected a number")
        return (int(text),)
    if kind in WORDS:
        return (text,)
    if text == "pass":
        return (None,)
    if not text.endswith(ANY_KICKERS):
        return (parse_play(text, task.rules),)
    body = text.removesuffix(ANY_KICKERS)
    found = tuple(
        play
        for play in task.choices
        if isinstance(play, Play) and play.kickers and str(play).split("+")[0] == body
    )
    if not found:
        raise NotationError(f"no play of {body!r} with kickers is possible")
    return found


def accepted(step: Step) -> tuple[Answer, ...]:
    """Every answer that *step* accepts."""
    return tuple(dict.fromkeys(one for text in step.accept for one in answers(text, step)))


def is_right(step: Step, answer: Answer) -> bool:
    """Whether *step* accepts *answer*; cards that are no play never are."""
    return answer != NO_PLAY and answer in accepted(step)


def answer_of(cards: Counts, task: Task) -> Answer | Literal["no play"]:
    """The possible play of exactly these *cards*, a pass for none; else ``NO_PLAY``."""
    if not any(cards):
        return None if None in task.choices else NO_PLAY
    possible = [play for play in classify(cards, task.rules) if play in task.choices]
    return possible[0] if possible else NO_PLAY


def reply_key(step: Step, answer: Answer, cards: str = "") -> str:
    """The key of what is said to an answer: ``1.reply`` where it is right, that of its wrong branch
    (``1.wrong.33``) where there is one, else empty.

    *cards* are those chosen, as the engine writes them; they name a branch that is no play.
    """
    if is_right(step, answer):
        return f"{step.number}.reply"
    for wrong in step.wrong:
        same = sorted(wrong.play.replace("+", "")) == sorted(cards)
        if same if cards else wrong.play == shown(answer):
            return f"{step.number}.wrong.{wrong.play}"
    return ""
