"""What a person has answered, among the settings: steps, mastery of concepts, and when."""

from __future__ import annotations

from datetime import UTC, datetime

from coach.learning import Practised, practised_of, with_answer
from coach.mastery import past_of, with_decision
from coach.ui.profile import set_all, settings, settings_now
from lessons.loader import Lesson

_STEPS, _MASTERY, _PRACTISED, _KNOWN = "lessons", "mastery", "practised", "known"
_PLACEMENT = "placement"


def steps() -> dict[str, set[int]]:
    """For each lesson the steps that were answered right."""
    kept = settings().get(_STEPS)
    return {name: set(told) for name, told in kept.items()} if isinstance(kept, dict) else {}


def past() -> dict[str, str]:
    """The last decisions of each concept, at the table and here."""
    return past_of(settings().get(_MASTERY))


def practised() -> Practised:
    """When each concept was answered here."""
    return practised_of(settings().get(_PRACTISED))


def known() -> list[str]:
    """Concepts that the placement test found to be known."""
    kept = settings().get(_KNOWN)
    return kept if isinstance(kept, list) else []


def now() -> datetime:
    """The moment, as it is kept."""
    return datetime.now(UTC).replace(tzinfo=None)


def answered(lesson: Lesson, number: int, *, right: bool, first: bool) -> None:
    """Keep an answer to a step; only a *first* answer tells something of the concept."""
    settings_now()
    if right:
        with_step = steps().get(lesson.id, set()) | {number}
        set_all(**{_STEPS: {**(settings().get(_STEPS) or {}), lesson.id: sorted(with_step)}})
    if first:
        met(lesson.concept, right=right)


def met(concept: str, *, right: bool) -> None:
    """Keep that a question of *concept* was answered."""
    settings_now()
    set_all(
        **{
            _MASTERY: with_decision(past(), concept, right=right),
            _PRACTISED: with_answer(practised(), concept, right=right, moment=now()),
        }
    )


def place(concepts: list[str]) -> None:
    """Keep what the placement test found."""
    set_all(**{_KNOWN: concepts})


def placement() -> tuple[str, dict[str, bool]]:
    """The seed of the last placement test, and for each concept asked whether it was right; an
    empty seed where there was none."""
    kept = settings().get(_PLACEMENT)
    return (kept["seed"], dict(kept["answers"])) if isinstance(kept, dict) else ("", {})


def keep_placement(seed: str, answers: dict[str, bool]) -> None:
    """Keep how far the placement test of *seed* is, so that it can be gone on with."""
    set_all(**{_PLACEMENT: {"seed": seed, "answers": answers}})
