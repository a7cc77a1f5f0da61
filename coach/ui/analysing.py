"""Analyses worked out beside the pages: asked for once, looked at until they are there.

What is known of the cards alone takes some hundredths of a second and waits for no process of the
pool; what is sampled is worked out there.
"""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from functools import lru_cache
from typing import TypeVar

from coach.doudizhu.analyse import Analysis, Given, analysed
from coach.doudizhu.analyse_many import Row, table
from coach.ui.beside import in_time
from coach.ui.cpus import pool
from engine.doudizhu.kernel import KERNEL
from engine.doudizhu.rules import Rules

_beside = ThreadPoolExecutor(max_workers=1, thread_name_prefix="analysis")


class NoReportError(RuntimeError):
    """An analysis failed, or its process ended."""


def report(given: Given, *, sampled: bool) -> Analysis | None:
    """The analysis of *given*, None while it is worked out; NoReportError when there is none."""
    return _found(_asked(given, sampled and given.view is not None))


def rows(hands: tuple[str, ...], rules: Rules) -> list[Row] | None:
    """The table of many hands, None while it is worked out; NoReportError when there is none."""
    return _found(_listed(hands, rules))


def ask_again() -> None:
    """Forget what was worked out, failures too."""
    _asked.cache_clear()
    _listed.cache_clear()


T = TypeVar("T")


def _found(asked: Future[T]) -> T | None:
    try:
        return in_time(asked)
    except Exception as error:
        raise NoReportError(str(error)) from error


@lru_cache(maxsize=256)
def _asked(given: Given, sampled: bool) -> Future[Analysis]:
    if not sampled and KERNEL.ready:
        return _beside.submit(analysed, given, sampled=False)
    return pool().submit(_worked_out, given, sampled)


@lru_cache(maxsize=8)
def _listed(hands: tuple[str, ...], rules: Rules) -> Future[list[Row]]:
    return pool().submit(table, list(hands), rules)


def _worked_out(given: Given, sampled: bool) -> Analysis:
    """In a process of the pool."""
    if sampled:
        KERNEL.wait()
    return analysed(given, sampled=sampled)
