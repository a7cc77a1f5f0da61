"""The panel of the cards still out: how many of each rank, bombs and rocket, and the quiz."""

from __future__ import annotations

from typing import Any

from coach.doudizhu.counting import most_bombs, rocket_possible
from coach.language import Texts
from engine.cards import INDEX, RANKS, full_deck
from engine.doudizhu.state import View

_HIGH = "2BR"
_BARS = 4
_QUIZ = {"quiz.twos": "2", "quiz.aces": "A", "quiz.jokers": "BR"}
"""The questions of the quiz, and the ranks each asks for."""


def unseen_panel(view: View, texts: Texts) -> dict[str, Any]:
    """How many of each rank *view* does not see; while bidding the kitty is among them."""
    key = "unseen.cards" if view.kitty is not None else "unseen.with_kitty"
    number = sum(view.unseen)
    deck = full_deck(packs=view.rules.packs)
    return {
        "title": texts("card_counter"),
        "total": texts.count(key, number),
        "number": number,
        "ranks": list(zip(RANKS, view.unseen, deck, strict=True)),
        "high": list(_HIGH),
        "bars": _BARS,
        "bounds": [_bombs(view, texts), _rocket(view, texts)],
        "certain": texts("basis.certain"),
        "quiz": [_question(key, ranks, view, texts) for key, ranks in _QUIZ.items()],
    }


def _bombs(view: View, texts: Texts) -> str:
    number = most_bombs(view)
    return texts.count("bounds.bombs", number) if number else texts("bounds.no_bomb")


def _rocket(view: View, texts: Texts) -> str:
    return texts("bounds.rocket" if rocket_possible(view) else "bounds.no_rocket")


def _question(key: str, ranks: str, view: View, texts: Texts) -> dict[str, Any]:
    deck = full_deck(packs=view.rules.packs)
    number = sum(view.unseen[INDEX[rank]] for rank in ranks)
    return {
        "question": texts(key),
        "number": number,
        "most": sum(deck[INDEX[rank]] for rank in ranks),
        "truth": texts.count("quiz.truth", number),
    }
