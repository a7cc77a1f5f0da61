"""Cards as other programs write them, each form by a reader and a writer of its own name.

Nothing is guessed: a caller names the form.  Suits are not carried: Dou Dizhu compares ranks.

- Botzone: JSON with card numbers 0 to 53, four to a rank from 3 up, 52 and 53 the jokers; a list,
  or a request whose ``own`` is the list.
- RLCard: rank letters ``3456789TJQKA2BR`` low to high, as here.
- DouZero: the same letters but ``X`` and ``D`` for the jokers; or numbers 3 to 14, 17 for the 2,
  20 and 30 for the jokers.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from engine.cards import RANKS, SMALL_JOKER, Counts, NotationError, parse_ranks, ranks_text

BOTZONE_CARDS = 54
DOUZERO_LETTERS = "3456789TJQKA2XD"
DOUZERO_NUMBERS = (*range(3, 15), 17, 20, 30)

_TO_DOUZERO = str.maketrans(RANKS, DOUZERO_LETTERS)
_FROM_DOUZERO = str.maketrans(DOUZERO_LETTERS, RANKS)


def from_botzone(text: str) -> Counts:
    """Counts of the cards in Botzone JSON: ``[0, 1, 52]`` or ``{"own": [0, 1, 52], ...}``.

    Raises NotationError on what is no such JSON, an unknown number, or one that stands twice.
    """
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        raise NotationError(f"{text[:60]!r} is no JSON; expected a list of card numbers") from None
    if isinstance(content, dict):
        content = content.get("own")
    if not isinstance(content, list):
        raise NotationError(f"{text[:60]!r} holds no list of cards; expected [..] or an own list")
    counts = [0] * len(RANKS)
    seen: set[int] = set()
    for card in content:
        if type(card) is not int or not 0 <= card < BOTZONE_CARDS:
            raise NotationError(f"{card!r:.40} is no card; expected a number from 0 to 53")
        if card in seen:
            raise NotationError(f"the card {card} stands twice")
        seen.add(card)
        counts[_botzone_rank(card)] += 1
    return tuple(counts)


def to_botzone(cards: Counts) -> str:
    """*cards* as a JSON list of Botzone numbers, of equal ranks the lowest."""
    numbers: list[int] = []
    for rank, held in enumerate(cards):
        first = 4 * rank if rank < SMALL_JOKER else 4 * SMALL_JOKER + rank - SMALL_JOKER
        numbers += range(first, first + held)
    return json.dumps(numbers)


def _botzone_rank(card: int) -> int:
    return card // 4 if card < 4 * SMALL_JOKER else SMALL_JOKER + card - 4 * SMALL_JOKER


def from_rlcard(text: str) -> Counts:
    """Counts of a hand string of RLCard: ``"3334BR"``; NotationError as ``parse_ranks``."""
    return _letters(text, RANKS)


def to_rlcard(cards: Counts) -> str:
    """*cards* as RLCard writes them, low to high."""
    return ranks_text(cards)


def from_douzero(text: str) -> Counts:
    """Counts of a hand string of DouZero: ``"3334XD"``.

    Raises NotationError on an unknown letter, and on too many of a rank.
    """
    return _letters(text, DOUZERO_LETTERS)


def to_douzero(cards: Counts) -> str:
    """*cards* as letters of DouZero, low to high."""
    return ranks_text(cards).translate(_TO_DOUZERO)


def from_douzero_numbers(numbers: Iterable[int]) -> Counts:
    """Counts of a hand as DouZero's numbers: ``[3, 3, 17, 20]``.

    Raises NotationError on an unknown number, and on too many of a rank.
    """
    letters = ""
    for number in numbers:
        if type(number) is not int or number not in DOUZERO_NUMBERS:
            expected = ", ".join(map(str, DOUZERO_NUMBERS))
            raise NotationError(f"{number!r:.40} is no card; expected one of {expected}")
        letters += RANKS[DOUZERO_NUMBERS.index(number)]
    return parse_ranks(letters)


def to_douzero_numbers(cards: Counts) -> list[int]:
    """*cards* as numbers of DouZero, low to high."""
    return [DOUZERO_NUMBERS[rank] for rank, held in enumerate(cards) for _ in range(held)]


def _letters(text: str, letters: str) -> Counts:
    for place, letter in enumerate(text, 1):
        if letter not in letters:
            raise NotationError(
                f"cannot read {text[:60]!r}: {letter!r} at place {place} is no card; "
                f"expected the letters {letters}"
            )
    return parse_ranks(text.translate(_FROM_DOUZERO) if letters == DOUZERO_LETTERS else text)
