"""Win chances: plays compared in worlds weighted by what was seen, with their errors.

The chance of a play is the share of worlds in which the seat's side wins when all go on by the
rules of thumb.  Worlds are drawn evenly, weighted by how likely they make the turns of the others,
and drawn again by weight (``likely_worlds``).  What comes out is too sure of itself: the
rules of thumb see no more than one play ahead.  ``corrected`` takes that away; its figures are
fitted to games of CPUs and checked on others (``docs/strength.md``).
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine.doudizhu.endgame import solve
from engine.doudizhu.kernel_tables import unpack
from engine.doudizhu.plays import Play
from engine.doudizhu.rules import Rules
from engine.doudizhu.samples import (
    Outcome,
    Stop,
    log_likelihoods,
    log_likelihoods_packed,
    never,
    outcomes,
)
from engine.doudizhu.state import State, View
from engine.doudizhu.worlds import World, all_worlds, draw_packed, draw_worlds, log_ways, state_in

WORLDS = 200
"""Worlds in which plays are compared."""
TWO_PACKS = 6
"""How many times as long a world of two packs takes, at the most, about."""
AMONG = 1.5
"""For each of them as many are drawn evenly and weighted to find it."""
LEAST_EFFECTIVE = 30.0
"""Worlds that the weights must be worth; else they are made more even."""
NOISE = 5.0
"""Points of noise in the scores of the rules of thumb; ten points are one play of a hand."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """What became of some plays in the same worlds."""

    options: tuple[Play | None, ...]
    """None is a pass."""
    won: tuple[tuple[bool, ...], ...]
    """For every world whether the side of the seat won after each option."""
    sources: tuple[int, ...]
    """For every world a number; worlds of one number are the same one, drawn again."""
    progress: float
    """Share of all cards that lie on the table, for the correction."""
    landlord: bool
    """Whether the seat is the landlord."""
    wanted: int
    """Number of worlds asked for; fewer were met when the brake was pulled."""
    solved: bool = False
    """Whether the worlds were solved with open hands, not played out."""
    every: bool = False
    """Whether they were drawn from all worlds that there can be."""
    outcomes: tuple[tuple[Outcome, ...], ...] = ()
    """For every world what each option came to; empty where the worlds were solved."""
    hands: tuple[World, ...] = ()
    """The worlds themselves."""

    @property
    def worlds(self) -> int:
        """Number of worlds, those drawn again counted again."""
        return len(self.won)

    def raw(self, option: int) -> float:
        """Share of worlds won after this option."""
        return sum(won[option] for won in self.won) / len(self.won)

    def chance(self, option: int) -> float:
        """The chance to win after this option, corrected where rules of thumb played the worlds on.

        Of solved worlds it is the share that is won.
        """
        if self.solved:
            return self.raw(option)
        return corrected(self.raw(option), self.progress, landlord=self.landlord)

    def error(self, option: int) -> float:
        """Standard error of ``chance``: how far the worlds drawn may have led it astray."""
        spread = self.error_of([float(won[option]) for won in self.won])
        return spread if self.solved else spread * self.slope(option)

    def slope(self, option: int) -> float:
        """How much ``chance`` grows with the share of the worlds that is won; flat at its ends."""
        inside = min(max(self.raw(option), 0.02), 0.98)
        return 1.0 if self.solved else slope(inside, self.progress, landlord=self.landlord)

    def difference(self, option: int, other: int) -> tuple[float, float]:
        """How much better *option* is than *other* as a chance, and the standard error.

        Both met the same worlds, so the error is that of the differences world by world, on the
        scale of ``chance``.
        """
        apart = [float(won[option]) - float(won[other]) for won in self.won]
        raw = sum(apart) / len(apart)
        value = self.chance(option) - self.chance(other)
        scale = (
            1.0 if self.solved else slope(self.raw(option), self.progress, landlord=self.landlord)
        )
        if abs(raw) > 1e-9:
            scale = value / raw
        return value, self.error_of(apart) * scale

    def close_to_best(self) -> tuple[Play | None, ...]:
        """The plays that may be the best: less than two standard errors behind it, itself too."""
        best = max(range(len(self.options)), key=self.raw)
        found: list[Play | None] = []
        for option, play in enumerate(self.options):
            apart = [float(won[best]) - float(won[option]) for won in self.won]
            if option == best or sum(apart) / len(apart) < 2 * self.error_of(apart):
                found.append(play)
        return tuple(found)

    def error_of(self, values: Sequence[float]) -> float:
        """Standard error of the mean of *values*, one for each world.

        Where all worlds were weighed and one alone counts nothing else can have been missed.
        """
        if self.every and self.worlds == self.wanted and len(set(self.sources)) == 1:
            return 0.0
        return clustered_error(values, self.sources)


def clustered_error(values: Sequence[float], sources: Sequence[int]) -> float:
    """Standard error of the mean of *values*; those of one source are one world drawn again."""
    mean = sum(values) / len(values)
    residuals: dict[int, float] = {}
    for source, value in zip(sources, values, strict=True):
        residuals[source] = residuals.get(source, 0.0) + value - mean
    different = len(residuals)
    if different < 2:
        return 0.5
    squares = sum(residual**2 for residual in residuals.values())
    return math.sqrt(squares * different / (different - 1)) / len(values)


def affordable(worlds: int, rules: Rules) -> int:
    """How many worlds under *rules* take as long as so many *worlds* of one pack."""
    return worlds if rules.packs == 1 else max(1, worlds // TWO_PACKS)


def compare(
    view: View,
    options: Sequence[Play | None],
    rng: random.Random,
    *,
    worlds: int = WORLDS,
    likely: bool = True,
    noise: float = NOISE,
    stop: Stop = never,
) -> Comparison:
    """How *options* of the seat of *view*, which is to play, do in *worlds* worlds.

    They are drawn by how *likely* they make what was seen, or evenly.  *stop* is asked after every
    sixteen worlds; what was found until then is given.
    """
    if likely:
        drawn = likely_worlds(view, worlds, rng)
    else:
        drawn = list(enumerate(draw_worlds(view, worlds, rng)))
    seed = rng.randrange(1 << 30)
    found = outcomes(
        view, options, [world for _, world in drawn], seed=seed, noise=noise, stop=stop
    )
    mine = view.seat == view.landlord
    return Comparison(
        options=tuple(options),
        won=tuple(tuple(outcome.landlord == mine for outcome in world) for world in found),
        sources=tuple(source for source, _ in drawn[: len(found)]),
        progress=progress_of(view),
        landlord=mine,
        wanted=worlds,
        outcomes=tuple(found),
        hands=tuple(world for _, world in drawn[: len(found)]),
    )


SOLVE_NODES = 4_000
"""Nodes for one world; few deals of so few cards need them."""


def compare_solved(
    view: View,
    options: Sequence[Play | None],
    rng: random.Random,
    *,
    worlds: int,
    stop: Stop = never,
) -> Comparison:
    """How *options* do in likely worlds when each is played out perfectly, all hands open.

    For endings: every world that there can be, once, when they are no more than *worlds*.  A world
    that could not be solved within its nodes counts for no option.  Without *options* the one thing
    compared is the position as it is, whoever is to play.
    """
    every = all_worlds(view, worlds)
    if every is not None:
        logs = log_likelihoods(view, every)
        ways = [log_ways(view, world) for world in every]
        weights = _shares([a + b for a, b in zip(logs, ways, strict=True)], 1.0)
        drawn = [(place, every[place]) for place in _systematic(weights, worlds, rng)]
    else:
        drawn = likely_worlds(view, worlds, rng)
    side = "landlord" if view.seat == view.landlord else "peasants"
    won: list[tuple[bool, ...]] = []
    known: dict[int, tuple[bool, ...]] = {}
    for source, world in drawn:
        if source not in known:
            winner, winning = _solved(state_in(view, world))
            known[source] = tuple(play in winning for play in options) or (winner == side,)
        won.append(known[source])
        if stop():
            break
    return Comparison(
        options=tuple(options),
        won=tuple(won),
        sources=tuple(source for source, _ in drawn[: len(won)]),
        progress=progress_of(view),
        landlord=view.seat == view.landlord,
        wanted=worlds,
        solved=True,
        every=every is not None,
        hands=tuple(world for _, world in drawn[: len(won)]),
    )


@lru_cache(maxsize=4096)
def _solved(state: State) -> tuple[str, tuple[Play | None, ...]]:
    """The winner and the plays that win; kept, for each question of a decision asks the same."""
    found = solve(state, nodes=SOLVE_NODES)
    return found.winner, found.winning_plays


# ---- likely worlds ----


def likely_worlds(
    view: View,
    number: int,
    rng: random.Random,
    *,
    least: float = LEAST_EFFECTIVE,
) -> list[tuple[int, World]]:
    """*number* worlds drawn by weight among more even ones, each with its number among these.

    The weight is the likelihood of the turns seen, to a power of at most 1 that leaves the weights
    worth at least *least* worlds (one over the sum of their squares).
    """
    drawn, after = _likely_worlds(view, number, rng.getstate(), least)
    rng.setstate(after)
    return list(drawn)


@lru_cache(maxsize=4)
def _likely_worlds(
    view: View, number: int, state: tuple[Any, ...], least: float
) -> tuple[tuple[tuple[int, World], ...], tuple[Any, ...]]:
    """The worlds that a generator in *state* draws, and its state after them.

    Kept for the last questions: what is asked of a decision asks for the same worlds again.
    """
    rng = random.Random()
    rng.setstate(state)
    even = list(draw_packed(view, int(AMONG * number), rng))
    weights = tempered(log_likelihoods_packed(view, even), least)
    chosen = _systematic(weights, number, rng)
    rng.shuffle(chosen)
    worlds = {place: tuple(map(unpack, even[place])) for place in set(chosen)}
    return tuple((place, worlds[place]) for place in chosen), rng.getstate()


def tempered(logs: Sequence[float], least: float) -> list[float]:
    """Weights that sum to one, from logarithms, evened out until worth *least* or all alike."""
    power = 1.0
    weights = _shares(logs, power)
    if _worth(weights) >= least:
        return weights
    low, high = 0.0, 1.0
    for _ in range(20):
        power = (low + high) / 2
        if _worth(_shares(logs, power)) >= least:
            low = power
        else:
            high = power
    return _shares(logs, low)


def _shares(logs: Sequence[float], power: float) -> list[float]:
    most = max(logs)
    weights = [math.exp(power * (log - most)) for log in logs]
    whole = sum(weights)
    return [weight / whole for weight in weights]


def _worth(weights: Sequence[float]) -> float:
    return 1 / sum(weight * weight for weight in weights)


def _systematic(weights: Sequence[float], number: int, rng: random.Random) -> list[int]:
    """*number* places drawn by weight: one random start, then equal steps."""
    chosen: list[int] = []
    reached = 0.0
    wanted = rng.random() / number
    for place, weight in enumerate(weights):
        reached += weight
        while wanted < reached and len(chosen) < number:
            chosen.append(place)
            wanted += 1 / number
    return chosen + [len(weights) - 1] * (number - len(chosen))


# ---- correction ----


def progress_of(view: View) -> float:
    """Share of the deck that was played."""
    return 1 - (sum(view.hand) + sum(view.unseen)) / (54 * view.rules.packs)


KNOTS = (0.0, 1 / 3, 2 / 3, 1.0)
"""Shares of the cards played between which the correction is drawn straight."""
LANDLORD_SHIFT = (-0.087, -0.948, -1.043, 0.101)
LANDLORD_SLOPE = (1.003, 1.164, 1.326, 1.143)
PEASANTS_SHIFT = (-0.467, -0.701, -0.633, 0.146)
PEASANTS_SLOPE = (1.051, 0.886, 1.028, 1.464)
"""Found by ``docs/calibration.py --fit``."""


def corrected(raw: float, progress: float, *, landlord: bool) -> float:
    """The chance to win that a share *raw* of likely worlds stands for.

    On the scale of log odds it is shifted and stretched, as *progress* of the deal says.
    """
    shift = _between(LANDLORD_SHIFT if landlord else PEASANTS_SHIFT, progress)
    stretch = _between(LANDLORD_SLOPE if landlord else PEASANTS_SLOPE, progress)
    return 1 / (1 + math.exp(-shift - stretch * logit(raw)))


def logit(raw: float) -> float:
    """The log odds of a share, which is held a little away from 0 and 1."""
    held = min(max(raw, EDGE), 1 - EDGE)
    return math.log(held / (1 - held))


EDGE = 0.01


def _between(values: Sequence[float], progress: float) -> float:
    """The value at *progress* on straight lines through *values* at ``KNOTS``."""
    for place in range(1, len(KNOTS)):
        if progress <= KNOTS[place]:
            low, high = KNOTS[place - 1], KNOTS[place]
            share = (progress - low) / (high - low)
            return values[place - 1] + share * (values[place] - values[place - 1])
    return values[-1]


def slope(raw: float, progress: float, *, landlord: bool) -> float:
    """How much ``corrected`` grows where *raw* grows a little."""
    step = 0.01
    low, high = max(0.0, raw - step), min(1.0, raw + step)
    grown = corrected(high, progress, landlord=landlord) - corrected(
        low, progress, landlord=landlord
    )
    return grown / (high - low)
