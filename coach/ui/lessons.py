"""The page of lessons: the list, and a lesson step by step; every answer is judged by its proof."""

from __future__ import annotations

from functools import partial
from html import escape
from typing import Any

import streamlit as st

from coach import course
from coach.language import Texts
from coach.ui.profile import set_all, settings
from coach.ui.table.replay import side_of
from coach.ui.table.words import kind_name, play_shown, ranks_shown, seat_name
from coach.ui.warmup import started
from engine.cards import NO_CARDS, SMALL_JOKER, Counts, ranks_text
from engine.doudizhu.plays import KINDS, Play
from lessons.goals import Task
from lessons.loader import Lesson, Step, lessons, texts as lesson_texts

LESSON, STEP = "lesson", "step"
"""Parameters of the address."""
_KEPT = "lessons"
"""Among the settings of a person: for each lesson the steps that were answered right."""
_SAID = "lesson_said"
SUITS = "♣♦♥♠"


def page(texts: Texts) -> None:
    """Draw the lesson of the address, or all of them."""
    st.session_state["elsewhere"] = True
    started()
    listed = {one.id: one for one in lessons()}
    lesson = listed.get(st.query_params.get(LESSON, ""))
    address = {"lang": texts.language}
    if lesson is None:
        st.query_params.from_dict(address)
        with st.container(key="lessons"):
            _list(tuple(listed.values()), texts)
        return
    number = _number(st.query_params.get(STEP), lesson)
    st.query_params.from_dict({**address, LESSON: lesson.id, STEP: str(number)})
    with st.container(key="lessons"):
        _lesson(lesson, number, tuple(listed.values()), texts)


def _number(text: str | None, lesson: Lesson) -> int:
    """The number of the step that *text* names; 1 where it names none."""
    if text and text.isdecimal() and 1 <= int(text[:3]) <= len(lesson.steps):
        return int(text[:3])
    return 1


def _words(lesson: Lesson, texts: Texts) -> dict[str, str]:
    return course.flat(lesson_texts(texts.language)[lesson.id])


def done(kept: object, lesson: str) -> set[int]:
    """The steps of *lesson* that were answered right, as far as what is *kept* makes sense."""
    found = kept.get(lesson) if isinstance(kept, dict) else None
    return {n for n in found if isinstance(n, int)} if isinstance(found, list) else set()


# ---- the list ----


def _list(listed: tuple[Lesson, ...], texts: Texts) -> None:
    st.html(f"<h1>{escape(texts('ui.lessons'))}</h1>")
    st.html(f'<p class="muted">{escape(texts("lessons.about"))}</p>')
    for lesson in listed:
        words = _words(lesson, texts)
        number = len(done(settings().get(_KEPT), lesson.id))
        state = texts("lessons.progress", n=number, total=len(lesson.steps))
        with st.container(key=f"lesson_{lesson.id}", horizontal=True, vertical_alignment="center"):
            st.html(
                f'<div class="lesson"><p><b>{escape(words["title"])}</b></p>'
                f'<p class="muted">{escape(words["intro"])}</p>'
                f'<p class="muted num">{escape(state)}</p></div>',
                width="stretch",
            )
            label = texts("lessons.again" if number == len(lesson.steps) else "lessons.begin")
            st.button(label, key=f"open_{lesson.id}", on_click=partial(_go, lesson.id, 1))


def _go(lesson: str | None, number: int = 1) -> None:
    st.session_state.pop(_SAID, None)
    if lesson is None:
        st.query_params.pop(LESSON, None)
        st.query_params.pop(STEP, None)
        return
    st.query_params[LESSON] = lesson
    st.query_params[STEP] = str(number)


# ---- a lesson ----


def _lesson(lesson: Lesson, number: int, listed: tuple[Lesson, ...], texts: Texts) -> None:
    words, step = _words(lesson, texts), lesson.steps[number - 1]
    st.button(
        texts("ui.lessons"),
        key="to_lessons",
        icon=":material/arrow_back:",
        on_click=partial(_go, None),
    )
    where = texts("lessons.step", n=number, total=len(lesson.steps))
    st.html(
        f'<h1>{escape(words["title"])}</h1><p class="muted">{escape(where)}</p>'
        + (f"<p>{escape(words['intro'])}</p>" if number == 1 else "")
    )
    with st.container(border=True, key="lesson_step"):
        st.html(f'<p class="prompt">{escape(words[f"{number}.prompt"])}</p>')
        around = _position(step.task, texts)
        if around:
            st.html(around)
        if step.form == "worked":
            answer = escape(_answers(step, texts))
            st.html(f'<p class="worked">{escape(texts("lessons.worked"))} <b>{answer}</b></p>')
        _choice(lesson, step, texts)
        _hints(step, words, texts)
    said = st.session_state.get(_SAID)
    if said and said[:2] == (lesson.id, number):
        _said(lesson, step, said[2], words, listed, texts)


def _answers(step: Step, texts: Texts) -> str:
    """The right answers, for a worked example."""
    shown = [_shown(one, texts) for one in course.right_of(step)]
    return texts("lessons.or").join(dict.fromkeys(shown))


def _shown(answer: Any, texts: Texts) -> str:
    if isinstance(answer, Play):
        return play_shown(answer, texts) or kind_name(answer.kind, texts)
    if isinstance(answer, str):
        return kind_name(answer, texts)
    return texts("ui.pass") if answer is None else str(answer)


def _position(task: Task, texts: Texts) -> str:
    """What is on the table and in the hands, as far as it is told."""
    rows = []
    view = task.view
    if task.to_beat is not None:
        whose = ""
        if view is not None and view.leader is not None:
            whose = seat_name(
                side_of((view.leader - view.seat) % task.rules.seats, task.rules), texts
            )
        rows.append((texts("lessons.on_table"), _shown(task.to_beat, texts), whose))
    if view is not None:
        for away in range(1, task.rules.seats):
            seat = (view.seat + away) % task.rules.seats
            role = texts("role.landlord" if seat == view.landlord else "role.peasant")
            name = f"{seat_name(side_of(away, task.rules), texts)} · {role}"
            open_hand = task.state is not None
            cards = _cards(task.state.hands[seat], texts) if task.state is not None else ""
            count = texts.count("lessons.cards", view.counts[seat])
            rows.append((name, cards if open_hand else count, ""))
        if task.state is None:
            rows.append((texts("lessons.unseen"), _cards(view.unseen, texts), ""))
        mine = texts("role.landlord" if view.seat == view.landlord else "role.peasant")
        rows.append((texts("lessons.you"), mine, ""))
    listed = "".join(
        f'<tr><th scope="row">{escape(name)}</th><td>{escape(text)} '
        f'<span class="muted">{escape(more)}</span></td></tr>'
        for name, text, more in rows
    )
    return f'<table class="position"><tbody>{listed}</tbody></table>' if rows else ""


def _cards(cards: Counts, texts: Texts) -> str:
    return ranks_shown((rank for rank, n in enumerate(cards) for _ in range(n)), texts)


# ---- the answer ----


def _choice(lesson: Lesson, step: Step, texts: Texts) -> None:
    key = f"answer_{lesson.id}_{step.number}"
    kind = step.goals[0].kind
    if kind == "name":
        st.radio(
            texts("lessons.choose_kind"),
            [name for name in KINDS if name != "rocket"],
            format_func=lambda name: kind_name(name, texts),
            index=None,
            key=key,
            label_visibility="collapsed",
        )
    elif kind == "count":
        st.number_input(
            texts("lessons.choose_number"), 0, 20, value=None, key=key, placeholder="0–20"
        )
        if any(step.task.hand):
            st.html(f'<p class="hand-text">{escape(_cards(step.task.hand, texts))}</p>')
    else:
        named = _named(step.task.hand, texts)
        st.pills(
            texts("lessons.your_hand"),
            range(len(named)),
            format_func=lambda place: named[place],
            selection_mode="multi",
            key=key,
        )
    with st.container(horizontal=True):
        answer = partial(_answer, lesson, step, key)
        st.button(texts("lessons.answer"), key="lesson_answer", type="primary", on_click=answer)
        if kind not in ("name", "count") and None in step.task.choices:
            passing = partial(_answer, lesson, step, key, passes=True)
            st.button(texts("ui.pass"), key="lesson_pass", on_click=passing)


def _named(hand: Counts, texts: Texts) -> list[str]:
    """The cards of a hand, each with a suit, for choices of one name would be one."""
    return [
        ranks_shown([rank], texts) + (SUITS[n] if rank < SMALL_JOKER else "")
        for rank, count in enumerate(hand)
        for n in range(count)
    ]


def _answer(lesson: Lesson, step: Step, key: str, *, passes: bool = False) -> None:
    """Judge what was chosen; a right answer is kept."""
    chosen = st.session_state.get(key)
    cards = ""
    answer: Any = chosen
    if step.goals[0].kind not in ("name", "count"):
        picked = NO_CARDS if passes else _picked(step.task, chosen or [])
        if not passes and not any(picked):
            return
        cards = ranks_text(picked)
        answer = course.answer_of(picked, step.task)
    if answer is None and not passes:
        return
    found = course.reply_key(step, answer, cards)
    st.session_state[_SAID] = (lesson.id, step.number, found)
    if found == f"{step.number}.reply":
        kept = settings().get(_KEPT)
        steps = sorted(done(kept, lesson.id) | {step.number})
        set_all(**{_KEPT: {**(kept if isinstance(kept, dict) else {}), lesson.id: steps}})


def _picked(task: Task, places: list[int]) -> Counts:
    held = [rank for rank, n in enumerate(task.hand) for _ in range(n)]
    picked = list(NO_CARDS)
    for place in places:
        picked[held[place]] += 1
    return tuple(picked)


def _hints(step: Step, words: dict[str, str], texts: Texts) -> None:
    """The hints, one behind the other; of a faded example they stand open."""
    for number in range(1, step.hints + 1):
        label = texts("lessons.hint", n=number)
        with st.expander(label, expanded=step.form == "faded", key=f"hint_{step.number}_{number}"):
            st.html(f"<p>{escape(words[f'{step.number}.hint{number}'])}</p>")


def _said(
    lesson: Lesson,
    step: Step,
    key: str,
    words: dict[str, str],
    listed: tuple[Lesson, ...],
    texts: Texts,
) -> None:
    right = key == f"{step.number}.reply"
    head = texts("lessons.right" if right else "lessons.not_yet")
    look = "good" if right else "bad"
    line = words.get(key, "" if right else texts("lessons.other"))
    with st.container(border=True, key="verdict"):
        st.html(
            f'<div class="verdict {look}" role="status"><p><b>{escape(head)}</b></p>'
            f"<p>{escape(line)}</p></div>"
        )
        if not right:
            return
        if step.number < len(lesson.steps):
            following = partial(_go, lesson.id, step.number + 1)
            st.button(texts("lessons.next"), key="lesson_next", type="primary", on_click=following)
            return
        place = [one.id for one in listed].index(lesson.id)
        st.html(f"<p>{escape(texts('lessons.finished'))}</p>")
        if place + 1 < len(listed):
            after = partial(_go, listed[place + 1].id, 1)
            st.button(
                texts("lessons.next_lesson"), key="lesson_after", type="primary", on_click=after
            )
