"""Deals played out by the standard player's rules of thumb, in a form that can be compiled.

The same text runs as plain Python and compiled (see ``kernel_fewest.py``).  A little noise keeps
the players from repeating each other's mistakes.
"""

from __future__ import annotations

from engine.doudizhu.kernel_layout import FIRST_BOMB, Numbers
from engine.doudizhu.kernel_moves import LEAD
from engine.doudizhu.kernel_policy import list_choices
from engine.doudizhu.kernel_task import (
    BEST_CARDS,
    BEST_CODE,
    BOMBS,
    CHOICE_CARDS,
    CHOICE_CODE,
    CHOICE_SCORE,
    LANDLORD,
    LANDLORD_PLAYS,
    LEADER,
    MOST_OPTIONS,
    NEXT,
    NO_PLAY,
    NOISE,
    NOW_BOMBS,
    NOW_HANDS,
    NOW_LANDLORD_PLAYS,
    NOW_LEADER,
    NOW_PASSES,
    NOW_PEASANT_PLAYS,
    NOW_RANDOM,
    NOW_TO_BEAT,
    NOW_TURN,
    OPTION_NUMBER,
    OPTIONS,
    OUT,
    PASSES,
    PEASANT_PLAYS,
    SEATS,
    SEATS_A_WORLD,
    SEED,
    TO_BEAT,
    TO_OWN_TURN,
    TURN,
    WON,
    WORLD_NUMBER,
    WORLDS,
)


def next_random(task: Numbers) -> int:
    """The next of a row of numbers below 2^23, the same everywhere."""
    task[NOW_RANDOM] = (task[NOW_RANDOM] * 1103515245 + 12345) & 0x7FFFFFFF
    return task[NOW_RANDOM] >> 8


def choose(data: Numbers, task: Numbers) -> None:
    """Nothing; notes the play the rules of thumb choose, or zeros for a pass."""
    noise = task[NOISE]
    best = -OUT * 2
    for place in range(list_choices(data, task)):
        value = task[CHOICE_SCORE + place]
        if noise and value < OUT:
            value += next_random(task) % noise
        if value > best:
            best = value
            task[BEST_CARDS] = task[CHOICE_CARDS + place]
            task[BEST_CODE] = task[CHOICE_CODE + place]


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


def count(data: Numbers, task: Numbers, cards: int, code: int) -> None:
    """Nothing; the play that the seat to act is about to make is counted, a pass is not."""
    if cards == 0:
        return
    if task[NOW_TURN] == task[LANDLORD]:
        task[NOW_LANDLORD_PLAYS] += 1
    else:
        task[NOW_PEASANT_PLAYS] += 1
    if code >> 4 >= data[FIRST_BOMB]:
        task[NOW_BOMBS] += 1


def landlord_wins(data: Numbers, task: Numbers, cards: int, code: int) -> bool:
    """Whether the landlord wins when this is played now and the rules of thumb go on."""
    if cards != NO_PLAY:
        count(data, task, cards, code)
        if put(task, cards, code):
            return (task[NOW_LEADER]) == task[LANDLORD]
    while True:
        choose(data, task)
        count(data, task, task[BEST_CARDS], task[BEST_CODE])
        if put(task, task[BEST_CARDS], task[BEST_CODE]):
            return task[NOW_LEADER] == task[LANDLORD]


def to_own_turn(data: Numbers, task: Numbers, cards: int, code: int, world: int) -> None:
    """Nothing; what the others do after this play by the rules of thumb is noted in NEXT."""
    over = put(task, cards, code)
    turns = NEXT + 2 * SEATS_A_WORLD * world
    for turn in range(task[SEATS] - 1):
        place = turns + 2 * turn
        if over:
            task[place] = NO_PLAY
            continue
        choose(data, task)
        task[place], task[place + 1] = task[BEST_CARDS], task[BEST_CODE]
        over = put(task, task[BEST_CARDS], task[BEST_CODE])


def compare(data: Numbers, task: Numbers) -> int:
    """The number of worlds, once it is noted for each of them after which plays the landlord wins.

    Noted as well: the bombs, and the plays of each side, that it took.

    All plays are played out in the same worlds with the same noise.  With ``TO_OWN_TURN`` the one
    option is followed as far as that, and nothing of these is noted.
    """
    for world in range(task[WORLD_NUMBER]):
        for option in range(task[OPTION_NUMBER]):
            task[NOW_TURN] = task[TURN]
            task[NOW_TO_BEAT] = task[TO_BEAT]
            task[NOW_LEADER] = task[LEADER]
            task[NOW_PASSES] = task[PASSES]
            task[NOW_BOMBS] = task[NOW_LANDLORD_PLAYS] = task[NOW_PEASANT_PLAYS] = 0
            task[NOW_RANDOM] = (task[SEED] + 7919 * world) & 0x7FFFFFFF
            for seat in range(task[SEATS]):
                task[NOW_HANDS + seat] = task[WORLDS + SEATS_A_WORLD * world + seat]
            cards, code = task[OPTIONS + 2 * option], task[OPTIONS + 2 * option + 1]
            if task[TO_OWN_TURN]:
                to_own_turn(data, task, cards, code, world)
                continue
            won = landlord_wins(data, task, cards, code)
            place = MOST_OPTIONS * world + option
            task[WON + place] = 1 if won else 0
            task[BOMBS + place] = task[NOW_BOMBS]
            task[LANDLORD_PLAYS + place] = task[NOW_LANDLORD_PLAYS]
            task[PEASANT_PLAYS + place] = task[NOW_PEASANT_PLAYS]
    return task[WORLD_NUMBER]
