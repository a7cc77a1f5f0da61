"""The fewest plays of a hand, found the slow and obvious way: try everything, remember results.

Written from the rules (R1, R9 to R13, R23) alone; imports nothing from the engine, so that a wrong
idea there cannot repeat itself here.  A hand is a text of rank letters, low to high.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations_with_replacement

LETTERS = "3456789TJQKA2BR"
IN_CHAINS = LETTERS[:12]
"""3 to A: neither 2 nor jokers stand in a chain or an airplane's body (R10)."""


@dataclass(frozen=True)
class Table:
    """What is played at one table; the defaults are the classic options of R9 and R11."""

    bare_trio: bool = True
    trio_with_solo: bool = True
    trio_with_pair: bool = True
    quad_with_two: bool = True
    airplane_with_solos: bool = True
    airplane_with_pairs: bool = True
    solos_differ: bool = False
    pairs_may_repeat: bool = False
    both_jokers_ride: bool = False
    trio_may_touch: bool = False
    packs: int = 1
    landlord: int = 20
    """Cards of the largest hand, which bounds the chains (R9, R23)."""


Cards = tuple[str, str]
"""One play: the letters of its body and the letters of its kickers; two texts, low to high."""


def take(hand: str, cards: str) -> str | None:
    """*hand* without *cards*; None when it does not hold them."""
    for letter in cards:
        if letter not in hand:
            return None
        hand = hand.replace(letter, "", 1)
    return hand


def runs(width: int, shortest: int, cards_a_rank: int, table: Table) -> Iterator[str]:
    """The bodies of neighbouring ranks, each *width* times, whose whole play a hand can hold."""
    for first in range(12):
        for last in range(first + shortest - 1, 12):
            length = last - first + 1
            if length * cards_a_rank <= table.landlord:
                yield "".join(letter * width for letter in IN_CHAINS[first : last + 1])


@cache
def bodies(table: Table) -> tuple[tuple[str, int, int], ...]:
    """Every body of the table with the number of its kickers and the cards of one kicker."""
    found: list[tuple[str, int, int]] = []
    for letter in LETTERS:
        found += [(letter, 0, 0), (letter * 2, 0, 0)]  # a solo, a pair
        found += [(letter * 3, 0, 0)] * table.bare_trio
        found += [(letter * 3, 1, 1)] * table.trio_with_solo
        found += [(letter * 3, 1, 2)] * table.trio_with_pair
        found += [(letter * 4, 2, 1), (letter * 4, 2, 2)] * table.quad_with_two
        found += [(letter * size, 0, 0) for size in range(4, 4 * table.packs + 1)]  # bombs
    found.append(("B" * table.packs + "R" * table.packs, 0, 0))  # the rocket
    found += [(body, 0, 0) for body in runs(1, 5, 1, table)]
    found += [(body, 0, 0) for body in runs(2, 3, 2, table)]
    found += [(body, 0, 0) for body in runs(3, 2, 3, table)]
    if table.airplane_with_solos:
        found += [(body, len(body) // 3, 1) for body in runs(3, 2, 4, table)]
    if table.airplane_with_pairs:
        found += [(body, len(body) // 3, 2) for body in runs(3, 2, 5, table)]
    return tuple(found)


def may_ride(body: str, kickers: tuple[str, ...], size: int, table: Table) -> bool:
    """Whether these ranks, each *size* cards, may be the kickers of this body (R11)."""
    if any(letter in body for letter in kickers):
        return False
    if not table.both_jokers_ride and "B" in kickers and "R" in kickers:
        return False
    times = {letter: kickers.count(letter) for letter in kickers}
    if size == 2:
        return all(n <= (2 if table.pairs_may_repeat else 1) for n in times.values())
    if any(n > (1 if table.solos_differ else 3) for n in times.values()):
        return False
    airplane = len(set(body)) > 1
    for letter, n in times.items():
        touches = letter in IN_CHAINS and any(
            abs(LETTERS.index(letter) - LETTERS.index(end)) == 1 for end in (body[0], body[-1])
        )
        if airplane and n == 3 and touches and not table.trio_may_touch:
            return False
    return True


@lru_cache(maxsize=5_000)
def plays_with_lowest(hand: str, table: Table) -> tuple[tuple[Cards, str], ...]:
    """Every play of *hand* that uses a card of its lowest rank, with the cards left after it."""
    found: list[tuple[Cards, str]] = []
    for body, number, size in bodies(table):
        rest = take(hand, body)
        if rest is None:
            continue
        on_offer = [letter for letter in LETTERS if rest.count(letter) >= max(size, 1)]
        for kickers in combinations_with_replacement(on_offer, number):
            if hand[0] not in body and hand[0] not in kickers:
                continue
            text = "".join(letter * size for letter in kickers)
            left = take(rest, text)
            if left is not None and may_ride(body, kickers, size, table):
                found.append(((body, text), left))
    return tuple(found)


def fewest(hand: str, table: Table) -> int:
    """The least number of plays that empty *hand*."""
    number = 0
    while not _can_empty(hand, number, table):
        number += 1
    return number


@lru_cache(maxsize=200_000)
def _can_empty(hand: str, number: int, table: Table) -> bool:
    """Whether *number* plays, or fewer, empty *hand*; some play must take its lowest card."""
    if not hand:
        return True
    return number > 0 and any(
        _can_empty(left, number - 1, table) for _, left in plays_with_lowest(hand, table)
    )


def all_fewest(hand: str, table: Table) -> set[tuple[Cards, ...]]:
    """Every way to empty *hand* in the fewest plays, each as its plays in sorted order."""
    return set(_ways(hand, fewest(hand, table), table))


@lru_cache(maxsize=20_000)
def _ways(hand: str, number: int, table: Table) -> frozenset[tuple[Cards, ...]]:
    if not hand:
        return frozenset({()}) if number == 0 else frozenset()
    if number == 0 or not _can_empty(hand, number, table):
        return frozenset()
    return frozenset(
        tuple(sorted((play, *others)))
        for play, left in plays_with_lowest(hand, table)
        for others in _ways(left, number - 1, table)
    )
