"""Cards as people write them: what each sign was read as, and what is still to be asked.

Nothing is guessed.  A sign that programs and people use for different cards (``BJ``, a joker
without its colour, ``1``) keeps all its readings; those are struck out which no deck allows, and
what is left over is asked.  Nothing pasted is run, logged or trusted as markup.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, product
from typing import Literal

from coach.doudizhu import hand_numbers, hand_words as words
from engine.cards import INDEX, RANKS, Counts, NotationError, full_deck, ranks_text
from engine.doudizhu.rules import CLASSIC, Rules

LONGEST = 1000
"""Letters of a paste that are read; no hand is longer."""

MOST_READINGS = 256
"""Combinations of open readings that are looked through."""

Fault = Literal["empty", "long", "unknown", "range", "many", "open"]


class HandTextError(NotationError):
    """Cards that cannot be read: *fault*, and the place ``text[start:end]`` it lies at.

    ``found`` is what stands there, or for ``many`` the rank letter of the card too many, and
    ``most`` how many of it a deck has.
    """

    def __init__(
        self, fault: Fault, start: int = 0, end: int = 0, found: str = "", most: int = 0
    ) -> None:
        self.fault, self.start, self.end, self.found, self.most = fault, start, end, found, most
        super().__init__(_MESSAGES[fault].format(place=start + 1, found=found, most=most))


_MESSAGES: dict[Fault, str] = {
    "empty": "nothing to read; expected cards such as 3456789TJQKA2BR",
    "long": f"too long; expected at most {LONGEST} letters",
    "unknown": "{found!r} at place {place} is no card; expected such as 3, 10, K or a joker",
    "range": "{found!r} at place {place} is no range; expected low to high and no 2, as 3-7",
    "open": "{found!r} at place {place} has several readings; expected one sign for one card",
    "many": "{found} at place {place} is one too many; expected at most {most} of it",
}


@dataclass(frozen=True)
class Piece:
    """What stands at ``text[start:end]``, and the cards it may be (rank letters, low to high)."""

    start: int
    end: int
    readings: tuple[str, ...]


@dataclass(frozen=True)
class Reading:
    """A paste that was understood.

    ``pieces`` are the parts that stand for cards, in order.  ``hands`` are all whole hands that are
    left; with more than one the person is to be asked.
    """

    text: str
    pieces: tuple[Piece, ...]
    hands: tuple[Counts, ...]
    unsure: bool = False
    """Whether the only hand left is one that is never taken silently, as Botzone's numbers."""

    @property
    def cards(self) -> Counts:
        """The cards that are certain: those of every hand that is left."""
        return tuple(map(min, zip(*self.hands, strict=True)))

    @property
    def only(self) -> Counts:
        """The one hand that is meant; HandTextError at the first sign that is to be asked about."""
        for piece in self.ask:
            found = self.text[piece.start : piece.end]
            raise HandTextError("open", piece.start, piece.end, found)
        return self.cards

    @property
    def ask(self) -> tuple[Piece, ...]:
        """The pieces with several readings left, or that must be confirmed."""
        return tuple(piece for piece in self.pieces if len(piece.readings) > 1 or self.unsure)


def read_hand(text: str, rules: Rules = CLASSIC) -> Reading:
    """The cards of *text* in any of the forms people use, or HandTextError.

    >>> from engine.cards import ranks_text
    >>> ranks_text(read_hand("对3 10 小王").cards)
    '33TB'
    """
    if not text.strip():
        raise HandTextError("empty")
    if len(text) > LONGEST:
        raise HandTextError("long", LONGEST, len(text))
    plain = _Plain.of(text)
    numbers = hand_numbers.read(plain.text, rules.packs)
    if numbers is not None:
        piece = Piece(0, len(text), tuple(map(ranks_text, numbers.hands)))
        return Reading(text, (piece,), numbers.hands, numbers.unsure)
    parts = list(_parts(plain))
    if not any(part.ways for part in parts):
        raise HandTextError("empty")
    return _decided(text, parts, rules.packs)


# ---- the text without its typography ----


@dataclass(frozen=True)
class _Plain:
    """The text in compatibility form, and where each letter of it stood."""

    text: str
    places: tuple[int, ...]
    source: str

    @staticmethod
    def of(source: str) -> _Plain:
        letters: list[str] = []
        places: list[int] = []
        for match in re.finditer(r"(?s).[\uff9e\uff9f]?", source):
            plain = _plain(match.group())
            letters.append(plain)
            places += [match.start()] * len(plain)
        return _Plain("".join(letters), (*places, len(source)), source)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where ``text[start:end]`` stands in the source."""
        return self.places[start], max(self.places[end], self.places[start] + 1)


_UNSEEN = dict.fromkeys(map(ord, "\ufe0e\ufe0f\u200b\u200c\u200d\u2060\ufeff\u20e3\xad"))
_UNSEEN |= dict.fromkeys((0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)))
"""What is pasted along unseen: joiners, looks of emoji, and marks of the direction of writing."""


def _plain(letter: str) -> str:
    name = unicodedata.name(letter[0], "")
    if name.startswith("PLAYING CARD ") and " OF " in name:
        return words.RANK_OF.get(name.split()[2].lower(), letter)
    if name == "PLAYING CARD RED JOKER":
        return "大王"
    return unicodedata.normalize("NFKC", letter).translate(_UNSEEN)


# ---- parts ----


@dataclass(frozen=True)
class _Part:
    """A part of the text, and the ways to read it: rank letters by *style* of the whole.

    A style says what the letters s, h, d and c are: ``suits``, or signs of cards (``plain``); a
    way without one fits both.
    """

    start: int
    end: int
    ways: tuple[tuple[str, str], ...]
    letter: str = ""
    """``r`` for a rank alone, ``s`` for what may be the letter of a suit."""


_ANY = ""
_STYLES = ("suits", "plain")
_FLAGS = re.IGNORECASE
_GROUPS = [(re.compile(pattern, _FLAGS), count) for pattern, count in words.GROUPS]
_JOKERS = [(re.compile(pattern, _FLAGS), readings) for pattern, readings in words.JOKERS]
_RANGE = re.compile(words.RANGE, _FLAGS)
_LABEL = re.compile(rf"(?:{words.LABEL})[\"']?\s*[:=]", _FLAGS)
_SUIT = re.compile(rf"(?:{words.SUIT_WORDS}|[{words.SUIT_SIGNS}])の?", _FLAGS)
_BETWEEN = re.compile(rf"[{words.BETWEEN}]|{words.BETWEEN_WORDS}", _FLAGS)
_STAR = re.compile(rf"(?P<rank>{words.RANK})\s*\*\s*(?P<count>[1-9])(?![0-9])", _FLAGS)
_RANK = re.compile(words.RANK, _FLAGS)
_ARTICLE = re.compile(r"(?<![^\s,(])a(?=\s+\S)")
_SENTENCE = re.compile(r"\b[a-z]{3,}\b")
"""Where words are written out, a lower-case a alone may be the article."""
_TWO_LETTERS = re.compile("[SCBR]J", _FLAGS)

_SIGNS = {"B": "B", "R": "R", "X": "B", "y": "B", "Y": "B", "z": "R", "Z": "R"}
_SIGNS |= {"w": "B", "W": "R", "*": "B", "$": "R"}
_SUIT_LETTERS = {
    "s": None,
    "h": None,
    "d": None,
    "c": "B",
    "S": None,
    "H": None,
    "D": "R",
    "C": "R",
}


def _parts(plain: _Plain) -> Iterator[_Part]:
    text, at = plain.text, 0
    while at < len(text):
        found = _part(text, at)
        if found is None:
            start, end = plain.span(*_word(text, at))
            raise HandTextError("unknown", start, end, plain.source[start:end])
        end, ways, letter = found
        if ways is None:
            start, end = plain.span(at, end)
            raise HandTextError("range", start, end, plain.source[start:end])
        yield _Part(*plain.span(at, end), ways, letter)
        at = end


_Ways = tuple[tuple[str, str], ...]
_Found = tuple[int, _Ways | None, str]


def _part(text: str, at: int) -> _Found | None:
    """Where the part at *at* ends, its ways (None for a range that is none), and its letter."""
    if match := _LABEL.match(text, at):
        return match.end(), (), ""
    for pattern, count in _GROUPS:
        if match := pattern.match(text, at):
            many = count or words.COUNT_OF[match["count"].lower()]
            return match.end(), ((_ANY, _rank(match["rank"]) * many),), ""
    if match := _STAR.match(text, at):
        return match.end(), _times_or_joker(match), ""
    for pattern, readings in _JOKERS:
        if match := pattern.match(text, at):
            return match.end(), tuple((_ANY, reading) for reading in readings), ""
    if found := _range(text, at):
        return found
    if match := _SUIT.match(text, at) or _BETWEEN.match(text, at):
        return match.end(), (), ""
    if match := _TWO_LETTERS.match(text, at):
        return match.end(), _two_letters(text, match), ""
    if match := _RANK.match(text, at):
        rank = (_ANY, _rank(match.group()))
        if _ARTICLE.match(text, at) and _SENTENCE.search(text):
            return match.end(), (rank, (_ANY, "")), ""
        return match.end(), (rank,), "r"
    return _sign(text, at)


def _times_or_joker(match: re.Match[str]) -> _Ways:
    """``3*3``: three of them, or the star as the small joker between two cards."""
    rank, count = _rank(match["rank"]), match["count"]
    threes = (_ANY, rank * int(count))
    return (threes,) if count == "1" else (threes, (_ANY, rank + "B" + _rank(count)))


def _rank(name: str) -> str:
    return words.NUMERALS.get(name) or words.RANK_OF[name.lower()]


def _range(text: str, at: int) -> _Found | None:
    """Ranks from one to another; with one more sign behind or before it is a list (3-4-5)."""
    match = _RANGE.match(text, at)
    if match is None:
        return None
    ahead = re.match(rf"\s*[-–—‐−~〜]\s*{words.RANK}", text[match.end() :], _FLAGS)
    behind = re.search(rf"{words.RANK}\s*[-–—‐−~〜]?\s*$", text[max(0, at - 12) : at], _FLAGS)
    joined = behind is not None and not behind.group()[-1].isspace()
    if match["way"] in "-–—‐−~〜" and (ahead or joined):
        return None
    low, high = INDEX[_rank(match["low"])], INDEX[_rank(match["high"])]
    if not low < high <= INDEX["A"]:
        return match.end(), None, ""
    return match.end(), ((_ANY, RANKS[low : high + 1]),), ""


def _two_letters(text: str, match: re.Match[str]) -> _Ways:
    """``SJ CJ BJ RJ``: jokers by their first letter, a jack with its suit, or two cards."""
    first = match.group()[0].upper()
    if first in "SC":
        return (("suits", "J"), (_ANY, "B" if first == "S" else "R"))
    ways = [(_ANY, "B"), (_ANY, "R")] if first == "B" else [(_ANY, "R")]
    run = match.start() > 0 and text[match.start() - 1].isalnum()
    if run or text[match.end() : match.end() + 1].isalnum():
        ways.append((_ANY, "J" + first))
    return tuple(ways)


def _sign(text: str, at: int) -> _Found | None:
    letter = text[at]
    if letter == "1":
        return at + 1, ((_ANY, "A"), (_ANY, "3")), ""
    if letter in _SIGNS:
        return at + 1, ((_ANY, _SIGNS[letter]),), ""
    if letter in _SUIT_LETTERS:
        joker = _SUIT_LETTERS[letter]
        plain = () if joker is None else (("plain", joker),)
        return at + 1, (("suits", ""), *plain), "s"
    return None


def _word(text: str, at: int) -> tuple[int, int]:
    """Where the word begins and ends that stands at *at*, or the sign alone."""
    begin = re.search(r"[^\W\d_]*$", text[:at])
    end = re.compile(r"[^\W\d_]+|.", re.DOTALL).match(text, at)
    assert begin is not None
    assert end is not None
    start = begin.start() if text[at].isalpha() else at
    return start, min(end.end(), start + 20)


# ---- what is left of the readings ----


def _decided(text: str, parts: list[_Part], packs: int) -> Reading:
    """The whole hands that the parts and a deck allow, and of each part the readings in them."""
    left: dict[int, dict[str, None]] = {}
    hands: dict[Counts, None] = {}
    styles = _styles(text, parts)
    for style in styles:
        for chosen in islice(_choices(parts, style), MOST_READINGS):
            hand = _counts("".join(chosen))
            if any(hand) and _fits(hand, packs):
                hands[hand] = None
                for place, reading in enumerate(chosen):
                    left.setdefault(place, {})[reading] = None
    if not hands:
        raise _excess(parts, next(_choices(parts, styles[0])), packs)
    pieces = (
        Piece(part.start, part.end, tuple(left[place]))
        for place, part in enumerate(parts)
        if any(left[place])
    )
    return Reading(text, tuple(pieces), tuple(hands))


def _choices(parts: list[_Part], style: str) -> Iterator[tuple[str, ...]]:
    ways = [[cards for of, cards in part.ways if of in (_ANY, style)] or [""] for part in parts]
    return product(*ways)


def _styles(text: str, parts: list[_Part]) -> list[str]:
    """How the letters s, h, d and c may be meant here."""
    letters = [part for part in parts if part.letter == "s"]
    jokers = all(any(style == "plain" for style, _ in part.ways) for part in letters)
    suited = _suited(parts)
    if not letters:
        return ["plain"]
    styles = [style for style, fits in zip(_STYLES, (suited == "all", jokers), strict=True) if fits]
    if styles:
        return styles
    if suited == "some":
        return ["suits"]
    stray = letters[0]
    raise HandTextError("unknown", stray.start, stray.end, text[stray.start : stray.end])


def _suited(parts: list[_Part]) -> Literal["all", "some", "none"]:
    """Whether every rank alone has a suit beside it, or every suit a rank at least."""
    text = "".join(part.letter or " " for part in parts)
    for pattern in ("sr", "rs"):
        rest = text.replace(pattern, "")
        if "s" not in rest and "r" not in rest:
            return "all"
        if "s" not in rest:
            return "some"
    return "none"


def _counts(cards: str) -> Counts:
    return tuple(cards.count(rank) for rank in RANKS)


def _fits(hand: Counts, packs: int) -> bool:
    """Whether a deck has these cards."""
    return all(held <= most for held, most in zip(hand, full_deck(packs=packs), strict=True))


def _excess(parts: list[_Part], chosen: tuple[str, ...], packs: int) -> HandTextError:
    """The first card of this reading that is one too many."""
    deck, hand = full_deck(packs=packs), [0] * len(RANKS)
    for part, cards in zip(parts, chosen, strict=True):
        for card in cards:
            hand[INDEX[card]] += 1
            if hand[INDEX[card]] > deck[INDEX[card]]:
                return HandTextError("many", part.start, part.end, card, deck[INDEX[card]])
    return HandTextError("empty")
