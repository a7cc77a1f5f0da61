"""Work of the pool that a page waits for a moment, and looks at again later."""

from __future__ import annotations

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
