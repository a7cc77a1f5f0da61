"""Deals as records, tables and JSON, and records read as deals of the person."""

from __future__ import annotations

import csv
import io
import json
import re
from datetime import datetime

import pytest

from coach.store import KeptGame, SavedGame
from coach.summary import Summary
from coach.ui.deals import from_chair
from coach.ui.records import COLUMNS, as_csv, as_json, as_records, read_records, shared
from coach.ui.table.replay import copy_of, outcome_of, positions
from engine.cards import count_cards
from engine.deal_code import decode
from engine.doudizhu import game as doudizhu
from engine.record import Record, Turn, read_one, states, write_record
from tests.review_games import chained, cpu_deal
from tests.table_games import played

BEGUN, ENDED = datetime(2026, 3, 4, 5, 6, 7), datetime(2026, 3, 5, 6, 7, 8)
NOW = datetime(2026, 11, 30)


def kept(game: SavedGame, **changes: object) -> KeptGame:
    whole = SavedGame({**game, **changes})  # type: ignore[typeddict-item]
    return KeptGame(whole, "me", outcome_of(whole), BEGUN, ENDED)


OVER = kept(played("pages 9", 3, "classic")[-1], id="over")
OPEN = kept(played("pages 2", 1, "competition")[4], id="open", level="novice")
WHAT_IF = kept(copy_of(OVER.game, 5), id="what-if")
DEALS = [OVER, OPEN, WHAT_IF]


def by_cpus(seat: int, label: str = "imported") -> str:
    """A record of a deal in which the person sat on *seat*."""
    deal = cpu_deal(label)
    names = ["novice"] * 3
    names[seat] = "person"
    tags = (("Players", " ".join(names)), ("Date", "2026.03.05"))
    return write_record(Record("ddz", deal.states[0], tuple(map(Turn, deal.actions)), tags))


# ---- writing ----


def test_all_deals_come_back_from_their_records_as_they_were() -> None:
    found = read_records(as_records(DEALS), NOW)
    assert (found.number, found.without_code, found.left_out) == (3, 0, 0)
    for before, after in zip(DEALS, found.games, strict=True):
        assert {**after.game, "seed": ""} == {**before.game, "seed": ""}
        assert (after.outcome, after.begun, after.changed) == (before.outcome, BEGUN, ENDED)


def test_a_shared_record_says_who_sat_where_and_nothing_else_of_the_person() -> None:
    actions = [(f"{text} {{hint 3}}", cards) for text, cards in OVER.game["actions"]]
    text = shared(kept(OVER.game, actions=actions))
    tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', text, re.MULTILINE))
    assert tags["Players"] == "person standard standard"
    assert tags["Date"] == "2026.03.05"
    assert set(tags) == {"Game", "Rules", "Date", "Players", "Deal", "First", "Result"}
    assert "hint" not in text
    assert states(read_one(text))[-1] == positions(OVER.game)[-1].state


def test_the_table_has_a_row_a_deal() -> None:
    points = OVER.outcome.points
    reviewed = Summary("over", ENDED, "classic", "standard", "", points or 0, 71.6, (), {})
    read = list(csv.DictReader(io.StringIO(as_csv(DEALS, {"over": reviewed}), newline="")))
    assert [tuple(row) for row in read] == [COLUMNS] * 3
    over, unfinished, what_if = read
    assert (over["points"], over["accuracy"], over["what_if"]) == (str(points), "72", "False")
    assert over["ended"] == "2026-03-05T06:07:08"
    assert (unfinished["finished"], unfinished["points"], unfinished["level"]) == (
        "False", "", "novice",
    )  # fmt: skip
    assert what_if["what_if"] == "True"


@pytest.mark.parametrize("level", ["=1+1", "+1", "-1", "@x"])
def test_no_cell_of_the_table_is_a_formula(level: str) -> None:
    assert not re.search(r"(^|,)\"?[=+@]", as_csv([kept(OVER.game, level=level)], {}), re.MULTILINE)
    assert f",'{level}," in as_csv([kept(OVER.game, level=level)], {})


def test_json_is_the_table_with_the_records() -> None:
    read = json.loads(as_json(DEALS, {}))
    assert [row["points"] for row in read] == [one.outcome.points for one in DEALS]
    assert read[0]["finished"] is True
    assert read[0]["accuracy"] is None
    assert read[0]["record"] == shared(OVER)


# ---- reading ----


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_person_of_a_record_sits_on_seat_0(seat: int) -> None:
    deal = cpu_deal("imported")
    (found,) = read_records(by_cpus(seat), NOW).games
    last = positions(found.game)[-1].state
    assert doudizhu.is_over(last)
    assert found.outcome.points == doudizhu.payoffs(deal.states[-1])[seat]
    hands = [decode(code).hands for code in (deal.states[0].code, found.game["code"])]
    assert count_cards(hands[1][0]) == count_cards(hands[0][seat])
    assert len(found.game["actions"]) == len(deal.actions)
    assert found.game["level"] == "novice"
    assert found.changed == datetime(2026, 3, 5)


def test_a_deal_after_one_that_all_passed_is_turned_from_its_own_cards() -> None:
    first = cpu_deal("passed out").states[0]
    passed = [first]
    for _ in range(3):
        passed.append(doudizhu.apply(passed[-1], None))
    again = passed[-1]
    assert again.code != first.code
    actions: list[object] = [None] * 3
    line = list(passed)
    while not doudizhu.is_over(line[-1]):  # the first bid, then the lowest play there is
        legal = doudizhu.legal(line[-1])
        actions.append(3 if 3 in legal else legal[-1])
        line.append(doudizhu.apply(line[-1], actions[-1]))  # type: ignore[arg-type]
    tags = (("Players", "standard person standard"),)
    text = write_record(Record("ddz", first, tuple(map(Turn, actions)), tags))
    (found,) = read_records(text, NOW).games
    assert found.game["code"] == from_chair(again.code, 1)
    assert found.outcome.points == doudizhu.payoffs(line[-1])[1]


def test_the_same_record_read_again_is_the_same_game() -> None:
    (once,), (again,) = (read_records(by_cpus(1), NOW).games for _ in range(2))
    (other,) = read_records(by_cpus(1, "another"), NOW).games
    assert once == again
    assert once.game["id"] != other.game["id"]


def test_damaged_records_are_left_out_and_counted_and_the_rest_is_good() -> None:
    good = by_cpus(1)
    torn = by_cpus(0, "torn").replace("1. ", "1. 9:", 1)
    foreign = '[Game "chess"]\n\n1. 0:33\n'
    position = chained("ddz 5566789/99JJQ2/TTK2 - 0@3 1 0:33 0 1", "pass")
    placed = write_record(Record("ddz", position.states[0], (Turn(position.actions[0]),)))
    nothing = write_record(Record("ddz", cpu_deal("imported").states[0], ()))
    found = read_records("\n".join([torn, good, foreign, placed, nothing]), NOW)
    assert [one.game for one in found.games] == [one.game for one in read_records(good, NOW).games]
    assert (found.number, found.without_code, found.left_out) == (5, 1, 3)


@pytest.mark.parametrize("text", ["", "nonsense", "\ud800", "tesuu profile 1\nsettings {}\n"])
def test_text_without_records_gives_none(text: str) -> None:
    assert read_records(text, NOW).number == 0


def test_a_day_or_a_level_that_makes_no_sense_is_as_if_it_were_not_there() -> None:
    text = by_cpus(1).replace("2026.03.05", "0000.99.99").replace("novice", "master")
    (found,) = read_records(text, NOW).games
    assert (found.changed, found.game["level"]) == (NOW, "standard")
