"""The CPUs at the table: quick ones decide at once, the advanced ones in one pool of processes.

Nothing that may take long holds the thread of a page up.  Until the kernel is ready one turn in
some thousands takes a quick CPU long; then a page waits for it no longer than for the others.
"""

from __future__ import annotations

import os
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import lru_cache
from typing import Literal

from loky import get_reusable_executor

from coach.processes import follow
from coach.store import SavedGame
from coach.ui import deciding
from coach.ui.table.replay import to_decide, with_decision
from coach.ui.warmup import is_compiled
from engine.doudizhu.kernel import KERNEL
from engine.doudizhu.state import Action, View

PATIENCE = 0.03
"""Seconds a page waits for an answer before it shows that a CPU is thinking."""

PROCESSES = max(1, (os.cpu_count() or 2) - 1)
"""Of the pool: a core is left to the pages."""
SLOW = ("advanced",)
"""Levels that think in the pool."""

ORDER = (
    "standard",
    "advanced",
    "novice",
    "breaks-bombs",
    "opens-with-bombs",
    "hoards-twos",
    "beats-partner",
    "forgets-cards",
)
"""The levels as they are offered."""

Thinking = Literal["thinking"]
THINKING: Thinking = "thinking"

_beside = ThreadPoolExecutor(max_workers=1, thread_name_prefix="cpu")


class CpuError(RuntimeError):
    """A CPU could not decide: its process ended, or it failed."""


def cpu_step(game: SavedGame, *, patience: float = PATIENCE) -> SavedGame | Thinking | None:
    """*game* after the next CPU's action; None when no CPU is to act, or that it still thinks.

    Asking again later gives the answer when there is one; CpuError when there will be none.
    """
    asked_for = to_decide(game)
    if asked_for is None:
        return None
    view, label = asked_for
    level = game["level"]
    if level not in SLOW and KERNEL.ready:
        return with_decision(game, *deciding.decide(level, view, label))
    if level in SLOW and not is_compiled():
        return THINKING  # a process of the pool would compile the kernel once more
    try:
        return with_decision(game, *_answer(level, view, label).result(timeout=patience))
    except TimeoutError:
        return THINKING
    except Exception as error:
        _answer.cache_clear()  # the next question is asked anew
        raise CpuError(str(error)) from error


@lru_cache(maxsize=4096)
def _answer(level: str, view: View, label: str) -> Future[tuple[Action, bool]]:
    """The answer to come, asked for once."""
    executor = pool() if level in SLOW else _beside
    return executor.submit(deciding.decide, level, view, label)


def prepare(level: str) -> None:
    """Have a process of the pool ready when CPUs of *level* are to think in it."""
    if level in SLOW and is_compiled():
        pool().submit(deciding.load)


def pool() -> Executor:
    """The one pool of this server; processes that ended are replaced."""
    executor: Executor = get_reusable_executor(
        max_workers=PROCESSES,
        timeout=None,
        initializer=follow,
        initargs=(os.getpid(),),
    )
    return executor
