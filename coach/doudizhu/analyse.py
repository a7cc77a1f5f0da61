"""The analysis of a hand: its fewest plays and all ways to them, and what each choice costs.

What is said of the cards alone is certain or exact.  What is said of bids and plays comes from
the hint of the position (``coach/hints.py``), here over all plays and not only the best.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from coach.doudizhu.proved import BOMB, body_of
from engine.cards import SMALL_JOKER, Counts, full_deck, ranks_text, subtract
from engine.doudizhu import plays as kinds, split
from engine.doudizhu.conditions import ranked
from engine.doudizhu.kernel import fewest
from engine.doudizhu.plays import Play, answered_in_kind, following
from engine.doudizhu.position import parse_view
from engine.doudizhu.rules import CLASSIC, Rules, rules_text
from engine.doudizhu.state import View

WORLDS = 200
"""Worlds in which all plays of a position are compared: as many plays as a hint has worlds."""

MOST_SPLITS = 10_000
"""Splits that are listed; a hand of 20 cards rarely has more than some hundred."""

_CHAINS = ("solo_chain", "pair_chain", "airplane")


@dataclass(frozen=True, slots=True)
class Costed:
    """A play, and the fewest plays that empty the hand with it, itself counted."""

    play: Play
    plays: int


@dataclass(frozen=True, slots=True)
class Answers:
    """What unseen cards can beat a play, whoever holds them."""

    play: Play
    in_kind: tuple[Play, ...]
    """Higher plays of its kind, kickers apart, low to high."""
    bombs: tuple[int, ...]
    """Ranks of which four are unseen, where a bomb beats it."""
    rocket: bool
    """Whether both jokers are unseen and beat it."""


@dataclass(frozen=True, slots=True)
class HandReport:
    """What is known of the cards of one hand."""

    hand: Counts
    rules: Rules
    splits: tuple[tuple[Play, ...], ...]
    """Every split with the fewest plays, the best by the second aim first."""
    complete: bool
    """Whether these are all."""
    proved: bool
    """Whether it is proved that no split has fewer plays, which two searches found apart."""
    cases: tuple[Costed, ...]
    """Why fewer is impossible: every play that one card of the hand can be part of, kickers taken
    as well as can be, and what the hand then comes to; the first is one of the fewest."""
    case: int
    """The rank of that card: the one with the fewest such plays."""
    groups: tuple[Costed, ...]
    """Each bomb, the rocket, and each longest chain and airplane, if it is played as that."""
    weak: tuple[Play, ...]
    """Plays of the best split that cannot win the lead back: unseen cards beat them in kind."""
    answers: tuple[Answers, ...]
    """For each play of the best split."""

    @property
    def fewest(self) -> int:
        """The fewest plays that empty the hand."""
        return len(self.splits[0])

    @property
    def best(self) -> tuple[Play, ...]:
        """The first split."""
        return self.splits[0]


def hand_report(
    hand: Counts, rules: Rules = CLASSIC, *, unseen: Counts | None = None
) -> HandReport:
    """What is known of *hand*; *unseen* are the cards of the others, all other cards when None.

    Raises ValueError for a hand without cards.
    """
    if not any(hand):
        raise ValueError("a hand without cards has no plays")
    others = subtract(full_deck(packs=rules.packs), hand) if unseen is None else unseen
    found = split.all_splits(hand, rules, limit=MOST_SPLITS)
    listed = ranked(found.splits, hand, rules)
    rank, cases = _cases(hand, rules)
    best = listed[0]
    return HandReport(
        hand=hand,
        rules=rules,
        splits=listed,
        complete=found.complete,
        proved=len(best) == cases[0].plays == fewest(hand, rules),
        cases=cases,
        case=rank,
        groups=_groups(hand, rules),
        weak=tuple(p for p in best if not p.is_bomb and answered_in_kind(others, p, rules)),
        answers=tuple(answers(play, others, rules) for play in dict.fromkeys(best)),
    )


def answers(play: Play, unseen: Counts, rules: Rules = CLASSIC) -> Answers:
    """What of *unseen* beats *play*."""
    higher: dict[tuple[str, int, int, int], Play] = {}
    for other in following(unseen, play, rules):
        if not other.is_bomb:
            higher.setdefault(body_of(other), other)
    quads = (rank for rank in range(SMALL_JOKER) if unseen[rank] >= BOMB)
    beating = (rank for rank in quads if not play.is_bomb or rank > play.start or play.width < BOMB)
    return Answers(
        play,
        tuple(sorted(higher.values(), key=lambda other: other.start)),
        () if play.kind == "rocket" else tuple(beating),
        play.kind != "rocket" and min(unseen[SMALL_JOKER:]) >= rules.packs,
    )


# ---- why no split is shorter, and what combinations are worth ----


def _cases(hand: Counts, rules: Rules) -> tuple[int, tuple[Costed, ...]]:
    """A rank of the hand, and what the hand comes to by every play such a card can be part of."""
    of_rank: dict[int, dict[tuple[str, int, int, int], list[Play]]] = {}
    for play in kinds.plays(hand, rules):
        for rank, count in enumerate(play.counts):
            if count:
                of_rank.setdefault(rank, {}).setdefault(body_of(play), []).append(play)
    rank = min(of_rank, key=lambda held: (len(of_rank[held]), held))
    cases = (_cheapest(hand, ways, rules) for ways in of_rank[rank].values())
    return rank, tuple(sorted(cases, key=lambda case: (case.plays, str(case.play))))


def _cheapest(hand: Counts, ways: Iterable[Play], rules: Rules) -> Costed:
    """The one of *ways* after which the fewest plays are left."""
    costed = (Costed(play, 1 + fewest(subtract(hand, play.counts), rules)) for play in ways)
    return min(costed, key=lambda one: (one.plays, str(one.play)))


def _groups(hand: Counts, rules: Rules) -> tuple[Costed, ...]:
    """Each bomb, the rocket, and of chains and airplanes those no longer one contains."""
    found = kinds.plays(hand, rules)
    bombs = [play for play in found if play.is_bomb]
    longest: list[list[Play]] = []
    for kind in _CHAINS:
        of_kind = sorted(
            (play for play in found if play.kind.startswith(kind)),
            key=lambda p: (-p.length, p.start),
        )
        for _, same in groupby(of_kind, key=lambda play: (-play.length, play.start)):
            ways = list(same)
            if not any(_within(ways[0], other[0], kind) for other in longest):
                longest.append(ways)
    chains = [_cheapest(hand, ways, rules) for ways in longest]
    return (*(_cheapest(hand, [play], rules) for play in bombs), *chains)


def _within(play: Play, other: Play, kind: str) -> bool:
    """Whether *other*, of the same *kind*, runs over all ranks of *play*."""
    return other.kind.startswith(kind) and set(play.body) <= set(other.body)


# ---- a hand alone as a position ----


def opening_view(hand: Counts, rules: Rules = CLASSIC) -> View | None:
    """The view in which *hand* is asked for something at the start of a deal.

    As many cards as are dealt: the first bid.  With the kitty: the landlord's first lead, at base
    1.  None for any other number.
    """
    whole = full_deck(packs=rules.packs)
    dealt = (sum(whole) - rules.kitty_size) // rules.seats
    size = sum(hand)
    if size not in (dealt, dealt + rules.kitty_size):
        return None
    hidden = f"/?{dealt}" * (rules.seats - 1)
    start = f"?{rules.kitty_size} - 0 - 0 0 first=0" if size == dealt else "- 0@1 0 - 0 0"
    unseen = ranks_text(subtract(whole, hand))
    return parse_view(
        f"ddz {ranks_text(hand)}{hidden} {start} rules={rules_text(rules)} unseen={unseen}"
    )
