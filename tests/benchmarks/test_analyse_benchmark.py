"""How long the report of a pasted hand takes: what the cards alone tell, and all of it.

    uv run pytest tests/benchmarks/test_analyse_benchmark.py --benchmark-only

Landlord's hands of 20 cards, for which every first lead is compared, and hands of 17, for which
every bid is; random ones, and ones put together from chains, airplanes and quads.  The targets for
20 cards are 0.2 s for the cards and 1 s for all.  On a busy machine
``--benchmark-timer=time.process_time`` leaves the waiting out.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from coach.doudizhu import facts
from coach.doudizhu.analyse import Given, analysed
from coach.doudizhu.situation import Situation, view_of_hand
from engine.cards import Counts, ranks_text
from engine.doudizhu.kernel import KERNEL
from engine.doudizhu.rules import CLASSIC
from tests.benchmarks.conftest import Row, add_row
from tests.hands import random_hands
from tests.splits import structured_hands

NUMBER = 60
PARTS = {"the cards": False, "all": True}
HANDS = {"random": random_hands, "structured": structured_hands}


def pastes(hands: str, size: int) -> Iterator[Given]:
    """One hand to warm up, then those that are measured, as pasted."""
    made: list[Counts] = list(HANDS[hands](NUMBER + 1, size=size, seed=size))
    for hand in made:
        yield Given(ranks_text(hand), hand, CLASSIC, view_of_hand(hand, Situation(), CLASSIC))


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("size", [20, 17])
@pytest.mark.parametrize("hands", HANDS)
def test_a_report(
    benchmark: BenchmarkFixture, rows: list[Row], hands: str, size: int, part: str
) -> None:
    assert KERNEL.wait(), KERNEL.why_not
    warm_up, *measured = pastes(hands, size)
    analysed(warm_up, sampled=PARTS[part])
    waiting = iter(measured)

    def next_paste() -> tuple[tuple[Given], dict[str, object]]:
        facts.lines.cache_clear()  # what one paste found out is no help to the next one here
        facts.forced.cache_clear()
        return (next(waiting),), {"sampled": PARTS[part]}

    benchmark.pedantic(analysed, setup=next_paste, rounds=NUMBER)
    add_row(rows, benchmark, question="report", engine=part, hands=f"{hands}, {size} cards")
