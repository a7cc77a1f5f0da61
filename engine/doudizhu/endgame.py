"""Open hands: who wins when every card is seen, with which plays, and how (``docs/solver.md``).

The answer is exact or "unknown", never a guess: a search of a position either ends, or is given up
when the nodes are spent or the caller says stop.  Without ``stop`` the answer depends on nothing
but the position and the number of nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from engine.cards import IllegalPlayError, subtract
from engine.doudizhu import game
from engine.doudizhu.kernel import KERNEL, PLAIN, Code, Table, fewest
from engine.doudizhu.kernel_layout import (
    FRAME_HANDS,
    FRAME_LEADER,
    FRAME_LIMIT,
    FRAME_NEED,
    FRAME_TO_BEAT,
    FRAME_TURN,
    GENERATION,
    GOAL_SIDE,
    LANDLORD_SEAT,
    NOW_DEPTH,
    NOW_FULL,
    NOW_NODES,
    SEAT_NUMBER,
    SEATS,
    TABLE_MASK,
    Numbers,
)
from engine.doudizhu.kernel_moves import LEAD
from engine.doudizhu.kernel_positions import LANDLORD, PEASANTS, UNKNOWN
from engine.doudizhu.kernel_tables import code_of, covers, pack
from engine.doudizhu.plays import Play
from engine.doudizhu.rules import rules_text
from engine.doudizhu.state import State

NO_LIMIT = 1 << 60
"""More nodes than any search counts."""

STRIDE = 1 << 14
"""Nodes of compiled search between two questions whether to stop; a hundredth of that in plain."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What is known of a position with open hands."""

    winner: str
    """``landlord``, ``peasants`` or ``unknown``."""
    winning_plays: tuple[Play | None, ...]
    """Every play, None for a pass, after which the seat to play still wins; empty when it loses."""
    complete: bool
    """Whether ``winning_plays`` is known to be all; when it is not, it is left empty."""
    line: tuple[Play | None, ...]
    """One way to play on, turn by turn, the winners without a mistake; to the end when known."""
    nodes: int
    """Positions searched."""
    bombs: int | None = None
    """The most bombs and rockets that the winners can be sure to see played from here on, by
    anybody, and still win; None when not asked for or not known."""


def solve(
    state: State,
    *,
    bombs: bool = False,
    nodes: int | None = None,
    stop: Callable[[], bool] | None = None,
) -> Solution:
    """Who wins *state* with all hands open, the plays that win, and a line to play out.

    With *bombs* also the largest sure number of bombs and rockets; the line does not aim at it.

    At most *nodes* positions are searched; *stop* is asked now and then and ends the search too.

    Raises IllegalPlayError when nobody is to play, or the hands or rules are such as no table has.
    """
    _check(state)
    budget = NO_LIMIT if nodes is None else nodes
    with KERNEL.row(state.rules) as (code, data), KERNEL.table(code, _buckets(state)) as table:
        return _Solver(state, code, data, table, budget, stop).solution(bombs=bombs)


def _buckets(state: State) -> int:
    """Buckets of the table: more for more cards, up to two million positions.

    From 22 cards on twice as many for each card: where positions push each other out of the table,
    the hardest of 300 deals of 25 cards takes half as many nodes more.
    """
    cards = sum(state.counts)
    return 1 << min(max(cards // 2 + 4, cards - 7, 7), 18)


def _check(state: State) -> None:
    if state.phase != "play" or state.landlord is None:
        why = "is over" if state.phase == "over" else "is not yet in play"
        raise IllegalPlayError(f"the deal {why}; {game.position_text(state)}")
    most = state.rules.largest_hand
    if max(state.counts) > most:
        raise IllegalPlayError(f"no seat holds more than {most} cards; {game.position_text(state)}")
    if not covers(state.rules):
        raise IllegalPlayError(f"open hands are not solved under {rules_text(state.rules)!r}")


class _Solver:
    """One position being solved, with the table of all that was found on the way."""

    def __init__(
        self,
        state: State,
        code: Code,
        data: Numbers,
        table: Table,
        budget: int,
        stop: Callable[[], bool] | None,
    ) -> None:
        self.root = state
        self.code = code
        self.data = data
        self.budget = budget
        self.stop = stop
        self.entries = table.numbers
        data[TABLE_MASK] = _buckets(state) - 1
        data[GENERATION] = table.generation
        self.stride = STRIDE // 100 if code is PLAIN else STRIDE
        data[NOW_NODES] = 0
        data[GOAL_SIDE] = UNKNOWN

    def solution(self, *, bombs: bool) -> Solution:
        """What can be found out within the budget."""
        winner = self._winner(self.root)
        plays: tuple[Play | None, ...] = ()
        line: tuple[Play | None, ...] = ()
        complete = winner != UNKNOWN
        if winner != UNKNOWN:
            line = tuple(self._line(winner))
        if winner == _side(self.root, self.root.turn):
            found = [
                (play, self._winner(game.apply(self.root, play))) for play in _legal(self.root)
            ]
            complete = all(known != UNKNOWN for _, known in found)
            plays = tuple(play for play, known in found if complete and known == winner)
        sure = self._bombs(winner) if bombs and winner != UNKNOWN else None
        return Solution(_NAMES[winner], plays, complete, line, int(self.data[NOW_NODES]), sure)

    def _bombs(self, winner: int) -> int | None:
        """How many bombs and rockets *winner* is sure of; None when the budget ends first."""
        self.data[GOAL_SIDE] = winner
        number = 0
        while (known := self._winner(self.root, need=number + 1)) == winner:
            number += 1
        return None if known == UNKNOWN else number

    def _winner(self, state: State, *, need: int = 0) -> int:
        """Who wins *state*; UNKNOWN when the budget ends first.

        With a *need* the side with the goal wins only when so many bombs are played too.
        """
        if game.is_over(state):
            return LANDLORD if game.winner(state) == "landlord" else PEASANTS
        data = self.data
        self._set_up(state)
        data[FRAME_NEED] = need
        while True:
            limit = min(self.budget, data[NOW_NODES] + self.stride)
            winner = self.code.go_on(data, self.entries, limit)
            if winner != UNKNOWN or data[NOW_FULL] or data[NOW_NODES] >= self.budget:
                return int(winner)
            if self.stop is not None and self.stop():
                self.budget = data[NOW_NODES]
                return UNKNOWN

    def _set_up(self, state: State) -> None:
        """Nothing; the search's lowest frame is *state*."""
        data = self.data
        assert state.landlord is not None
        data[SEAT_NUMBER] = len(state.hands)
        data[LANDLORD_SEAT] = state.landlord
        for seat in range(SEATS):
            held = seat < len(state.hands)
            data[FRAME_HANDS + seat] = pack(state.hands[seat]) if held else 0
        data[FRAME_TURN] = state.turn
        data[FRAME_TO_BEAT] = LEAD if state.to_beat is None else code_of(state.to_beat, state.rules)
        data[FRAME_LEADER] = state.turn if state.leader is None else state.leader
        data[FRAME_LIMIT] = NO_LIMIT
        data[NOW_DEPTH] = -1
        data[NOW_FULL] = 0

    def _line(self, winner: int) -> Iterator[Play | None]:
        """Plays from the root on until the end, or until the budget ends."""
        state = self.root
        while not game.is_over(state):
            play = self._next(state, winner)
            if play is _NOTHING:
                return
            assert play is None or isinstance(play, Play)
            yield play
            state = game.apply(state, play)

    def _next(self, state: State, winner: int) -> object:
        """The next play of the line: one that wins, or of those that lose the best looking."""
        plays = sorted(_legal(state), key=lambda play: _plays_left(state, play))
        if _side(state, state.turn) != winner:
            return plays[0]
        for play in plays:
            if self._winner(game.apply(state, play)) == winner:
                return play
        return _NOTHING


_NAMES = {UNKNOWN: "unknown", LANDLORD: "landlord", PEASANTS: "peasants"}

_NOTHING = object()
"""No play was found; a pass is None."""


def _side(state: State, seat: int) -> int:
    return LANDLORD if seat == state.landlord else PEASANTS


def _legal(state: State) -> Sequence[Play | None]:
    """What the seat to play may do, None for a pass."""
    return [play for play in game.legal(state) if play is None or isinstance(play, Play)]


def _plays_left(state: State, play: Play | None) -> int:
    """The fewest plays of the hand after *play*, bombs counted as two more."""
    hand = state.hands[state.turn]
    left = hand if play is None else subtract(hand, play.counts)
    bomb = play is not None and play.is_bomb
    return fewest(left, state.rules) + 2 * bomb
