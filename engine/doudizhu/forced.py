"""Wins that nothing can prevent, seen from what one seat knows.

``sure_win`` counts: a play that no unseen card answers, then the lead again, until the hand is
empty.  ``forced_win`` searches: every hand the others can hold is kept in mind at once, a turn of
theirs leaves those in which it was possible, and the seat must go on alike in all that are left.
What it finds wins in every world and against every defence; it cannot find what only works for
who sees the cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.cards import Counts, subtract
from engine.doudizhu.endgame import solve
from engine.doudizhu.plays import Play, answered_in_kind, following, plays
from engine.doudizhu.samples import Stop, never
from engine.doudizhu.state import View
from engine.doudizhu.worlds import World, all_worlds, state_in

SURE_NODES = 400
"""Positions looked at for a win by counting."""
FORCED_LOOKS = 3000
"""Worlds looked at, in all positions together, for a forced win."""
SOLVER_NODES = 20_000
"""Positions looked at when every card is known."""
FORCED_WORLDS = 200
"""Most worlds kept in mind."""
FORCED_CARDS = 24
"""Most cards in all hands together for which the search is begun."""


# ---- by counting ----


def sure_win(view: View) -> Play | None:
    """A play that wins against every hand the others can hold; None when none was found.

    Each play in turn is one that no unseen card answers; bombs and the rocket count.  As a
    peasant it takes for granted that the other peasant does not beat it.
    """
    line = next(sure_lines(view), None)
    return None if line is None else line[0]


def sure_lines(view: View) -> Iterator[tuple[Play, ...]]:
    """For each first play that ``sure_win`` may name the plays until the hand is empty."""
    first = (
        plays(view.hand, view.rules)
        if view.to_beat is None
        else following(view.hand, view.to_beat, view.rules)
    )
    budget = [SURE_NODES]
    for play in sorted(first, key=lambda play: -play.size):
        line = _line_by(view, play, view.hand, budget)
        if line is not None:
            yield line


def _line_by(view: View, play: Play, hand: Counts, budget: list[int]) -> tuple[Play, ...] | None:
    rest = subtract(hand, play.counts)
    if not any(rest):
        return (play,)
    budget[0] -= 1
    if budget[0] < 0 or answered(view, play):
        return None
    for after in sorted(plays(rest, view.rules), key=lambda play: -play.size):
        line = _line_by(view, after, rest, budget)
        if line is not None:
            return (play, *line)
    return None


def answered(view: View, play: Play) -> bool:
    """Whether some unseen cards beat *play*."""
    if answered_in_kind(view.unseen, play, view.rules):
        return True
    lowest = Play("solo", 0)
    bombs = (p for p in following(view.unseen, lowest, view.rules) if p.is_bomb)
    return any(bomb.beats(play) for bomb in bombs)


# ---- by search over all worlds ----


class UnfinishedError(RuntimeError):
    """A search that was to be complete and could not be."""


@dataclass(frozen=True, slots=True)
class Forced:
    """A play that wins in every world."""

    play: Play | None
    """None is a pass."""
    plays: int | None
    """Plays of the own hand it takes at most, this one counted; None when that was not counted."""
    worlds: int
    """Number of worlds there can be."""


def forced_win(view: View, *, looks: int = FORCED_LOOKS, stop: Stop = never) -> Forced | None:
    """A play of the seat of *view*, which is to play, that wins whatever the others hold and do.

    None when there is none, or it was not found within *looks*, or there are too many worlds to
    keep in mind.  To a peasant the other peasant may do anything too, but wins for both when he
    goes out.  When only one world is possible the solver of open hands is asked as well; to it the
    other peasant plays right.
    """
    best: Forced | None = None
    for found in forced_wins(view, looks=looks, stop=stop):
        if best is None or (found.plays or 0) < (best.plays or 0):
            best = found
    return best


def forced_wins(
    view: View, *, looks: int = FORCED_LOOKS, complete: bool = False, stop: Stop = never
) -> tuple[Forced, ...]:
    """Every play that ``forced_win`` found to win, within *looks* for all of them together.

    With *complete* these are all that win: UnfinishedError where that was not found out.
    """
    few = sum(view.counts) <= FORCED_CARDS
    worlds = all_worlds(view, FORCED_WORLDS if few else 1)
    if worlds is None or (complete and not few):
        if complete:
            raise UnfinishedError(
                f"more than {FORCED_WORLDS} worlds or {FORCED_CARDS} cards in all hands"
            )
        return ()
    found: list[Forced] = []
    if few:
        root = _Node(view.seat, view.hand, view.to_beat, view.leader, view.passes, tuple(worlds))
        search = _Search(view, looks, stop)
        for play in search.own_plays(root):
            needed = search.needed_after(root, play)
            if needed is not None:
                found.append(Forced(play, needed, len(worlds)))
        if complete and search.looks < 0:
            raise UnfinishedError(f"more than {looks} worlds to look at")
    if not found and len(worlds) == 1:
        solution = solve(state_in(view, worlds[0]), nodes=SOLVER_NODES, stop=stop)
        found = [Forced(play, None, 1) for play in solution.winning_plays]
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Node:
    """A position as the seat knows it, with every world that is left."""

    turn: int
    hand: Counts
    to_beat: Play | None
    leader: int | None
    passes: int
    worlds: tuple[World, ...]


class _Search:
    """Plays of the own hand until it is surely empty; None where nothing is sure."""

    def __init__(self, view: View, looks: int, stop: Stop) -> None:
        self.view = view
        self.rules = view.rules
        self.looks = looks
        self.stop = stop
        self.known: dict[_Node, int | None] = {}

    def needed(self, node: _Node) -> int | None:
        """The most plays it takes when the seat plays right; None when no win was found."""
        if node in self.known:
            return self.known[node]
        self.looks -= len(node.worlds)
        if self.looks < 0 or self.stop():
            return None
        found = self._mine(node) if node.turn == self.view.seat else self._others(node)
        if self.looks >= 0:
            self.known[node] = found
        return found

    def _mine(self, node: _Node) -> int | None:
        for play in self.own_plays(node):
            found = self.needed_after(node, play)
            if found is not None:
                return found
        return None

    def own_plays(self, node: _Node) -> list[Play | None]:
        """What the seat may do, the longest plays first, a pass last."""
        if node.to_beat is None:
            return [*_longest_first(plays(node.hand, self.rules))]
        return [*_longest_first(following(node.hand, node.to_beat, self.rules)), None]

    def needed_after(self, node: _Node, play: Play | None) -> int | None:
        """As ``needed`` of *node*, when the seat now plays *play*."""
        if play is None:
            return self.needed(self._next(node, None, node.hand, node.worlds))
        rest = subtract(node.hand, play.counts)
        if not any(rest):
            return 1
        after = self.needed(self._next(node, play, rest, node.worlds))
        return None if after is None else after + 1

    def _others(self, node: _Node) -> int | None:
        """Every turn another seat can take in some world must leave a win."""
        seat = node.turn
        partner = self.view.landlord not in (seat, self.view.seat)
        worst = 0
        possible: dict[Play, list[World]] = {}
        for world in node.worlds:
            for play in self._plays_of(world[seat], node.to_beat):
                possible.setdefault(play, []).append(world)
        for play, worlds in sorted(possible.items(), key=lambda item: -item[0].size):
            if play.counts == worlds[0][seat]:  # all hold as many: in each of them he is out
                if partner:
                    continue
                return None
            after = tuple(_without(world, seat, play.counts) for world in worlds)
            found = self.needed(self._next(node, play, node.hand, after))
            if found is None:
                return None
            worst = max(worst, found)
        if node.to_beat is not None:
            found = self.needed(self._next(node, None, node.hand, node.worlds))
            if found is None:
                return None
            worst = max(worst, found)
        return worst

    def _plays_of(self, hand: Counts, to_beat: Play | None) -> Sequence[Play]:
        return plays(hand, self.rules) if to_beat is None else following(hand, to_beat, self.rules)

    def _next(
        self, node: _Node, play: Play | None, hand: Counts, worlds: tuple[World, ...]
    ) -> _Node:
        turn = (node.turn + 1) % self.rules.seats
        if play is not None:
            return _Node(turn, hand, play, node.turn, 0, worlds)
        passes = node.passes + 1
        if passes == self.rules.seats - 1:
            return _Node(turn, hand, None, None, 0, worlds)
        return _Node(turn, hand, node.to_beat, node.leader, passes, worlds)


def _longest_first(found: Iterable[Play]) -> list[Play]:
    return sorted(found, key=lambda play: -play.size)


def _without(world: World, seat: int, cards: Counts) -> World:
    return (*world[:seat], subtract(world[seat], cards), *world[seat + 1 :])
