"""The standard player's rules of thumb in a form that can be compiled.

The same text runs as plain Python and compiled (see ``kernel_fewest.py``).  Scores are those of
``cpu.py`` in thousandths; kickers are chosen by a simple rule.
"""

from __future__ import annotations

from engine.doudizhu.kernel_fewest import (
    ONES,
    few,
    held_at_least,
    kicker_limit,
    rank_of,
    size_of,
)
from engine.doudizhu.kernel_layout import (
    FIRST_BOMB,
    JOKERS_RIDE,
    KIND_IS_LONGER,
    KIND_KICKER_SIZE,
    KIND_LENGTH,
    KIND_SIZE,
    KIND_SLOTS,
    KIND_WIDTH,
    PACKS,
    ROCKET,
    Numbers,
)
from engine.doudizhu.kernel_moves import LEAD, starts
from engine.doudizhu.kernel_task import (
    CHOICE_CARDS,
    CHOICE_CODE,
    CHOICE_SCORE,
    LANDLORD,
    NOW_HANDS,
    NOW_LEADER,
    NOW_TO_BEAT,
    NOW_TURN,
    OUT,
    SEATS,
    THOUSAND,
)

BELOW_TWO = 0x111111111111
"""A one in the place of every rank below the two."""
PLAY = 10 * THOUSAND
QUEEN = 9
TWO = 12
SMALL_JOKER = 13


def run_of(length: int) -> int:
    """A one in the place of each of the *length* lowest ranks."""
    return ONES & ((1 << 4 * length) - 1)


def natural_kickers(data: Numbers, packed: int, row: int, start: int) -> int:
    """Kickers for a body of this row from *packed*, as packed cards; -1 when there are not enough.

    Whole ranks first, low to high, then parts of higher counts, then twos and jokers, then bombs.
    """
    slots, size = data[KIND_SLOTS + row], data[KIND_KICKER_SIZE + row]
    length = data[KIND_LENGTH + row]
    fours = held_at_least(packed, 4)
    enough = held_at_least(packed, size) & ~(run_of(length) << 4 * start)
    more = held_at_least(packed, size + 1)
    chosen = 0
    for stage in range(4):
        if stage == 0:
            ranks = enough & ~fours & ~more & BELOW_TWO
        elif stage == 1:
            ranks = enough & ~fours & more & BELOW_TWO
        elif stage == 2:
            ranks = enough & ~fours & ~BELOW_TWO
        else:
            ranks = enough & fours
        while ranks:
            rank = rank_of(ranks & -ranks)
            ranks &= ranks - 1
            if rank == 14 and chosen >> 52 & 15 and not data[JOKERS_RIDE]:
                continue
            limit = kicker_limit(data, size, start, length, rank)
            taken = min(min(limit, (packed >> 4 * rank & 15) // size), slots)
            chosen += taken * size << 4 * rank
            slots -= taken
            if slots == 0:
                return chosen
    return -1


def enemy_cards(task: Numbers, seat: int) -> int:
    """Fewest cards of a seat on the other side."""
    landlord = task[LANDLORD]
    if seat != landlord:
        return size_of(task[NOW_HANDS + landlord])
    fewest = 99
    for other in range(task[SEATS]):
        if other != landlord:
            fewest = min(fewest, size_of(task[NOW_HANDS + other]))
    return fewest


def partner_leads(task: Numbers) -> bool:
    """Whether the play to beat is another peasant's, seen from a peasant who is to act."""
    landlord = task[LANDLORD]
    return task[NOW_TO_BEAT] != LEAD and landlord != task[NOW_TURN] and landlord != task[NOW_LEADER]


def score(
    data: Numbers, task: Numbers, seat: int, cards: int, code: int, enemy: int, partner: bool
) -> int:
    """Thousandths of a point for this play; as ``cpu.score``."""
    packed = task[NOW_HANDS + seat]
    if cards == packed:
        return OUT
    left = few(data, packed - cards)
    row = code >> 4
    rank = SMALL_JOKER if row == data[ROCKET] else code & 15
    size = size_of(cards)
    bomb = row >= data[FIRST_BOMB]
    value = -PLAY * left
    if task[NOW_TO_BEAT] == LEAD:
        value += 300 * size - 350 * rank
        if size == enemy and (size == 1 or (size == 2 and not bomb)):
            value -= 12 * THOUSAND - 900 * rank
        if bomb and left > 1:
            value -= 18 * THOUSAND
        return value
    value -= 250 * rank
    if size == 1 and rank >= TWO:
        value -= 2 * THOUSAND
    if bomb and left > 1:
        value -= 12 * THOUSAND
    if partner:
        return value - 2 * THOUSAND - (8 * THOUSAND if rank >= QUEEN else 0)
    value += THOUSAND
    if enemy <= 5:
        value += 3 * THOUSAND
    if enemy <= 3:
        value += 6 * THOUSAND
        if bomb:
            value += 8 * THOUSAND
    return value


def add_choice(task: Numbers, place: int, cards: int, code: int, value: int) -> int:
    """The place after this one, where the choice now stands."""
    task[CHOICE_CARDS + place] = cards
    task[CHOICE_CODE + place] = code
    task[CHOICE_SCORE + place] = value
    return place + 1


def list_choices(data: Numbers, task: Numbers) -> int:
    """How many choices the seat to act has; they and their scores are in the task, a pass first."""
    seat = task[NOW_TURN]
    packed = task[NOW_HANDS + seat]
    to_beat = task[NOW_TO_BEAT]
    enemy = enemy_cards(task, seat)
    partner = partner_leads(task)
    end = 0
    if to_beat != LEAD:
        value = -PLAY * few(data, packed) + (14 * THOUSAND if partner else 0)
        end = add_choice(task, end, 0, 0, value)
    size = size_of(packed)
    bombs, rocket, packs = data[FIRST_BOMB], data[ROCKET], data[PACKS]
    row = 1 if to_beat == LEAD else to_beat >> 4
    last = rocket if held_at_least(packed, 4) else bombs
    begins = 0
    while row < last:
        if size < data[KIND_SIZE + row]:
            begins = 0
        # where no shorter body of the kind begins, no longer one does
        elif to_beat != LEAD or begins or not data[KIND_IS_LONGER + row]:
            begins = starts(data, packed, row)
        run = begins
        if row == to_beat >> 4:
            run &= -16 << 4 * (to_beat & 15)
        body = data[KIND_WIDTH + row] * run_of(data[KIND_LENGTH + row])
        while run:
            start = rank_of(run & -run)
            run &= run - 1
            cards = body << 4 * start
            if data[KIND_SLOTS + row]:
                kickers = natural_kickers(data, packed, row, start)
                if kickers < 0:
                    continue
                cards += kickers
            code = row << 4 | start
            value = score(data, task, seat, cards, code, enemy, partner)
            end = add_choice(task, end, cards, code, value)
        row = row + 1 if to_beat == LEAD or row >= bombs else bombs
    if packed >> 52 & 15 >= packs and packed >> 56 & 15 >= packs:
        cards = packs << 52 | packs << 56
        value = score(data, task, seat, cards, rocket << 4, enemy, partner)
        end = add_choice(task, end, cards, rocket << 4, value)
    return end
