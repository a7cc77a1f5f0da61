"""The CPU level ``advanced``: forced wins first, else plays compared over sampled hidden hands.

The recipe is that of the project's study of players in a simple form: the best plays by the rules
of thumb are each played out in the same 200 likely worlds by the same rules of thumb with a little
noise (``kernel_rollout.py``); those that may be the best meet 400 more; the one that wins most is
played.  When few cards are left every world is solved exactly instead.  A win that is certain from
public information alone is played at once (``forced.py``).  Budgets are numbers of samples and
nodes, never a clock; a caller may hand in ``stop`` as a brake, and the decision says whether it was
pulled.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from engine.doudizhu.chances import NOISE, Comparison, affordable, compare, compare_solved
from engine.doudizhu.cpu import candidates, score
from engine.doudizhu.forced import forced_win, sure_win
from engine.doudizhu.game import legal_in
from engine.doudizhu.plays import Play
from engine.doudizhu.samples import Stop, never, play_out
from engine.doudizhu.state import Action, View
from engine.doudizhu.worlds import draw_worlds

OPTIONS = 12
"""Plays that are compared, a pass among them."""
FEW_CARDS = 16
"""Cards in all hands together from which on every world is solved."""
SOLVED_WORLDS = 60
BID_WORLDS = 100
CALLS = ((0.55, 1), (0.58, 2), (0.68, 3))
"""Least chance to win as landlord for each bid (the study's break-even is near .5)."""
ROB = 0.60
DOUBLE = 0.55


@dataclass(frozen=True, slots=True)
class Decision:
    """An action and what it rests on."""

    action: Action
    basis: str
    """``only`` (no other is allowed), ``certain`` (it wins, by counting), ``exact`` (it wins in
    every world, by search), ``solved`` or ``sampled`` (best of the plays compared)."""
    comparison: Comparison | None = None
    cut_short: bool = False
    """Whether the brake ended the samples early."""


@dataclass(frozen=True, slots=True)
class Advanced:
    """The player with its budget; the same view and the same chances give the same action."""

    worlds: int = 200
    """Worlds of one pack; of two as many as take as long."""
    options: int = OPTIONS
    likely: bool = True
    """Whether worlds are weighted by what was seen."""
    more_worlds: int = 400
    """Worlds in which those plays are compared again that may be the best."""
    noise: float = NOISE
    few_cards: int = FEW_CARDS

    def __call__(self, view: View, rng: random.Random, *, stop: Stop = never) -> Action:
        """What the player does; with *stop* the samples end when it says so."""
        return self.decide(view, rng, stop=stop).action

    def decide(self, view: View, rng: random.Random, *, stop: Stop = never) -> Decision:
        """What the player does and why."""
        options = legal_in(view)
        if len(options) == 1:
            return Decision(options[0], "only")
        if view.phase == "bid":
            return Decision(self._bid(view, rng), "sampled")
        if view.phase == "double":
            return Decision(self._double(view, rng), "sampled")
        sure = sure_win(view)
        if sure is not None:
            return Decision(sure, "certain")
        forced = forced_win(view, stop=stop)
        if forced is not None:
            return Decision(forced.play, "exact")
        if sum(view.counts) <= self.few_cards:
            every = [play for play in options if play is None or isinstance(play, Play)]
            solved = compare_solved(view, every, rng, worlds=SOLVED_WORLDS, stop=stop)
            return self._best_of(view, "solved", solved)
        first = self._compared(view, self._options(view), self.worlds, rng, stop)
        close = first.close_to_best() if self.more_worlds and not stop() else ()
        if len(close) < 2:
            return self._best_of(view, "sampled", first)
        more = self._compared(view, close, self.more_worlds, rng, stop)
        return self._best_of(view, "sampled", first, more)

    def _compared(
        self,
        view: View,
        options: Sequence[Play | None],
        worlds: int,
        rng: random.Random,
        stop: Stop,
    ) -> Comparison:
        return compare(
            view,
            options,
            rng,
            worlds=affordable(worlds, view.rules),
            likely=self.likely,
            noise=self.noise,
            stop=stop,
        )

    def _best_of(self, view: View, basis: str, first: Comparison, *more: Comparison) -> Decision:
        """The play that won most in all *more* worlds together; it must be one compared there."""
        last = more[-1] if more else first

        def value(play: Play | None) -> float:
            runs = [(found, found.options.index(play)) for found in (first, *more)]
            wins = sum(found.raw(at) * found.worlds for found, at in runs)
            return wins / sum(found.worlds for found, _ in runs) + 1e-4 * score(view, play)

        best = max(last.options, key=value)
        return Decision(best, basis, first, last.worlds < last.wanted)

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
        won = play_out(
            view,
            (),
            draw_worlds(view, BID_WORLDS, rng),
            seed=rng.randrange(1 << 30),
            noise=self.noise,
        )
        return sum(landlord for (landlord,) in won) / len(won)

    def _bid(self, view: View, rng: random.Random) -> Action:
        choices = legal_in(view)
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


ADVANCED = Advanced()
"""The level as it is played."""
