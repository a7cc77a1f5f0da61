"""The figures of a review: accuracy, luck and skill, what the peasants told each other."""

from __future__ import annotations

from html import escape
from importlib import import_module
from typing import Any

import streamlit as st

from coach.doudizhu import luck, told
from coach.language import Texts
from coach.review import parts as parts_of, tricks
from coach.review_text import FEW, error_text, part_name, points_text
from coach.say import render
from coach.ui.reviewing import DRAWING, Work
from coach.ui.table.hint import play_name
from coach.ui.table.replay import side_of
from coach.ui.table.words import seat_name
from engine.doudizhu import game as doudizhu


def figures(work: Work, texts: Texts) -> None:
    """Draw them, as far as they are known."""
    _accuracy(work, texts)
    _luck(work, texts)
    _told(work, texts)


def drawing() -> Any:
    """The module of the pictures."""
    return import_module(DRAWING)


def colours() -> Any:
    """The colours of the theme the person has."""
    found = drawing()
    return found.DARK if st.context.theme.type == "dark" else found.LIGHT


def heading(text: str) -> None:
    """Draw a heading of a part."""
    st.html(f"<h2>{escape(text)}</h2>")


def _accuracy(work: Work, texts: Texts) -> None:
    found = work.review
    with st.container(border=True, key="review_accuracy"):
        heading(texts("review.accuracy"))
        if found.accuracy is None:
            st.html(f'<p class="muted">{escape(texts("review.no_accuracy"))}</p>')
        else:
            counted = texts.count("review.counted", found.counted)
            st.html(
                f'<p class="accuracy"><b class="num">{found.accuracy:.0f}</b>'
                f"<span>/ 100</span></p><p class='muted'>{escape(counted)}</p>"
            )
            if found.counted < FEW:
                st.html(f'<p class="muted">{escape(texts("review.few"))}</p>')
        with st.popover(texts("review.how_counted"), key="how_counted"):
            st.markdown(texts("review.accuracy_how"))


def _luck(work: Work, texts: Texts) -> None:
    deal = work.deal
    split = parts_of(work.review, deal)
    if not split:
        return
    if work.seat == deal.landlord:
        split = {name: part for name, part in split.items() if name != luck.PARTNER}
    result = doudizhu.payoffs(deal.states[-1])[work.seat]
    shown = luck.shown(split)
    rows: list[dict[str, Any]] = []
    reached = 0.0
    for name, part in split.items():
        after = reached + part.points
        rows.append(
            {
                "name": part_name(name, texts),
                "from": reached,
                "to": after,
                "text": texts(
                    "review.with_error",
                    value=points_text(shown[name]),
                    error=error_text(part.error),
                ),
                "sign": "plus" if part.points >= 0 else "minus",
            }
        )
        reached = after
    rows.append(
        {
            "name": texts("review.result_name"),
            "from": 0.0,
            "to": float(result),
            "text": points_text(result),
            "sign": "result",
        }
    )
    words = {"points": texts("review.points")}
    with st.container(border=True, key="review_luck"):
        heading(texts("review.luck"))
        st.altair_chart(drawing().waterfall(rows, words, colours()), width="stretch")
        listed = "".join(
            f'<tr class="{row["sign"]}"><th scope="row">{escape(row["name"])}</th>'
            f'<td class="num">{escape(row["text"])}</td></tr>'
            for row in rows
        )
        st.html(f'<table class="luck"><tbody>{listed}</tbody></table>')
        with st.popover(texts("review.how_luck"), key="how_luck"):
            st.markdown(texts("review.luck_how"))
        if work.shares and work.seat != deal.landlord:
            _shares(work, texts)


def _shares(work: Work, texts: Texts) -> None:
    """What each peasant's decisions brought, by Shapley's shares."""
    rules = work.deal.states[0].rules
    listed = []
    for seat, part in work.shares.items():
        name = seat_name(side_of(seat, rules), texts)
        text = texts(
            "review.with_error", value=points_text(part.points), error=error_text(part.error)
        )
        listed.append(
            f'<tr><th scope="row">{escape(name)}</th><td class="num">{escape(text)}</td></tr>'
        )
    st.html(
        f"<h3>{escape(texts('review.shares'))}</h3>"
        f'<table class="luck"><tbody>{"".join(listed)}</tbody></table>'
    )
    with st.popover(texts("review.how_shares"), key="how_shares"):
        st.markdown(texts("review.shares_how"))


def _told(work: Work, texts: Texts) -> None:
    if not work.told:
        return
    places = tricks(work.deal)
    with st.container(border=True, key="review_told"):
        heading(texts("review.told"))
        for one in work.told:
            view = doudizhu.view(work.deal.states[one.at], one.seat)
            values = {
                "where": texts("review.trick", n=places[one.at][0]),
                "play": play_name(one.action, view, texts),
            }
            own = one.seat == work.seat
            head = texts("review.told_own" if own else "review.told_partner", **values)
            said = render(told.said(one, work.seat), texts.language)
            st.html(f"<p><b>{escape(head)}</b> {escape(said)}</p>")
        st.html(f'<p class="muted">{escape(texts("review.told_how"))}</p>')
