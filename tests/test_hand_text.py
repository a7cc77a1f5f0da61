"""Pasted cards: what people write is read as it was meant, asked about, or refused at its place."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from coach.doudizhu.hand_text import HandTextError, read_hand
from engine.cards import parse_ranks, ranks_text
from engine.doudizhu import converters
from engine.doudizhu.rules import parse_rules

CASES: dict[str, list[dict[str, Any]]] = tomllib.loads(
    (Path(__file__).parent / "cases" / "hand_texts.toml").read_text(encoding="utf-8")
)


def texts(kind: str) -> list[Any]:
    return [pytest.param(case, id=ascii(case["text"][:30])) for case in CASES[kind]]


def test_there_are_as_many_cases_as_the_field_is_wide() -> None:
    assert len(CASES["read"]) >= 120
    assert len(CASES["ask"]) + len(CASES["refuse"]) >= 40
    assert len({case["text"] for kind in CASES.values() for case in kind}) == sum(
        map(len, CASES.values())
    )


@pytest.mark.parametrize("case", texts("read"))
def test_what_people_write_is_read_as_it_was_meant(case: dict[str, Any]) -> None:
    reading = read_hand(case["text"])
    assert ranks_text(reading.cards) == case["cards"]
    assert reading.ask == ()
    assert len(reading.hands) == 1


@pytest.mark.parametrize("case", texts("ask"))
def test_what_has_several_readings_is_asked(case: dict[str, Any]) -> None:
    reading = read_hand(case["text"])
    assert sorted(map(ranks_text, reading.hands)) == sorted(case["hands"])
    assert reading.ask
    for piece in reading.ask:
        assert 0 <= piece.start < piece.end <= len(case["text"])


@pytest.mark.parametrize("case", texts("refuse"))
def test_what_cannot_be_read_is_refused_at_its_place(case: dict[str, Any]) -> None:
    with pytest.raises(HandTextError) as refused:
        read_hand(case["text"])
    error = refused.value
    assert (error.fault, error.start) == (case["fault"], case["at"])
    assert error.found == case.get("found", error.found)
    assert "\n" not in str(error)


def test_every_card_shown_stands_where_it_was_read() -> None:
    text = "手札: 对3, 10♠ 小王"
    reading = read_hand(text)
    shown = [(text[piece.start : piece.end], piece.readings) for piece in reading.pieces]
    assert shown == [("对3", ("33",)), ("10", ("T",)), ("小王", ("B",))]


def test_two_packs_hold_eight_of_a_rank_and_four_jokers() -> None:
    rules = parse_rules("four-player")
    assert ranks_text(read_hand("33333333 大王 大王", rules).cards) == "33333333RR"
    with pytest.raises(HandTextError):
        read_hand("333333333", rules)


def test_a_paste_that_is_no_hand_is_refused_before_it_is_looked_through() -> None:
    with pytest.raises(HandTextError) as refused:
        read_hand("3" * 100_000)
    assert refused.value.fault == "long"


DECK = "".join(rank * 4 for rank in "3456789TJQKA2") + "BR"
hands = st.lists(st.sampled_from(sorted(range(54))), unique=True, min_size=1, max_size=20).map(
    lambda places: parse_ranks("".join(DECK[place] for place in sorted(places)))
)


@given(hands)
def test_the_letters_of_three_programs_give_the_hand_back(hand: tuple[int, ...]) -> None:
    for written in (ranks_text(hand), converters.to_douzero(hand), converters.to_rlcard(hand)):
        assert hand in read_hand(written).hands
    numbers = converters.to_douzero_numbers(hand)
    assert read_hand(" ".join(map(str, numbers))).hands == (hand,)
    botzone = converters.to_botzone(hand)
    if not set(json.loads(botzone)) <= set(converters.DOUZERO_NUMBERS):
        reading = read_hand(botzone)
        assert hand in reading.hands
        assert reading.ask


SIGNS = "3456789TJQKA2XDBRyzwWcC*$SHjoker大小王鬼炸对個张ジョーカー枚の🃏♠♥️１０ -~到x×,:{}[]\"'1\n"


@given(st.text(alphabet=st.one_of(st.sampled_from(SIGNS), st.characters()), max_size=60))
def test_any_text_is_read_or_refused_and_never_more_than_a_deck(text: str) -> None:
    try:
        reading = read_hand(text)
    except HandTextError as error:
        place, found = (error.start, error.end), ()
    else:
        place, found = (0, len(text)), reading.hands
        assert found
    assert 0 <= place[0] <= place[1] <= len(text)
    for hand in found:
        assert any(hand)
        assert max(hand[:13]) <= 4
        assert max(hand[13:]) <= 1
