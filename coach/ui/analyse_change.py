"""What if: cards of a pasted hand changed, taken away or added, and a line set free to change."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from coach.doudizhu.situation import told_by
from coach.language import Texts
from coach.ui.analyse_address import KEY, cards_of, tell, told
from coach.ui.analyse_faults import letters_text
from engine.cards import RANKS, Counts, count_cards, full_deck, ranks_text
from engine.doudizhu.rules import PRESETS, Rules
from engine.doudizhu.state import View

_AWAY = ""
"""What a card is changed to when it is taken away."""


def hand_now(pasted: Counts, rules: Rules) -> Counts:
    """The hand as it was changed, else the *pasted* one."""
    return cards_of(told("now"), rules.packs) or pasted


def changes(pasted: Counts, rules: Rules, texts: Texts) -> None:
    """The controls: a card is chosen, then what it becomes; or one is added."""
    hand = hand_now(pasted, rules)
    changed = hand != pasted
    letters, deck = ranks_text(hand), full_deck(packs=rules.packs)
    free = [rank for rank, held, most in zip(RANKS, hand, deck, strict=True) if held < most]
    with st.expander(texts("analyse.what_if"), expanded=changed, key=KEY("what_if")):
        card = _chosen(letters, texts)
        if card is None:
            _becomes(texts("analyse.add_card"), free, letters, pasted, texts)
        else:
            label = texts("analyse.change_card", card=letters_text(card, texts))
            away = [_AWAY] if len(letters) > 1 else []
            ranks = [*away, *(rank for rank in free if rank != card)]
            _becomes(label, ranks, letters.replace(card, "", 1), pasted, texts)
        if changed:
            st.button(texts("analyse.as_pasted"), key=KEY("back"), on_click=partial(tell, now=""))


def _chosen(letters: str, texts: Texts) -> str | None:
    """The rank of the card that is chosen, if any."""
    rank: str | None = st.pills(
        texts("analyse.choose_card"),
        dict.fromkeys(letters),
        format_func=lambda rank: letters_text(rank * letters.count(rank), texts),
        key=KEY(f"card_{letters}"),
    )
    return rank


def _becomes(label: str, ranks: list[str], rest: str, pasted: Counts, texts: Texts) -> None:
    """Ranks to choose from; the chosen one joins *rest*."""
    key = KEY(f"to_{rest}")
    st.pills(
        label,
        ranks,
        format_func=lambda rank: letters_text(rank, texts) if rank else texts("analyse.take_away"),
        key=key,
        on_change=partial(_join, key, rest, pasted),
    )


def _join(key: str, rest: str, pasted: Counts) -> None:
    rank = st.session_state[key]
    if rank is not None:
        hand = count_cards(rest + rank)
        tell(now="" if hand == pasted else ranks_text(hand))


def set_free(view: View, texts: Texts) -> None:
    """A button that puts what a line says into the fields, where all can be changed."""
    if PRESETS.get(view.rules.name) != view.rules or told_by(view) is None:
        return
    st.button(texts("analyse.set_free"), key=KEY("free"), on_click=_fields_of(view))


def _fields_of(view: View) -> Callable[[], None]:
    said = told_by(view)
    assert said is not None
    return partial(
        tell,
        hand=ranks_text(view.hand),
        now="",
        meant="",
        seat="",
        rules=view.rules.name,
        role=said.role or "",
        on=said.to_beat,
        by=said.by or "",
        seen="" if said.seen is None else ranks_text(said.seen),
        counts=", ".join(map(str, said.counts)),
    )
