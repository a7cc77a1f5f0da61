"""The CPU level ``advanced``: plays compared over sampled hidden hands, by rollouts.

The recipe is that of the project's study of players in its simplest adequate form: the best plays
by the rules of thumb are each played out in the same 200 worlds by the same rules of thumb with a
little noise (``kernel_rollout.py``); the one that wins most is played.  A win that can be counted
from public information alone is played at once.  Budgets are numbers of samples, never a clock; a
caller may hand in ``stop`` as a brake.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from engine.cards import Counts, subtract
from engine.doudizhu import kernel_rollout as task_of
from engine.doudizhu.cpu import candidates, score
from engine.doudizhu.game import legal_in
from engine.doudizhu.kernel import KERNEL
from engine.doudizhu.kernel_tables import kinds, pack
from engine.doudizhu.plays import Play, answered_in_kind, following, plays
from engine.doudizhu.state import Action, View
from engine.doudizhu.worlds import World, draw_worlds

Stop = Callable[[], bool]

OPTIONS = 12
"""Plays that are compared, a pass among them."""
NOISE = 5.0
"""Points of noise in the rollouts; ten points are one play of a hand."""
SURE_NODES = 400
"""Positions looked at for a win by counting."""
BID_WORLDS = 100
CALLS = ((0.55, 1), (0.58, 2), (0.68, 3))
"""Least chance to win as landlord for each bid (the study's break-even is near .5)."""
ROB = 0.60
DOUBLE = 0.55


def never() -> bool:
    """No brake."""
    return False


@dataclass(frozen=True, slots=True)
class Estimate:
    """How a play did in the sampled worlds."""

    play: Play | None
    """None is a pass."""
    wins: int
    """Worlds in which the side of the player won."""
    worlds: int

    @property
    def chance(self) -> float:
        """Share of worlds won."""
        return self.wins / self.worlds if self.worlds else 0.0


@dataclass(frozen=True, slots=True)
class Advanced:
    """The player with its budget; the same view and the same chances give the same action."""

    worlds: int = 200
    options: int = OPTIONS
    noise: float = NOISE

    def __call__(self, view: View, rng: random.Random, *, stop: Stop = never) -> Action:
        """What the player does; with *stop* the samples end when it says so."""
        if view.phase == "bid":
            return self._bid(view, rng)
        if view.phase == "double":
            return self._double(view, rng)
        options = legal_in(view)
        if len(options) == 1:
            return options[0]
        last = next((p for p in options if isinstance(p, Play) and p.counts == view.hand), None)
        if last is not None:
            return last
        sure = sure_win(view)
        if sure is not None:
            return sure
        compared = self.compare(view, self._options(view), rng, stop=stop)
        best = max(compared, key=lambda found: found.chance + 1e-4 * score(view, found.play))
        return best.play

    def compare(
        self,
        view: View,
        options: Sequence[Play | None],
        rng: random.Random,
        *,
        stop: Stop = never,
    ) -> tuple[Estimate, ...]:
        """Every option's wins for the side of *view* in the same worlds, in the given order."""
        wins, worlds = _played_out(
            view,
            [(pack(p.counts), _code(p, view)) if p else (0, 0) for p in options],
            draw_worlds(view, self.worlds, rng),
            seed=rng.randrange(1 << 30),
            noise=self.noise,
            stop=stop,
        )
        mine = view.seat == view.landlord
        return tuple(
            Estimate(play, won if mine else worlds - won, worlds)
            for play, won in zip(options, wins, strict=True)
        )

    def _options(self, view: View) -> list[Play | None]:
        found = sorted(candidates(view), key=lambda play: score(view, play), reverse=True)
        kept = found[: self.options]
        if view.to_beat is not None and None not in kept:
            kept[-1] = None
        return kept

    def landlord_chance(self, view: View, rng: random.Random) -> float:
        """How often the landlord wins when all play by the rules of thumb from here on.

        While bidding: when the seat of *view* takes the kitty, over hands and kitty.
        """
        drawn = draw_worlds(view, BID_WORLDS, rng)
        if view.phase == "bid":
            drawn = (_with_kitty(world, view.seat) for world in drawn)
        wins, worlds = _played_out(
            view,
            [(task_of.NO_PLAY, 0)],
            drawn,
            seed=rng.randrange(1 << 30),
            noise=self.noise,
            stop=never,
        )
        return wins[0] / worlds

    def _bid(self, view: View, rng: random.Random) -> Action:
        choices = legal_in(view)
        if len(choices) == 1:
            return choices[0]
        chance = self.landlord_chance(view, rng)
        if view.rules.auction == "rob":
            word = choices[1]
            return word if chance >= (CALLS[0][0] if word == "call" else ROB) else None
        bids = [points for least, points in CALLS if chance >= least and points in choices]
        return max(bids, default=None)

    def _double(self, view: View, rng: random.Random) -> Action:
        word = legal_in(view)[-1]
        chance = self.landlord_chance(view, rng)
        mine = chance if view.seat == view.landlord else 1 - chance
        return word if mine >= DOUBLE else None


# ---- wins by counting ----


def sure_win(view: View) -> Play | None:
    """A play that wins against every hand the others can hold; None when none was found.

    Each play in turn is one that no unseen card answers; bombs and the rocket count.  As a
    peasant it takes for granted that the other peasant does not beat it.
    """
    first = (
        plays(view.hand, view.rules)
        if view.to_beat is None
        else following(view.hand, view.to_beat, view.rules)
    )
    budget = [SURE_NODES]
    for play in sorted(first, key=lambda play: -play.size):
        if _wins_by(view, play, view.hand, budget):
            return play
    return None


def _wins_by(view: View, play: Play, hand: Counts, budget: list[int]) -> bool:
    rest = subtract(hand, play.counts)
    if not any(rest):
        return True
    budget[0] -= 1
    if budget[0] < 0 or _answered(view, play):
        return False
    longest_first = sorted(plays(rest, view.rules), key=lambda play: -play.size)
    return any(_wins_by(view, after, rest, budget) for after in longest_first)


def _answered(view: View, play: Play) -> bool:
    """Whether some unseen cards beat *play*."""
    if answered_in_kind(view.unseen, play, view.rules):
        return True
    return any(p.is_bomb and p.beats(play) for p in _bombs(view.unseen, view))


def _bombs(cards: Counts, view: View) -> list[Play]:
    lowest = Play("solo", 0)
    return [play for play in following(cards, lowest, view.rules) if play.is_bomb]


# ---- rollouts ----


def _with_kitty(world: World, landlord: int) -> World:
    *hands, kitty = world
    hands[landlord] = tuple(a + b for a, b in zip(hands[landlord], kitty, strict=True))
    return tuple(hands)


def _code(play: Play, view: View) -> int:
    """The kernel's number of the body of *play*."""
    if play.kind == "rocket":
        return len(kinds(view.rules)) << 4
    row = next(
        place
        for place, kind in enumerate(kinds(view.rules))
        if kind.kind == play.kind
        and kind.length == play.length
        and (play.kind != "bomb" or kind.width == play.width)
    )
    return row << 4 | play.start


def _played_out(
    view: View,
    options: Sequence[tuple[int, int]],
    worlds: Iterator[World],
    *,
    seed: int,
    noise: float,
    stop: Stop,
) -> tuple[list[int], int]:
    """For each option in how many worlds the landlord wins, and the number of worlds."""
    KERNEL.wait()
    bidding = view.phase == "bid"
    landlord = view.seat if bidding else view.landlord
    assert landlord is not None
    wins = [0] * len(options)
    done = 0
    with KERNEL.row(view.rules) as (code, data):
        task = code.row((), task_of.TASK_END)
        task[task_of.SEATS] = view.rules.seats
        task[task_of.LANDLORD] = landlord
        task[task_of.TURN] = view.turn if view.phase == "play" else landlord
        task[task_of.TO_BEAT] = 0 if view.to_beat is None else _code(view.to_beat, view)
        task[task_of.LEADER] = view.leader or 0
        task[task_of.PASSES] = view.passes
        task[task_of.NOISE] = int(noise * task_of.THOUSAND)
        task[task_of.OPTION_NUMBER] = len(options)
        for place, (cards, number) in enumerate(options):
            task[task_of.OPTIONS + 2 * place] = cards
            task[task_of.OPTIONS + 2 * place + 1] = number
        while batch := list(islice(worlds, task_of.MOST_WORLDS)):
            for place, world in enumerate(batch):
                for seat in range(view.rules.seats):
                    where = task_of.WORLDS + task_of.SEATS_A_WORLD * place + seat
                    task[where] = pack(world[seat])
            task[task_of.WORLD_NUMBER] = len(batch)
            task[task_of.SEED] = (seed + 104_729 * done) & 0x7FFFFFFF
            code.compare(data, task)
            done += len(batch)
            if stop():
                break
        for place in range(len(options)):
            wins[place] = int(task[task_of.WINS + place])
    return wins, done


ADVANCED = Advanced()
"""The level as it is played."""
