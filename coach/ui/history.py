"""The page of the person's deals: what they came to, going on with one, looking at one again."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from html import escape

import streamlit as st

from coach.figures import signed
from coach.language import Texts
from coach.store import KeptGame, Totals, store
from coach.store_filter import Which
from coach.ui import history_files, moments, session, when
from coach.ui.profile import NOT_KEPT, profile
from coach.ui.table.replay import played_code
from coach.ui.table.words import LEVEL_NAMES, RULES_NAMES, rules_name
from engine.cards import NotationError
from engine.doudizhu.rules import parse_rules

A_PAGE = 12
"""Deals on a page of the list."""

_GO = "go_to_play"
_SKIP = "history_skip"
_REVIEW = "history_review"
_EVERY = ""
"""The choice of a filter that asks nothing."""


def page(texts: Texts, go_to_play: Callable[[], None], go_to_review: Callable[[str], None]) -> None:
    """Draw the list of deals, or the deal of the address moment by moment."""
    st.session_state["elsewhere"] = True
    if st.session_state.pop(_GO, False):
        go_to_play()
    reviewed = st.session_state.pop(_REVIEW, None)
    if reviewed:
        go_to_review(reviewed)
    wanted = st.query_params.get("game")
    language = {"lang": texts.language}
    if wanted:
        st.query_params.from_dict({**language, "game": wanted})
        moments.moments(wanted, texts, leave=_leave, play=_play)
        return
    st.query_params.from_dict(language)
    with st.container(key="history"):
        st.html(f"<h1>{escape(texts('page.history'))}</h1>")
        try:
            _list(texts)
        except NOT_KEPT:
            st.warning(texts("error.history"))
            st.button(texts("error.retry"), key="history_retry")


def _leave() -> None:
    """Back to the list."""
    st.query_params.pop("game", None)


def _play() -> None:
    st.session_state[_GO] = True


def _go_on(game_id: str) -> None:
    session.open_again(game_id)
    _play()


def _look(game_id: str) -> None:
    st.query_params["game"] = game_id


def _review(game_id: str) -> None:
    st.session_state[_REVIEW] = game_id


def _turn_to(skip: int) -> None:
    st.session_state[_SKIP] = skip


def _list(texts: Texts) -> None:
    whole = store().count(profile())
    if not whole:
        st.html(f'<p class="muted">{escape(texts("history.none"))}</p>')
    else:
        st.html(_totals_html(store().totals(profile()), texts))
        _deals(_filter(texts), texts)
    history_files.files(whole > 0, texts)


def _deals(which: Which, texts: Texts) -> None:
    """The deals that are asked for, page by page."""
    number = store().count(profile(), which)
    if not number:
        st.html(f'<p class="muted">{escape(texts("history.no_match"))}</p>')
        return
    skip = min(st.session_state.get(_SKIP, 0), (number - 1) // A_PAGE * A_PAGE)
    for kept in store().history(profile(), which, skip=skip, most=A_PAGE):
        _row(kept, texts)
    if number > A_PAGE:
        with st.container(horizontal=True, vertical_alignment="center", key="history_turn"):
            _turn(texts("history.newer"), skip - A_PAGE, skip > 0)
            last = min(skip + A_PAGE, number)
            st.html(f'<span class="muted num">{skip + 1}–{last} / {number}</span>', width="content")
            _turn(texts("history.older"), skip + A_PAGE, last < number)


def _filter(texts: Texts) -> Which:
    """Draw what can be asked of the deals; what is asked."""
    with (
        st.expander(texts("history.filter"), icon=":material/filter_list:", key="history_filter"),
        st.container(horizontal=True, key="filters"),
    ):
        won = _choice(
            "result",
            texts("history.result"),
            {"yes": texts("history.won"), "no": texts("history.lost")},
            texts,
        )
        landlord = _choice(
            "role",
            texts("progress.role"),
            {"yes": texts("role.landlord"), "no": texts("role.peasant")},
            texts,
        )
        level = _choice(
            "level",
            texts("progress.level"),
            {name: texts(key) for name, key in LEVEL_NAMES.items()},
            texts,
        )
        rules = _choice(
            "rules",
            texts("history.rules"),
            {name: texts(key) for name, key in RULES_NAMES.items()},
            texts,
        )
        what_ifs = _choice(
            "what_ifs",
            texts("history.what_ifs"),
            {"no": texts("history.without"), "yes": texts("history.only")},
            texts,
        )
    yes_no = {"yes": True, "no": False}
    return Which(
        won=yes_no.get(won),
        landlord=yes_no.get(landlord),
        level=level or None,
        rules=rules or None,
        what_ifs=yes_no.get(what_ifs),
    )


def _choice(name: str, label: str, options: dict[str, str], texts: Texts) -> str:
    """Draw one thing that can be asked; the chosen one of *options*, or ``_EVERY``."""
    named = {_EVERY: texts("history.every"), **options}
    return st.selectbox(
        label,
        list(named),
        format_func=named.__getitem__,
        key=f"filter_{name}",
        on_change=partial(_turn_to, 0),
        width=180,
    )


def _turn(label: str, skip: int, possible: bool) -> None:
    st.button(label, key=f"turn_{label}", disabled=not possible, on_click=partial(_turn_to, skip))


def _totals_html(totals: Totals, texts: Texts) -> str:
    tiles = [
        (str(totals.deals), texts("history.deals")),
        (str(totals.won), texts("history.won_deals")),
        (signed(totals.points), texts("history.points")),
    ]
    shown = "".join(f'<li><b class="num">{n}</b>{escape(name)}</li>' for n, name in tiles)
    return f'<ul class="tiles">{shown}</ul><p class="muted">{escape(texts("history.counted"))}</p>'


def _row(kept: KeptGame, texts: Texts) -> None:
    name = kept.game["id"]
    with st.container(key=f"deal_{name}", horizontal=True, vertical_alignment="center"):
        st.html(_row_html(kept, texts))
        if not session.can_be_shown(kept.game):
            return
        if not kept.outcome.over:
            st.button(texts("waiting.go_on"), key=f"go_{name}", on_click=partial(_go_on, name))
        elif not kept.game["copy_of"]:
            st.button(texts("ui.review"), key=f"review_{name}", on_click=partial(_review, name))
        st.button(texts("history.look"), key=f"look_{name}", on_click=partial(_look, name))
        if st.button(texts("history.more"), key=f"more_{name}"):
            history_files.show_deal(kept, texts)


def _row_html(kept: KeptGame, texts: Texts) -> str:
    game, outcome = kept.game, kept.outcome
    mark = "open"
    points = "–"
    if outcome.over and outcome.points is not None:
        mark = "plus" if outcome.points > 0 else "minus"
        points = signed(outcome.points)
    facts = [when.shown(kept.changed, texts), _rules(game["rules"], texts), _level(kept, texts)]
    copy = f'<span class="badge">{escape(texts("history.copy"))}</span>' if game["copy_of"] else ""
    return (
        f'<div class="deal"><b class="num {mark}">{points}</b><div>'
        f"<p>{escape(_how(kept, texts))}{copy}</p>"
        f'<p class="muted">{escape(" · ".join(facts))}</p>'
        f'<p class="muted num">{escape(played_code(game))}</p></div></div>'
    )


def _how(kept: KeptGame, texts: Texts) -> str:
    outcome = kept.outcome
    if not outcome.over:
        return texts("history.open")
    won = (outcome.points or 0) > 0
    if outcome.landlord:
        return texts("history.won_landlord" if won else "history.lost_landlord")
    return texts("history.won_peasant" if won else "history.lost_peasant")


def _rules(rules: str, texts: Texts) -> str:
    try:
        return rules_name(parse_rules(rules), texts)
    except NotationError:
        return rules[:40]


def _level(kept: KeptGame, texts: Texts) -> str:
    level = kept.game["level"]
    return texts(LEVEL_NAMES[level]) if level in LEVEL_NAMES else level
