"""What a teacher asks, in words: the names of goals, a question without words of its own, and why
something is no exercise."""

from __future__ import annotations

from coach.doudizhu.hand_text import HandTextError
from coach.doudizhu.situation import SituationError
from coach.exercise_form import NEEDS, Form, asked_by
from coach.language import Texts
from coach.own_exercises import OwnExercise
from coach.ui.analyse_faults import alert, letters_text, marked_fault, situation_fault
from coach.ui.course.words import answer_name
from coach.ui.progress import CONCEPTS
from coach.ui.table.words import kind_name, kind_phrase, rank_name
from engine.cards import RANKS
from lessons.faults import GoalError
from lessons.loader import Step

_IN_ENGLISH = ("position", "unreadable")
"""Faults of notation: what exactly is wrong is told as the notation tells it."""


def goal_name(texts: Texts, asked: str) -> str:
    """What is asked, as the form offers it."""
    return texts(f"lessons.goal_{asked}")


def mistake_name(texts: Texts, mistake: str) -> str:
    """A mistake that can be made in a whole deal."""
    return texts(CONCEPTS[mistake])


def prompt_of(own: OwnExercise, step: Step, texts: Texts) -> str:
    """The words of the teacher; where there are none, what the goal asks."""
    return own.prompt or usual_prompt(*asked_by(step.goals), texts)


def usual_prompt(asked: str, more: str, texts: Texts) -> str:
    """What is *asked*, as a question, with what *more* is told of it."""
    slot = NEEDS.get(asked)
    said = {} if slot in (None, "plays") else {slot: _shown(slot, more, texts)}
    return texts(f"lessons.ask_{asked}", **said)


def fault(error: ValueError, form: Form, texts: Texts) -> str:
    """Why what stands in *form* is no exercise, as markup; a place is marked in its hand."""
    if isinstance(error, HandTextError):
        return marked_fault(form.hand, error, texts)
    if isinstance(error, SituationError):
        return alert(situation_fault(error, texts))
    assert isinstance(error, GoalError), "nothing else is raised by a form"
    return goal_alert(error, texts)


def goal_alert(error: GoalError, texts: Texts) -> str:
    """Why a goal cannot be asked, as markup."""
    detail = str(error) if error.key in _IN_ENGLISH else ""
    return alert(goal_fault(error, texts), detail=detail)


def goal_fault(error: GoalError, texts: Texts) -> str:
    """Why a goal cannot be asked, as a sentence."""
    said = {name: _shown(name, str(value), texts) for name, value in error.values.items()}
    return texts(f"goal_fault.{error.key}", **said)


def _shown(name: str, value: str, texts: Texts) -> str:
    """A *value* of a goal or a fault in the words of the page, by the *name* of its slot."""
    if value == "pass":
        return texts("ui.pass")
    if name in ("cards", "play"):
        return letters_text("".join(one for one in value if one in RANKS), texts) or "…"
    if name == "rank":
        return rank_name(RANKS.index(value), texts)
    if name == "kind":
        return kind_phrase(value, texts)
    if name in ("found_kind", "told_kind"):
        return kind_name(value, texts)
    if name in ("holder", "told_holder"):
        return answer_name(value, texts)
    return mistake_name(texts, value) if name == "mistake" else value
