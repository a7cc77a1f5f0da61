"""How long a hint takes, beside the decision of the CPU whose play it recommends.

    uv run pytest tests/benchmarks/test_hint_benchmark.py --benchmark-only

Positions of CPU deals of all playing rules, auctions too, the same for every row.  The targets are
0.3 s for the first two steps and 2 s for the proof.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from coach.doudizhu import facts
from coach.doudizhu.mistakes import tempted
from coach.hints import hint
from engine.doudizhu.cpu_advanced import ADVANCED
from engine.doudizhu.kernel import KERNEL
from engine.doudizhu.state import View
from tests.benchmarks.conftest import Row, add_row
from tests.hint_positions import views

NUMBER = 100


def first_steps(view: View) -> None:
    """A nudge, and what to look at."""
    hint(view, 2)


def proof(view: View) -> None:
    """All four steps."""
    hint(view, 4)


def decision(view: View) -> None:
    """What ``advanced`` plays, without a word."""
    ADVANCED.decide(view, random.Random(0))


def temptation(view: View) -> None:
    """Which of the five mistakes tempt here."""
    tempted(view)


STEPS = {
    "first two steps": first_steps,
    "proof": proof,
    "decision alone": decision,
    "tempting mistakes": temptation,
}


@pytest.mark.parametrize("step", STEPS)
def test_a_hint(benchmark: BenchmarkFixture, rows: list[Row], step: str) -> None:
    assert KERNEL.wait(), KERNEL.why_not
    ask: Callable[[View], None] = STEPS[step]
    warm_up, *measured = views(NUMBER + 1, "how long a hint takes")
    ask(warm_up)
    waiting = iter(measured)

    def next_view() -> tuple[tuple[View], dict[str, object]]:
        facts.lines.cache_clear()  # what one step found out is no help to the next one here
        facts.forced.cache_clear()
        return (next(waiting),), {}

    benchmark.pedantic(ask, setup=next_view, rounds=NUMBER)
    add_row(
        rows,
        benchmark,
        question="hint",
        engine=step,
        hands="positions of deals",
    )
