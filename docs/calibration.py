"""How true the win chances are: predicted against happened, over games of CPUs.

    uv run python -m docs.calibration --games 3000
    uv run python -m docs.calibration --games 3000 --fit

Each game is a deal with the standard player's auction; every seat is then drawn from ``standard``
and ``advanced`` with 40 worlds.  At the opening, and at the first choice after a third and after
two thirds of the cards, the chance of the play really made is taken, and it is noted who won.  The
first command prints the tables of ``docs/strength.md`` and draws ``docs/calibration.svg``; with
``--fit`` it plays other games, looks at more turns of them, and prints the figures of the
correction in ``engine/doudizhu/chances.py``.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

import altair
import numpy as np
import pandas as pd

from engine import deal_code
from engine.doudizhu import game
from engine.doudizhu.chances import KNOTS, compare, corrected, logit, progress_of
from engine.doudizhu.cpu import standard
from engine.doudizhu.cpu_advanced import Advanced
from engine.doudizhu.plays import Play
from engine.doudizhu.rules import CLASSIC
from engine.doudizhu.state import State, View
from engine.players import Player

POINTS = {"opening": 0.0, "a third": 1 / 3, "two thirds": 2 / 3}
FIT_POINTS = (0.0, 0.06, 0.15, 0.25, 1 / 3, 0.42, 0.5, 0.58, 2 / 3, 0.75, 0.85)
FIFTHS = 5
CHART = Path(__file__).with_name("calibration.svg")


class Sample(NamedTuple):
    """A chance and what came of it."""

    game: int
    point: float
    """The share of cards at or after which it was taken."""
    landlord: bool
    progress: float
    raw: float
    """Share of likely worlds won."""
    even: float
    """Share of even worlds won."""
    won: bool

    @property
    def chance(self) -> float:
        """What is shown to people."""
        return corrected(self.raw, self.progress, landlord=self.landlord)


# ---- games ----


def play_game(seed: str, number: int, *, fitting: bool) -> list[Sample]:
    """One game and the samples taken on the way; without even worlds when fitting."""
    points = FIT_POINTS if fitting else tuple(POINTS.values())
    rng = random.Random(f"calibration {seed} {number}")
    state = auctioned(f"calibration {seed} {number}")
    seats: list[Player] = [
        rng.choice((standard, Advanced(worlds=40, more_worlds=0))) for _ in state.hands
    ]
    waiting = list(points)
    taken: list[tuple[float, View, float, float]] = []
    while not game.is_over(state):
        view = game.view(state, game.turn(state))
        action = seats[view.seat](view, rng)
        if waiting and progress_of(view) >= waiting[0] and len(game.legal(state)) > 1:
            assert action is None or isinstance(action, Play)
            while len(waiting) > 1 and progress_of(view) >= waiting[1]:
                waiting.pop(0)
            point = waiting.pop(0)
            likely = share(view, action, rng, likely=True)
            even = likely if fitting else share(view, action, rng, likely=False)
            taken.append((point, view, likely, even))
        state = game.apply(state, action)
    landlord_won = game.winner(state) == "landlord"
    return [
        Sample(
            number,
            point,
            view.seat == view.landlord,
            progress_of(view),
            likely,
            even,
            (view.seat == view.landlord) == landlord_won,
        )
        for point, view, likely, even in taken
    ]


def share(view: View, action: Play | None, rng: random.Random, *, likely: bool) -> float:
    """Share of worlds won after *action*."""
    return compare(view, [action], rng, likely=likely).raw(0)


def auctioned(seed: str) -> State:
    """A deal after the standard player's auction."""
    state = game.deal(CLASSIC, deal_code.encode(deal_code.draw(seed)))
    while state.phase == "bid":
        view = game.view(state, game.turn(state))
        state = game.apply(state, standard(view, random.Random()))
    return state


def samples(games: int, processes: int, *, fitting: bool = False) -> Iterator[Sample]:
    """The samples of so many games; other games for fitting than for testing."""
    play = partial(play_game, "fit" if fitting else "test", fitting=fitting)
    with ProcessPoolExecutor(processes) as pool:
        waiting = pool.map(play, range(games), chunksize=4)
        for done, found in enumerate(waiting, start=1):
            if done % 100 == 0:
                print(f"{done} of {games} games", file=sys.stderr, flush=True)
            yield from found


# ---- predicted against happened ----


class Fifth(NamedTuple):
    """The samples whose prediction lies in one fifth of the scale."""

    predicted: float
    happened: float
    number: int


def fifths(predicted: Sequence[float], won: Sequence[bool]) -> list[Fifth]:
    """The five parts of the scale from low to high; empty ones are left out."""
    parts: list[list[tuple[float, bool]]] = [[] for _ in range(FIFTHS)]
    for chance, outcome in zip(predicted, won, strict=True):
        parts[min(int(FIFTHS * chance), FIFTHS - 1)].append((chance, outcome))
    return [
        Fifth(
            sum(chance for chance, _ in part) / len(part),
            sum(outcome for _, outcome in part) / len(part),
            len(part),
        )
        for part in parts
        if part
    ]


def mean_error(found: Sequence[Fifth]) -> float:
    """Mean distance of predicted and happened, every sample counted."""
    whole = sum(part.number for part in found)
    return sum(abs(part.predicted - part.happened) * part.number for part in found) / whole


def brier(predicted: Sequence[float], won: Sequence[bool]) -> float:
    """Mean squared distance of prediction and outcome."""
    return float(np.mean((np.array(predicted) - np.array(won, dtype=float)) ** 2))


ESTIMATORS = {
    "even worlds": lambda sample: sample.even,
    "likely worlds": lambda sample: sample.raw,
    "likely worlds, corrected": lambda sample: sample.chance,
}


def report(found: Sequence[Sample]) -> str:
    """The tables as Markdown."""
    lines = [
        "| point | estimate | number | Brier | mean error | largest | 0-.2 | .2-.4 | .4-.6 | .6-.8"
        " | .8-1 |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for name, point in POINTS.items():
        here = [sample for sample in found if sample.point == point]
        won = [sample.won for sample in here]
        for estimator, value in ESTIMATORS.items():
            predicted = [value(sample) for sample in here]
            parts = fifths(predicted, won)
            worst = max(abs(part.predicted - part.happened) for part in parts)
            cells = {int(FIFTHS * part.predicted): part for part in parts}
            row = [
                f"{cells[k].predicted:.2f} -> {cells[k].happened:.2f} ({cells[k].number})"
                if k in cells
                else "-"
                for k in range(FIFTHS)
            ]
            lines.append(
                f"| {name} | {estimator} | {len(here)} | {brier(predicted, won):.3f} | "
                f"{100 * mean_error(parts):.1f} | {100 * worst:.1f} | {' | '.join(row)} |"
            )
    return "\n".join(lines)


def draw_chart(found: Sequence[Sample]) -> None:
    """``calibration.svg``: a panel a point, the diagonal, predicted against happened by fifths."""
    rows = []
    for name, point in POINTS.items():
        here = [sample for sample in found if sample.point == point]
        for estimator, value in ESTIMATORS.items():
            for part in fifths([value(s) for s in here], [s.won for s in here]):
                spread = (part.happened * (1 - part.happened) / part.number) ** 0.5
                rows.append(
                    {
                        "point": name,
                        "estimate": estimator,
                        "predicted": part.predicted,
                        "happened": part.happened,
                        "low": part.happened - spread,
                        "high": part.happened + spread,
                        "number": part.number,
                    }
                )
    table = pd.DataFrame(rows)
    scale = altair.Scale(domain=[0, 1])
    colour = altair.Color("estimate:N", title=None, sort=list(ESTIMATORS)).scale(
        range=["#b9b4a8", "#c9803d", "#3f51a3"]
    )
    base = altair.Chart(table).encode(x=altair.X("predicted:Q", scale=scale, title="predicted"))
    lines = base.mark_line(point=True).encode(
        y=altair.Y("happened:Q", scale=scale, title="happened"), color=colour
    )
    errors = base.mark_rule().encode(y="low:Q", y2="high:Q", color=colour)
    diagonal = (
        altair.Chart(pd.DataFrame({"predicted": [0, 1], "happened": [0, 1]}))
        .mark_line(strokeDash=[4, 4], color="#888")
        .encode(x="predicted:Q", y="happened:Q")
    )
    panels = [
        altair.layer(
            diagonal,
            *(layer.transform_filter(altair.datum.point == name) for layer in (errors, lines)),
            title=name,
        ).properties(width=220, height=220)
        for name in POINTS
    ]
    altair.hconcat(*panels).configure_legend(orient="bottom").save(str(CHART))


# ---- the correction ----


def fit(found: Sequence[Sample], landlord: bool) -> tuple[list[float], list[float]]:
    """Shift and slope of the correction at each of ``KNOTS``: logistic regression, Newton's method.

    A weak prior holds them near 0 and 1 where there are few samples.
    """
    mine = [sample for sample in found if sample.landlord == landlord]
    hats = np.array(
        [[max(0.0, 1 - 3 * abs(sample.progress - knot)) for knot in KNOTS] for sample in mine]
    )
    logits = np.array([[logit(sample.raw)] for sample in mine])
    features = np.hstack([hats, hats * logits])
    won = np.array([sample.won for sample in mine], dtype=float)
    prior = np.array([0.0] * len(KNOTS) + [1.0] * len(KNOTS))
    weights = prior.copy()
    strength = 4.0 * np.eye(len(prior))
    for _ in range(50):
        predicted = 1 / (1 + np.exp(-features @ weights))
        gradient = features.T @ (won - predicted) - strength @ (weights - prior)
        curve = (features * (predicted * (1 - predicted))[:, None]).T @ features + strength
        weights = weights + np.linalg.solve(curve, gradient)
    shift, slope = np.split(weights, 2)
    return [round(float(x), 3) for x in shift], [round(float(x), 3) for x in slope]


def main() -> None:
    """Play the games; print the tables and draw the chart, or print the correction."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--fit", action="store_true", help="find the correction, on other games")
    asked = parser.parse_args()
    if asked.fit:
        found = list(samples(asked.games, asked.processes, fitting=True))
        for landlord in (True, False):
            print("landlord" if landlord else "peasants", *fit(found, landlord))
        return
    found = list(samples(asked.games, asked.processes))
    print(report(found))
    draw_chart(found)


if __name__ == "__main__":
    main()
