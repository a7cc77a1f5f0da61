"""A question on the page: what is on the table and in the hands, and the choice of an answer."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from html import escape
from typing import Any

import streamlit as st

from coach import lesson_answers
from coach.language import Texts
from coach.ui.course.words import (
    answer_name,
    bid_name,
    cards_html,
    hand_html,
    play_html,
    right_answers,
    seat_word,
)
from coach.ui.table.words import kind_name, ranks_shown, rules_name
from engine.cards import NO_CARDS, RANKS, SMALL_JOKER, Counts, full_deck, ranks_text, subtract
from engine.doudizhu.plays import KINDS
from engine.doudizhu.rules import CLASSIC
from engine.doudizhu.state import View
from lessons.goals import NUMBERS, WHO, WORDS, Goal, Task
from lessons.loader import Step

SUITS = "♣♦♥♠"
RED = "♦♥"
LARGEST = 999
"""The largest number that can be answered; so many plays may beat one on the table."""
_EMPTY = "lesson_empty"
"""The question that was answered with nothing in its field."""
Answered = Callable[[Any, str], None]
"""What is done with an answer: the answer, and the cards chosen as the engine writes them."""


def question(step: Step, texts: Texts, key: str, answered: Answered) -> None:
    """Draw what *step* asks about and the choice; *key* is its own.

    Parts of the question before stay behind these for a moment; the style sheet hides them by the
    ends of their keys.
    """
    told, choice, buttons = st.container(), st.container(), st.container(horizontal=True)
    with told:
        around = position(step.task, step.goals[0], texts)
        if around:
            st.html(around)
        if step.goals[0].kind in (*NUMBERS, "who") and any(step.task.hand):
            st.html(f'<p class="hand-text">{hand_html(step.task.hand, texts)}</p>')
        if step.form == "worked":
            right, worked = escape(right_answers(step, texts)), escape(texts("lessons.worked"))
            st.html(f'<p class="worked">{worked} <b>{right}</b></p>')
    with choice:
        _choice(step, texts, key)
    with buttons:
        _buttons(step, texts, key, answered)


# ---- what is told ----


def position(task: Task, asked: Goal, texts: Texts) -> str:
    """What is asked for, on the table and in the hands, as far as it is told."""
    rows = []
    view, goal = task.view, asked.kind
    if task.rules.name != CLASSIC.name:
        rows.append((texts("history.rules"), escape(rules_name(task.rules, texts)), ""))
    if goal in ("count", "who") and asked.values[0] in RANKS:
        rank = cards_html([RANKS.index(asked.values[0])], texts)
        rows.append((texts("lessons.asked"), rank, ""))
    if goal == "find":
        rows.append((texts("lessons.asked"), escape(kind_name(asked.values[0], texts)), ""))
    if task.to_beat is not None:
        whose = "" if view is None or view.leader is None else _seat(view, view.leader, texts)
        rows.append((texts("lessons.on_table"), play_html(task.to_beat, texts), whose))
    if view is not None and goal != "bid":
        rows += _others(task, view, texts)
        if task.state is None:
            rows.append(_unseen(view, goal, texts))
        if goal == "who" and view.kitty is not None and any(view.kitty):
            rows.append((texts("lessons.kitty"), hand_html(view.kitty, texts), ""))
        mine = texts("role.landlord" if view.seat == view.landlord else "role.peasant")
        rows.append((texts("lessons.you"), escape(mine), ""))
    listed = "".join(
        f'<tr><th scope="row">{escape(name)}</th><td>{told} '
        f'<span class="muted">{escape(more)}</span></td></tr>'
        for name, told, more in rows
    )
    return f'<table class="position"><tbody>{listed}</tbody></table>' if rows else ""


def _seat(view: View, seat: int, texts: Texts) -> str:
    return seat_word((seat - view.seat) % view.rules.seats, view.rules, texts)


def _others(task: Task, view: View, texts: Texts) -> list[tuple[str, str, str]]:
    rows = []
    for away in range(1, task.rules.seats):
        seat = (view.seat + away) % task.rules.seats
        role = texts("role.landlord" if seat == view.landlord else "role.peasant")
        cards = hand_html(task.state.hands[seat], texts) if task.state is not None else ""
        count = escape(texts.count("lessons.cards", view.counts[seat]))
        rows.append((f"{_seat(view, seat, texts)} · {role}", cards or count, ""))
    return rows


def _unseen(view: View, goal: str, texts: Texts) -> tuple[str, str, str]:
    """The cards still out; where they are to be counted those played instead."""
    if goal not in ("count", "who"):
        return texts("lessons.unseen"), hand_html(view.unseen, texts), ""
    played = subtract(subtract(full_deck(packs=view.rules.packs), view.hand), view.unseen)
    none = escape(texts("lessons.none_played"))
    shown = hand_html(played, texts) if any(played) else none
    return texts("lessons.played"), shown, ""


# ---- the choice ----


def _choice(step: Step, texts: Texts, key: str) -> None:
    kind = step.goals[0].kind
    chosen = f"{key}_choice"
    if kind in WORDS:
        names = WHO if kind == "who" else KINDS
        asks_who = kind == "who"
        label = texts("lessons.choose_who" if asks_who else "lessons.choose_kind")
        st.radio(
            label,
            names,
            format_func=lambda name: answer_name(name, texts),
            index=None,
            key=chosen,
            label_visibility="collapsed",
            width="stretch",
        )
    elif kind == "bid":
        st.radio(
            texts("lessons.choose_bid"),
            (0, 1, 2, 3),
            format_func=lambda bid: bid_name(bid, texts),
            index=None,
            key=chosen,
            label_visibility="collapsed",
            width="stretch",
        )
    elif kind in NUMBERS:
        st.number_input(texts("lessons.choose_number"), 0, LARGEST, value=None, key=chosen)
        if st.session_state.get(_EMPTY) == key and st.session_state.get(chosen) is None:
            st.html(f'<p class="muted" role="alert">{escape(texts("lessons.number_first"))}</p>')
    else:
        named = _named(step.task.hand, texts)
        st.pills(
            texts("lessons.your_hand"),
            range(len(named)),
            format_func=lambda place: named[place],
            selection_mode="multi",
            key=chosen,
        )


def _buttons(step: Step, texts: Texts, key: str, answered: Answered) -> None:
    kind = step.goals[0].kind
    # a number may still stand uncommitted in its field
    nothing = kind != "count" and st.session_state.get(f"{key}_choice") in (None, [])
    st.button(
        texts("lessons.answer"),
        key=f"{key}_go",
        type="primary",
        disabled=nothing,
        on_click=partial(_answer, step, key, answered),
    )
    if kind not in (*NUMBERS, *WORDS) and None in step.task.choices:
        passing = partial(_answer, step, key, answered, passes=True)
        st.button(texts("ui.pass"), key=f"{key}_pass", on_click=passing)


def _named(hand: Counts, texts: Texts) -> list[str]:
    """The cards of a hand, each with a suit, for choices of one name would be one."""
    return [
        _face(ranks_shown([rank], texts), rank, n)
        for rank, count in enumerate(hand)
        for n in range(count)
    ]


def _face(name: str, rank: int, number: int) -> str:
    """The card *number* of its rank, red where its suit is, as a label has it."""
    if rank >= SMALL_JOKER:
        return f":red[{name}]" if rank > SMALL_JOKER else name
    suit = SUITS[(number + rank) % 4]
    face = name + suit * (1 + number // 4)
    return f":red[{face}]" if suit in RED else face


def _answer(step: Step, key: str, answered: Answered, *, passes: bool = False) -> None:
    chosen = st.session_state.get(f"{key}_choice")
    if step.goals[0].kind in (*NUMBERS, *WORDS):
        st.session_state[_EMPTY] = key if chosen is None else ""
        if chosen is not None:
            answered(chosen, "")
        return
    picked = NO_CARDS if passes else _picked(step.task, chosen or [])
    if passes or any(picked):
        answered(lesson_answers.answer_of(picked, step.task), ranks_text(picked))


def _picked(task: Task, places: list[int]) -> Counts:
    held = [rank for rank, n in enumerate(task.hand) for _ in range(n)]
    picked = list(NO_CARDS)
    for place in places:
        picked[held[place]] += 1
    return tuple(picked)
