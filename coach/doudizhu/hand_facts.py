"""Claims about pasted cards alone: what the report of a hand says, and how it is found again.

Their subject knows a hand, the rules, and which cards others may hold: no seat, no turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coach.claims import CERTAIN, EXACT, Claim, Subject
from coach.doudizhu.proved import COUNTED, SEARCHED, body_of, proved
from engine.cards import RANKS, Counts, subtract
from engine.doudizhu import plays as kinds, split
from engine.doudizhu.plays import Play, answered_in_kind, following
from engine.doudizhu.rules import Rules
from engine.doudizhu.search import fewest

if TYPE_CHECKING:
    from coach.doudizhu.analyse import HandReport

MOST_SPLITS = 10_000
"""Splits that are counted; a hand of 20 cards rarely has more than some hundred."""


@dataclass(frozen=True, slots=True)
class Held:
    """A hand as a paste tells it, and the cards that others may hold."""

    hand: Counts
    rules: Rules
    unseen: Counts


def hand_fewest(held: Held, play: Play | None = None) -> Claim | None:
    """The fewest plays that empty the hand."""
    if play is not None:
        return None
    value = fewest(held.hand, held.rules)
    return proved("hand_fewest", Subject("hand", held), value, EXACT, "hand", SEARCHED)


def hand_splits(held: Held, play: Play | None = None) -> Claim | None:
    """How many splits have the fewest plays; nothing where they are too many to be counted."""
    found = split.all_splits(held.hand, held.rules, limit=MOST_SPLITS)
    if play is not None or not found.complete:
        return None
    subject, value = Subject("hand", held), len(found.splits)
    return proved("hand_splits", subject, value, EXACT, "hand", "every split by exact search")


def choices(held: Held, play: Play | None = None) -> Claim | None:
    """In how many plays each rank of the hand can go, kickers apart: rank letters and numbers."""
    if play is not None:
        return None
    found = kinds.plays(held.hand, held.rules)
    bodies = {(body_of(one), rank) for one in found for rank in _ranks(one.counts)}
    number = Counter(rank for _, rank in bodies)
    value = tuple((RANKS[rank], number[rank]) for rank in _ranks(held.hand))
    return proved("choices", Subject("hand", held), value, CERTAIN, "hand", "the rules")


def _ranks(counts: Counts) -> list[int]:
    return [rank for rank, count in enumerate(counts) if count]


def fewest_with(held: Held, play: Play | None = None) -> Claim | None:
    """The fewest plays that empty the hand where *play* is one of them, itself counted."""
    if play is None:
        return None
    value = 1 + fewest(subtract(held.hand, play.counts), held.rules)
    return proved("fewest_with", _play(held, play), value, EXACT, "hand", SEARCHED)


def price_of(held: Held, play: Play | None = None) -> Claim | None:
    """How many plays more than the fewest the hand takes where *play* is one of them."""
    if play is None:
        return None
    rest = fewest(subtract(held.hand, play.counts), held.rules)
    value = 1 + rest - fewest(held.hand, held.rules)
    return proved("price_of", _play(held, play), value, EXACT, "hand", SEARCHED)


def needs_lead(held: Held, play: Play | None = None) -> Claim | None:
    """Unseen cards of its own kind beat *play*, which is no bomb."""
    if play is None or play.is_bomb or not answered_in_kind(held.unseen, play, held.rules):
        return None
    return proved("needs_lead", _play(held, play), True, CERTAIN, "unseen cards", COUNTED)


def beaten_by(held: Held, play: Play | None = None) -> Claim | None:
    """How many higher bodies of its kind, and how many bombs, the unseen cards can make."""
    if play is None:
        return None
    higher = {body_of(other): other for other in following(held.unseen, play, held.rules)}
    bombs = sum(other.is_bomb for other in higher.values())
    value = (len(higher) - bombs, bombs)
    return proved("beaten_by", _play(held, play), value, CERTAIN, "unseen cards", COUNTED)


def _play(held: Held, play: Play) -> Subject:
    return Subject("play", held, (play,))


OF_HANDS: dict[str, Callable[[Held, Play | None], Claim | None]] = {
    made.__name__: made
    for made in (
        hand_fewest,
        hand_splits,
        choices,
        fewest_with,
        price_of,
        needs_lead,
        beaten_by,
    )
}


def of_report(report: HandReport) -> tuple[Claim, ...]:
    """A claim for each figure of *report*, in its order; a figure that is not proved has none."""
    held = Held(report.hand, report.rules, report.unseen)
    made = [hand_fewest(held), hand_splits(held), choices(held)] if report.proved else []
    made += [fewest_with(held, case.play) for case in report.cases]
    made += [price_of(held, one.play) for one in report.groups]
    made += [needs_lead(held, play) for play in report.weak]
    made += [beaten_by(held, one.play) for one in report.answers]
    return tuple(claim for claim in made if claim is not None)


def found_again(claim: Claim) -> Claim | None:
    """*claim* made anew from its record."""
    play = claim.subject.plays[0] if claim.subject.plays else None
    return OF_HANDS[claim.kind](claim.subject.view, play)
