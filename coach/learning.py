"""What a learner knows of the course: mastery of each concept, what to practise, where to begin.

A first answer to a step, an exercise, a drill or a question of the placement test is one decision
of its concept for ``mastery``, the same estimate that the tutor uses; and a review of it for FSRS,
which schedules the concept, never the position.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from datetime import datetime

from coach.mastery import YEARS, Past, surely_right
from coach.progress import due_of
from lessons.loader import Course, Lesson

KNOWN = 0.7
"""Share surely right from which on a concept is in hand: seven right answers running, say."""
LAST = 20
"""Answers of a concept that are kept for its schedule."""
NEW, BEGUN, IN_HAND = "new", "begun", "in hand"

PLACEMENT: tuple[str, ...] = (
    "name-airplanes",
    "beat-straight",
    "beat-bomb-only",
    "plays-of-10",
    "first-of-11",
    "opening-bid",
    "landlord-leads",
    "one-card-left",
    "let-partner-win",
    "twos-out",
)
"""The patterns of the ten questions, in the order the course teaches their concepts."""

Practised = Mapping[str, Sequence[tuple[datetime, bool]]]
"""For each concept when it was answered, UTC without a zone of its own, and whether right."""


def state(concept: str, past: Past) -> str:
    """``NEW``, ``BEGUN`` or ``IN_HAND``."""
    decisions = past.get(concept, "")
    if not decisions:
        return NEW
    return IN_HAND if surely_right(decisions) >= KNOWN else BEGUN


# ---- when to practise ----


def practised_of(kept: object) -> dict[str, list[tuple[datetime, bool]]]:
    """What is kept of a person's answers, as far as it makes sense."""
    found: dict[str, list[tuple[datetime, bool]]] = {}
    for concept, answers in kept.items() if isinstance(kept, dict) else ():
        try:
            told = [(datetime.fromisoformat(moment), bool(right)) for moment, right in answers]
        except (TypeError, ValueError):
            continue
        sensible = all(one.tzinfo is None and one.year in YEARS for one, _ in told)
        if isinstance(concept, str) and told and sensible:
            found[concept] = sorted(told)[-LAST:]
    return found


def with_answer(
    practised: Practised, concept: str, *, right: bool, moment: datetime
) -> dict[str, list[tuple[str, bool]]]:
    """*practised* after one more answer at *moment*, as it is kept."""
    after = {name: list(answers) for name, answers in practised.items()}
    after[concept] = [*after.get(concept, []), (moment.replace(microsecond=0), right)][-LAST:]
    return {
        name: [(one.isoformat(), was_right) for one, was_right in answers]
        for name, answers in after.items()
    }


def due(practised: Practised, now: datetime) -> list[str]:
    """The concepts to be practised again by *now*, the longest overdue first."""
    moments = {name: due_of(answers) for name, answers in practised.items() if answers}
    return sorted(
        (name for name, moment in moments.items() if moment <= now), key=lambda name: moments[name]
    )


# ---- where to go on ----


def next_lesson(
    listed: Sequence[Lesson], done: Mapping[str, set[int]], known: Sequence[str]
) -> Lesson | None:
    """The first lesson that is not answered to its end, but for concepts *known* before."""
    for lesson in listed:
        if lesson.concept not in known and len(done.get(lesson.id, ())) < len(lesson.steps):
            return lesson
    return None


def placed(course: Course, answers: Mapping[str, bool]) -> list[str]:
    """The concepts known by the *answers* to the placement test, by concept.

    Those answered rightly, and all that comes before them, but for what was answered wrongly and
    what rests on that.
    """
    wrong = {concept for concept, right in answers.items() if not right}
    known: set[str] = set()
    waiting = [concept for concept, right in answers.items() if right]
    while waiting:
        concept = waiting.pop()
        if concept not in known:
            known.add(concept)
            waiting += course.needs[concept]

    def rests_on_wrong(concept: str) -> bool:
        return concept in wrong or any(map(rests_on_wrong, course.needs[concept]))

    return [one for one in course.needs if one in known and not rests_on_wrong(one)]


def to_practise(
    rows: Sequence[Lesson], done: Mapping[str, set[int]], seed: str
) -> tuple[str, int | None]:
    """The pattern among *rows*, at least one, and the number of an exercise that *seed* chooses
    among those not *done* yet; None for a new one when all are."""
    rng = random.Random(f"practise {seed}")
    left = [
        (row.id, step.number)
        for row in rows
        for step in row.steps
        if step.number not in done.get(row.id, ())
    ]
    return rng.choice(left) if left else (rng.choice(rows).id, None)


def question(pattern: Lesson, seed: str) -> int:
    """The number of the exercise of *pattern* that *seed* chooses."""
    return random.Random(f"{pattern.id} {seed}").randrange(len(pattern.steps)) + 1
