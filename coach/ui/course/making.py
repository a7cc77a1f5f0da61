"""A teacher's exercise: filled in, checked at once by the verifier, and shared as an address."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from html import escape

import streamlit as st

from coach.doudizhu.mistakes import NAMES
from coach.exercise_form import (
    ABOUT,
    HAND,
    NEEDS,
    POSITION,
    WHOLE_DEAL,
    Form,
    fields_of,
    kinds_of,
    offered,
    seats_of,
)
from coach.language import Texts
from coach.lesson_answers import accepted
from coach.own_exercises import LONGEST, OwnExercise, made, piece
from coach.ui.course import own
from coach.ui.course.asking import fault, goal_name, mistake_name, usual_prompt
from coach.ui.course.stepping import back, show
from coach.ui.course.words import paragraph, right_answers
from coach.ui.table.words import JOKERS, RULES_NAMES, kind_name, rank_name, rules_name
from engine.cards import RANKS, SMALL_JOKER
from engine.doudizhu.auction import POINTS
from engine.doudizhu.rules import PRESETS
from lessons.goals import DEAL, NUMBERS, WORDS
from lessons.loader import Step

MAKE = "make"
"""Parameter of the address."""
_CHECKED = "own_exercise"
"""The form as it stood when it was checked."""
_KEY = "own_field_{}".format
_HELD = "own_fields"
"""What stood in the fields when they were drawn last."""
_TWO_LINES = 76


def begin() -> None:
    """Show the form."""
    st.session_state.pop(_CHECKED, None)
    show({MAKE: "1"})


def make(texts: Texts) -> None:
    """Draw the form, and what the verifier says of it."""
    back(texts)
    st.html(f"<h1>{escape(texts('lessons.make'))}</h1>{paragraph(texts('lessons.make_about'))}")
    with st.container(border=True, key="own_exercise_form"):
        form = _form(texts)
        with st.container(horizontal=True, key="own_check_row"):  # seen at once on a phone too
            if st.button(texts("lessons.make_check"), key="own_check", type="primary"):
                st.session_state[_CHECKED] = form
            last = st.session_state.get(_CHECKED)
            found = _verified(form, texts) if last == form else None
            if last not in (None, form):
                st.html(paragraph(texts("lessons.make_changed"), "muted"))
    if found is not None:
        _result(*found, texts)


# ---- the form ----


def _form(texts: Texts) -> Form:
    """What is filled in by now."""
    names = {
        HAND: texts("lessons.of_hand"),
        POSITION: texts("lessons.of_position"),
        WHOLE_DEAL: texts("lessons.of_deal"),
    }
    _recall("about", HAND)
    about = st.segmented_control(
        texts("lessons.make_of"),
        ABOUT,
        format_func=lambda one: names[one],
        key=_KEY("about"),
        required=True,
    )
    _keep("about", about or HAND)
    form = {HAND: _hand, POSITION: _position, WHOLE_DEAL: _deal}[about or HAND](texts)
    asked = _choice("asked", texts("lessons.make_goal"), offered(form), partial(goal_name, texts))
    form = replace(form, asked=asked)
    form = replace(form, more=_more(form, texts))
    usual = usual_prompt(form.asked, form.more, texts)
    _recall("prompt", "")
    prompt = st.text_area(
        texts("lessons.make_prompt"),
        height=_TWO_LINES,
        max_chars=LONGEST,
        key=_KEY("prompt"),
        placeholder=usual,
    )
    _keep("prompt", prompt)
    return replace(form, prompt=prompt)


def _recall(name: str, usual: str) -> None:
    """Give a field that was not drawn the last time what stood in it before, or else *usual*.

    One that was drawn is left alone: what is being typed into it would be overwritten.
    """
    if _KEY(name) not in st.session_state:
        st.session_state[_KEY(name)] = st.session_state.get(_HELD, {}).get(name, usual)


def _keep(name: str, value: str) -> None:
    """Keep what stands in a field while it is not drawn."""
    st.session_state.setdefault(_HELD, {})[name] = value


def _hand(texts: Texts) -> Form:
    hand = _text("hand", texts("lessons.make_hand"), "33 4 5 10 JJ QQ K A 2")
    with st.container(horizontal=True, key="own_beside"):
        on = _text("on", texts("lessons.make_on"), "33")
        rules = _rules(tuple(RULES_NAMES), texts)
    return Form(HAND, hand=hand, on=on, rules=rules)


def _position(texts: Texts) -> Form:
    line = _text("position", texts("lessons.make_position"), "ddz 3R/4/5 - 0@1 0 - 0 0 plays=9,9,9")
    return Form(POSITION, position=line)


def _deal(texts: Texts) -> Form:
    """The deal of a code, under rules for as many as it is for."""
    code = _text("code", texts("menu.code"), "D110-6WB8-JGS2-NSR2-YR9F-1EM")
    seats = seats_of(code)
    fitting = tuple(name for name in RULES_NAMES if PRESETS[name].seats == seats)
    places = tuple(map(str, range(seats)))
    with st.container(horizontal=True, key="own_beside"):
        seat = _choice("seat", texts("lessons.make_seat"), places, partial(_seat_n, texts))
        rules = _rules(fitting, texts)
    return Form(WHOLE_DEAL, code=code, seat=int(seat), rules=rules)


def _seat_n(texts: Texts, seat: str) -> str:
    return texts("lessons.make_seat_n", n=int(seat))


def _rules(names: Sequence[str], texts: Texts) -> str:
    return _choice(
        "rules", texts("analyse.rules"), names, lambda name: rules_name(PRESETS[name], texts)
    )


def _more(form: Form, texts: Texts) -> str:
    """What else the goal needs to be told."""
    need = NEEDS.get(form.asked)
    if need == "plays":
        return _text(need, texts("lessons.more_plays"), "88, 99")
    if need == "cards":
        return _text(need, texts("lessons.more_cards"), "22")
    if need == "kind":
        kinds = kinds_of(form)
        return _choice(need, texts("lessons.more_kind"), kinds, lambda one: kind_name(one, texts))
    if need == "rank":
        ranks = (*reversed(RANKS[:SMALL_JOKER]), *JOKERS)
        return _choice(
            need,
            texts("lessons.more_rank"),
            ranks,
            lambda one: rank_name(RANKS.index(one), texts),
        )
    if need == "mistake":
        return _choice(need, texts("lessons.more_mistake"), NAMES, partial(mistake_name, texts))
    return ""


def _text(name: str, label: str, placeholder: str) -> str:
    _recall(name, "")
    value = st.text_input(label, max_chars=LONGEST, key=_KEY(name), placeholder=placeholder)
    _keep(name, value)
    return value


def _choice(name: str, label: str, offers: Sequence[str], shown: Callable[[str], str]) -> str:
    """One of *offers*, the first where what was chosen before is none of them."""
    _recall(name, offers[0])
    if st.session_state[_KEY(name)] not in offers:
        st.session_state[_KEY(name)] = offers[0]
    chosen: str = st.selectbox(label, offers, key=_KEY(name), format_func=shown)
    _keep(name, chosen)
    return chosen


# ---- what the verifier says ----


def _verified(form: Form, texts: Texts) -> tuple[OwnExercise, Step] | None:
    """The exercise that was made; None while it is checked, or where it is said to be none."""
    try:
        exercise = made(fields_of(form))
    except ValueError as error:
        st.html(fault(error, form, texts))
        return None
    step = own.verified(exercise, texts)
    return None if step is None else (exercise, step)


def _result(exercise: OwnExercise, step: Step, texts: Texts) -> None:
    """What the learner will see, all right answers, and the address."""
    st.html(f"<h2>{escape(texts('lessons.make_seen'))}</h2>")
    own.asked(exercise, step, texts)
    st.html(paragraph(_found(step, texts), "worked"))
    if nothing_is_wrong(step):
        st.html(paragraph(texts("lessons.make_all_right"), "worked"))
    if step.deal is None:
        st.html(paragraph(own.rests_on(step, texts), "muted"))
    st.html(paragraph(texts("lessons.make_share")))
    query = f"lessons?lang={texts.language}&{own.EXERCISE}={piece(exercise)}"
    st.code(f"{_root()}{query}", language=None, wrap_lines=True)


def _found(step: Step, texts: Texts) -> str:
    if step.deal is not None:
        return texts("lessons.make_tempts")
    return texts("lessons.make_right", answers=right_answers(step, texts))


def nothing_is_wrong(step: Step) -> bool:
    """Whether every answer there can be is right, so that *step* asks nothing."""
    kind = step.goals[0].kind
    if kind == "bid":
        return len(accepted(step)) == 1 + len(POINTS)
    if kind in (*NUMBERS, *WORDS, DEAL):
        return False
    return set(step.task.choices) <= set(accepted(step))


def _root() -> str:
    """The address of this app, with a slash at its end."""
    return (st.context.url or "").split("?")[0].removesuffix("lessons")
