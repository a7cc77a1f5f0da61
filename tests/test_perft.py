"""Perft: how many sequences of 1 to 4 turns a position has, against counts with their source.

The small ones are counted by hand here; the larger ones are golden files, worked out by the
separate generator of ``tests/perft_oracle.py``.  A failing count is printed split by first play.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.doudizhu import game
from engine.doudizhu.position import position_text
from engine.doudizhu.state import State

GOLDEN = Path(__file__).parent / "perft"


def leaves(state: State, depth: int) -> int:
    """Sequences of *depth* turns from *state*; one that ends earlier is none."""
    if not depth:
        return 1
    return sum(leaves(game.apply(state, action), depth - 1) for action in game.legal(state))


def split_by_first(state: State, depth: int) -> str:
    """The count for each first turn, for a message."""
    lines = [
        f"{game.action_text(action)}: {leaves(game.apply(state, action), depth - 1)}"
        for action in game.legal(state)
    ]
    return f"{position_text(state)} depth {depth}\n" + "\n".join(lines)


def check(position: str, counts: list[int]) -> None:
    state = game.start("", position=position)
    for depth, expected in enumerate(counts, 1):
        found = leaves(state, depth)
        assert found == expected, f"{found}, expected {expected}\n{split_by_first(state, depth)}"


def test_three_small_hands_counted_by_hand() -> None:
    """Seat 0 holds 345, seat 1 67, seat 2 2; seat 0 leads.

    Depth 1: 3, 4 or 5 (no chain, no pair): 3.
    Depth 2: on each, seat 1 plays 6 or 7, or passes: 3 x 3 = 9.
    Depth 3: after each, seat 2 plays 2 or passes: 9 x 2 = 18.
    Depth 4: after the 2 the deal is over: none.  After a pass of seat 2: where seat 1 played (6
    positions), seat 0 holds two cards of at most 5 and can only pass: 6.  Where seat 1 passed
    too (3 positions), seat 0 leads again with two cards left: 2 plays each, 6.  In all 12.
    """
    check("ddz 345/67/2 - 0@1 0 - 0 0", [3, 9, 18, 12])


def test_a_pair_and_a_bomb_counted_by_hand() -> None:
    """Seat 0 holds 33, seat 1 4, seat 2 5555; seat 0 leads.

    Depth 1: 3, 33: 2.
    Depth 2: on 3: 4 or pass; on 33 the deal is over: 2.
    Depth 3: after 3 4 the deal is over; after 3 pass seat 2 plays 5, 5555 or passes: 3.
    Depth 4: after 5 seat 0 (holding 3) passes: 1; after 5555 the deal is over; after the second
    pass seat 0 leads its 3: 1.  In all 2.
    """
    check("ddz 33/4/5555 - 0@1 0 - 0 0", [2, 2, 3, 2])


@pytest.mark.parametrize(
    ("hands", "counts"),
    [  # counts of the project's style notes
        ("33445/5566/77B", [5, 14, 36, 49]),
        ("334455R/666788/9999", [8, 23, 67, 98]),
    ],
)
def test_the_counts_of_the_study_hold(hands: str, counts: list[int]) -> None:
    check(f"ddz {hands} - 0@1 0 - 0 0", counts)


def golden() -> list[Any]:
    found = []
    for path in sorted(GOLDEN.glob("*.json")):
        content = json.loads(path.read_text(encoding="utf-8"))
        found += [pytest.param(case, id=f"{path.stem}-{case['id']}") for case in content["cases"]]
    return found


@pytest.mark.parametrize("case", golden())
def test_the_golden_counts_hold(case: dict[str, Any]) -> None:
    check(case["position"], case["counts"])


def test_a_failing_count_is_printed_split_by_first_play() -> None:
    with pytest.raises(AssertionError, match=r"expected 4\s+ddz .*\s+3: 1\s+4: 1\s+5: 1"):
        check("ddz 345/67/2 - 0@1 0 - 0 0", [4])
