"""Who wins with all hands open: the search of ``endgame.py`` in a form that can be compiled.

And/or depth-first search with a table of positions.  A frame is a position in which somebody has a
choice: a seat leads, or a seat that can beat asks itself whether to.  What nobody has a choice in
is carried out at once.  ``docs/solver.md`` explains each step and proves what is left out.
"""

from __future__ import annotations

from engine.doudizhu.kernel_fewest import few
from engine.doudizhu.kernel_layout import (
    FIRST_BOMB,
    FRAME_BEGAN,
    FRAME_FIRST,
    FRAME_HANDS,
    FRAME_LAST,
    FRAME_LEADER,
    FRAME_LIMIT,
    FRAME_NEXT,
    FRAME_OPEN,
    FRAME_SHARE,
    FRAME_TO_BEAT,
    FRAME_TURN,
    LANDLORD_SEAT,
    MOVE_CARDS,
    MOVE_CODE,
    MOVE_SCORE,
    MOVES,
    NOW_BACK,
    NOW_DEPTH,
    NOW_END,
    NOW_FULL,
    NOW_NEW,
    NOW_NODES,
    SEAT_NUMBER,
    SEATS,
    SETTLED,
    SETTLED_LEADER,
    SETTLED_TO_BEAT,
    SETTLED_TURN,
    Numbers,
)
from engine.doudizhu.kernel_moves import LEAD, add_plays, lowest_answer, lowest_bomb
from engine.doudizhu.kernel_positions import (
    LANDLORD,
    PEASANTS,
    UNKNOWN,
    look_up,
    make_key,
    remember,
)

FIRST_SHARE = 1024
"""Nodes that each move of a frame may take in the first round."""

MORE = 8
"""How many times as many it may take in each further round."""


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


def judge(data: Numbers, entries: Numbers) -> int:
    """Who wins the position in SETTLED, if it can be told without a search."""
    turn = data[SETTLED_TURN]
    if data[SETTLED_TO_BEAT] == LEAD and few(data, data[SETTLED + turn]) == 1:
        return side_of(data, turn)
    return look_up(data, entries, make_key(data, entries))


def take_move(data: Numbers, depth: int, cards: int, code: int) -> int:
    """Who wins at once by this play, or UNKNOWN; the position after it is in SETTLED.

    No cards are a pass.
    """
    for seat in range(SEATS):
        data[SETTLED + seat] = data[FRAME_HANDS + depth * SEATS + seat]
    turn = data[FRAME_TURN + depth]
    if cards == 0:
        settle(data, turn, data[FRAME_TO_BEAT + depth], data[FRAME_LEADER + depth])
        return UNKNOWN
    data[SETTLED + turn] -= cards
    if data[SETTLED + turn] == 0:
        return side_of(data, turn)
    settle(data, turn, code, turn)
    return UNKNOWN


def open_frame(data: Numbers, depth: int) -> None:
    """Nothing; the position in SETTLED becomes the frame at *depth*."""
    for seat in range(SEATS):
        data[FRAME_HANDS + depth * SEATS + seat] = data[SETTLED + seat]
    data[FRAME_TURN + depth] = data[SETTLED_TURN]
    data[FRAME_TO_BEAT + depth] = data[SETTLED_TO_BEAT]
    data[FRAME_LEADER + depth] = data[SETTLED_LEADER]


def list_moves(data: Numbers, entries: Numbers, depth: int) -> int:
    """Who wins this frame if one move or the lack of moves tells, else UNKNOWN.

    Then the moves that are still open are listed, the best looking first.
    """
    turn, to_beat = data[FRAME_TURN + depth], data[FRAME_TO_BEAT + depth]
    hand = data[FRAME_HANDS + depth * SEATS + turn]
    first = data[NOW_END]
    end = first
    if first + 1 >= MOVES:
        data[NOW_FULL] = 1
        return UNKNOWN
    if to_beat != LEAD:
        data[MOVE_CARDS + end] = 0
        data[MOVE_CODE + end] = 0
        end += 1
    end = add_plays(data, hand, to_beat, end)
    if end < 0:
        data[NOW_FULL] = 1
        return UNKNOWN
    own = side_of(data, turn)
    left = first
    for move in range(first, end):
        cards, code = data[MOVE_CARDS + move], data[MOVE_CODE + move]
        winner = take_move(data, depth, cards, code)
        if winner == UNKNOWN:
            winner = judge(data, entries)
        if winner == own:
            return own
        if winner == UNKNOWN:
            score = score_of(data, depth, cards, code)
            place = left
            while place > first and data[MOVE_SCORE + place - 1] > score:
                data[MOVE_CARDS + place] = data[MOVE_CARDS + place - 1]
                data[MOVE_CODE + place] = data[MOVE_CODE + place - 1]
                data[MOVE_SCORE + place] = data[MOVE_SCORE + place - 1]
                place -= 1
            data[MOVE_CARDS + place] = cards
            data[MOVE_CODE + place] = code
            data[MOVE_SCORE + place] = score
            left += 1
    if left == first:
        return LANDLORD + PEASANTS - own
    data[FRAME_FIRST + depth] = first
    data[FRAME_LAST + depth] = left
    data[FRAME_NEXT + depth] = first
    data[NOW_END] = left
    return UNKNOWN


def score_of(data: Numbers, depth: int, cards: int, code: int) -> int:
    """How late to try a move whose position is in SETTLED: fewest plays left first."""
    turn = data[FRAME_TURN + depth]
    plays = few(data, data[SETTLED + turn])
    score = 8 * plays
    if data[SETTLED_TO_BEAT] == LEAD and data[SETTLED_TURN] == turn:
        score -= 4
    if code >> 4 >= data[FIRST_BOMB]:
        score += 8
    return score


def go_on(data: Numbers, entries: Numbers, limit: int) -> int:
    """Who wins the position in the lowest frame; UNKNOWN when *limit* nodes are counted first.

    Called again it goes on where it stopped.
    """
    while data[NOW_DEPTH] >= 0:
        depth = data[NOW_DEPTH]
        if data[NOW_NEW]:
            if data[NOW_NODES] >= limit or data[NOW_FULL]:
                return UNKNOWN
            data[NOW_NODES] += 1
            data[FRAME_BEGAN + depth] = data[NOW_NODES]
            winner = list_moves(data, entries, depth)
            if data[NOW_FULL]:
                return UNKNOWN
            data[NOW_NEW] = 0
            if winner != UNKNOWN:
                give_back(data, entries, depth, winner)
                continue
            data[FRAME_SHARE + depth] = FIRST_SHARE
            data[FRAME_OPEN + depth] = data[FRAME_FIRST + depth]
        elif take_back(data, entries, depth):
            continue
        move = data[FRAME_NEXT + depth]
        data[FRAME_NEXT + depth] += 1
        take_move(data, depth, data[MOVE_CARDS + move], data[MOVE_CODE + move])
        known = judge(data, entries)
        if known != UNKNOWN:
            data[NOW_BACK] = known
            continue
        open_frame(data, depth + 1)
        share = data[NOW_NODES] + data[FRAME_SHARE + depth]
        if data[FRAME_LAST + depth] - data[FRAME_FIRST + depth] == 1:
            share = data[FRAME_LIMIT + depth]
        data[FRAME_LIMIT + depth + 1] = min(share, data[FRAME_LIMIT + depth])
        data[NOW_DEPTH] += 1
        data[NOW_NEW] = 1
    return data[NOW_BACK]


def take_back(data: Numbers, entries: Numbers, depth: int) -> bool:
    """Whether the frame is done with after the move that came back; else its next move is set."""
    own = side_of(data, data[FRAME_TURN + depth])
    back = data[NOW_BACK]
    data[NOW_END] = data[FRAME_LAST + depth]
    if back == own:
        give_back(data, entries, depth, own)
        return True
    if back == UNKNOWN:
        move, kept = data[FRAME_NEXT + depth] - 1, data[FRAME_OPEN + depth]
        data[MOVE_CARDS + kept] = data[MOVE_CARDS + move]
        data[MOVE_CODE + kept] = data[MOVE_CODE + move]
        data[FRAME_OPEN + depth] += 1
    if data[FRAME_NEXT + depth] == data[FRAME_LAST + depth]:
        if data[FRAME_OPEN + depth] == data[FRAME_FIRST + depth]:
            give_back(data, entries, depth, LANDLORD + PEASANTS - own)
            return True
        data[FRAME_LAST + depth] = data[FRAME_OPEN + depth]
        data[FRAME_OPEN + depth] = data[FRAME_FIRST + depth]
        data[FRAME_NEXT + depth] = data[FRAME_FIRST + depth]
        data[FRAME_SHARE + depth] *= MORE
    if data[NOW_NODES] >= data[FRAME_LIMIT + depth]:
        data[NOW_BACK] = UNKNOWN
        data[NOW_END] = data[FRAME_FIRST + depth]
        data[NOW_DEPTH] -= 1
        return True
    return False


def give_back(data: Numbers, entries: Numbers, depth: int, winner: int) -> None:
    """Nothing; who wins the frame is remembered and handed to the frame below."""
    for place in range(SEATS):
        data[SETTLED + place] = data[FRAME_HANDS + depth * SEATS + place]
    data[SETTLED_TURN] = data[FRAME_TURN + depth]
    data[SETTLED_TO_BEAT] = data[FRAME_TO_BEAT + depth]
    data[SETTLED_LEADER] = data[FRAME_LEADER + depth]
    bucket = make_key(data, entries)
    remember(data, entries, bucket, winner, data[NOW_NODES] - data[FRAME_BEGAN + depth] + 1)
    data[NOW_BACK] = winner
    data[NOW_END] = data[FRAME_FIRST + depth]
    data[NOW_DEPTH] -= 1
