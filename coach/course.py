"""The course: every lesson verified, its answers all right answers and only those.

A fault is one line.  What is exact is checked by rules and search; what is ``best`` by win chances
in fresh worlds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from string import Formatter
from typing import Any, Literal

from coach.doudizhu.estimates import Sample, estimate, win_difference
from coach.say import clearly_above
from engine.cards import AmbiguousPlayError, Counts, IllegalPlayError, NotationError
from engine.doudizhu.cpu import candidates
from engine.doudizhu.plays import Play, classify, parse_play
from lessons.goals import (
    Answer,
    GoalError,
    Task,
    is_exact,
    reason_holds,
    right_answers,
)
from lessons.loader import FOLDER, LANGUAGES, Lesson, LessonError, Step, lessons, texts

ANY_KICKERS = "+*"
NO_PLAY: Literal["no play"] = "no play"
"""What is answered by cards that are no possible play."""
WORLDS = 4_000
"""Worlds in which what is best is verified; drawn from a seed of their own."""
_READING = (NotationError, IllegalPlayError, AmbiguousPlayError)


def verify(game: str = "doudizhu", folder: Path = FOLDER) -> Iterator[str]:
    """Every fault of the lessons of *game*, one line each; nothing when all is well."""
    try:
        found = lessons(game, folder)
    except LessonError as error:
        yield str(error)
        return
    known = {one.concept for one in found}
    for lesson in found:
        for need in lesson.needs:
            if need not in known:
                yield f"{lesson.id}: needs the unknown concept {need!r}"
        for step in lesson.steps:
            yield from (f"{lesson.id}, step {step.number}: {fault}" for fault in faults(step))
    yield from _text_faults(found, game, folder)


def faults(step: Step) -> Iterator[str]:
    """What is wrong with one step, without its texts."""
    try:
        right = right_of(step)
        accepted = [answer for text in step.accept for answer in answers(text, step.task, right)]
    except (GoalError, *_READING) as error:
        yield str(error)
        return
    for answer in right:
        if answer not in accepted:
            yield f"{shown(answer)} is right and not accepted"
    for answer in dict.fromkeys(accepted):
        if answer not in right:
            yield f"{shown(answer)} is accepted and not right"
    for wrong in step.wrong:
        try:
            fault = _why_not_wrong(wrong.play, wrong.because.kind, step, right)
            fault = fault or reason_holds(wrong.because, wrong.play, step.goals, step.task)
        except (GoalError, *_READING) as error:
            fault = str(error)
        if fault:
            yield f"wrong branch: {fault}"


def right_of(step: Step) -> tuple[Answer, ...]:
    """The right answers of *step*: exact, or by win chances in fresh worlds."""
    if is_exact(step.goals):
        return right_answers(step.goals, step.task)
    return _best(step.task)


def _best(task: Task) -> tuple[Answer, ...]:
    """The plays that are not clearly worse than the best one."""
    if task.view is None:
        raise GoalError("nothing is told of the other hands")
    options = candidates(task.view)
    found = estimate(task.view, options, Sample("lesson", WORLDS))
    assert found is not None, "nothing pulls the brake"
    run = found.comparison
    best = options[max(range(len(options)), key=run.raw)]
    return tuple(
        play
        for play in options
        if play == best or not clearly_above(win_difference(found, best, play))
    )


def _why_not_wrong(text: str, kind: str, step: Step, right: Sequence[Answer]) -> str:
    """Why the branch *text* is not wrong at all; empty where it is."""
    if kind == "illegal":
        return ""
    found = answers(text, step.task, ())
    return f"{text} is right" if any(one in right for one in found) else ""


def answers(text: str, task: Task, right: Sequence[Answer]) -> tuple[Answer, ...]:
    """What *text* accepts: a play, ``pass``, a number, a kind, or a body with any kickers."""
    if right and isinstance(right[0], int):
        return (int(text),)
    if right and isinstance(right[0], str):
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


def shown(answer: Answer) -> str:
    """An answer as it is written in a lesson."""
    return "pass" if answer is None else str(answer)


# ---- serving ----


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
    if answer != NO_PLAY and answer in right_of(step):
        return f"{step.number}.reply"
    for wrong in step.wrong:
        same = sorted(wrong.play.replace("+", "")) == sorted(cards)
        if same if cards else wrong.play == shown(answer):
            return f"{step.number}.wrong.{wrong.play}"
    return ""


# ---- texts ----


def _text_faults(found: Sequence[Lesson], game: str, folder: Path) -> Iterator[str]:
    """Keys that are missing or left over in a language, and slots that differ."""
    by_language: dict[str, dict[str, Any]] = {}
    for language in LANGUAGES:
        try:
            by_language[language] = texts(language, game, folder)
        except LessonError as error:
            yield str(error)
            return
    for language, told in by_language.items():
        for name in sorted(set(told) - {lesson.id for lesson in found}):
            yield f"{language}: texts for the unknown lesson {name!r}"
        for lesson in found:
            own = flat(told.get(lesson.id, {}))
            wanted = set(lesson.text_keys())
            yield from (f"{lesson.id}: {language} lacks {k!r}" for k in sorted(wanted - set(own)))
            yield from (
                f"{lesson.id}: {language} has the unused {k!r}" for k in sorted(set(own) - wanted)
            )
            english = flat(by_language["en"].get(lesson.id, {}))
            for key, text in own.items():
                if not text.strip():
                    yield f"{lesson.id}: {language} leaves {key!r} empty"
                if slots(text) != slots(english.get(key, text)):
                    yield f"{lesson.id}: {language} fills other slots in {key!r} than en"


def flat(told: Any, before: str = "") -> dict[str, str]:
    """Nested tables of texts by keys with dots."""
    found: dict[str, str] = {}
    for key, value in told.items():
        name = f"{before}{key}"
        found |= flat(value, f"{name}.") if isinstance(value, dict) else {name: str(value)}
    return found


def slots(text: str) -> set[str]:
    """The placeholders of a text."""
    return {name for _, name, _, _ in Formatter().parse(text) if name}
