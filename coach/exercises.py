"""Exercises drawn by their patterns and written as a lesson file; drills drawn on the spot.

A file names the command that made it: the same pattern gives the same exercises again, as long as
rules, search and samples stay as they are.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from coach.doudizhu import lesson_proofs
from engine.doudizhu.cpu import standard
from engine.doudizhu.samples import Stop, never
from lessons.faults import GoalError
from lessons.goals import is_exact, parse_goal, shown
from lessons.loader import Step, step_of, task_of
from lessons.patterns import BY_NAME, DrawError, Pattern, drawn, drawn_openly

NUMBER = 8
"""Exercises of a pattern in the course."""
MOST_SEEDS = 2_000
"""Seeds tried for the exercises of a pattern."""
SAME_ANSWER = 3
"""Exercises of a pattern with the same answer, where it is a number or a word."""


def exercises_text(name: str, number: int = NUMBER) -> str:
    """The lesson file of the pattern *name* with *number* exercises."""
    pattern = BY_NAME[name]
    lines = [
        f"# uv run python -m coach lessons draw {name} --number {number}",
        f'id = "{name}"',
        f'concept = "{pattern.concept}"',
    ]
    for fields in _different(pattern, number):
        lines += ["", "[[steps]]", *(f"{key} = {json.dumps(one)}" for key, one in fields.items())]
    return "\n".join(lines) + "\n"


def _different(pattern: Pattern, number: int) -> Iterator[dict[str, Any]]:
    """So many exercises, none twice, answers mixed where they are numbers or words."""
    seen: list[str] = []
    asked: set[str] = set()
    for seed in range(MOST_SEEDS):
        if len(asked) == number:
            return
        fields = _drawn(pattern, str(seed))
        if fields is None:
            continue
        key = str({name: one for name, one in fields.items() if name != "accept"})
        answer = str(fields["accept"])
        alike = seen.count(answer) if fields["goal"].split()[0] in _MIXED else 0
        if key in asked or alike >= max(SAME_ANSWER, number // pattern.answers):
            continue
        asked.add(key)
        seen.append(answer)
        yield fields
    raise DrawError(f"only {len(asked)} exercises of {pattern.name} found")


_MIXED = ("name", "count", "who", "bid")


def fresh(name: str, seed: str, *, stop: Stop = never) -> Step:
    """An exercise of the pattern *name* that *seed* draws.

    DrawError where none was found, or when *stop* ended the search.
    """
    for number in range(MOST_SEEDS):
        try:
            fields = _drawn(BY_NAME[name], f"fresh {seed} {number}", stop)
        except GoalError:
            break  # a sample was broken off
        if fields is not None:
            return step_of(1, fields)
        if stop():
            break
    raise DrawError(f"nothing found for {name}")


def _drawn(pattern: Pattern, seed: str, stop: Stop = never) -> dict[str, Any] | None:
    """One exercise; of a sampled pattern its right answers are measured, None where they do not
    fit."""
    if not pattern.sampled:
        try:
            return drawn(pattern, seed, stop=stop)
        except DrawError:
            return None
    fields: dict[str, Any] = drawn_openly(pattern, seed)
    asks_bid = fields["goal"].startswith("bid")
    task = task_of(fields, bids=asks_bid)
    if asks_bid:
        bids = lesson_proofs.best_bids(task, stop)
        least, most = int(str(bids[0])), int(str(bids[-1]))
        if most - least + 1 != len(bids) or len(bids) > 2:
            return None
        return {**fields, "goal": f"bid {least}..{most}", "accept": [str(one) for one in bids]}
    assert task.view is not None
    usual = standard(task.view, random.Random(0))
    right = lesson_proofs.misleading(task, usual, pattern.most, stop)
    return {**fields, "accept": [shown(one) for one in right]} if right else None


@lru_cache(maxsize=256)
def drill(name: str, seed: str) -> Step:
    """The drill of the pattern *name* that *seed* draws; right answers are exact."""
    fields = drawn(BY_NAME[name], seed)
    assert is_exact(parse_goal(fields["goal"])), "drills are exact"
    return step_of(1, {**fields, "hints": 0})
