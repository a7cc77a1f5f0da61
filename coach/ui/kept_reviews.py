"""The summaries of the person's reviews: kept once a review is whole, read for the progress page.

A summary can be worked out again from its game, so exports of everything leave it out.
"""

from __future__ import annotations

import streamlit as st

from coach import summary
from coach.hints import LEVELS
from coach.store import KeptGame, SavedGame, store
from coach.summary import Summary, as_json, from_json
from coach.ui.profile import NOT_KEPT, profile
from coach.ui.reviewing import WHOLE, Work
from coach.ui.table.marks import depth_of

MOST = 500
"""Finished deals, the latest, that the figures rest on."""
_KEPT = "reviews_kept"
"""Games whose summaries were kept in this session."""


def keep(game: SavedGame, work: Work, *, again: bool = False) -> bool:
    """Keep what the review *work* of *game* came to, once it is whole; of a what-if nothing is.

    Whether it is kept; while it cannot be the next run of the page tries again.  With *again* also
    what was kept in this session: the deal may have been deleted since, and read from a file.
    """
    done: set[str] = st.session_state.setdefault(_KEPT, set())
    if game["id"] in done and not again:
        return True
    if work.stage != WHOLE or game["copy_of"]:
        return False
    try:
        kept = store().find(game["id"])
        if kept is not None:
            store().keep_review(game["id"], profile(), as_json(summary_of(kept, work)))
    except NOT_KEPT:
        return False
    done.add(game["id"])
    return True


def summary_of(kept: KeptGame, work: Work) -> Summary:
    """The summary of the whole review *work* of the game *kept*."""
    game = kept.game
    tells = LEVELS[2]
    return summary.summary(
        work.review,
        work.deal,
        game=game["id"],
        ended=kept.changed,
        rules=game["rules"],
        level=game["level"],
        shown=[at for at, (text, _) in enumerate(game["actions"]) if depth_of(text) >= tells],
    )


def found() -> tuple[list[Summary], list[KeptGame]]:
    """The person's summaries, and the finished deals that have none yet, the latest first.

    One of ``NOT_KEPT`` where they cannot be read.
    """
    texts = store().reviews(profile())
    known: list[Summary] = []
    missing: list[KeptGame] = []
    for kept in store().finished(profile(), most=MOST):
        one = from_json(texts.get(kept.game["id"], ""))
        if one is not None:
            known.append(one)
        else:
            missing.append(kept)
    return known, missing
