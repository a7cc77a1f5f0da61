"""Many deals between two players, each dealt the same to both; results come as they are ready.

Without the auction every deal is played twice: *a* as landlord against two *b*, then *b* as
landlord against two *a*.  The seat that bids first is landlord at base 1, so that figures compare
with published ones.  With the auction every deal is played once for each seat: *a* sits there, *b*
on the others, and bids count.

Nothing here knows of files or progress.  A clock may be handed in to time the plays.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, as_completed
from dataclasses import dataclass, replace

from engine import deal_code
from engine.doudizhu import game
from engine.doudizhu.rules import Rules, parse_rules
from engine.doudizhu.state import State
from engine.players import LEVELS

Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Match:
    """Who plays whom, under which rules, on which deals; plain values, to be sent anywhere."""

    a: str
    """Name of a level in ``LEVELS``."""
    b: str
    rules: str = "classic"
    """Rules as text."""
    seed: int = 0
    auction: bool = False

    @property
    def chosen_rules(self) -> Rules:
        """The rules themselves; NotationError when the text is none."""
        return parse_rules(self.rules)


@dataclass(frozen=True, slots=True)
class Result:
    """One game of a match, from the side of *a*."""

    deal: int
    """Number of the deal in the match, from 0."""
    way: str
    """``landlord`` or ``peasants``: what *a* was; with the auction ``seat0``, ``seat1``..."""
    role: str
    """``landlord`` or ``peasants``: what *a* was in the end."""
    won: bool
    points: int
    """Points of the deal, plus when *a* won; with the auction the payoff of *a*."""
    times: tuple[float, ...]
    """Milliseconds of each turn of *a* that left a choice; zeros without a clock."""


def ways(match: Match) -> tuple[str, ...]:
    """The games of each deal."""
    if match.auction:
        return tuple(f"seat{seat}" for seat in range(match.chosen_rules.seats))
    return ("landlord", "peasants")


def play_deal(match: Match, number: int, *, clock: Clock | None = None) -> tuple[Result, ...]:
    """All games of deal *number*: the same for the same match, but for the times."""
    rules = match.chosen_rules
    drawn = deal_code.draw(f"match {match.seed} {number}", players=rules.seats)
    start = game.deal(rules, deal_code.encode(drawn))
    return tuple(_play_game(match, number, way, start, clock) for way in ways(match))


def play_deals(
    match: Match, numbers: Iterable[int], executor: Executor, *, clock: Clock | None = None
) -> Iterator[tuple[Result, ...]]:
    """The results of the deals *numbers*, each as soon as it is ready, in any order.

    *executor* is a pool of processes here or the executor of a cluster.
    """
    waiting: set[Future[tuple[Result, ...]]] = {
        executor.submit(play_deal, match, number, clock=clock) for number in numbers
    }
    try:
        for future in as_completed(waiting):
            yield future.result()
    except BrokenExecutor:
        waiting.clear()  # a pool that fails its jobs itself stumbles over one that is cancelled
        raise
    finally:
        for future in waiting:
            future.cancel()


def _play_game(match: Match, number: int, way: str, start: State, clock: Clock | None) -> Result:
    first = start.first
    if match.auction:
        mine = {int(way.removeprefix("seat"))}
        state = start
    else:
        state = _landlord_at_base_one(start)
        mine = {first} if way == "landlord" else set(range(start.rules.seats)) - {first}
    chances = [
        random.Random(f"{match.seed} {number} {way} {seat}") for seat in range(start.rules.seats)
    ]
    times: list[float] = []
    while not game.is_over(state):
        seat = game.turn(state)
        player = LEVELS[match.a if seat in mine else match.b]
        view = game.view(state, seat)
        counted = seat in mine and len(game.legal(state)) > 1
        before = clock() if clock and counted else 0.0
        action = player(view, chances[seat])
        if counted:
            times.append(round(1000 * (clock() - before), 3) if clock else 0.0)
        state = game.apply(state, action)
    return _result(match, number, way, state, mine, times)


def _landlord_at_base_one(start: State) -> State:
    """The deal with the first bidder as landlord at base 1, nobody having bid or doubled."""
    plain = replace(start.rules, auction="points", doubling=False)
    state = game.apply(replace(start, rules=plain), 1)
    while state.phase == "bid":
        state = game.apply(state, None)
    return replace(state, rules=replace(start.rules, doubling=False), bids=())


def _result(
    match: Match, number: int, way: str, end: State, mine: set[int], times: list[float]
) -> Result:
    role = "landlord" if end.landlord in mine else "peasants"
    won = game.winner(end) == role
    size = end.base * game.multiplier(end)
    points = sum(game.payoffs(end)[seat] for seat in mine) if match.auction else size
    return Result(
        deal=number,
        way=way,
        role=role,
        won=won,
        points=points if match.auction or won else -size,
        times=tuple(times),
    )
