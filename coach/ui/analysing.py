"""Analyses worked out in the pool of the server: asked for once, looked at until they are there."""

from __future__ import annotations

from concurrent.futures import Future
from functools import lru_cache

from coach.doudizhu.analyse import Analysis, Given, analysed
from coach.ui.cpus import pool
from engine.doudizhu.kernel import KERNEL

AT_ONCE = 0.03
"""Seconds a page waits for an answer before it shows that it is being worked out."""


class NoReportError(RuntimeError):
    """An analysis failed, or its process ended."""


def report(given: Given, *, sampled: bool) -> Analysis | None:
    """The analysis of *given*, None while it is worked out; NoReportError when there is none."""
    try:
        return _asked(given, sampled).result(timeout=AT_ONCE)
    except TimeoutError:
        return None
    except Exception as error:
        _asked.cache_clear()  # asked again, it is worked out anew
        raise NoReportError(str(error)) from error


@lru_cache(maxsize=256)
def _asked(given: Given, sampled: bool) -> Future[Analysis]:
    return pool().submit(_worked_out, given, sampled)


def _worked_out(given: Given, sampled: bool) -> Analysis:
    """In a process of the pool."""
    KERNEL.wait()
    return analysed(given, sampled=sampled)
