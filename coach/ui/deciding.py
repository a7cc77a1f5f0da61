"""What a process of the CPUs' pool runs; it loads the engine and nothing else."""

from __future__ import annotations

import os
import random
import time

from engine import players
from engine.doudizhu.kernel import KERNEL
from engine.doudizhu.state import Action, View

BRAKE = float(os.environ.get("TESUU_BRAKE_SECONDS", "0.4"))
"""Seconds after which a CPU at the table samples no more; mostly its budgets end sooner."""


def decide(level: str, view: View, label: str) -> tuple[Action, bool]:
    """What a CPU of *level* does, and whether the brake cut its thinking short.

    *label* is what its chances are drawn from.
    """
    ending = time.monotonic() + BRAKE
    return players.decide(level, view, random.Random(label), stop=lambda: time.monotonic() > ending)


def load() -> bool:
    """Whether the kernel is ready, loaded or compiled now."""
    return KERNEL.wait()
