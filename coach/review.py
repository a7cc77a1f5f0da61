"""A finished deal looked at again: every decision of a seat, its curve, its luck and skill.

Grades rest on what the seat could know (``coach/GAME/decisions.py``); what only open hands tell
stands beside them and grades nobody: who wins with all cards seen, the fewest plays left in every
hand, and where the points came from (``luck``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from coach.doudizhu import decisions as judging, luck
from coach.doudizhu.decisions import Decision
from coach.doudizhu.estimates import Sample, chance_now
from coach.doudizhu.luck import Event, Part
from coach.grades import accuracy
from engine.cards import IllegalPlayError
from engine.doudizhu import game
from engine.doudizhu.endgame import solve
from engine.doudizhu.kernel import fewest
from engine.doudizhu.plays import Play
from engine.doudizhu.samples import Stop, never
from engine.doudizhu.state import Action, State
from engine.record import Record, states

CURVE_WORLDS = 200
"""Worlds of a point of the curve at another seat's turn."""
OPEN_NODES = 60_000
"""Positions searched for who wins with open hands; beyond it nothing is said."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal that was played, as far as it went: its states and what led from each to the next."""

    states: tuple[State, ...]
    actions: tuple[Action, ...]

    @property
    def is_over(self) -> bool:
        """Whether it was played to its end."""
        return game.is_over(self.states[-1])

    @property
    def is_whole(self) -> bool:
        """Whether it goes from the first bid to the end, so that its luck can be told."""
        first = self.states[0]
        return self.is_over and first.phase == "bid" and not first.bids

    @property
    def landlord(self) -> int | None:
        """The seat of the landlord; None where it did not come to that."""
        return self.states[-1].landlord


@dataclass(frozen=True, slots=True)
class Point:
    """The win chance of a seat's side at one moment, by what the seat could know."""

    at: int
    """Actions made."""
    chance: float
    error: float


@dataclass(frozen=True, slots=True)
class OpenHands:
    """What a search with all hands open says of a play; it grades nobody."""

    won_before: bool
    """Whether some play of the seat wins for its side against every defence."""
    won_after: bool
    """Whether the play made still does."""


@dataclass(frozen=True, slots=True)
class Review:
    """What is said of one seat's deal."""

    seat: int
    decisions: tuple[Decision, ...]
    curve: tuple[Point, ...]
    luck: tuple[Event, ...]
    """What happened, with the value after each; empty for a deal that is not whole."""

    @property
    def accuracy(self) -> float | None:
        """The one figure (``grades.accuracy``); None where no decision counts."""
        return accuracy(judging.weighed(self.decisions))

    @property
    def counted(self) -> int:
        """Decisions that the accuracy counts."""
        return sum(one.weighed.counts for one in self.decisions)

    @property
    def largest_error(self) -> float:
        """The largest standard error of a loss; 0 without decisions."""
        return max((one.error for one in self.decisions), default=0.0)


PERSON = "person"
"""How the tag ``Players`` of a record names a person; CPUs stand there by their level."""


def deal_of(read: Record) -> Deal:
    """The deal of a record."""
    return Deal(states(read), tuple(turn.action for turn in read.turns))


def person_in(read: Record) -> int:
    """The seat of the person that the tag ``Players`` of a record names, else 0."""
    names = dict(read.tags).get("Players", "").split()
    return names.index(PERSON) if PERSON in names[: read.start.rules.seats] else 0


def tricks(deal: Deal) -> list[tuple[int, int]]:
    """For every action the number of its trick (0 before the first) and its place in it."""
    found: list[tuple[int, int]] = []
    trick = place = 0
    for before, after in zip(deal.states, deal.states[1:], strict=False):
        kind = game.item(before, after)
        place = 1 if game.leads(before) else place + 1
        trick += kind == "trick" and game.leads(before)
        found.append((trick if kind == "trick" else 0, place))
    return found


def turns_of(deal: Deal, seat: int) -> list[int]:
    """The places of the actions of *seat*."""
    return [at for at, state in enumerate(deal.states[: len(deal.actions)]) if state.turn == seat]


def decision(
    deal: Deal,
    at: int,
    *,
    seed: int = 0,
    worlds: int = judging.WORLDS,
    stop: Stop = never,
) -> Decision | None:
    """The action after *at* others, judged; None when *stop* ended it."""
    state = deal.states[at]
    trick, turn = tricks(deal)[at]
    seen = game.view(state, state.turn)
    return judging.judged(
        at, trick, turn, seen, deal.actions[at], seed=seed, worlds=worlds, stop=stop
    )


def review(
    deal: Deal,
    seat: int,
    *,
    seed: int = 0,
    worlds: int = judging.QUICK,
    games: int = luck.GAMES,
    refine: bool = True,
    stop: Stop = never,
    progress: Callable[[float], None] = lambda share: None,
) -> Review | None:
    """Everything said of the deal of *seat*; None when *stop* ended it.

    With *refine* decisions whose loss is not certain enough meet more worlds.  *progress* is told
    the share that is done.
    """
    mine = turns_of(deal, seat)
    found: list[Decision] = []
    for number, at in enumerate(mine):
        one = decision(deal, at, seed=seed, worlds=worlds, stop=stop)
        if one is not None and refine:
            one = judging.refined(one, seed=seed, stop=stop)
        if one is None:
            return None
        found.append(one)
        progress(0.8 * (number + 1) / len(mine))
    points = curve(deal, seat, found, seed=seed, stop=stop)
    progress(0.9)
    happened = luck.events(deal.states, games, seed, stop=stop) if deal.is_whole else ()
    progress(1.0)
    if points is None or happened is None:
        return None
    return Review(seat, tuple(found), points, happened)


def parts(found: Review, deal: Deal) -> dict[str, Part]:
    """Where the points of the seat came from; empty for a deal that is not whole."""
    if not found.luck or deal.landlord is None:
        return {}
    return luck.parts(found.luck, found.seat, deal.landlord)


# ---- the curve ----


def curve(
    deal: Deal,
    seat: int,
    decisions: Sequence[Decision],
    *,
    seed: int = 0,
    worlds: int = CURVE_WORLDS,
    stop: Stop = never,
) -> tuple[Point, ...] | None:
    """The win chance of *seat* from the first lead on, at the end what came; None after *stop*.

    Before and after its own *decisions* it is the one they were graded by.
    """
    known: dict[int, Point] = {}
    for one in decisions:
        if one.view.phase == "play" and not one.weighed.forced:
            known.setdefault(one.at, Point(one.at, one.before, one.errors[0]))
            known[one.at + 1] = Point(one.at + 1, one.after, one.errors[1])
    found: list[Point] = []
    for at, state in enumerate(deal.states):
        if state.phase == "over":
            won = game.payoffs(state)[seat] > 0
            found.append(Point(at, float(won), 0.0))
        elif state.phase == "play" and at in known:
            found.append(known[at])
        elif state.phase == "play":
            sample = Sample(f"{seed} curve {at}", worlds)
            chance = chance_now(game.view(state, seat), sample, stop=stop)
            if chance is None:
                return None
            found.append(Point(at, *chance))
    return tuple(found)


# ---- with open hands ----


def open_hands(
    deal: Deal, at: int, *, nodes: int = OPEN_NODES, stop: Stop = never
) -> OpenHands | None:
    """What open hands say of the play made after *at* actions; None where it is not found out."""
    state, action = deal.states[at], deal.actions[at]
    if state.phase != "play" or isinstance(action, int | str):
        return None
    try:
        found = solve(state, nodes=nodes, stop=stop)
    except IllegalPlayError:  # rules that the search of open hands does not cover
        return None
    if not found.complete:
        return None
    return OpenHands(bool(found.winning_plays), action in found.winning_plays)


def plays_left(deal: Deal) -> list[tuple[int, tuple[int, ...]]]:
    """From the first lead on, after so many actions, the fewest plays of every seat's hand."""
    return [
        (at, tuple(fewest(hand, state.rules) for hand in state.hands))
        for at, state in enumerate(deal.states)
        if state.landlord is not None and state.phase in ("play", "over")
    ]


def moments(deal: Deal) -> Iterator[tuple[int, str, Any]]:
    """What is marked in the pictures: after so many actions a ``bomb`` or ``rocket``, a ``lead``
    that passed to another seat; with the seat."""
    leader: int | None = None
    for at, (state, action) in enumerate(zip(deal.states, deal.actions, strict=False)):
        if state.phase != "play":
            continue
        if state.to_beat is None and state.turn != leader:
            if leader is not None:
                yield at, "lead", state.turn
            leader = state.turn
        if isinstance(action, Play) and action.is_bomb:
            yield at + 1, "rocket" if action.kind == "rocket" else "bomb", state.turn
