"""Cards as Botzone, RLCard and DouZero write them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given

from engine.cards import Counts, NotationError, parse_ranks
from engine.doudizhu.converters import (
    from_botzone,
    from_douzero,
    from_douzero_numbers,
    from_rlcard,
    to_botzone,
    to_douzero,
    to_douzero_numbers,
    to_rlcard,
)
from tests.hands import hands


@given(hands(most=54))
def test_every_form_reads_back(hand: Counts) -> None:
    assert from_botzone(to_botzone(hand)) == hand
    assert from_rlcard(to_rlcard(hand)) == hand
    assert from_douzero(to_douzero(hand)) == hand
    assert from_douzero_numbers(to_douzero_numbers(hand)) == hand


def test_botzone_numbers_four_cards_a_rank_from_the_three_and_the_jokers_last() -> None:
    assert from_botzone("[0, 3, 4, 48, 51, 52, 53]") == parse_ranks("33422BR")
    assert from_botzone('{"own": [7, 8], "bid": []}') == parse_ranks("45")
    assert to_botzone(parse_ranks("33AB")) == "[0, 1, 44, 52]"


def test_douzero_has_its_own_letters_and_numbers_for_twos_and_jokers() -> None:
    assert from_douzero("3TA2XD") == parse_ranks("3TA2BR")
    assert to_douzero(parse_ranks("2BR")) == "2XD"
    assert from_douzero_numbers([3, 14, 17, 20, 30]) == parse_ranks("3A2BR")
    assert to_douzero_numbers(parse_ranks("TJ2R")) == [10, 11, 17, 30]


@pytest.mark.parametrize(
    ("read", "text", "message"),
    [
        (from_botzone, "", "'' is no JSON"),
        (from_botzone, "[" * 100_000, "is no JSON"),
        (from_botzone, "7", "holds no list of cards"),
        (from_botzone, '{"history": []}', "holds no list of cards"),
        (from_botzone, "[54]", "54 is no card; expected a number from 0 to 53"),
        (from_botzone, "[true]", "True is no card"),
        (from_botzone, "[1.0]", "1.0 is no card"),
        (from_botzone, "[5, 5]", "the card 5 stands twice"),
        (from_rlcard, "3X", "'X' at place 2 is no card; expected the letters 3456789TJQKA2BR"),
        (from_rlcard, "33333", "one too many"),
        (from_douzero, "3B", "'B' at place 2 is no card; expected the letters 3456789TJQKA2XD"),
        (from_douzero_numbers, [15], "15 is no card; expected one of 3, 4"),
        (from_douzero_numbers, [20, 20], "one too many"),
    ],
)
def test_a_fault_says_what_was_read_and_expected(
    read: Callable[[object], Counts], text: object, message: str
) -> None:
    with pytest.raises(NotationError) as caught:
        read(text)
    assert message in str(caught.value)
