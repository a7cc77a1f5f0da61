"""What a wrong answer costs where only a sample tells: measured beside the page."""

from __future__ import annotations

from concurrent.futures import Future
from functools import lru_cache

import streamlit as st

from coach.doudizhu.lesson_proofs import against
from coach.language import Texts
from coach.lesson_answers import NO_PLAY
from coach.say import Sentence, render
from coach.ui.beside import compiled, in_time
from coach.ui.course.words import paragraph
from coach.ui.cpus import pool
from coach.ui.warmup import is_compiled
from lessons.goals import SAMPLED, Answer, Task
from lessons.loader import Step

_LOOK = 0.4


def is_measured(step: Step, answer: Answer) -> bool:
    """Whether only a sample tells what *answer* to *step* is worth."""
    return step.goals[0].kind in SAMPLED and answer != NO_PLAY


def cost(step: Step, answer: Answer, texts: Texts) -> None:
    """Draw what the wrong *answer* costs, where the goal of *step* is one that is measured."""
    if not is_measured(step, answer):
        return
    found = _asked(step.task, answer)
    if found is None:
        _waiting(step.task, answer, texts)
        return
    for said in found:
        st.html(paragraph(render(said, texts.language)))


@st.fragment(run_every=_LOOK)
def _waiting(task: Task, answer: Answer, texts: Texts) -> None:
    st.html(paragraph(texts("lessons.measuring"), "muted"))
    if _asked(task, answer) is not None:
        st.rerun()


def _asked(task: Task, answer: Answer) -> tuple[Sentence, ...] | None:
    if not is_compiled():
        return None
    try:
        return in_time(_against(task, answer))
    except Exception:
        _against.cache_clear()
        raise


@lru_cache(maxsize=256)
def _against(task: Task, answer: Answer) -> Future[tuple[Sentence, ...]]:
    return pool().submit(compiled, against, task, answer)
