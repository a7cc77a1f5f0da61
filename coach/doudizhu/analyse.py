"""The analysis of a hand: its fewest plays and all ways to them, and what each choice costs.

What is said of the cards alone is certain or exact.  What is said of bids and plays comes from
the hint of the position (``coach/hints.py``), here over all plays and not only the best.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import groupby

from coach.doudizhu.hand_facts import MOST_SPLITS
from coach.doudizhu.hand_text import read_hand
from coach.doudizhu.proved import body_of
from coach.doudizhu.situation import (
    Situation,
    is_notation,
    read_notation,
    turns_of,
    view_of_hand,
    view_of_seat,
)
from coach.hints import LEVELS, Hint, Progress, hint, unheard
from engine.cards import (
    Counts,
    IllegalPlayError,
    NotationError,
    full_deck,
    subtract,
)
from engine.doudizhu import plays as kinds, split
from engine.doudizhu.chances import affordable
from engine.doudizhu.conditions import ranked
from engine.doudizhu.cpu import candidates
from engine.doudizhu.endgame import Solution, solve
from engine.doudizhu.kernel import fewest
from engine.doudizhu.plays import Play, answered_in_kind, following
from engine.doudizhu.rules import CLASSIC, Rules
from engine.doudizhu.samples import Stop, never
from engine.doudizhu.state import State, View

WORLDS = 200
"""Worlds in which all plays of a position are compared."""

PLAYED_ON = 10_000
"""Plays times worlds: with more than 50 plays fewer worlds are drawn, but half as many at least, so
that a report takes less than a second."""

EVERY = 1 << 30
"""More plays than any hand has."""

NODES = 2_000_000
"""Positions of open hands that are searched: about two seconds."""

MOST_CASES = 8
"""Choices of one card that can be read at a glance."""

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
    bombs: tuple[Play, ...]
    """Bombs and the rocket that beat it, low to high."""


@dataclass(frozen=True, slots=True)
class HandReport:
    """What is known of the cards of one hand."""

    hand: Counts
    rules: Rules
    unseen: Counts
    """The cards that others may hold."""
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
    """The rank of that card: of those with a few choices, but more than one, the one with most."""
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
        unseen=others,
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
        higher.setdefault(body_of(other), other)
    bodies = [_bare(other) for other in higher.values()]
    in_kind = [other for other in bodies if not other.is_bomb]
    return Answers(
        play,
        tuple(sorted(in_kind, key=lambda other: other.start)),
        tuple(other for other in bodies if other.is_bomb),
    )


def _bare(play: Play) -> Play:
    """*play* without its kickers, as a sign of all plays of its body."""
    return replace(play, kickers=())


# ---- a paste with its situation ----


@dataclass(frozen=True, slots=True)
class Given:
    """What a paste was understood to be."""

    text: str
    hand: Counts
    rules: Rules
    view: View | None
    """What the seat knows that is analysed; None where only the cards are known."""
    state: State | None = None
    """The position where all hands were told."""
    turns: int | None = None
    """Of a record: how many turns were made, bids too."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """A report, and where somebody is to act what can be said of that."""

    given: Given
    report: HandReport
    hint: Hint | None
    """Every bid or play, compared; None where no one is to act, or nothing was sampled."""
    opened: Solution | None
    """The answer with all hands open, where they were told."""


def understood(
    text: str, rules: Rules = CLASSIC, *, told: Situation | None = None, seat: int | None = None
) -> Given:
    """What *text* is: a hand in the situation *told*, or a line of notation for *seat*.

    Raises NotationError or IllegalPlayError where it cannot be read, or has several readings.
    """
    told = told or Situation()
    if not is_notation(text):
        if seat is not None:
            raise NotationError(f"a hand has no seat {seat}; expected a role such as landlord")
        hand = read_hand(text, rules).only
        return Given(text, hand, rules, view_of_hand(hand, told, rules))
    if told != Situation():
        raise NotationError("a position tells the situation itself; expected nothing beside it")
    found = read_notation(text, seat)
    view = view_of_seat(found, seat)
    if not any(view.hand):
        raise IllegalPlayError("the seat holds no card any more")
    state = found if isinstance(found, State) and found.phase == "play" else None
    return Given(text, view.hand, view.rules, view, state, turns_of(text))


def analysed(
    given: Given,
    *,
    sampled: bool = True,
    seed: int = 0,
    stop: Stop = never,
    progress: Progress = unheard,
) -> Analysis:
    """The report of what was *given*; at once without what is *sampled* and the open hands."""
    view, rules = given.view, given.rules
    report = hand_report(given.hand, rules, unseen=None if view is None else view.unseen)
    acts = view is not None and view.turn == view.seat and view.phase != "over"
    if not sampled or view is None:
        return Analysis(given, report, None, None)
    said = None
    if acts:
        said = hint(
            view,
            LEVELS[-1],
            seed=seed,
            worlds=_worlds(view) if view.phase == "play" else None,
            shown=EVERY,
            stop=stop,
            progress=progress,
        )
    opened = None if given.state is None else solve(given.state, nodes=NODES, stop=stop)
    return Analysis(given, report, said, opened)


def _worlds(view: View) -> int:
    """Worlds for the plays of *view*."""
    each = PLAYED_ON // len(candidates(view))
    return affordable(min(WORLDS, max(WORLDS // 2, each)), view.rules)


# ---- why no split is shorter, and what combinations are worth ----


def _cases(hand: Counts, rules: Rules) -> tuple[int, tuple[Costed, ...]]:
    """A rank of the hand, and what the hand comes to by every play such a card can be part of."""
    of_rank: dict[int, dict[tuple[str, int, int, int], list[Play]]] = {}
    for play in kinds.plays(hand, rules):
        for rank, count in enumerate(play.counts):
            if count:
                of_rank.setdefault(rank, {}).setdefault(body_of(play), []).append(play)
    rank = max(of_rank, key=lambda held: (_telling(len(of_rank[held])), -held))
    cases = (_cheapest(hand, ways, rules) for ways in of_rank[rank].values())
    return rank, tuple(sorted(cases, key=lambda case: (case.plays, str(case.play))))


def _telling(cases: int) -> int:
    """The more choices a card has the more they tell, as long as they can be read at a glance.

    One choice alone only says the question again.
    """
    if cases == 1:
        return -EVERY
    return cases if cases <= MOST_CASES else -cases


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
