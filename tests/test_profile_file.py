"""Everything of a person as one file: it reads back equal, and what is torn is told."""

from __future__ import annotations

import json
import random
import re
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from coach.store import KeptGame, SavedGame, Store
from coach.ui.kept_settings import checked
from coach.ui.profile_file import read_profile, write_profile
from coach.ui.table.replay import copy_of, outcome_of, positions
from engine.cards import NotationError
from engine.record import read_record
from tests.table_games import played

WHEN = datetime(2026, 3, 4, 5, 6, 7)
SETTINGS = {"language": "ja", "table": {"speed": "fast", "sound": "on"}, "name": "手数"}


def kept(game: SavedGame, name: str, **changes: object) -> KeptGame:
    named = SavedGame({**game, "id": name, **changes})  # type: ignore[typeddict-item]
    return KeptGame(named, None, outcome_of(named), WHEN, WHEN + timedelta(minutes=9))


ENDED = kept(played("file", 3, "classic")[-1], "ended")
UNDER_WAY = kept(played("file 2", 1, "competition")[3], "under-way", level="hoards-twos")
JUST_DEALT = kept(played("file 3", 1, "rob")[0], "dealt")
CHANGED = kept(played("file 4", 2, "folk,redeals=none,trio_alone=yes")[-1], "changed")
WHAT_IF = kept(copy_of(ENDED.game, 4), "if")
ALL = (ENDED, UNDER_WAY, JUST_DEALT, CHANGED, WHAT_IF)


def test_deals_and_settings_read_back_equal() -> None:
    read = read_profile(write_profile(ALL, SETTINGS))
    assert read.settings == SETTINGS
    assert read.games == ALL
    assert read.faults == ()


def test_an_empty_person_reads_back() -> None:
    read = read_profile(write_profile((), {}))
    assert (read.settings, read.games, read.faults) == ({}, (), ())


def test_the_deals_are_records_as_text() -> None:
    text = write_profile([ENDED], {})
    record = read_record(text[text.index("[Game") :])
    assert record.faults == ()
    assert len(record.record.turns) == len(ENDED.game["actions"])


def test_a_file_that_went_through_another_system_reads_the_same() -> None:
    text = "\ufeff" + write_profile(ALL, SETTINGS).replace("\n", "\r\n")
    assert read_profile(text).games == ALL


def test_without_the_cards_the_plays_are_the_same_of_the_lowest_suits() -> None:
    lines = write_profile([ENDED], {}).splitlines(keepends=True)
    read = read_profile("".join(line for line in lines if not line.startswith("[Cards")))
    assert read.faults == ()
    (game,) = read.games
    assert [text for text, _ in game.game["actions"]] == [text for text, _ in ENDED.game["actions"]]
    assert positions(game.game)[-1].state == positions(ENDED.game)[-1].state


def test_a_torn_deal_keeps_what_was_good_and_is_told_with_its_line() -> None:
    text = write_profile([ENDED, UNDER_WAY], {})
    lines = text.splitlines(keepends=True)
    number = next(n for n, line in enumerate(lines) if line.startswith("2. "))
    lines[number] = "2. nonsense\n"
    read = read_profile("".join(lines))
    first, second = read.games
    assert second == UNDER_WAY
    done = first.game["actions"]
    assert 0 < len(done) < len(ENDED.game["actions"])
    assert done == ENDED.game["actions"][: len(done)]
    assert any(fault.startswith(f"line {number + 1}: ") for fault in read.faults)


@pytest.mark.parametrize(
    ("tag", "said"),
    [
        ('[Deal "nonsense"]', "nonsense"),
        ('[Level "grandmaster"]', "unknown level 'grandmaster'"),
        ('[Rules "poker"]', "unknown rules 'poker'"),
    ],
)
def test_a_deal_that_cannot_be_begun_is_left_out_and_told(tag: str, said: str) -> None:
    name = tag.split(" ")[0]
    lines = write_profile([ENDED, UNDER_WAY], {}).splitlines(keepends=True)
    number = next(n for n, line in enumerate(lines) if line.startswith(name))
    lines[number] = tag + "\n"
    read = read_profile("".join(lines))
    assert read.games == (UNDER_WAY,)
    (fault,) = read.faults
    assert fault.startswith("line 4: ")
    assert said in fault


def test_names_that_fit_no_address_are_replaced() -> None:
    text = write_profile([ENDED], {}).replace('[Id "ended"]', '[Id "../../x y"]')
    (game,) = read_profile(text).games
    assert game.game["id"] not in ("ended", "../../x y")
    assert game.game["actions"] == ENDED.game["actions"]


@pytest.mark.parametrize("text", ["", "hello", "tesuu profile", '[Game "ddz"]', "\x00\x01"])
def test_another_file_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="no file of this program"):
        read_profile(text)


def test_a_later_version_is_refused_by_its_number() -> None:
    with pytest.raises(NotationError, match="version 2; this program reads 1"):
        read_profile("tesuu profile 2\nsettings {}\n")


@pytest.mark.parametrize("line", ["settings [1]", "settings {", "colours {}"])
def test_settings_that_cannot_be_read_are_told(line: str) -> None:
    read = read_profile(f"tesuu profile 1\n{line}\n")
    assert read.settings == {}
    assert read.faults[0].startswith(f"line 2: cannot read {line!r}")


# ---- damage ----


def damaged(tag: str) -> str:
    """The file of ENDED and UNDER_WAY with the line of *tag* in the first deal put in its place."""
    lines = write_profile([ENDED, UNDER_WAY], {}).splitlines(keepends=True)
    name = tag.split(" ")[0]
    number = next((n for n, line in enumerate(lines) if line.startswith(name)), 4)
    if not lines[number].startswith(name):
        lines.insert(number, "")
    lines[number] = tag + "\n"
    return "".join(lines)


@pytest.mark.parametrize(
    "tag",
    [
        '[Cards "zz,zz ,,, 3c"]',
        '[Begun "0001-01-01T00:00:00+14:00"]',
        '[Changed "9999-12-31T23:59:59-14:00"]',
        '[Begun "0001-01-01"]',
        '[CopyOf "abc"]\n[CopyAt "99999999999999999999999"]',
        f'[CopyOf "abc"]\n[CopyAt "{"9" * 5000}"]',
        '[Seed "\ud800"]',
        '[Seed "a\x00b"]',
        '[Gane "ddz"]',
    ],
)
def test_a_tag_that_makes_no_sense_costs_no_deal(tag: str, tmp_path: Path) -> None:
    read = read_profile(damaged(tag))
    first, second = read.games
    assert second == UNDER_WAY
    assert [text for text, _ in first.game["actions"]] == [t for t, _ in ENDED.game["actions"]]
    assert read.left_out == 0
    store = Store(f"sqlite:///{tmp_path / 'games.sqlite3'}")
    assert store.put(read.games, "p" * 22) == 2
    store.close()


@pytest.mark.parametrize("tag", ['[Rules "openspiel"]', '[Level "\ud800"]', '[Game "x"]'])
def test_deals_left_out_are_counted(tag: str) -> None:
    read = read_profile(damaged(tag))
    assert read.games == (UNDER_WAY,)
    assert read.left_out == len(read.faults) == 1


def test_whatever_is_damaged_in_one_deal_the_others_are_read() -> None:
    """One piece of the middle deal of three is changed, cut or doubled, 600 times."""
    head, *records = re.split(r'^(?=\[Game ")', write_profile(ALL[:3], {}), flags=re.MULTILINE)
    rng = random.Random("damage")
    pieces = ["", "x", '"', "[", "]", "{", "}", "\n", "\n\n", "\0", "\ud800", "9" * 30, "(", "zz,"]
    for _ in range(600):
        start = rng.randrange(len(records[1]) - 2)  # the end parts it from the next
        end = min(start + rng.choice([0, 1, 1, 5, 60]), len(records[1]) - 2)
        torn = records[1][:start] + rng.choice(pieces) + records[1][end:]
        read = read_profile(head + records[0] + torn + records[2])
        assert read.games[0] == ALL[0]
        assert read.games[-1] == ALL[2]


# ---- settings of a file ----


@pytest.mark.parametrize(
    ("settings", "good"),
    [
        ('{"level": []}', {}),
        ('{"level": {"a": 1}, "rules": 7, "language": ["ja"]}', {}),
        ('{"level": "\\ud800", "rules": "openspiel"}', {}),
        ('{"table": {"speed": [], "sound": "on", "x": 1}}', {"table": {"sound": "on"}}),
        ('{"table": "fast", "hinted": ["a"], "mastery": [1]}', {}),
        ('{"mastery": {"other": "101", "\\ud800": "1"}}', {"mastery": {"other": "101"}}),
        (
            '{"known": [[1], {}, 3, "plays"], "lessons": {"kinds": 3}}',
            {"known": ["plays"], "lessons": {}},
        ),
        (
            '{"placement": {"seed": "1", "answers": {"plays": true, "no such": true, "kinds": 1}}}',
            {"placement": {"seed": "1", "answers": {"plays": True}}},
        ),
        ('{"placement": {"answers": {}}}', {}),
        ('{"practised": {"plays": [["9999-12-31T23:59:59", true]]}}', {"practised": {}}),
        ('{"level": "novice", "rules": "folk"}', {"level": "novice", "rules": "folk"}),
    ],
)
def test_settings_of_a_file_are_taken_value_by_value(settings: str, good: dict[str, Any]) -> None:
    read = read_profile(f"tesuu profile 1\nsettings {settings}\n")
    assert read.settings == good
    assert bool(read.faults) == (good != json.loads(settings))
    assert checked(json.loads(settings))[0] == good


def test_settings_nested_without_end_are_told() -> None:
    nested = '{"a":' * 100_000
    read = read_profile(
        f"tesuu profile 1\nsettings {nested}\n" + damaged("[Gane").split("\n", 2)[2]
    )
    assert read.settings == {}
    assert read.faults[0].startswith("line 2: cannot read 'settings {")
    assert UNDER_WAY in read.games


def test_settings_with_signs_that_end_lines_elsewhere_are_read() -> None:
    settings = {"name": "a\u2028b\x85c\x0bd"}
    assert read_profile(write_profile([], settings)).settings == settings
