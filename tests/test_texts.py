"""The messages people read: complete in four languages, all used, the same placeholders."""

from __future__ import annotations

import ast
import re
from dataclasses import fields
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from coach.exercise_form import ASKED
from coach.language import LANGUAGES, best_language, catalogue_path, texts
from coach.own_exercises import ExerciseError
from coach.ui.settings import OFFERED
from coach.ui.table.replay import SIDES
from coach.ui.table.settings import CHOICES, KEYS, SHEET
from coach.ui.table.words import QUESTIONS, RULES_NAMES, places_of
from engine.doudizhu.plays import KINDS
from engine.doudizhu.rules import PLAYING_PRESETS, PRESETS

ROOT = Path(__file__).parents[1]
SOURCES = [ROOT / "app.py", *sorted((ROOT / "coach").rglob("*.py"))]
FAMILIES = {f"{family}.{kind.replace('+', '_')}" for family in ("kind", "a_kind") for kind in KINDS}
FAMILIES |= {f"seat.{side}" for sides in SIDES.values() for side in sides}
FAMILIES |= {f"{name}.{key}" for name in ("key", "keys") for key in KEYS}
FAMILIES |= {f"set.{name}" for name in (*SHEET, *OFFERED)}
FAMILIES |= {f"set.{name}_{value}" for name in (*SHEET, *OFFERED) for value in CHOICES[name]}
FAMILIES |= {
    f"{family}.{place}"
    for rules in PLAYING_PRESETS
    for place in places_of(PRESETS[rules])
    for family in ("role", "does")
}
FAMILIES |= {f"lessons.{family}_{asked}" for asked in ASKED for family in ("goal", "ask")}
FAMILIES |= {f"goal_fault.{key}" for key in ExerciseError.sentences}
"""Keys put together from a table of the code."""


def catalogue(language: str) -> Catalog:
    with catalogue_path(language).open("rb") as file:
        return read_po(file, locale=language.replace("-", "_"))


def keys(language: str) -> set[str]:
    return {key(message.id) for message in catalogue(language) if message.id}


def key(message_id: str | tuple[str, str] | list[str]) -> str:
    return message_id if isinstance(message_id, str) else message_id[0]


def forms(string: str | tuple[str, ...] | list[str]) -> list[str]:
    return [string] if isinstance(string, str) else list(string)


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def asked_for() -> set[str]:
    """Every key that the code asks a translator for: the strings in its first argument."""
    found = set()
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and _is_translator(node.func):
                found |= {
                    part.value
                    for part in _outside_f_strings(node.args[0])
                    if isinstance(part, ast.Constant) and isinstance(part.value, str)
                }
    return found


def _outside_f_strings(node: ast.expr) -> list[ast.AST]:
    return [] if isinstance(node, ast.JoinedStr) else list(ast.walk(node))


def _is_translator(called: ast.expr) -> bool:
    name = called.value if isinstance(called, ast.Attribute) and called.attr == "count" else called
    if isinstance(name, ast.Call):  # texts(tag)("key")
        name = name.func
        return isinstance(name, ast.Name) and name.id == "texts"
    return isinstance(name, ast.Name) and name.id in ("texts", "say")


def strings() -> set[str]:
    """Every string in the code."""
    return {
        node.value
        for source in SOURCES
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def test_every_message_the_code_asks_for_is_in_the_catalogue() -> None:
    known = keys("en")
    families = r"(no_play|error|turn|idle|note|score|preset|result)\.\w+"
    in_tables = {text for text in strings() if re.fullmatch(families, text)}
    for question in QUESTIONS.values():
        in_tables |= {getattr(question, field.name) for field in fields(question)}
    assert len(asked_for()) > 60
    assert (asked_for() | in_tables | FAMILIES) - {*LANGUAGES, ""} - known == set()


def test_every_playing_preset_has_a_name() -> None:
    assert set(RULES_NAMES) == set(PLAYING_PRESETS)


def test_every_message_of_the_catalogue_is_used() -> None:
    assert keys("en") - strings() - FAMILIES == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_has_every_message_and_no_empty_one(language: str) -> None:
    assert keys(language) == keys("en")
    empty = [
        key(message.id)
        for message in catalogue(language)
        if message.id and not all(form.strip() for form in forms(message.string))
    ]
    assert empty == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_is_marked_as_unsure_or_stands_twice(language: str) -> None:
    assert not [message.id for message in catalogue(language) if message.id and message.fuzzy]
    text = catalogue_path(language).read_text(encoding="utf-8")
    written = re.findall(r'^msgid "(.+)"$', text, re.MULTILINE)
    assert len(written) == len(set(written)) == len(keys(language))


@pytest.mark.parametrize("language", [tag for tag in LANGUAGES if tag != "en"])
def test_placeholders_are_the_same_in_every_language(language: str) -> None:
    english = {key(message.id): forms(message.string)[-1] for message in catalogue("en")}
    differing = {
        key(message.id)
        for message in catalogue(language)
        if message.id
        for form in forms(message.string)
        if placeholders(form) != placeholders(english[key(message.id)])
    }
    assert differing == set()


@pytest.mark.parametrize(("number", "expected"), [(1, "1 point"), (2, "2 points"), (0, "0 points")])
def test_english_counts_have_a_singular_and_a_plural(number: int, expected: str) -> None:
    assert texts("en").count("points", number) == expected


def test_japanese_and_chinese_counts_have_one_form() -> None:
    assert [texts("ja").count("cards", number) for number in (1, 2)] == ["1枚", "2枚"]
    assert [texts("zh-Hans").count("cards", number) for number in (1, 2)] == ["1张", "2张"]


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ("ja-JP", "ja"),
        ("zh", "zh-Hans"),
        ("zh-CN", "zh-Hans"),
        ("zh-SG", "zh-Hans"),
        ("zh-TW", "zh-Hant"),
        ("zh-HK", "zh-Hant"),
        ("zh-Hant-CN", "zh-Hant"),
        ("zh-Hans-TW", "zh-Hans"),
        ("en-GB", "en"),
        ("fr-FR", "en"),
        ("not a tag", "en"),
        (None, "en"),
    ],
)
def test_the_browsers_language_chooses_the_nearest_of_four(
    wanted: str | None, expected: str
) -> None:
    assert best_language(wanted) == expected
