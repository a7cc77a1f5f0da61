"""How long a review takes, its first look and the whole, beside one hint's proof for each decision.

    uv run pytest tests/benchmarks/test_review_benchmark.py --benchmark-only

Deals in which one seat is played at random, the others by ``standard``.  The targets are 2.5 s for
the first look and 15 s until the losses have the error aimed at, as the page has them worked out by
the pool, on two cores.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from coach.doudizhu import decisions, luck, play_hints, team, told
from coach.hints import hint
from coach.review import Deal, curve, decision, review, turns_of
from coach.ui import reviewing, warmup
from coach.ui.reviewing import QUICK_CURVE
from engine.doudizhu import game
from engine.doudizhu.kernel import KERNEL
from tests.benchmarks.conftest import Row, add_row
from tests.review_games import cpu_deal

NUMBER = 20
SEAT = 0


def first_look(deal: Deal) -> None:
    """Every decision roughly, the curve, luck and skill."""
    found = [
        one
        for at in turns_of(deal, SEAT)
        if (one := decision(deal, at, worlds=decisions.QUICK)) is not None
    ]
    curve(deal, SEAT, found, worlds=QUICK_CURVE)
    luck.events(deal.states, luck.FIRST_GAMES)


def whole(deal: Deal) -> None:
    """Everything to the error aimed at, the shares, and what was told."""
    review(deal, SEAT)
    team.shares(deal.states, deal.actions)
    told.told(deal.states, deal.actions, seat=SEAT)


def proofs(deal: Deal) -> None:
    """A hint's proof at every decision that leaves a choice."""
    for at in turns_of(deal, SEAT):
        if len(game.legal(deal.states[at])) > 1:
            hint(game.view(deal.states[at], SEAT), 4)


def by_the_page(stage: str) -> Callable[[Deal], None]:
    """The page's review of a deal that it has not seen, until it has come to *stage*."""

    def work_out(deal: Deal) -> None:
        while reviewing.review_of(deal, SEAT).stage not in (stage, reviewing.WHOLE):
            time.sleep(0.01)

    return work_out


def certain_by_the_page(deal: Deal) -> None:
    """The page's review until more worlds would make no loss more certain than it is."""
    while True:
        work = reviewing.review_of(deal, SEAT)
        if work.stage and not any(one.needs_more for one in list(work.decisions.values())):
            return
        time.sleep(0.01)


def forget() -> None:
    """Let reviews that are under way stop, so that the next one has the pool to itself."""
    for work in reviewing._works.values():
        work.looked = -math.inf
    while any(work.running for work in reviewing._works.values()):
        time.sleep(0.05)
    reviewing._works.clear()


STEPS: dict[str, Callable[[Deal], None]] = {
    "first look": first_look,
    "whole": whole,
    "first look, by the page": by_the_page(reviewing.FIRST),
    "losses certain, by the page": certain_by_the_page,
    "whole, by the page": by_the_page(reviewing.WHOLE),
    "a proof for each decision": proofs,
}


@pytest.mark.parametrize("step", STEPS)
def test_a_review(benchmark: BenchmarkFixture, rows: list[Row], step: str) -> None:
    assert KERNEL.wait(), KERNEL.why_not
    warmup.started()
    while not warmup.is_compiled():
        time.sleep(0.1)
    deals = [
        cpu_deal(f"benchmark {number}", ("novice", "standard")) for number in range(NUMBER + 1)
    ]
    warm_up, *measured = deals
    STEPS[step](warm_up)
    waiting = iter(measured)

    def next_deal() -> tuple[tuple[Deal], dict[str, object]]:
        forget()
        play_hints._DECIDED.clear()  # what one step decided is no help to the next one here
        return (next(waiting),), {}

    benchmark.pedantic(STEPS[step], setup=next_deal, rounds=NUMBER)
    add_row(rows, benchmark, question="review", engine=step, hands="deals")
