"""The page of the person's progress: what costs most, results, concepts in hand, accuracy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from html import escape
from typing import Any

import streamlit as st

from coach import progress
from coach.figures import signed
from coach.language import Texts
from coach.mastery import LAST
from coach.progress import ENOUGH, LAST_DEALS, Concept, Cost, Leak, Mean, Trend
from coach.store import KeptGame, store
from coach.summary import AUCTION, Summary
from coach.ui import kept_reviews, session, when
from coach.ui.deals import deal_of
from coach.ui.profile import NOT_KEPT
from coach.ui.review_figures import colours, drawing, heading
from coach.ui.review_parts import table, table_html
from coach.ui.reviewing import load_drawing, review_of
from coach.ui.table.replay import PERSON
from coach.ui.table.words import LEVEL_NAMES
from coach.ui.warmup import started

CONCEPTS = {
    "strength": "concept.strength",
    "bomb_lead": "concept.bomb_lead",
    "breaks_bomb": "concept.breaks_bomb",
    "high_cards": "concept.high_cards",
    "covers_partner": "concept.covers_partner",
    "other": "concept.other",
}
"""Keys of the names of ``progress.CONCEPTS``."""
ROLES = {
    "landlord": "role.landlord",
    "after_landlord": "role.after_landlord",
    "across_landlord": "role.across_landlord",
    "before_landlord": "role.before_landlord",
    AUCTION: "review.auction",
}
"""Keys of the names of the roles of decisions."""
MOST_LEAKS = 3
_LOOK = 0.5
"""Seconds between two looks at a review that is being worked out."""
_WANTED = "reviews_wanted"
"""The games whose reviews are still to be worked out, in order."""
_FAILED = "reviews_failed"
Try = Callable[[str, int], None]


def page(texts: Texts, go_to_try: Try) -> None:
    """Draw the page; *go_to_try* is called with a game and the place of one of its decisions."""
    st.session_state["elsewhere"] = True
    st.query_params.from_dict({"lang": texts.language})
    started()
    load_drawing()
    with st.container(key="progress"):
        st.html(f"<h1>{escape(texts('ui.progress'))}</h1>")
        try:
            known, missing = kept_reviews.found()
        except NOT_KEPT:
            st.warning(texts("error.history"))
            st.button(texts("error.retry"), key="progress_retry")
            return
        if not known and not missing:
            _muted(texts("progress.none"))
            return
        _to_do(missing, texts)
        if len(known) < ENOUGH:
            _muted(texts.count("progress.more", ENOUGH - len(known)))
            return
        _muted(texts.count("progress.rests_on", len(known)))
        _leaks(known, texts, go_to_try)
        _results(known, texts)
        _concepts(known, texts)
        _accuracy(known, texts)


def _muted(text: str) -> None:
    st.html(f'<p class="muted">{escape(text)}</p>')


# ---- reviews not yet worked out ----


def _to_do(missing: Sequence[KeptGame], texts: Texts) -> None:
    """Offer to work out the reviews that are missing, or show how far that is."""
    failed = st.session_state.get(_FAILED, 0)
    if failed:
        st.warning(texts.count("progress.failed", failed))
    names = [kept.game["id"] for kept in missing]
    wanted = [name for name in st.session_state.get(_WANTED, []) if name in names]
    st.session_state[_WANTED] = wanted
    if wanted:
        _work(len(names), texts)
    elif names:
        with st.container(border=True, key="progress_to_do"):
            said = (texts.count("progress.missing", len(names)), texts("progress.takes"))
            st.html("".join(f"<p>{escape(line)}</p>" for line in said))
            st.button(texts("progress.work_out"), key="work_out", on_click=partial(_begin, names))


def _begin(names: list[str]) -> None:
    st.session_state.update({_WANTED: names, _FAILED: 0})


def _stop() -> None:
    st.session_state[_WANTED] = []


@st.fragment(run_every=_LOOK)
def _work(total: int, texts: Texts) -> None:
    """Go on with the first deal that is wanted; the page is drawn anew when it is done."""
    wanted: list[str] = st.session_state[_WANTED]
    kept = _kept(wanted[0]) if wanted else None
    if kept is None:
        st.session_state[_WANTED] = wanted[1:]
        st.rerun()
    work = review_of(deal_of(kept.game), PERSON) if session.can_be_shown(kept.game) else None
    if work is None or work.failed:
        st.session_state[_FAILED] += 1
    if work is None or work.failed or kept_reviews.keep(kept.game, work, again=True):
        st.session_state[_WANTED] = wanted[1:]
        st.rerun()
    with st.container(key="progress_work", horizontal=True, vertical_alignment="center"):
        said = texts("progress.working", n=1 + total - len(wanted), total=total)
        st.progress(min(1.0, work.share), text=said)
        st.button(texts("progress.stop"), key="work_stop", on_click=_stop)


def _kept(name: str) -> KeptGame | None:
    try:
        return store().find(name)
    except NOT_KEPT:
        return None


# ---- leaks ----


def _leaks(known: Sequence[Summary], texts: Texts, go_to_try: Try) -> None:
    found = progress.leaks(known)
    with st.container(border=True, key="progress_leaks"):
        heading(texts("progress.leaks"))
        if not found:
            _muted(texts("progress.no_leaks"))
            return
        for one in found[:MOST_LEAKS]:
            _leak(one, len(known), texts, go_to_try)
        rows = [_role_row(one, role, cost, texts) for one in found for role, cost in _roles(one)]
        with st.expander(texts("progress.by_role"), key="progress_roles"):
            st.html(table_html(rows))
        _how(texts("progress.leaks_how"), "how_leaks", texts)


def _leak(one: Leak, deals: int, texts: Texts, go_to_try: Try) -> None:
    cost = texts("progress.cost", cost=signed(-one.cost.value, 1), error=_error(one.cost))
    often = texts.count("progress.often", one.times, deals=one.deals, total=deals)
    worst = texts("progress.example", loss=signed(round(-100 * one.example.loss)))
    lines = (cost, often, _trend(one.trend, texts), worst)
    with st.container(key=f"leak_{one.kind}", horizontal=True, vertical_alignment="center"):
        st.html(
            f'<div class="leak"><p><b>{escape(texts(CONCEPTS[one.kind]))}</b></p>'
            + "".join(f"<p>{escape(line)}</p>" for line in lines)
            + "</div>",
            width="stretch",
        )
        if st.button(texts("ui.try_again"), key=f"try_{one.kind}"):
            go_to_try(one.example.game, one.example.at)


def _trend(found: Trend | None, texts: Texts) -> str:
    if found is None:
        return texts("progress.no_trend", n=2 * ENOUGH)
    if not found.is_clear:
        return texts("progress.same")
    key = "progress.more_lost" if found.change > 0 else "progress.less"
    # as the cost is shown: what is lost is below zero
    return texts(key, change=signed(-found.change, 1), error=f"{max(0.1, found.error):.1f}")


def _roles(one: Leak) -> list[tuple[str, Cost]]:
    return [(role, one.by_role[role]) for role in ROLES if role in one.by_role]


def _role_row(one: Leak, role: str, cost: Cost, texts: Texts) -> dict[str, Any]:
    return {
        texts("progress.kind"): texts(CONCEPTS[one.kind]),
        texts("progress.role"): texts(ROLES[role]),
        texts("progress.times"): cost.times,
        texts("progress.deals"): cost.mean.deals,
        texts("progress.cost_column"): _with_error(-cost.mean.value, cost.mean, texts),
    }


def _error(found: Mean) -> str:
    """The standard error of a mean, never said to be nothing; a dash where it is not known."""
    return "–" if found.error is None else f"{max(0.1, found.error):.1f}"


def _with_error(value: float, found: Mean, texts: Texts) -> str:
    if found.error is None:
        return signed(value, 1)
    return texts("progress.plus_minus", value=signed(value, 1), error=_error(found))


def _how(text: str, key: str, texts: Texts) -> None:
    with st.popover(texts("review.how_counted"), key=key):
        st.markdown(text)


# ---- results, concepts, accuracy ----


def _results(known: Sequence[Summary], texts: Texts) -> None:
    found = progress.strength(known)
    rows = []
    for level, key in LEVEL_NAMES.items():
        one = found.get(level)
        if one is None:
            continue
        without = one.adjusted
        rows.append(
            {
                texts("progress.level"): texts(key),
                texts("progress.deals"): one.raw.deals,
                texts("progress.won"): one.won,
                texts("progress.raw"): _with_error(one.raw.value, one.raw, texts),
                texts("progress.adjusted"): "–"
                if without is None
                else _with_error(without.value, without, texts),
            }
        )
    with st.container(border=True, key="progress_results"):
        heading(texts("progress.results"))
        st.html(table_html(rows))
        _how(texts("progress.results_how"), "how_results", texts)


def _concepts(known: Sequence[Summary], texts: Texts) -> None:
    found = progress.concepts(known)
    if not found:
        return
    with st.container(border=True, key="progress_concepts"):
        heading(texts("progress.concepts"))
        st.html(table_html([_concept_row(one, texts) for one in found]))
        _how(texts("progress.concepts_how", n=LAST), "how_concepts", texts)


def _concept_row(one: Concept, texts: Texts) -> dict[str, Any]:
    percent, error = round(100 * one.right), max(1, round(100 * one.deviation))
    due = "–"
    if one.due is not None:
        now = when.day(one.due) <= when.today()
        due = texts("progress.due_now") if now else when.shown_day(one.due, texts)
    return {
        texts("progress.concept"): texts(CONCEPTS[one.name]),
        texts("progress.met"): one.met,
        texts("progress.right"): texts("progress.plus_minus", value=f"{percent}%", error=error),
        texts("progress.due"): due,
    }


def _accuracy(known: Sequence[Summary], texts: Texts) -> None:
    found = progress.accuracies(known)
    if not found:
        return
    words = {
        "day": texts("progress.day"),
        "accuracy": texts("review.accuracy"),
        "smooth": texts("progress.smooth", n=LAST_DEALS),
    }
    rows = [
        {
            "deal": number,
            "day": when.shown_day(one.ended, texts),
            "accuracy": round(one.accuracy),
            "smooth": round(one.smooth),
        }
        for number, one in enumerate(found, 1)
    ]
    with st.container(border=True, key="progress_accuracy"):
        heading(texts("progress.accuracy"))
        st.altair_chart(drawing().accuracies(rows, words, colours()), width="stretch")
        listed = [{"#": row["deal"], **{words[name]: row[name] for name in words}} for row in rows]
        table(listed, texts, "accuracy_table")
