"""Processes that work beside a server or a command, and end with it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from threading import Thread

MOST = 60
"""Processes of one pool; Windows allows hardly more."""


def pool(
    processes: int | None, *, jobs: int, first: Callable[[], object] | None = None
) -> ProcessPoolExecutor:
    """As many processes as are asked for, one for each core unless given.

    There are never more than cores, nor than *jobs*.  Each does *first* before its first job.
    """
    cores = os.cpu_count() or 1
    number = max(1, min(processes or cores, cores, jobs, MOST))
    return ProcessPoolExecutor(
        number, mp_context=get_context("spawn"), initializer=_begin, initargs=(os.getpid(), first)
    )


def _begin(parent: int, first: Callable[[], object] | None) -> None:
    follow(parent)
    if first is not None:
        first()


def follow(parent: int) -> None:
    """Let this process end when the process *parent* does, in whatever way that ended."""
    Thread(target=_end_after, args=(parent,), daemon=True).start()


def _end_after(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(0)
