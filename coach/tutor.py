"""When the tutor steps in before a play, and what is said of a decision: from claims alone.

A play is judged beside the best one in the same worlds, as ``why_not`` compares them.  What is said
before the play is made does not tell the better one.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from coach.claims import Claim
from coach.doudizhu import facts
from coach.doudizhu.ahead import Further, further
from coach.doudizhu.estimates import Sample, worlds_of
from coach.doudizhu.mistakes import LEAST, tempted
from coach.doudizhu.play_hints import LOSES
from coach.doudizhu.reasons import known, worse
from coach.grades import SIZES, size_of
from coach.hints import Hint, HintedPlay, why_not
from coach.mastery import OTHER, Past, least_loss, with_decision
from coach.say import Sentence, clearly_above, clearly_below, sentence
from engine.doudizhu.cpu import standard
from engine.doudizhu.cpu_advanced import FEW_CARDS
from engine.doudizhu.plays import Play
from engine.doudizhu.samples import Stop, never
from engine.doudizhu.state import Action, View

AMOUNTS = {"gentle": 0.10, "strict": 0.05}
"""Loss of win chance from which each setting steps in."""
REAL = SIZES["inaccuracy"]
"""Loss from which a decision counts as wrong, whatever is set."""
CHANCES = ("win_chance", "ahead_chance")
"""Kinds of claims that say how a play does against one that wins for certain."""
_NAMED = "mistake."


@dataclass(frozen=True, slots=True)
class Judged:
    """A play with what the same worlds say of it and of the best one."""

    view: View
    play: Play | None
    found: Hint
    """What ``why_not`` says."""
    usual: HintedPlay | None = None
    """For a best play: what the standard CPU plays, beside it, where that is another."""
    further: Further | None = None
    """For a play whose loss would be graded: both plays with the next own decision made well too.

    Played on by the rules of thumb alone a pass that waits for a bomb's moment would be blamed.
    """

    @property
    def own(self) -> HintedPlay:
        """The play among those compared."""
        return next(row for row in self.found.plays if row.play == self.play)

    @property
    def best(self) -> HintedPlay:
        """The play a hint names first."""
        return self.found.plays[0]


def judge(
    view: View,
    play: Play | None,
    *,
    seed: int = 0,
    worlds: int | None = None,
    ahead: int | None = None,
    stop: Stop = never,
) -> Judged | None:
    """*play* judged, which the seat of *view* may make now; None when *stop* ended it.

    Compared in *worlds* worlds, one own decision further in *ahead*, where they are not as many.
    """
    found = why_not(view, play, seed=seed, worlds=worlds, stop=stop)
    if found is None:
        return None
    usual: Action = standard(view, random.Random(seed))
    if found.plays[0].play != play:
        return _looked_further(Judged(view, play, found), seed, ahead or worlds, stop)
    if usual == play:
        return Judged(view, play, found)
    beside = why_not(view, usual, seed=seed, worlds=worlds, stop=stop)
    if beside is None:
        return None
    return Judged(view, play, found, next(row for row in beside.plays if row.play == usual))


def _looked_further(judged: Judged, seed: int, worlds: int | None, stop: Stop) -> Judged | None:
    """*judged*, one own decision further where its loss would be graded; few cards are solved."""
    view = judged.view
    if not size_of(*lost(judged)) or sum(view.counts) <= FEW_CARDS:
        return judged
    sample = Sample(f"{seed} ahead", worlds or worlds_of(view.rules))
    best = _play(judged.best.play)
    found = further(view, best, judged.play, sample, stop=stop)
    return None if found is None else replace(judged, further=found)


# ---- what a play loses ----


def loss(judged: Judged) -> Claim | None:
    """What the play loses against the best one, None where it loses nothing.

    The difference in the same worlds; where the best play wins for certain the chance of the play,
    to be held against 1.  Both one own decision further where that was looked at.
    """
    if judged.own is judged.best or judged.own.win is None:
        return None
    if judged.further is not None:
        return judged.further.yours if judged.best.win is None else judged.further.gap
    if judged.best.win is None:
        return judged.own.win
    return _gap(judged.own, "win_difference")


def lost(judged: Judged) -> tuple[float, float]:
    """The loss of win chance and its standard error; zeros where it loses nothing."""
    claim = loss(judged)
    if claim is None:
        return 0.0, 0.0
    value = 1 - claim.value if claim.kind in CHANCES else claim.value
    return value, claim.basis.error or 0.0


def is_real(judged: Judged, least: float) -> bool:
    """Whether the play loses at least *least*, and beyond two standard errors."""
    value, error = lost(judged)
    return value >= least and value > 2 * error


def grade(judged: Judged) -> str:
    """The one of ``grades.SIZES`` for the loss, else empty."""
    return size_of(*lost(judged))


def concept(judged: Judged) -> str:
    """The name of the mistake that the play is, else ``OTHER``."""
    if judged.further is not None and not is_real(judged, LEAST):
        return OTHER
    for said in judged.found.sentences:
        if said.key.startswith(_NAMED):
            return said.key.removeprefix(_NAMED)
    return OTHER


def steps_in(judged: Judged, setting: str, past: Past) -> bool:
    """Whether the tutor of this *setting* stops the play of a person with this *past*."""
    if setting not in AMOUNTS:
        return False
    decisions = past.get(concept(judged), "")
    return is_real(judged, least_loss(AMOUNTS[setting], decisions))


def learned(judged: Judged, past: Past) -> dict[str, str]:
    """*past* after the decision for this play: its concept, and those that tempted in vain."""
    name, wrong = concept(judged), is_real(judged, REAL)
    after = dict(past)
    if wrong:
        after = with_decision(after, name, right=False)
    met = tempted(judged.view) or (OTHER,)
    for other in met:
        if not (wrong and other == name):
            after = with_decision(after, other, right=True)
    return after


# ---- what is said ----


def warning(judged: Judged) -> tuple[Sentence, ...]:
    """Why the tutor steps in: a reason where there is one, then what is lost."""
    claim = loss(judged)
    assert claim is not None
    if claim.kind in CHANCES:
        win = facts.surest_win(judged.view, _play(judged.best.play))
        said = sentence("tutor.misses", yours=claim, win=win)
    else:
        said = sentence("tutor.loses", gap=claim)
    reason = _reason(judged)
    return (said,) if reason is None else (reason, said)


def _reason(judged: Judged) -> Sentence | None:
    """What is wrong with the play, without the better one."""
    for said in judged.found.sentences[1:]:
        if said.key == "mistake.strength":
            return sentence("tutor.strength", after=facts.fewest_after(judged.view, judged.play))
        if said.key.startswith(_NAMED):
            return said
    own, best = (known(_play(row.play), row.claims) for row in (judged.own, judged.best))
    return worse(judged.view, own, best, tells=False)


def verdict(judged: Judged) -> tuple[Sentence, ...]:
    """What a decision came to: that nothing is better, or what it lost and why; praise if due."""
    if is_hard(judged):
        assert judged.usual is not None
        gap = _gap(judged.usual, "win_difference")
        second = judged.usual.win
        return (sentence("after.hard", first=judged.best.win, second=second, gap=gap),)
    claim = loss(judged)
    if judged.own is judged.best and judged.own.win is not None:
        return (sentence("after.best", first=judged.own.win),)
    if claim is None:
        return (_won(judged),)
    if claim.kind == "win_difference" and not clearly_above(claim) and not clearly_below(claim):
        return (sentence("after.fine", yours=judged.own.win, gap=claim),)
    loses, *reason = judged.found.sentences
    if judged.further is not None:
        real = is_real(judged, 0.0)
        return (_further_said(judged, judged.further), *(reason if real else ()))
    if loses.key in LOSES:
        loses = sentence(loses.key.replace("why", "after"), **dict(loses.roles))
    return (loses, *reason)


def _further_said(judged: Judged, found: Further) -> Sentence:
    """What the play comes to one own decision further."""
    win = facts.surest_win(judged.view, _play(judged.best.play))
    if win is not None:
        return sentence("ahead.misses", win=win, yours=found.yours)
    if clearly_above(found.gap):
        return sentence("ahead.worse", best=found.best, gap=found.gap)
    if clearly_below(found.gap):
        return sentence("ahead.better", yours=found.yours, best=found.best)
    return sentence("ahead.same", yours=found.yours, gap=found.gap)


def _won(judged: Judged) -> Sentence:
    """That the play wins for certain."""
    win = facts.surest_win(judged.view, judged.play)
    assert win is not None
    if win.kind == "goes_out":
        return sentence("after.out", out=win)
    side = judged.view.seat != judged.view.landlord
    if win.kind == "open_win":
        return sentence("after.open_side" if side else "after.open", win=win)
    return sentence("after.wins", win=win)


def is_hard(judged: Judged) -> bool:
    """Whether the play is best and clearly better than what the standard CPU would play."""
    if judged.best.win is None or judged.usual is None:
        return False
    gap = _gap(judged.usual, "win_difference")
    return gap is not None and judged.usual.win is not None and clearly_above(gap)


def _gap(row: HintedPlay, kind: str) -> Claim | None:
    return next((claim for claim in row.claims if claim.kind == kind), None)


def _play(action: Action) -> Play | None:
    assert action is None or isinstance(action, Play)
    return action
