"""The plays of a packed hand, and which hand can answer a play, in a form that can be compiled.

A play is two numbers: the cards it takes, packed, and the code of its body.  A code is sixteen
times the row of the body's kind and length, plus its lowest rank.  Rows of bombs come last, the
smaller before the larger, then the rocket: of two codes that may follow each other the greater one
beats, and every bomb's code is above all others.
"""

from __future__ import annotations

from engine.doudizhu.kernel_fewest import held_at_least, rank_of, size_of
from engine.doudizhu.kernel_layout import (
    FIRST_BOMB,
    JOKERS_RIDE,
    KIND_IS_CHAIN,
    KIND_KICKER_SIZE,
    KIND_LENGTH,
    KIND_SIZE,
    KIND_SLOTS,
    KIND_WIDTH,
    MOST_PAIRS,
    MOST_SOLOS,
    MOST_TOUCHING,
    MOVE_CARDS,
    MOVE_CODE,
    MOVES,
    OFFER_CARDS,
    OFFER_MOST,
    OFFER_RANK,
    OFFER_REST,
    OFFER_TAKEN,
    PACKS,
    ROCKET,
    Numbers,
)

LEAD = 0
"""The code to beat of a seat that leads."""

IN_CHAINS = (1 << 48) - 1
"""The twelve ranks of chains."""


def held_widely(packed: int, width: int) -> int:
    """A one in the place of each rank of which so many cards are held."""
    if width <= 4:
        return held_at_least(packed, width)
    found = 0
    for rank in range(13):
        if packed >> 4 * rank & 15 >= width:
            found |= 1 << 4 * rank
    return found


def starts(data: Numbers, packed: int, row: int) -> int:
    """A one in the place of each rank at which *packed* holds a body of this row."""
    held = held_widely(packed, data[KIND_WIDTH + row])
    if data[KIND_IS_CHAIN + row]:
        held &= IN_CHAINS
    run = held
    for place in range(1, data[KIND_LENGTH + row]):
        run &= held >> 4 * place
    return run


def lowest_answer(data: Numbers, packed: int, code: int) -> int:
    """The lowest code of the same kind and length above *code* in *packed*; 0 when there is none.

    Whether kickers can be found is not asked, only whether there are cards enough.
    """
    row = code >> 4
    if row == 0 or row >= data[FIRST_BOMB] or size_of(packed) < data[KIND_SIZE + row]:
        return 0
    run = starts(data, packed, row) & -16 << 4 * (code & 15)
    return row << 4 | rank_of(run & -run) if run else 0


def lowest_bomb(data: Numbers, packed: int, code: int) -> int:
    """The lowest code of a bomb or rocket above *code* in *packed*; 0 when there is none."""
    rocket = data[ROCKET]
    if held_at_least(packed, 4):
        for row in range(data[FIRST_BOMB], rocket):
            run = starts(data, packed, row)
            if row == code >> 4:
                run &= -16 << 4 * (code & 15)
            if run and row >= code >> 4:
                return row << 4 | rank_of(run & -run)
    packs = data[PACKS]
    if packed >> 52 & 15 >= packs and packed >> 56 & 15 >= packs and code < rocket << 4:
        return rocket << 4
    return 0


def add_plays(
    data: Numbers,
    packed: int,
    to_beat: int,
    first: int,
) -> int:
    """Where the list ends after every play of *packed* above *to_beat* was written from *first* on.

    -1 when the list is too short for them.
    """
    end = first
    size = size_of(packed)
    bombs, rocket, packs = data[FIRST_BOMB], data[ROCKET], data[PACKS]
    for row in range(1, rocket):
        if (to_beat != LEAD and row != to_beat >> 4 and row < bombs) or size < data[
            KIND_SIZE + row
        ]:
            continue
        run = starts(data, packed, row)
        if run == 0:
            continue
        for start in range(15):
            code = row << 4 | start
            if not run >> 4 * start & 1 or code <= to_beat:
                continue
            body = 0
            for rank in range(start, start + data[KIND_LENGTH + row]):
                body |= data[KIND_WIDTH + row] << 4 * rank
            if data[KIND_SLOTS + row]:
                end = add_kickers(data, packed, row, start, body, end)
                if end < 0:
                    return -1
            else:
                if end >= MOVES:
                    return -1
                data[MOVE_CARDS + end] = body
                data[MOVE_CODE + end] = code
                end += 1
    if packed >> 52 & 15 >= packs and packed >> 56 & 15 >= packs:
        if end >= MOVES:
            return -1
        data[MOVE_CARDS + end] = packs << 52 | packs << 56
        data[MOVE_CODE + end] = rocket << 4
        end += 1
    return end


def add_kickers(
    data: Numbers,
    packed: int,
    row: int,
    start: int,
    body: int,
    end: int,
) -> int:
    """Where the list ends after every play of this body was written from *end* on, or -1 (R11)."""
    slots, size, length = (
        data[KIND_SLOTS + row],
        data[KIND_KICKER_SIZE + row],
        data[KIND_LENGTH + row],
    )
    ranks = 0
    for rank in range(15):
        most = min(packed >> 4 * rank & 15, 8)
        if size == 2:
            most = min(most >> 1, data[MOST_PAIRS])
        elif length > 1 and rank < 12 and (rank == start - 1 or rank == start + length):
            most = min(most, data[MOST_TOUCHING])
        else:
            most = min(most, data[MOST_SOLOS])
        if most and not start <= rank < start + length:
            data[OFFER_RANK + ranks] = rank
            data[OFFER_MOST + ranks] = min(most, slots)
            ranks += 1
    data[OFFER_REST + ranks] = 0
    for place in range(ranks - 1, -1, -1):
        data[OFFER_REST + place] = data[OFFER_REST + place + 1] + data[OFFER_MOST + place]
    if data[OFFER_REST] < slots:
        return end
    place = 0
    open_slots = slots
    data[OFFER_CARDS] = body
    data[OFFER_TAKEN] = data[OFFER_MOST] + 1
    while place >= 0:
        data[OFFER_TAKEN + place] -= 1
        taken = data[OFFER_TAKEN + place]
        if taken < max(0, open_slots - data[OFFER_REST + place + 1]):
            place -= 1
            if place >= 0:
                open_slots += data[OFFER_TAKEN + place]
            continue
        chosen = data[OFFER_CARDS + place] + (taken * size << 4 * data[OFFER_RANK + place])
        if taken == open_slots:
            kickers = chosen - body
            if data[JOKERS_RIDE] or kickers >> 52 & 15 == 0 or kickers >> 56 & 15 == 0:
                if end >= MOVES:
                    return -1
                data[MOVE_CARDS + end] = chosen
                data[MOVE_CODE + end] = row << 4 | start
                end += 1
            continue
        open_slots -= taken
        place += 1
        data[OFFER_CARDS + place] = chosen
        data[OFFER_TAKEN + place] = min(data[OFFER_MOST + place], open_slots) + 1
    return end


def links(packed: int) -> int:
    """A one in the place of each rank that stands with the next one in a chain of *packed* (R9)."""
    one = held_at_least(packed, 1) & IN_CHAINS
    two = held_at_least(packed, 2) & IN_CHAINS
    three = held_at_least(packed, 3) & IN_CHAINS
    of_five = one & one >> 4 & one >> 8 & one >> 12 & one >> 16
    of_three = two & two >> 4 & two >> 8
    of_two = three & three >> 4
    return of_five | of_five << 4 | of_five << 8 | of_five << 12 | of_three | of_three << 4 | of_two
