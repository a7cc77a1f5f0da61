"""How likely the turns seen were in a world, in a form that can be compiled.

A seat is taken to play by the rules of thumb, not strictly: of its choices the higher scored are
the likelier, and now and then it plays anything at all.
"""

from __future__ import annotations

from engine.doudizhu.kernel_fewest import few
from engine.doudizhu.kernel_layout import Numbers
from engine.doudizhu.kernel_policy import (
    add_choice,
    enemy_cards,
    list_choices,
    partner_leads,
    score,
)
from engine.doudizhu.kernel_task import (
    BIDS_LIKELY,
    CHOICE_CARDS,
    CHOICE_SCORE,
    FALL,
    FALL_STEP,
    FALLS,
    HIGH,
    KITTY,
    LANDLORD,
    LIKELY,
    LOW,
    MOST_SEEN,
    NOW_HANDS,
    NOW_LEADER,
    NOW_TO_BEAT,
    NOW_TURN,
    ONE,
    OWN_SEAT,
    SEATS,
    SEATS_A_WORLD,
    SEEN,
    SEEN_NUMBER,
    STRAY,
    THOUSAND,
    WORLD_NUMBER,
    WORLDS,
)

BID_FALL = 10
"""A point of strength is worth ten points of a play: one play of the hand."""


def fall(task: Numbers, best: int, value: int) -> int:
    """How likely a choice of this score is beside the best, out of ``ONE``."""
    return task[FALL + min((best - value) // FALL_STEP, FALLS - 1)]


def likely(data: Numbers, task: Numbers, cards: int, code: int) -> int:
    """How likely the seat to act plays this, 1 to ``ONE``; no cards are a pass."""
    number = list_choices(data, task)
    seen = -1
    for place in range(number):
        if task[CHOICE_CARDS + place] == cards:
            seen = place
    if seen < 0:  # with other kickers than a rule of thumb finds
        seat = task[NOW_TURN]
        value = score(data, task, seat, cards, code, enemy_cards(task, seat), partner_leads(task))
        seen = number
        number = add_choice(task, number, cards, code, value)
    if number == 1:
        return ONE
    best = task[CHOICE_SCORE + seen]
    for place in range(number):
        best = max(best, task[CHOICE_SCORE + place])
    whole = 0
    for place in range(number):
        whole += fall(task, best, task[CHOICE_SCORE + place])
    part = fall(task, best, task[CHOICE_SCORE + seen])
    return max(1, task[STRAY] // number + (ONE - task[STRAY]) * part // whole)


def strength(data: Numbers, packed: int) -> int:
    """Thousandths of a point for a hand that bids; as ``cpu.strength``."""
    value = 6 * (packed >> 56 & 15) + 5 * (packed >> 52 & 15) + (packed >> 48 & 15)
    return THOUSAND * (value - few(data, packed)) + THOUSAND * (packed >> 44 & 15) // 2


def likely_bids(data: Numbers, task: Numbers, seat: int) -> int:
    """How likely the bids of *seat* were with the hand it holds now, 1 to ``ONE``, before any
    play."""
    low, high = task[LOW + seat], task[HIGH + seat]
    packed = task[NOW_HANDS + seat]
    if seat == task[LANDLORD]:
        packed -= task[KITTY]
    value = strength(data, packed)
    outside = max(0, low - value, value - high)
    step = min(BID_FALL * outside // FALL_STEP, FALLS - 1)
    return max(1, task[STRAY] // 2 + (ONE - task[STRAY]) * task[FALL + step] // ONE)


def weigh(data: Numbers, task: Numbers) -> int:
    """The number of worlds, once it is noted for each how likely turns and bids of the others were.

    The turns are taken back one by one, so every hand is what it was at that turn.
    """
    for world in range(task[WORLD_NUMBER]):
        for seat in range(task[SEATS]):
            task[NOW_HANDS + seat] = task[WORLDS + SEATS_A_WORLD * world + seat]
        for turn in range(task[SEEN_NUMBER] - 1, -1, -1):
            seen = SEEN + 5 * turn
            seat, cards, code = task[seen], task[seen + 1], task[seen + 2]
            task[NOW_HANDS + seat] += cards
            task[NOW_TURN] = seat
            task[NOW_TO_BEAT] = task[seen + 3]
            task[NOW_LEADER] = task[seen + 4]
            chance = ONE if seat == task[OWN_SEAT] else likely(data, task, cards, code)
            task[LIKELY + MOST_SEEN * world + turn] = chance
        for seat in range(task[SEATS]):
            bid = seat != task[OWN_SEAT] and task[LOW + seat] < task[HIGH + seat]
            chance = likely_bids(data, task, seat) if bid else ONE
            task[BIDS_LIKELY + SEATS_A_WORLD * world + seat] = chance
    return task[WORLD_NUMBER]
