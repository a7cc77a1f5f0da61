"""The page of a deal looked at again: its curve, what is worth a second look, luck and skill."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from html import escape

import streamlit as st

from coach.figures import signed
from coach.language import Texts
from coach.review import Deal
from coach.store import KeptGame, SavedGame, store
from coach.ui import kept_reviews, pasted_record, retry, review_parts, session, when
from coach.ui.deals import deal_of, from_chair, own_deal
from coach.ui.profile import NOT_KEPT, profile
from coach.ui.reviewing import load_drawing, review_of
from coach.ui.table.replay import PERSON, played_code, side_of
from coach.ui.table.words import LEVEL_NAMES, seat_name
from coach.ui.warmup import started
from engine.doudizhu import game as doudizhu

RECENT = 8
"""Finished deals that are offered."""
TRY = "try"
"""Parameter of the address: the decision that is tried again."""
_GO = "review_goes_to_play"
_LEFT = "review_left"
"""The deal shown last: Back from the table comes by an address that names the deal begun there."""
_LOOKED = 60
"""Deals looked through for the same cards from another chair."""


def page(
    texts: Texts, go_to_play: Callable[[], None], go_to_moments: Callable[[str], None]
) -> None:
    """Draw the review of the deal of the address, or the choice of one."""
    st.session_state["elsewhere"] = True
    started()
    load_drawing()
    if st.session_state.pop(_GO, False):
        go_to_play()
    wanted, tried = st.query_params.get("game"), st.query_params.get(TRY)
    address = {"lang": texts.language}
    if not wanted:
        st.query_params.from_dict(address)
        with st.container(key="review"):
            _choose(texts)
        return
    game = _load(wanted)
    if game is None and wanted == session.address().get("game"):
        wanted = st.session_state.get(_LEFT, wanted)
        game = _load(wanted)
    if game is not None:
        st.session_state[_LEFT] = wanted
    address |= {"game": wanted}
    at = _decision(tried, game) if game else None
    st.query_params.from_dict(address | ({TRY: str(at)} if at is not None else {}))
    if game is None:
        with st.container(key="notice"):
            st.warning(texts("error.game"))
            st.button(texts("review.others"), key="review_others", on_click=_leave)
    elif at is not None:
        retry.retry(game, at, texts, leave=_stop_trying, play=_play)
    else:
        with st.container(key="review"):
            _kept(game, texts, go_to_moments)


def _load(game_id: str) -> SavedGame | None:
    """The finished deal of this person; one that is under way would show what is hidden."""
    kept = own_deal(game_id)
    return kept.game if kept is not None and kept.outcome.over else None


def _decision(text: str | None, game: SavedGame) -> int | None:
    """The place of a decision of the person with a choice; None where *text* names none."""
    if not text or not text.isdecimal() or len(text) > 4:
        return None
    deal, at = deal_of(game), int(text)
    if at >= len(deal.actions) or deal.states[at].turn != PERSON:
        return None
    return at if len(doudizhu.legal(deal.states[at])) > 1 else None


def _leave() -> None:
    st.query_params.pop("game", None)


def _stop_trying() -> None:
    st.query_params.pop(TRY, None)


def _play() -> None:
    st.session_state[_GO] = True


# ---- the choice of a deal ----


def _choose(texts: Texts) -> None:
    st.html(f"<h1>{escape(texts('ui.review'))}</h1>")
    try:
        listed = store().finished(profile(), most=RECENT)
    except NOT_KEPT:
        st.warning(texts("error.history"))
        listed = []
    if not listed:
        st.html(f'<p class="muted">{escape(texts("review.none"))}</p>')
    for kept in listed:
        _row(kept, texts)
    pasted_record.pasted(texts)


def _row(kept: KeptGame, texts: Texts) -> None:
    name = kept.game["id"]
    points = kept.outcome.points or 0
    with st.container(key=f"deal_{name}", horizontal=True, vertical_alignment="center"):
        st.html(
            f'<div class="deal"><b class="num {"plus" if points > 0 else "minus"}">'
            f"{signed(points)}</b><div><p>{escape(_who_won(kept, texts))}</p>"
            f'<p class="muted">{escape(when.shown(kept.changed, texts))}</p>'
            f'<p class="muted num">{escape(played_code(kept.game))}</p></div></div>'
        )
        st.button(texts("ui.review"), key=f"review_{name}", on_click=partial(_open, name))


def _open(name: str) -> None:
    st.query_params["game"] = name


def _who_won(kept: KeptGame, texts: Texts) -> str:
    won = (kept.outcome.points or 0) > 0
    if kept.outcome.landlord:
        return texts("history.won_landlord" if won else "history.lost_landlord")
    return texts("history.won_peasant" if won else "history.lost_peasant")


# ---- a kept deal ----


def _kept(game: SavedGame, texts: Texts, go_to_moments: Callable[[str], None]) -> None:
    deal = deal_of(game)
    _title(game, deal, texts)
    again = partial(_try_again, game["id"])
    review_parts.drawn(deal, PERSON, texts, try_again=again, game=game)
    kept_reviews.keep(game, review_of(deal, PERSON))
    _ways_on(game, deal, texts, go_to_moments)


def _title(game: SavedGame, deal: Deal, texts: Texts) -> None:
    is_landlord = doudizhu.winner(deal.states[-1]) == "landlord"
    badge = texts("review.landlord_won" if is_landlord else "review.peasants_won")
    role = "landlord" if is_landlord else "peasant"
    own = texts("role.landlord" if deal.landlord == PERSON else "role.peasant")
    level = game["level"]
    against = texts(LEVEL_NAMES[level]) if level in LEVEL_NAMES else level
    st.html(
        f'<div class="review-title"><h1>{escape(texts("ui.review"))}</h1>'
        f'<span class="won {role}">{escape(badge)}</span>'
        f'<p class="muted">{escape(texts("review.you", role=own))} · '
        f"{escape(texts('review.against', level=against))} · "
        f'<span class="num">{escape(played_code(game))}</span></p></div>'
    )


def _try_again(name: str, at: int) -> None:
    st.query_params["game"] = name
    st.query_params[TRY] = str(at)


def _ways_on(
    game: SavedGame, deal: Deal, texts: Texts, go_to_moments: Callable[[str], None]
) -> None:
    """The deal move by move, and the same cards from the other chairs."""
    with st.container(border=True, key="review_on"):
        st.html(f"<h2>{escape(texts('review.on'))}</h2>")
        if st.button(texts("history.look"), key="review_look", icon=":material/replay:"):
            go_to_moments(game["id"])
        st.html(f'<p class="muted">{escape(texts("review.chairs"))}</p>')
        results = _from_chairs(game, deal)
        rules = deal.states[0].rules
        for chair in range(rules.seats):
            name = seat_name(side_of(chair, rules), texts)
            with st.container(horizontal=True, vertical_alignment="center", key=f"chair_{chair}"):
                points = results.get(chair)
                shown = "–" if points is None else signed(points)
                st.html(
                    f'<p class="chair"><b class="num">{shown}</b> {escape(name)}</p>',
                    width="stretch",
                )
                if chair != PERSON:
                    st.button(
                        texts("review.sit"),
                        key=f"sit_{chair}",
                        on_click=partial(_sit, game, chair),
                    )


def _from_chairs(game: SavedGame, deal: Deal) -> dict[int, int]:
    """What the person scored with the same cards from each chair, last time."""
    codes = {
        from_chair(deal.states[-1].code, chair): chair
        for chair in range(deal.states[0].rules.seats)
    }
    found = {PERSON: doudizhu.payoffs(deal.states[-1])[PERSON]}
    try:
        listed = store().finished(profile(), most=_LOOKED)
    except NOT_KEPT:
        return found
    for kept in listed:
        if not session.can_be_shown(kept.game) or kept.game["rules"] != game["rules"]:
            continue
        chair = codes.get(played_code(kept.game))
        if chair is not None and kept.outcome.points is not None:
            found.setdefault(chair, kept.outcome.points)
    return found


def _sit(game: SavedGame, chair: int) -> None:
    """Deal the same cards with the person on *chair*."""
    session.choose_rules(game["rules"])
    session.choose_level(game["level"])
    session.start(from_chair(played_code(game), chair))
    _play()
