"""How far the chance after a play that looks like a loss is off, by rules of thumb and further.

``uv run python -m tests.ahead_report`` prints the figures of ``docs/review.md``: of plays of CPU
deals that the rules of thumb would grade as a loss, how much higher the chance is at the seat's
next decision than each way said after the play.  Part of it is what the seat learned meanwhile.
"""

from __future__ import annotations

import argparse
import statistics
from itertools import pairwise

from coach.doudizhu.ahead import ahead_chance, compare_ahead
from coach.doudizhu.estimates import Sample, estimate, win_chance
from coach.grades import size_of
from coach.hints import why_not
from coach.review import decision, turns_of
from coach.tutor import Judged, lost
from engine.doudizhu import game
from engine.doudizhu.cpu_advanced import FEW_CARDS
from engine.doudizhu.kernel import KERNEL
from engine.doudizhu.plays import Play
from tests.review_games import cpu_deal


def rises(label: str) -> list[tuple[float, float]]:
    """For each such play of the deal drawn from *label* both differences, in win chance."""
    deal = cpu_deal(label)
    found: list[tuple[float, float]] = []
    for seat in range(len(deal.states[0].hands)):
        turns = [
            at
            for at in turns_of(deal, seat)
            if deal.states[at].phase == "play" and len(game.legal(deal.states[at])) > 1
        ]
        for at, following in pairwise(turns):
            view, play = game.view(deal.states[at], seat), deal.actions[at]
            assert play is None or isinstance(play, Play)
            beside = why_not(view, play)
            assert beside is not None
            judged = Judged(view, play, beside)
            if sum(view.counts) <= FEW_CARDS or not size_of(*lost(judged)):
                continue
            then = decision(deal, following)
            sample = Sample("report", 600)
            by_thumb, further = (
                estimate(view, (play,), sample),
                compare_ahead(view, (play,), sample),
            )
            assert then is not None
            assert by_thumb is not None
            assert further is not None
            thumb = win_chance(by_thumb, play).value
            chance = ahead_chance(view, further, sample, play).value
            found.append((then.before - thumb, then.before - chance))
    return found


def main() -> None:
    """Print the line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=12)
    told = parser.parse_args()
    KERNEL.wait()
    found = [rise for number in range(told.deals) for rise in rises(f"ahead {number}")]
    for name, values in zip(("rules of thumb", "further"), zip(*found, strict=True), strict=True):
        error = statistics.stdev(values) / len(values) ** 0.5
        mean = statistics.mean(values)
        print(f"{name}: {100 * mean:.1f} ± {100 * error:.1f} points above, {len(values)} plays")


if __name__ == "__main__":
    main()
