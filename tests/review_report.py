"""Reviews of many CPU games: how much each level loses, and whether its own fault is found.

``uv run python -m tests.review_report --games 25`` prints the table of ``docs/review.md``.  One
seat of every game is played by the level, the others by ``standard``.  The games of a faulty level
are those of its deals in which the habit showed: some play is another than the standard player's.
Beside its loss stands that of ``standard`` on the same deals and seat.  Whether a mistake really
happened is judged by ``oracle_mistakes``, in worlds of its own: its shape, five points of win
chance lost against a play that avoids it, beyond two standard errors, and no forced win.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from coach.doudizhu import luck
from coach.doudizhu.decisions import QUICK, refined
from coach.grades import accuracy
from coach.review import Deal, decision, turns_of
from engine.doudizhu import game
from engine.doudizhu.cpu import candidates, score, standard
from engine.doudizhu.forced import forced_wins
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
MOST_DEALS = 1_000
"""Deals of a level looked through for its own mistake."""
BESIDE = 3
"""Plays beside which the oracle holds one that looks like a mistake."""
COSTS = 0.05
"""Loss of win chance from which the oracle says that a mistake happened."""


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


def deal_of(level: str, number: int) -> Deal:
    """Deal *number* with *level* on the seat that is reviewed."""
    levels = (level, "standard", "standard", "standard")
    return cpu_deal(f"report {number}", levels, PRESETS[number % len(PRESETS)])


def showing(level: str, wanted: int) -> list[int]:
    """The first *wanted* deals in which *level* does something the standard player would not."""
    found: list[int] = []
    number = 0
    while len(found) < wanted:
        deal = deal_of(level, number)
        if any(
            deal.actions[at] != standard(game.view(deal.states[at], SEAT), random.Random(0))
            for at in turns_of(deal, SEAT)
        ):
            found.append(number)
        number += 1
    return found


def reviewed(level: str, number: int, beside: str = "") -> Reviewed:
    """The review of deal *number* of *level*; *beside* names the level it is compared for."""
    KERNEL.wait()
    deal = deal_of(level, number)
    found = [
        fine
        for at in turns_of(deal, SEAT)
        if (one := decision(deal, at, worlds=QUICK)) is not None
        and (fine := refined(one)) is not None
    ]
    counted = [one for one in found if one.weighed.counts]
    return Reviewed(
        f"{level} {beside}".strip(),
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
    if any(one.play == play for one in forced_wins(view)):
        return False
    better = [one for one in candidates(view) if oracle.avoids(name, view, play, one)]
    better.sort(key=lambda one: -score(view, one))
    if not better:
        return False
    run = oracle.sampled(view, [play, *better[:BESIDE]], seed="report")
    gaps = [run.difference(place, 0) for place in range(1, len(run.options))]
    gap, error = max(gaps)
    return gap >= COSTS and gap > 2 * error


def own_mistakes(level: str, wanted: int) -> str:
    """A row: the first *wanted* deals of *level* in which its own mistake happened, and in how many
    of them a review names it."""
    KERNEL.wait()
    name = FAULTS[level]
    met = found = number = 0
    while met < wanted and number < MOST_DEALS:
        deal = deal_of(level, number)
        number += 1
        turns = [at for at in turns_of(deal, SEAT) if deal.states[at].phase == "play"]
        made = [
            at for at in turns if happened(name, game.view(deal.states[at], SEAT), deal.actions[at])
        ]
        met += bool(made)
        found += any(
            (fine := refined(one)) is not None and fine.mistake == name
            for at in made
            if (one := decision(deal, at, worlds=QUICK)) is not None
        )
    return f"| {level} | {name} | {number} | {met} | {found} |"


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
        "| level | games | decisions counted | loss a decision, points "
        "| standard on the same deals | accuracy "
        "| own mistake happened in | found in these | found in its other games |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for level in LEVELS:
        own = [one for one in listed if one.level == level]
        beside = [one for one in listed if one.level == f"standard {level}"]
        figures = [one.accuracy for one in own if one.accuracy is not None]
        row = [
            level,
            str(len(own)),
            str(sum(len(one.losses) for one in own)),
            mean_loss(own),
            mean_loss(beside) if beside else "–",
            f"{statistics.mean(figures):.0f}",
        ]
        fault = FAULTS.get(level)
        if fault:
            met = [one for one in own if fault in one.happened]
            other = [one for one in own if fault not in one.happened]
            row += [
                f"{len(met)} games",
                str(sum(fault in one.found for one in met)),
                f"{sum(fault in one.found for one in other)} of {len(other)}",
            ]
        else:
            row += ["–", "–", "–"]
        lines.append("| " + " | ".join(row) + " |")
    lines += ["", "| mistake | happened in | found in these | found in other games |"]
    lines.append("|---|---:|---:|---:|")
    for name in oracle.NAMES:
        counts: Counter[tuple[bool, bool]] = Counter(
            (name in one.happened, name in one.found) for one in listed
        )
        met_in = counts[True, True] + counts[True, False]
        not_in = counts[False, True] + counts[False, False]
        found_in = f"{counts[False, True]} of {not_in}"
        lines.append(f"| {name} | {met_in} games | {counts[True, True]} | {found_in} |")
    exact = sum(one.adds_up for one in listed)
    lines += ["", f"Luck and skill add up to the result in {exact} of {len(listed)} games."]
    return "\n".join(lines)


def mean_loss(games: Iterable[Reviewed]) -> str:
    """The mean loss of the decisions of *games* in points of win chance, and its error."""
    losses = [100 * loss for one in games for loss in one.losses]
    error = statistics.stdev(losses) / math.sqrt(len(losses))
    return f"{statistics.mean(losses):.1f} ± {error:.1f}"


def main() -> None:
    """Print the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=25, help="of every level")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument(
        "--own", type=int, help="only games in which a fault's own mistake happened, so many each"
    )
    told = parser.parse_args()
    if told.own:
        print("| level | own mistake | deals looked at | it happened in | found in these |")
        print("|---|---|---:|---:|---:|")
        with ProcessPoolExecutor(told.processes) as pool:
            print("\n".join(pool.map(own_mistakes, FAULTS, [told.own] * len(FAULTS))))
        return
    jobs: list[tuple[str, int, str]] = []
    for level in LEVELS:
        if level in ("advanced", "standard", "novice"):
            jobs += [(level, number, "") for number in range(told.games)]
            continue
        for number in showing(level, told.games):
            jobs += [(level, number, ""), ("standard", number, level)]
    with ProcessPoolExecutor(told.processes) as pool:
        print(table(pool.map(reviewed, *zip(*jobs, strict=True))))


if __name__ == "__main__":
    main()
