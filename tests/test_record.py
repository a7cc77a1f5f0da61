"""Records of games: written strictly, read forgivingly, the same bytes the second time."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example, given, strategies as st

from engine import deal_code
from engine.cards import IllegalPlayError, NotationError
from engine.doudizhu import game
from engine.doudizhu.rules import FOLK, PLAYING_PRESETS, PRESETS, rules_text
from engine.record import MARKS, Reading, Record, Turn, read_one, read_record, states, write_record

SMALL = """\
[Game "ddz"]
[Rules "classic"]
[Date "2026.11.30"]
[Position "ddz 3345/6678/99JQ - 0@2 0 - 0 0"]
[First "0"]
[Result "-8 4 4"]

1. 0:33 66 99 pass pass
2. 2:J pass pass
3. 2:Q
"""
# seat 2 goes out after one play of the landlord: base 2, doubled by the anti-spring, 4 each


def random_record(name: str, seed: int) -> Record:
    rules = PRESETS[name]
    rng = random.Random(f"{name} {seed}")
    start = game.deal(rules, deal_code.encode(deal_code.draw(seed, players=rules.seats)))
    turns = []
    state = start
    while not game.is_over(state):
        action = rng.choice(game.legal(state))
        side: tuple[tuple[Turn, ...], ...] = ()
        others = [other for other in game.legal(state) if other != action]
        if others and rng.random() < 0.05:
            first = rng.choice(others)
            after = game.apply(state, first)
            line = [Turn(first, mark=rng.choice(MARKS))]
            if not game.is_over(after):
                line.append(Turn(rng.choice(game.legal(after)), comment="and so on"))
            side = (tuple(line),)
        comment = "why, 10% (maybe)" if rng.random() < 0.1 and not side else ""
        turns.append(Turn(action, rng.choice(["", "", "!", "?!"]), comment, side))
        state = game.apply(state, action)
    tags = (("Date", "2026.11.30"), ("Players", 'a "b" \\ c'), ("Event", "x"))
    return Record("ddz", start, tuple(turns), tags, comment="begin")


def test_a_record_is_written_as_the_design_says() -> None:
    start = game.start("", position="ddz 3345/6678/99JQ - 0@2 0 - 0 0")
    words = ["33", "66", "99", "pass", "pass", "J", "pass", "pass", "Q"]
    turns = []
    state = start
    for word in words:
        action = game.parse_action(state, word)
        turns.append(Turn(action))
        state = game.apply(state, action)
    record = Record("ddz", start, tuple(turns), (("Date", "2026.11.30"),))
    assert write_record(record) == SMALL


def test_the_auction_and_the_doubling_stand_before_the_first_trick() -> None:
    code = deal_code.encode(deal_code.draw(4, first=1))
    state = start = game.deal(PRESETS["competition"], code)
    turns = []
    for word in ["pass", "pass", "pass", "pass", "1", "2", "double", "pass", "redouble"]:
        action = game.parse_action(state, word)
        turns.append(Turn(action))
        state = game.apply(state, action)
    items = write_record(Record("ddz", start, tuple(turns))).split("\n\n")[1].splitlines()
    assert items == ["0a. pass pass pass", "0. pass 1 2", "0d. double pass redouble"]


@pytest.mark.parametrize("name", PLAYING_PRESETS)
def test_what_is_written_reads_back_to_the_same_states_and_the_same_bytes(name: str) -> None:
    for seed in range(15):
        record = random_record(name, seed)
        text = write_record(record)
        reading = read_record(text)
        assert reading.faults == ()
        assert states(reading.record) == states(record)
        assert reading.record.turns == record.turns
        assert write_record(reading.record) == text


def test_the_rules_of_a_record_may_have_changed_options() -> None:
    rules = replace(FOLK, trio_alone=True)
    start = game.deal(rules, deal_code.encode(deal_code.draw(3)))
    text = write_record(Record("ddz", start))
    assert f'[Rules "{rules_text(rules)}"]' in text
    assert read_record(text).record.start.rules == rules


# ---- the forgiving reader ----


def faults(text: str) -> list[str]:
    return list(map(str, read_record(text).faults))


def read(body: str, **tags: str) -> Reading:
    head = {"Position": "ddz 3345/6678/99JQ - 0@2 0 - 0 0", **tags}
    lines = [f'[{name} "{value}"]' for name, value in head.items()]
    return read_record("\n".join([*lines, "", body]))


def test_an_illegal_play_is_named_with_trick_turn_and_reason_and_what_was_good_is_kept() -> None:
    reading = read("1. 0:33 66 99 pass pass\n2. 2:J 4 pass")
    assert len(reading.record.turns) == 6
    (fault,) = reading.faults
    assert (fault.line, fault.trick, fault.turn) == (4, "2", 2)
    assert "4: it does not beat J" in fault.reason


def test_an_unreadable_word_is_named() -> None:
    (fault,) = read("1. 0:33 6z").faults
    assert (fault.trick, fault.turn) == ("1", 2)
    assert "'z' at place 2" in fault.reason


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("1. 1:33", "seat 1 is written; seat 0 acts"),
        ("4. 0:33", "the trick is numbered 4; it is number 1"),
        ("1. 0:33 2. 66", "the number 2 stands within an item"),
        ("1. 0:33!!! 66", "unknown mark '!!!'; it is left out"),
        ("1. 0:33 ) 66", "a bracket closes that was not opened"),
        ("1. 0:33 (0:44 66", "a bracket opens that is not closed"),
        ("1. 0:33 {never closed", "a comment opens that is not closed"),
        ("1. (0:3) 0:33", "a side line stands before the first turn; it is left out"),
    ],
)
def test_faults_of_form_are_reported_and_the_rest_is_read(body: str, reason: str) -> None:
    reading = read(body)
    assert any(reason in fault.reason for fault in reading.faults)
    assert str(reading.record.turns[0].action) == "33"


def test_a_side_line_with_a_fault_keeps_its_beginning_and_the_main_line() -> None:
    reading = read("1. 0:33 66 (pass 5 pass) 99 pass pass")
    assert len(reading.record.turns) == 5
    assert [len(line) for line in reading.record.turns[1].side_lines] == [1]
    assert len(reading.faults) == 1


def test_tags_that_say_other_than_the_game_are_reported() -> None:
    reading = read("1. 0:33 66 99 pass pass\n2. 2:J pass pass\n3. 2:Q", Result="1 1 -2", First="2")
    assert len(reading.faults) == 2
    assert "the tag Result says '1 1 -2'; it is '-8 4 4'" in {f.reason for f in reading.faults}


def test_where_a_turn_cannot_be_read_that_is_the_fault_and_not_the_result() -> None:
    reading = read("1. 0:33 66 ZZ pass pass", Result="1 1 -2")
    assert [(fault.trick, fault.turn) for fault in reading.faults] == [("1", 3)]
    (unfinished,) = read("1. 0:33 66", Result="1 1 -2").faults
    assert "the tag Result" in unfinished.reason


def test_a_bad_tag_is_reported_with_its_line() -> None:
    text = SMALL.replace('[Date "2026.11.30"]', "[Date 2026]")
    (fault, *_) = [f for f in read_record(text).faults if "Date" in f.reason]
    assert fault.line == 3


def test_unknown_tags_are_kept() -> None:
    assert ("Event", "x") in read("", Event="x").record.tags


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "neither a tag Deal nor a tag Position"),
        ('[Game "chess"]\n[Deal "x"]', "unknown game 'chess'; expected one of ddz"),
        ('[Deal "D1"]', "has 2 characters"),
        ('[Rules "poker"]\n[Deal "D1"]', "unknown rules 'poker'"),
    ],
)
def test_a_record_without_a_start_is_an_error(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        read_record(text)


# ---- the strict writer ----


def test_the_writer_refuses_turns_that_are_no_game() -> None:
    start = game.start("", position="ddz 3345/6678/99JQ - 0@2 0 - 0 0")
    with pytest.raises(IllegalPlayError):
        write_record(Record("ddz", start, (Turn(None),)))


@pytest.mark.parametrize(
    "change",
    [
        {"comment": "a } brace"},
        {"comment": "two  spaces"},
        {"tags": (("Bad tag", "x"),)},
        {"tags": (("Date", "a\nb"),)},
    ],
)
def test_the_writer_refuses_what_would_not_read_back(change: dict[str, Any]) -> None:
    start = game.start("", position="ddz 3345/6678/99JQ - 0@2 0 - 0 0")
    with pytest.raises(ValueError, match="cannot write"):
        write_record(replace(Record("ddz", start), **change))


# ---- any text ----

PIECES = [
    "1.",
    "0:33",
    "66",
    "pass",
    "(",
    ")",
    "{a}",
    "{",
    "}",
    "!",
    "?",
    "0d.",
    "*",
    "[X",
    "\n",
    "::",
]
BODIES = st.lists(st.sampled_from(PIECES) | st.text(max_size=4), max_size=30).map(" ".join)


@given(BODIES)
@example("{ {a}")
@example("(" * 5000)
@example("1. 0:33 " + "(0:33 " * 5000)
@example("{" * 5000)
@example("!" * 5000 + "a")
@example('[A "' * 5000)
def test_any_body_is_read_and_what_is_read_can_be_written(body: str) -> None:
    reading = read(body)
    text = write_record(reading.record)
    again = read_record(text)
    assert again.faults == ()
    assert write_record(again.record) == text


@given(st.text(max_size=300))
def test_any_text_is_a_reading_or_a_notation_error(text: str) -> None:
    try:
        read_record(text)
    except NotationError:
        return


def test_one_record_is_asked_for_whole_and_alone() -> None:
    text = write_record(random_record("classic", 5))
    assert read_one(text) == read_record(text).record
    broken = text.replace("\n1. ", "\n1. nonsense ", 1)
    with pytest.raises(NotationError, match="trick 1, turn 1"):
        read_one(broken)
    with pytest.raises(NotationError, match="read 2 records"):
        read_one(f"{text}\n{text}")


def test_a_record_that_begins_within_a_trick_reads_back_without_a_fault() -> None:
    state = start = game.parse_position("ddz 3R5/44/5KK - 0@1 1 0:3 0 0 plays=9,9,9")
    turns = []
    for text in ("4", "K", "R", "pass", "pass", "3"):
        turns.append(Turn(game.parse_action(state, text)))
        state = game.apply(state, turns[-1].action)
    record = Record("ddz", start, tuple(turns))
    found = read_record(write_record(record))
    assert found.faults == ()
    assert found.record.turns == record.turns


def test_a_mark_of_byte_order_is_no_part_of_the_record() -> None:
    text = SMALL
    assert read_one(f"\ufeff{text}") == read_one(text)
    with pytest.raises(NotationError, match="read 2 records"):
        read_one(f"\ufeff{text}\n\ufeff{text}")


@pytest.mark.parametrize("text", ["", "hello", "0. pass pass pass"])
def test_what_is_no_record_is_told_with_what_was_read(text: str) -> None:
    with pytest.raises(NotationError, match=f"^read '{text}'; the record has neither a tag Deal"):
        read_one(text)
