"""Splits under side conditions a learner asks for, what they cost in plays, and a second aim.

The search finds the fewest plays under a condition: a condition names cards of one play, and what
is left is split as any hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from engine.cards import NO_CARDS, Counts, IllegalPlayError, full_deck, ranks_text, subtract
from engine.doudizhu.kickers import in_order
from engine.doudizhu.plays import Play, answered_in_kind, classify, plays
from engine.doudizhu.rules import CLASSIC, Rules
from engine.doudizhu.search import fewest, fewest_plays

Solve = Callable[[Counts, Rules], tuple[Play, ...]]
Splits = Callable[[Counts], Iterable[tuple[Play, ...]]]


@dataclass(frozen=True, slots=True)
class Conditions:
    """What a split must keep to."""

    keep: tuple[Counts, ...] = ()
    """Cards that stay together: a bomb or the rocket as that play, others within one play."""
    first: Play | None = None
    """The play that is played first."""
    last: Play | None = None
    """The play that is played last."""


@dataclass(frozen=True, slots=True)
class Priced:
    """A split with the fewest plays under the conditions."""

    plays: tuple[Play, ...]
    """The first play first and the last one last, where they are asked for."""
    price: int
    """How many plays more than without the conditions."""


def split_under(
    hand: Counts, conditions: Conditions, rules: Rules = CLASSIC, *, solve: Solve = fewest_plays
) -> Priced:
    """The fewest plays of *hand* under *conditions*, and what the conditions cost.

    *solve* finds the fewest plays of what is left; each must be exact.
    Raises IllegalPlayError when the hand does not hold what the conditions name.
    """
    conditions = _once(conditions, hand)
    found = ((way, solve(way.rest, rules)) for way in _ways(hand, conditions, rules))
    way, rest = min(found, key=lambda pair: len(pair[0].kept) + len(pair[1]))
    split = _put_together(way, rest, conditions)
    return Priced(split, len(split) - len(solve(hand, rules)))


def splits_under(
    hand: Counts, conditions: Conditions, rules: Rules, splits: Splits
) -> tuple[tuple[Play, ...], ...]:
    """Every split with the fewest plays under *conditions*, once each; *splits* gives all those
    with the fewest plays of a hand."""
    conditions = _once(conditions, hand)
    ways = list(_ways(hand, conditions, rules))
    least = min(_number(way, rules) for way in ways)
    found: dict[tuple[Play, ...], tuple[Play, ...]] = {}
    for way in ways:
        if _number(way, rules) == least:
            for rest in splits(way.rest):
                split = _put_together(way, rest, conditions)
                found.setdefault(in_order(split), split)
    return tuple(found.values())


@dataclass(frozen=True, slots=True)
class _Way:
    """One choice of the plays that the conditions name, and the cards left to split."""

    kept: tuple[Play, ...]
    rest: Counts


def _once(conditions: Conditions, hand: Counts) -> Conditions:
    """*conditions*, a play that is the whole hand and so both first and last named once."""
    first = conditions.first
    if first is not None and first == conditions.last and first.counts == hand:
        return replace(conditions, last=None)
    return conditions


def _number(way: _Way, rules: Rules) -> int:
    return len(way.kept) + fewest(way.rest, rules)


def _ways(hand: Counts, conditions: Conditions, rules: Rules) -> Iterator[_Way]:
    ends = tuple(play for play in (conditions.first, conditions.last) if play is not None)
    rest = hand
    for play in ends:
        if not _holds(rest, play.counts):
            shown = ranks_text(hand) or "a hand without cards"
            raise IllegalPlayError(f"{shown} does not hold {' and '.join(map(str, ends))}")
        rest = subtract(rest, play.counts)
        if play not in classify(play.counts, rules):
            raise IllegalPlayError(f"{play} is no play under the rules {rules.name!r}")
    ways = [_Way(ends, rest)]
    for cards in conditions.keep:
        longer = {}
        for way in ways:
            for kept in _keeping(cards, way, rules):
                longer[in_order(kept.kept)] = kept
        ways = list(longer.values())
        if not ways:
            shown = ranks_text(hand) or "a hand without cards"
            raise IllegalPlayError(f"{ranks_text(cards)} cannot be kept together in {shown}")
    return iter(ways)


def _keeping(cards: Counts, way: _Way, rules: Rules) -> Iterator[_Way]:
    """The ways to go on with *cards* together in one play, of those kept or of one more."""
    whole = next((play for play in classify(cards, rules) if play.is_bomb), None)
    if any(play == whole if whole else _holds(play.counts, cards) for play in way.kept):
        yield way
        return
    if not _holds(way.rest, cards):
        return
    for play in [whole] if whole else plays(way.rest, rules):
        if _holds(play.counts, cards):
            yield _Way((*way.kept, play), subtract(way.rest, play.counts))


def _holds(held: Counts, cards: Counts) -> bool:
    return all(have >= need for have, need in zip(held, cards, strict=True))


def _put_together(way: _Way, rest: Iterable[Play], conditions: Conditions) -> tuple[Play, ...]:
    """All plays of the split in their order."""
    ends = [play for play in (conditions.first, conditions.last) if play is not None]
    kept = list(way.kept)
    for play in ends:
        kept.remove(play)
    first = () if conditions.first is None else (conditions.first,)
    last = () if conditions.last is None else (conditions.last,)
    return (*first, *in_order((*kept, *rest)), *last)


# ---- the second aim ----


def second_aim(split: Iterable[Play], unseen: Counts, rules: Rules = CLASSIC) -> tuple[int, int]:
    """Among splits of equally many plays the lower is better.

    First how many plays cannot win the lead back: *unseen* holds a higher one of their kind.
    Bombs and the rocket are not asked, so that they stay whole where nothing is lost by it; then,
    as a minus, how many of them there are.
    """
    listed = list(split)
    weak = sum(not play.is_bomb and _can_be_beaten(play, unseen, rules) for play in listed)
    return weak, -sum(play.is_bomb for play in listed)


def ranked(
    splits: Iterable[tuple[Play, ...]], hand: Counts, rules: Rules = CLASSIC
) -> tuple[tuple[Play, ...], ...]:
    """*splits* of *hand* by the second aim, all other cards of the deck unseen, then by text."""
    unseen = subtract(full_deck(packs=rules.packs), hand) if any(hand) else NO_CARDS
    return tuple(
        sorted(splits, key=lambda split: (second_aim(split, unseen, rules), [*map(str, split)]))
    )


@lru_cache(maxsize=1 << 14)
def _can_be_beaten(play: Play, unseen: Counts, rules: Rules) -> bool:
    return answered_in_kind(unseen, play, rules)
