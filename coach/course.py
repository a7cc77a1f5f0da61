"""The course: every lesson and exercise verified, its answers all right answers and only those.

A fault is one line.  What is exact is checked by rules and search; what is ``best`` by win chances
in fresh worlds, a bid by points.  What was found is kept with its date in ``verified.json``, so
that a part can be held against it without checking everything.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from string import Formatter
from typing import Any

from coach.doudizhu import lesson_proofs
from coach.doudizhu.layouts import LayoutError
from coach.lesson_answers import answers
from engine.cards import AmbiguousPlayError, IllegalPlayError, NotationError
from engine.doudizhu.samples import Stop, never
from lessons.faults import GoalError
from lessons.goals import (
    Answer,
    is_exact,
    reason_holds,
    right_answers,
    shown,
)
from lessons.loader import (
    EXERCISES,
    FOLDER,
    FORMS,
    LANGUAGES,
    Lesson,
    LessonError,
    Step,
    course,
    everything,
    texts,
)

MOST_OF_A_PATTERN = 10
"""Exercises of one pattern."""
RESULTS = "verified.json"
_READING = (NotationError, IllegalPlayError, AmbiguousPlayError)


@dataclass(frozen=True, slots=True)
class Results:
    """What a whole verification found."""

    day: date
    steps: dict[str, tuple[str, tuple[str, ...]]]
    """For each step its digest and its right answers as text."""


def verify(game: str = "doudizhu", folder: Path = FOLDER) -> Iterator[str]:
    """Every fault of the lessons of *game*, one line each; nothing when all is well."""
    try:
        found = everything(game, folder)
        yield from _shape_faults(found, game, folder)
    except LessonError as error:
        yield from error.faults
        return
    for lesson in found:
        for step in lesson.steps:
            yield from (f"{lesson.id}, step {step.number}: {fault}" for fault in faults(step))
    yield from _text_faults(found, game, folder)


def _shape_faults(found: Sequence[Lesson], game: str, folder: Path) -> Iterator[str]:
    """Names that stand twice or nowhere, lessons nobody looks at, unknown concepts, worked examples
    that come late, a pattern too often."""
    told = course(game, folder)
    for name in sorted({path.parent.name for path in (folder / game).glob("*/*.toml")}):
        if name not in (*told.chapters, EXERCISES):
            yield f"{name}: holds lessons and is no chapter of course.toml"
    for name, times in Counter(one.id for one in found).items():
        if times > 1:
            yield f"two lessons are called {name!r}"
    for lesson in found:
        if lesson.concept not in told.needs:
            yield f"{lesson.id}: teaches the unknown concept {lesson.concept!r}"
        forms = [step.form for step in lesson.steps]
        if forms != sorted(forms, key=FORMS.index):
            yield f"{lesson.id}: has its steps {', '.join(forms)}; expected {', '.join(FORMS)}"
        if lesson.is_exercises and len(lesson.steps) > MOST_OF_A_PATTERN:
            yield f"{lesson.id}: {len(lesson.steps)} of one pattern, at most {MOST_OF_A_PATTERN}"


def faults(step: Step) -> Iterator[str]:
    """What is wrong with one step, without its texts."""
    if step.deal is not None:
        mistake = step.goals[0].values[0]
        untempting = lesson_proofs.temptation_fault(
            step.task.rules, step.deal.code, step.deal.seat, mistake
        )
        if untempting is not None:
            yield str(untempting)
        return
    try:
        right = right_of(step)
        accepted = [answer for text in step.accept for answer in answers(text, step)]
    except (GoalError, ValueError, *_READING) as error:
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
            if not fault and wrong.reply:
                (branch,) = answers(wrong.play, step)
                if isinstance(branch, int | str):
                    raise NotationError(f"nobody replies to {wrong.play}")
                fault = lesson_proofs.reply_fault(step.task, branch, wrong.reply)
        except (GoalError, LayoutError, ValueError, *_READING) as error:
            fault = str(error)
        if fault:
            yield f"wrong branch: {fault}"


def right_of(step: Step, stop: Stop = never) -> tuple[Answer, ...]:
    """The right answers of *step*: exact, or by win chances or points in fresh worlds.

    GoalError when *stop* ended a sample.
    """
    if is_exact(step.goals):
        return right_answers(step.goals, step.task)
    if step.goals[0].kind == "bid":
        return _bids(step, stop)
    return lesson_proofs.best_plays(step.task, stop)


def _bids(step: Step, stop: Stop) -> tuple[Answer, ...]:
    least, most = map(int, step.goals[0].values)
    found = lesson_proofs.best_bids(step.task, stop)
    if found != tuple(range(least, most + 1)):
        told = f"{least}..{most}"
        raise GoalError("other_bids", found=", ".join(map(str, found)), told=told)
    return found


def _why_not_wrong(text: str, kind: str, step: Step, right: Sequence[Answer]) -> str:
    """Why the branch *text* is not wrong at all; empty where it is."""
    if kind == "illegal":
        return ""
    return f"{text} is right" if any(one in right for one in answers(text, step)) else ""


# ---- results that are kept ----


def named(found: Sequence[Lesson]) -> dict[str, Step]:
    """Every step by its name, ``count-plays 2``."""
    return {f"{one.id} {step.number}": step for one in found for step in one.steps}


def result_of(step: Step) -> tuple[str, tuple[str, ...]]:
    """The digest of *step* and its right answers; none for a whole deal."""
    right = () if step.deal is not None else tuple(map(shown, right_of(step)))
    return step.digest, right


def results_text(found: Sequence[Lesson], day: date) -> str:
    """The result of verifying all of *found* on *day*, as the file keeps it."""
    steps = {name: [digest, *right] for name, step in named(found).items()
             for digest, right in (result_of(step),)}  # fmt: skip
    lines = (f"    {json.dumps(name)}: {json.dumps(told)}" for name, told in steps.items())
    return f'{{\n  "date": "{day}",\n  "steps": {{\n' + ",\n".join(lines) + "\n  }\n}\n"


def results(game: str = "doudizhu", folder: Path = FOLDER) -> Results:
    """What the kept file says; LessonError where it cannot be read."""
    path = folder / game / RESULTS
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        steps = {name: (one[0], tuple(one[1:])) for name, one in told["steps"].items()}
        return Results(date.fromisoformat(told["date"]), steps)
    except (OSError, ValueError, KeyError, IndexError, TypeError) as error:
        raise LessonError(f"{RESULTS}: {error}") from error


def part_of(found: Sequence[Lesson], number: int, of: int = 10) -> dict[str, Step]:
    """The part *number* (from 0) of *of* parts of all steps, by name."""
    listed = list(named(found).items())
    return dict(listed[number % of :: of])


# ---- texts ----


def _text_faults(found: Sequence[Lesson], game: str, folder: Path) -> Iterator[str]:
    """Keys that are missing or left over in a language, and slots that differ."""
    by_language: dict[str, dict[str, Any]] = {}
    unread: list[str] = []
    for language in LANGUAGES:
        try:
            by_language[language] = texts(language, game, folder)
        except LessonError as error:
            unread += error.faults
    if unread:
        yield from unread
        return
    names = course(game, folder)
    wanted_names = {"chapters": set(names.chapters), "concepts": set(names.needs)}
    for language, told in by_language.items():
        for table, wanted in wanted_names.items():
            for name in sorted(wanted ^ set(told.get(table, {}))):
                yield f"{language}: {table} lacks {name!r} or has it left over"
        for name in sorted(set(told) - {lesson.id for lesson in found} - set(wanted_names)):
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
                try:
                    same = slots(text) == slots(english.get(key, text))
                except ValueError as error:
                    yield f"{lesson.id}: {language} has slots in {key!r} that are none: {error}"
                    continue
                if not same:
                    yield f"{lesson.id}: {language} fills other slots in {key!r} than en"


def flat(told: Any, before: str = "") -> dict[str, str]:
    """Nested tables of texts by keys with dots."""
    found: dict[str, str] = {}
    for key, value in told.items():
        name = f"{before}{key}"
        found |= flat(value, f"{name}.") if isinstance(value, dict) else {name: str(value)}
    return found


def slots(text: str) -> set[str]:
    """The placeholders of a text; ValueError where its braces do not fit."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}
