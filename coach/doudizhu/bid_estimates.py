"""Claims about bids and doubling: what each word comes to over possible hands and kitties.

In every world the auction goes on as the standard player bids, the own seat too, then the deal is
played out by the rules of thumb.  A deal that all pass counts zero: the next one is as good for
everybody.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from coach.claims import SAMPLED, Basis, Claim, How, Subject
from coach.doudizhu.estimates import one_in, swing, weighted, worth
from coach.doudizhu.proved import GAME
from engine.doudizhu import game
from engine.doudizhu.chances import NOISE, clustered_error, likely_worlds
from engine.doudizhu.cpu import standard
from engine.doudizhu.samples import Outcome, Stop, never, outcomes
from engine.doudizhu.state import Action, State, View
from engine.doudizhu.worlds import World

WORLDS = 300
"""Worlds in which words are compared."""
KINDS = ("landlord_chance", "word_chance", "word_points", "word_difference")


@dataclass(frozen=True, slots=True)
class Words:
    """What each word came to in the worlds of one sample."""

    view: View
    seed: int | str
    sources: tuple[int, ...]
    """For every world a number; worlds of one number are the same one, drawn again."""
    points: dict[Action, tuple[float, ...]]
    """For each word the own points in every world."""
    landlord: tuple[bool, ...]
    """For every world whether the own seat wins as landlord; empty after the auction."""

    def claim(self, kind: str, words: Sequence[Action], values: Sequence[float]) -> Claim:
        """The mean of *values*, one a world, as a claim about *words*."""
        least = max(1.0, swing(values)) * one_in(worth(self.sources))
        error = math.hypot(clustered_error(values, self.sources), least)
        return Claim(
            kind,
            Subject("play" if words else "hand", self.view, tuple(words)),
            sum(values) / len(values),
            Basis(SAMPLED, error, len(self.sources), self.seed),
            "likely worlds",
            How(GAME, "auction and deal played out in worlds", weighted=weighted(self.view)),
        )


def compare_words(
    view: View, seed: int | str, *, worlds: int = WORLDS, stop: Stop = never
) -> Words | None:
    """Every word the seat of *view* may say now, in the same *worlds* likely worlds.

    None when *stop* ended it early.
    """
    rng = random.Random(seed)
    drawn = likely_worlds(view, worlds, rng)
    play_seed = rng.randrange(1 << 30)
    distinct = dict(drawn)
    points: dict[Action, tuple[float, ...]] = {}
    for word in game.legal_in(view):
        found = _points_in(view, word, distinct, play_seed, stop)
        if found is None:
            return None
        points[word] = tuple(found[source] for source, _ in drawn)
    landlord: tuple[bool, ...] = ()
    if view.phase == "bid":
        alone = outcomes(view, (), distinct.values(), seed=play_seed, noise=NOISE, stop=stop)
        if len(alone) < len(distinct):
            return None
        wins = {source: one.landlord for source, (one,) in zip(distinct, alone, strict=True)}
        landlord = tuple(wins[source] for source, _ in drawn)
    return Words(view, seed, tuple(source for source, _ in drawn), points, landlord)


def landlord_chance(found: Words) -> Claim | None:
    """The chance to win as landlord, over possible kitties and hands of the others."""
    if not found.landlord:
        return None
    return found.claim("landlord_chance", (), [float(won) for won in found.landlord])


def word_chance(found: Words, word: Action) -> Claim:
    """The chance to win the deal, as landlord or as peasant; a deal that all pass counts half."""
    values = [0.5 if not points else float(points > 0) for points in found.points[word]]
    return found.claim("word_chance", (word,), values)


def word_points(found: Words, word: Action) -> Claim:
    """The own points to expect after *word*."""
    return found.claim("word_points", (word,), found.points[word])


def word_difference(found: Words, word: Action, other: Action) -> Claim:
    """How many points more *word* brings than *other*, in the same worlds."""
    pairs = zip(found.points[word], found.points[other], strict=True)
    return found.claim("word_difference", (word, other), [one - two for one, two in pairs])


def found_again(claim: Claim, basis: Basis) -> Claim | None:
    """*claim* from as many worlds of the seed of *basis*."""
    assert basis.seed is not None
    assert basis.worlds is not None
    found = compare_words(claim.subject.view, basis.seed, worlds=basis.worlds)
    assert found is not None
    return like(claim, found)


def like(claim: Claim, found: Words) -> Claim | None:
    """What *found* says of the same as *claim*; None when it says nothing."""
    words = claim.subject.plays
    if claim.kind == "landlord_chance":
        return landlord_chance(found)
    if claim.kind == "word_chance":
        return word_chance(found, words[0])
    if claim.kind == "word_points":
        return word_points(found, words[0])
    return word_difference(found, words[0], words[1])


# ---- worlds played on ----


def _points_in(
    view: View, word: Action, worlds: dict[int, World], seed: int, stop: Stop
) -> dict[int, float] | None:
    """For every world the own points after *word*."""
    found: dict[int, float] = {}
    waiting: dict[int, dict[int, State]] = {}
    for source, world in worlds.items():
        state = _talked_out(_state_in(view, world), word)
        if state is None:
            found[source] = 0.0
        else:
            assert state.landlord is not None
            waiting.setdefault(state.landlord, {})[source] = state
        if stop():
            return None
    for landlord, states in waiting.items():
        seen = game.view(next(iter(states.values())), landlord)
        played = outcomes(
            seen, (), [state.hands for state in states.values()], seed=seed, noise=NOISE, stop=stop
        )
        if len(played) < len(states):
            return None
        for (source, state), (outcome,) in zip(states.items(), played, strict=True):
            found[source] = _points(state, outcome, view.seat)
    return found


def _state_in(view: View, world: World) -> State:
    """The whole position of *view* if hands, and a kitty face down, are those of *world*."""
    seats = view.rules.seats
    return State(
        rules=view.rules,
        code="",
        hands=world[:seats],
        kitty=world[seats] if view.kitty is None else view.kitty,
        first=view.first,
        turn=view.turn,
        phase=view.phase,
        deals_before=view.deals_before,
        bids=view.bids,
        landlord=view.landlord,
        base=view.base,
        doubles=view.doubles,
        doublings=view.doublings,
        plays_made=view.plays_made,
    )


def _talked_out(state: State, word: Action) -> State | None:
    """*state* after *word* and what all say after it; None when all passed."""
    deals = state.deals_before
    state = game.apply(state, word)
    while state.phase in ("bid", "double") and state.deals_before == deals:
        state = game.apply(state, standard(game.view(state, state.turn), random.Random(0)))
    return state if state.deals_before == deals else None


def _points(state: State, outcome: Outcome, seat: int) -> float:
    assert state.landlord is not None
    return float(
        game.points(
            state.rules,
            landlord=state.landlord,
            base=state.base,
            winner="landlord" if outcome.landlord else "peasants",
            doublings=state.doublings + outcome.bombs,
            landlord_plays=outcome.landlord_plays,
            peasant_plays=outcome.peasant_plays,
            doubled=game.doubled_seats(state),
            redoubled="redouble" in state.doubles,
        )[seat]
    )
