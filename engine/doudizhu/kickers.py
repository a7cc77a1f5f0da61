"""Which kicker rides on which body (R11): a transport problem, its answer, and why there is none.

Once it is known which bodies are played and how many cards (or pairs) of each rank are kickers,
the kickers must be dealt to the bodies.  A body takes as many as it has slots, of each rank at most
``plays.kicker_limit``, and of the two jokers together at most one unless they may ride together.
That is a flow from ranks to bodies; ``docs/solver.md`` proves that the kickers can be dealt exactly
when no set of ranks holds more kickers than the bodies have ``room`` for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from engine.cards import NO_CARDS, RANKS, SMALL_JOKER, Counts
from engine.doudizhu.plays import (
    JOKERS,
    Play,
    Shape,
    bodies,
    kicker_limit,
    kicker_sets,
    shapes,
)
from engine.doudizhu.rules import Rules


class Body(NamedTuple):
    """A play without its kickers, whose number is known and whose ranks are still open."""

    shape: Shape
    start: int
    length: int
    width: int

    @property
    def slots(self) -> int:
        """Number of kickers the play carries."""
        return self.shape.kickers * self.length

    @property
    def ranks(self) -> range:
        """The ranks of the body."""
        return range(self.start, self.start + self.length)

    def play(self, kickers: tuple[int, ...] = ()) -> Play:
        """The play of this body and these kickers."""
        return Play(self.shape.kind, self.start, self.length, self.width, kickers)


def all_bodies(hand: Counts, rules: Rules) -> list[Body]:
    """Every body that *hand* holds; the rocket, which is no row of the table, is not among them."""
    return [Body(shape, *place) for shape in shapes(rules) for place in bodies(shape, hand, rules)]


@cache
def limits(body: Body, rules: Rules) -> Counts:
    """Most kickers of each rank that one play with this body carries (R11)."""
    most = [
        kicker_limit(body.shape, body.start, body.length, rank, rules) for rank in range(len(RANKS))
    ]
    if not rules.joker_kickers:
        for joker in JOKERS:
            most[joker] = min(most[joker], 1)
    return tuple(most)


def room(ranks: frozenset[int], body: Body, rules: Rules) -> int:
    """Most kickers of these ranks together that one play with this body carries (R11)."""
    limit = limits(body, rules)
    jokers = sum(limit[rank] for rank in JOKERS if rank in ranks)
    if not rules.joker_kickers:
        jokers = min(jokers, 1)
    return min(body.slots, jokers + sum(limit[rank] for rank in ranks if rank < SMALL_JOKER))


def check_covered(rules: Rules) -> None:
    """Nothing; raises ValueError for options under which one joker alone may ride twice.

    With two packs a play could carry two small jokers, or two big ones, but not one of each, which
    is no flow.  No such table is known: with two packs no kicker is a solo (R23).
    """
    solos = any(shape.kickers and shape.kicker_size == 1 for shape in shapes(rules))
    if rules.packs > 1 and solos and not rules.joker_kickers:
        raise ValueError(f"rules {rules.name!r}: solo kickers of two packs are not covered")


def in_order(split: Iterable[Play]) -> tuple[Play, ...]:
    """The plays of a split in the order they are shown: the longest first, then low to high."""
    return tuple(sorted(split, key=lambda play: (-play.size, play.start, str(play))))


Flow = list[list[int]]
"""How many kickers of each rank ride on each body: ``flow[place][rank]``."""


def can_deal(kickers: Sequence[int], carriers: Sequence[Body], rules: Rules) -> bool:
    """Whether *kickers* (number per rank, as many as slots) can be dealt to *carriers*."""
    if max(kickers) <= 1 and not all(kickers[joker] for joker in JOKERS):
        own = {rank for body in carriers for rank in body.ranks}
        if not any(kickers[rank] for rank in own):
            return True  # one of each rank, and none that any body refuses
    return not _flow(kickers, carriers, rules)[1]


def overfull(kickers: Sequence[int], carriers: Sequence[Body], rules: Rules) -> frozenset[int]:
    """Ranks that hold more kickers than *carriers* have room for; empty when all can be dealt."""
    return _flow(kickers, carriers, rules)[1]


def dealt(
    kickers: Sequence[int], carriers: Sequence[Body], rules: Rules
) -> tuple[Play, ...] | None:
    """The plays after dealing *kickers* to *carriers* one way; None when it cannot be done."""
    flow, blocked = _flow(kickers, carriers, rules)
    if blocked:
        return None
    return tuple(
        body.play(tuple(rank for rank, times in enumerate(load) for _ in range(times)))
        for body, load in zip(carriers, flow, strict=True)
    )


def dealings(
    kickers: Counts, carriers: Sequence[Body], rules: Rules, *, last: Play | None = None
) -> Iterator[tuple[Play, ...]]:
    """Every way to deal *kickers* to *carriers*, once each.

    Equal bodies stand next to each other and take their kickers in ascending order (*last* is the
    play before), so that exchanging the kickers of two equal bodies is not counted as another way.
    """
    if not carriers:
        yield ()
        return
    body, size = carriers[0], carriers[0].shape.kicker_size
    held = tuple(times * size for times in kickers)
    for chosen in sorted(kicker_sets(body.shape, body.start, body.length, held, rules)):
        play = body.play(chosen)
        if last and play.body == last.body and play.kind == last.kind and chosen < last.kickers:
            continue
        left = list(kickers)
        for rank in chosen:
            left[rank] -= 1
        for others in dealings(tuple(left), carriers[1:], rules, last=play):
            yield (play, *others)


# ---- the flow ----


def _flow(
    kickers: Sequence[int], carriers: Sequence[Body], rules: Rules
) -> tuple[Flow, frozenset[int]]:
    """A largest flow and, when some kicker finds no slot, the ranks that are overfull.

    One kicker after the other is placed along a shortest chain of moves: it takes a slot, or the
    place of another kicker, which moves on.  The ranks that a kicker without a way can reach hold
    more kickers than there is room for (the minimal cut).
    """
    flow = [list(NO_CARDS) for _ in carriers]
    for rank, times in enumerate(kickers):
        for _ in range(times):
            reached = _place(rank, flow, carriers, rules)
            if reached:
                return flow, reached
    return flow, frozenset()


def _place(rank: int, flow: Flow, carriers: Sequence[Body], rules: Rules) -> frozenset[int]:
    """Empty when one more kicker of *rank* was placed in *flow*, else the ranks it could reach."""
    came_by: dict[int, tuple[int, int]] = {}  # rank -> (rank that takes its place, on which body)
    queue = [rank]
    for mover in queue:
        for place, body in enumerate(carriers):
            load, limit = flow[place], limits(body, rules)
            if load[mover] >= limit[mover]:
                continue
            rival = _rival(mover, load, rules)
            if rival is None and sum(load) < body.slots:
                _move(mover, place, came_by, flow)
                return frozenset()
            displaced = [rival] if rival is not None else range(len(RANKS))
            for other in displaced:
                if load[other] and other != rank and other != mover and other not in came_by:
                    came_by[other] = (mover, place)
                    queue.append(other)
    return frozenset(queue)


def _rival(mover: int, load: Sequence[int], rules: Rules) -> int | None:
    """The other joker, if it rides here and the two may not ride together (R11)."""
    if rules.joker_kickers or mover not in JOKERS:
        return None
    other = sum(JOKERS) - mover
    return other if load[other] else None


def _move(mover: int, place: int, came_by: dict[int, tuple[int, int]], flow: Flow) -> None:
    """Carries out the chain of moves that ends with *mover* taking a slot at *place*."""
    flow[place][mover] += 1
    while mover in came_by:
        displacer, place = came_by[mover]
        flow[place][mover] -= 1
        flow[place][displacer] += 1
        mover = displacer
