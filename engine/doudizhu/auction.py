"""Who becomes landlord: the three auctions (R4, R5, R6) as functions of the bids made so far.

``bids`` holds one entry a turn in the order in which they were made, from the first bidder on:
None for a pass (no bid, no call, no rob), a number of points, ``"call"`` or ``"rob"``.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.doudizhu.rules import Rules

Bid = int | str | None

POINTS = (1, 2, 3)
CALL = "call"
ROB = "rob"
DOUBLE = "double"
REDOUBLE = "redouble"
WORDS = (CALL, ROB, DOUBLE, REDOUBLE)
"""What is said in words; a pass and points are not."""


@dataclass(frozen=True, slots=True)
class Auction:
    """Where an auction stands."""

    turn: int | None
    """Seat to bid; None when the auction is over."""
    choices: tuple[Bid, ...]
    """What that seat may say."""
    leader: int | None
    """Seat of the highest bid, the last call or the last rob; None while all passed."""
    base: int
    """The highest bid so far; 1 for a call, 0 while all passed."""
    robs: int = 0
    """Times the multiplier was doubled by robbing (R6)."""


def auction(rules: Rules, first: int, bids: tuple[Bid, ...]) -> Auction:
    """Where the auction stands after *bids*; over with no leader means that all passed."""
    if rules.auction == "rob":
        return _rob(rules, first, bids)
    return _points(rules, first, bids)


def _points(rules: Rules, first: int, bids: tuple[Bid, ...]) -> Auction:
    """R4: once round, or round and round without those who passed until one bidder is left."""
    seats = rules.seats
    highest, leader = 0, None
    waiting = [(first + step) % seats for step in range(seats)]
    for bid in bids:
        seat = waiting.pop(0)
        if isinstance(bid, int):
            highest, leader = bid, seat
            if rules.auction == "points_open":
                waiting.append(seat)
    alone = waiting == [leader]
    if not waiting or alone or highest == max(POINTS):
        return Auction(None, (), leader, highest)
    higher = tuple(points for points in POINTS if points > highest)
    return Auction(waiting[0], (None, *higher), leader, highest)


def _rob(rules: Rules, first: int, bids: tuple[Bid, ...]) -> Auction:
    """R6: a call, one chance to rob for every seat after the caller, one for him to rob back."""
    seats = rules.seats
    waiting = [(first + step) % seats for step in range(seats)]
    caller, leader, robs = None, None, 0
    for bid in bids:
        seat = waiting.pop(0)
        if bid == CALL:
            caller = leader = seat
        elif bid == ROB:
            leader = seat
            robs += 1
            if robs == 1 and caller is not None:
                waiting.append(caller)
    base = 0 if caller is None else 1
    if not waiting:
        return Auction(None, (), leader, base, robs)
    return Auction(waiting[0], (None, CALL if caller is None else ROB), leader, base, robs)


def doubling_turn(
    rules: Rules, landlord: int, doubles: tuple[str | None, ...]
) -> tuple[int, str] | None:
    """The seat to speak and what it may say besides passing; None when all have spoken (R8).

    The peasants in turn from the seat after the landlord, then the landlord if one doubled.
    """
    peasants = rules.seats - 1
    if not rules.doubling or len(doubles) > peasants:
        return None
    if len(doubles) < peasants:
        return (landlord + 1 + len(doubles)) % rules.seats, DOUBLE
    return (landlord, REDOUBLE) if DOUBLE in doubles else None
