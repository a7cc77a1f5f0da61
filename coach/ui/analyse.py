"""The page that analyses pasted cards: what was understood, what is told around it, the report."""

from __future__ import annotations

from functools import partial
from html import escape

import streamlit as st

from coach.doudizhu.analyse import Given, understood
from coach.doudizhu.analyse_many import MEGABYTES, FileError, Row, as_csv, hands_of
from coach.doudizhu.hand_text import HandTextError, Reading, read_hand
from coach.doudizhu.phrases import split_phrase
from coach.doudizhu.situation import (
    ROLES,
    Situation,
    SituationError,
    is_notation,
    read_cards,
    read_counts,
    read_notation,
    view_of_seat,
)
from coach.language import Texts
from coach.ui.analyse_address import (
    AROUND,
    CONDITIONS,
    FIELDS,
    KEY,
    rules_told,
    take_from_address,
    tell,
    told,
    write_address,
)
from coach.ui.analyse_change import changes, hand_now, set_free
from coach.ui.analyse_faults import alert, hand_fault, letters_text, marked_fault, situation_fault
from coach.ui.analyse_report import failed, report_of, wait
from coach.ui.analysing import NoReportError, rows
from coach.ui.table.words import RULES_NAMES, rules_name
from engine.cards import (
    AmbiguousPlayError,
    Counts,
    IllegalPlayError,
    NotationError,
    ranks_text,
)
from engine.doudizhu.rules import PRESETS, Rules
from engine.doudizhu.state import State, View

_WRONG = (NotationError, IllegalPlayError, AmbiguousPlayError)
_MOST_ASKED = 8
"""Readings one can choose from."""


def page(texts: Texts) -> None:
    """Draw the page; what is asked stands in the address, so that a link opens the same."""
    st.session_state["elsewhere"] = True
    take_from_address()
    with st.container(key="analyse"):
        st.html(f"<h1>{escape(texts('ui.analyse'))}</h1>")
        st.text_area(
            texts("analyse.paste"),
            key=KEY("hand"),
            height=96,
            placeholder="33 4 5 10 JJ QQ K A 2",
            on_change=partial(tell, now="", meant="", seat=""),
        )
        if not told("hand"):
            st.caption(texts("analyse.forms"))
        found = None
        if is_notation(told("hand")):
            found = _line(texts)
        else:
            with st.expander(texts("analyse.around")):
                _around(texts)
        with st.expander(texts("analyse.conditions")):
            st.text_input(texts("analyse.keep"), key=KEY("keep"))
            st.text_input(texts("analyse.first"), key=KEY("first"), placeholder="34567")
            st.text_input(texts("analyse.last"), key=KEY("last"), placeholder="33")
        line = is_notation(told("hand"))
        write_address(texts, ("hand", "seat", *CONDITIONS) if line else FIELDS)
        if found is not None:
            _of_line(found, texts)
        elif told("hand") and not line:
            _of_cards(st.session_state[KEY("hand")], texts)
        with st.expander(texts("analyse.many")):
            _many(texts)


# ---- what is told around the cards ----


def _around(texts: Texts) -> None:
    """What is told of the deal around the hand."""
    left, right = st.columns(2)
    with left:
        st.selectbox(
            texts("analyse.rules"),
            [name for name in RULES_NAMES if name in PRESETS],
            key=KEY("rules"),
            format_func=lambda name: rules_name(PRESETS[name], texts),
        )
        st.selectbox(
            texts("analyse.role"),
            ("", *_roles()),
            key=KEY("role"),
            format_func=partial(_role_name, texts, "analyse.role_none"),
        )
        st.text_input(texts("analyse.seen"), key=KEY("seen"))
    with right:
        st.text_input(texts("analyse.on"), key=KEY("on"), placeholder="33")
        st.selectbox(
            texts("analyse.by"),
            ("", *_roles()),
            key=KEY("by"),
            format_func=partial(_role_name, texts, "analyse.by_none"),
        )
        st.text_input(texts("analyse.counts"), key=KEY("counts"), placeholder="20, 17")
    st.caption(texts("analyse.around_help"))


def _roles() -> tuple[str, ...]:
    roles = ROLES[rules_told().seats]
    for field in ("role", "by"):
        if told(field) not in ("", *roles):
            tell(**{field: ""})
    return roles


def _role_name(texts: Texts, none: str, role: str) -> str:
    names = {
        "landlord": texts("role.landlord"),
        "after": texts("role.after_landlord"),
        "across": texts("role.across_landlord"),
        "before": texts("role.before_landlord"),
    }
    return names[role] if role else texts(none)


def _situation(rules: Rules) -> Situation:
    said = {field: told(field) for field in AROUND}
    seen = read_cards(said["seen"], rules) if said["seen"] else None
    counts = read_counts(said["counts"]) if said["counts"] else ()
    return Situation(said["role"] or None, said["on"], said["by"] or None, seen, counts)


# ---- a line of notation ----


def _line(texts: Texts) -> State | View | None:
    """What a position, view or record says, and whose view of it is asked for."""
    try:
        found = read_notation(told("hand"))
        seats = tuple(str(seat) for seat, held in enumerate(found.counts) if held)
        if told("seat") not in seats or isinstance(found, View):
            tell(seat="")
        if isinstance(found, State):
            st.selectbox(
                texts("analyse.seat"),
                ("", *seats),
                key=KEY("seat"),
                format_func=partial(_seat_name, texts, found),
            )
    except _WRONG as error:
        st.html(alert(texts("analyse.wrong_line"), detail=str(error)))
        return None
    return found


def _seat_name(texts: Texts, found: State, seat: str) -> str:
    if not seat:
        return texts("analyse.seat_none")
    number = texts("analyse.seat_n", n=seat)
    if found.landlord is None or len(found.counts) not in ROLES:
        return number
    role = ROLES[len(found.counts)][(int(seat) - found.landlord) % len(found.counts)]
    return texts("analyse.seat_role", seat=number, role=_role_name(texts, "", role))


def _of_line(found: State | View, texts: Texts) -> None:
    seat = int(told("seat")) if told("seat") else None
    try:
        given = understood(told("hand"), seat=seat)
    except _WRONG as error:
        st.html(alert(texts("analyse.wrong_line"), detail=str(error)))
        return
    view = view_of_seat(found, seat)
    if view.turn != view.seat or view.phase == "over":
        st.caption(texts("analyse.not_turn"))
    set_free(view, texts)
    report_of(given, given.hand, texts)


# ---- cards ----


def _of_cards(text: str, texts: Texts) -> None:
    rules = rules_told()
    try:
        reading = read_hand(text, rules)
    except HandTextError as error:
        st.html(marked_fault(text, error, texts))
        return
    st.html(_reading_html(reading, texts))
    pasted = _chosen(reading, texts)
    if pasted is None:
        return
    changes(pasted, rules, texts)
    given = _given(hand_now(pasted, rules), rules, texts)
    if given is not None:
        report_of(given, pasted, texts)


def _given(hand: Counts, rules: Rules, texts: Texts) -> Given | None:
    """The hand in its situation; the cards alone where that does not fit, which is said."""
    letters = ranks_text(hand)
    try:
        return understood(letters, rules, told=_situation(rules))
    except SituationError as error:
        st.html(alert(situation_fault(error, texts)))
    except _WRONG as error:
        st.html(alert(texts("analyse.unfit"), detail=str(error)))
    return Given(letters, hand, rules, None)


def _reading_html(reading: Reading, texts: Texts) -> str:
    """Card by card what was read as what."""
    chips = []
    for piece in reading.pieces:
        shown = " / ".join(letters_text(each, texts) or "–" for each in piece.readings)
        found = escape(reading.text[piece.start : piece.end])
        look = "open" if len(piece.readings) > 1 or reading.unsure else "sure"
        chips.append(f'<li class="{look}"><span>{found}</span> <b>{escape(shown)}</b></li>')
    return f'<ul class="read" aria-label="{escape(texts("analyse.read"))}">{"".join(chips)}</ul>'


def _chosen(reading: Reading, texts: Texts) -> Counts | None:
    """The hand that is meant: the only one, or the one the person says."""
    if not reading.ask:
        return reading.hands[0]
    choices = list(map(ranks_text, reading.hands[:_MOST_ASKED]))
    if told("meant") not in choices:
        tell(meant="")
    key = KEY(f"meant_{reading.text}")
    meant: str | None = st.radio(
        texts("analyse.ask"),
        choices,
        index=choices.index(told("meant")) if told("meant") else None,
        key=key,
        format_func=lambda letters: letters_text(letters, texts),
        on_change=lambda: tell(meant=st.session_state[key], now=""),
    )
    return None if meant is None else reading.hands[choices.index(meant)]


# ---- many hands ----


def _many(texts: Texts) -> None:
    """A file of hands up, a table of them down."""
    choose = texts("analyse.choose_file").replace('"', "")
    st.html(f'<style>.st-key-analyse_file {{ --choose: "{escape(choose)}" }}</style>')
    file = st.file_uploader(
        texts("analyse.many_file"),
        type=["csv", "txt"],
        key=KEY("file"),
        max_upload_size=MEGABYTES,
    )
    if file is None:
        return
    try:
        hands = hands_of(file.getvalue(), is_csv=file.name.lower().endswith(".csv"))
    except FileError as error:
        st.html(alert(_file_fault(error, texts)))
        return
    try:
        found = rows(tuple(hands), rules_told())
    except NoReportError:
        failed(texts)
        return
    if found is None:
        wait(partial(rows, tuple(hands), rules_told()), texts)
        return
    st.dataframe([_for_people(row, texts) for row in found], hide_index=True, key=KEY("table"))
    st.download_button(
        texts("analyse.as_csv"),
        partial(as_csv, found),
        file_name="tesuu-hands.csv",
        mime="text/csv",
        key=KEY("csv"),
        on_click="ignore",
    )


def _file_fault(error: FileError, texts: Texts) -> str:
    return {
        "text": texts("analyse.file_text"),
        "csv": texts("analyse.file_csv"),
        "none": texts("analyse.file_none"),
        "most": texts("analyse.file_most", n=error.most),
        "large": texts("analyse.file_large", n=error.most),
    }[error.fault]


def _for_people(row: Row, texts: Texts) -> Row:
    """A row under heads that can be read, cards as people write them, and why there are none."""
    hand, split = str(row["hand"]), row["split"]
    return {
        texts("analyse.col_hand"): hand,
        texts("analyse.col_number"): row["number"],
        texts("analyse.col_fewest"): row["fewest"],
        texts("analyse.col_split"): split and split_phrase(str(split).split(), texts.language),
        texts("analyse.col_problem"): _problem(hand, texts) if row["problem"] else "",
    }


def _problem(hand: str, texts: Texts) -> str:
    try:
        return "" if any(read_hand(hand, rules_told()).only) else texts("analyse.fault_empty")
    except HandTextError as error:
        return hand_fault(error, texts)
