"""The CPU levels by name: a player is a function of what its seat sees and a source of chance."""

from __future__ import annotations

import random
from collections.abc import Callable

from engine.doudizhu import cpu, cpu_advanced, cpu_habits
from engine.doudizhu.state import Action, View

Player = Callable[[View, random.Random], Action]
"""Same view and same state of the generator, same action."""

LEVELS: dict[str, Player] = {
    "novice": cpu.novice,
    "standard": cpu.standard,
    "advanced": cpu_advanced.ADVANCED,
    **cpu_habits.HABITS,
}
