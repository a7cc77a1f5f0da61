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
    FRAME_END,
    FRAME_FIRST,
    FRAME_HANDS,
    FRAME_KEY,
    FRAME_LAST,
    FRAME_LEADER,
    FRAME_LIMIT,
    FRAME_NEED,
    FRAME_NEXT,
    FRAME_OPEN,
    FRAME_SHARE,
    FRAME_TO_BEAT,
    FRAME_TURN,
    KEY_SIZE,
    MOVE_CARDS,
    MOVE_CODE,
    MOVE_KEY,
    MOVE_ORDER,
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
    SETTLED_NEED,
    SETTLED_TO_BEAT,
    SETTLED_TURN,
    Numbers,
)
from engine.doudizhu.kernel_moves import LEAD, add_plays
from engine.doudizhu.kernel_positions import (
    KEY_REST,
    LANDLORD,
    PEASANTS,
    UNKNOWN,
    agree,
    announce,
    look_up,
    make_key,
    none_lower,
    remember,
)
from engine.doudizhu.kernel_turns import at_once, open_frame, settle, side_of, take_move

FIRST_SHARE = 1024
"""Nodes that each move of a frame may take in the first round."""

AHEAD = 6
"""Moves expanded before the first of them is looked up: the table is far away in memory."""

MORE = 8
"""How many times as many it may take in each further round."""


def list_moves(data: Numbers, entries: Numbers, depth: int) -> int:
    """Who wins this frame if one move or the lack of moves tells, else UNKNOWN.

    Then the moves that are still open are listed, the best looking first; of moves after which one
    position is no worse than another for the side that moves, the better only.
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
    for step in range(first, end + AHEAD):
        if step < end:
            winner = expand(data, entries, depth, step)
            if winner == own:
                return own
        move = step - AHEAD
        if move < first or data[MOVE_ORDER + move] < 0:
            continue
        winner = look_up(data, entries, MOVE_KEY + KEY_SIZE * move)
        if winner == own:
            return own
        if winner != UNKNOWN:
            continue
        place = same_but_levels(data, first, left, move, own)
        if place < 0:
            continue
        if place < move:
            copy_key(data, move, place)
        cards, code = data[MOVE_CARDS + move], data[MOVE_CODE + move]
        data[MOVE_CARDS + place] = cards
        data[MOVE_CODE + place] = code
        score = score_of(data, hand - cards, code, data[MOVE_ORDER + move])
        data[MOVE_ORDER + place] = score << 16 | place
        left = max(left, place + 1)
    if left == first:
        return LANDLORD + PEASANTS - own
    for move in range(first + 1, left):
        order = data[MOVE_ORDER + move]
        place = move
        while place > first and data[MOVE_ORDER + place - 1] > order:
            data[MOVE_ORDER + place] = data[MOVE_ORDER + place - 1]
            place -= 1
        data[MOVE_ORDER + place] = order
    data[FRAME_FIRST + depth] = first
    data[FRAME_LAST + depth] = left
    data[FRAME_NEXT + depth] = first
    data[FRAME_END + depth] = left
    data[NOW_END] = left
    return UNKNOWN


def expand(data: Numbers, entries: Numbers, depth: int, move: int) -> int:
    """Who wins after this move, if that can be told without the table.

    Then the move's place in the order is below zero; else it is 1 if the mover leads again, else 0,
    and its key is made.
    """
    winner = take_move(data, depth, data[MOVE_CARDS + move], data[MOVE_CODE + move])
    if winner == UNKNOWN:
        winner = at_once(data)
    if winner == UNKNOWN:
        key = MOVE_KEY + KEY_SIZE * move
        make_key(data, key)
        announce(data, entries, key)
        leads = data[SETTLED_TO_BEAT] == LEAD and data[SETTLED_TURN] == data[FRAME_TURN + depth]
        data[MOVE_ORDER + move] = 1 if leads else 0
    else:
        data[MOVE_ORDER + move] = -1
    return winner


def same_but_levels(data: Numbers, first: int, end: int, move: int, own: int) -> int:
    """Where among the moves from *first* to *end* this one belongs; -1 when one is as good.

    The side *own* moves: the landlord wants high levels, the peasants low ones.
    """
    key = MOVE_KEY + KEY_SIZE * move
    for other in range(first, end):
        known = MOVE_KEY + KEY_SIZE * other
        if data[known + KEY_REST] == data[key + KEY_REST] and agree(data, key, data, known):
            better, worse = (known, key) if own == LANDLORD else (key, known)
            if none_lower(data, better, data, worse):
                return -1
            if none_lower(data, worse, data, better):
                return other
    return end


def copy_key(data: Numbers, source: int, move: int) -> None:
    """Nothing; the key of one move becomes that of another."""
    for place in range(KEY_SIZE):
        data[MOVE_KEY + KEY_SIZE * move + place] = data[MOVE_KEY + KEY_SIZE * source + place]


def score_of(data: Numbers, packed: int, code: int, leads: int) -> int:
    """How late to try a move that leaves *packed*: fewest plays left first; above zero."""
    score = 8 * few(data, packed) - 4 * leads
    return score + 8 if code >> 4 >= data[FIRST_BOMB] else score


def go_on(data: Numbers, entries: Numbers, limit: int) -> int:
    """Who wins the position in the lowest frame; UNKNOWN when *limit* nodes are counted first.

    It begins anew when NOW_DEPTH is below zero; else it goes on where it stopped.
    """
    if data[NOW_DEPTH] < 0:
        known = begin(data, entries)
        if known != UNKNOWN:
            data[NOW_DEPTH] = -1
            return known
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
        move = data[MOVE_ORDER + data[FRAME_NEXT + depth]] & MOVES - 1
        data[FRAME_NEXT + depth] += 1
        key = MOVE_KEY + KEY_SIZE * move
        known = look_up(data, entries, key)
        if known != UNKNOWN:
            data[NOW_BACK] = known
            continue
        take_move(data, depth, data[MOVE_CARDS + move], data[MOVE_CODE + move])
        data[FRAME_KEY + depth + 1] = key
        open_frame(data, depth + 1)
        share = data[NOW_NODES] + data[FRAME_SHARE + depth]
        if data[FRAME_LAST + depth] - data[FRAME_FIRST + depth] == 1:
            share = data[FRAME_LIMIT + depth]
        data[FRAME_LIMIT + depth + 1] = min(share, data[FRAME_LIMIT + depth])
        data[NOW_DEPTH] += 1
        data[NOW_NEW] = 1
    return data[NOW_BACK]


def begin(data: Numbers, entries: Numbers) -> int:
    """Who wins the position in the lowest frame, if it can be told without a search.

    If it cannot, the next call of ``go_on`` searches it; forced passes are carried out.
    """
    for seat in range(SEATS):
        data[SETTLED + seat] = data[FRAME_HANDS + seat]
    turn, to_beat, leader = data[FRAME_TURN], data[FRAME_TO_BEAT], data[FRAME_LEADER]
    data[SETTLED_TURN] = turn
    data[SETTLED_TO_BEAT] = to_beat
    data[SETTLED_LEADER] = leader
    data[SETTLED_NEED] = data[FRAME_NEED]
    if to_beat != LEAD:
        settle(data, (turn + data[SEAT_NUMBER] - 1) % data[SEAT_NUMBER], to_beat, leader)
    data[FRAME_KEY] = MOVE_KEY
    data[NOW_DEPTH] = 0
    data[NOW_FULL] = 0
    data[NOW_END] = 1  # the first place is for the key of this position
    data[NOW_BACK] = UNKNOWN
    data[NOW_NEW] = 1
    open_frame(data, 0)
    known = at_once(data)
    if known == UNKNOWN:
        make_key(data, MOVE_KEY)
        known = look_up(data, entries, MOVE_KEY)
    return known


def take_back(data: Numbers, entries: Numbers, depth: int) -> bool:
    """Whether the frame is done with after the move that came back; else its next move is set."""
    own = side_of(data, data[FRAME_TURN + depth])
    back = data[NOW_BACK]
    data[NOW_END] = data[FRAME_END + depth]
    if back == own:
        give_back(data, entries, depth, own)
        return True
    if back == UNKNOWN:
        order = data[MOVE_ORDER + data[FRAME_NEXT + depth] - 1]
        data[MOVE_ORDER + data[FRAME_OPEN + depth]] = order
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
    cost = data[NOW_NODES] - data[FRAME_BEGAN + depth] + 1
    remember(data, entries, data[FRAME_KEY + depth], winner, cost)
    data[NOW_BACK] = winner
    data[NOW_END] = data[FRAME_FIRST + depth]
    data[NOW_DEPTH] -= 1
