"""The fewest plays of a packed hand: the search of ``search.py`` in a form that can be compiled.

A packed hand is one whole number below 2^60, four bits a rank.  Everything here works on whole
numbers and flat rows of them, calls nothing but what stands here, and never calls itself: so the
same text runs as it stands, on lists, and compiled, on arrays (``kernel.py``), with the same
answers.  What the steps mean and why nothing is missed says ``docs/solver.md``.
"""

from __future__ import annotations

from engine.doudizhu.kernel_layout import (
    BODY_LENGTH,
    BODY_SLOTS,
    BODY_START,
    CHAIN_NUMBER,
    CHAIN_RANKS,
    CHAIN_ROOM,
    CHAIN_SIZE,
    CHAIN_WIDTH,
    CHAINS,
    CHOSEN_FORM,
    CLASHES,
    FEW,
    FEW_KEPT,
    FIRST_FORM,
    FIRST_USE,
    FORM_LENGTH,
    FORM_PAIRS,
    FORM_SOLOS,
    FORM_START,
    JOKERS_RIDE,
    KICKERS,
    LARGEST_HAND,
    LEVEL_CARDS,
    LEVEL_CHOSEN,
    LEVEL_CURSOR,
    LEVEL_PACKED,
    LEVEL_ROOM,
    LEVEL_SUMS,
    MEMO,
    MEMO_KEY,
    MEMO_VALUE,
    MOST_PAIRS,
    MOST_SOLOS,
    MOST_TOUCHING,
    PLAYABLE,
    PROFILE_FIRST,
    PROFILE_KEY,
    PROFILE_LAST,
    PROFILE_PAIRS,
    PROFILE_PLAYS,
    PROFILE_SOLOS,
    PROFILES,
    REST_COUNT,
    REST_LEFT,
    REST_PAIR_SLOTS,
    REST_RANK,
    REST_SOLO_SLOTS,
    REST_TALLY,
    REST_USE,
    SUMS,
    SUMS_HELD,
    USE_CARRIERS,
    USE_PAIR_NEED,
    USE_PAIRS,
    USE_PLAYS,
    USE_SIZES,
    USE_SLOTS,
    USE_SOLO_NEED,
    USE_SOLOS,
    Numbers,
)

NO_WAY = 1_000
"""More plays than there are cards: kickers and slots cannot be made equal."""

ONES = 0x111111111111111
"""A one in the place of every rank."""


def tally_of(packed: int) -> int:
    """How many ranks hold 1, 2, 3... cards, four bits each."""
    tally = 0
    while packed:
        count = packed & 15
        if count:
            tally += 1 << (4 * count - 4)
        packed >>= 4
    return tally


def size_of(packed: int) -> int:
    """Number of cards."""
    by_two = (packed & 0x0F0F0F0F0F0F0F0F) + (packed >> 4 & 0x0F0F0F0F0F0F0F0F)
    by_four = (by_two & 0x00FF00FF00FF00FF) + (by_two >> 8 & 0x00FF00FF00FF00FF)
    by_eight = (by_four & 0x0000FFFF0000FFFF) + (by_four >> 16 & 0x0000FFFF0000FFFF)
    return (by_eight & 0xFFFF) + (by_eight >> 32)


def rank_of(bit: int) -> int:
    """Which rank's place the lowest bit of a place is: 0 to 14."""
    return ((bit - 1) & ONES) * ONES >> 56 & 15


def held_at_least(packed: int, width: int) -> int:
    """A one in the place of each rank of which so many cards are held; *width* is 1 to 4."""
    if width == 1:
        return (packed | packed >> 1 | packed >> 2 | packed >> 3) & ONES
    if width == 2:
        return (packed >> 1 | packed >> 2 | packed >> 3) & ONES
    if width == 3:
        return (packed & packed >> 1 | packed >> 2 | packed >> 3) & ONES
    return (packed >> 2 | packed >> 3) & ONES


def bound(data: Numbers, tally: int, solo_slots: int, pair_slots: int) -> int:
    """No more than the plays that empty ranks of this *tally* and fill exactly these slots.

    Exact but for one thing: it does not ask which kicker rides where.  Slots below zero are
    kickers that wait.
    """
    key = (tally << 16 | (solo_slots + 64) << 8 | (pair_slots + 64)) + 1
    place = (key * 0x9E3779B1 >> 20) & (MEMO - 1)
    if data[MEMO_KEY + place] == key:
        return data[MEMO_VALUE + place]
    singles, pairs = tally & 15, tally >> 4 & 15
    best = NO_WAY
    high = (tally >> 8) + 1
    index = (high * 0x9E3779B1 >> 12) & (PROFILES - 1)
    while data[PROFILE_KEY + index] != high:
        index = (index + 1) & (PROFILES - 1)
    for row in range(data[PROFILE_FIRST + index], data[PROFILE_LAST + index]):
        solos_wanted = solo_slots + data[PROFILE_SOLOS + row]
        pairs_wanted = pair_slots + data[PROFILE_PAIRS + row]
        if solos_wanted < 0 or pairs_wanted < 0 or pairs_wanted > pairs:
            continue
        free = pairs - pairs_wanted
        halves = max(0, solos_wanted - singles)
        if halves > 2 * free:
            continue
        plays = singles - (solos_wanted - halves) + free - halves // 2
        best = min(best, plays + data[PROFILE_PLAYS + row])
    data[MEMO_KEY + place] = key
    data[MEMO_VALUE + place] = best
    return best


def kicker_limit(data: Numbers, size: int, start: int, length: int, rank: int) -> int:
    """Most kickers of *rank* that one play with this body carries (R11)."""
    if start <= rank < start + length:
        return 0
    if size == 2:
        return data[MOST_PAIRS]
    if length > 1 and rank < 12 and (rank == start - 1 or rank == start + length):
        return data[MOST_TOUCHING]
    return data[MOST_SOLOS]


def can_deal(data: Numbers, bodies: int, size: int) -> bool:
    """Whether the kickers noted, as many as slots, can be dealt to the first *bodies* noted.

    No minimal cut of the network of the kicker lemma is smaller than the kickers in all: for every
    set of bodies on the side of the source.
    """
    total = 0
    for rank in range(15):
        total += data[KICKERS + rank]
    apart = data[JOKERS_RIDE] == 0
    for chosen in range(1 << bodies):
        cut = 0
        others = 0
        for body in range(bodies):
            if chosen >> body & 1:
                cut += data[BODY_SLOTS + body]
            else:
                others += 1
        for rank in range(13 if apart else 15):
            if data[KICKERS + rank]:
                reach = 0
                for body in range(bodies):
                    if not chosen >> body & 1:
                        start, length = data[BODY_START + body], data[BODY_LENGTH + body]
                        reach += kicker_limit(data, size, start, length, rank)
                cut += min(data[KICKERS + rank], reach)
        if apart:  # the jokers share one place on each body
            cut += min(data[KICKERS + 13] + data[KICKERS + 14], others)
        if cut < total:
            return False
    return True


def kept(data: Numbers, depth: int, ranks: int) -> bool:
    """Whether the kickers of the forms and uses chosen can be dealt."""
    for size in (1, 2):
        for rank in range(15):
            data[KICKERS + rank] = 0
        bodies = 0
        for place in range(depth):
            form = data[CHOSEN_FORM + place]
            slots = data[FORM_SOLOS + form] if size == 1 else data[FORM_PAIRS + form]
            if slots:
                data[BODY_START + bodies] = data[FORM_START + form]
                data[BODY_LENGTH + bodies] = data[FORM_LENGTH + form]
                data[BODY_SLOTS + bodies] = slots
                bodies += 1
        for place in range(ranks):
            use, rank = data[REST_USE + place], data[REST_RANK + place]
            data[KICKERS + rank] = data[USE_SOLOS + use] if size == 1 else data[USE_PAIRS + use]
            for carrier in range(data[USE_CARRIERS + use]):
                if data[USE_SIZES + 2 * use + carrier] == size:
                    data[BODY_START + bodies] = rank
                    data[BODY_LENGTH + bodies] = 1
                    data[BODY_SLOTS + bodies] = data[USE_SLOTS + 2 * use + carrier]
                    bodies += 1
        if bodies and not can_deal(data, bodies, size):
            return False
    return True


def finish(data: Numbers, depth: int, number: int) -> bool:
    """Whether *number* plays do: the chosen chains, and the rest without chains."""
    packed = data[LEVEL_PACKED + depth]
    ranks = 0
    for count in range(8, 0, -1):
        for rank in range(15):
            if packed >> 4 * rank & 15 == count:
                data[REST_RANK + ranks] = rank
                data[REST_COUNT + ranks] = count
                ranks += 1
    data[REST_TALLY + ranks] = 0
    for place in range(ranks - 1, -1, -1):
        data[REST_TALLY + place] = data[REST_TALLY + place + 1] + (
            1 << (4 * data[REST_COUNT + place] - 4)
        )
    for place in range(depth):
        data[CHOSEN_FORM + place] = data[FIRST_FORM + data[LEVEL_CHOSEN + place]]
    while True:
        solo_slots = 0
        pair_slots = 0
        for place in range(depth):
            solo_slots += data[FORM_SOLOS + data[CHOSEN_FORM + place]]
            pair_slots += data[FORM_PAIRS + data[CHOSEN_FORM + place]]
        if finish_forms(data, depth, ranks, number - depth, solo_slots, pair_slots):
            return True
        place = depth - 1
        while place >= 0:
            data[CHOSEN_FORM + place] += 1
            if data[CHOSEN_FORM + place] < data[FIRST_FORM + data[LEVEL_CHOSEN + place] + 1]:
                break
            data[CHOSEN_FORM + place] = data[FIRST_FORM + data[LEVEL_CHOSEN + place]]
            place -= 1
        if place < 0:
            return False


def finish_forms(
    data: Numbers,
    depth: int,
    ranks: int,
    number: int,
    solo_slots: int,
    pair_slots: int,
) -> bool:
    """Whether some choice of uses for the ranks takes *number* plays or fewer and can be dealt."""
    if bound(data, data[REST_TALLY], solo_slots, pair_slots) > number:
        return False
    if ranks == 0:
        return kept(data, depth, 0)
    place = 0
    data[REST_LEFT] = number
    data[REST_SOLO_SLOTS] = solo_slots
    data[REST_PAIR_SLOTS] = pair_slots
    data[REST_USE] = data[FIRST_USE + data[REST_COUNT]] - 1
    while place >= 0:
        data[REST_USE + place] += 1
        use = data[REST_USE + place]
        if use == data[FIRST_USE + data[REST_COUNT + place] + 1]:
            place -= 1
            continue
        left = data[REST_LEFT + place] - data[USE_PLAYS + use]
        solos = data[REST_SOLO_SLOTS + place] + data[USE_SOLO_NEED + use]
        pairs = data[REST_PAIR_SLOTS + place] + data[USE_PAIR_NEED + use]
        if left < 0 or bound(data, data[REST_TALLY + place + 1], solos, pairs) > left:
            continue
        if place + 1 == ranks:
            if kept(data, depth, ranks):
                return True
            continue
        place += 1
        data[REST_LEFT + place] = left
        data[REST_SOLO_SLOTS + place] = solos
        data[REST_PAIR_SLOTS + place] = pairs
        data[REST_USE + place] = data[FIRST_USE + data[REST_COUNT + place]] - 1
    return False


def promise(data: Numbers, depth: int) -> int:
    """The least number of plays that the bound allows with the chains chosen so far."""
    tally = tally_of(data[LEVEL_PACKED + depth])
    best = NO_WAY
    for place in range(data[SUMS_HELD + depth]):
        slots = data[LEVEL_SUMS + depth * SUMS + place]
        best = min(best, bound(data, tally, slots >> 8, slots & 255))
    return depth + best


def add_sums(data: Numbers, depth: int, chain: int) -> None:
    """Nothing; the sums of the next depth become those with one of the forms of *chain*."""
    held = 0
    after = (depth + 1) * SUMS
    for place in range(data[SUMS_HELD + depth]):
        for form in range(data[FIRST_FORM + chain], data[FIRST_FORM + chain + 1]):
            slots = data[LEVEL_SUMS + depth * SUMS + place]
            slots += data[FORM_SOLOS + form] << 8 | data[FORM_PAIRS + form]
            known = False
            for other in range(held):
                if data[LEVEL_SUMS + after + other] == slots:
                    known = True
            if not known:
                data[LEVEL_SUMS + after + held] = slots
                held += 1
    data[SUMS_HELD + depth + 1] = held


def keep_playable(data: Numbers, depth: int, place: int, chain: int) -> None:
    """Nothing; lists at *depth* the chains before it from *place* on that its cards still hold."""
    chains = data[CHAIN_NUMBER]
    packed = data[LEVEL_PACKED + depth]
    one, two = held_at_least(packed, 1), held_at_least(packed, 2)
    three = held_at_least(packed, 3)
    row = (CHAINS + 1) * depth
    held = row
    if chain < 0:
        for other in range(chains):
            ranks, width = data[CHAIN_RANKS + other], data[CHAIN_WIDTH + other]
            if (one if width == 1 else two if width == 2 else three) & ranks == ranks:
                data[PLAYABLE + held] = other
                held += 1
    else:
        source = row - CHAINS - 1 + place
        while data[PLAYABLE + source] >= 0:
            other = data[PLAYABLE + source]
            ranks, width = data[CHAIN_RANKS + other], data[CHAIN_WIDTH + other]
            if (one if width == 1 else two if width == 2 else three) & ranks == ranks and not data[
                CLASHES + chain * CHAINS + other
            ]:
                data[PLAYABLE + held] = other
                held += 1
            source += 1
    data[PLAYABLE + held] = -1


def fewest(data: Numbers, packed: int) -> int:
    """The least number of plays that empty *packed*, a hand that a seat can hold."""
    depth = 0
    data[LEVEL_PACKED] = packed
    data[LEVEL_CARDS] = size_of(packed)
    data[LEVEL_ROOM] = 0
    data[LEVEL_SUMS] = 0
    data[SUMS_HELD] = 1
    data[LEVEL_CURSOR] = 0
    keep_playable(data, 0, 0, -1)
    best = NO_WAY
    entered = True
    while depth >= 0:
        if entered:
            promised = promise(data, depth)
            while promised < best:
                if finish(data, depth, promised):
                    best = promised
                promised += 1
            entered = False
        place = data[LEVEL_CURSOR + depth]
        chain = data[PLAYABLE + (CHAINS + 1) * depth + place]
        if chain < 0:
            depth -= 1
            continue
        data[LEVEL_CURSOR + depth] = place + 1
        # What is left may all be kickers; what exceeds the slots takes plays of its own.
        left = data[LEVEL_CARDS + depth] - data[CHAIN_SIZE + chain]
        more_room = data[LEVEL_ROOM + depth] + data[CHAIN_ROOM + chain]
        over = max(0, left - more_room)
        if depth + 1 + (over + data[LARGEST_HAND] - 1) // data[LARGEST_HAND] >= best:
            continue
        data[LEVEL_CHOSEN + depth] = chain
        add_sums(data, depth, chain)
        taken = data[CHAIN_WIDTH + chain] * data[CHAIN_RANKS + chain]
        data[LEVEL_PACKED + depth + 1] = data[LEVEL_PACKED + depth] - taken
        data[LEVEL_CARDS + depth + 1] = left
        data[LEVEL_ROOM + depth + 1] = more_room
        data[LEVEL_CURSOR + depth + 1] = 0
        depth += 1
        keep_playable(data, depth, place, chain)
        entered = True
    return best


def few(data: Numbers, packed: int) -> int:
    """The fewest plays of *packed*, remembered."""
    place = FEW_KEPT + ((packed * 0x1E3779B97F4A7C15 >> 32) & (FEW - 1))
    kept_now = data[place]
    if kept_now >> 4 == packed:
        return kept_now & 15
    number = fewest(data, packed)
    data[place] = packed << 4 | number
    return number
