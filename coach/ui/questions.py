"""Questions about a position that the pool answers beside the pages: hints, and why not this.

Asking again later gives the answer when there is one; the same question is worked on once.
"""

from __future__ import annotations

import tempfile
from collections import OrderedDict
from concurrent.futures import Future
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock, Thread
from typing import Literal

from coach.hints import Hint
from coach.tutor import Judged
from coach.ui import helping
from coach.ui.cpus import pool
from coach.ui.warmup import is_compiled
from engine.doudizhu.plays import Play
from engine.doudizhu.state import Action, View

Answer = Hint | Judged

KEPT = 512
"""Questions whose answers are kept."""
PATIENCE = 0.02
"""Seconds a page waits for an answer before it shows that one is being worked out."""


class NoAnswerError(RuntimeError):
    """The question could not be answered: its process ended, or it failed."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of *view*: a hint up to *level*, or how *chosen* does beside the best.

    ``ready`` asks for nothing but that what follows is answered soon.
    """

    view: View
    level: int
    seed: int = 0
    about: Literal["hint", "why", "judged", "ready"] = "hint"
    chosen: Action = None


@dataclass(frozen=True, slots=True)
class Pending:
    """There is no answer yet."""

    share: float = 0.0
    """How much is done, 0 to 1."""
    preparing: bool = False
    """Whether the kernel is still being compiled: the question has not been begun."""


@dataclass(frozen=True, slots=True)
class _Asked:
    future: Future[Answer | None]
    sign: Path


_asked: OrderedDict[Question, _Asked] = OrderedDict()
_lock = Lock()


def answer(question: Question, *, patience: float = PATIENCE) -> Answer | Pending:
    """The answer to *question*, or how far it is; NoAnswerError when there will be none."""
    if not is_compiled():
        return Pending(preparing=True)  # a process of the pool would compile the kernel once more
    asked = _ask(question)
    try:
        found = asked.future.result(timeout=patience)
    except TimeoutError:
        return Pending(_share(asked.sign))
    except Exception as error:
        forget(question)
        raise NoAnswerError(str(error)) from error
    if found is None:  # it was stopped, and is wanted again
        forget(question)
        return Pending()
    return found


def forget(question: Question) -> None:
    """Stop working on *question*; it is begun anew when it is asked again."""
    with _lock:
        asked = _asked.pop(question, None)
    if asked is not None:
        asked.sign.unlink(missing_ok=True)
        asked.future.cancel()


def prepare() -> None:
    """Have a process of the pool ready for the first question, once on a server."""
    if is_compiled():
        _prepared()


@cache
def _prepared() -> None:
    Thread(target=lambda: pool().submit(helping.load), name="prepare", daemon=True).start()


def is_answered(question: Question) -> bool:
    """Whether the answer is there."""
    asked = _asked.get(question)
    return asked is not None and asked.future.done()


def _ask(question: Question) -> _Asked:
    with _lock:
        if question in _asked:
            _asked.move_to_end(question)
            return _asked[question]
        with tempfile.NamedTemporaryFile(prefix="tesuu-", delete=False) as file:
            sign = Path(file.name)
        future = _submit(question, str(sign))
        future.add_done_callback(lambda _: sign.unlink(missing_ok=True))
        _asked[question] = asked = _Asked(future, sign)
        while len(_asked) > KEPT:
            _, oldest = _asked.popitem(last=False)
            oldest.sign.unlink(missing_ok=True)
    return asked


def _submit(question: Question, sign: str) -> Future[Answer | None]:
    view, seed, chosen = question.view, question.seed, question.chosen
    if question.about == "ready":
        return pool().submit(helping.ready, view, seed, sign)
    if question.about == "why":
        return pool().submit(helping.compare, view, chosen, seed, sign)
    if question.about == "judged" and (chosen is None or isinstance(chosen, Play)):
        return pool().submit(helping.judged, view, chosen, seed, sign)
    return pool().submit(helping.explain, view, question.level, seed, sign)


def _share(sign: Path) -> float:
    try:
        return int(sign.read_bytes() or b"0") / 100
    except (OSError, ValueError):
        return 0.0
