"""What a play leads to with all hands open, and what is known of that without a search.

In a form that can be compiled (see ``kernel_fewest.py``).
"""

from __future__ import annotations

from engine.doudizhu.kernel_fewest import ONES, few, size_of
from engine.doudizhu.kernel_layout import (
    FIRST_BOMB,
    FRAME_HANDS,
    FRAME_LEADER,
    FRAME_NEED,
    FRAME_TO_BEAT,
    FRAME_TURN,
    GOAL_SIDE,
    KIND_SIZE,
    KIND_SLOTS,
    LANDLORD_SEAT,
    PACKS,
    ROCKET,
    SEAT_NUMBER,
    SEATS,
    SETTLED,
    SETTLED_LEADER,
    SETTLED_NEED,
    SETTLED_TO_BEAT,
    SETTLED_TURN,
    Numbers,
)
from engine.doudizhu.kernel_moves import LEAD, lowest_answer, lowest_bomb
from engine.doudizhu.kernel_positions import (
    LANDLORD,
    PEASANTS,
    UNKNOWN,
)


def side_of(data: Numbers, seat: int) -> int:
    """LANDLORD or PEASANTS."""
    return LANDLORD if seat == data[LANDLORD_SEAT] else PEASANTS


def settle(data: Numbers, seat: int, code: int, leader: int) -> None:
    """Nothing; who acts next after *seat* played *code*, or passed on it, is in SETTLED.

    SETTLED has the hands as they are now.  Seats that cannot beat pass; when nobody is left the
    leader leads.  The code is raised as far as nobody who is asked could tell the difference.
    """
    seats = data[SEAT_NUMBER]
    turn = -1
    answer = 0
    bomb = 0
    other = (seat + 1) % seats
    while other != leader:
        packed = data[SETTLED + other]
        same = lowest_answer(data, packed, code)
        higher = lowest_bomb(data, packed, code)
        if same or higher:
            if turn < 0:
                turn = other
            if same and (answer == 0 or same < answer):
                answer = same
            if higher and (bomb == 0 or higher < bomb):
                bomb = higher
        other = (other + 1) % seats
    if turn < 0:
        data[SETTLED_TURN] = leader
        data[SETTLED_TO_BEAT] = LEAD
    else:
        data[SETTLED_TURN] = turn
        data[SETTLED_TO_BEAT] = (answer if answer else bomb) - 1
    data[SETTLED_LEADER] = leader


def at_once(data: Numbers) -> int:
    """Who wins the position in SETTLED, if that can be told without the table or a search.

    The seat to play goes out with its next play; or there are too few bombs left for the goal.
    """
    turn, to_beat = data[SETTLED_TURN], data[SETTLED_TO_BEAT]
    packed = data[SETTLED + turn]
    side = side_of(data, turn)
    if data[SETTLED_NEED]:
        goal = data[GOAL_SIDE]
        if data[SETTLED_NEED] > bombs_left(data):
            return LANDLORD + PEASANTS - goal
        if side == goal:
            return UNKNOWN
    if few(data, packed) == 1 if to_beat == LEAD else goes_out(data, packed, to_beat):
        return side
    return UNKNOWN


def bombs_left(data: Numbers) -> int:
    """No fewer bombs and rockets than can still be played in the position in SETTLED."""
    packs = data[PACKS]
    number = 0
    for seat in range(data[SEAT_NUMBER]):
        packed = data[SETTLED + seat]
        number += packed >> 52 & 15 >= packs and packed >> 56 & 15 >= packs
        fours = packed >> 2 & 3 * ONES  # of each rank the cards over four, whole
        number += fours * ONES >> 56 & 15
    return number


def goes_out(data: Numbers, packed: int, to_beat: int) -> bool:
    """Whether the whole hand is one play that beats this; of kinds with two kickers never said.

    With more kickers a body and as many cards as the kind has are not yet a play of that kind.
    """
    size = size_of(packed)
    row = to_beat >> 4
    slots = data[KIND_SLOTS + row] if row < data[ROCKET] else 0
    if (
        row < data[FIRST_BOMB]
        and size == data[KIND_SIZE + row]
        and slots <= 1
        and lowest_answer(data, packed, to_beat)
        and (slots == 0 or few(data, packed) == 1)
    ):
        return True
    bomb = lowest_bomb(data, packed, to_beat) if size <= 8 else 0
    if bomb == 0:
        return False
    row = bomb >> 4
    return size == (2 * data[PACKS] if row == data[ROCKET] else data[KIND_SIZE + row])


def take_move(data: Numbers, depth: int, cards: int, code: int) -> int:
    """Who wins at once by this play, or UNKNOWN; the position after it is in SETTLED.

    No cards are a pass.
    """
    for seat in range(SEATS):
        data[SETTLED + seat] = data[FRAME_HANDS + depth * SEATS + seat]
    turn, need = data[FRAME_TURN + depth], data[FRAME_NEED + depth]
    data[SETTLED_NEED] = need
    if cards == 0:
        settle(data, turn, data[FRAME_TO_BEAT + depth], data[FRAME_LEADER + depth])
        return UNKNOWN
    if need and code >> 4 >= data[FIRST_BOMB]:
        data[SETTLED_NEED] = need - 1
    data[SETTLED + turn] -= cards
    if data[SETTLED + turn] == 0:
        side = side_of(data, turn)
        if side == data[GOAL_SIDE] and data[SETTLED_NEED]:
            return LANDLORD + PEASANTS - side
        return side
    settle(data, turn, code, turn)
    return UNKNOWN


def open_frame(data: Numbers, depth: int) -> None:
    """Nothing; the position in SETTLED becomes the frame at *depth*."""
    for seat in range(SEATS):
        data[FRAME_HANDS + depth * SEATS + seat] = data[SETTLED + seat]
    data[FRAME_TURN + depth] = data[SETTLED_TURN]
    data[FRAME_TO_BEAT + depth] = data[SETTLED_TO_BEAT]
    data[FRAME_LEADER + depth] = data[SETTLED_LEADER]
    data[FRAME_NEED + depth] = data[SETTLED_NEED]
