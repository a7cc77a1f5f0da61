"""Hidden cards arranged against a player, never against what was shown: only a safe line wins.

The hands of the others stay open as long as they can.  A play that loses in some possible world is
answered with that world; else the others do what leaves the fewest winning plays, in whatever
worlds that is possible.  A play that wins in every world therefore always wins through.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.doudizhu.endgame import solve
from engine.doudizhu.forced import FORCED_WORLDS, forced_wins
from engine.doudizhu.game import apply, is_over, legal, view as view_of, winner
from engine.doudizhu.plays import Play
from engine.doudizhu.state import State, View
from engine.doudizhu.worlds import World, all_worlds, log_ways, state_in

WON, LOST, OPEN = "won", "lost", "open"
LINES = 60
"""Ways the others may go on that are compared with one another."""


class LayoutError(ValueError):
    """A position in which the hidden cards cannot all be kept in mind."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What came of a play against hidden cards that are arranged."""

    outcome: str
    """``won``, ``lost`` or ``open``."""
    replies: tuple[tuple[int, Play | None], ...]
    """Seat and play of the others until the seat is to play again, or it is over."""
    view: View | None = None
    """What the seat knows now; None when it is decided."""
    layout: State | None = None
    """Where it is lost: the position after the play, with hands that fit all that was shown."""


def answer(view: View, play: Play | None) -> Turn:
    """What the others do after *play* of the seat of *view*, which is to play.

    Raises LayoutError where there are more than ``FORCED_WORLDS`` worlds.
    """
    worlds = possible(view)
    rest = sum(view.hand) - (0 if play is None else play.size)
    if rest == 0:
        return Turn(WON, ())
    against = losing_world(view, play, worlds)
    if against is not None:
        after = apply(state_in(view, against), play)
        line = () if is_over(after) else solve(after).line
        return Turn(LOST, _until(view.seat, after, line), layout=after)
    best: tuple[tuple[int, int], Turn] | None = None
    for found in _lines(view, play, worlds):
        if found.view is None:
            value = (1 << 30, 0)
        else:
            value = (len(forced_wins(found.view)), -len(found.replies))
        if best is None or value < best[0]:
            best = (value, found)
    assert best is not None, "somebody is to play"
    return best[1]


def possible(view: View) -> list[World]:
    """Every world there can be, the likeliest first."""
    worlds = all_worlds(view, FORCED_WORLDS)
    if worlds is None:
        raise LayoutError(f"more than {FORCED_WORLDS} hidden hands are possible")
    return sorted(worlds, key=lambda world: (-log_ways(view, world), world))


def losing_world(view: View, play: Play | None, worlds: list[World]) -> World | None:
    """The first of *worlds* in which the side of the seat loses after *play*, hands open."""
    own = side(view.seat, view.landlord)
    for world in worlds:
        after = apply(state_in(view, world), play)
        found = winner(after) if is_over(after) else solve(after).winner
        if found not in (own, None):
            return world
    return None


def side(seat: int, landlord: int | None) -> str:
    """The side of *seat*, as the solver names it."""
    return "landlord" if seat == landlord else "peasants"


def _until(
    seat: int, state: State, line: tuple[Play | None, ...]
) -> tuple[tuple[int, Play | None], ...]:
    """The plays of *line* with their seats, as far as the others play before *seat* does."""
    found: list[tuple[int, Play | None]] = []
    for play in line:
        if state.turn == seat:
            break
        found.append((state.turn, play))
        state = apply(state, play)
    return tuple(found)


def _lines(view: View, play: Play | None, worlds: list[World]) -> Iterator[Turn]:
    """Different ways the others can go on until the seat is to play again, ``LINES`` at most."""
    seen: set[tuple[tuple[int, Play | None], ...]] = set()
    for world in worlds:
        for found in _lines_in(view.seat, apply(state_in(view, world), play), ()):
            if found.replies not in seen:
                seen.add(found.replies)
                yield found
            if len(seen) == LINES:
                return


def _lines_in(
    seat: int, state: State, replies: tuple[tuple[int, Play | None], ...]
) -> Iterator[Turn]:
    if is_over(state):  # the partner is out: a loss would have been found before
        yield Turn(WON, replies)
        return
    if state.turn == seat:
        yield Turn(OPEN, replies, view_of(state, seat))
        return
    for action in legal(state):
        assert action is None or isinstance(action, Play)
        yield from _lines_in(seat, apply(state, action), (*replies, (state.turn, action)))
