"""The report of an analysis on the page: the split, the plays, the reasons, and what to keep."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from html import escape
from typing import Any

import streamlit as st

from coach.claims import EXACT
from coach.doudizhu.analyse import Analysis, Given
from coach.doudizhu.analyse_text import (
    Section,
    as_markdown,
    as_text,
    change_section,
    priced_lines,
    sections,
    title,
)
from coach.doudizhu.phrases import split_phrase
from coach.doudizhu.situation import SituationError, read_conditions
from coach.doudizhu.split_picture import split_svg
from coach.hints import Hint, HintedPlay
from coach.language import Texts
from coach.say import render
from coach.ui.analyse_address import CONDITIONS, KEY, told
from coach.ui.analyse_faults import alert, situation_fault
from coach.ui.analysing import NoReportError, ask_again, report
from coach.ui.table.hint import badge, candidates
from engine.cards import Counts, IllegalPlayError, ranks_text
from engine.doudizhu.conditions import Conditions, split_under
from engine.doudizhu.search import fewest_plays

_LOOK = 0.4
"""Seconds between two looks at what is being worked out."""


def report_of(given: Given, pasted: Counts, texts: Texts) -> None:
    """The cards at once, then what has to be sampled when it is there; *pasted* is the hand before
    it was changed."""
    try:
        first = report(given, sampled=False)
        whole = report(given, sampled=True) if first is not None else None
    except NoReportError:
        failed(texts)
        return
    shown, beside = whole or first, []
    if shown is not None:
        change = change_section(pasted, shown.report, texts.language)
        for part in report_html(shown, change, texts):
            st.html(part)
        beside = [*filter(None, (change, _priced(given, texts)))]
    else:
        st.html(first_html(given, texts))
    if whole is None:
        wait(partial(report, given, sampled=first is not None), texts)
    else:
        _take_away(whole, beside, texts)


def report_html(found: Analysis, change: Section | None, texts: Texts) -> tuple[str, ...]:
    """The report as markup: the cards, then the advice if there is any, then the folded lists."""
    advice = () if found.hint is None else (_advice(found.hint, texts),)
    return (_head(found, change, texts), *advice, *_details(found, texts))


def first_html(given: Given, texts: Texts) -> str:
    """The fewest plays and one split that has them, which the search finds in a millisecond: hands
    of several bombs have so many that listing them all takes up to a second."""
    split = fewest_plays(given.hand, given.rules)
    shown = "".join(
        f"<li>{escape(split_phrase([str(play)], texts.language))}</li>" for play in split
    )
    return (
        f'<section class="report first"><h2>{escape(title(given.hand, texts))}</h2>'
        f"<p>{escape(texts.count('analyse.fewest', len(split)))}</p>"
        f'<ul class="groups">{shown}</ul></section>'
    )


@st.fragment(run_every=_LOOK)
def wait(asked: Callable[[], object], texts: Texts) -> None:
    """A line that says that something is worked out; the page is drawn anew when it is."""
    st.html(f'<p class="muted" role="status">{escape(texts("analyse.working"))}</p>')
    try:
        ready = asked() is not None
    except NoReportError:
        ready = True  # the page says so
    if ready:
        st.rerun()


def failed(texts: Texts) -> None:
    """Say that there is no answer, with a button that asks again."""
    st.warning(texts("analyse.failed"))
    st.button(texts("error.retry"), key=KEY("retry"), on_click=ask_again)


# ---- the cards ----


def _head(found: Analysis, change: Section | None, texts: Texts) -> str:
    """The hand, what was changed of it, its fewest plays and the best split."""
    head = _listed(found, texts)[0]
    best = "".join(
        f"<li>{escape(split_phrase([str(play)], texts.language))}</li>"
        for play in found.report.best
    )
    lines = "".join(f"<p>{escape(line)}</p>" for line in head.lines[:2])
    changed = "" if change is None else _changed_html(change)
    return (
        f'<section class="report"><h2>{escape(head.heading)}</h2>{changed}{lines}'
        f'<ul class="groups" aria-label="{escape(head.lines[-1])}">{best}</ul></section>'
    )


def _changed_html(change: Section) -> str:
    lines = "".join(f"<p>{escape(line)}</p>" for line in change.lines)
    return f'<div class="changed" role="group" aria-label="{escape(change.heading)}">{lines}</div>'


def _listed(found: Analysis, texts: Texts) -> tuple[Section, ...]:
    return sections(found.report, texts.language, found=found.hint, opened=found.opened)


def _details(found: Analysis, texts: Texts) -> Iterator[str]:
    """The other sections, folded; of the advice only its proof, the rest stands above."""
    for section in _listed(found, texts)[1:]:
        heading, lines = section.heading, section.lines
        if found.hint is not None and heading == texts(_advice_key(found.hint)):
            heading, lines = texts("hint.proof"), lines[sum(map(len, found.hint.steps[2:3])) :]
        if not lines:
            continue
        intro = f"<p>{escape(section.intro)}</p>" if section.intro else ""
        items = "".join(f"<li>{escape(line)}</li>" for line in lines)
        basis = "" if section.basis is None else _basis_html(section.basis, texts)
        yield (
            f'<details class="report"><summary>{escape(heading)}{basis}</summary>'
            f"{intro}<ul>{items}</ul></details>"
        )


def _basis_html(basis: str, texts: Texts) -> str:
    return f" <small>{escape(badge(basis, texts)['word'])}</small>"


def _priced(given: Given, texts: Texts) -> Section | None:
    """What the side conditions cost in plays, where there are any and the hand can keep to them."""
    keep, first, last = map(told, CONDITIONS)
    try:
        conditions = read_conditions(keep, first, last, given.rules)
        if conditions == Conditions():
            return None
        lines = priced_lines(split_under(given.hand, conditions, given.rules), texts)
    except SituationError as error:
        st.html(alert(situation_fault(error, texts)))
        return None
    except IllegalPlayError:
        st.html(alert(texts("analyse.wrong_conditions")))
        return None
    section = Section(texts("analyse.conditions"), lines, basis=EXACT)
    listed = "".join(f"<p>{escape(line)}</p>" for line in lines)
    st.html(f'<section class="report"><h2>{escape(section.heading)}</h2>{listed}</section>')
    return section


# ---- bids and plays ----


def _advice_key(found: Hint) -> str:
    return "analyse.turn" if found.view.phase == "play" else "analyse.words"


def _advice(found: Hint, texts: Texts) -> str:
    """What to bid or play, and every choice beside it."""
    said = "".join(
        f"<p>{escape(render(one, texts.language))}</p>" for step in found.steps[2:3] for one in step
    )
    heading, table = escape(texts(_advice_key(found))), _plays_html(found.plays, texts)
    return f'<section class="report"><h2>{heading}</h2>{said}{table}</section>'


def _plays_html(rows: Sequence[HintedPlay], texts: Texts) -> str:
    """Every play or bid with its chance and interval; ties are marked."""
    table = candidates(rows, texts, most=len(rows))
    heads = "".join(f'<th scope="col">{_head_html(head)}</th>' for head in table["heads"])
    lines = "".join(_line_html(line, texts) for line in table["rows"])
    return (
        f'<div class="plays" tabindex="0"><table><thead><tr>{heads}</tr></thead>'
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


# ---- what can be taken away ----


def _take_away(found: Analysis, beside: Sequence[Section], texts: Texts) -> None:
    """The report as text, Markdown and JSON, and the split as a picture; *beside* it are what was
    changed and what the side conditions cost."""
    head, *others = _listed(found, texts)
    listed = [head, *beside, *others]
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
    st.caption(texts("analyse.save_as"))
    with st.container(horizontal=True, key=KEY("files")):
        for ending, (kind, make) in files.items():
            st.download_button(
                names[ending],
                make,
                file_name=f"tesuu-{ranks_text(found.report.hand)}.{ending}",
                mime=kind,
                key=KEY(ending),
                on_click="ignore",
            )


def _as_json(found: Analysis, language: str) -> str:
    from coach.commands.analyse import answered  # loads the command line, which few ask for

    return json.dumps(answered(found, language), ensure_ascii=False, indent=1)
