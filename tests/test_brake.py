"""A CPU's thinking cut short by a brake from outside: a legal play, marked in the record."""

from __future__ import annotations

import random
from datetime import UTC, datetime

import pytest

from coach.store import KeptGame, Outcome, SavedGame
from coach.ui import deciding
from coach.ui.profile_file import read_profile, write_profile
from coach.ui.table.replay import PERSON, positions, to_decide, with_action, with_decision
from engine import players
from engine.doudizhu import game as doudizhu
from tests.table_games import new_game

pytestmark = pytest.mark.usefixtures("compiled")


def waiting_for_a_cpu() -> SavedGame:
    """The person is landlord and has led a single card; an advanced CPU is to follow."""
    game = SavedGame({**new_game("brake"), "level": "advanced"})
    game = with_action(game, 3)
    position = positions(game)[-1]
    play = next(p for p in doudizhu.legal(position.state) if str(p) == position.hands[PERSON][0][0])
    return with_action(game, play, (position.hands[PERSON][0],))


def test_without_a_brake_nothing_is_cut_short() -> None:
    view, label = to_decide(waiting_for_a_cpu()) or pytest.fail("no CPU is to act")
    action, cut_short = players.decide("advanced", view, random.Random(label))
    assert action == players.LEVELS["advanced"](view, random.Random(label))
    assert not cut_short


@pytest.mark.parametrize("level", ["novice", "standard", "forgets-cards"])
def test_levels_that_do_not_sample_mind_no_brake(level: str) -> None:
    view, label = to_decide(waiting_for_a_cpu()) or pytest.fail("no CPU is to act")
    action, cut_short = players.decide(level, view, random.Random(label), stop=lambda: True)
    assert action == players.LEVELS[level](view, random.Random(label))
    assert not cut_short


def test_a_brake_leaves_a_legal_play_and_is_told() -> None:
    view, label = to_decide(waiting_for_a_cpu()) or pytest.fail("no CPU is to act")
    action, cut_short = players.decide("advanced", view, random.Random(label), stop=lambda: True)
    assert action in doudizhu.legal_in(view)
    assert cut_short


def test_at_the_table_the_brake_is_a_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    view, label = to_decide(waiting_for_a_cpu()) or pytest.fail("no CPU is to act")
    monkeypatch.setattr(deciding, "BRAKE", -1.0)
    assert deciding.decide("advanced", view, label)[1]
    monkeypatch.setattr(deciding, "BRAKE", 600.0)
    assert not deciding.decide("advanced", view, label)[1]


def test_the_mark_stays_in_the_game_its_record_and_its_file() -> None:
    game = waiting_for_a_cpu()
    view, label = to_decide(game) or pytest.fail("no CPU is to act")
    action, cut_short = players.decide("advanced", view, random.Random(label), stop=lambda: True)
    marked = with_decision(game, action, cut_short)
    plain = with_decision(game, action)
    assert marked["actions"][-1][0].endswith(" {cut short}")
    assert positions(marked)[-1].state == positions(plain)[-1].state
    now = datetime.now(UTC).replace(tzinfo=None, microsecond=0)
    text = write_profile([KeptGame(marked, None, Outcome(), now, now)], {})
    assert text.count("{cut short}") == 1
    read = read_profile(text)
    assert not read.faults
    assert read.games[0].game["actions"] == marked["actions"]
