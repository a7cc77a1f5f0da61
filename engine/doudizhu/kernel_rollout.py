"""Deals played out by the standard player's rules of thumb, in a form that can be compiled.

The same text runs as plain Python and compiled (see ``kernel_fewest.py``).  ``task`` is a second
row of whole numbers: the position, the plays that are compared, the worlds (hidden hands dealt
out) and the wins counted.  Scores are those of ``cpu.py`` in thousandths, kickers are chosen by a
simple rule; a little noise keeps the players from repeating each other's mistakes.
"""

from __future__ import annotations

from engine.doudizhu.kernel_fewest import few, kicker_limit, size_of
from engine.doudizhu.kernel_layout import (
    FIRST_BOMB,
    JOKERS_RIDE,
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

# ---- where everything lies in a task ----

SEATS = 0
LANDLORD = 1
TURN = 2
TO_BEAT = 3
LEADER = 4
PASSES = 5
NOISE = 6
"""Thousandths of a point: uniform noise below it is added to every score."""
OPTION_NUMBER = 7
WORLD_NUMBER = 8
SEED = 9

NOW_TURN = 10
NOW_TO_BEAT = 11
NOW_LEADER = 12
NOW_PASSES = 13
NOW_RANDOM = 14
BEST_CARDS = 15
BEST_CODE = 16
NOW_HANDS = 20

MOST_OPTIONS = 64
OPTIONS = 32
"""Two numbers a play that is compared: its cards, packed, and its code; zeros are a pass, and
``NO_PLAY`` for the cards lets the rules of thumb play from here on."""
WINS = OPTIONS + 2 * MOST_OPTIONS
"""Worlds in which the landlord wins after each play."""
WORLDS = WINS + MOST_OPTIONS
MOST_WORLDS = 16
SEATS_A_WORLD = 4
"""Hands of every seat, packed."""
TASK_END = WORLDS + MOST_WORLDS * SEATS_A_WORLD

NO_PLAY = -1

THOUSAND = 1000
OUT = 10_000 * THOUSAND
PLAY = 10 * THOUSAND
QUEEN = 9
TWO = 12


def next_random(task: Numbers) -> int:
    """The next of a row of numbers below 2^23, the same everywhere."""
    task[NOW_RANDOM] = (task[NOW_RANDOM] * 1103515245 + 12345) & 0x7FFFFFFF
    return task[NOW_RANDOM] >> 8


def natural_kickers(data: Numbers, packed: int, row: int, start: int) -> int:
    """Kickers for a body of this row from *packed*, as packed cards; -1 when there are not enough.

    Whole ranks first, low to high, then parts of higher counts, then twos and jokers, then bombs.
    """
    slots, size = data[KIND_SLOTS + row], data[KIND_KICKER_SIZE + row]
    length = data[KIND_LENGTH + row]
    chosen = 0
    for stage in range(4):
        for rank in range(15):
            count = packed >> 4 * rank & 15
            if count < size or (start <= rank < start + length):
                continue
            if count >= 4:
                wanted = 3
            elif rank >= TWO:
                wanted = 2
            else:
                wanted = 0 if count == size else 1
            if wanted != stage:
                continue
            if rank == 14 and chosen >> 52 & 15 and not data[JOKERS_RIDE]:
                continue
            limit = kicker_limit(data, size, start, length, rank)
            taken = min(min(limit, count // size), slots)
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


def score(
    data: Numbers, task: Numbers, seat: int, cards: int, code: int, enemy: int, partner: bool
) -> int:
    """Thousandths of a point for this play; as ``cpu.score``."""
    packed = task[NOW_HANDS + seat]
    if cards == packed:
        return OUT
    left = few(data, packed - cards)
    row, rank = code >> 4, code & 15
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


def choose(data: Numbers, task: Numbers) -> None:
    """Nothing; notes the play the rules of thumb choose, or zeros for a pass."""
    seat = task[NOW_TURN]
    packed = task[NOW_HANDS + seat]
    to_beat = task[NOW_TO_BEAT]
    landlord = task[LANDLORD]
    enemy = enemy_cards(task, seat)
    partner = to_beat != LEAD and landlord != seat and landlord != task[NOW_LEADER]
    noise = task[NOISE]
    best = -OUT * 2
    task[BEST_CARDS] = 0
    task[BEST_CODE] = 0
    if to_beat != LEAD:
        best = -PLAY * few(data, packed) + (14 * THOUSAND if partner else 0)
        if noise:
            best += next_random(task) % noise
    size = size_of(packed)
    bombs, rocket, packs = data[FIRST_BOMB], data[ROCKET], data[PACKS]
    for row in range(1, rocket):
        if size < data[KIND_SIZE + row]:
            continue
        if to_beat != LEAD and row != to_beat >> 4 and row < bombs:
            continue
        run = starts(data, packed, row)
        if run == 0:
            continue
        for start in range(15):
            code = row << 4 | start
            if not run >> 4 * start & 1 or code <= to_beat:
                continue
            cards = 0
            for rank in range(start, start + data[KIND_LENGTH + row]):
                cards |= data[KIND_WIDTH + row] << 4 * rank
            if data[KIND_SLOTS + row]:
                kickers = natural_kickers(data, packed, row, start)
                if kickers < 0:
                    continue
                cards += kickers
            value = score(data, task, seat, cards, code, enemy, partner)
            if noise and value < OUT:
                value += next_random(task) % noise
            if value > best:
                best = value
                task[BEST_CARDS] = cards
                task[BEST_CODE] = code
    if packed >> 52 & 15 >= packs and packed >> 56 & 15 >= packs:
        cards = packs << 52 | packs << 56
        value = score(data, task, seat, cards, rocket << 4, enemy, partner)
        if value > best:
            task[BEST_CARDS] = cards
            task[BEST_CODE] = rocket << 4


def put(task: Numbers, cards: int, code: int) -> bool:
    """Whether the deal is over after the seat to act plays this, or passes with zeros."""
    seat = task[NOW_TURN]
    task[NOW_TURN] = (seat + 1) % task[SEATS]
    if cards == 0:
        task[NOW_PASSES] += 1
        if task[NOW_PASSES] == task[SEATS] - 1:
            task[NOW_PASSES] = 0
            task[NOW_TO_BEAT] = LEAD
        return False
    task[NOW_HANDS + seat] -= cards
    task[NOW_TO_BEAT] = code
    task[NOW_LEADER] = seat
    task[NOW_PASSES] = 0
    return task[NOW_HANDS + seat] == 0


def landlord_wins(data: Numbers, task: Numbers, cards: int, code: int) -> bool:
    """Whether the landlord wins when this is played now and the rules of thumb go on."""
    if cards != NO_PLAY and put(task, cards, code):
        return (task[NOW_LEADER]) == task[LANDLORD]
    while True:
        choose(data, task)
        if put(task, task[BEST_CARDS], task[BEST_CODE]):
            return task[NOW_LEADER] == task[LANDLORD]


def compare(data: Numbers, task: Numbers) -> int:
    """The number of worlds, after adding for each play those in which the landlord wins.

    All plays are played out in the same worlds with the same noise.
    """
    for world in range(task[WORLD_NUMBER]):
        for option in range(task[OPTION_NUMBER]):
            task[NOW_TURN] = task[TURN]
            task[NOW_TO_BEAT] = task[TO_BEAT]
            task[NOW_LEADER] = task[LEADER]
            task[NOW_PASSES] = task[PASSES]
            task[NOW_RANDOM] = (task[SEED] + 7919 * world) & 0x7FFFFFFF
            for seat in range(task[SEATS]):
                task[NOW_HANDS + seat] = task[WORLDS + SEATS_A_WORLD * world + seat]
            cards, code = task[OPTIONS + 2 * option], task[OPTIONS + 2 * option + 1]
            if landlord_wins(data, task, cards, code):
                task[WINS + option] += 1
    return task[WORLD_NUMBER]
