"""What counts as having a concept in hand, and how the tutor fades with it."""

from __future__ import annotations

import math

import pytest

from coach.mastery import LAST, least_loss, past_of, surely_right, with_decision


def test_nothing_known_is_an_even_guess_with_its_deviation() -> None:
    # Beta(1, 1) has mean 1/2 and variance 1/12
    assert surely_right("") == pytest.approx(1 / 2 - math.sqrt(1 / 12))


def test_three_right_of_three_by_hand() -> None:
    # Beta(4, 1): mean 4/5, variance 4 * 1 / (25 * 6)
    assert surely_right("111") == pytest.approx(4 / 5 - math.sqrt(4 / 150))
    assert least_loss(0.10, "111") == pytest.approx(
        0.10 * (1 + 3 * (2 * (4 / 5 - math.sqrt(4 / 150)) - 1))
    )


def test_a_beginner_and_who_is_right_half_the_time_is_stopped_at_the_amount_set() -> None:
    assert least_loss(0.10, "") == 0.10
    assert least_loss(0.05, "0101010101") == 0.05
    assert least_loss(0.05, "0000") == 0.05


def test_the_tutor_fades_with_every_right_decision_and_never_beyond_four_times() -> None:
    amounts = [least_loss(0.10, "1" * number) for number in range(LAST + 1)]
    assert amounts == sorted(amounts)
    assert amounts[2] > amounts[0]
    assert amounts[-1] < 0.40


def test_a_mistake_brings_it_back() -> None:
    assert least_loss(0.10, "1111110") < least_loss(0.10, "111111")


def test_only_the_last_decisions_count() -> None:
    past: dict[str, str] = {}
    for _ in range(30):
        past = with_decision(past, "bomb_lead", right=False)
    for _ in range(LAST):
        past = with_decision(past, "bomb_lead", right=True)
    assert past == {"bomb_lead": "1" * LAST}


@pytest.mark.parametrize("kept", [None, "111", ["1"], {"a": 1}, {"a": "12"}, {1: "1"}])
def test_what_makes_no_sense_is_forgotten(kept: object) -> None:
    assert past_of(kept) == {}


def test_what_is_kept_is_read() -> None:
    assert past_of({"other": "10", "bad": None}) == {"other": "10"}
