"""Plays, cards and seats as a person of one language reads them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from coach.language import Texts
from coach.ui.table.replay import PERSON, PLAY, POINTS, Said, asked, side_of
from engine.cards import RANKS
from engine.doudizhu.plays import Play
from engine.doudizhu.rules import PRESETS, Rules
from engine.doudizhu.state import State

THIN_SPACE = "\N{THIN SPACE}"
JOKERS = ("B", "R")


@dataclass(frozen=True, slots=True)
class Question:
    """Keys of the texts around one thing a seat is asked for before the play."""

    mine: str
    """It is the person's turn."""
    other: str
    """It is another seat's turn."""
    no: str
    """The seat passes."""
    yes: str = ""
    """The seat says the word, as on the button; points have texts of their own."""
    said: str = ""
    """The word as it stands on the table, where it is shorter than on the button."""
    about: str = ""
    """What the word does."""


QUESTIONS = {
    POINTS: Question("turn.bid", "turn.other_bids", "bid_pass"),
    "call": Question("turn.call", "turn.other_calls", "no_call", "call_landlord", "", "idle.call"),
    "rob": Question("turn.rob", "turn.other_robs", "no_rob", "rob", "", "idle.rob"),
    "double": Question(
        "turn.double", "turn.other_doubles", "no_double", "double", "said.double", "idle.double"
    ),
    "redouble": Question(
        "turn.redouble",
        "turn.other_redoubles",
        "no_redouble",
        "redouble",
        "said.redouble",
        "idle.redouble",
    ),
}

RULES_NAMES = {
    "classic": "preset.classic",
    "competition": "preset.competition",
    "folk": "preset.folk",
    "rob": "preset.rob",
    "four-player": "preset.four_player",
}
"""Keys of the names of the rules that are played at this table."""


LEVEL_NAMES = {
    "novice": "level.novice",
    "standard": "level.standard",
    "advanced": "level.advanced",
    "breaks-bombs": "level.breaks_bombs",
    "opens-with-bombs": "level.opens_with_bombs",
    "hoards-twos": "level.hoards_twos",
    "beats-partner": "level.beats_partner",
    "forgets-cards": "level.forgets_cards",
}
"""Keys of the names of the levels of the CPUs."""


def rules_name(rules: Rules, texts: Texts) -> str:
    """What the rules are called, and that options were changed when they were."""
    key = RULES_NAMES.get(rules.name)
    name = texts(key) if key else rules.name
    return name if rules == PRESETS[rules.name] else texts("rules.changed", name=name)


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
    """The cards of *play* as read: ``777888 with 4, 6``, ``777888带4、6``.

    Empty for the rocket, its name says all.
    """
    if play.kind == "rocket":
        return ""
    body = ranks_shown([rank for rank in play.body for _ in range(play.width)], texts)
    if not play.kickers:
        return body
    kickers = (ranks_shown([rank] * play.kicker_size, texts) for rank in play.kickers)
    return texts("play.with", body=body, kickers=texts("play.kickers_comma").join(kickers))


def seat_name(side: str, texts: Texts) -> str:
    """What the seat on *side*, one of ``SIDES``, is called."""
    return texts(f"seat.{side}")


def said_word(said: Said, texts: Texts) -> str:
    """A bid, a word of the auction or a pass as it is said at the table."""
    if isinstance(said.action, int):
        return texts.count("bid_n", said.action)
    if said.asked == PLAY:
        return texts("ui.pass")
    question = QUESTIONS[said.asked]
    return texts(question.no if said.action is None else question.said or question.yes)


def turn_text(state: State, texts: Texts) -> str:
    """Whose turn it is, and what for; empty after the end."""
    if state.phase == "over":
        return ""
    question = QUESTIONS.get(asked(state))
    if state.turn != PERSON:
        seat = seat_name(side_of(state.turn, state.rules), texts)
        return texts(question.other if question else "turn.other", seat=seat)
    if question:
        return texts(question.mine)
    return texts("turn.follow" if state.to_beat else "turn.lead")


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
        return texts("seat.first_bidder", seat=seat_name(side_of(state.first, state.rules), texts))
    place = place_of(PERSON, state)
    return "" if place == "landlord" else texts(f"role.{place}")


_PLACES = {
    3: ("landlord", "after_landlord", "before_landlord"),
    4: ("landlord", "after_landlord", "across_landlord", "before_landlord"),
}
"""By the number of seats: the places in turn from the landlord on."""


def places_of(rules: Rules) -> tuple[str, ...]:
    """The places around the table in turn from the landlord on, as keys of their names."""
    return _PLACES[rules.seats]


def place_of(seat: int, state: State) -> str:
    """The one of ``places_of`` where *seat* sits; the landlord is known."""
    assert state.landlord is not None
    return places_of(state.rules)[(seat - state.landlord) % state.rules.seats]
