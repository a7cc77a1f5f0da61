"""Whether the solver has proved the fewest plays of a hand, asked beside the page."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from functools import lru_cache
from importlib import import_module
from threading import Event

from engine.cards import Counts
from engine.doudizhu.rules import Rules
from engine.doudizhu.search import fewest

PATIENCE = 0.03
"""Seconds a page waits for an answer; without one it shows no proof."""

_SOLVER = "engine.doudizhu.split"

_worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="proof")
_begun = Event()


def prepare() -> None:
    """Load the solver beside the page, once on a server; until then nothing counts as proved.

    It takes seconds and would hold up the first page, so it is for when that is there.
    """
    if not _begun.is_set():
        _begun.set()
        _worker.submit(import_module, _SOLVER)


def is_proved(hand: Counts, rules: Rules, *, patience: float = PATIENCE) -> bool:
    """Whether CP-SAT has proved, by now, that the search's number of plays is the fewest."""
    if not _begun.is_set():
        return False
    try:
        return _question(hand, rules).result(timeout=patience)
    except TimeoutError:
        return False


@lru_cache(maxsize=4096)
def _question(hand: Counts, rules: Rules) -> Future[bool]:
    return _worker.submit(_prove, hand, rules)


def _prove(hand: Counts, rules: Rules) -> bool:
    answer = import_module(_SOLVER).split(hand, rules)
    return bool(answer.proved and len(answer.plays) == fewest(hand, rules))
