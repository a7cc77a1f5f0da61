"""What a person has set, checked value by value: a file and an old database may hold anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from coach.doudizhu import mistakes
from coach.language import LANGUAGES
from coach.learning import practised_of
from coach.mastery import OTHER, past_of
from coach.ui.table.settings import CHOICES
from coach.ui.table.words import LEVEL_NAMES, RULES_NAMES
from engine.cards import NotationError
from engine.doudizhu.rules import parse_rules
from lessons.loader import course

Checked = tuple[object, bool]
"""What can be used of a value, None for nothing, and whether that is all of it."""


def checked(kept: object) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The settings of *kept* that can be used, and the names of those left out, whole or in part.

    Settings of a name that is not known here, as a later version may have, stay as they are.
    """
    found: dict[str, Any] = {}
    wrong = []
    for name, value in kept.items() if isinstance(kept, dict) else ():
        usable, whole = _CHECKS[name](value) if name in _CHECKS else (value, True)
        if usable is not None:
            found[name] = usable
        if not whole:
            wrong.append(name)
    return found, tuple(wrong)


def can_be_played(rules: object) -> bool:
    """Whether *rules* is the text of rules that the table offers, also changed."""
    if not isinstance(rules, str):
        return False
    try:
        return parse_rules(rules).name in RULES_NAMES
    except NotationError:
        return False


def _if(right: bool, value: object) -> Checked:
    return (value, True) if right else (None, False)


def _language(value: object) -> Checked:
    return _if(value in LANGUAGES, value)


def _level(value: object) -> Checked:
    return _if(isinstance(value, str) and value in LEVEL_NAMES, value)


def _rules(value: object) -> Checked:
    return _if(can_be_played(value), value)


def _table(value: object) -> Checked:
    if not isinstance(value, dict):
        return None, False
    good = {name: each for name, each in value.items() if each in CHOICES.get(name, ())}
    return good, good == value


def _past(value: object) -> Checked:
    if not isinstance(value, dict):
        return None, False
    concepts = (*mistakes.NAMES, OTHER, *course().needs)
    good = {name: past for name, past in past_of(value).items() if name in concepts}
    return good, good == value


def _steps(value: object) -> Checked:
    """For each lesson the steps that were answered right."""
    if not isinstance(value, dict):
        return None, False
    good = {
        name: steps
        for name, steps in value.items()
        if isinstance(steps, list) and all(type(one) is int for one in steps)
    }
    return good, good == value


def _practised(value: object) -> Checked:
    good = practised_of(value)
    kept = {name: [[one.isoformat(), right] for one, right in told] for name, told in good.items()}
    return kept, len(good) == (len(value) if isinstance(value, dict) else -1)


def _known(value: object) -> Checked:
    """Concepts that the placement test found to be known."""
    good = (
        [one for one in value if isinstance(one, str) and one in course().needs]
        if isinstance(value, list)
        else None
    )
    return good, good == value


def _placement(value: object) -> Checked:
    """The placement test: its seed, and for each concept asked whether it was answered right."""
    if not isinstance(value, dict) or not isinstance(value.get("seed"), str):
        return None, False
    answers = value.get("answers")
    good = {
        concept: right
        for concept, right in (answers.items() if isinstance(answers, dict) else ())
        if concept in course().needs and isinstance(right, bool)
    }
    found = {"seed": value["seed"], "answers": good}
    return found, found == value


def _hinted(value: object) -> Checked:
    """The game, the number of its actions, and how deep the hint was looked at."""
    kinds = [type(each) for each in value] if isinstance(value, list) else []
    return _if(kinds == [str, int, int], value)


_CHECKS: dict[str, Callable[[object], Checked]] = {
    "language": _language,
    "level": _level,
    "rules": _rules,
    "table": _table,
    "mastery": _past,
    "lessons": _steps,
    "practised": _practised,
    "known": _known,
    "placement": _placement,
    "hinted": _hinted,
}
