"""The compiled kernel of the server: compiled by a process of its own the first time, then loaded.

Compiling takes half a minute once and would hold the pages up; until it is done everything works
by plain Python, with the same answers.
"""

from __future__ import annotations

import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from threading import Event, Thread

from coach.ui.course.words import everything
from engine.doudizhu.kernel import KERNEL

ROOT = Path(__file__).parents[2]
USUAL = 4.0
"""Seconds it takes to load a kernel that was compiled before; longer means that it is compiled."""

_COMPILE = [sys.executable, "-c", "import engine.doudizhu.kernel_compiled"]
_begun = Event()
_compiled = Event()


@cache
def started() -> float:
    """When the kernel of this server was asked for, by ``time.monotonic``; asks the first time."""
    Thread(target=_prepare, name="warmup", daemon=True).start()
    _begun.set()
    return time.monotonic()


def is_compiling() -> bool:
    """Whether the kernel is being compiled, which happens once on a machine."""
    waits = _begun.is_set() and not KERNEL.ready and KERNEL.why_not is None
    return waits and time.monotonic() - started() > USUAL


def is_compiled() -> bool:
    """Whether a process that loads the kernel now need not compile it, or cannot."""
    return _compiled.is_set()


def _prepare() -> None:
    # a process that fails leaves it to this one, which tells in ``why_not`` what is wrong
    subprocess.run(_COMPILE, cwd=ROOT, check=False, capture_output=True)
    KERNEL.start()
    KERNEL.wait()
    _compiled.set()
    everything()  # so that no page has to read all lessons
