"""Any deal as a short code and back: the code is the deal itself, not a seed of some library.

A code is Crockford base 32, most significant character first::

    D1 XXXXXXXXXXXXXXXXXXX CC          written  D1XX-XXXX-XXXX-XXXX-XXXX-XCC

``D`` is the game, ``1`` the version of this layout; nineteen characters hold the number of the
deal times three plus the first bidder (89.5 + 1.6 bits of 95); two characters check the rest.

*Number of a deal*: write the place of every card of ``DECK`` in order (0, 1, 2 the seats, 3 the
kitty); the number is the rank of that word among all words with 17, 17, 17 and 3 of each, in
lexicographic order.  Suits are kept, rules and levels are not.

*Check*: over the field of 32 elements (x^5 + x^2 + 1, generator 2, characters by their value)
the 23 characters c_0 ... c_22 satisfy sum(c_i) = 0 and sum(2^i * c_i) = 0.  Any one wrong
character and any two different neighbours swapped break the second sum; any two wrong characters
break one of them.

*Drawing*: SHA-256 of ``b"tesuu deal 1\\0" + label + b"\\0" + counter`` (four bytes, from 0, most
significant first), its leading bits as a number, drawn again with the next counter while the
number is too large: uniform, and the same on every machine and version of Python.
"""

from __future__ import annotations

import datetime
import hashlib
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from math import factorial, prod

from engine.cards import DECK, NotationError

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_VALUE = {letter: value for value, letter in enumerate(ALPHABET)} | {
    "O": 0,
    "I": 1,
    "L": 1,
}
_IGNORED = frozenset(" -‐‑‒–—−ー_.\t\r\n")

GAME = "D"
VERSION = "1"
SIZES = (17, 17, 17, 3)
"""Cards of seat 0, 1, 2 and of the kitty."""

SEATS = 3
PAYLOAD = 19
CHECKS = 2
LENGTH = len(GAME + VERSION) + PAYLOAD + CHECKS
DEALS = factorial(54) // prod(map(factorial, SIZES))
"""Number of different deals, first bidder aside: 2 ** 89.5."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards of every seat and of the kitty, with suits, and the seat that bids first (R3)."""

    hands: tuple[tuple[str, ...], ...]
    """Cards like ``"3c"``, sorted as in ``DECK``."""
    kitty: tuple[str, ...]
    first: int


# ---- code <-> deal ----


def encode(deal: Deal) -> str:
    """The code of *deal*: 23 characters in groups of four, joined by dashes."""
    number = _rank(_places(deal)) * SEATS + deal.first
    payload = "".join(
        ALPHABET[number >> 5 * place & 31] for place in reversed(range(PAYLOAD))
    )
    return _grouped(_with_checks(GAME + VERSION + payload))


def decode(text: str) -> Deal:
    """The deal whose code is *text*; lower case, O/0, I and L/1, spaces and dashes are forgiven.

    Raises NotationError that says what was read and what is wrong with it.
    """
    values = _read_characters(text)
    if len(values) != LENGTH:
        raise NotationError(
            f"deal code {_shown(text)} has {len(values)} characters; expected {LENGTH}"
        )
    _verify_checks(values, text)
    game, version = ALPHABET[values[0]], ALPHABET[values[1]]
    if game != GAME:
        raise NotationError(
            f"deal code {_shown(text)} is for the unknown game {game!r}; expected {GAME!r}"
        )
    if version != VERSION:
        raise NotationError(
            f"deal code {_shown(text)} has version {version!r}; expected {VERSION!r}"
        )
    number = 0
    for value in values[2:-CHECKS]:
        number = number << 5 | value
    rank, first = divmod(number, SEATS)
    if rank >= DEALS:
        raise NotationError(
            f"deal code {_shown(text)} is no deal: its number is too large"
        )
    return _deal(rank, first)


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
        raise NotationError(f"the deal code is empty; expected {LENGTH} characters")
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


def _places(deal: Deal) -> list[int]:
    """For every card of ``DECK`` where it lies: the seat, or 3 for the kitty."""
    where = {
        card: place
        for place, cards in enumerate((*deal.hands, deal.kitty))
        for card in cards
    }
    sizes = tuple(map(len, (*deal.hands, deal.kitty)))
    if sizes != SIZES or where.keys() != set(DECK) or deal.first not in range(SEATS):
        raise ValueError(f"not a deal of {SIZES} cards with a first bidder: {deal}")
    return [where[card] for card in DECK]


def _rank(places: Sequence[int]) -> int:
    left, words, rank = list(SIZES), DEALS, 0
    for done, place in enumerate(places):
        size = len(places) - done
        rank += sum(words * count // size for count in left[:place])
        words = words * left[place] // size  # words that begin with this place
        left[place] -= 1
    return rank


def _deal(rank: int, first: int) -> Deal:
    left, words = list(SIZES), DEALS
    cards: list[list[str]] = [[] for _ in SIZES]
    for done, card in enumerate(DECK):
        size = len(DECK) - done
        for place, count in enumerate(left):
            beginning = words * count // size
            if rank < beginning:
                break
            rank -= beginning
        cards[place].append(card)
        left[place] -= 1
        words = beginning
    *hands, kitty = map(tuple, cards)
    return Deal(tuple(hands), kitty, first)


# ---- drawing ----


def draw(seed: bytes | str | int, *, first: int | None = None) -> Deal:
    """The deal of *seed*, uniform over all deals; the first bidder is drawn too unless given.

    For chance the caller hands in bytes of the operating system's randomness.
    """
    label = seed if isinstance(seed, bytes) else f"seed {seed}".encode()
    if first is not None:
        return _deal(_draw_number(label, DEALS), first)
    rank, drawn_first = divmod(_draw_number(label, DEALS * SEATS), SEATS)
    return _deal(rank, drawn_first)


def next_deal(code: str) -> Deal:
    """The deal that follows when all passed the deal *code*; same first bidder (R5)."""
    deal = decode(code)
    return draw(f"after {encode(deal)}".encode(), first=deal.first)


def day_deal(day: datetime.date, *, first: int | None = None) -> Deal:
    """The deal of the day."""
    return draw(f"day {day.isoformat()}".encode(), first=first)


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
