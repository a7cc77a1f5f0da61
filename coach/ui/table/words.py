"""Plays, cards and seats as a person of one language reads them."""

from __future__ import annotations

from collections.abc import Iterable

from coach.language import Texts
from coach.ui.table.replay import PERSON
from engine.cards import RANKS
from engine.doudizhu.plays import Play
from engine.doudizhu.state import State

THIN_SPACE = "\N{THIN SPACE}"
MINUS = "\N{MINUS SIGN}"
JOKERS = ("B", "R")

SEAT_SIDES = ("me", "right", "left")
"""Where a seat sits: seat 1 acts after the person and sits on the right (R2)."""


def kind_name(kind: str, texts: Texts) -> str:
    """The name of a kind of play as a label."""
    return texts(f"kind.{kind.replace('+', '_')}")


def kind_phrase(kind: str, texts: Texts) -> str:
    """The name of a kind of play within a sentence."""
    return texts(f"a_kind.{kind.replace('+', '_')}")


def joker_names(texts: Texts) -> dict[str, tuple[str, str]]:
    """For each joker the word drawn on the card and its spoken name."""
    return {
        "B": (texts("joker.small_drawn"), texts("small_joker")),
        "R": (texts("joker.big_drawn"), texts("big_joker")),
    }


def rank_name(rank: int, texts: Texts) -> str:
    """A rank as it is read: ``10``, ``K``, ``small joker``."""
    letter = RANKS[rank]
    if letter in JOKERS:
        return joker_names(texts)[letter][1]
    return "10" if letter == "T" else letter


def ranks_shown(ranks: Iterable[int], texts: Texts) -> str:
    """Ranks side by side, a ten or a joker parted from its neighbours by thin spaces."""
    shown = ""
    before = ""
    for rank in ranks:
        name = rank_name(rank, texts)
        shown += THIN_SPACE + name if before and max(len(before), len(name)) > 1 else name
        before = name
    return shown


def play_shown(play: Play, texts: Texts) -> str:
    """The cards of *play* as read: ``777888+46``; empty for the rocket, its name says all."""
    if play.kind == "rocket":
        return ""
    body = ranks_shown([rank for rank in play.body for _ in range(play.width)], texts)
    if not play.kickers:
        return body
    kickers = [rank for rank in play.kickers for _ in range(play.kicker_size)]
    return f"{body}+{ranks_shown(kickers, texts)}"


def seat_name(seat: int, texts: Texts) -> str:
    """What a seat is called at the table."""
    return texts(("seat.me", "seat.right", "seat.left")[seat])


def role_of(seat: int, state: State, texts: Texts) -> dict[str, str]:
    """The role of *seat*: its kind for the sign, its word."""
    if state.landlord is None:
        return {"kind": "open", "word": texts("role.open")}
    if state.landlord == seat:
        return {"kind": "landlord", "word": texts("role.landlord")}
    return {"kind": "peasant", "word": texts("role.peasant")}


def seat_note(state: State, texts: Texts) -> str:
    """Where the person sits: who bids first, then before or after the landlord (R2, R3)."""
    if state.landlord is None:
        return texts("seat.first_bidder", seat=seat_name(state.first, texts))
    place = (PERSON - state.landlord) % state.rules.seats
    return ("", texts("role.after_landlord"), texts("role.before_landlord"))[place]


def signed(points: int) -> str:
    """Points with their sign: ``+48``, ``−24``."""
    return f"+{points}" if points > 0 else f"{MINUS}{-points}" if points else "0"
