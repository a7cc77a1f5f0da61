"""The page that analyses pasted cards: what was understood, the report, and what to take away."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Sequence
from functools import partial
from html import escape
from io import StringIO
from typing import Any

import streamlit as st

from coach.doudizhu.analyse import Analysis, Given, understood
from coach.doudizhu.analyse_many import COLUMNS, Row, hands_of
from coach.doudizhu.analyse_text import as_markdown, as_text, priced_lines, sections, title
from coach.doudizhu.hand_text import HandTextError, Reading, read_hand
from coach.doudizhu.phrases import cards_text
from coach.doudizhu.situation import ROLES, Situation, is_notation, read_conditions, read_counts
from coach.doudizhu.split_picture import split_svg
from coach.hints import HintedPlay
from coach.language import Texts
from coach.ui.analysing import NoReportError, ask_again, report, rows
from coach.ui.table.hint import candidates
from coach.ui.table.words import RULES_NAMES, rules_name
from engine.cards import (
    RANKS,
    AmbiguousPlayError,
    Counts,
    IllegalPlayError,
    NotationError,
    ranks_text,
)
from engine.doudizhu.conditions import Conditions, split_under
from engine.doudizhu.rules import CLASSIC, PRESETS, Rules

_WRONG = (NotationError, IllegalPlayError, AmbiguousPlayError)
_FIELDS = ("hand", "rules", "role", "on", "by", "seen", "counts", "keep", "first", "last")
"""What the address tells, and the keys of the page's fields."""
_KEY = "analyse_{}".format
_LOOK = 0.4
"""Seconds between two looks at what is being worked out."""


def page(texts: Texts) -> None:
    """Draw the page; what is asked stands in the address, so that a link opens the same."""
    st.session_state["elsewhere"] = True
    for field in _FIELDS:
        if _KEY(field) not in st.session_state:
            st.session_state[_KEY(field)] = _of_address(field)
    with st.container(key="analyse"):
        st.html(f"<h1>{escape(texts('ui.analyse'))}</h1>")
        st.text_area(
            texts("analyse.paste"), key=_KEY("hand"), height=96, placeholder="33 4 5 10 JJ QQ K A 2"
        )
        with st.expander(texts("analyse.around")):
            _around(texts)
        with st.expander(texts("analyse.conditions")):
            st.text_input(texts("analyse.keep"), key=_KEY("keep"))
            st.text_input(texts("analyse.first"), key=_KEY("first"))
            st.text_input(texts("analyse.last"), key=_KEY("last"))
        _write_address(texts)
        text = st.session_state[_KEY("hand")]
        if text.strip():
            _understood(text, texts)
        else:
            st.caption(texts("analyse.forms"))
        with st.expander(texts("analyse.many")):
            _many(texts)


_CONDITIONS = ("keep", "first", "last")


def _of_address(field: str) -> str:
    value = st.query_params.get(field, "")
    if field == "rules":
        return value if value in RULES_NAMES else CLASSIC.name
    if field in ("role", "by"):
        return value if value in ROLES[4] else ""
    return value[:1000]


def _write_address(texts: Texts) -> None:
    told = {field: st.session_state[_KEY(field)].strip() for field in _FIELDS}
    if told["rules"] == CLASSIC.name:
        told["rules"] = ""
    st.query_params.from_dict(
        {"lang": texts.language, **{field: value for field, value in told.items() if value}}
    )


def _around(texts: Texts) -> None:
    """What is told of the deal around the hand."""
    left, right = st.columns(2)
    with left:
        st.selectbox(
            texts("analyse.rules"),
            [name for name in RULES_NAMES if name in PRESETS],
            key=_KEY("rules"),
            format_func=lambda name: rules_name(PRESETS[name], texts),
        )
        st.selectbox(
            texts("analyse.role"),
            ("", *_roles()),
            key=_KEY("role"),
            format_func=partial(_role_name, texts, "analyse.role_none"),
        )
        st.text_input(texts("analyse.seen"), key=_KEY("seen"))
    with right:
        st.text_input(texts("analyse.on"), key=_KEY("on"), placeholder="33")
        st.selectbox(
            texts("analyse.by"),
            ("", *_roles()),
            key=_KEY("by"),
            format_func=partial(_role_name, texts, "analyse.by_none"),
        )
        st.text_input(texts("analyse.counts"), key=_KEY("counts"), placeholder="20, 17")
    st.caption(texts("analyse.around_help"))


def _rules() -> Rules:
    return PRESETS[st.session_state[_KEY("rules")]]


def _roles() -> tuple[str, ...]:
    roles = ROLES[_rules().seats]
    for field in ("role", "by"):
        if st.session_state[_KEY(field)] not in ("", *roles):
            st.session_state[_KEY(field)] = ""
    return roles


def _role_name(texts: Texts, none: str, role: str) -> str:
    names = {
        "landlord": texts("role.landlord"),
        "after": texts("role.after_landlord"),
        "across": texts("role.across_landlord"),
        "before": texts("role.before_landlord"),
    }
    return names[role] if role else texts(none)


# ---- what was understood ----


def _understood(text: str, texts: Texts) -> None:
    rules = _rules()
    try:
        if is_notation(text):
            given = understood(text)
        else:
            reading = read_hand(text, rules)
            st.html(_reading_html(reading, texts))
            chosen = _chosen(reading, texts)
            if chosen is None:
                return
            given = understood(ranks_text(chosen), rules, told=_situation(rules))
    except HandTextError as error:
        st.html(_fault_html(text, error, texts))
        return
    except _WRONG as error:
        st.html(f'<p role="alert">{escape(texts("analyse.unfit"))} {escape(str(error))}</p>')
        return
    _report(given, texts)


def _situation(rules: Rules) -> Situation:
    told = {field: st.session_state[_KEY(field)].strip() for field in _FIELDS}
    seen = read_hand(told["seen"], rules).only if told["seen"] else None
    counts = read_counts(told["counts"]) if told["counts"] else ()
    return Situation(told["role"] or None, told["on"].upper(), told["by"] or None, seen, counts)


def _reading_html(reading: Reading, texts: Texts) -> str:
    """Card by card what was read as what."""
    chips = []
    for piece in reading.pieces:
        shown = " / ".join(_cards(each, texts) or "–" for each in piece.readings)
        found = escape(reading.text[piece.start : piece.end])
        look = "open" if len(piece.readings) > 1 or reading.unsure else "sure"
        chips.append(f'<li class="{look}"><span>{found}</span> <b>{escape(shown)}</b></li>')
    return f'<ul class="read" aria-label="{escape(texts("analyse.read"))}">{"".join(chips)}</ul>'


def _cards(letters: str, texts: Texts) -> str:
    return cards_text((RANKS.index(letter) for letter in letters), texts.language)


def _chosen(reading: Reading, texts: Texts) -> Counts | None:
    """The hand that is meant: the only one, or the one the person says."""
    if not reading.ask:
        return reading.hands[0]
    choices = list(map(ranks_text, reading.hands[:8]))
    meant: str | None = st.radio(
        texts("analyse.ask"),
        choices,
        index=None,
        key=_KEY(f"meant_{reading.text}"),
        format_func=lambda letters: _cards(letters, texts),
    )
    return None if meant is None else reading.hands[choices.index(meant)]


def _fault_html(text: str, error: HandTextError, texts: Texts) -> str:
    """What cannot be read, with its place marked in the paste."""
    said = {
        "empty": texts("analyse.fault_empty"),
        "long": texts("analyse.fault_long"),
        "unknown": texts("analyse.fault_unknown"),
        "range": texts("analyse.fault_range"),
        "many": texts("analyse.fault_many", card=_fault_card(error, texts), n=error.most),
        "open": texts("analyse.fault_open"),
    }[error.fault]
    begin, found, end = text[: error.start], text[error.start : error.end], text[error.end :]
    marked = f"{escape(begin[-60:])}<mark>{escape(found)}</mark>{escape(end[:60])}"
    place = f"<p class='paste'>{marked}</p>" if found.strip() else ""
    return f'<div role="alert"><p>{escape(said)}</p>{place}</div>'


def _fault_card(error: HandTextError, texts: Texts) -> str:
    return _cards(error.found, texts) if error.fault == "many" else ""


# ---- the report ----


def _report(given: Given, texts: Texts) -> None:
    """The cards at once, then what has to be sampled when it is there."""
    try:
        first = report(given, sampled=False)
        whole = report(given, sampled=True) if first is not None else None
    except NoReportError:
        _failed(texts)
        return
    shown = whole or first
    if shown is not None:
        _sections(shown, texts)
        _priced(given, texts)
    if whole is None:
        _wait(partial(report, given, sampled=first is not None), texts)
    else:
        _take_away(whole, texts)


@st.fragment(run_every=_LOOK)
def _wait(asked: Callable[[], object], texts: Texts) -> None:
    """A line that says that something is worked out; the page is drawn anew when it is."""
    st.html(f'<p class="muted" role="status">{escape(texts("analyse.working"))}</p>')
    try:
        ready = asked() is not None
    except NoReportError:
        ready = True  # the page says so
    if ready:
        st.rerun()


def _priced(given: Given, texts: Texts) -> None:
    """What the side conditions cost in plays, where there are any."""
    keep, first, last = (st.session_state[_KEY(field)] for field in _CONDITIONS)
    try:
        conditions = read_conditions(keep, first, last, given.rules)
        if conditions == Conditions():
            return
        lines = priced_lines(split_under(given.hand, conditions, given.rules), texts)
    except _WRONG as error:
        st.html(f'<p role="alert">{escape(texts("analyse.unfit"))} {escape(str(error))}</p>')
        return
    listed = "".join(f"<p>{escape(line)}</p>" for line in lines)
    heading = escape(texts("analyse.conditions"))
    st.html(f'<section class="report"><h2>{heading}</h2>{listed}</section>')


def _failed(texts: Texts) -> None:
    st.warning(texts("analyse.failed"))
    st.button(texts("error.retry"), key=_KEY("retry"), on_click=ask_again)


def _sections(found: Analysis, texts: Texts) -> None:
    best = "".join(
        f"<li>{escape(cards_text(_ranks(play.counts), texts.language))}</li>"
        for play in found.report.best
    )
    head, *others = sections(found.report, texts.language, found=found.hint, opened=found.opened)
    lines = "".join(f"<p>{escape(line)}</p>" for line in head.lines[:2])
    st.html(
        f'<section class="report"><h2>{escape(head.heading)}</h2>{lines}'
        f'<ul class="groups" aria-label="{escape(head.lines[-1])}">{best}</ul></section>'
    )
    if found.hint is not None:
        st.html(_plays_html(found.hint.plays, texts))
    for section in others:
        items = "".join(f"<li>{escape(line)}</li>" for line in section.lines)
        st.html(
            f'<details class="report"><summary>{escape(section.heading)}</summary>'
            f"<ul>{items}</ul></details>"
        )


def _ranks(counts: Counts) -> list[int]:
    return [rank for rank, held in enumerate(counts) for _ in range(held)]


def _plays_html(rows: Sequence[HintedPlay], texts: Texts) -> str:
    """Every play or bid with its chance and interval; ties are marked."""
    table = candidates(rows, texts, most=len(rows))
    heads = "".join(f'<th scope="col">{_head_html(head)}</th>' for head in table["heads"])
    lines = "".join(_line_html(line, texts) for line in table["rows"])
    return (
        f'<div class="plays"><table><thead><tr>{heads}</tr></thead>'
        f"<tbody>{lines}</tbody></table></div>"
    )


def _head_html(head: dict[str, Any]) -> str:
    basis = "" if head["basis"] is None else f" <small>{escape(head['basis']['word'])}</small>"
    return f"{escape(head['text'])}{basis}"


def _line_html(line: dict[str, Any], texts: Texts) -> str:
    tie = f" <small>{escape(texts('hint.tie'))}</small>" if line["tie"] else ""
    cells = [escape(_chance(line))]
    if "points" in line:
        cells.append(escape(f"{line['points']['text']} {line['points']['note']}"))
    else:
        cells += [escape(line["left"]), escape(line["beaten"]["text"])]
    row = "".join(f'<td class="num">{cell}</td>' for cell in cells)
    return f'<tr><th scope="row">{escape(line["name"])}{tie}</th>{row}</tr>'


def _chance(line: dict[str, Any]) -> str:
    if "sure" in line:
        return f"{line['sure']['text']} ({line['sure']['basis']['word']})"
    chance = line["chance"]
    return f"{chance['mid']}% ({chance['low']}\N{EN DASH}{chance['high']})"


# ---- many hands ----


def _many(texts: Texts) -> None:
    """A file of hands up, a table of them down."""
    file = st.file_uploader(texts("analyse.many_file"), type=["csv", "txt"], key=_KEY("file"))
    if file is None:
        return
    try:
        hands = hands_of(file.getvalue(), is_csv=file.name.lower().endswith(".csv"))
    except NotationError as error:
        st.html(f'<p role="alert">{escape(texts("analyse.many_wrong"))} {escape(str(error))}</p>')
        return
    try:
        found = rows(tuple(hands), _rules())
    except NoReportError:
        _failed(texts)
        return
    if found is None:
        _wait(partial(rows, tuple(hands), _rules()), texts)
        return
    st.dataframe(found, hide_index=True, key=_KEY("table"))
    st.download_button(
        texts("analyse.as_csv"),
        partial(_as_csv, found),
        file_name="tesuu-hands.csv",
        mime="text/csv",
        key=_KEY("csv"),
        on_click="ignore",
    )


def _as_csv(found: list[Row]) -> str:
    written = StringIO()
    table = csv.DictWriter(written, COLUMNS)
    table.writeheader()
    table.writerows(found)
    return written.getvalue()


# ---- what can be taken away ----


def _take_away(found: Analysis, texts: Texts) -> None:
    """The report as text, Markdown and JSON, and the split as a picture."""
    listed = sections(found.report, texts.language, found=found.hint, opened=found.opened)
    heading = title(found.report.hand, texts)
    files = {
        "txt": ("text/plain", partial(as_text, listed)),
        "md": ("text/markdown", partial(as_markdown, listed)),
        "json": ("application/json", partial(_as_json, found, texts.language)),
        "svg": ("image/svg+xml", partial(split_svg, found.report.best, heading, texts.language)),
    }
    names = {
        "txt": texts("analyse.as_txt"),
        "md": texts("analyse.as_md"),
        "json": texts("analyse.as_json"),
        "svg": texts("analyse.as_svg"),
    }
    with st.container(horizontal=True, key=_KEY("files")):
        for ending, (kind, make) in files.items():
            st.download_button(
                names[ending],
                make,
                file_name=f"tesuu-{ranks_text(found.report.hand)}.{ending}",
                mime=kind,
                key=_KEY(ending),
                on_click="ignore",
            )


def _as_json(found: Analysis, language: str) -> str:
    from coach.commands.analyse import answered  # loads the command line, which few ask for

    return json.dumps(answered(found, language), ensure_ascii=False, indent=1)
