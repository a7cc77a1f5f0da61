"""Lessons read from their files: one TOML file a lesson, one of texts a language.

A lesson::

    id = "count-plays"
    concept = "counting"
    needs = ["kinds"]

    [[steps]]
    form = "free"                 # worked, faded or free
    hand = "334455667JQKA22"      # or position = "ddz ..." (open hands or a view)
    on = "66"                     # for a hand: the play to beat
    goal = "empty in 5"
    accept = ["334455", "33445566+*"]   # +* stands for any kickers
    hints = 2
    wrong = [{play = "33", because = "plays 6"}]

Texts stand in ``texts/LANGUAGE.toml`` under the lesson's id: ``title``, ``intro``, and for each
step ``1.prompt``, ``1.reply``, ``1.hint1``, ``1.wrong.33``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engine.cards import NotationError, parse_ranks
from engine.doudizhu.game import view
from engine.doudizhu.plays import parse_play
from engine.doudizhu.position import parse_position, parse_view
from engine.doudizhu.rules import parse_rules
from lessons.goals import Goal, Task, parse_goal, parse_reason

FOLDER = Path(__file__).parent
LANGUAGES = ("en", "ja", "zh-Hans", "zh-Hant")
FORMS = ("worked", "faded", "free")
"""A worked example shows its answer, a faded one offers its hints at once, a free one nothing."""
_LESSON = {"id", "concept", "needs", "steps"}
_STEP = {"form", "hand", "position", "rules", "on", "goal", "accept", "hints", "wrong"}


class LessonError(ValueError):
    """A lesson that cannot be read: which file, which step, what was read and expected."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A wrong branch that is answered."""

    play: str
    because: Goal


@dataclass(frozen=True, slots=True)
class Step:
    """One question of a lesson."""

    number: int
    form: str
    task: Task
    goal: str
    goals: tuple[Goal, ...]
    accept: tuple[str, ...]
    hints: int
    wrong: tuple[Wrong, ...]

    def text_keys(self) -> tuple[str, ...]:
        """The keys of its texts."""
        found = [f"{self.number}.prompt", f"{self.number}.reply"]
        found += [f"{self.number}.hint{n + 1}" for n in range(self.hints)]
        found += [f"{self.number}.wrong.{one.play}" for one in self.wrong]
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson without its texts."""

    id: str
    concept: str
    needs: tuple[str, ...]
    """Concepts that come before it."""
    steps: tuple[Step, ...]

    def text_keys(self) -> tuple[str, ...]:
        """The keys of its texts."""
        return ("title", "intro", *(key for step in self.steps for key in step.text_keys()))


def lessons(game: str = "doudizhu", folder: Path = FOLDER) -> tuple[Lesson, ...]:
    """The lessons of *game* in the order of their files; LessonError where one cannot be read."""
    found = [read_lesson(path) for path in sorted((folder / game).glob("*.toml"))]
    twice = [one.id for place, one in enumerate(found) if one.id in {o.id for o in found[:place]}]
    if twice:
        raise LessonError(f"two lessons are called {twice[0]!r}")
    return tuple(found)


def read_lesson(path: Path) -> Lesson:
    """The lesson of one file."""
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise LessonError(f"{path.name}: {error}") from error
    unknown = set(told) - _LESSON
    if unknown or not {"id", "concept", "steps"} <= set(told):
        raise LessonError(f"{path.name}: read {sorted(told)}; expected {sorted(_LESSON)}")
    steps = []
    for number, step in enumerate(told["steps"], 1):
        try:
            steps.append(_step(number, step))
        except (NotationError, ValueError, KeyError) as error:
            raise LessonError(f"{path.name}, step {number}: {error}") from error
    return Lesson(told["id"], told["concept"], tuple(told.get("needs", ())), tuple(steps))


def _step(number: int, told: Mapping[str, Any]) -> Step:
    unknown = set(told) - _STEP
    if unknown:
        raise NotationError(f"read {sorted(unknown)}; expected {sorted(_STEP)}")
    form = told.get("form", "free")
    if form not in FORMS:
        raise NotationError(f"unknown form {form!r}; expected one of {', '.join(FORMS)}")
    return Step(
        number=number,
        form=form,
        task=_task(told),
        goal=told["goal"],
        goals=parse_goal(told["goal"]),
        accept=tuple(map(str, told["accept"])),
        hints=int(told.get("hints", 0)),
        wrong=tuple(
            Wrong(str(one["play"]), parse_reason(one["because"])) for one in told.get("wrong", ())
        ),
    )


def _task(told: Mapping[str, Any]) -> Task:
    if ("hand" in told) == ("position" in told):
        raise NotationError("a step has either a hand or a position")
    if "hand" in told:
        rules = parse_rules(told.get("rules", "classic"))
        on = parse_play(told["on"], rules) if told.get("on") else None
        return Task(parse_ranks(told["hand"], packs=rules.packs), rules, on)
    text = told["position"]
    if "unseen=" in text:
        seen = parse_view(text)
        return Task(seen.hand, seen.rules, seen.to_beat, seen)
    state = parse_position(text)
    seen = view(state, state.turn)
    return Task(seen.hand, seen.rules, seen.to_beat, seen, state)


@cache
def texts(language: str, game: str = "doudizhu", folder: Path = FOLDER) -> dict[str, Any]:
    """The texts of *game* in *language*, by lesson and key.

    LessonError where they cannot be read.
    """
    path = folder / game / "texts" / f"{language}.toml"
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise LessonError(f"{path.name}: {error}") from error
