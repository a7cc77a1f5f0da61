"""Claims about a play from hidden hands that were drawn: chances, points, springs, with errors.

All of one ``Sample`` come from the same worlds, drawn by how likely they make what was seen; where
the turns that led here are not known all are alike, and ``How.weighted`` says so.  Few
cards are played on perfectly with all hands open (``solved worlds``), more by the rules of thumb.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from coach.claims import SAMPLED, Basis, Claim, How, Subject
from coach.doudizhu.proved import BOMB, GAME
from coach.doudizhu.roles import enemies
from engine.cards import SMALL_JOKER, Counts
from engine.doudizhu.chances import (
    Comparison,
    affordable,
    clustered_error,
    compare,
    compare_solved,
)
from engine.doudizhu.cpu_advanced import FEW_CARDS
from engine.doudizhu.game import doubled_seats, points
from engine.doudizhu.plays import Play, answered_in_kind, following
from engine.doudizhu.rules import Rules
from engine.doudizhu.samples import Stop, never
from engine.doudizhu.state import View

WORLDS = 600
"""Worlds of a hint's proof, where they are of one pack."""


def worlds_of(rules: Rules) -> int:
    """The worlds of a hint's proof under *rules*: as many as take as long; half for the auction."""
    return affordable(WORLDS, rules)


@dataclass(frozen=True, slots=True)
class Sample:
    """Which worlds: so many, from this seed."""

    seed: int | str
    worlds: int = WORLDS


@dataclass(frozen=True, slots=True)
class Estimates:
    """Plays compared in the worlds of one sample."""

    view: View
    sample: Sample
    comparison: Comparison

    @property
    def plays(self) -> tuple[Play | None, ...]:
        """The plays that were compared."""
        return self.comparison.options

    def claim(
        self, kind: str, plays: Sequence[Play | None], value: Any, error: float, method: str
    ) -> Claim:
        """A claim about *plays* from these worlds."""
        solved = self.comparison.solved
        return Claim(
            kind,
            Subject("play", self.view, tuple(plays)),
            value,
            Basis(SAMPLED, error, self.sample.worlds, self.sample.seed),
            "solved worlds" if solved and kind != "beaten_chance" else "likely worlds",
            How(GAME, method, weighted=weighted(self.view)),
        )


def estimate(
    view: View, plays: Sequence[Play | None], sample: Sample, *, stop: Stop = never
) -> Estimates | None:
    """*plays* of the seat of *view*, which is to play, compared in the worlds of *sample*.

    A play's figures do not depend on the others compared with it.  None when *stop* ended it
    early: a part of a sample cannot be drawn again from its seed.
    """
    rng = random.Random(sample.seed)
    if sum(view.counts) <= FEW_CARDS:
        found = compare_solved(view, plays, rng, worlds=sample.worlds, stop=stop)
    else:
        found = compare(view, plays, rng, worlds=sample.worlds, stop=stop)
    return None if found.worlds < found.wanted else Estimates(view, sample, found)


def chance_now(view: View, sample: Sample, *, stop: Stop = never) -> tuple[float, float] | None:
    """The chance that the own side wins as seen from *view*, whoever is to play; its error.

    Of few cards the share of worlds that are won with open hands.  None when *stop* ended it.
    """
    rng = random.Random(sample.seed)
    if sum(view.counts) > FEW_CARDS:
        found = compare(view, (), rng, worlds=sample.worlds, stop=stop)
    else:
        found = compare_solved(view, (), rng, worlds=sample.worlds, stop=stop)
    if found.worlds < found.wanted:
        return None
    return found.chance(0), math.hypot(found.error(0), _least_error(found) * found.slope(0))


# ---- the claims ----


def win_chance(found: Estimates, play: Play | None) -> Claim:
    """The chance that the own side wins after *play*; of solved worlds the share that is won."""
    at = found.plays.index(play)
    run = found.comparison
    error = math.hypot(run.error(at), _least_error(run) * run.slope(at))
    return found.claim("win_chance", (play,), run.chance(at), error, "played out in worlds")


def win_difference(found: Estimates, play: Play | None, other: Play | None) -> Claim:
    """How much higher the chance after *play* is than after *other*, in the same worlds."""
    run = found.comparison
    value, error = run.difference(found.plays.index(play), found.plays.index(other))
    error = math.hypot(error, _least_error(run))
    return found.claim("win_difference", (play, other), value, error, "same worlds, both plays")


def expected_points(found: Estimates, play: Play | None) -> Claim:
    """The mean of the own points (R19 to R22) over the worlds.

    Bombs, the rocket and springs of each deal played out count.  Where worlds are solved with open
    hands no later bomb is known: then it is at the multiplier right after *play*.
    """
    values = _points_of(found, play)
    mean = sum(values) / len(values)
    error = found.comparison.error_of(values)
    error = math.hypot(error, _least_error(found.comparison) * swing(values))
    return found.claim("expected_points", (play,), mean, error, "points of the deals played out")


def spring_risk(found: Estimates, play: Play | None) -> Claim | None:
    """Share of the worlds in which the own side loses by a spring (R20) after *play*.

    None where no spring against it can come any more, and where worlds are solved.
    """
    view, run = found.view, found.comparison
    mine = view.seat == view.landlord
    made = view.plays_made[view.landlord or 0]
    others = sum(view.plays_made) - made
    open_still = made + (mine and play is not None) <= 1 if mine else others == 0
    if run.solved or not open_still or (not mine and play is not None):
        return None
    at = found.plays.index(play)
    values = [
        float(
            not world[at].landlord and made + world[at].landlord_plays == 1
            if mine
            else world[at].landlord and others + world[at].peasant_plays == 0
        )
        for world in run.outcomes
    ]
    return found.claim("spring_risk", (play,), *_share(values, run.sources), "springs counted")


def beaten_chance(found: Estimates, play: Play | None) -> Claim | None:
    """Share of the worlds in which some enemy holds cards that beat *play*, bombs too.

    Whether he would play them is not asked; a partner's cards are not counted.
    """
    if play is None:
        return None
    run, rules = found.comparison, found.view.rules
    known: dict[int, float] = {}
    for source, world in zip(run.sources, run.hands, strict=True):
        if source not in known:
            known[source] = float(
                any(_beats(world[seat], play, rules) for seat in enemies(found.view))
            )
    share, error = _share([known[source] for source in run.sources], run.sources)
    return found.claim("beaten_chance", (play,), share, error, "enemies' cards in worlds")


def _beats(hand: Counts, play: Play, rules: Rules) -> bool:
    """Whether *hand* holds cards that beat *play*."""
    if answered_in_kind(hand, play, rules):
        return True
    quads = any(count >= BOMB for count in hand[:SMALL_JOKER])
    if not quads and min(hand[SMALL_JOKER:]) < rules.packs:
        return False
    return bool(following(hand, play, rules))


ESTIMATES: dict[str, Callable[[Estimates, Play | None], Claim | None]] = {
    made.__name__: made for made in (win_chance, expected_points, spring_risk, beaten_chance)
}
KINDS = (*ESTIMATES, "win_difference")


def found_again(claim: Claim, basis: Basis) -> Claim | None:
    """*claim* from as many worlds of the seed of *basis*."""
    assert basis.seed is not None
    assert basis.worlds is not None
    found = estimate(claim.subject.view, claim.subject.plays, Sample(basis.seed, basis.worlds))
    assert found is not None
    return like(claim, found)


def like(claim: Claim, found: Estimates) -> Claim | None:
    """What *found*, which has the plays of *claim*, says of the same; None when it says nothing."""
    plays = claim.subject.plays
    if claim.kind == "win_difference":
        return win_difference(found, plays[0], plays[1])
    return ESTIMATES[claim.kind](found, plays[0])


# ---- worlds and errors ----


def weighted(view: View) -> bool:
    """Whether what was bid and played tells likely worlds from others, from the first card on."""
    if not view.history_known:
        return False
    whole = sum(view.hand) + sum(view.unseen) == 54 * view.rules.packs
    return whole or bool(view.history)


def _share(values: Sequence[float], sources: Sequence[int]) -> tuple[float, float]:
    """The mean of zeros and ones, and its standard error."""
    mean = sum(values) / len(values)
    return mean, math.hypot(clustered_error(values, sources), one_in(worth(sources)))


def _least_error(run: Comparison) -> float:
    """The part of the standard error of a share that no spread among the worlds shows.

    Few worlds that are solved may be all there are: their number is that of the draws.
    """
    return one_in(len(run.sources) if run.solved else worth(run.sources))


def worth(sources: Sequence[int]) -> float:
    """How many worlds drawn once each say as much as these, of which some were drawn again."""
    return len(sources) ** 2 / sum(again**2 for again in Counter(sources).values())


def swing(points: Sequence[float]) -> float:
    """What lies between winning and losing a deal of these *points*."""
    return 2 * sum(map(abs, points)) / len(points)


def one_in(number: float) -> float:
    """The standard error of the share when one case in so many, and two more, is of it.

    Where few worlds were drawn, or nearly all agree, their spread says too little: one more world
    might have been otherwise.
    """
    share = 1 / (number + 2)
    return math.sqrt(share * (1 - share) / number)


def _points_of(found: Estimates, play: Play | None) -> list[float]:
    view, run = found.view, found.comparison
    assert view.landlord is not None
    at = found.plays.index(play)
    made = view.plays_made[view.landlord]
    others = sum(view.plays_made) - made

    def score(landlord: bool, bombs: int, landlord_plays: int, peasant_plays: int) -> float:
        assert view.landlord is not None
        side = "landlord" if landlord else "peasants"
        return float(
            points(
                view.rules,
                landlord=view.landlord,
                base=view.base,
                winner=side,
                doublings=view.doublings + bombs,
                landlord_plays=made + landlord_plays,
                peasant_plays=others + peasant_plays,
                doubled=doubled_seats(view),
                redoubled="redouble" in view.doubles,
            )[view.seat]
        )

    if run.solved:
        bombs = int(play is not None and play.is_bomb)
        after = {won: score(won, bombs, 2, 1) for won in (False, True)}
        return [after[won[at] == run.landlord] for won in run.won]
    return [
        score(
            world[at].landlord, world[at].bombs, world[at].landlord_plays, world[at].peasant_plays
        )
        for world in run.outcomes
    ]
