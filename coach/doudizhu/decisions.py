"""One decision of a deal judged by what its seat could know: chances, loss, grade, why.

A play is compared with the best one, the play that a hint names first, and with the worst, all in
the same worlds; a bid or a word on doubling by the points to expect.  Nothing here sees more than
the view of the seat, so that hidden hands dealt otherwise change nothing.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from coach import tutor
from coach.claims import Claim
from coach.doudizhu import bid_estimates, bidding_hints, estimates, facts, play_hints
from coach.doudizhu.estimates import Sample, estimate, swing
from coach.doudizhu.mistakes import LEAST, Mistake, mistake
from coach.grades import BEST, Weighed, grade
from coach.mastery import OTHER
from coach.say import Sentence
from engine.doudizhu.chances import compare
from engine.doudizhu.cpu import candidates, score
from engine.doudizhu.cpu_advanced import ADVANCED, FEW_CARDS
from engine.doudizhu.game import legal_in
from engine.doudizhu.plays import Play
from engine.doudizhu.samples import Stop, never
from engine.doudizhu.state import Action, View

QUICK = 120
"""Worlds of a first look."""
WORLDS = 600
"""Worlds at least of a grade that stands."""
MOST_WORLDS = 3_000
AIM = 0.015
"""Standard error of a loss that a grade should have."""
MARGIN = 1.1
"""What is added to the worlds that an error asks for: the error is itself an estimate."""
BESIDE = 5
"""Plays beside which a losing one is held to see which mistake it is."""
_SCAN = 48
"""Worlds in which the worst play is looked for."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What one action of a seat came to, by what the seat could know."""

    at: int
    """Actions made before it."""
    trick: int
    """Number of its trick from 1; 0 in the auction and the doubling."""
    turn: int
    """Its place in the trick, from 1."""
    view: View
    action: Action
    best: Action
    before: float
    """Win chance after the best action, as the position deserves."""
    after: float
    """Win chance after the action made."""
    loss: float
    """On the scale of win chance; negative where the action did better than the one named best."""
    error: float
    """Standard error of the loss."""
    points: float | None
    """Of a bid or a word on doubling the points to expect that were lost; None of a play."""
    grade: str
    """One of ``grades.NAMES``."""
    mistake: str
    """The mistake of beginners that it is (``mistakes.NAMES``), empty else."""
    hard: bool
    """Whether it is best and clearly better than what the standard player does."""
    weighed: Weighed
    sentences: tuple[Sentence, ...]
    claims: tuple[Claim, ...]
    worlds: int
    """Worlds in which the plays were compared."""
    ahead: int = 0
    """Worlds in which its loss was measured one own decision further; 0 where it was not."""
    errors: tuple[float, float] = (0.0, 0.0)
    """Standard errors of the chances before and after; that of the loss is another, for both meet
    the same worlds."""

    @property
    def seat(self) -> int:
        """Whose decision it was."""
        return self.view.seat

    @property
    def needs_more(self) -> bool:
        """Whether more worlds would make the loss more certain than it is."""
        if self.weighed.forced:
            return False
        worlds, ahead = _wanted(self)
        return self.worlds < worlds or 0 < self.ahead < ahead


def forced(at: int, trick: int, turn: int, view: View, action: Action) -> Decision:
    """The decision where *action* was the only choice: nothing is judged."""
    return Decision(
        at, trick, turn, view, action, action, 0.0, 0.0, 0.0, 0.0, None, BEST, "", False,
        Weighed(0.0, 0.0, forced=True), (), (), 0,
    )  # fmt: skip


def judged(
    at: int,
    trick: int,
    turn: int,
    view: View,
    action: Action,
    *,
    seed: int = 0,
    worlds: int = WORLDS,
    ahead: int | None = None,
    stop: Stop = never,
) -> Decision | None:
    """*action* of the seat of *view*, made after *at* actions; None when *stop* ended it.

    *ahead* as ``tutor.judge`` has it.
    """
    if len(legal_in(view)) == 1:
        return forced(at, trick, turn, view, action)
    if view.phase != "play":
        return _word(at, trick, turn, view, action, seed, worlds, stop)
    assert action is None or isinstance(action, Play)
    return _play(at, trick, turn, view, action, seed, worlds, ahead, stop)


def _play(
    at: int,
    trick: int,
    turn: int,
    view: View,
    play: Play | None,
    seed: int,
    worlds: int,
    ahead: int | None,
    stop: Stop,
) -> Decision | None:
    found = tutor.judge(view, play, seed=seed, worlds=worlds, ahead=ahead, stop=stop)
    if found is None or stop():
        return None
    worst = _worst(view, seed)
    best = found.best.play
    assert best is None or isinstance(best, Play)
    sample = Sample(f"{seed} proof", worlds)
    lowest = _chance(view, worst, sample, stop)
    if lowest is None:
        return None
    loss, error = tutor.lost(found)
    chances = [1.0 if row.win is None else row.win.value for row in (found.best, found.own)]
    errors = [0.0 if row.win is None else row.win.basis.error for row in (found.best, found.own)]
    chances.append(lowest)
    named = tutor.concept(found)
    said, claims = tutor.verdict(found), found.found.claims
    if named == OTHER and tutor.is_real(found, LEAST):
        wrong = _mistake(view, best, play, sample, stop)
        if wrong is not None:
            named = wrong.name
            said = tuple(dict.fromkeys((*said, *wrong.sentences[:1])))
            claims = tuple(dict.fromkeys((*claims, *wrong.claims)))
    if found.further is not None:
        chances[0] = 1.0 if found.best.win is None else found.further.best.value
        chances[1] = found.further.yours.value
        errors = [one.basis.error for one in (found.further.best, found.further.yours)]
        errors[0] = 0.0 if found.best.win is None else errors[0]
        claims = tuple(dict.fromkeys((*said[0].claims, *claims)))
    return Decision(
        at=at,
        trick=trick,
        turn=turn,
        view=view,
        action=play,
        best=best,
        before=chances[0],
        after=chances[1],
        loss=loss,
        error=error,
        points=None,
        grade=grade(loss, error, is_best=best == play),
        mistake="" if named == OTHER else named,
        hard=tutor.is_hard(found),
        weighed=Weighed(
            loss,
            max(0.0, chances[0] - min(chances)),
            obvious=any(one and one.size == sum(view.hand) for one in candidates(view)),
            error=error,
        ),
        sentences=said,
        claims=claims,
        worlds=worlds,
        ahead=0 if found.further is None else found.further.gap.basis.worlds or 0,
        errors=(errors[0] or 0.0, errors[1] or 0.0),
    )


def _chance(view: View, play: Play | None, sample: Sample, stop: Stop) -> float | None:
    """The win chance after *play*, in the worlds the others are compared in too."""
    if facts.surest_win(view, play) is not None:
        return 1.0
    run = estimate(view, (play,), sample, stop=stop)
    return None if run is None else float(estimates.win_chance(run, play).value)


def _mistake(
    view: View, best: Play | None, play: Play | None, sample: Sample, stop: Stop
) -> Mistake | None:
    """The mistake of beginners that *play* is beside others than the best one, which may be of the
    same shape."""
    usual = sorted(candidates(view), key=lambda one: -score(view, one))[:BESIDE]
    passing = [None] if view.to_beat is not None else []
    compared = tuple(dict.fromkeys((best, play, *usual, *passing)))
    run = estimate(view, compared, sample, stop=stop)
    return None if run is None else mistake(view, play, run)


@lru_cache(maxsize=64)
def _worst(view: View, seed: int) -> Play | None:
    """The play that loses most, found in worlds of its own so that luck does not choose it.

    The last ones are kept: with more worlds the same decision asks for the same.
    """
    options = candidates(view)
    if sum(view.counts) <= FEW_CARDS:
        run = play_hints.decided(view, seed, never).comparison
        if run is not None:
            return min(run.options, key=lambda one: run.raw(run.options.index(one)))
    found = compare(view, options, random.Random(f"{seed} worst"), worlds=_SCAN)
    return options[min(range(len(options)), key=found.raw)]


def _word(
    at: int, trick: int, turn: int, view: View, word: Action, seed: int, worlds: int, stop: Stop
) -> Decision | None:
    best = ADVANCED(view, random.Random(seed), stop=stop)
    found = bid_estimates.compare_words(view, f"{seed} proof", worlds=worlds // 2, stop=stop)
    if found is None:
        return None
    means = {one: sum(points) / len(points) for one, points in found.points.items()}
    lies_between = max(1.0, *(swing(points) for points in found.points.values()))
    gap = bid_estimates.word_difference(found, best, word)
    said = bidding_hints.between(found, best, word)
    lost, error = (gap.value, gap.basis.error or 0.0) if best != word else (0.0, 0.0)
    loss, error = lost / lies_between, error / lies_between
    return Decision(
        at=at,
        trick=trick,
        turn=turn,
        view=view,
        action=word,
        best=best,
        before=bid_estimates.word_chance(found, best).value,
        after=bid_estimates.word_chance(found, word).value,
        loss=loss,
        error=error,
        points=lost,
        grade=grade(loss, error, is_best=best == word),
        mistake="",
        hard=False,
        weighed=Weighed(loss, (means[best] - min(means.values())) / lies_between, error=error),
        sentences=(said,),
        claims=said.claims,
        worlds=worlds,
    )


def _wanted(decision: Decision) -> tuple[int, int]:
    """Worlds that bring the error of the loss down to ``AIM``, as far as is worth it.

    Where it was measured one own decision further only those need to be more.  Never fewer than it
    met: in fewer its loss might not be looked at further, and so on without an end.
    """
    measured = decision.ahead or decision.worlds
    needed = measured * (decision.error / AIM) ** 2
    enough = needed <= 1.05 * measured
    more = measured if enough else int(min(MOST_WORLDS, MARGIN * needed))
    only_further = decision.ahead or decision.worlds < WORLDS
    least = max(WORLDS, decision.worlds)
    return (least if only_further else max(least, more)), max(least, more)


def refined(decision: Decision, *, seed: int = 0, stop: Stop = never) -> Decision | None:
    """*decision* in as many worlds as it needs; None when *stop* ended it."""
    found: Decision | None = decision
    while found is not None and found.needs_more:
        worlds, ahead = _wanted(found)
        found = judged(
            found.at,
            found.trick,
            found.turn,
            found.view,
            found.action,
            seed=seed,
            worlds=worlds,
            ahead=ahead,
            stop=stop,
        )
    return found


def weighed(decisions: Sequence[Decision]) -> list[Weighed]:
    """What of *decisions* goes into the accuracy."""
    return [one.weighed for one in decisions]
