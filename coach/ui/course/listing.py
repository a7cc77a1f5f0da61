"""The course on one page: where to go on, its chapters, exercises, and the map of mastery."""

from __future__ import annotations

from functools import partial
from html import escape

import streamlit as st

from coach import learning
from coach.doudizhu import lesson_proofs
from coach.language import Texts
from coach.mastery import RIGHT
from coach.ui.course import drilling, kept, making, placing
from coach.ui.course.stepping import draw, go
from coach.ui.course.words import chapter_name, concept_name, everything, paragraph, words_of
from lessons.loader import Lesson, course

_LOOK = {learning.NEW: "new", learning.BEGUN: "begun", learning.IN_HAND: "sure"}
_STATE = {
    learning.NEW: "lessons.state_new",
    learning.BEGUN: "lessons.state_begun",
    learning.IN_HAND: "lessons.state_sure",
}


def overview(texts: Texts) -> None:
    """Draw the course."""
    listed, answered = everything(), kept.steps()
    done = {one.id: answered.get(one.id, set()) & _numbers(one) for one in listed}
    about = texts("lessons.about", n=min(lesson_proofs.WORLDS, lesson_proofs.BID_WORLDS))
    st.html(f"<h1>{escape(texts('ui.lessons'))}</h1>{paragraph(about, 'muted')}")
    _onward(listed, done, texts)
    with st.container(horizontal=True, key="lesson_ways"):
        st.button(texts("lessons.place"), key="to_place", on_click=placing.begin)
        st.button(texts("lessons.drills"), key="to_drills", on_click=drilling.choose)
        st.button(texts("lessons.make"), key="to_make", on_click=making.begin)
    for chapter in course().chapters:
        _chapter(chapter, listed, done, texts)
    with st.expander(texts("lessons.map"), key="mastery_map", on_change="rerun") as part:
        if part.open:
            _map(texts)


def _numbers(one: Lesson) -> set[int]:
    """The steps there are: those of an older course may be kept."""
    return {step.number for step in one.steps}


def _onward(listed: tuple[Lesson, ...], done: dict[str, set[int]], texts: Texts) -> None:
    """What to do next: practise what is due, or go on with the course."""
    with st.container(border=True, key="lesson_onward"):
        due = [one for one in learning.due(kept.practised(), kept.now()) if _rows_of(one, listed)]
        if due:
            name = concept_name(due[0], texts)
            st.html(paragraph(texts("lessons.due", concept=name)))
            to = partial(_practise, due[0])
            st.button(texts("lessons.practise"), key="practise", type="primary", on_click=to)
        lessons = [one for one in listed if not one.is_exercises]
        found = learning.next_lesson(lessons, done, kept.known())
        if found is None:
            st.html(paragraph(texts("lessons.all_done")))
            return
        title = words_of(found, texts)["title"]
        answered = done.get(found.id, set())
        number = next(one.number for one in found.steps if one.number not in answered)
        st.html(paragraph(texts("lessons.go_on_with", title=title)))
        st.button(
            texts("lessons.go_on"),
            key="go_on",
            type="secondary" if due else "primary",
            on_click=partial(go, found.id, number),
        )


def _rows_of(concept: str, listed: tuple[Lesson, ...]) -> list[Lesson]:
    return [one for one in listed if one.is_exercises and one.concept == concept]


def _practise(concept: str) -> None:
    """Another exercise of the concept each time: one of the course that is not answered yet, then
    new ones."""
    rows, answered = _rows_of(concept, everything()), kept.steps()
    name, number = learning.to_practise(rows, answered, f"{kept.now():%Y%m%d%H%M%S}")
    if number is None:
        draw(name)
    else:
        go(name, number)


def _chapter(
    chapter: str, listed: tuple[Lesson, ...], done: dict[str, set[int]], texts: Texts
) -> None:
    """Its lessons, and the exercises of what they teach; drawn where it is open."""
    lessons = [one for one in listed if one.chapter == chapter]
    whole = sum(len(done.get(one.id, ())) >= len(one.steps) for one in lessons)
    told = texts("lessons.chapter", name=chapter_name(chapter, texts), n=whole, total=len(lessons))
    with st.expander(told, key=f"chapter_{chapter}", on_change="rerun") as part:
        if not part.open:
            return
        for one in lessons:
            _row(one, done, texts)
        rows = [one for one in listed if one.is_exercises and _taught_in(one, listed) == chapter]
        if rows:
            st.html(f"<h2>{escape(texts('lessons.exercises'))}</h2>")
        for one in rows:
            _row(one, done, texts)


def _taught_in(row: Lesson, listed: tuple[Lesson, ...]) -> str:
    """The chapter of the first lesson of the concept that *row* practises."""
    return next(one.chapter for one in listed if one.concept == row.concept)


def _row(one: Lesson, done: dict[str, set[int]], texts: Texts) -> None:
    words = words_of(one, texts)
    number = len(done.get(one.id, set()))
    state = texts("lessons.progress", n=number, total=len(one.steps))
    about = "" if one.is_exercises else paragraph(words["intro"], "muted")
    with st.container(
        key=f"lesson_{one.id}", horizontal=True, vertical_alignment="center", wrap=False
    ):
        st.html(
            f'<div class="lesson"><p><b>{escape(words["title"])}</b></p>{about}'
            f"{paragraph(state, 'muted num')}</div>",
            width="stretch",
        )
        left = _numbers(one) - done.get(one.id, set())
        label = "lessons.begin" if not number else "lessons.go_on" if left else "lessons.again"
        to = partial(go, one.id, min(left, default=1))
        st.button(texts(label), key=f"open_{one.id}", on_click=to)


# ---- the map ----


def _map(texts: Texts) -> None:
    """Every concept, what it needs, and how far it is in hand."""
    past, known = kept.past(), kept.known()
    st.html(paragraph(texts("lessons.map_about"), "muted"))
    rows = ""
    for concept, needs in course().needs.items():
        state = learning.state(concept, past)
        if state == learning.NEW and concept in known:
            said = texts("lessons.state_placed")
        else:
            said = texts(_STATE[state])
        if past.get(concept):
            right, total = past[concept].count(RIGHT), len(past[concept])
            said = texts("lessons.state_share", state=said, right=right, total=total)
        before = texts("lessons.needs_none")
        if needs:
            names = texts("lessons.list").join(concept_name(one, texts) for one in needs)
            before = texts("lessons.needs", names=names)
        rows += (
            f'<tr class="{_LOOK[state]}"><th scope="row">{escape(concept_name(concept, texts))}'
            f'</th><td>{escape(said)}</td><td class="muted">{escape(before)}</td></tr>'
        )
    st.html(f'<div class="rows"><table class="map"><tbody>{rows}</tbody></table></div>')
