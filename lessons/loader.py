"""Lessons read from their files: one TOML file a lesson, in a folder a chapter.

``course.toml`` has the order of the chapters and what each concept takes for granted.  A lesson::

    id = "count-plays"
    concept = "plays"

    [[steps]]
    form = "free"                 # worked, faded or free
    hand = "334455667JQKA22"      # or position = "ddz ..." (open hands or a view), or a deal
    on = "66"                     # for a hand: the play to beat
    goal = "empty in 5"
    accept = ["334455", "33445566+*"]   # +* stands for any kickers
    hints = 2
    wrong = [{play = "33", because = "plays 6"}, {play = "3", because = "loses", reply = "pass 4"}]

A whole deal is ``deal = "CODE"`` with a ``seat``; its goal is ``avoid MISTAKE`` and it accepts
nothing.  ``reply`` is what the next seats play to a wrong branch.

Texts stand in ``texts/LANGUAGE/CHAPTER.toml`` under the lesson's id: ``title``, ``intro``, and for
each step ``1.prompt``, ``1.reply``, ``1.hint1``, ``1.wrong.33``.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engine.cards import Counts, NotationError, full_deck, parse_ranks, ranks_text, subtract
from engine.doudizhu.game import deal, view
from engine.doudizhu.plays import parse_play
from engine.doudizhu.position import parse_position, parse_view
from engine.doudizhu.rules import Rules, parse_rules, rules_text
from engine.doudizhu.state import View
from lessons.goals import DEAL, Goal, Task, parse_goal, parse_reason

FOLDER = Path(__file__).parent
EXERCISES = "exercises"
"""The folder of exercises, a file a pattern."""
LANGUAGES = ("en", "ja", "zh-Hans", "zh-Hant")
FORMS = ("worked", "faded", "free")
"""A worked example shows its answer, a faded one offers its hints at once, a free one nothing."""
_LESSON = {"id": str, "concept": str, "steps": list}
_STEP = {
    "form": str, "hand": str, "position": str, "deal": str, "seat": int, "rules": str, "on": str,
    "goal": str, "accept": list, "hints": int, "wrong": list,
}  # fmt: skip
_WRONG = {"play": str, "because": str, "reply": str}
_SORTS = {str: "text", int: "a whole number from 0 to 9", list: "a list", dict: "a table"}
"""What fields of a file hold, as it is said."""


class LessonError(ValueError):
    """Lessons that cannot be read: which file, which step, what was read and expected."""

    def __init__(self, *faults: str) -> None:
        self.faults = faults
        """One line each."""
        super().__init__("; ".join(faults))


@dataclass(frozen=True, slots=True)
class Deal:
    """A whole deal and the seat of the learner."""

    code: str
    seat: int


@dataclass(frozen=True, slots=True)
class Wrong:
    """A wrong branch that is answered."""

    play: str
    because: Goal
    reply: tuple[str, ...] = ()
    """What the seats after it play, one by one."""


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
    digest: str
    """Another for each change of what is asked or accepted; texts are not in it."""
    deal: Deal | None = None
    """Of a whole deal that is to be played."""

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
    chapter: str
    concept: str
    steps: tuple[Step, ...]

    @property
    def is_exercises(self) -> bool:
        """Whether it is a row of exercises of one pattern, with words for all of them."""
        return self.chapter == EXERCISES

    def text_keys(self) -> tuple[str, ...]:
        """The keys of its texts."""
        if self.is_exercises:
            return ("title", "prompt", "reply", "hint")
        return ("title", "intro", *(key for step in self.steps for key in step.text_keys()))


@dataclass(frozen=True, slots=True)
class Course:
    """How the lessons of a game hang together."""

    chapters: tuple[str, ...]
    needs: Mapping[str, tuple[str, ...]]
    """For each concept, in the order they are taught, those that come before it."""


@cache
def course(game: str = "doudizhu", folder: Path = FOLDER) -> Course:
    """The course of *game*; LessonError where it cannot be read or goes in a circle."""
    told = _read(folder / game / "course.toml")
    if set(told) != {"chapters", "concepts"}:
        raise LessonError(f"course.toml: read {sorted(told)}; expected chapters, concepts")
    try:
        _of_sort("chapters", told["chapters"], list, str)
        _of_sort("concepts", told["concepts"], dict)
        for concept, before in told["concepts"].items():
            _of_sort(concept, before, list, str)
    except NotationError as error:
        raise LessonError(f"course.toml: {error}") from error
    needs = {concept: tuple(before) for concept, before in told["concepts"].items()}
    for concept, before in needs.items():
        unknown = sorted(set(before) - set(needs))
        if unknown:
            raise LessonError(f"course.toml: {concept} needs the unknown concept {unknown[0]!r}")
    left = dict(needs)
    while left:
        free = [one for one, before in left.items() if not set(before) & set(left)]
        if not free:
            raise LessonError(f"course.toml: {', '.join(sorted(left))} need one another")
        for one in free:
            del left[one]
    return Course(tuple(told["chapters"]), needs)


def lessons(game: str = "doudizhu", folder: Path = FOLDER) -> tuple[Lesson, ...]:
    """The lessons of *game* in the order of their files; LessonError where one cannot be read."""
    return _read_all(_lesson_files(game, folder))


def exercises(game: str = "doudizhu", folder: Path = FOLDER) -> tuple[Lesson, ...]:
    """The exercises of *game*, those of one pattern together; LessonError as for lessons."""
    return _read_all(_exercise_files(game, folder))


def everything(game: str = "doudizhu", folder: Path = FOLDER) -> tuple[Lesson, ...]:
    """The lessons, then the exercises; LessonError with every fault where some cannot be read."""
    return _read_all((*_lesson_files(game, folder), *_exercise_files(game, folder)))


def _lesson_files(game: str, folder: Path) -> list[Path]:
    chapters = course(game, folder).chapters
    return [path for one in chapters for path in sorted((folder / game / one).glob("*.toml"))]


def _exercise_files(game: str, folder: Path) -> list[Path]:
    return sorted((folder / game / EXERCISES).glob("*.toml"))


def _read_all(paths: Iterable[Path]) -> tuple[Lesson, ...]:
    found: list[Lesson] = []
    faults: list[str] = []
    for path in paths:
        try:
            found.append(read_lesson(path))
        except LessonError as error:
            faults += error.faults
    if faults:
        raise LessonError(*faults)
    return tuple(found)


def _read(path: Path, folder: str = "") -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise LessonError(f"{folder}{path.name}: {' '.join(str(error).split())}") from error


def read_lesson(path: Path) -> Lesson:
    """The lesson of one file; LessonError with the first fault of each step."""
    told = _read(path)
    try:
        _has_fields(told, _LESSON, needed=_LESSON)
        if not told["steps"]:
            raise NotationError("a lesson has at least one step")
    except NotationError as error:
        raise LessonError(f"{path.name}: {error}") from error
    steps: list[Step] = []
    faults: list[str] = []
    for number, step in enumerate(told["steps"], 1):
        try:
            _has_fields(step, _STEP, needed={"goal"})
            _of_sort("accept", step.get("accept", []), list, str)
            if ("deal" in step) == ("accept" in step):
                raise NotationError("a step has accept, and a whole deal has none")
            for wrong in step.get("wrong", ()):
                _has_fields(wrong, _WRONG, needed={"play", "because"})
            steps.append(step_of(number, step))
        except ValueError as error:
            faults.append(f"{path.name}, step {number}: {error}")
    if faults:
        raise LessonError(*faults)
    return Lesson(told["id"], path.parent.name, told["concept"], tuple(steps))


def _has_fields(told: object, fields: Mapping[str, type], needed: Iterable[str]) -> None:
    """NotationError unless *told* is a table of these *fields*, each of its sort."""
    if not isinstance(told, dict):
        raise NotationError(f"read {str(told)[:40]!r}; expected a table of {sorted(fields)}")
    if unknown := sorted(set(told) - set(fields)):
        raise NotationError(f"read {unknown}; expected {sorted(fields)}")
    if missing := sorted(set(needed) - set(told)):
        raise NotationError(f"read no {', '.join(missing)}")
    for name, value in told.items():
        _of_sort(name, value, fields[name])


def _of_sort(name: str, value: object, sort: type, of: type = object) -> None:
    fits = type(value) is sort and (not isinstance(value, int) or 0 <= value <= 9)
    if not fits:
        raise NotationError(f"{name}: read {str(value)[:40]!r}; expected {_SORTS[sort]}")
    if isinstance(value, list) and not all(isinstance(one, of) for one in value):
        raise NotationError(f"{name}: read {str(value)[:40]!r}; expected a list of {_SORTS[of]}")


def step_of(number: int, told: Mapping[str, Any]) -> Step:
    """The step with these fields.

    Raises NotationError, or another ValueError, that says what was read and what was expected.
    """
    form = told.get("form", "free")
    if form not in FORMS:
        raise NotationError(f"unknown form {form!r}; expected one of {', '.join(FORMS)}")
    goals = parse_goal(told["goal"])
    asks_deal = goals[0].kind == DEAL
    if asks_deal != ("deal" in told):
        raise NotationError("a whole deal and the goal avoid MISTAKE belong together")
    return Step(
        number=number,
        form=form,
        task=task_of(told, bids=goals[0].kind == "bid"),
        goal=told["goal"],
        goals=goals,
        accept=tuple(told.get("accept", ())),
        digest=_digest(told),
        deal=Deal(told["deal"], int(told.get("seat", 0))) if asks_deal else None,
        hints=int(told.get("hints", 0)),
        wrong=tuple(_wrong(one) for one in told.get("wrong", ())),
    )


def _wrong(told: Mapping[str, Any]) -> Wrong:
    reply = tuple(told.get("reply", "").split())
    return Wrong(told["play"], parse_reason(told["because"]), reply)


def _digest(told: Mapping[str, Any]) -> str:
    text = json.dumps(told, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def task_of(told: Mapping[str, Any], *, bids: bool = False) -> Task:
    """What a step with these fields asks about; *bids* where it is the first bid of an auction.

    Raises NotationError that says what was read and what was expected.
    """
    if sum(name in told for name in ("hand", "position", "deal")) != 1:
        raise NotationError("a step has either a hand or a position or a deal")
    rules = parse_rules(told.get("rules", "classic"))
    if "deal" in told:
        dealt, seat = deal(rules, told["deal"]), int(told.get("seat", 0))
        if not 0 <= seat < rules.seats:
            raise NotationError(f"read seat {seat}; expected 0 to {rules.seats - 1}")
        return Task(dealt.hands[seat], rules)
    if "hand" in told:
        hand = parse_ranks(told["hand"], packs=rules.packs)
        on = parse_play(told["on"], rules) if told.get("on") else None
        return Task(hand, rules, on, _opening(hand, rules) if bids else None)
    text = told["position"]
    if "unseen=" in text:
        seen = parse_view(text)
        return Task(seen.hand, seen.rules, seen.to_beat, seen)
    state = parse_position(text)
    seen = view(state, state.turn)
    return Task(seen.hand, seen.rules, seen.to_beat, seen, state)


def _opening(hand: Counts, rules: Rules) -> View:
    """What the first bidder knows, with *hand*."""
    unseen = subtract(full_deck(packs=rules.packs), hand)
    others = "/".join([f"?{rules.hand_size}"] * (rules.seats - 1))
    return parse_view(
        f"ddz {ranks_text(hand)}/{others} ?{rules.kitty_size} - 0 - 0 0 "
        f"rules={rules_text(rules)} unseen={ranks_text(unseen)}"
    )


@cache
def texts(language: str, game: str = "doudizhu", folder: Path = FOLDER) -> dict[str, Any]:
    """The texts of *game* in *language*, by lesson and key, of all chapters.

    LessonError where they cannot be read, or stand there twice.
    """
    found: dict[str, Any] = {}
    for path in sorted((folder / game / "texts" / language).glob("*.toml")):
        told = _read(path, f"{language}/")
        faults = [f"{language}/{path.name}: {fault}" for fault in _no_texts(told)]
        if faults:
            raise LessonError(*faults)
        twice = set(told) & set(found)
        if twice:
            raise LessonError(f"{language}/{path.name}: {min(twice)!r} stands in two files")
        found |= told
    return found


def _no_texts(told: Mapping[str, Any]) -> Iterable[str]:
    """What of a file of texts is neither text nor a table of texts."""
    for name, one in told.items():
        if not isinstance(one, dict):
            yield f"{name}: read {str(one)[:40]!r}; expected a table"
            continue
        tables = [(name, one)]
        for within, table in tables:
            for key, value in table.items():
                if isinstance(value, dict):
                    tables.append((f"{within}.{key}", value))
                elif not isinstance(value, str):
                    yield f"{within}.{key}: read {str(value)[:40]!r}; expected text"
