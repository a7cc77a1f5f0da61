"""The table of positions of the search with open hands, in a form that can be compiled.

What is looked up is not one position but all that are no better, or no worse, for the landlord:
his cards outside chains are kept as levels among the cards of the others, and a hand with higher
levels is never worse.  ``docs/solver.md`` has the proof.

A key is nine numbers.  Six say what must agree: the cards of every seat, the neighbours in chains,
and the rest; two are the levels; the last mixes the six, to find the place.  The table is a row of
buckets: eight *marks*, which fill one line of the processor's cache, then eight entries of one line
each, a key without its last number.  A mark has, from the highest bit down, the search it is of,
what the position cost to solve, who wins it, and a part of the mix.
"""

from __future__ import annotations

from engine.doudizhu.kernel_fewest import ONES, held_at_least
from engine.doudizhu.kernel_layout import (
    GENERATION,
    GOAL_SIDE,
    LANDLORD_SEAT,
    SEAT_NUMBER,
    SEATS,
    SETTLED,
    SETTLED_LEADER,
    SETTLED_NEED,
    SETTLED_TO_BEAT,
    SETTLED_TURN,
    TABLE_MASK,
    Numbers,
)
from engine.doudizhu.kernel_moves import LEAD, links

UNKNOWN, LANDLORD, PEASANTS = 0, 1, 2
"""What is known of a position: nothing yet, or who wins."""

WAYS = 8
"""Places of the table that a position may stand in."""

KEY_LINKS = SEATS
KEY_REST = SEATS + 1
KEY_FIRST = SEATS + 2
KEY_SECOND = SEATS + 3
KEY_MIX = SEATS + 4
"""Parts of a key, counted from where it begins; the cards come first."""

ENTRY = SEATS + 4
"""Numbers of an entry."""

BUCKET = WAYS + WAYS * ENTRY
"""Numbers of a bucket."""

NEED_PLACE = 56
"""Where the rest ends with the bombs that must still be played."""

MIX_BITS = (1 << 24) - 1
COST_BITS = (1 << 22) - 1
GENERATION_PLACE = 48
GENERATIONS = 1 << 15
"""Searches that can use a table before it has to be made empty."""

GUARDS = 0b100000_100000_100000_100000_100000_100000_100000_100000_100000_100000
"""The highest bit of each of ten levels, which levels leave free."""


def make_key(data: Numbers, key: int) -> None:
    """Nothing; the key of the position in SETTLED is written from *key* on.

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
        cards = data[SETTLED + seat]
        data[key + seat] = cards
        if seat != landlord:
            held |= cards
            linked |= links(cards)
    data[key + landlord] = fixed
    held = held_at_least(held, 1)
    jokers = held >> 52 & held >> 56 & 1
    start = code & 15
    if code != LEAD and start < 15:
        if leader != landlord:
            held |= 1 << 4 * start  # he may be asked to beat it
        code += ((held & (16 << 4 * start) - 1) * ONES >> 56 & 15) - 1 - start
    sizes = put_levels(data, key, free, held)
    leave_out(data, key, linked, held)
    rest = ((code + 1 << 2 | turn) << 2 | leader) << 33 | jokers << 32 | sizes
    data[key + KEY_REST] = rest
    mixed = data[key + KEY_REST] * 0x2545F4914F6CDD1D
    for place in range(KEY_REST):
        mixed = (mixed ^ data[key + place]) * 0x1B03738712FAD5C9
        mixed ^= mixed >> 29 & 0x7FFFFFFFF
    data[key + KEY_MIX] = mixed & (1 << 60) - 1
    data[key + KEY_REST] = data[SETTLED_NEED] << NEED_PLACE | rest  # in one bucket for any need


def leave_out(data: Numbers, key: int, linked: int, held: int) -> None:
    """Nothing; the ranks that are not *held* are taken out of the cards and the links."""
    seats = data[SEAT_NUMBER]
    gaps = ONES - held
    while True:
        gap = gaps & -gaps
        if held < gap or gap == 0:
            break
        below = gap - 1
        for seat in range(seats):
            cards = data[key + seat]
            data[key + seat] = cards & below | cards >> 4 & ~below
        linked = linked & below | linked >> 4 & ~below
        held = held & below | held >> 4 & ~below
        gaps = (gaps ^ gap) >> 4
    data[key + KEY_LINKS] = linked


def put_levels(data: Numbers, key: int, free: int, held: int) -> int:
    """How many free groups of each size the landlord holds, four bits a size.

    Their levels among the ranks *held* are written to the key, few of a rank before many.
    """
    first = 0
    second = 0
    sizes = 0
    place = 0
    count = 1
    while free:
        same = ONES - held_at_least(free ^ ONES * count, 1)
        free &= ~(same * 15)
        while same:
            low = same & -same
            level = 2 * ((held & low - 1) * ONES >> 56 & 15) + (held & low != 0)
            if place < 60:
                first |= level << place
            else:
                second |= level << place - 60
            place += 6
            sizes += 1 << 4 * count - 4
            same ^= low
        count += 1
    data[key + KEY_FIRST] = first
    data[key + KEY_SECOND] = second
    return sizes


def no_lower(high: int, low: int) -> bool:
    """Whether none of ten levels of *high* is below that of *low*."""
    return ((high | GUARDS) - low) & GUARDS == GUARDS


def none_lower(numbers: Numbers, key: int, others: Numbers, other: int) -> bool:
    """Whether none of the levels of one key is below that of another."""
    return no_lower(numbers[key + KEY_FIRST], others[other + KEY_FIRST]) and no_lower(
        numbers[key + KEY_SECOND], others[other + KEY_SECOND]
    )


def agree(numbers: Numbers, key: int, others: Numbers, other: int) -> bool:
    """Whether two keys are of positions that differ in levels, and in bombs asked for, at most."""
    same = (numbers[key + KEY_REST] ^ others[other + KEY_REST]) & (1 << NEED_PLACE) - 1 == 0
    for place in range(KEY_REST):
        same &= numbers[key + place] == others[other + place]
    return same


def settles(
    data: Numbers, numbers: Numbers, key: int, others: Numbers, other: int, winner: int
) -> bool:
    """Whether *winner*, who wins the position of *key*, wins that of *other* too.

    The two agree.  More bombs asked for are worse for the side with the goal, better for the other.
    """
    need, other_need = numbers[key + KEY_REST], others[other + KEY_REST]
    if (need < other_need) if winner == data[GOAL_SIDE] else (need > other_need):
        return False
    if winner == LANDLORD:
        return none_lower(others, other, numbers, key)
    return none_lower(numbers, key, others, other)


def fetch(entries: Numbers, place: int) -> None:
    """Nothing, and nothing happens: compiled, the processor is told that *place* will be read."""


def announce(data: Numbers, entries: Numbers, key: int) -> None:
    """Nothing; the position of this key will soon be looked up."""
    fetch(entries, (data[key + KEY_MIX] >> 24 & data[TABLE_MASK]) * BUCKET)


def look_up(data: Numbers, entries: Numbers, key: int) -> int:
    """What the table knows of the position of this key."""
    mix = data[key + KEY_MIX]
    bucket = (mix >> 24 & data[TABLE_MASK]) * BUCKET
    generation = data[GENERATION]
    for way in range(WAYS):
        mark = entries[bucket + way]
        if mark & MIX_BITS == mix & MIX_BITS and mark >> GENERATION_PLACE == generation:
            entry = bucket + WAYS + way * ENTRY
            if agree(data, key, entries, entry):
                winner = mark >> 24 & 3
                if settles(data, entries, entry, data, key, winner):
                    return winner
    return UNKNOWN


def remember(data: Numbers, entries: Numbers, key: int, winner: int, cost: int) -> None:
    """Nothing; what is known of this position takes the place of what it makes needless.

    Where there is no such entry, it takes the place of the one that was cheapest to solve.
    """
    mix = data[key + KEY_MIX]
    bucket = (mix >> 24 & data[TABLE_MASK]) * BUCKET
    generation = data[GENERATION]
    chosen = 0
    least = -1
    for way in range(WAYS):
        mark = entries[bucket + way]
        if mark >> GENERATION_PLACE != generation:
            mark = 0
        elif mark & MIX_BITS == mix & MIX_BITS and mark >> 24 & 3 == winner:
            entry = bucket + WAYS + way * ENTRY
            if agree(data, key, entries, entry) and settles(
                data, data, key, entries, entry, winner
            ):
                chosen = way
                break
        if least < 0 or mark < least:
            chosen = way
            least = mark
    entry = bucket + WAYS + chosen * ENTRY
    for place in range(ENTRY):
        entries[entry + place] = data[key + place]
    cost = min(cost, COST_BITS)
    entries[bucket + chosen] = ((generation << 22 | cost) << 2 | winner) << 24 | mix & MIX_BITS
