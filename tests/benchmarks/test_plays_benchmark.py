"""How long the legal plays of a 20-card lead take, beside RLCard's generator on the same hands.

    uv run --group peers pytest tests/benchmarks --benchmark-only

Without the group ``peers`` our own figure stands alone.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from engine.cards import Counts, ranks_text
from engine.doudizhu.plays import plays
from tests.benchmarks.conftest import Row, add_row
from tests.hands import random_hands

NUMBER = 1000
HANDS = list(random_hands(NUMBER + 1, 20, seed=21))


def by_plays(hand: Counts) -> int:
    """Our generator; the number of plays."""
    return len(plays(hand))


def by_rlcard(hand: Counts) -> int:
    """RLCard's generator; the number of plays."""
    from rlcard.games.doudizhu import Judger  # of the group peers

    return len(Judger.playable_cards_from_hand(ranks_text(hand)))


ENGINES = [by_plays, by_rlcard] if find_spec("rlcard") else [by_plays]


@pytest.mark.parametrize("generate", ENGINES)
def test_legal_plays_of_a_20_card_lead(
    benchmark: BenchmarkFixture, rows: list[Row], generate: Callable[[Counts], int]
) -> None:
    warm_up, *measured = HANDS
    assert generate(warm_up) > 0
    waiting = iter(measured)

    def next_hand() -> tuple[tuple[Counts], dict[str, object]]:
        return (next(waiting),), {}

    benchmark.pedantic(generate, setup=next_hand, rounds=NUMBER)  # one hand a round
    add_row(
        rows,
        benchmark,
        question="legal plays",
        engine=generate.__name__.removeprefix("by_"),
        hands="random lead",
    )
