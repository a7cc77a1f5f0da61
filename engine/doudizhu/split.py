"""The fewest plays that empty a hand, found and proved by CP-SAT, and all ways to do it.

The model counts how often each body is used and how many cards of each rank are kickers; only then
are the kickers dealt to the bodies (``kickers.py``).  ``docs/solver.md`` has the proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from ortools.sat.python import cp_model

from engine.cards import RANKS, Counts
from engine.doudizhu.kickers import (
    Body,
    all_bodies,
    check_covered,
    dealings,
    dealt,
    in_order,
    overfull,
    room,
)
from engine.doudizhu.plays import JOKERS, Play, rocket
from engine.doudizhu.rules import CLASSIC, Rules

EFFORT = 10.0
"""Deterministic seconds of CP-SAT before the proof is given up; a hand of 20 takes about 0.01."""

KICKER_SIZES = (1, 2)


@dataclass(frozen=True, slots=True)
class Split:
    """A hand as plays, the longest first."""

    plays: tuple[Play, ...]
    proved: bool
    """Whether it is proved that no split has fewer plays; False when the effort ran out first."""


@dataclass(frozen=True, slots=True)
class AllSplits:
    """The splits of a hand that have the fewest plays, in a fixed order."""

    splits: tuple[tuple[Play, ...], ...]
    complete: bool
    """Whether these are all; False when the limit or the effort cut them short."""


def split(hand: Counts, rules: Rules = CLASSIC, *, effort: float = EFFORT) -> Split:
    """*hand*, any part of the deck, as the fewest plays; deterministic, no clock.

    When *effort* (deterministic seconds) runs out first, the plays are only the best that were
    found and ``proved`` is False.

    >>> from engine.cards import parse_ranks
    >>> [str(play) for play in split(parse_ranks("3334445677")).plays]
    ['333444+56', '77']
    """
    return _Model(hand, rules).fewest(effort=effort)


def all_splits(
    hand: Counts, rules: Rules = CLASSIC, *, limit: int = 10_000, effort: float = EFFORT
) -> AllSplits:
    """Every split of *hand* into the fewest plays, once each, at most *limit* of them.

    Two splits differ when their plays do: 333+4 777+6 and 333+6 777+4 are two.
    """
    best = split(hand, rules, effort=effort)
    if not best.proved:
        return AllSplits((best.plays,), complete=False)
    return _Model(hand, rules).all_of(len(best.plays), limit=limit, effort=effort)


@dataclass(frozen=True, slots=True)
class _Counted:
    """A solution of the model: bodies, and kickers that are not yet dealt to them."""

    bodies: tuple[Body, ...]
    kickers: dict[int, Counts]
    """By kicker size, how many solos (1) or pairs (2) of each rank are kickers."""
    rockets: tuple[Play, ...]

    def carriers(self, size: int) -> tuple[Body, ...]:
        """The bodies that carry kickers of this size, equal ones next to each other."""
        return tuple(b for b in self.bodies if b.slots and b.shape.kicker_size == size)

    def bare(self) -> tuple[Play, ...]:
        """The plays that carry no kickers."""
        return (*(body.play() for body in self.bodies if not body.slots), *self.rockets)


class _Model:
    """How often each body is used, how many cards of each rank are kickers, and what binds them."""

    def __init__(self, hand: Counts, rules: Rules) -> None:
        check_covered(rules)
        self.hand = hand
        self.rules = rules
        self.model = model = cp_model.CpModel()

        # Data: the bodies that the hand can make, with enough cards left for their kickers.
        self.bodies = [
            body
            for body in all_bodies(hand, rules)
            if body.length * body.width + body.slots * body.shape.kicker_size <= sum(hand)
        ]

        # Variables: how often each body is used, how many cards (or pairs) of each rank are
        # kickers, whether the rocket is played.
        self.times = [
            model.new_int_var(0, min(hand[rank] // body.width for rank in body.ranks), "")
            for body in self.bodies
        ]
        self.carriers = {
            size: [
                (body, times)
                for body, times in zip(self.bodies, self.times, strict=True)
                if body.slots and body.shape.kicker_size == size
            ]
            for size in KICKER_SIZES
        }
        self.kickers = {
            (size, rank): model.new_int_var(0, held // size, "")
            for size in KICKER_SIZES
            for rank, held in enumerate(hand)
            if held >= size and self.carriers[size]
        }
        holds_rocket = all(hand[joker] >= rules.packs for joker in JOKERS)
        self.rockets = model.new_int_var(0, int(holds_rocket), "")

        # Every card is played exactly once.
        cards: list[list[tuple[cp_model.IntVar, int]]] = [[] for _ in RANKS]
        for body, times in zip(self.bodies, self.times, strict=True):
            for rank in body.ranks:
                cards[rank].append((times, body.width))
        for (size, rank), number in self.kickers.items():
            cards[rank].append((number, size))
        for joker in JOKERS:
            cards[joker].append((self.rockets, rules.packs))
        for rank, held in enumerate(hand):
            if held:
                model.add(_weighted(cards[rank]) == held)

        # Of each size there are as many kickers as slots.
        for size, carriers in self.carriers.items():
            slots = [(times, -body.slots) for body, times in carriers]
            if slots:
                model.add(_weighted(self._kickers_of(size, range(len(RANKS))) + slots) == 0)

        # No single rank, nor the two jokers, has more kickers than there is room for (R11).
        # Larger sets of ranks seldom bind: they are added when a solution breaks them.
        for size, rank in self.kickers:
            most = hand[rank] // size
            if any(
                room(frozenset({rank}), body, rules) < min(most, body.slots)
                for body, _ in self.carriers[size]
            ):
                self._add_room(size, frozenset({rank}))
        for size in KICKER_SIZES:
            if all((size, joker) in self.kickers for joker in JOKERS):
                self._add_room(size, frozenset(JOKERS))

        self.number_of_plays = sum(self.times) + self.rockets

    def fewest(self, *, effort: float) -> Split:
        """The best split found, and whether none is better; *effort* bounds each solving."""
        self.model.minimize(self.number_of_plays)
        while True:
            solver = _solver(effort)
            status = solver.solve(self.model)
            if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
                return Split(self._plain_plays(), proved=False)
            counted = self._counted(solver.value)
            plays = self._dealt(counted)
            if plays is not None:
                return Split(plays, proved=status == cp_model.OPTIMAL)
            if status != cp_model.OPTIMAL:
                return Split(self._plain_plays(), proved=False)
            for size in KICKER_SIZES:
                ranks = overfull(counted.kickers[size], counted.carriers(size), self.rules)
                if ranks:
                    self._add_room(size, ranks)

    def all_of(self, number: int, *, limit: int, effort: float) -> AllSplits:
        """Every split into exactly *number* plays, once each, at most *limit* of them."""
        self.model.add(self.number_of_plays == number)
        collector = _Collector(self._counted_splits, limit)
        solver = _solver(effort)
        solver.parameters.enumerate_all_solutions = True
        status = solver.solve(self.model, collector)
        splits = sorted(collector.splits, key=lambda plays: [str(play) for play in plays])
        complete = status == cp_model.OPTIMAL and not collector.cut_short
        return AllSplits(tuple(splits), complete=complete)

    def _kickers_of(self, size: int, ranks: Iterable[int]) -> list[tuple[cp_model.IntVar, int]]:
        """The numbers of kickers of these ranks, each once."""
        return [
            (self.kickers[size, rank], 1) for rank in sorted(ranks) if (size, rank) in self.kickers
        ]

    def _add_room(self, size: int, ranks: frozenset[int]) -> None:
        """Binds the kickers of *ranks* to the room for them on the bodies that are used (R11)."""
        taken = [(times, -room(ranks, body, self.rules)) for body, times in self.carriers[size]]
        self.model.add(_weighted(self._kickers_of(size, ranks) + taken) <= 0)

    def _counted(self, value: Callable[[cp_model.IntVar], int]) -> _Counted:
        """The solution in which each variable has this *value*."""
        kickers = {size: [0] * len(RANKS) for size in KICKER_SIZES}
        for (size, rank), number in self.kickers.items():
            kickers[size][rank] = value(number)
        used = zip(self.bodies, self.times, strict=True)
        return _Counted(
            bodies=tuple(body for body, times in used for _ in range(value(times))),
            kickers={size: tuple(numbers) for size, numbers in kickers.items()},
            rockets=(rocket(self.rules),) * value(self.rockets),
        )

    def _dealt(self, counted: _Counted) -> tuple[Play, ...] | None:
        """The plays of this solution, None when its kickers cannot be dealt to its bodies."""
        plays = counted.bare()
        for size in KICKER_SIZES:
            loaded = dealt(counted.kickers[size], counted.carriers(size), self.rules)
            if loaded is None:
                return None
            plays += loaded
        return in_order(plays)

    def _counted_splits(
        self, value: Callable[[cp_model.IntVar], int]
    ) -> Iterator[tuple[Play, ...]]:
        """Every way to deal the kickers of the solution in which each variable has this *value*."""
        counted = self._counted(value)
        solos, pairs = (
            dealings(counted.kickers[size], counted.carriers(size), self.rules)
            for size in KICKER_SIZES
        )
        with_pairs = tuple(pairs)
        for with_solos in solos:
            for loaded in with_pairs:
                yield in_order(counted.bare() + with_solos + loaded)

    def _plain_plays(self) -> tuple[Play, ...]:
        """The hand as pairs and solos, which are plays under all rules."""
        plays: list[Play] = []
        for rank, held in enumerate(self.hand):
            plays += [Play("pair", rank, 1, 2, ())] * (held // 2)
            plays += [Play("solo", rank, 1, 1, ())] * (held % 2)
        return in_order(plays)


class _Collector(cp_model.CpSolverSolutionCallback):
    """Gathers the splits of every solution until there are more than the limit."""

    def __init__(
        self,
        splits_of: Callable[[Callable[[cp_model.IntVar], int]], Iterator[tuple[Play, ...]]],
        limit: int,
    ) -> None:
        super().__init__()
        self.splits_of = splits_of
        self.limit = limit
        self.splits: list[tuple[Play, ...]] = []
        self.cut_short = False

    def on_solution_callback(self) -> None:
        """Called by CP-SAT at each solution."""
        for plays in self.splits_of(self.value):
            if len(self.splits) == self.limit:
                self.cut_short = True
                self.stop_search()
                return
            self.splits.append(plays)


def _weighted(terms: Iterable[tuple[cp_model.IntVar, int]]) -> cp_model.LinearExprT:
    """The sum of the variables, each times its weight."""
    variables, weights = zip(*terms, strict=True)
    return cp_model.LinearExpr.weighted_sum(variables, weights)


def _solver(effort: float) -> cp_model.CpSolver:
    """A solver that gives the same answer in each run: one worker, a seed, effort for a clock."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 0
    solver.parameters.max_deterministic_time = effort
    solver.parameters.cp_model_presolve = (
        False  # the models are small: presolve costs, saves nothing
    )
    return solver
