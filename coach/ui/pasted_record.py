"""A pasted record on the page of reviews: read, or told what is wrong with it; nothing is kept."""

from __future__ import annotations

from html import escape

import streamlit as st

from coach.language import Texts
from coach.review import deal_of, person_in
from coach.ui import review_parts
from coach.ui.literal import literal
from coach.ui.table.replay import side_of
from coach.ui.table.words import seat_name
from engine.record import READING_ERRORS, read_one

MOST = 20_000
"""Characters of a record that are read."""


def pasted(texts: Texts) -> None:
    """Draw the field for a record, and the review of what is in it."""
    with st.expander(texts("review.paste"), expanded=bool(st.session_state.get("record"))):
        st.text_area(
            texts("review.paste_label"),
            key="record",
            height=180,
            max_chars=MOST,
            placeholder='[Game "ddz"]',
        )
    text = (st.session_state.get("record") or "").strip()
    if not text:
        return
    try:
        record = read_one(text)
        deal, named = deal_of(record), person_in(record)
    except READING_ERRORS as error:
        st.warning(texts("review.unreadable", why=literal(str(error))))
        return
    if not any(state.phase == "play" for state in deal.states):
        st.html(f'<p class="muted">{escape(texts("review.no_plays"))}</p>')
        return
    rules = deal.states[0].rules
    seat = st.selectbox(
        texts("review.whose"),
        range(rules.seats),
        index=named,
        format_func=lambda seat: f"{seat} · {seat_name(side_of(seat, rules), texts)}",
        key="record_seat",
    )
    review_parts.drawn(deal, seat, texts)
