"""The CPU levels by name: a player is a function of what its seat sees and a source of chance."""

from __future__ import annotations

import random
from collections.abc import Callable

from engine.doudizhu import cpu, cpu_advanced, cpu_habits
from engine.doudizhu.samples import Stop, never
from engine.doudizhu.state import Action, View

Player = Callable[[View, random.Random], Action]
"""Same view and same state of the generator, same action."""

LEVELS: dict[str, Player] = {
    "novice": cpu.novice,
    "standard": cpu.standard,
    "advanced": cpu_advanced.ADVANCED,
    **cpu_habits.HABITS,
}


def decide(
    level: str, view: View, rng: random.Random, *, stop: Stop = never
) -> tuple[Action, bool]:
    """What a CPU of *level* does, and whether the brake *stop* cut its thinking short.

    Without a brake it is ``LEVELS[level](view, rng)``; only levels that sample mind one.
    """
    player = LEVELS[level]
    if isinstance(player, cpu_advanced.Advanced):
        decision = player.decide(view, rng, stop=stop)
        return decision.action, decision.cut_short
    return player(view, rng), False
