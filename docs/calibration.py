"""How true the win chances are: predicted against happened, over games of CPUs.

    uv run python -m docs.calibration --games 2000
    uv run python -m docs.calibration --games 2000 --seed fit --fit

Each game is a deal with the auction (the standard player's bids); every seat is drawn from
``standard`` and ``advanced`` with 40 worlds.  At the opening, and at the first choices after a
third and after two thirds of the cards, the chance of the play really made is taken from 200
likely worlds, and it is noted who won.  ``--fit`` finds the figures of the correction instead.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from engine import deal_code
from engine.doudizhu import game
from engine.doudizhu.chances import AMONG, compare, progress_of
from engine.doudizhu.cpu import standard
from engine.doudizhu.cpu_advanced import Advanced
from engine.doudizhu.plays import Play
from engine.doudizhu.rules import CLASSIC
from engine.doudizhu.state import State, View
from engine.players import Player

POINTS = (0.0, 1 / 3, 2 / 3)


class Sample(NamedTuple):
    """A chance and what came of it."""

    game: int
    point: int
    """Place in ``POINTS``."""
    landlord: bool
    progress: float
    raw: float
    """Share of likely worlds won."""
    even: float
    """Share of even worlds won."""
    won: bool


def play_game(seed: str, number: int) -> list[Sample]:
    """One game and the samples taken on the way."""
    rng = random.Random(f"calibration {seed} {number}")
    state = auctioned(f"calibration {seed} {number}")
    seats: list[Player] = [rng.choice((standard, Advanced(worlds=40))) for _ in state.hands]
    waiting = list(enumerate(POINTS))
    taken: list[tuple[int, View, tuple[float, float]]] = []
    while not game.is_over(state):
        view = game.view(state, game.turn(state))
        action = seats[view.seat](view, rng)
        if waiting and progress_of(view) >= waiting[0][1] and len(game.legal(state)) > 1:
            assert action is None or isinstance(action, Play)
            point, _ = waiting.pop(0)
            taken.append((point, view, (share(view, action, rng, AMONG), share(view, action, rng))))
        state = game.apply(state, action)
    landlord_won = game.winner(state) == "landlord"
    return [
        Sample(
            number,
            point,
            view.seat == view.landlord,
            progress_of(view),
            *raw,
            (view.seat == view.landlord) == landlord_won,
        )
        for point, view, raw in taken
    ]


def share(view: View, action: Play | None, rng: random.Random, among: int = 0) -> float:
    """Share of worlds won after *action*."""
    return compare(view, [action], rng, among=among).raw(0)


def auctioned(seed: str) -> State:
    """A deal after the standard player's auction."""
    state = game.deal(CLASSIC, deal_code.encode(deal_code.draw(seed)))
    while state.phase == "bid":
        view = game.view(state, game.turn(state))
        state = game.apply(state, standard(view, random.Random()))
    return state


def samples(seed: str, games: int, processes: int) -> Iterator[Sample]:
    """The samples of so many games."""
    with ProcessPoolExecutor(processes) as pool:
        numbers = range(games)
        for done, found in enumerate(
            pool.map(play_game, [seed] * games, numbers, chunksize=4), start=1
        ):
            if done % 100 == 0:
                print(f"{done} of {games} games", flush=True)
            yield from found
