"""Reviews of many CPU games: how much each level loses, and whether its own fault is found.

``uv run python -m tests.review_report --games 25`` prints the table of ``docs/review.md``.  One
seat of every game is played by the level, the others by ``standard``.  Whether a mistake really
happened is judged by ``oracle_mistakes``, in worlds of its own.
"""

from __future__ import annotations

import argparse
import math
import statistics
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from coach.doudizhu import luck
from coach.grades import accuracy
from coach.review import Deal, decision, turns_of
from engine.doudizhu import game
from engine.doudizhu.cpu import candidates, score
from engine.doudizhu.kernel import KERNEL
from engine.doudizhu.plays import Play
from engine.doudizhu.state import View
from tests import oracle_mistakes as oracle
from tests.review_games import PRESETS, cpu_deal

FAULTS = {
    "breaks-bombs": "breaks_bomb",
    "opens-with-bombs": "bomb_lead",
    "hoards-twos": "strength",
    "beats-partner": "covers_partner",
}
"""The mistake of beginners that each faulty level makes by habit."""
LEVELS = ("advanced", "standard", "novice", *FAULTS, "forgets-cards")
SEAT = 0
BESIDE = 3
"""Plays beside which the oracle holds one that looks like a mistake."""


@dataclass(frozen=True)
class Reviewed:
    """One game of a level."""

    level: str
    losses: tuple[float, ...]
    """Of every decision that counts."""
    accuracy: float | None
    found: frozenset[str]
    """Mistakes that the review names."""
    happened: frozenset[str]
    """Mistakes that the oracle finds."""
    adds_up: bool
    """Whether the parts of every seat's points sum to its points."""


def reviewed(level: str, number: int) -> Reviewed:
    """The review of game *number* of *level*, at once a game of the oracle's."""
    KERNEL.wait()
    levels = (level, "standard", "standard", "standard")
    deal = cpu_deal(f"report {number}", levels, PRESETS[number % len(PRESETS)])
    found = [one for at in turns_of(deal, SEAT) if (one := decision(deal, at)) is not None]
    counted = [one for one in found if one.weighed.counts]
    return Reviewed(
        level,
        tuple(one.loss for one in counted),
        accuracy(one.weighed for one in found),
        frozenset(one.mistake for one in found if one.mistake),
        frozenset(
            name
            for one in found
            if one.view.phase == "play"
            for name in oracle.NAMES
            if happened(name, one.view, one.action)
        ),
        adds_up(deal),
    )


def happened(name: str, view: View, play: object) -> bool:
    """Whether *play* is this mistake by the oracle: its shape, and a loss in worlds of its own."""
    assert play is None or isinstance(play, Play)
    if not oracle.shaped(name, view, play):
        return False
    better = [one for one in candidates(view) if oracle.avoids(name, view, play, one)]
    better.sort(key=lambda one: -score(view, one))
    if not better:
        return False
    run = oracle.sampled(view, [play, *better[:BESIDE]], seed="report")
    gaps = [run.difference(place, 0) for place in range(1, len(run.options))]
    gap, error = max(gaps)
    return gap >= 0.02 and gap > 2 * error


def adds_up(deal: Deal) -> bool:
    """Whether luck and skill sum to the points of every seat."""
    if deal.landlord is None:
        return True
    events = luck.events(deal.states, 32)
    assert events is not None
    return all(
        sum(part.points for part in luck.parts(events, seat, deal.landlord).values()) == points
        for seat, points in enumerate(game.payoffs(deal.states[-1]))
    )


def table(games: Iterable[Reviewed]) -> str:
    """The rows of the report."""
    listed = list(games)
    lines = [
        "| level | games | decisions counted | loss a decision, points | accuracy | own mistake: "
        "games in which it happened | of these found | found in other games |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for level in LEVELS:
        own = [one for one in listed if one.level == level]
        losses = [100 * loss for one in own for loss in one.losses]
        mean = statistics.mean(losses)
        error = statistics.stdev(losses) / math.sqrt(len(losses))
        figures = [one.accuracy for one in own if one.accuracy is not None]
        row = [
            level,
            str(len(own)),
            str(len(losses)),
            f"{mean:.1f} ± {error:.1f}",
            f"{statistics.mean(figures):.0f}",
        ]
        fault = FAULTS.get(level)
        if fault:
            met = [one for one in own if fault in one.happened]
            other = [one for one in own if fault not in one.happened]
            row += [
                str(len(met)),
                str(sum(fault in one.found for one in met)),
                f"{sum(fault in one.found for one in other)} of {len(other)}",
            ]
        else:
            row += ["–", "–", "–"]
        lines.append("| " + " | ".join(row) + " |")
    for name in oracle.NAMES:
        counts: Counter[str] = Counter()
        for one in listed:
            counts[f"{name in one.happened} {name in one.found}"] += 1
        lines.append(
            f"{name}: in {counts['True True']} of {counts['True True'] + counts['True False']} "
            f"games in which it happened found, in {counts['False True']} of "
            f"{counts['False True'] + counts['False False']} others"
        )
    exact = sum(one.adds_up for one in listed)
    lines.append(f"luck and skill add up to the result in {exact} of {len(listed)} games")
    return "\n".join(lines)


def main() -> None:
    """Print the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=25, help="of every level")
    parser.add_argument("--processes", type=int, default=2)
    told = parser.parse_args()
    jobs = [(level, number) for number in range(told.games) for level in LEVELS]
    with ProcessPoolExecutor(told.processes) as pool:
        print(table(pool.map(reviewed, *zip(*jobs, strict=True))))


if __name__ == "__main__":
    main()
