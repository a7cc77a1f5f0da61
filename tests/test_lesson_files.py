"""Files of lessons that hold something else than they should: told line by line, no traceback."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from coach import course
from engine.cards import NotationError
from lessons.goals import parse_goal
from lessons.loader import FOLDER

pytestmark = pytest.mark.usefixtures("compiled")

LESSON = "plays/02_count_plays.toml"
WORDS = "texts/ja/plays.toml"
HEAD = 'id = "count-plays"\nconcept = "plays"\n'


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """One lesson with the texts of all."""
    shutil.copytree(FOLDER / "doudizhu", tmp_path / "doudizhu")
    for path in tmp_path.glob("doudizhu/*/*.toml"):
        if f"{path.parent.name}/{path.name}" != LESSON:
            path.unlink()
    return tmp_path


def told(folder: Path) -> list[str]:
    """The faults but for texts of lessons that were left out."""
    found: Iterator[str] = course.verify(folder=folder)
    return [fault for fault in found if "unknown lesson" not in fault]


def write(folder: Path, name: str, data: bytes) -> None:
    path = folder / "doudizhu" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def replace(folder: Path, name: str, before: str, after: str) -> None:
    path = folder / "doudizhu" / name
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), encoding="utf-8")


@pytest.mark.parametrize("name", [LESSON, "course.toml", "exercises/x.toml", "texts/ja/x.toml"])
@pytest.mark.parametrize("data", [b"\xff\xfe\x00", b"id = \n"])
def test_a_file_that_is_no_toml(copy: Path, name: str, data: bytes) -> None:
    write(copy, name, data)
    (fault,) = told(copy)
    assert fault.startswith(f"{name.removeprefix('texts/').removeprefix('plays/')}: ") or (
        name == "exercises/x.toml" and fault.startswith("x.toml: ")
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "read no concept, id, steps"),
        ('id = 3\nconcept = "plays"\nsteps = [{}]', "id: read '3'; expected text"),
        ('id = "a"\nconcept = ["plays"]\nsteps = [{}]', "concept: read"),
        (HEAD + "steps = 3", "steps: read '3'; expected a list"),
        (HEAD + "steps = []", "at least one step"),
        (HEAD + 'steps = ["x"]', "step 1: read 'x'; expected a table"),
        (HEAD + "steps = [{goal = 5}]", "step 1: goal: read '5'; expected text"),
        (HEAD + 'steps = [{hand = "3", accept = ["3"]}]', "step 1: read no goal"),
    ],
)
def test_a_lesson_of_other_sorts(copy: Path, text: str, said: str) -> None:
    write(copy, LESSON, text.encode())
    (fault,) = told(copy)
    assert said in fault


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ("accept = 34", "accept: read '34'; expected a list"),
        ('accept = "34"', "accept: read '34'; expected a list"),
        ("accept = [3, 4]", "expected a list of text"),
        ("", "a step has accept"),
        ('accept = ["3"]\nhints = "x"', "expected a whole number"),
        ('accept = ["3"]\nhints = -1', "expected a whole number"),
        ('accept = ["3"]\nhints = true', "expected a whole number"),
        ('accept = ["3"]\non = 3', "on: read '3'"),
        ('accept = ["3"]\nrules = 3', "rules: read '3'"),
        ('accept = ["3"]\nwrong = ["x"]', "expected a table of ['because'"),
        ('accept = ["3"]\nwrong = [{play = "4"}]', "read no because"),
        ('accept = ["3"]\nwrong = [{play = "4", because = 6}]', "because: read '6'"),
    ],
)
def test_a_step_of_other_sorts(copy: Path, fields: str, said: str) -> None:
    step = f'\n[[steps]]\nhand = "3344"\ngoal = "find solo"\n{fields}\n'
    write(copy, LESSON, f"{HEAD}{step}".encode())
    (fault,) = told(copy)
    assert said in fault


def test_every_file_and_step_that_cannot_be_read_has_a_line(copy: Path) -> None:
    step = '\n[[steps]]\nhand = "3344"\ngoal = "guess"\naccept = ["3"]\n'
    write(copy, LESSON, f"{HEAD}{step}{step}".encode())
    write(copy, "exercises/x.toml", b"x")
    assert [fault.split(": ")[0] for fault in told(copy)] == [
        "02_count_plays.toml, step 1",
        "02_count_plays.toml, step 2",
        "x.toml",
    ]


def test_a_number_that_is_wrong_gets_no_reply_from_the_table(copy: Path) -> None:
    before = 'accept = ["3"]\n'
    wrong = 'wrong = [{play = "4", because = "other", reply = "pass"}]\n'
    replace(copy, LESSON, before, before + wrong)
    assert "count-plays, step 1: wrong branch: nobody replies to 4" in told(copy)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('aa = ["bb"]\nbb = ["aa"]', "aa, bb need one another"),
        ('aa = ["zz"]', "needs the unknown concept 'zz'"),
        ("aa = 3", "aa: read '3'; expected a list"),
        ('aa = "plays"', "aa: read 'plays'; expected a list"),
    ],
)
def test_concepts_that_hang_together_wrongly(copy: Path, line: str, said: str) -> None:
    replace(copy, "course.toml", "[concepts]", f"[concepts]\n{line}")
    (fault,) = told(copy)
    assert said in fault


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("5", "ja/plays.toml: count-plays.title: read '5'; expected text"),
        ('["a"]', "count-plays.title: read"),
        ('"a {b"', "has slots in 'title' that are none"),
        ('"a }"', "has slots in 'title' that are none"),
        ('"a {}"', "fills other slots in 'title'"),
    ],
)
def test_texts_that_are_none(copy: Path, text: str, said: str) -> None:
    replace(copy, WORDS, "[count-plays]\ntitle =", f"[count-plays]\ntitle = {text}\nold =")
    assert any(said in fault for fault in told(copy))


def test_a_lesson_whose_texts_are_no_table(copy: Path) -> None:
    write(copy, "texts/ja/x.toml", b'other = "x"')
    assert told(copy) == ["ja/x.toml: other: read 'x'; expected a table"]


def test_a_folder_that_is_no_chapter_is_not_passed_over(copy: Path) -> None:
    write(copy, "attic/01_old.toml", b"")
    assert told(copy) == ["attic: holds lessons and is no chapter of course.toml"]


def test_a_worked_example_comes_first(copy: Path) -> None:
    replace(copy, LESSON, 'form = "worked"', 'form = "free"')
    (fault,) = told(copy)
    assert fault.startswith("count-plays: has its steps free, faded, free; expected worked")


@pytest.mark.parametrize(
    "text", ["best and keep 22", "empty in 3 and count plays = 3", "bid 0..1 and win"]
)
def test_goals_that_stand_alone(text: str) -> None:
    with pytest.raises(NotationError, match="stands alone"):
        parse_goal(text)
