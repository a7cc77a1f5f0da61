"""The kinds of play (R9 to R15): one table read by the generator, the classifier and the notation.

A kind is a body of one or more neighbouring ranks, each held ``width`` times, and kickers.  The
rocket is the only play outside the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache

from engine.cards import (
    BIG_JOKER,
    CHAIN_RANKS,
    RANKS,
    SMALL_JOKER,
    AmbiguousPlayError,
    Counts,
    NotationError,
    parse_ranks,
    ranks_text,
    subtract,
)
from engine.doudizhu.rules import CLASSIC, Rules

JOKERS = (SMALL_JOKER, BIG_JOKER)


@dataclass(frozen=True, slots=True)
class Shape:
    """One kind of play: a row of the table ``SHAPES``."""

    kind: str
    width: int
    """Cards of each rank of the body; the least number for a bomb."""
    shortest: int
    """Fewest ranks in the body; one means that the body is a single rank, never a chain."""
    kickers: int = 0
    """Kickers for each rank of the body."""
    kicker_size: int = 0
    """Cards of a kicker: 1 solo, 2 pair."""
    needs: tuple[str, ...] = ()
    """Options of ``Rules`` without which the kind is not played."""

    @property
    def is_chain(self) -> bool:
        """Whether the body is two or more neighbouring ranks within 3 to A (R10)."""
        return self.shortest > 1

    def longest(self, rules: Rules) -> int:
        """Most ranks in a body: what the largest hand can hold, at most 3 to A (R9, R23)."""
        if not self.is_chain:
            return 1
        return min(
            CHAIN_RANKS,
            rules.largest_hand // (self.width + self.kickers * self.kicker_size),
        )


SHAPES = (
    #     kind             width  shortest  kickers  kicker size  options
    Shape("solo",           1,    1),
    Shape("pair",           2,    1),
    Shape("trio",           3,    1,        0,       0,           ("trio_alone",)),
    Shape("trio+solo",      3,    1,        1,       1,           ("trio_solo",)),
    Shape("trio+pair",      3,    1,        1,       2,           ("trio_pair",)),
    Shape("solo_chain",     1,    5),
    Shape("pair_chain",     2,    3),
    Shape("airplane",       3,    2),
    Shape("airplane+solos", 3,    2,        1,       1,           ("airplane_kickers", "airplane_solos")),
    Shape("airplane+pairs", 3,    2,        1,       2,           ("airplane_kickers",)),
    Shape("quad+solos",     4,    1,        2,       1,           ("quad_two",)),
    Shape("quad+pairs",     4,    1,        2,       2,           ("quad_two",)),
    Shape("bomb",           4,    1),
)  # fmt: skip

KINDS = (*(shape.kind for shape in SHAPES), "rocket")


@cache
def shapes(rules: Rules) -> tuple[Shape, ...]:
    """The rows of ``SHAPES`` that are played under *rules*."""
    return tuple(s for s in SHAPES if all(getattr(rules, option) for option in s.needs))


@dataclass(frozen=True, slots=True)
class Play:
    """Cards put down together: a kind, its body and its kickers; suits do not matter (R1)."""

    kind: str
    start: int
    """Lowest rank of the body, an index into ``RANKS``."""
    length: int = 1
    """Number of ranks in the body; 2 for the rocket."""
    width: int = 1
    """Cards of each rank of the body."""
    kickers: tuple[int, ...] = ()
    """Ranks of the kickers, low to high; a pair kicker stands once."""
    counts: Counts = field(init=False, compare=False, repr=False)
    """All cards of the play, per rank."""

    def __post_init__(self) -> None:
        counts = [0] * len(RANKS)
        for rank in self.body:
            counts[rank] = self.width
        for rank in self.kickers:
            counts[rank] += self.kicker_size
        object.__setattr__(self, "counts", tuple(counts))

    @property
    def body(self) -> range:
        """The ranks of the body."""
        return range(self.start, self.start + self.length)

    @property
    def kicker_size(self) -> int:
        """Cards of one kicker: 1 or 2; 1 where there are none."""
        return 2 if self.kind.endswith("pair") or self.kind.endswith("pairs") else 1

    @property
    def size(self) -> int:
        """Number of cards."""
        return sum(self.counts)

    @property
    def is_bomb(self) -> bool:
        """Whether the play doubles the multiplier (R19): a bomb or the rocket."""
        return self.kind in ("bomb", "rocket")

    def __str__(self) -> str:
        body = "".join(RANKS[rank] * self.width for rank in self.body)
        kickers = "".join(RANKS[rank] * self.kicker_size for rank in self.kickers)
        return f"{body}+{kickers}" if kickers else body

    def beats(self, other: Play) -> bool:
        """Whether this may follow *other* (R14, R15); plays of unlike kind beat neither way."""
        if self.kind == "rocket" or other.kind == "rocket":
            return self.kind == "rocket" != other.kind
        if self.kind == other.kind == "bomb":
            return (self.width, self.start) > (
                other.width,
                other.start,
            )  # R23: more beat fewer
        if self.kind == other.kind and self.length == other.length:
            return self.start > other.start
        return self.kind == "bomb"


@cache
def play_of(
    kind: str, start: int, length: int, width: int, kickers: tuple[int, ...]
) -> Play:
    """The one shared object of this play, so that generating it again costs a look-up."""
    return Play(kind, start, length, width, kickers)


def rocket(rules: Rules) -> Play:
    """All jokers of the deck together (R9, R23)."""
    return play_of("rocket", SMALL_JOKER, 2, rules.packs, ())


# ---- bodies and kickers: the two questions that generator and classifier ask of a row ----


def bodies(shape: Shape, held: Counts, rules: Rules) -> Iterator[tuple[int, int, int]]:
    """Every ``(start, length, width)`` of a body of this shape in *held*."""
    if shape.is_chain:
        longest = shape.longest(rules)
        run = 0
        for last in range(CHAIN_RANKS):
            run = run + 1 if held[last] >= shape.width else 0
            for length in range(shape.shortest, min(run, longest) + 1):
                yield last - length + 1, length, shape.width
    else:
        for rank, count in enumerate(held):
            if count >= shape.width:
                widest = count if shape.kind == "bomb" else shape.width
                for width in range(shape.width, widest + 1):
                    yield rank, 1, width


def kicker_limit(shape: Shape, start: int, length: int, rank: int, rules: Rules) -> int:
    """Most kickers of *rank* that one play with this body may carry (R11).

    None of the body's own ranks.  Solos: one if they must be distinct, never four, and not three
    of a rank that would lengthen the airplane.  Pairs: one, unless two of a rank are allowed.
    """
    if start <= rank < start + length:
        return 0
    if shape.kicker_size == 2:
        return 2 if rules.same_pair_kickers else 1
    if rules.distinct_kickers:
        return 1
    lengthens = (
        shape.is_chain and rank in (start - 1, start + length) and rank < CHAIN_RANKS
    )
    return 2 if lengthens and not rules.touching_trio else 3


def kicker_sets(
    shape: Shape, start: int, length: int, held: Counts, rules: Rules
) -> tuple[tuple[int, ...], ...]:
    """Every set of kickers, ranks low to high, that *held* offers to this body."""
    size = shape.kicker_size
    limits = tuple(
        (rank, min(count // size, kicker_limit(shape, start, length, rank, rules)))
        for rank, count in enumerate(held)
        if count >= size
    )
    return _multisets(limits, shape.kickers * length, rules.joker_kickers)


@lru_cache(maxsize=4096)
def _multisets(
    limits: tuple[tuple[int, int], ...], size: int, joker_kickers: bool
) -> tuple[tuple[int, ...], ...]:
    """Sorted multisets of *size* ranks, each at most its limit; both jokers only if allowed."""
    found: list[tuple[int, ...]] = []

    def extend(place: int, chosen: tuple[int, ...]) -> None:
        missing = size - len(chosen)
        if not missing:
            if joker_kickers or not (SMALL_JOKER in chosen and BIG_JOKER in chosen):
                found.append(chosen)
            return
        if place == len(limits):
            return
        rank, most = limits[place]
        for times in range(min(most, missing), -1, -1):
            extend(place + 1, chosen + (rank,) * times)

    extend(0, ())
    return tuple(found)


# ---- generator ----


def plays(hand: Counts, rules: Rules = CLASSIC) -> list[Play]:
    """Every distinct play of *hand*, pass not among them; any part of the deck."""
    found: list[Play] = []
    for shape in shapes(rules):
        found += _plays_of(shape, hand, rules)
    if _holds_rocket(hand, rules):
        found.append(rocket(rules))
    return found


def _plays_of(shape: Shape, hand: Counts, rules: Rules) -> Iterator[Play]:
    for start, length, width in bodies(shape, hand, rules):
        if not shape.kickers:
            yield play_of(shape.kind, start, length, width, ())
        else:
            for kickers in kicker_sets(shape, start, length, hand, rules):
                yield play_of(shape.kind, start, length, width, kickers)


def _holds_rocket(hand: Counts, rules: Rules) -> bool:
    return all(hand[joker] >= rules.packs for joker in JOKERS)


_BOMBS = next(shape for shape in SHAPES if shape.kind == "bomb")


def following(hand: Counts, to_beat: Play, rules: Rules = CLASSIC) -> list[Play]:
    """Every distinct play of *hand* that beats *to_beat* (R14, R15), pass not among them."""
    found: list[Play] = []
    for shape in shapes(rules):
        if shape.kind == to_beat.kind and shape is not _BOMBS:
            for start, length, width in bodies(shape, hand, rules):
                if length == to_beat.length and start > to_beat.start:
                    if not shape.kickers:
                        found.append(play_of(shape.kind, start, length, width, ()))
                    else:
                        found += (
                            play_of(shape.kind, start, length, width, kickers)
                            for kickers in kicker_sets(
                                shape, start, length, hand, rules
                            )
                        )
    found += (bomb for bomb in _plays_of(_BOMBS, hand, rules) if bomb.beats(to_beat))
    if _holds_rocket(hand, rules) and to_beat.kind != "rocket":
        found.append(rocket(rules))
    return found


# ---- classifier ----


def classify(cards: Counts, rules: Rules = CLASSIC) -> list[Play]:
    """Every reading of *cards* as one play; empty when they are none, one at most in classic."""
    size = sum(cards)
    found: list[Play] = []
    for shape in shapes(rules):
        for start, length, width in bodies(shape, cards, rules):
            kickers = shape.kickers * length
            if length * width + kickers * shape.kicker_size == size:
                rest = subtract(cards, play_of("body", start, length, width, ()).counts)
                ridden = _read_kickers(shape, start, length, rest, rules)
                if ridden is not None:
                    found.append(play_of(shape.kind, start, length, width, ridden))
    if size == 2 * rules.packs and _holds_rocket(cards, rules):
        found.append(rocket(rules))
    return found


def _read_kickers(
    shape: Shape, start: int, length: int, rest: Counts, rules: Rules
) -> tuple[int, ...] | None:
    """*rest* as the kickers of this body, or None when it cannot be."""
    kickers: tuple[int, ...] = ()
    for rank, count in enumerate(rest):
        if count:
            times, over = divmod(count, shape.kicker_size or 1)
            if over or times > kicker_limit(shape, start, length, rank, rules):
                return None
            kickers += (rank,) * times
    if not rules.joker_kickers and SMALL_JOKER in kickers and BIG_JOKER in kickers:
        return None
    return kickers


# ---- notation ----


def parse_play(text: str, rules: Rules = CLASSIC) -> Play:
    """The play written as *text*: ``34567``, ``444+7``, ``BR``; the inverse of ``str``.

    The ``+`` before the kickers may be left out when one reading is left; with a ``+`` at the end
    the cards are read without kickers.

    >>> str(parse_play("7444"))
    '444+7'

    Raises NotationError when the cards are no play, AmbiguousPlayError when they are several.
    """
    body, plus, kickers = text.partition("+")
    if "+" in kickers:
        place = len(body) + 2 + kickers.index("+")
        raise NotationError(
            f"cannot read {text!r}: second '+' at place {place}; expected body+kickers"
        )
    cards = parse_ranks(body + kickers, packs=rules.packs)
    readings = classify(cards, rules)
    if plus:
        body_text = ranks_text(parse_ranks(body, packs=rules.packs))
        readings = [
            play for play in readings if str(play).partition("+")[0] == body_text
        ]
    if not readings:
        raise NotationError(f"{text!r} is no play under the rules {rules.name!r}")
    if len(readings) > 1:
        raise AmbiguousPlayError(text, map(str, readings))
    return readings[0]
