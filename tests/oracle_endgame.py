"""Who wins with open hands, found the slow and obvious way: play out everything, remember results.

Built on the plays of ``tests/oracle_split.py`` and on who may follow whom in
``tests/perft_oracle.py``; neither imports anything from the engine.  A hand is a text of rank
letters, low to high.
"""

from __future__ import annotations

from functools import lru_cache

from tests.oracle_split import Cards, Table, take
from tests.perft_oracle import all_plays, is_bomb, is_rocket, may_follow

PASS = "pass"


@lru_cache(maxsize=100_000)
def plays_of(hand: str, table: Table) -> tuple[Cards, ...]:
    """Every play of *hand*."""
    return tuple(sorted(all_plays(hand, table)))


@lru_cache(maxsize=1_000_000)
def landlord_wins(
    hands: tuple[str, ...], landlord: int, turn: int, on: Cards | None, leader: int, table: Table
) -> bool:
    """Whether the landlord's side wins when both sides play without a mistake (R14 to R17)."""
    outcomes = after(hands, landlord, turn, on, leader, table).values()
    return any(outcomes) if turn == landlord else all(outcomes)


def after(
    hands: tuple[str, ...], landlord: int, turn: int, on: Cards | None, leader: int, table: Table
) -> dict[Cards | str, bool]:
    """For everything the seat to play can do, whether the landlord wins after it."""
    next_seat = (turn + 1) % len(hands)
    found: dict[Cards | str, bool] = {}
    for play in plays_of(hands[turn], table):
        if on is None or may_follow(play, on):
            left = take(hands[turn], "".join(play))
            assert left is not None
            rest = (*hands[:turn], left, *hands[turn + 1 :])
            found[play] = (
                turn == landlord
                if not left
                else landlord_wins(rest, landlord, next_seat, play, turn, table)
            )
    if on is not None:
        cleared = next_seat == leader  # all others passed: the last to play leads
        found[PASS] = landlord_wins(
            hands, landlord, next_seat, None if cleared else on, leader, table
        )
    return found


def doubles(play: Cards) -> bool:
    """Whether the play doubles the stake: a bomb or the rocket."""
    return is_bomb(play) or is_rocket(play)


@lru_cache(maxsize=1_000_000)
def sure_bombs(
    hands: tuple[str, ...],
    landlord: int,
    turn: int,
    on: Cards | None,
    leader: int,
    table: Table,
    *,
    landlords: bool,
) -> int | None:
    """The most bombs and rockets (R16) that one side can force to be played while it wins.

    By anybody, from here on; the other side keeps them few.  None: it cannot force the win.
    *landlords*: the side is the landlord, else the peasants.
    """
    next_seat = (turn + 1) % len(hands)
    own = (turn == landlord) == landlords
    found: list[int | None] = []
    for play in plays_of(hands[turn], table):
        if on is None or may_follow(play, on):
            left = take(hands[turn], "".join(play))
            assert left is not None
            rest = (*hands[:turn], left, *hands[turn + 1 :])
            later: int | None = 0 if own else None
            if left:
                later = sure_bombs(
                    rest, landlord, next_seat, play, turn, table, landlords=landlords
                )
            found.append(None if later is None else later + doubles(play))
    if on is not None:
        cleared = next_seat == leader
        passed = sure_bombs(
            hands,
            landlord,
            next_seat,
            None if cleared else on,
            leader,
            table,
            landlords=landlords,
        )
        found.append(passed)
    if own:
        return max((number for number in found if number is not None), default=None)
    return None if None in found else min(number for number in found if number is not None)


def winning_plays(
    hands: tuple[str, ...], landlord: int, turn: int, on: Cards | None, leader: int, table: Table
) -> list[str]:
    """The texts of everything after which the seat to play still wins, sorted."""
    outcomes = after(hands, landlord, turn, on, leader, table)
    own = turn == landlord
    return sorted(text_of(play) for play, landlord_won in outcomes.items() if landlord_won == own)


def text_of(play: Cards | str) -> str:
    """The play in canonical text."""
    if isinstance(play, str):
        return play
    body, kickers = play
    return f"{body}+{kickers}" if kickers else body
