"""Work of the pool that a page waits for a moment, and looks at again later."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from engine.doudizhu.kernel import KERNEL

PATIENCE = 0.03
"""Seconds a page waits for an answer before it shows that one is being worked out."""

T = TypeVar("T")


def in_time(asked: Future[T]) -> T | None:
    """What *asked* came to; None while it is worked out.  What went wrong there is raised."""
    try:
        return asked.result(timeout=PATIENCE)
    except TimeoutError:
        return None


def compiled(call: Callable[..., T], *arguments: Any) -> T:
    """*call* in a process of the pool, once the kernel is there."""
    KERNEL.wait()
    return call(*arguments)


def limited(seconds: float, call: Callable[..., T], *arguments: Any) -> T:
    """*call* with a ``stop`` that ends it after so many *seconds*, once the kernel is there."""
    KERNEL.wait()
    end = time.monotonic() + seconds
    return call(*arguments, stop=lambda: time.monotonic() > end)
