"""Ranks, suits, decks, card text, and the three errors every reader of text raises."""

from __future__ import annotations

from collections.abc import Iterable

RANKS = "3456789TJQKA2BR"
"""Rank letters low to high (R1); ``B`` is the small (black) joker, ``R`` the big (red) one."""

SUITS = "cdhs"

CHAIN_RANKS = 12
"""The first twelve ranks, 3 to A, may stand in chains (R10)."""

SMALL_JOKER = 13
BIG_JOKER = 14

DECK: tuple[str, ...] = (
    *(rank + suit for rank in RANKS[:13] for suit in SUITS),
    "B",
    "R",
)
"""The 54 cards, low to high: ``3c 3d 3h 3s 4c ... 2s B R``."""

INDEX = {rank: index for index, rank in enumerate(RANKS)}

Counts = tuple[int, ...]
"""Fifteen numbers of cards, indexed like ``RANKS``."""

NO_CARDS: Counts = (0,) * 15


class NotationError(ValueError):
    """The text cannot be read; the message says where and what was expected."""


class IllegalPlayError(ValueError):
    """The text can be read but is not allowed now; the message says why and gives the position."""


class AmbiguousPlayError(ValueError):
    """The text has several readings; ``readings`` lists them in canonical text."""

    def __init__(self, text: str, readings: Iterable[str]) -> None:
        self.readings = tuple(readings)
        super().__init__(f"{text!r} has {len(self.readings)} readings: {', '.join(self.readings)}")


def parse_ranks(text: str, *, packs: int = 1) -> Counts:
    """Counts per rank of the cards in *text*, suits ignored.

    Letters are those of ``RANKS``; a lower-case suit letter may follow a rank.  At most four of a
    rank and one of each joker for every pack.

    >>> parse_ranks("3s3h3d4cB")[:2], parse_ranks("B")[13]
    ((3, 1), 1)

    Raises NotationError on an unknown letter, naming its place, and on too many of a rank.
    """
    counts = [0] * len(RANKS)
    previous = ""
    for place, letter in enumerate(text):
        rank = INDEX.get(letter)
        if rank is None:
            if letter in SUITS and previous in RANKS[:13] and previous:
                previous = ""
                continue
            raise NotationError(
                f"cannot read {_shown(text)}: {letter!r} at place {place + 1} is no card; "
                f"expected the letters {RANKS}"
            )
        previous = letter
        counts[rank] += 1
        most = packs * (4 if rank < SMALL_JOKER else 1)
        if counts[rank] > most:
            raise NotationError(
                f"cannot read {_shown(text)}: {letter!r} at place {place + 1} is one too many; "
                f"expected at most {most} of it"
            )
    return tuple(counts)


def _shown(text: str) -> str:
    """*text* quoted for a message, cut where it would fill the screen."""
    return repr(text) if len(text) <= 80 else f"{text[:77]!r}..."


def ranks_text(counts: Iterable[int]) -> str:
    """The rank letters of *counts*, low to high: ``"33345B"``."""
    return "".join(rank * held for rank, held in zip(RANKS, counts, strict=True))


def count_cards(cards: Iterable[str]) -> Counts:
    """Counts per rank of single cards such as ``"3c"`` or ``"B"``."""
    counts = [0] * len(RANKS)
    for card in cards:
        counts[INDEX[card[0]]] += 1
    return tuple(counts)


def full_deck(*, packs: int = 1) -> Counts:
    """Counts of whole packs: four of each rank and one of each joker for every pack."""
    return (4 * packs,) * 13 + (packs,) * 2


def add(left: Counts, right: Counts) -> Counts:
    """The counts of both together."""
    return tuple(a + b for a, b in zip(left, right, strict=True))


def subtract(left: Counts, right: Counts) -> Counts:
    """What is left of *left* without *right*; the caller knows that *left* holds it."""
    return tuple(a - b for a, b in zip(left, right, strict=True))
