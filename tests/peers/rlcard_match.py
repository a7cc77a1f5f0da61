"""A CPU level against RLCard's rule player, with RLCard's environment as referee.

    uv run --group peers python -m tests.peers.rlcard_match --level advanced --deals 300

Each deal is played both ways: the level as landlord against two rule players, then as the two
peasants.  RLCard deals, says what is legal, moves and names the winner; the level gets what its
seat sees.  Points are the deal's at base 1, bombs and the rocket doubling.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np
import rlcard
from rlcard.models.doudizhu_rule_models import DouDizhuRuleAgentV1

from coach.matches import Summary, share, summary
from engine.cards import Counts, parse_ranks, ranks_text
from engine.doudizhu.plays import Play, classify
from engine.doudizhu.rules import PRESETS
from engine.doudizhu.state import View
from engine.match import Result
from engine.players import LEVELS, Player

RULES = PRESETS["rlcard"]
WAYS = ("landlord", "peasants")


class IllegalActionError(AssertionError):
    """A player did what RLCard does not allow."""


def view_of(obs: dict[str, Any], kitty: Counts) -> View:
    """RLCard's raw observation as a view; *kitty* are the three cards shown at the start."""
    to_beat, leader, passes, doublings = None, None, 0, 0
    plays_made = [0, 0, 0]
    history: list[tuple[int, Play | None]] = []
    for seat, word in obs["trace"]:
        play = play_of(word)
        history.append((seat, play))
        if play is None:
            passes += 1
            if passes == 2:
                to_beat, leader, passes = None, None, 0
            continue
        to_beat, leader, passes = play, seat, 0
        plays_made[seat] += 1
        doublings += play.is_bomb
    return View(
        rules=RULES,
        seat=obs["self"],
        hand=parse_ranks(obs["current_hand"]),
        counts=tuple(obs["num_cards_left"]),
        unseen=parse_ranks(sorted_cards(obs["others_hand"])),
        kitty=kitty,
        first=obs["landlord"],
        turn=obs["self"],
        phase="play",
        deals_before=0,
        bids=(1, None, None),
        landlord=obs["landlord"],
        base=1,
        doubles=(),
        to_beat=to_beat,
        leader=leader,
        passes=passes,
        doublings=doublings,
        plays_made=tuple(plays_made),
        history=tuple(history),
    )


def sorted_cards(cards: str) -> str:
    """Rank letters low to high."""
    return "".join(sorted(cards, key="3456789TJQKA2BR".index))


def play_of(word: str) -> Play | None:
    """RLCard's text of an action as a play; each of its texts has one kind."""
    if word == "pass":
        return None
    (play,) = classify(parse_ranks(word), RULES)
    return play


def word_of(play: Play | None) -> str:
    """A play as RLCard writes it."""
    return "pass" if play is None else ranks_text(play.counts)


def play_game(level: str, deal: int, way: str) -> Result:
    """One game; IllegalActionError when either player does what RLCard does not allow."""
    env = rlcard.make("doudizhu", {"seed": deal})
    np.random.seed(deal)  # the rule player draws from numpy's own generator
    rule, player = DouDizhuRuleAgentV1(), LEVELS[level]
    chances = [random.Random(f"rlcard {deal} {way} {seat}") for seat in range(3)]
    state, seat = env.reset()
    landlord = state["raw_obs"]["landlord"]
    kitty = parse_ranks(sorted_cards(state["raw_obs"]["seen_cards"]))
    times: list[float] = []
    doublings = 0
    while not env.is_over():
        obs = state["raw_obs"]
        if (seat == landlord) == (way == "landlord"):
            word = answer(player, view_of(obs, kitty), chances[seat], times)
        else:
            word = str(rule.step(state))
        if word not in obs["actions"]:
            raise IllegalActionError(
                f"deal {deal}, {way}, seat {seat}: {word} after {obs['trace']}"
            )
        played = play_of(word)
        doublings += played is not None and played.is_bomb
        state, seat = env.step(word, raw_action=True)
    won = (env.get_payoffs()[landlord] > 0) == (way == "landlord")
    points = 2**doublings if won else -(2**doublings)
    return Result(deal, way, way, won, points, tuple(times))


def answer(player: Player, view: View, rng: random.Random, times: list[float]) -> str:
    """What the level plays, as RLCard writes it; its milliseconds are added to *times*."""
    before = time.perf_counter()
    action = player(view, rng)
    times.append(1000 * (time.perf_counter() - before))
    assert action is None or isinstance(action, Play)
    return word_of(action)


def play_deal(level: str, deal: int) -> list[Result]:
    """The deal both ways."""
    return [play_game(level, deal, way) for way in WAYS]


def play_deals(level: str, deals: int, first: int, processes: int) -> Iterator[list[Result]]:
    """All deals, in order."""
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(play_deal, [level] * deals, range(first, first + deals))


def table_row(level: str, deals: int, found: Summary) -> str:
    """The line for ``docs/strength.md``."""
    parts = (found.landlord, found.peasants, found.total)
    shares = " | ".join(f"{100 * part.mean:.1f} % +-{100 * part.error:.1f}" for part in parts)
    points = f"{found.points.mean:+.2f} +-{found.points.error:.2f}"
    times = f"{found.mean_time:.0f}, {found.p95_time:.0f}, {found.longest_time:.0f}"
    return f"| {level} against rule-v1 | {deals} | {shares} | {points} | {times} |"


def main() -> None:
    """Play, and print the line of the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--level", choices=LEVELS, default="advanced")
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--first", type=int, default=0, help="seed of the first deal")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    asked = parser.parse_args()
    results: list[Result] = []
    for found in play_deals(asked.level, asked.deals, asked.first, asked.processes):
        results += found
        if len(results) % 20 == 0:
            now = share(results, lambda result: result.won)
            print(json.dumps({"deals": len(results) // 2, "share": round(now.mean, 3)}), flush=True)
    print(table_row(asked.level, asked.deals, summary(results)))


if __name__ == "__main__":
    main()
