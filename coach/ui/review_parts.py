"""What a review shows: curve, second looks, accuracy, luck and skill, every decision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from html import escape
from typing import Any

import streamlit as st

from coach.doudizhu.decisions import Decision
from coach.language import Texts
from coach.review import Deal, moments, plays_left, tricks
from coach.review_text import grade_name, open_said, throws_unseen, where
from coach.say import render
from coach.store import SavedGame
from coach.ui import review_figures
from coach.ui.review_figures import colours, drawing, heading
from coach.ui.reviewing import WHOLE, Work, begin_again, review_of
from coach.ui.table.hint import play_name
from coach.ui.table.marks import depth_of
from coach.ui.table.replay import side_of
from coach.ui.table.words import seat_name
from engine.doudizhu import game as doudizhu

_LOOK = 0.5
"""Seconds between two looks at what is being worked out."""
_SMALL = 0.01
_BESIDE = 0.12
"""Share of the turns of a deal that a figure beside a mark is wide on a phone."""
Try = Callable[[int], None]


def drawn(
    deal: Deal,
    seat: int,
    texts: Texts,
    *,
    try_again: Try | None = None,
    game: SavedGame | None = None,
) -> None:
    """Draw what is known of the review of *seat* by now, and go on working on it.

    *try_again* is called with the place of a decision that is to be tried again.
    """
    work = review_of(deal, seat)
    if work.failed:
        st.warning(texts("review.failed"))
        st.button(texts("error.retry"), key="review_retry", on_click=partial(begin_again, work))
    elif work.stage != WHOLE:
        _progress(work, work.stage, texts)
    if not work.stage:
        return
    wide, narrow = st.columns([7, 4], gap="medium")
    with wide:
        _curve(work, texts)
        _second_looks(work, texts, try_again)
    with narrow:
        review_figures.figures(work, texts)
    _all(work, texts, game)
    _plays_left(work, texts)


@st.fragment(run_every=_LOOK)
def _progress(work: Work, shown: str, texts: Texts) -> None:
    """How far the review is; the page is drawn anew when there is more to see."""
    review_of(work.deal, work.seat)
    said = texts("review.refining" if shown else "review.working")
    st.progress(min(1.0, work.share), text=said)
    if work.stage != shown or work.failed:
        st.rerun()


def table(rows: Sequence[dict[str, Any]], texts: Texts, key: str) -> None:
    """Draw *rows* as a table that opens."""
    with st.expander(texts("review.as_table"), key=key):
        st.html(table_html(rows))


def table_html(rows: Sequence[dict[str, Any]]) -> str:
    """*rows*, of which there is at least one, as a table; their keys are its head."""
    head = "".join(f'<th scope="col">{escape(str(name))}</th>' for name in rows[0])
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(str(value))}</td>" for value in row.values()) + "</tr>"
        for row in rows
    )
    whole = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class="rows">{whole}</div>'


# ---- the curve ----


def _curve(work: Work, texts: Texts) -> None:
    deal = work.deal
    places = tricks(deal)
    rows = [_point(work, at, places, texts) for at in range(len(work.curve))]
    marks = [mark for one in work.review.decisions if (mark := _mark(work, one, texts))]
    in_rows(marks, len(work.curve))
    bombs: list[dict[str, Any]] = []
    leads: list[dict[str, Any]] = []
    for at, what, seat in moments(deal):
        name = seat_name(side_of(seat, deal.states[0].rules), texts)
        if what == "lead":
            leads.append({"at": at, "label": name})
        else:
            key = "review.rocket_mark" if what == "rocket" else "review.bomb_mark"
            bombs.append({"at": at, "label": texts(key), "row": len(bombs) % 2})
    words = {
        "tricks": texts("review.tricks"),
        "trick": texts("review.trick_column"),
        "who": texts("review.who"),
        "play": texts("review.play"),
        "chance": texts("review.chance"),
        "lead": texts("review.lead_passed"),
    }
    with st.container(border=True, key="review_curve"):
        heading(texts("review.curve"))
        st.altair_chart(
            drawing().win_chance(
                rows,
                marks,
                bombs,
                leads,
                _trick_starts(deal),
                words,
                colours(),
                landlord=work.seat == deal.landlord,
            ),
            width="stretch",
        )
        st.html(_key(texts, landlord=work.seat == deal.landlord))
        columns = ("trick", "who", "play", "figure")
        names = (words["trick"], words["who"], words["play"], words["chance"])
        table(
            [
                {
                    "#": number,
                    **{name: row[column] for name, column in zip(names, columns, strict=True)},
                }
                for number, row in enumerate(rows)
            ],
            texts,
            "curve_table",
        )


def _point(
    work: Work, place: int, places: Sequence[tuple[int, int]], texts: Texts
) -> dict[str, Any]:
    """A point of the curve, and what led to it; *places* are those of ``tricks``."""
    point, deal = work.curve[place], work.deal
    chance, error = 100 * point.chance, 100 * point.error
    trick = who = play = ""
    if place:
        at = point.at - 1
        trick = texts("review.trick", n=places[at][0])
        who = seat_name(side_of(deal.states[at].turn, deal.states[0].rules), texts)
        view = doudizhu.view(deal.states[at], deal.states[at].turn)
        play = play_name(deal.actions[at], view, texts)
    about = texts("review.about", percent=round(chance), error=max(1, round(error)))
    sure = error == 0
    return {
        "at": point.at,
        "chance": chance,
        "low": max(0.0, chance - error),
        "high": min(100.0, chance + error),
        "above": max(50.0, chance),
        "below": min(50.0, chance),
        "half": 50.0,
        "trick": trick or texts("review.start"),
        "who": who,
        "play": play,
        "figure": f"{chance:.0f}%" if sure else about,
    }


def _trick_starts(deal: Deal) -> dict[int, str]:
    """Where each trick begins, for the axis."""
    found: dict[int, str] = {}
    for at, (trick, place) in enumerate(tricks(deal)):
        if trick and place == 1:
            found[at] = str(trick)
    return found


def _mark(work: Work, one: Decision, texts: Texts) -> dict[str, Any] | None:
    look = _look(one)
    at = {point.at: point.chance for point in work.curve}
    if look is None or one.view.phase != "play" or one.at + 1 not in at:
        return None
    return {
        "at": one.at + 1,
        "chance": 100 * at[one.at + 1],
        "look": look,
        "name": _look_name(look, texts),
        "play": play_name(one.action, one.view, texts),
        "figure": "" if look == "hard" else f"−{100 * one.loss:.0f}",
    }


def in_rows(marks: Sequence[dict[str, Any]], turns: int) -> None:
    """Give every mark a row of its own where its figure would stand on that of the one before."""
    at, row = -turns, 0
    for mark in marks:
        row = 1 - row if mark["at"] - at < _BESIDE * turns else 0
        at, mark["row"] = mark["at"], row


def _look(one: Decision) -> str | None:
    """How a decision is marked: by the size of its loss, as hard and right, or not at all."""
    if one.grade in ("inaccuracy", "mistake", "blunder"):
        return one.grade
    return "hard" if one.hard else None


def _look_name(look: str, texts: Texts) -> str:
    return texts("review.hard") if look == "hard" else grade_name(look, texts)


_SIGNS = {"hard": "●", "inaccuracy": "▲", "mistake": "◆", "blunder": "■"}


def _key(texts: Texts, *, landlord: bool) -> str:
    """What the marks mean."""
    signs = "".join(
        f'<li><i class="{look}" aria-hidden="true">{sign}</i>{escape(_look_name(look, texts))}</li>'
        for look, sign in _SIGNS.items()
    )
    band = escape(texts("review.band"))
    ahead = escape(texts("review.below_peasants" if landlord else "review.below_landlord"))
    return f'<ul class="key">{signs}<li>{band}</li><li>{ahead}</li></ul>'


# ---- decisions ----


def _second_looks(work: Work, texts: Texts, try_again: Try | None) -> None:
    worth = [one for one in work.review.decisions if _look(one) not in (None, "hard")]
    worth.sort(key=lambda one: -one.loss)
    with st.container(border=True, key="review_second"):
        heading(texts("review.second"))
        if not worth:
            st.html(f'<p class="muted">{escape(texts("review.nothing_lost"))}</p>')
            return
        st.html(f'<p class="muted">{escape(texts("review.hidden"))}</p>')
        for one in worth:
            _second_look(one, texts, try_again)


def _second_look(one: Decision, texts: Texts, try_again: Try | None) -> None:
    look = _look(one) or ""
    play = play_name(one.action, one.view, texts)
    with st.container(key=f"look_{one.at}", horizontal=True, vertical_alignment="center"):
        st.html(
            f'<div class="second"><i class="{look}" aria-hidden="true">{_SIGNS[look]}</i><p>'
            f"<b>{escape(where(one, texts))} · {escape(play)}</b><br>"
            f"{escape(_look_name(look, texts))}{escape(texts('review.colon'))}"
            f"{escape(_lost(one, texts))}</p></div>",
            width="stretch",
        )
        if try_again is not None:
            st.button(
                texts("ui.try_again"), key=f"try_{one.at}", on_click=partial(try_again, one.at)
            )


def _lost(one: Decision, texts: Texts) -> str:
    """What a decision lost, with its error."""
    if one.points is not None:
        scale = one.points / one.loss if one.loss else 0.0
        error = f"{max(0.1, scale * one.error):.1f}"
        return texts("review.lost_points", points=f"{one.points:.1f}", error=error)
    return texts("review.lost_win", points=f"{100 * one.loss:.0f}", error=_points(one.error))


def _points(error: float) -> str:
    return f"{max(1, round(100 * error))}"


def _all(work: Work, texts: Texts, game: SavedGame | None) -> None:
    """Every decision with the reasons; shut at first, for it tells the answers."""
    with st.expander(texts("review.all"), key="review_all"):
        for one in work.review.decisions:
            if one.weighed.forced:
                continue
            st.html(decision_html(work, one, texts, game))
        number = sum(one.weighed.forced for one in work.review.decisions)
        if number:
            st.html(f'<p class="muted">{escape(texts.count("review.forced", number))}</p>')


def decision_html(work: Work, one: Decision, texts: Texts, game: SavedGame | None) -> str:
    """A decision with its grade, its reasons and, labelled, what open hands tell."""
    look = _look(one)
    sign = _SIGNS.get(look or "", "○")
    play, best = (play_name(each, one.view, texts) for each in (one.action, one.best))
    facts = [grade_name(one.grade, texts)]
    if one.weighed.is_obvious:
        facts.append(texts("review.obvious"))
    if look not in (None, "hard"):
        facts += [_lost(one, texts), texts("review.best", play=best)]
    depth = depth_of(game["actions"][one.at][0]) if game else 0
    if depth:
        facts.append(texts("review.hinted", n=depth))
    said = [render(each, texts.language) for each in one.sentences]
    opened = work.opened.get(one.at)
    aside = ""
    if opened is not None and (not opened.won_before or throws_unseen(one, opened)):
        aside = f'<p class="muted open">{escape(open_said(opened, texts))}</p>'
    lines = "".join(f"<p>{escape(line)}</p>" for line in said)
    return (
        f'<div class="decision"><i class="{look or "fine"}" aria-hidden="true">{sign}</i><div>'
        f"<p><b>{escape(where(one, texts))} · {escape(play)}</b> "
        f'<span class="muted">{escape(" · ".join(facts))}</span></p>{lines}{aside}</div></div>'
    )


# ---- plays left ----


def _plays_left(work: Work, texts: Texts) -> None:
    deal = work.deal
    rules = deal.states[0].rules
    names = [seat_name(side_of(seat, rules), texts) for seat in range(rules.seats)]
    numbers = plays_left(deal)
    if not numbers:
        return
    places = tricks(deal)
    rows = [
        {
            "at": at,
            "seat": names[seat],
            "plays": left,
            "trick": texts("review.trick", n=places[at - 1][0] or 1),
        }
        for at, of_seats in numbers
        for seat, left in enumerate(of_seats)
    ]
    words = {
        "tricks": texts("review.tricks"),
        "trick": texts("review.trick_column"),
        "who": texts("review.who"),
        "plays": texts("review.plays_left_column"),
    }
    with st.expander(texts("review.plays_left"), key="review_left"):
        st.html(f'<p class="muted">{escape(texts("review.open_view"))}</p>')
        st.altair_chart(
            drawing().plays_left(rows, _trick_starts(deal), words, colours()), width="stretch"
        )
        listed = [
            {"#": at - numbers[0][0], **dict(zip(names, of_seats, strict=True))}
            for at, of_seats in numbers
        ]
        st.html(table_html(listed))
