"""Plays, seats and words of the auction as noun phrases and verbs inside a sentence."""

from __future__ import annotations

from collections.abc import Iterable

from coach.doudizhu.counting import most_bombs, rocket_possible
from coach.language import HINTS, Texts, texts
from engine.cards import RANKS
from engine.doudizhu.game import legal_in
from engine.doudizhu.plays import Play
from engine.doudizhu.state import Action, View

THIN_SPACE = "\N{THIN SPACE}"


def play_phrase(play: Play | None, language: str) -> str:
    """A play as a noun: ``a pair of 9s``, ``对9``; None is a pass."""
    words = texts(language, HINTS)
    if play is None:
        return words("phrase.pass")
    if play.kind == "solo":
        return _one(play.start, words)
    if play.kind == "bomb" and play.width > 4:
        return words("phrase.big_bomb", n=play.width, rank=_rank(play.start, words))
    body = [rank for rank in play.body for _ in range(play.width)]
    values = {"rank": _rank(play.start, words), "cards": cards_text(body, language)}
    if play.kickers:
        values["kicker"] = _one(play.kickers[0], words)
        values["kicker_rank"] = _rank(play.kickers[0], words)
        size = play.kicker_size
        held = [rank for rank in play.kickers for _ in range(size)]
        values["kickers"] = cards_text(held, language)
        values["kickers_named"] = _named(held, words)
    return words(f"phrase.{play.kind.replace('+', '_')}", **values)


def _named(ranks: list[int], words: Texts) -> str:
    """Kickers one by one: ``a 5 and a 10``, ``a pair of 5s and a pair of 8s``."""
    named: list[str] = []
    for rank in sorted(set(ranks)):
        pairs, odd = divmod(ranks.count(rank), 2)
        named += [words("phrase.pair", rank=_rank(rank, words))] * pairs
        named += [_one(rank, words)] * odd
    *before, last = named
    if not before:
        return last
    return words("list.and", first=words("list.comma").join(before), last=last)


def act_phrase(play: Play | None, language: str) -> str:
    """A play as what one does: ``play a pair of 9s``, ``pass``."""
    words = texts(language, HINTS)
    if play is None:
        return words("act.pass")
    return words("act.play", play=play_phrase(play, language))


def word_phrase(view: View, word: Action, language: str) -> str:
    """What is said in the auction as what one does: ``bid 2``, ``double``, ``pass``."""
    words = texts(language, HINTS)
    if isinstance(word, int):
        return words("word.points", points=word)
    asked = next((choice for choice in legal_in(view) if isinstance(choice, str)), "points")
    return words(f"word.no_{asked}" if word is None else f"word.{word}")


def seat_phrase(place: str, language: str) -> str:
    """Where a seat sits, inside a sentence: ``the peasant after the landlord``."""
    words = texts(language, HINTS)
    return words(f"place.{place}")


def holding_phrase(kind: str, language: str) -> str:
    """What somebody may hold, inside a sentence: ``a joker``."""
    words = texts(language, HINTS)
    return words(f"holding.{kind}")


def above_phrase(view: View, play: Play, language: str) -> str:
    """What of the unseen cards may still beat *play*, which none does in its kind: ``a bomb``."""
    bombs = not play.is_bomb and most_bombs(view) > 0
    kind = ("holds_bomb" if bombs else "rocket") if rocket_possible(view) else "bomb"
    return holding_phrase(kind, language)


def split_phrase(plays: Iterable[str], language: str) -> str:
    """The plays of a split side by side, as cards; the rocket by its name."""
    words = texts(language, HINTS)
    return words("list.comma").join(_of_split(play, words) for play in plays)


def _of_split(play: str, words: Texts) -> str:
    if set(play) == {"B", "R"}:
        return words("phrase.rocket")
    body, *kickers = (
        cards_text((RANKS.index(letter) for letter in part), words.language)
        for part in play.split("+")
    )
    return words("list.with", body=body, kickers=kickers[0]) if kickers else body


def cards_text(ranks: Iterable[int], language: str) -> str:
    """Cards side by side; a ten or a joker is parted from its neighbours by thin spaces."""
    words = texts(language, HINTS)
    shown, before = "", ""
    for rank in ranks:
        name = _rank(rank, words)
        shown += THIN_SPACE + name if before and max(len(before), len(name)) > 1 else name
        before = name
    return shown


def _rank(rank: int, words: Texts) -> str:
    letter = RANKS[rank]
    if letter in ("B", "R"):
        return words(f"rank.{letter}")
    return "10" if letter == "T" else letter


def one_phrase(letter: str, language: str) -> str:
    """One card by its letter as a noun: ``an 8``, ``the big joker``."""
    return _one(RANKS.index(letter), texts(language, HINTS))


def _one(rank: int, words: Texts) -> str:
    """One card as a noun: ``an 8``, ``the big joker``."""
    return words(f"one.{RANKS[rank]}")
