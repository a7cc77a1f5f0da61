"""What the page of pasted cards is told: kept for the session, and written in its address."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import quote

import streamlit as st

from coach.doudizhu.hand_text import LONGEST
from coach.doudizhu.situation import ROLES
from coach.language import Texts
from coach.ui.table.words import RULES_NAMES
from engine.cards import Counts, NotationError, parse_ranks
from engine.doudizhu.rules import CLASSIC, PRESETS, Rules

AROUND = ("rules", "role", "on", "by", "seen", "counts")
"""The deal around a hand; a line of notation tells it itself."""
CONDITIONS = ("keep", "first", "last")
FIELDS = ("hand", "now", "meant", "seat", *AROUND, *CONDITIONS)
"""What the address tells.  ``now`` is the hand as it was changed, ``meant`` the reading that was
chosen, ``seat`` whose view of a position."""
KEY = "analyse_{}".format
_LONGEST = 8_000
"""Letters that an address takes everywhere; a longer paste is kept for the session only."""
_MOST_PACKS = max(rules.packs for rules in PRESETS.values())


def take_from_address() -> None:
    """Fill what the session does not know yet from the address."""
    fresh = KEY("hand") not in st.session_state
    for field in FIELDS:
        if fresh or KEY(field) not in st.session_state:
            st.session_state[KEY(field)] = _of_address(field)
    if cards_of(told("now"), rules_told().packs) is None:
        tell(now="")


def _of_address(field: str) -> str:
    value: str = st.query_params.get(field, "")
    if field == "rules":
        return value if value in PRESETS and value in RULES_NAMES else CLASSIC.name
    if field in ("role", "by"):
        return value if value in ROLES[4] else ""
    if field == "seat":
        return value if value in ("0", "1", "2", "3") else ""
    if field in ("now", "meant"):
        return value if cards_of(value, _MOST_PACKS) else ""
    return value if field == "hand" else value[:LONGEST]


def cards_of(letters: str, packs: int) -> Counts | None:
    """The cards of *letters*; None where these are none, or more than so many packs have."""
    try:
        return parse_ranks(letters, packs=packs) if letters else None
    except NotationError:
        return None


def write_address(texts: Texts, fields: Iterable[str]) -> None:
    """Let the address tell *fields*, and no others."""
    said = {field: told(field) for field in fields}
    if len(quote(said["hand"])) > _LONGEST:
        said = {}
    if said.get("rules") == CLASSIC.name:
        said["rules"] = ""
    st.query_params.from_dict(
        {"lang": texts.language, **{field: value for field, value in said.items() if value}}
    )


def told(field: str) -> str:
    """What a field holds, without blanks around."""
    value: str = st.session_state[KEY(field)]
    return value.strip()


def tell(**said: str) -> None:
    """Put something into fields, before they are drawn."""
    for field, value in said.items():
        st.session_state[KEY(field)] = value


def rules_told() -> Rules:
    """The rules that are chosen."""
    return PRESETS[told("rules")]
