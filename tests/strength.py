"""A CPU level against the frozen yardstick B0 (``yardstick.py``), or what a cheat would reach.

    uv run python -m tests.strength --level advanced --deals 500
    uv run python -m tests.strength --level cheat --deals 100

Deals, sides and figures are those of the match tool (``coach/matches.py``).
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from coach.matches import report, run, summary
from engine.doudizhu import game
from engine.doudizhu.state import State, View
from engine.match import Match
from engine.players import LEVELS
from tests.yardstick import cheat, yardstick

B0 = "b0"
CHEAT = "cheat"

_seen: list[State] = []
"""The whole state of the turn, for the cheat."""


def prepare() -> None:
    """Nothing; in this process the yardstick and the cheat are levels like the others."""
    honest = game.view

    def looked_at(state: State, seat: int) -> View:
        _seen[:] = [state]
        return honest(state, seat)

    game.view = looked_at
    LEVELS[B0] = yardstick
    LEVELS[CHEAT] = lambda view, rng: cheat(_seen[0])(view, rng)


def main(arguments: Sequence[str] | None = None) -> None:
    """Play the match and print its figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--level", choices=[*LEVELS, CHEAT], default="advanced")
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--csv", type=Path, default=None, help="keep results here and go on")
    asked = parser.parse_args(arguments)
    prepare()
    match = Match(asked.level, B0, seed=asked.seed)

    def told(done: int, whole: int) -> None:
        print(f"{done} of {whole} deals", file=sys.stderr, flush=True)

    options: dict[str, Any] = {"initializer": prepare}
    with ProcessPoolExecutor(asked.processes, **options) as pool:
        results = run(match, asked.deals, executor=pool, path=asked.csv, progress=told)
    print(report(match, summary(results)))


if __name__ == "__main__":
    main()
