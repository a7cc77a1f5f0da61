"""How long open hands take, by the number of cards left: 300 random and 100 bomb-rich deals each.

    uv run pytest tests/benchmarks/test_endgame_benchmark.py --benchmark-only

Three hands of about equal size, the landlord leads; a deal is given up after the seconds stated.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from engine.cards import DECK, count_cards, ranks_text
from engine.doudizhu.endgame import solve
from engine.doudizhu.kernel import KERNEL
from engine.doudizhu.position import parse_position
from engine.doudizhu.state import State
from tests.benchmarks.conftest import Row, add_row

SECONDS = {20: 1.0, 25: 1.0, 30: 1.0, 40: 10.0}
"""Time for a deal of so many cards."""

NUMBER = {"random": 300, "bombs": 100}

PUZZLE = "ddz 448999TJJQQAR/336688TAA22B - 0@1 0 - 0 0"
"""A known puzzle of two hands; the landlord leads."""


def random_deal(cards: int, rng: random.Random) -> list[list[str]]:
    """Three hands of about equal size out of the whole deck."""
    return dealt(rng.sample(DECK, cards), cards)


def bombs_deal(cards: int, rng: random.Random) -> list[list[str]]:
    """The same, with a bomb for each seat, two for seats of twelve cards, and often the rocket."""
    quads = iter(rng.sample(DECK[:52:4], 6))
    hands: list[list[str]] = [[], [], []]
    for seat, size in enumerate(sizes(cards)):
        for _ in range(2 if size >= 12 else 1):
            rank = next(quads)[0]
            hands[seat] += [card for card in DECK if card[0] == rank]
    if rng.random() < 0.5:
        hands[rng.randrange(3)] += ["B", "R"]
    left = [card for card in DECK if not any(card in hand for hand in hands)]
    rng.shuffle(left)
    for hand, size in zip(hands, sizes(cards), strict=True):
        while len(hand) < size:
            hand.append(left.pop())
    return hands


def sizes(cards: int) -> list[int]:
    """How many cards each of three seats holds, the landlord's first."""
    return [cards // 3 + (seat < cards % 3) for seat in range(3)]


def dealt(drawn: list[str], cards: int) -> list[list[str]]:
    """The cards drawn as three hands."""
    waiting = iter(drawn)
    return [[next(waiting) for _ in range(size)] for size in sizes(cards)]


def deals(sort: str, cards: int, number: int) -> Iterator[State]:
    """The deals of this sort, the same in every run."""
    rng = random.Random(f"open hands {sort} {cards}")
    deal = random_deal if sort == "random" else bombs_deal
    for _ in range(number):
        hands = "/".join(ranks_text(count_cards(hand)) for hand in deal(cards, rng))
        yield parse_position(f"ddz {hands} - 0@1 0 - 0 0")


@pytest.mark.parametrize("sort", NUMBER)
@pytest.mark.parametrize("cards", SECONDS)
def test_open_hands(benchmark: BenchmarkFixture, rows: list[Row], cards: int, sort: str) -> None:
    named = f"{sort}, {cards} cards, {SECONDS[cards]:.0f} s"
    measure(benchmark, rows, named, deals(sort, cards, NUMBER[sort]), SECONDS[cards])


def test_the_known_puzzle_of_two_hands(benchmark: BenchmarkFixture, rows: list[Row]) -> None:
    measure(benchmark, rows, "puzzle of two hands", iter([parse_position(PUZZLE)] * 5), 10.0)


def measure(
    benchmark: BenchmarkFixture,
    rows: list[Row],
    named: str,
    waiting: Iterator[State],
    seconds: float,
) -> None:
    """Nothing; the deals waiting are solved and a row is added."""
    assert KERNEL.wait(), KERNEL.why_not
    states = list(waiting)
    solve(parse_position(PUZZLE))  # what a process does only once
    waiting = iter(states)
    winners: list[bool] = []
    complete: list[bool] = []
    nodes: list[int] = []

    def next_deal() -> tuple[tuple[State], dict[str, object]]:
        return (next(waiting),), {}

    def solved(state: State) -> None:
        ending = time.monotonic() + seconds
        solution = solve(state, stop=lambda: time.monotonic() > ending)
        winners.append(solution.winner != "unknown")
        complete.append(solution.complete)
        nodes.append(solution.nodes)

    benchmark.pedantic(solved, setup=next_deal, rounds=len(states))
    add_row(
        rows,
        benchmark,
        question="open hands",
        engine="kernel",
        hands=named,
        proved=sum(winners) / len(winners),
        complete=sum(complete) / len(complete),
        nodes_a_second=sum(nodes) / benchmark.stats.stats.total,
    )
