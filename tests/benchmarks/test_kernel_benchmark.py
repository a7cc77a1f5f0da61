"""How long the compiled kernel takes for the fewest plays of 20 cards.

    uv run pytest tests/benchmarks --benchmark-only

The hands are those of ``test_split_benchmark.py``, so that all engines stand side by side.
"""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from engine.cards import Counts
from engine.doudizhu import kernel
from engine.doudizhu.rules import CLASSIC
from tests.benchmarks.conftest import Row, add_row
from tests.benchmarks.test_split_benchmark import HANDS, NUMBER


@pytest.mark.parametrize("hands", HANDS)
def test_fewest_plays_of_20_cards_by_the_kernel(
    benchmark: BenchmarkFixture, rows: list[Row], hands: str
) -> None:
    assert kernel.KERNEL.wait(), kernel.KERNEL.why_not
    warm_up, *measured = HANDS[hands]
    kernel.fewest(warm_up, CLASSIC)
    waiting = iter(measured)

    def next_hand() -> tuple[tuple[Counts], dict[str, object]]:
        return (next(waiting),), {}

    benchmark.pedantic(kernel.fewest, setup=next_hand, rounds=NUMBER)  # one hand a round
    add_row(
        rows,
        benchmark,
        question="fewest plays",
        engine="kernel",
        hands=hands,
    )
