"""Exercises, drills and those of teachers: drawn alike from the same seed, right by other means."""

from __future__ import annotations

import base64
import json
import random
import zlib
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from coach.__main__ import app
from coach.commands import lessons as verbs
from coach.course import MOST_OF_A_PATTERN, faults
from coach.doudizhu.lesson_proofs import best_plays, misleading
from coach.exercises import drill, exercises_text, fresh
from coach.lesson_answers import accepted
from coach.own_exercises import ExerciseError, OwnExercise, checked, from_piece, made, piece
from engine.cards import ranks_text
from engine.doudizhu.cpu import standard
from engine.doudizhu.plays import Play, parse_play
from lessons.loader import EXERCISES, FOLDER, exercises, lessons, task_of
from lessons.patterns import BY_NAME, DRILLS, PATTERNS, DrawError, drawn_openly
from tests.oracle_split import Table, fewest

pytestmark = pytest.mark.usefixtures("compiled")


def test_there_are_enough_of_enough_patterns() -> None:
    rows = exercises()
    asked = [step for lesson in lessons() for step in lesson.steps if step.form != "worked"]
    assert sum(len(one.steps) for one in rows) >= 300
    assert max(len(one.steps) for one in rows) <= MOST_OF_A_PATTERN
    assert len(asked) >= 60  # with words of their own
    assert len(lessons()) >= 45
    assert {one.id for one in rows} == {one.name for one in PATTERNS}


def _file(name: str) -> str:
    return (FOLDER / "doudizhu" / EXERCISES / f"{name}.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [one.name for one in DRILLS])
def test_a_file_holds_what_its_command_draws(name: str) -> None:
    assert exercises_text(name) == _file(name)


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(set(BY_NAME) - {one.name for one in DRILLS}))
def test_every_other_file_holds_what_its_command_draws(name: str) -> None:
    assert exercises_text(name) == _file(name)


def test_no_exercise_stands_twice() -> None:
    found = Counter(step.digest for one in exercises() for step in one.steps)
    assert max(found.values()) == 1


@pytest.mark.parametrize("name", [one.name for one in DRILLS])
def test_a_drill_is_the_same_for_the_same_seed_and_another_for_another(name: str) -> None:
    drawn = [drill(name, str(seed)) for seed in range(6)]
    again = [drill.__wrapped__(name, str(seed)) for seed in range(6)]
    assert [one.digest for one in drawn] == [one.digest for one in again]
    assert len({one.digest for one in drawn}) >= 4
    assert all(accepted(one) for one in drawn)


@pytest.mark.parametrize("name", ["plays-of-14", "duel-follow", "who-holds"])
def test_a_new_exercise_is_none_of_the_course_and_the_same_for_the_same_seed(name: str) -> None:
    (row,) = [one for one in exercises() if one.id == name]
    drawn = [fresh(name, str(seed)) for seed in range(3)]
    again = [fresh(name, str(seed)) for seed in range(3)]
    assert drawn == again
    found = {one.digest for one in drawn}
    assert len(found) == 3
    assert not found & {step.digest for step in row.steps}


def test_what_does_not_mislead_is_seen_early_and_judged_as_by_looking_at_every_play() -> None:
    found = []
    for seed in range(3):
        task = task_of(drawn_openly(BY_NAME["best-follow"], f"eq {seed}"))
        assert task.view is not None
        usual = standard(task.view, random.Random(0))
        right = best_plays(task)
        fits = len(right) <= 3 and usual not in right
        assert misleading(task, usual, 3) == (right if fits else ())
        found.append(fits)
    assert any(found)
    assert not all(found)


@pytest.mark.parametrize("name", ["safe-duel", "opening-bid", "best-lead"])
def test_the_search_of_a_new_exercise_can_be_stopped(name: str) -> None:
    with pytest.raises(DrawError):
        fresh(name, "1", stop=lambda: True)


@pytest.mark.long
@pytest.mark.parametrize("name", list(BY_NAME))
def test_every_pattern_has_new_exercises_that_verify(name: str) -> None:
    assert list(faults(fresh(name, "verified"))) == []


def test_counted_plays_are_those_of_the_oracle() -> None:
    for seed in range(8):
        step = drill("plays-of-7", f"oracle {seed}")
        assert accepted(step) == (fewest(ranks_text(step.task.hand), Table()),)


def test_what_beats_the_table_does_by_the_rules() -> None:
    for name in ("beat-small", "beat-triple", "beat-straight", "beat-bomb-only"):
        for seed in range(4):
            step = drill(name, f"beats {seed}")
            table = step.task.to_beat
            assert table is not None
            for one in accepted(step):
                assert isinstance(one, Play)
                assert one.beats(table)
                assert one.is_bomb or (one.kind, one.length) == (table.kind, table.length)


def test_every_pattern_teaches_a_concept_of_the_course() -> None:
    concepts = {one.concept for one in lessons()}
    assert {one.concept for one in BY_NAME.values()} <= concepts


# ---- exercises of teachers ----


def test_a_teachers_exercise_gets_all_right_answers() -> None:
    own = made({"hand": "3456788", "goal": "empty in 2", "prompt": "Which first?"})
    step = checked(own)
    assert {str(one) for one in accepted(step)} == {"8", "88", "34567", "345678"}


def test_it_goes_through_an_address_and_back_without_its_answers() -> None:
    own = made({"hand": "335", "on": "4", "goal": "play 5", "prompt": "何を出す？"})
    text = piece(own)
    assert from_piece(text) == own
    assert text.isascii()
    padded = text + "=" * (-len(text) % 4)
    told = json.loads(zlib.decompress(base64.urlsafe_b64decode(padded)))
    assert set(told) == {"hand", "on", "goal", "prompt"}


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"hand": "3456788"}, "no goal"),
        ({"hand": "3456788", "goal": "empty in 3"}, "takes 2 plays"),
        ({"hand": "34x", "goal": "empty in 1"}, "x"),
        ({"goal": "win"}, "either a hand or a position"),
        ({"hand": "3", "goal": "win"}, "nothing is told"),
        ({"hand": "3", "goal": "guess"}, "unknown goal"),
        ({"position": "ddz 3/4", "goal": "win"}, "fields"),
        ({"hand": "3", "goal": "avoid strength"}, "deal"),
        ({"hand": "3" * 401, "goal": "win"}, "at most 400"),
    ],
)
def test_what_is_no_exercise_says_why(fields: dict[str, str], said: str) -> None:
    with pytest.raises(ExerciseError, match=said):
        checked(made(fields))


@pytest.mark.parametrize("text", ["", "nonsense", "!!!!", "eJwDAAAAAAE", "A" * 9000])
def test_an_address_that_holds_no_exercise_is_refused(text: str) -> None:
    with pytest.raises(ExerciseError, match="holds no exercise"):
        from_piece(text)


def test_an_address_cannot_blow_up() -> None:
    bomb = base64.urlsafe_b64encode(zlib.compress(b'{"goal":"' + b"x" * 5_000_000 + b'"}'))
    with pytest.raises(ExerciseError):
        from_piece(bomb.decode())


def test_an_exercise_of_a_view_is_right_in_every_world() -> None:
    view = "ddz ?1/55K/?5 - 0@1 1 - 0 0 unseen=34679A plays=9,9,9"
    assert accepted(checked(made({"position": view, "goal": "win"}))) == (parse_play("55"),)
    assert isinstance(made({}), OwnExercise)


HEAVY = "ddz 33445566778899TTJJ/3344556677QQKKA/8899TTJJQQKKAA22 - 0@1 0 - 0 0 plays=0,0,0"


def test_an_exercise_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lessons.goals.MOST_NODES", 100)
    with pytest.raises(ExerciseError, match="more than 100 positions"):
        checked(made({"position": HEAVY, "goal": "win"}))
    for fields in (
        {"position": HEAVY, "goal": "best"},
        {"hand": "3456789TJQKA2334B", "goal": "bid 3..3"},
    ):
        with pytest.raises(ExerciseError, match="too long"):
            checked(made(fields), stop=lambda: True)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nonsense"], "error: unknown pattern 'nonsense'; expected one of name-chains"),
        (["name-triples", "--number", "10"], "exercises of name-triples found; read --number 10"),
    ],
)
def test_the_verb_says_what_it_cannot_draw_and_writes_nothing(
    arguments: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "doudizhu").mkdir()
    monkeypatch.setattr(verbs, "FOLDER", tmp_path)
    result = CliRunner().invoke(app, ["lessons", "draw", *arguments])
    assert result.exit_code == 2
    assert said in result.stderr
    assert not list(tmp_path.rglob("*.toml"))
