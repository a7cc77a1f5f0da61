"""Plays compared one own decision further: what follows them is decided well once more.

Where worlds are played on by the rules of thumb, a seat that passes keeps passing: its bombs and
its sure wins are never used, and a pass that only waits looks like a blunder.  Here each play is
followed, in every world, until the seat is to act again, the others by the rules of thumb.  Worlds
in which the seat has then seen the same are one group: it cannot tell them apart, so it decides the
same in all of them.  What it decides is chosen by half of a group and measured in the other, each
half in its turn, so that luck does not choose; a group too small for that goes on by the rules of
thumb.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from coach.claims import SAMPLED, Basis, Claim, How, Subject
from coach.doudizhu.estimates import Sample, one_in, weighted, worth
from coach.doudizhu.proved import GAME
from engine.cards import subtract
from engine.doudizhu import game
from engine.doudizhu.chances import NOISE, Comparison, likely_worlds, progress_of
from engine.doudizhu.cpu import candidates, score
from engine.doudizhu.plays import Play
from engine.doudizhu.samples import Stop, never, outcomes, to_own_turn
from engine.doudizhu.state import View
from engine.doudizhu.worlds import World, state_in

LEAST = 16
"""Worlds of a group in which a decision is chosen."""
LOOKED_AT = 8
"""Choices of the next decision that are compared."""
KINDS = ("ahead_chance", "ahead_difference")


def compare_ahead(
    view: View, options: Sequence[Play | None], sample: Sample, *, stop: Stop = never
) -> Comparison | None:
    """*options* of the seat of *view*, which is to play, with its next decision made well too.

    None when *stop* ended it early.
    """
    rng = random.Random(sample.seed)
    drawn = likely_worlds(view, sample.worlds, rng)
    seed = rng.randrange(1 << 30)
    columns: list[list[bool]] = []
    for option in options:
        column = _won(view, option, [world for _, world in drawn], seed, stop)
        if column is None:
            return None
        columns.append(column)
    return Comparison(
        options=tuple(options),
        won=tuple(zip(*columns, strict=True)),
        sources=tuple(source for source, _ in drawn),
        progress=progress_of(view),
        landlord=view.seat == view.landlord,
        wanted=sample.worlds,
    )


def _won(
    view: View, option: Play | None, worlds: Sequence[World], seed: int, stop: Stop
) -> list[bool] | None:
    """For every world whether the side of the seat wins after *option*."""
    mine = view.seat == view.landlord
    found = [False] * len(worlds)
    different = list(dict.fromkeys(worlds))
    turns = dict(zip(different, to_own_turn(view, option, different, stop=stop), strict=False))
    if len(turns) < len(different):
        return None
    groups: dict[tuple[Play | None, ...], list[int]] = {}
    for place, world in enumerate(worlds):
        groups.setdefault(turns[world], []).append(place)
    for number, (made, places) in enumerate(groups.items()):
        state = state_in(view, worlds[places[0]])
        for play in (option, *made):
            state = game.apply(state, play)
        if game.is_over(state):  # in all of them, for the same cards are gone
            for place in places:
                found[place] = (game.winner(state) == "landlord") == mine
            continue
        seen = game.view(state, view.seat)
        choices = sorted(candidates(seen), key=lambda one: -score(seen, one))[:LOOKED_AT]
        if seen.to_beat is not None and None not in choices:
            choices[-1] = None
        if len(places) < LEAST:
            choices = choices[:1]
        hands = [_after(worlds[place], view.seat, (option, *made)) for place in places]
        played = outcomes(seen, choices, hands, seed=seed + number, noise=NOISE, stop=stop)
        if len(played) < len(places):
            return None
        won = [[end.landlord == mine for end in row] for row in played]
        for half in (0, 1):
            chosen = max(
                range(len(choices)),
                key=lambda at: (sum(row[at] for row in won[1 - half :: 2]), -at),
            )
            for at in range(half, len(places), 2):
                found[places[at]] = won[at][chosen]
    return found


def _after(world: World, seat: int, made: Sequence[Play | None]) -> World:
    """The hands when *seat* and those after it have *made* these plays."""
    hands = list(world)
    for turn, play in enumerate(made):
        if play is not None:
            acting = (seat + turn) % len(hands)
            hands[acting] = subtract(hands[acting], play.counts)
    return tuple(hands)


# ---- claims ----


@dataclass(frozen=True, slots=True)
class Further:
    """What a play loses against the best one when both are looked at so."""

    best: Claim
    """The chance after the best play."""
    yours: Claim
    gap: Claim
    """How much higher the chance of the best play is."""


def further(
    view: View, best: Play | None, play: Play | None, sample: Sample, *, stop: Stop = never
) -> Further | None:
    """*best* and *play* compared; None when *stop* ended it."""
    run = compare_ahead(view, (best, play), sample, stop=stop)
    if run is None:
        return None
    first, yours = (ahead_chance(view, run, sample, one) for one in (best, play))
    return Further(first, yours, ahead_difference(view, run, sample, best, play))


def ahead_chance(view: View, run: Comparison, sample: Sample, play: Play | None) -> Claim:
    """The chance that the own side wins after *play*, the next own decision made well too."""
    at = run.options.index(play)
    least = one_in(worth(run.sources)) * run.slope(at)
    error = math.hypot(run.error(at), least)
    return _claim("ahead_chance", view, sample, (play,), run.chance(at), error)


def ahead_difference(
    view: View, run: Comparison, sample: Sample, play: Play | None, other: Play | None
) -> Claim:
    """How much higher that chance is after *play* than after *other*, in the same worlds."""
    value, error = run.difference(run.options.index(play), run.options.index(other))
    error = math.hypot(error, one_in(worth(run.sources)))
    return _claim("ahead_difference", view, sample, (play, other), value, error)


def _claim(
    kind: str,
    view: View,
    sample: Sample,
    plays: tuple[Play | None, ...],
    value: float,
    error: float,
) -> Claim:
    return Claim(
        kind,
        Subject("play", view, plays),
        value,
        Basis(SAMPLED, error, sample.worlds, sample.seed),
        "likely worlds",
        How(GAME, "same worlds, the next own decision made well", weighted=weighted(view)),
    )


def found_again(claim: Claim, basis: Basis) -> Claim:
    """*claim* from as many worlds of the seed of *basis*."""
    assert basis.seed is not None
    assert basis.worlds is not None
    view, plays = claim.subject.view, claim.subject.plays
    sample = Sample(basis.seed, basis.worlds)
    run = compare_ahead(view, plays, sample)
    assert run is not None, "nothing pulls the brake"
    if claim.kind == "ahead_chance":
        return ahead_chance(view, run, sample, plays[0])
    return ahead_difference(view, run, sample, plays[0], plays[1])
