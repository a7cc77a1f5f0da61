"""Forced wins found the slow way, from the plays of the other oracles: nothing of the engine.

A seat that sees only its own hand wins for sure when it has one play, the same in every world it
cannot tell apart, after which it wins for sure whatever the others do.
"""

from __future__ import annotations

from itertools import combinations

from tests.oracle_endgame import PASS, plays_of
from tests.oracle_split import Cards, Table, take
from tests.perft_oracle import may_follow

Worlds = frozenset[tuple[str, ...]]
"""Hands of all seats; the own one is the same in all."""


def deals_of(pool: str, sizes: tuple[int, ...]) -> set[tuple[str, ...]]:
    """Every way to deal *pool* into hands of these sizes, equal cards not told apart."""
    if len(sizes) == 1:
        return {("".join(pool),)}
    found: set[tuple[str, ...]] = set()
    for places in combinations(range(len(pool)), sizes[0]):
        hand = "".join(pool[place] for place in places)
        rest = "".join(card for place, card in enumerate(pool) if place not in places)
        found |= {(hand, *others) for others in deals_of(rest, sizes[1:])}
    return found


def surely_wins(
    worlds: Worlds,
    me: int,
    landlord: int,
    turn: int,
    on: Cards | None,
    leader: int,
    table: Table,
) -> bool:
    """Whether the seat *me* wins for sure; all of *worlds* look alike to it."""
    if turn == me:
        return any(
            after(worlds, me, landlord, turn, on, leader, play, table)
            for play in options(next(iter(worlds))[me], on, table)
        )
    return all(
        after(worlds, me, landlord, turn, on, leader, play, table)
        for play in {play for world in worlds for play in options(world[turn], on, table)}
    )


def options(hand: str, on: Cards | None, table: Table) -> list[Cards | str]:
    """Everything the hand can do."""
    found: list[Cards | str] = [
        play for play in plays_of(hand, table) if on is None or may_follow(play, on)
    ]
    return found if on is None else [*found, PASS]


def after(
    worlds: Worlds,
    me: int,
    landlord: int,
    turn: int,
    on: Cards | None,
    leader: int,
    play: Cards | str,
    table: Table,
) -> bool:
    """Whether *me* wins for sure once the seat *turn* has done this."""
    next_seat = (turn + 1) % len(next(iter(worlds)))
    if isinstance(play, str):
        cleared = next_seat == leader
        return surely_wins(worlds, me, landlord, next_seat, None if cleared else on, leader, table)
    left: set[tuple[str, ...]] = set()
    for world in worlds:
        rest = take(world[turn], "".join(play))
        if rest is not None:
            left.add((*world[:turn], rest, *world[turn + 1 :]))
    if not all(world[turn] for world in left):
        return (turn == landlord) == (me == landlord)
    return surely_wins(frozenset(left), me, landlord, next_seat, play, turn, table)
