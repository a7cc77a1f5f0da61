"""Everything of a person as one file: it reads back equal, and what is torn is told."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from coach.store import KeptGame, SavedGame
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
