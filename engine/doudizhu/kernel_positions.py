"""The table of positions of the search with open hands, in a form that can be compiled.

What is looked up is not one position but all that are no better, or no worse, for the landlord:
his cards outside chains are kept as levels among the cards of the others, and a hand with higher
levels is never worse.  ``docs/solver.md`` has the proof.
"""

from __future__ import annotations

from engine.doudizhu.kernel_fewest import held_at_least
from engine.doudizhu.kernel_layout import (
    KEY,
    LANDLORD_SEAT,
    LEVEL_OF,
    SEATS,
    SETTLED,
    SETTLED_LEADER,
    SETTLED_TO_BEAT,
    SETTLED_TURN,
    Numbers,
)
from engine.doudizhu.kernel_moves import LEAD, links

UNKNOWN, LANDLORD, PEASANTS = 0, 1, 2
"""What is known of a position: nothing yet, or who wins."""

WAYS = 8
"""Places of the table that a position may stand in."""

ENTRY = SEATS + 4
"""Numbers of an entry: five that must agree, two of levels; who wins, and at what cost."""

GUARDS = 0b100000_100000_100000_100000_100000_100000_100000_100000_100000_100000
"""The highest bit of each of ten levels, which levels leave free."""


def make_key(data: Numbers, entries: Numbers) -> int:
    """Where the position in SETTLED belongs in the table; its key is in KEY.

    Of the ranks only the order counts, and which neighbours stand in a chain that somebody holds:
    ranks that do not matter are left out, and a bit is kept for each such pair of neighbours.
    """
    turn, code, leader = data[SETTLED_TURN], data[SETTLED_TO_BEAT], data[SETTLED_LEADER]
    landlord = data[LANDLORD_SEAT]
    own = data[SETTLED + landlord]
    linked = links(own)
    fixed = (linked | linked << 4) * 15
    if own >> 52 & 15 and own >> 56 & 15:
        fixed |= 0xFF << 52  # both jokers: the rocket
    fixed &= own
    free = own - fixed
    held = fixed
    for seat in range(SEATS):
        data[KEY + seat] = 0
        if seat != landlord:
            held |= data[SETTLED + seat]
            linked |= links(data[SETTLED + seat])
    held = held_at_least(held, 1)
    start = code & 15
    if code != LEAD and start < 15 and leader != landlord:
        held |= 1 << 4 * start  # he may be asked to beat it
    place = 0
    below = 0
    kept_links = 0
    sizes = 0
    for rank in range(15):
        is_held = held >> 4 * rank & 1
        count = free >> 4 * rank & 15
        if count:
            data[LEVEL_OF + rank] = 2 * place + is_held
            sizes += 1 << (4 * count - 4)
        if is_held:
            for seat in range(SEATS):
                cards = fixed if seat == landlord else data[SETTLED + seat]
                data[KEY + seat] |= (cards >> 4 * rank & 15) << 4 * place
            if linked >> 4 * rank & 1:
                kept_links |= 1 << place
            if rank <= start:
                below += 1
            place += 1
    if code != LEAD and start < 15:
        code = (code & ~15) + below - 1
    jokers = held >> 52 & held >> 56 & 1
    rest = ((kept_links << 11 | code + 1) << 2 | turn) << 2 | leader
    data[KEY + SEATS] = (rest << 1 | jokers) << 32 | sizes
    put_levels(data, free, sizes)
    mixed = data[KEY + SEATS] * 0x2545F4914F6CDD1D
    for seat in range(SEATS):
        mixed = (mixed ^ data[KEY + seat]) * 0x1B03738712FAD5C9
        mixed ^= mixed >> 29 & 0x7FFFFFFFF
    return (mixed >> 24 & 0xFFFFFFFFF) % (len(entries) // (WAYS * ENTRY))


def put_levels(data: Numbers, free: int, sizes: int) -> None:
    """Nothing; the levels of the landlord's free cards end the key, few of a rank before many."""
    first = 0
    second = 0
    groups = 0
    count = 1
    while sizes:
        if sizes & 15:
            for rank in range(15):
                if free >> 4 * rank & 15 == count:
                    if groups < 10:
                        first |= data[LEVEL_OF + rank] << 6 * groups
                    else:
                        second |= data[LEVEL_OF + rank] << 6 * (groups - 10)
                    groups += 1
        sizes >>= 4
        count += 1
    data[KEY + SEATS + 1] = first
    data[KEY + SEATS + 2] = second


def no_lower(high: int, low: int) -> bool:
    """Whether none of ten levels of *high* is below that of *low*."""
    return ((high | GUARDS) - low) & GUARDS == GUARDS


def agrees(data: Numbers, entries: Numbers, entry: int) -> bool:
    """Whether the entry is of a position that differs from that in KEY in levels at most."""
    return (
        entries[entry] == data[KEY]
        and entries[entry + 1] == data[KEY + 1]
        and entries[entry + 2] == data[KEY + 2]
        and entries[entry + 3] == data[KEY + 3]
        and entries[entry + 4] == data[KEY + 4]
    )


def look_up(data: Numbers, entries: Numbers, bucket: int) -> int:
    """What the table knows of the position in KEY."""
    first, second = data[KEY + SEATS + 1], data[KEY + SEATS + 2]
    for way in range(WAYS):
        entry = (bucket * WAYS + way) * ENTRY
        if agrees(data, entries, entry):
            winner = entries[entry + 7] & 3
            known_first, known_second = entries[entry + 5], entries[entry + 6]
            if winner == PEASANTS:
                if no_lower(known_first, first) and no_lower(known_second, second):
                    return PEASANTS
            elif no_lower(first, known_first) and no_lower(second, known_second):
                return LANDLORD
    return UNKNOWN


def remember(data: Numbers, entries: Numbers, bucket: int, winner: int, cost: int) -> None:
    """Nothing; what is known of the position in KEY takes the place of what it makes needless.

    Where there is no such entry, it takes the place of the one that was cheapest to solve.
    """
    first, second = data[KEY + SEATS + 1], data[KEY + SEATS + 2]
    chosen = bucket * WAYS * ENTRY
    for way in range(WAYS):
        entry = (bucket * WAYS + way) * ENTRY
        if agrees(data, entries, entry) and entries[entry + 7] & 3 == winner:
            known_first, known_second = entries[entry + 5], entries[entry + 6]
            if winner == PEASANTS:
                needless = no_lower(first, known_first) and no_lower(second, known_second)
            else:
                needless = no_lower(known_first, first) and no_lower(known_second, second)
            if needless:
                chosen = entry
                break
        if entries[entry + 7] < entries[chosen + 7]:
            chosen = entry
    for place in range(SEATS + 3):
        entries[chosen + place] = data[KEY + place]
    entries[chosen + 7] = cost << 2 | winner
