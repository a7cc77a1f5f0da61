"""A whole deal of a lesson: played at the table, looked at by its review."""

from __future__ import annotations

from html import escape
from urllib.parse import quote

import streamlit as st

from coach.language import Texts
from coach.store import store
from coach.ui import kept_reviews
from coach.ui.course import kept
from coach.ui.course.words import paragraph
from coach.ui.deals import from_chair
from coach.ui.profile import NOT_KEPT, profile
from engine.doudizhu.rules import CLASSIC, Rules, rules_text
from lessons.loader import Lesson, Step

AVOIDED, MADE, UNKNOWN, NOT_PLAYED = "avoided", "made", "unknown", "not played"


def deal(lesson: Lesson, step: Step, texts: Texts) -> bool:
    """Draw the whole deal of a *lesson*; that it was played without the mistake is kept.

    Whether it was played to its end is handed back.
    """
    found = way(step, texts)
    if found == AVOIDED and step.number not in kept.steps().get(lesson.id, set()):
        kept.answered(lesson, step.number, right=True, first=True)
    return found != NOT_PLAYED


def way(step: Step, texts: Texts) -> str:
    """Draw the way to the table and, once the deal is reviewed, what came of it.

    That is also what is handed back.
    """
    assert step.deal is not None
    code = from_chair(step.deal.code, step.deal.seat)
    st.html(f'<p class="num">{escape(code)}</p>')
    address = f"/play?lang={texts.language}&deal={code}"
    if step.task.rules != CLASSIC:
        address += f"&rules={quote(rules_text(step.task.rules))}"
    st.link_button(texts("lessons.play_deal"), address, type="primary")
    found, game = outcome(code, step.task.rules, step.goals[0].values[0])
    if found == AVOIDED:
        st.html(paragraph(texts("lessons.deal_avoided"), "worked"))
    elif found == MADE:
        st.html(paragraph(texts("lessons.deal_made"), "worked"))
    elif found == UNKNOWN:
        st.html(paragraph(texts("lessons.deal_unknown"), "worked"))
    if game:
        st.link_button(texts("ui.review"), f"/review?lang={texts.language}&game={game}")
    return found


def outcome(code: str, rules: Rules, mistake: str) -> tuple[str, str]:
    """What came of the deal *code*, the last time it was played to its end, and its game."""
    try:
        played = [
            one
            for one in store().finished(profile(), code=code)
            if one.game["rules"] == rules_text(rules)
        ]
        if not played:
            return NOT_PLAYED, ""
        known, _ = kept_reviews.found()
    except NOT_KEPT:
        return NOT_PLAYED, ""
    last = max(played, key=lambda one: one.changed).game["id"]
    summaries = {one.game: one for one in known}
    if last not in summaries:
        return UNKNOWN, last
    made = any(choice.kind == mistake for choice in summaries[last].choices)
    return (MADE if made else AVOIDED), last
