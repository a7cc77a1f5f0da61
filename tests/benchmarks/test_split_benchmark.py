"""How long the fewest plays of 20 cards take, by CP-SAT and by search on the same hands.

    uv run pytest tests/benchmarks --benchmark-only

Nothing here fails for being slow: a machine's pace is no property of the code.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from engine.cards import Counts
from engine.doudizhu import search
from engine.doudizhu.rules import CLASSIC
from engine.doudizhu.split import split
from tests.benchmarks.conftest import Row, add_row
from tests.hands import random_hands
from tests.splits import structured_hands

NUMBER = 300

HANDS = {
    "random": list(random_hands(NUMBER + 1, 20, seed=20)),
    "structured": list(structured_hands(NUMBER + 1, seed=20)),
}
"""Hands of 20 cards; the first of each warms up and is not measured."""


def by_cpsat(hand: Counts) -> bool:
    """Whether the split is proved."""
    return split(hand, CLASSIC).proved


def by_search(hand: Counts) -> bool:
    """True: the search always ends with the fewest."""
    return search.fewest(hand, CLASSIC) > 0


@pytest.mark.parametrize("hands", HANDS)
@pytest.mark.parametrize("solve", [by_cpsat, by_search])
def test_fewest_plays_of_20_cards(
    benchmark: BenchmarkFixture, rows: list[Row], hands: str, solve: Callable[[Counts], bool]
) -> None:
    warm_up, *measured = HANDS[hands]
    solve(warm_up)
    waiting = iter(measured)
    proved: list[bool] = []

    def next_hand() -> tuple[tuple[Counts], dict[str, object]]:
        return (next(waiting),), {}

    def solved(hand: Counts) -> None:
        proved.append(solve(hand))

    benchmark.pedantic(solved, setup=next_hand, rounds=NUMBER)  # one hand a round
    assert all(proved)
    add_row(
        rows,
        benchmark,
        question="fewest plays",
        engine=solve.__name__.removeprefix("by_"),
        hands=hands,
        proved=sum(proved) / len(proved),
    )
