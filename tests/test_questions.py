"""Hints worked out beside the pages: the same as anywhere, stopped when nobody wants them."""

from __future__ import annotations

import os
import signal
import time

import pytest

from coach.hints import Hint, hint, why_not
from coach.ui import cpus, questions
from coach.ui.questions import NoAnswerError, Pending, Question
from engine.doudizhu.game import legal_in
from engine.doudizhu.state import View
from tests.hint_positions import views

pytestmark = pytest.mark.usefixtures("compiled_server")


def position(label: str) -> View:
    """A view of a seat that has a choice early in the play."""
    return next(
        view
        for view in views(40, label)
        if view.phase == "play" and len(legal_in(view)) > 2 and sum(view.hand) > 10
    )


def answered(question: Question) -> Hint:
    for _ in range(600):
        found = questions.answer(question, patience=0.1)
        if isinstance(found, Hint):
            return found
    raise AssertionError("no answer")


def test_an_answer_is_the_hint_that_is_made_anywhere() -> None:
    view = position("beside")
    assert answered(Question(view, 2)) == hint(view, 2)
    assert answered(Question(view, 4, 3)) == hint(view, 4, seed=3)


def test_a_choice_is_compared_as_it_is_anywhere() -> None:
    view = position("choice")
    chosen = legal_in(view)[0]
    asked = Question(view, 4, 0, about="why", chosen=chosen)
    assert answered(asked) == why_not(view, chosen)


def test_what_nobody_wants_is_stopped_and_begun_anew_when_it_is_asked_again() -> None:
    view = position("stopped")
    asked = Question(view, 4, 1)
    assert isinstance(questions.answer(asked, patience=0), Pending)
    sign = questions._asked[asked].sign
    questions.forget(asked)
    assert not sign.exists()
    assert not questions.is_answered(asked)
    assert answered(asked) == hint(view, 4, seed=1)
    assert questions.is_answered(asked)


def test_after_the_end_of_its_process_a_question_is_answered_when_it_is_asked_again() -> None:
    asked = Question(position("killed"), 4, 2)
    process = cpus.pool().submit(os.getpid).result()
    cpus.pool().submit(time.sleep, 60)  # the question waits behind it
    assert isinstance(questions.answer(asked, patience=0), Pending)
    os.kill(process, signal.SIGKILL)
    with pytest.raises(NoAnswerError):
        answered(asked)
    assert answered(asked) == hint(asked.view, 4, seed=2)


def test_before_the_kernel_is_ready_nothing_is_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Question(position("unready"), 2, 9)
    monkeypatch.setattr(questions, "is_compiled", bool)
    assert questions.answer(asked) == Pending(preparing=True)
    assert asked not in questions._asked


def test_no_sign_is_left_when_all_is_answered() -> None:
    view = position("signs")
    answered(Question(view, 2))
    time.sleep(0.2)
    assert not questions._asked[Question(view, 2)].sign.exists()
