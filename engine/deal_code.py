"""Any deal as a short code and back: the code is the deal itself, not a seed of some library.

A code is Crockford base 32, most significant character first::

    D1 XXXXXXXXXXXXXXXXXXX CC          written  D1XX-XXXX-XXXX-XXXX-XXXX-XCC

``D`` is the game (``F``: four players, two packs), ``1`` the version of this layout; nineteen
characters (``F``: 39) hold the number of the deal times the number of seats plus the first bidder
(89.5 + 1.6 bits of 95; ``F``: 189.4 + 2 of 195); two characters check the rest.

*Number of a deal*: write the place of every card of ``DECK`` in order (0, 1, 2 the seats, then
the kitty); the number is the rank of that word among all words with 17, 17, 17 and 3 of each, in
lexicographic order.  With two packs a card lies in two places, written low to high as one letter
of the word: two equal cards are one card.  Suits are kept, rules and levels are not.

*Check*: over the field of 32 elements (x^5 + x^2 + 1, generator 2, characters by their value)
the characters c_0, c_1, ... satisfy sum(c_i) = 0 and sum(2^i * c_i) = 0.  Any one wrong character
breaks the first sum; two different neighbours swapped break the second, for 2^i and 2^(i+1)
differ at every length; any two wrong characters less than 31 apart break one of them.

*Drawing*: SHA-256 of ``b"tesuu deal 1\0" + label + b"\0" + counter`` (four bytes, from 0, most
significant first), its leading bits as a number, drawn again with the next counter while the
number is too large: uniform, and the same on every machine and version of Python.
"""

from __future__ import annotations

import datetime
import hashlib
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod

from engine.cards import DECK, NotationError

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_VALUE = {letter: value for value, letter in enumerate(ALPHABET)} | {"O": 0, "I": 1, "L": 1}
_IGNORED = frozenset(" -‐‑‒–—−ー_.\t\r\n")

VERSION = "1"
CHECKS = 2


@dataclass(frozen=True, slots=True)
class Layout:
    """How many cards lie where, and how long the code of such a deal is."""

    game: str
    """First character of the code."""
    packs: int
    sizes: tuple[int, ...]
    """Cards of every seat, then of the kitty."""
    payload: int
    """Characters for the number of the deal and the first bidder."""

    @property
    def seats(self) -> int:
        """Number of players."""
        return len(self.sizes) - 1

    @property
    def length(self) -> int:
        """Characters of the whole code."""
        return len(self.game + VERSION) + self.payload + CHECKS

    @property
    def deals(self) -> int:
        """Number of different deals, first bidder aside."""
        return _ways(self.packs, self.sizes)


LAYOUTS = {
    3: Layout("D", 1, (17, 17, 17, 3), 19),
    4: Layout("F", 2, (25, 25, 25, 25, 8), 39),
}
"""By the number of players."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards of every seat and of the kitty, with suits, and the seat that bids first (R3)."""

    hands: tuple[tuple[str, ...], ...]
    """Cards like ``"3c"``, sorted as in ``DECK``."""
    kitty: tuple[str, ...]
    first: int


# ---- code <-> deal ----


def encode(deal: Deal) -> str:
    """The code of *deal*: 23 characters (four players 43) in groups of four, joined by dashes.

    Raises ValueError when the cards are not those of a whole deal.
    """
    layout = _layout(deal)
    number = _rank(layout, deal) * layout.seats + deal.first
    places = reversed(range(layout.payload))
    payload = "".join(ALPHABET[number >> 5 * place & 31] for place in places)
    return _grouped(_with_checks(layout.game + VERSION + payload))


def decode(text: str) -> Deal:
    """The deal whose code is *text*; lower case, O/0, I and L/1, spaces and dashes are forgiven.

    Raises NotationError that says what was read and what is wrong with it.
    """
    values = _read_characters(text)
    layout = next((each for each in LAYOUTS.values() if each.length == len(values)), None)
    if layout is None:
        expected = " or ".join(f"{each.length}" for each in LAYOUTS.values())
        raise NotationError(
            f"deal code {_shown(text)} has {len(values)} characters; expected {expected}"
        )
    _verify_checks(values, text)
    game, version = ALPHABET[values[0]], ALPHABET[values[1]]
    if game != layout.game:
        raise NotationError(
            f"deal code {_shown(text)} is for the unknown game {game!r}; expected {layout.game!r}"
        )
    if version != VERSION:
        raise NotationError(
            f"deal code {_shown(text)} has version {version!r}; expected {VERSION!r}"
        )
    number = 0
    for value in values[2:-CHECKS]:
        number = number << 5 | value
    rank, first = divmod(number, layout.seats)
    if rank >= layout.deals:
        raise NotationError(f"deal code {_shown(text)} is no deal: its number is too large")
    return _deal(layout, rank, first)


def canonical(text: str) -> str:
    """*text* as ``encode`` writes it; NotationError where ``decode`` raises it."""
    return encode(decode(text))


def _read_characters(text: str) -> list[int]:
    values = []
    for place, letter in enumerate(unicodedata.normalize("NFKC", text).upper(), 1):
        if letter in _VALUE:
            values.append(_VALUE[letter])
        elif letter not in _IGNORED:
            raise NotationError(
                f"deal code {_shown(text)}: {letter!r} at place {place} is not used in codes; "
                f"expected digits and letters without U"
            )
    if not values:
        raise NotationError("the deal code is empty; expected 23 characters (four players 43)")
    return values


def _shown(text: str) -> str:
    """*text* quoted for a message, cut where it would fill the screen."""
    return repr(text) if len(text) <= 60 else f"{text[:57]!r}..."


def _grouped(code: str) -> str:
    return "-".join(code[place : place + 4] for place in range(0, len(code), 4))


# ---- checks: sums over the field of 32 elements ----


def _field() -> tuple[list[int], list[int]]:
    """Powers of the generator 2, and their logarithms."""
    powers, value = [], 1
    for _ in range(31):
        powers.append(value)
        value <<= 1
        if value & 32:
            value ^= 0b100101  # x^5 = x^2 + 1
    logs = [0] * 32
    for exponent, power in enumerate(powers):
        logs[power] = exponent
    return powers, logs


_POWER, _LOG = _field()


def _times_power(value: int, exponent: int) -> int:
    """2 ** exponent * value in the field."""
    return _POWER[(_LOG[value] + exponent) % 31] if value else 0


def _sums(values: Sequence[int]) -> tuple[int, int]:
    """The two sums that a whole code makes zero."""
    plain = weighted = 0
    for place, value in enumerate(values):
        plain ^= value
        weighted ^= _times_power(value, place)
    return plain, weighted


def _with_checks(code: str) -> str:
    values = [_VALUE[letter] for letter in code]
    plain, weighted = _sums(values)
    size = len(values)
    # a + b = plain and 2^size a + 2^(size+1) b = weighted; 1 + 2 = 3 = 2^18 in the field
    second = _times_power(weighted ^ _times_power(plain, size), -size - _LOG[3])
    return code + ALPHABET[plain ^ second] + ALPHABET[second]


def _verify_checks(values: Sequence[int], text: str) -> None:
    plain, weighted = _sums(values)
    if not plain and not weighted:
        return
    message = f"deal code {_shown(text)} has a wrong character"
    if not plain:
        message = f"deal code {_shown(text)} has characters out of order"
    elif weighted:
        place = (_LOG[weighted] - _LOG[plain]) % 31
        if place < len(values):
            message += f"; if it is only one, it is number {place + 1} ({ALPHABET[values[place]]})"
    raise NotationError(message)


# ---- number of a deal ----


@lru_cache(maxsize=4096)
def _ways(packs: int, left: tuple[int, ...]) -> int:
    """How many ways to deal whole sets of *packs* equal cards into the free places *left*.

    One pack: a multinomial.  Two: the coefficient of x^left in h^m, where m is the number of
    different cards and h = (p1^2 + p2) / 2 the sum of all x_i x_j with i <= j, p1 and p2 the sums
    of the x_i and of their squares.  So it is 2^-m times the sum over k of C(m, k) times the
    coefficient in p1^(2m-2k) p2^k; the latter is a product over the places of polynomials in
    which t^j stands for a place that takes j of the p2.
    """
    size = sum(left)
    if packs == 1:
        return factorial(size) // prod(map(factorial, left))
    product = [1]
    for places in left:
        by_twos = [
            factorial(places) // (factorial(twos) * factorial(places - 2 * twos))
            for twos in range(places // 2 + 1)
        ]
        longer = [0] * (len(product) + len(by_twos) - 1)
        for power, factor in enumerate(product):
            for twos, times in enumerate(by_twos):
                longer[power + twos] += factor * times
        product = longer
    different = size // 2
    total = sum(
        comb(different, twos) * factorial(twos) * factorial(size - 2 * twos) * times
        for twos, times in enumerate(product)
    )
    return total // (prod(map(factorial, left)) << different)


def _steps(
    layout: Layout, left: tuple[int, ...]
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], int]]:
    """The places the next card of ``DECK`` may lie in, what is free after it, and in how many
    ways the other cards can then be dealt; in lexicographic order."""
    for places in combinations_with_replacement(range(len(left)), layout.packs):
        after = tuple(free - places.count(place) for place, free in enumerate(left))
        if min(after) >= 0:
            yield places, after, _ways(layout.packs, after)


def _layout(deal: Deal) -> Layout:
    layout = LAYOUTS.get(len(deal.hands))
    cards = sorted(card for part in (*deal.hands, deal.kitty) for card in part)
    if (
        layout is None
        or tuple(map(len, (*deal.hands, deal.kitty))) != layout.sizes
        or cards != sorted(DECK * layout.packs)
        or deal.first not in range(layout.seats)
    ):
        raise ValueError(f"not the cards of a whole deal with a first bidder: {deal}")
    return layout


def _rank(layout: Layout, deal: Deal) -> int:
    where: dict[str, tuple[int, ...]] = dict.fromkeys(DECK, ())
    for place, cards in enumerate((*deal.hands, deal.kitty)):
        for card in cards:
            where[card] += (place,)
    left, rank = layout.sizes, 0
    for card in DECK:
        for places, after, ways in _steps(layout, left):
            if places == where[card]:
                left = after
                break
            rank += ways
    return rank


def _deal(layout: Layout, rank: int, first: int) -> Deal:
    left = layout.sizes
    cards: list[list[str]] = [[] for _ in left]
    for card in DECK:
        for places, after, ways in _steps(layout, left):
            if rank < ways:
                for place in places:
                    cards[place].append(card)
                left = after
                break
            rank -= ways
    *hands, kitty = map(tuple, cards)
    return Deal(tuple(hands), kitty, first)


# ---- drawing ----


def draw(seed: bytes | str | int, *, players: int = 3, first: int | None = None) -> Deal:
    """The deal of *seed*, uniform over all deals; the first bidder is drawn too unless given.

    For chance the caller hands in bytes of the operating system's randomness.
    """
    layout = LAYOUTS[players]
    label = seed if isinstance(seed, bytes) else f"seed {seed}".encode()
    if first is not None:
        return _deal(layout, _draw_number(label, layout.deals), first)
    rank, drawn = divmod(_draw_number(label, layout.deals * layout.seats), layout.seats)
    return _deal(layout, rank, drawn)


def next_deal(code: str) -> Deal:
    """The deal that follows when all passed the deal *code*; same first bidder (R5)."""
    deal = decode(code)
    label = f"after {encode(deal)}".encode()
    return draw(label, players=len(deal.hands), first=deal.first)


def day_deal(day: datetime.date, *, players: int = 3, first: int | None = None) -> Deal:
    """The deal of the day."""
    return draw(f"day {day.isoformat()}".encode(), players=players, first=first)


def _draw_number(label: bytes, limit: int) -> int:
    """A number below *limit*, uniform; see the head of this file."""
    surplus = 256 - limit.bit_length()
    counter = 0
    while True:
        message = b"tesuu deal 1\0" + label + b"\0" + counter.to_bytes(4, "big")
        number = int.from_bytes(hashlib.sha256(message).digest(), "big") >> surplus
        if number < limit:
            return number
        counter += 1
