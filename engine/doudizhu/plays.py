"""The kinds of play (R9 to R15): one table read by the generator, the classifier and the notation.

A kind is a body of one or more neighbouring ranks, each held ``width`` times, and kickers.  The
rocket is the only play outside the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import combinations

from engine.cards import (
    BIG_JOKER,
    CHAIN_RANKS,
    RANKS,
    SMALL_JOKER,
    AmbiguousPlayError,
    Counts,
    NotationError,
    full_deck,
    parse_ranks,
    ranks_text,
)
from engine.doudizhu.rules import CLASSIC, Rules, rules_text

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
    #     kind             width shortest kickers kicker size  options
    Shape("solo",           1,    1),
    Shape("pair",           2,    1),
    Shape("trio",           3,    1,       0,      0,  ("trio_alone",)),
    Shape("trio+solo",      3,    1,       1,      1,  ("trio_solo",)),
    Shape("trio+pair",      3,    1,       1,      2,  ("trio_pair",)),
    Shape("solo_chain",     1,    5),
    Shape("pair_chain",     2,    3),
    Shape("airplane",       3,    2),
    Shape("airplane+solos", 3,    2,       1,      1,  ("airplane_kickers", "airplane_solos")),
    Shape("airplane+pairs", 3,    2,       1,      2,  ("airplane_kickers",)),
    Shape("quad+solos",     4,    1,       2,      1,  ("quad_two",)),
    Shape("quad+pairs",     4,    1,       2,      2,  ("quad_two",)),
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
        return _beats(self.kind, self.start, self.length, self.width, other)


def _beats(kind: str, start: int, length: int, width: int, other: Play) -> bool:
    """R14, R15 and R23: only kind and body decide, never the kickers."""
    if kind == "rocket" or other.kind == "rocket":
        return kind == "rocket" != other.kind
    if kind == other.kind == "bomb":
        return (width, start) > (other.width, other.start)
    if kind == other.kind and length == other.length:
        return start > other.start
    return kind == "bomb"


@cache
def rocket(rules: Rules) -> Play:
    """All jokers of the deck together (R9, R23)."""
    return Play("rocket", SMALL_JOKER, length=2, width=rules.packs)


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
    lengthens = shape.is_chain and rank in (start - 1, start + length) and rank < CHAIN_RANKS
    return 2 if lengthens and not rules.touching_trio else 3


def kicker_sets(
    shape: Shape, start: int, length: int, held: Counts, rules: Rules
) -> list[tuple[int, ...]]:
    """Every set of kickers, ranks low to high, that *held* offers to this body."""
    limits = [kicker_limit(shape, start, length, rank, rules) for rank in range(len(RANKS))]
    return _kicker_sets(shape, length, limits, held, rules)


def _kicker_sets(
    shape: Shape, length: int, limits: Sequence[int], held: Counts, rules: Rules
) -> list[tuple[int, ...]]:
    size, number = shape.kicker_size, shape.kickers * length
    pool: list[int] = []
    for rank, (most, count) in enumerate(zip(limits, held, strict=True)):
        if most and count >= size:
            pool += (rank,) * min(most, count // size, number)
    if number == 1:
        return [(rank,) for rank in dict.fromkeys(pool)]
    found = dict.fromkeys(combinations(pool, number))  # equal ranks in the pool repeat a set
    if rules.joker_kickers:
        return list(found)
    return [kickers for kickers in found if kickers[-2:] != JOKERS]


# ---- generator: the bodies of the whole deck, worked out once, tested as bits ----


@dataclass(frozen=True, slots=True, eq=False)
class _Body:
    """One body of the deck, with the plays made of it so far."""

    shape: Shape
    start: int
    length: int
    width: int
    bits: int
    """One bit for each rank of the body."""
    limits: tuple[int, ...]
    """``kicker_limit`` of every rank."""
    made: dict[tuple[int, ...], Play]
    """The plays of this body by their kickers: each is made once and shared."""

    @property
    def size(self) -> int:
        """Cards of a play of this body, kickers too."""
        return self.length * (self.width + self.shape.kickers * self.shape.kicker_size)

    def play(self, kickers: tuple[int, ...]) -> Play:
        """The play of this body with these kickers."""
        play = self.made.get(kickers)
        if play is None:
            play = Play(self.shape.kind, self.start, self.length, self.width, kickers)
            self.made[kickers] = play
        return play

    def beats(self, other: Play) -> bool:
        """Whether the plays of this body may follow *other*."""
        return _beats(self.shape.kind, self.start, self.length, self.width, other)

    def plays(self, hand: Counts, rules: Rules) -> list[Play]:
        """Every play of this body, which *hand* holds, with kickers out of *hand*."""
        if not self.shape.kickers:
            return [self.play(())]
        sets = _kicker_sets(self.shape, self.length, self.limits, hand, rules)
        return [self.play(kickers) for kickers in sets]


@cache
def _deck_bodies(rules: Rules) -> tuple[tuple[Shape, int, tuple[_Body, ...]], ...]:
    """For every row and width of body: all bodies of the deck, low to high."""
    table = []
    for shape in shapes(rules):
        by_width: dict[int, list[_Body]] = {}
        for start, length, width in bodies(shape, full_deck(packs=rules.packs), rules):
            limits = tuple(
                kicker_limit(shape, start, length, rank, rules) for rank in range(len(RANKS))
            )
            bits = ((1 << length) - 1) << start
            body = _Body(shape, start, length, width, bits, limits, {})
            by_width.setdefault(width, []).append(body)
        table += [(shape, width, tuple(found)) for width, found in by_width.items()]
    return tuple(table)


def _held_bits(hand: Counts) -> list[int]:
    """For every width from 0: a bit for each rank of which *hand* holds so many cards."""
    held = [0] * (max(hand) + 1)
    for rank, count in enumerate(hand):
        if count:
            held[count] |= 1 << rank
    for width in range(len(held) - 2, 0, -1):
        held[width] |= held[width + 1]
    return held


def _has_run(bits: int, shortest: int) -> bool:
    """Whether *bits* has so many neighbouring ranks."""
    for _ in range(shortest - 1):
        bits &= bits >> 1
    return bits != 0


def plays(hand: Counts, rules: Rules = CLASSIC) -> list[Play]:
    """Every distinct play of *hand*, pass not among them; any part of the deck."""
    held = _held_bits(hand)
    widest = len(held) - 1
    found: list[Play] = []
    for shape, width, table in _deck_bodies(rules):
        if width <= widest and _has_run(bits := held[width], shape.shortest):
            for body in table:
                if body.bits & bits == body.bits:
                    found += body.plays(hand, rules)
    if _holds_rocket(hand, rules):
        found.append(rocket(rules))
    return found


def following(hand: Counts, to_beat: Play, rules: Rules = CLASSIC) -> list[Play]:
    """Every distinct play of *hand* that beats *to_beat* (R14, R15), pass not among them."""
    held = _held_bits(hand)
    widest = len(held) - 1
    found: list[Play] = []
    for shape, width, table in _deck_bodies(rules):
        if width <= widest and shape.kind in (to_beat.kind, "bomb"):
            bits = held[width]
            for body in table:
                if body.bits & bits == body.bits and body.beats(to_beat):
                    found += body.plays(hand, rules)
    if _holds_rocket(hand, rules) and to_beat.kind != "rocket":
        found.append(rocket(rules))
    return found


def answered_in_kind(cards: Counts, to_beat: Play, rules: Rules = CLASSIC) -> bool:
    """Whether *cards* hold a play of the same kind that beats *to_beat*, bombs and rocket aside."""
    held = _held_bits(cards)
    higher = _higher_bodies(rules, to_beat.kind, to_beat.start, to_beat.length, to_beat.width)
    return any(
        body.width < len(held)
        and body.bits & held[body.width] == body.bits
        and (not body.shape.kickers or bool(body.plays(cards, rules)))
        for body in higher
    )


@lru_cache(maxsize=4096)
def _higher_bodies(
    rules: Rules, kind: str, start: int, length: int, width: int
) -> tuple[_Body, ...]:
    """The bodies of the deck of this kind that beat the one that is told."""
    other = Play(kind, start, length, width)
    return tuple(
        body
        for shape, _, table in _deck_bodies(rules)
        if shape.kind == kind
        for body in table
        if body.beats(other)
    )


def _holds_rocket(hand: Counts, rules: Rules) -> bool:
    return hand[SMALL_JOKER] >= rules.packs and hand[BIG_JOKER] >= rules.packs


# ---- classifier ----


def classify(cards: Counts, rules: Rules = CLASSIC) -> list[Play]:
    """Every reading of *cards* as one play; empty when they are none, one at most in classic."""
    size = sum(cards)
    held = _held_bits(cards)
    found: list[Play] = []
    for shape, width, table in _deck_bodies(rules):
        if width < len(held) and _has_run(bits := held[width], shape.shortest):
            for body in table:
                if body.bits & bits == body.bits and body.size == size:
                    kickers = _read_kickers(body, cards, rules)
                    if kickers is not None:
                        found.append(body.play(kickers))
    if size == 2 * rules.packs and _holds_rocket(cards, rules):
        found.append(rocket(rules))
    return found


def _read_kickers(body: _Body, cards: Counts, rules: Rules) -> tuple[int, ...] | None:
    """What *cards* hold beside the body, as its kickers; None when it cannot be."""
    kickers: tuple[int, ...] = ()
    for rank, count in enumerate(cards):
        if body.bits >> rank & 1:
            count -= body.width
        if count:
            times, over = divmod(count, body.shape.kicker_size or 1)
            if over or times > body.limits[rank]:
                return None
            kickers += (rank,) * times
    if not rules.joker_kickers and kickers[-2:] == JOKERS:
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
        readings = [play for play in readings if str(play).partition("+")[0] == body_text]
    if not readings:
        raise NotationError(f"{text!r} is no play under the rules {rules_text(rules)!r}")
    if len(readings) > 1:
        raise AmbiguousPlayError(text, map(str, readings))
    return readings[0]
