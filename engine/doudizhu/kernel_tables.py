"""What the compiled kernel needs to know about one set of rules, as flat rows of whole numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import accumulate, pairwise, product
from typing import NamedTuple

from engine.cards import Counts
from engine.doudizhu import search
from engine.doudizhu.kernel_fewest import NO_WAY
from engine.doudizhu.kernel_layout import (
    CHAIN_NUMBER,
    CHAIN_RANKS,
    CHAIN_ROOM,
    CHAIN_SIZE,
    CHAIN_WIDTH,
    CHAINS,
    CLASHES,
    FIRST_BOMB,
    FIRST_FORM,
    FIRST_USE,
    FORM_LENGTH,
    FORM_PAIRS,
    FORM_SOLOS,
    FORM_START,
    JOKERS_RIDE,
    KIND_IS_CHAIN,
    KIND_IS_LONGER,
    KIND_KICKER_SIZE,
    KIND_LENGTH,
    KIND_SIZE,
    KIND_SLOTS,
    KIND_WIDTH,
    LARGEST_HAND,
    MOST_PAIRS,
    MOST_SOLOS,
    MOST_TOUCHING,
    PACKS,
    PROFILE_FIRST,
    PROFILE_KEY,
    PROFILE_LAST,
    PROFILE_PAIRS,
    PROFILE_PLAYS,
    PROFILE_SOLOS,
    PROFILES,
    ROCKET,
    TABLES_END,
    USE_CARRIERS,
    USE_PAIR_NEED,
    USE_PAIRS,
    USE_PLAYS,
    USE_SIZES,
    USE_SLOTS,
    USE_SOLO_NEED,
    USE_SOLOS,
)
from engine.doudizhu.plays import Play, rocket, shapes
from engine.doudizhu.rules import Rules

Profile = dict[tuple[int, int], int]
"""Fewest plays by what they need: solo and pair slots they offer less kickers they give."""


@lru_cache(maxsize=1 << 14)
def pack(hand: Counts) -> int:
    """*hand* as one number, four bits a rank."""
    return sum(count << 4 * rank for rank, count in enumerate(hand))


@lru_cache(maxsize=1 << 14)
def unpack(packed: int) -> Counts:
    """The counts of a packed hand."""
    return tuple(packed >> 4 * rank & 15 for rank in range(15))


def covers(rules: Rules) -> bool:
    """Whether the kernel serves these rules: one pack, or no solo kickers (as R23 has it)."""
    return rules.packs == 1 or not _has_kickers(rules, size=1)


@cache
def tables(rules: Rules) -> tuple[int, ...]:
    """The part of the kernel's row that is fixed by these rules."""
    row = [0] * TABLES_END
    for place, numbers in (*_option_parts(rules), *_fewest_parts(rules), *_kind_parts(rules)):
        row[place : place + len(numbers)] = numbers
    return tuple(row)


Parts = Iterator[tuple[int, list[int]]]
"""Numbers, and the place where they begin."""


def _option_parts(rules: Rules) -> Parts:
    """What R11 leaves open."""
    solos = 1 if rules.distinct_kickers else 3
    yield LARGEST_HAND, [rules.largest_hand]
    yield JOKERS_RIDE, [int(rules.joker_kickers)]
    yield MOST_SOLOS, [solos]
    yield MOST_PAIRS, [2 if rules.same_pair_kickers else 1]
    yield MOST_TOUCHING, [solos if rules.touching_trio else min(solos, 2)]
    yield PACKS, [rules.packs]


def _fewest_parts(rules: Rules) -> Parts:
    """Chains, uses and profiles, as the search in plain Python knows them."""
    known = search._table(rules)
    chains = known.chains
    yield CHAIN_NUMBER, [len(chains)]
    yield CHAIN_WIDTH, [chain.width for chain in chains]
    yield CHAIN_RANKS, [chain.ranks for chain in chains]
    yield CHAIN_SIZE, [chain.size for chain in chains]
    yield CHAIN_ROOM, [chain.room for chain in chains]
    for place, chain in enumerate(chains):
        clashes = [int(bool(chain.clashes & other.bit)) for other in chains]
        yield CLASHES + CHAINS * place, clashes
    forms = [form for chain in chains for form in chain.forms]
    yield FIRST_FORM, list(accumulate((len(chain.forms) for chain in chains), initial=0))
    yield FORM_SOLOS, [form.solo_slots for form in forms]
    yield FORM_PAIRS, [form.pair_slots for form in forms]
    yield FORM_START, [form.body.start if form.body else 0 for form in forms]
    yield FORM_LENGTH, [form.body.length if form.body else 0 for form in forms]
    solos = _has_kickers(rules, size=1)
    # without solo slots nothing can be given away as a solo
    uses_of = [[use for use in uses if solos or not use.solos] for uses in known.uses]
    uses = [use for ways in uses_of for use in ways]
    carriers = [[shape for shape, _ in use.bodies if shape.kickers] for use in uses]
    yield FIRST_USE, list(accumulate(map(len, uses_of), initial=0))
    yield USE_PLAYS, [len(use.bodies) for use in uses]
    yield USE_SOLOS, [use.solos for use in uses]
    yield USE_PAIRS, [use.pairs for use in uses]
    yield USE_SOLO_NEED, [use.solo_need for use in uses]
    yield USE_PAIR_NEED, [use.pair_need for use in uses]
    yield USE_CARRIERS, list(map(len, carriers))
    for place, shapes_carrying in enumerate(carriers):
        yield USE_SLOTS + 2 * place, [shape.kickers for shape in shapes_carrying]
        yield USE_SIZES + 2 * place, [shape.kicker_size for shape in shapes_carrying]
    yield from _profile_parts(known, rules)


def _kind_parts(rules: Rules) -> Parts:
    """The rows of kind and length, as ``kinds`` lists them."""
    rows = kinds(rules)
    yield KIND_WIDTH, [row.width for row in rows]
    yield KIND_LENGTH, [row.length for row in rows]
    yield KIND_SLOTS, [row.slots for row in rows]
    yield KIND_KICKER_SIZE, [row.kicker_size for row in rows]
    yield KIND_IS_CHAIN, [int(row.length > 1) for row in rows]
    longer = [int(row.kind == before.kind) for before, row in pairwise(rows)]
    yield KIND_IS_LONGER, [0, *longer]
    yield KIND_SIZE, [row.width * row.length + row.slots * row.kicker_size for row in rows]
    yield FIRST_BOMB, [next(place for place, row in enumerate(rows) if row.kind == "bomb")]
    yield ROCKET, [len(rows)]


class Kind(NamedTuple):
    """A kind of play with the number of ranks in its body, and for bombs their width."""

    kind: str
    width: int
    length: int
    slots: int
    kicker_size: int


@cache
def kinds(rules: Rules) -> tuple[Kind, ...]:
    """The rows of kind and length: row 0 is nothing, bombs come last; the rocket is one beyond."""
    rows = [Kind("", 0, 0, 0, 0)]
    for shape in shapes(rules):
        if shape.kind != "bomb":
            for length in range(shape.shortest, shape.longest(rules) + 1):
                slots = shape.kickers * length
                rows.append(Kind(shape.kind, shape.width, length, slots, shape.kicker_size))
    rows += [Kind("bomb", width, 1, 0, 0) for width in range(4, 4 * rules.packs + 1)]
    return tuple(rows)


def code_of(play: Play, rules: Rules) -> int:
    """The code of the body of *play*, as ``kernel_moves.py`` explains it."""
    rows = kinds(rules)
    if play.kind == "rocket":
        return len(rows) << 4
    for place, row in enumerate(rows):
        if (row.kind, row.width, row.length) == (play.kind, play.width, play.length):
            return place << 4 | play.start
    raise ValueError(f"{play} is no play under {rules.name!r}")


@lru_cache(maxsize=1 << 12)
def play_of(cards: int, code: int, rules: Rules) -> Play | None:
    """The play of these packed cards whose body has this *code*; None, a pass, for no cards."""
    if not cards:
        return None
    rows = kinds(rules)
    if code >> 4 == len(rows):
        return rocket(rules)
    row = rows[code >> 4]
    start = code & 15
    left = list(unpack(cards))
    for rank in range(start, start + row.length):
        left[rank] -= row.width
    size = row.kicker_size or 1
    kickers = tuple(rank for rank, count in enumerate(left) for _ in range(count // size))
    return Play(row.kind, start, row.length, row.width, kickers)


def _has_kickers(rules: Rules, *, size: int) -> bool:
    return any(shape.kickers and shape.kicker_size == size for shape in shapes(rules))


# ---- profiles: what ranks with three cards or more can be played as, all together ----


def _profile_parts(known: search._Table, rules: Rules) -> Parts:
    """Index and rows of the profiles of every tally that a seat can hold."""
    keys, first, last = [0] * PROFILES, [0] * PROFILES, [0] * PROFILES
    rows: list[tuple[int, int, int]] = []
    for high, profile in _profiles(known, rules):
        place = ((high + 1) * 0x9E3779B1 >> 12) & (PROFILES - 1)
        while keys[place]:
            place = (place + 1) & (PROFILES - 1)
        keys[place] = high + 1
        first[place] = len(rows)
        rows += [(number, solos, pairs) for (solos, pairs), number in sorted(profile.items())]
        last[place] = len(rows)
    yield PROFILE_KEY, keys
    yield PROFILE_FIRST, first
    yield PROFILE_LAST, last
    for column, place in enumerate((PROFILE_PLAYS, PROFILE_SOLOS, PROFILE_PAIRS)):
        yield place, [row[column] for row in rows]


def _profiles(known: search._Table, rules: Rules) -> Iterator[tuple[int, Profile]]:
    """Every tally of ranks with three cards or more, shifted by two places, with its profile."""
    solos = _has_kickers(rules, size=1)
    found: list[tuple[int, int, Profile]] = [(0, 0, {(0, 0): 0})]
    for count in range(3, len(known.cheapest)):
        ways = [way for way in known.cheapest[count] if solos or not way[1]]
        for high, cards, profile in list(found):
            while (cards := cards + count) <= rules.largest_hand:
                high += 1 << 4 * (count - 3)
                profile = _with_one_more(profile, ways)
                found.append((high, cards, profile))
    for high, _, profile in found:
        yield high, profile


def _with_one_more(profile: Profile, ways: Iterable[tuple[int, int, int]]) -> Profile:
    least: Profile = {}
    for ((solos, pairs), number), (plays, more_solos, more_pairs) in product(profile.items(), ways):
        needs = solos + more_solos, pairs + more_pairs
        least[needs] = min(least.get(needs, NO_WAY), number + plays)
    return least
