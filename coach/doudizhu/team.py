"""What the peasants' decisions cost, shared fairly between them.

Who fails to stop the landlord last is easily blamed for what his partner failed to do before him.
So each trick is looked at in every mixture: the peasants of a group decide as they did, the others
as the standard player would; the landlord as he did as long as nothing has changed, from then on as
the standard player too.  The value (``values.py``) at the end of the trick, less that where no
peasant decides as he did, is what the decisions of the group were worth, and a peasant's share is
his Shapley value: what he adds to a group, averaged over every order in which the peasants may be
taken one by one.  The shares of a trick add up to what all of them came to in it, those of the deal
are the sums.

Measured with open hands and against the standard player: it grades nobody.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import permutations

from coach.doudizhu.luck import Part
from coach.doudizhu.values import Value, value
from engine.doudizhu import game
from engine.doudizhu.cpu import standard
from engine.doudizhu.samples import Stop, never
from engine.doudizhu.state import Action, State

GAMES = 1024
"""Games of a value."""

Group = frozenset[int]


@dataclass
class _Values:
    """Values of positions, each estimated once so that like ones cancel out."""

    games: int
    seed: int
    stop: Stop
    known: dict[State, Value] = field(default_factory=dict)

    def of(self, state: State) -> Value | None:
        if state not in self.known:
            found = value(state, self.games, f"{self.seed} {len(self.known)}", stop=self.stop)
            if found is None:
                return None
            self.known[state] = found
        return self.known[state]


def shares(
    states: Sequence[State],
    actions: Sequence[Action],
    *,
    games: int = GAMES,
    seed: int = 0,
    stop: Stop = never,
) -> dict[int, Part] | None:
    """For every peasant of a finished deal the points that his decisions brought his side.

    In points of one peasant, plus where they did better than the standard player's.  None when
    *stop* ended it, empty for a deal that has no landlord.
    """
    landlord = states[-1].landlord
    if landlord is None:
        return {}
    peasants = [seat for seat in range(states[0].rules.seats) if seat != landlord]
    values = _Values(games, seed, stop)
    weights: dict[int, dict[State, float]] = {seat: {} for seat in peasants}
    for start, end in _tricks(states):
        ends = {
            group: _end(states[start], actions[start:end], group, landlord)
            for group in _groups(peasants)
        }
        for seat in peasants:
            for state, weight in _shapley(seat, peasants, ends):
                weights[seat][state] = weights[seat].get(state, 0.0) + weight
    found: dict[int, Part] = {}
    for seat in peasants:
        points = squares = 0.0
        for state, weight in weights[seat].items():
            if not weight:
                continue
            worth = values.of(state)
            if worth is None:
                return None
            points += weight * worth.points[seat]
            squares += (weight * worth.errors[seat]) ** 2
        found[seat] = Part(points, math.sqrt(squares))
    return found


def _tricks(states: Sequence[State]) -> list[tuple[int, int]]:
    """For every trick where it begins, and where the next one does."""
    starts = [
        at for at, state in enumerate(states) if state.phase == "play" and state.to_beat is None
    ]
    return list(zip(starts, [*starts[1:], len(states) - 1], strict=True))


def _groups(peasants: Sequence[int]) -> list[Group]:
    found: set[Group] = {frozenset()}
    for order in permutations(peasants):
        found |= {frozenset(order[:number]) for number in range(1, len(order) + 1)}
    return sorted(found, key=sorted)


def _end(start: State, made: Sequence[Action], group: Group, landlord: int) -> State:
    """The position at the end of the trick from *start* when *group* decides as *made*."""
    state = start
    left: dict[int, list[Action]] = {seat: [] for seat in range(start.rules.seats)}
    walk = start
    for action in made:
        left[walk.turn].append(action)
        walk = game.apply(walk, action)
    same = True
    while not _is_past(start, state):
        seat = state.turn
        usual = standard(game.view(state, seat), random.Random(0))
        own = left[seat].pop(0) if left[seat] else usual
        keeps = same if seat == landlord else seat in group
        action = own if keeps and own in game.legal(state) else usual
        same = same and action == own
        state = game.apply(state, action)
    return state


def _is_past(start: State, state: State) -> bool:
    return state.phase == "over" or (state is not start and state.to_beat is None)


def _shapley(
    seat: int, peasants: Sequence[int], ends: dict[Group, State]
) -> list[tuple[State, float]]:
    """The positions whose values, so weighted, sum to the share of *seat* in one trick."""
    orders = list(permutations(peasants))
    found: list[tuple[State, float]] = []
    for order in orders:
        before = frozenset(order[: order.index(seat)])
        found += [
            (ends[before | {seat}], 1 / len(orders)),
            (ends[before], -1 / len(orders)),
        ]
    return found
