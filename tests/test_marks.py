"""What stands behind an action: how deep the hint was looked into; kept, exported, read again."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from coach.store import KeptGame, Outcome, SavedGame
from coach.ui.profile_file import read_profile, write_profile
from coach.ui.table.marks import WARNED, depth_of, hinted, mark, notes_of, unmarked
from coach.ui.table.replay import positions, with_action
from tests.table_games import new_game


def test_a_mark_is_a_comment_behind_the_action() -> None:
    assert mark(hinted(3)) == " {hint 3}"
    assert mark(hinted(0)) == mark() == ""
    assert mark(hinted(2), WARNED) == " {hint 2, warned}"
    assert mark("anything else", "hint 7") == ""


@pytest.mark.parametrize(
    ("text", "action", "notes", "depth"),
    [
        ("44", "44", (), 0),
        ("44 {hint 3}", "44", ("hint 3",), 3),
        ("pass {hint 1, warned}", "pass", ("hint 1", "warned"), 1),
        ("444+7 {cut short}", "444+7", ("cut short",), 0),
    ],
)
def test_an_action_is_read_without_its_marks(
    text: str, action: str, notes: tuple[str, ...], depth: int
) -> None:
    assert unmarked(text) == action
    assert notes_of(text) == notes
    assert depth_of(text) == depth


def test_the_depth_stays_in_the_game_and_its_file_and_changes_nothing_else() -> None:
    plain = with_action(new_game("marks"), 3)
    marked = with_action(new_game("marks"), 3, behind=mark(hinted(4)))
    assert positions(marked)[-1].state == positions(plain)[-1].state
    now = datetime.now(UTC).replace(tzinfo=None, microsecond=0)
    text = write_profile([KeptGame(marked, None, Outcome(), now, now)], {})
    assert "{hint 4}" in text
    game: SavedGame = read_profile(text).games[0].game
    assert game["actions"] == marked["actions"]
    assert depth_of(game["actions"][-1][0]) == 4


def test_a_comment_that_is_none_of_these_is_left_out_of_a_game_that_is_read() -> None:
    marked = with_action(new_game("marks"), 3, behind=mark(hinted(4)))
    now = datetime.now(UTC).replace(tzinfo=None, microsecond=0)
    text = write_profile([KeptGame(marked, None, Outcome(), now, now)], {})
    read = read_profile(text.replace("{hint 4}", "{what a fine bid}"))
    assert read.games[0].game["actions"][-1][0] == "3"
