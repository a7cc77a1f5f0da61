"""B0, the frozen yardstick of the project's study of players, and a cheat: for measuring only.

B0 compares the twelve best plays by the rules of thumb in 100 evenly drawn worlds, with noise of
five points, one set of kickers a body, and nothing else.  It never changes; what ``advanced``
gains or loses against it is a gain or loss of ``advanced``.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from engine.doudizhu.cpu import candidates, score, standard
from engine.doudizhu.plays import Play
from engine.doudizhu.samples import play_out
from engine.doudizhu.state import Action, State, View
from engine.doudizhu.worlds import World, draw_worlds

WORLDS = 100
CANDIDATES = 12
NOISE = 5.0


def yardstick(view: View, rng: random.Random) -> Action:
    """What B0 does; it bids and doubles as the standard player."""
    if view.phase != "play":
        return standard(view, rng)
    return best_in(view, list(draw_worlds(view, WORLDS, rng)), rng)


def cheat(state: State) -> Callable[[View, random.Random], Action]:
    """B0 with the true hands as its only world, forty times: no inference can do better."""

    def player(view: View, rng: random.Random) -> Action:
        if view.phase != "play":
            return standard(view, rng)
        return best_in(view, [state.hands] * 40, rng)

    return player


def best_in(view: View, worlds: list[World], rng: random.Random) -> Play | None:
    """The play that wins most often in *worlds*, of the twelve best looking."""
    options = sorted(candidates(view), key=lambda play: score(view, play), reverse=True)
    kept = options[:CANDIDATES]
    if view.to_beat is not None and None not in kept:
        kept[-1] = None
    out = next((play for play in kept if play and play.counts == view.hand), None)
    if out is not None or len(kept) == 1:
        return out or kept[0]
    won = play_out(view, kept, worlds, seed=rng.randrange(1 << 30), noise=NOISE)
    mine = view.seat == view.landlord

    def value(place: int) -> float:
        wins = sum(world[place] == mine for world in won)
        return wins / len(won) + 1e-4 * score(view, kept[place])

    return kept[max(range(len(kept)), key=value)]
