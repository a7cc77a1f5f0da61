"""Why chosen cards are no play: one true statement about them, from the table of kinds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.cards import CHAIN_RANKS, Counts, full_deck
from engine.doudizhu.plays import Play, Shape, classify, shapes
from engine.doudizhu.rules import Rules


@dataclass(frozen=True, slots=True)
class NoPlay:
    """A reason as a message key and what fills it."""

    key: str
    kinds: tuple[str, ...] = ()
    """Kinds of play the sentence speaks of."""
    ranks: tuple[int, ...] = ()
    """Ranks the sentence speaks of."""
    number: int = 0
    """Cards, ranks or triples, as the sentence says."""


PLAIN = NoPlay("no_play.plain")

# What another table may allow (R9, R11): the option, its other value, and the sentence.
_OPTIONS: tuple[tuple[str, bool, str], ...] = (
    ("joker_kickers", True, "no_play.joker_kickers"),
    ("distinct_kickers", False, "no_play.distinct_kickers"),
    ("same_pair_kickers", True, "no_play.same_pair_kickers"),
    ("touching_trio", True, "no_play.touching_trio"),
    ("trio_alone", True, "no_play.trio_alone"),
    ("trio_solo", True, "no_play.trio_solo"),
    ("trio_pair", True, "no_play.trio_pair"),
    ("quad_two", True, "no_play.quad_two"),
    ("airplane_kickers", True, "no_play.airplane_bare"),
    ("airplane_solos", True, "no_play.airplane_solos"),
)

_TOO_SHORT = {"solo_chain": "no_play.short_straight", "pair_chain": "no_play.short_pairs"}


def why_no_play(cards: Counts, rules: Rules, *, hand: Counts | None = None) -> NoPlay:
    """The first reason that holds why *cards* are no play under *rules*.

    *hand* is what the cards were chosen from: "one card short" is said only of a card it holds.
    Raises ValueError when the cards are a play, or none at all.
    """
    if not any(cards) or classify(cards, rules):
        raise ValueError(f"no reason needed: {cards}")
    reasons = (
        _option_off(cards, rules)
        or _broken_chain(cards, rules)
        or _one_short(cards, rules, hand or full_deck(packs=rules.packs))
        or _one_over(cards, rules)
        or _wrong_kickers(cards, rules)
        or _no_kind_of_size(cards, rules)
    )
    return reasons or PLAIN


def _option_off(cards: Counts, rules: Rules) -> NoPlay | None:
    """The one option that forbids what would else be a play."""
    for option, value, key in _OPTIONS:
        allowed: dict[str, bool] = {option: value}
        if getattr(rules, option) != value and classify(cards, replace(rules, **allowed)):  # type: ignore[arg-type]
            return NoPlay(key)
    return None


def _broken_chain(cards: Counts, rules: Rules) -> NoPlay | None:
    """Equal numbers of several ranks that make no chain: too few, a 2 or joker, a gap (R10)."""
    ranks = [rank for rank, count in enumerate(cards) if count]
    widths = {cards[rank] for rank in ranks}
    if len(ranks) < 2 or len(widths) > 1:
        return None
    shape = _bare_chain(widths.pop(), rules)
    if shape is None:
        return None
    inside = [rank for rank in ranks if rank < CHAIN_RANKS]
    outside = [rank for rank in ranks if rank >= CHAIN_RANKS]
    span = range(inside[0], inside[-1] + 1) if inside else range(0)
    missing = tuple(rank for rank in span if rank not in inside)
    if outside:
        if len(ranks) >= shape.shortest and inside and not missing:
            return NoPlay("no_play.outside_chain", (shape.kind,), (outside[0],))
        return None
    if not missing:
        key = _TOO_SHORT.get(shape.kind)
        return NoPlay(key, number=shape.shortest) if key else None
    if shape.kind == "airplane":
        return NoPlay("no_play.scattered_trios")
    if len(missing) <= 2 < len(inside) and len(span) >= shape.shortest:
        return NoPlay("no_play.gap", (shape.kind,), missing)
    return None


def _bare_chain(width: int, rules: Rules) -> Shape | None:
    """The chain without kickers of this width."""
    rows = (row for row in shapes(rules) if row.is_chain and not row.kickers)
    return next((row for row in rows if row.width == width), None)


def _one_short(cards: Counts, rules: Rules, hand: Counts) -> NoPlay | None:
    """The play with the largest body that one more card of *hand* would make."""
    found = [
        play
        for rank, count in enumerate(cards)
        if hand[rank] > count
        for play in classify(_changed(cards, rank, by=1), rules)
    ]
    return NoPlay("no_play.one_short", (_largest(found).kind,)) if found else None


def _one_over(cards: Counts, rules: Rules) -> NoPlay | None:
    """The play of four or more cards that is left when one card is put back."""
    found = [
        play
        for rank, count in enumerate(cards)
        if count
        for play in classify(_changed(cards, rank, by=-1), rules)
        if play.size > 3
    ]
    return NoPlay("no_play.one_over", (_largest(found).kind,)) if found else None


def _changed(cards: Counts, rank: int, *, by: int) -> Counts:
    return (*cards[:rank], cards[rank] + by, *cards[rank + 1 :])


def _largest(found: list[Play]) -> Play:
    return max(found, key=lambda play: play.length * play.width)


def _wrong_kickers(cards: Counts, rules: Rules) -> NoPlay | None:
    """Triples or four of a rank with cards beside them that are not what they take."""
    kinds = {shape.kind for shape in shapes(rules)}
    trios = [rank for rank, count in enumerate(cards) if count >= 3]
    quads = [rank for rank, count in enumerate(cards) if count >= 4]
    if len(trios) == 1 and quads and kinds >= {"quad+solos", "quad+pairs"}:
        return NoPlay("no_play.quad_kickers")
    if len(trios) == 1 and not quads and kinds >= {"trio+solo", "trio+pair"}:
        return NoPlay("no_play.trio_kickers")
    if len(trios) < 2 or quads:
        return None
    if trios[-1] >= CHAIN_RANKS and trios[-2] == CHAIN_RANKS - 1:
        return NoPlay("no_play.outside_chain", ("airplane",), (trios[-1],))
    in_a_row = trios[-1] - trios[0] == len(trios) - 1 and trios[-1] < CHAIN_RANKS
    if not in_a_row:
        return NoPlay("no_play.scattered_trios")
    if kinds >= {"airplane+solos", "airplane+pairs"}:
        return NoPlay("no_play.airplane_kickers", number=len(trios))
    return None


def _no_kind_of_size(cards: Counts, rules: Rules) -> NoPlay | None:
    """What plays of so many cards there are, where it is none, one or two kinds."""
    size = sum(cards)
    kinds = tuple(kind for kind, sizes in _sizes(rules) if size in sizes)
    keys = ("no_play.size_none", "no_play.size_one", "no_play.size_two")
    return NoPlay(keys[len(kinds)], kinds, number=size) if len(kinds) < len(keys) else None


def _sizes(rules: Rules) -> Iterator[tuple[str, set[int]]]:
    """Every kind with the numbers of cards it can have."""
    for shape in shapes(rules):
        if shape.kind == "bomb":
            yield shape.kind, set(range(shape.width, 4 * rules.packs + 1))
        else:
            each = shape.width + shape.kickers * shape.kicker_size
            lengths = range(shape.shortest, shape.longest(rules) + 1)
            yield shape.kind, {length * each for length in lengths}
    yield "rocket", {2 * rules.packs}
