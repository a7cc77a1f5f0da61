"""Hints for plays: which claims each step of the ladder says."""

from __future__ import annotations

import random
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from coach.claims import Claim
from coach.doudizhu import estimates, facts
from coach.doudizhu.estimates import Estimates, Sample, estimate
from coach.doudizhu.mistakes import mistake
from coach.doudizhu.proved import rest_after
from coach.doudizhu.reasons import broken, duty_sentence, known, partners_trick, worse
from coach.doudizhu.roles import duties
from coach.say import Sentence, clearly_above, clearly_below, sentence
from engine.doudizhu.cpu import candidates, score, trick_is_partners
from engine.doudizhu.cpu_advanced import ADVANCED, Advanced, Decision
from engine.doudizhu.forced import forced_win
from engine.doudizhu.plays import Play
from engine.doudizhu.samples import Stop
from engine.doudizhu.state import Action, View

RARE = 0.01
"""A risk below it is not spoken of."""
TOLD = 3
"""Plays of it whose chance is also said."""

LOSES = ("why.worse", "why.misses")
"""The sentences that say that a play loses against the best one."""

_PLAYED_ON = ("expected_points", "spring_risk")
"""Estimates from deals played on by rules of thumb, which may miss a win that was proved."""

Row = tuple[Action, Claim | None, bool, tuple[Claim, ...]]
Steps = tuple[tuple[Sentence, ...], ...]


@dataclass(frozen=True, slots=True)
class Compared:
    """The last two steps, and a row for each play: itself, its chance, tie, all claims."""

    play: tuple[Sentence, ...]
    proof: tuple[Sentence, ...]
    rows: tuple[Row, ...]


# ---- 1 and 2 ----


def first_steps(view: View) -> Steps:
    """The nudge and the feature, from counting and search alone."""
    found = {claim.kind: claim for claim in facts.of_position(view)}
    only = _only(view)
    if only is not None:
        return (only,), (only,)
    win = _any_win(view)
    if win is not None:
        look = "look.open" if win.kind == "open_win" else "look.win"
        return (sentence("nudge.win", win=win),), (sentence(look, win=win),)
    partner, low = found.get("partner_winning"), found.get("enemy_low")
    if partner is not None:
        return (
            (sentence("nudge.partner", partner=partner),),
            (sentence("look.partner", partner=partner),),
        )
    if low is not None:
        look = "look.enemy_one" if low.value[1] == 1 else "look.enemy_two"
        return (sentence("nudge.enemy_low", enemy=low),), (sentence(look, enemy=low),)
    hand, split = found["fewest_now"], found["split_now"]
    enemy, cheap = found.get("enemy_winning"), facts.fewest_other(view, None)
    if enemy is not None and cheap is not None:
        return (
            (sentence("nudge.follow", enemy=enemy),),
            (sentence("look.follow", hand=hand, cheap=cheap),),
        )
    return (
        (sentence("nudge.count", hand=found["cards_left"]),),
        (sentence("look.split", hand=hand, split=split),),
    )


def _only(view: View) -> Sentence | None:
    """That nothing else is allowed, if so."""
    options = candidates(view)
    only = facts.only_choice(view, options[0]) if len(options) == 1 else None
    return None if only is None else sentence("play.only", only=only)


def _any_win(view: View) -> Claim | None:
    """A win that nothing prevents, if one was found: the one that ``ADVANCED`` plays."""
    surest = facts.lines(view)
    if surest:
        return facts.sure_win(view, surest[0][0])
    best = forced_win(view)
    if best is None:
        return None
    return facts.forced_win(view, best.play) or facts.open_win(view, best.play)


# ---- 3 and 4 ----

_DECIDED: OrderedDict[tuple[Advanced, View, int], Decision] = OrderedDict()
_KEPT = 32


def decided(view: View, seed: int, stop: Stop) -> Decision:
    """What the level ``advanced`` plays from *view*, with its reasons.

    The last ones are kept: the steps of a hint and every ``why_not`` ask for the same.
    """
    key = (ADVANCED, view, seed)
    if key in _DECIDED:
        return _DECIDED[key]
    decision = ADVANCED.decide(view, random.Random(seed), stop=stop)
    if not decision.cut_short:
        _DECIDED[key] = decision
        while len(_DECIDED) > _KEPT:
            _DECIDED.popitem(last=False)
    return decision


def compared(
    view: View,
    seed: int,
    worlds: int,
    *,
    full: bool,
    shown: int,
    stop: Stop,
    progress: Callable[[float], None],
) -> Compared | None:
    """What to play and why, *shown* plays compared; with *full* the proof too."""
    decision = decided(view, seed, stop)
    progress(0.4)
    if decision.cut_short:
        return None
    best = _play_of(decision.action)
    run = estimate(
        view, _to_show(view, decision, shown), Sample(f"{seed} proof", worlds), stop=stop
    )
    progress(0.8)
    if run is None:
        return None
    rows = _rows(run, best, full=full)
    progress(1.0)
    play = _play_sentences(run, best, rows)
    unknown = facts.history_unknown(view)
    if unknown is not None and rows[0][1] is not None and len(rows) > 1:
        play = (*play, sentence("proof.unweighted", history=unknown))
    proof = _proof(run, rows) if full else ()
    return Compared(play, tuple(said for said in proof if said not in play), rows)


def against_best(
    view: View, selection: Action, seed: int, worlds: int, *, stop: Stop
) -> Compared | None:
    """*selection* and the best play, in the same worlds."""
    decision = decided(view, seed, stop)
    if decision.cut_short:
        return None
    best, chosen = _play_of(decision.action), _play_of(selection)
    shown = (best, chosen) if best != chosen else _to_show(view, decision, 2)
    if _may_leave_to_partner(view) and None not in shown:
        shown = (*shown, None)
    run = estimate(view, shown, Sample(f"{seed} proof", worlds), stop=stop)
    if run is None:
        return None
    rows = _rows(run, best, full=True)
    if best == chosen:
        return Compared(_play_sentences(run, best, rows), (), rows)
    said = _against(run, best, chosen)
    why = _why_worse(run, best, chosen, rows, loses=said.key in LOSES)
    return Compared((said,) if why is None else (said, why), (), rows)


def _why_worse(
    run: Estimates, best: Play | None, chosen: Play | None, rows: Sequence[Row], *, loses: bool
) -> Sentence | None:
    """What is wrong with *chosen*: a mistake of beginners, a reason where it *loses*, or a flaw."""
    wrong = mistake(run.view, chosen, run, against=(best,))
    if wrong is not None:
        return wrong.sentences[0]
    own, better = (
        known(play, next(row[-1] for row in rows if row[0] == play)) for play in (chosen, best)
    )
    return worse(run.view, own, better, tells=True) if loses else broken(own)


def _against(run: Estimates, best: Play | None, chosen: Play | None) -> Sentence:
    view = run.view
    win, own_win = facts.surest_win(view, best), facts.surest_win(view, chosen)
    yours = estimates.win_chance(run, chosen)
    if own_win is not None:
        return _win_sentence(view, own_win)
    if win is not None:
        return sentence("why.misses", yours=yours, win=win)
    first = estimates.win_chance(run, best)
    gap = estimates.win_difference(run, best, chosen)
    if clearly_above(gap):
        return sentence("why.worse", yours=yours, best=first, gap=gap)
    if clearly_below(gap):
        other = estimates.win_difference(run, chosen, best)
        return sentence("why.better", yours=yours, best=first, gap=other)
    return sentence("why.same", yours=yours, best=first, gap=gap)


def _play_of(action: Action) -> Play | None:
    assert action is None or isinstance(action, Play)
    return action


def _to_show(view: View, decision: Decision, number: int) -> tuple[Play | None, ...]:
    """The best play, then those that did best when it was chosen, one for each body."""
    best = _play_of(decision.action)
    run = decision.comparison
    wins = {} if run is None else {play: run.raw(at) for at, play in enumerate(run.options)}
    others: list[Play | None] = sorted(
        wins, key=lambda play: (wins[play], score(view, play)), reverse=True
    )
    others += sorted(candidates(view), key=lambda play: score(view, play), reverse=True)
    shown = [best]
    bodies = {_body(best)}
    for play in others:
        if _body(play) not in bodies and len(shown) < number:
            shown.append(play)
            bodies.add(_body(play))
    if _may_leave_to_partner(view) and None not in shown and number > 2:
        shown[number - 1 :] = [None]
    return tuple(shown)


def _may_leave_to_partner(view: View) -> bool:
    """Whether the trick is the partner's: then every play is held against a pass."""
    return view.to_beat is not None and trick_is_partners(view)


def _body(play: Play | None) -> tuple[str, int, int, int] | None:
    return None if play is None else (play.kind, play.start, play.length, play.width)


def _rows(run: Estimates, best: Play | None, *, full: bool) -> tuple[Row, ...]:
    """A row for each play, *best* first, then by win and chance."""
    view = run.view
    rows: list[Row] = []
    sure = facts.surest_win(view, best) is not None
    for play in run.plays:
        win = facts.surest_win(view, play)
        chance = None if win is not None else estimates.win_chance(run, play)
        gap = estimates.win_difference(run, best, play) if play != best and not sure else None
        tie = win is not None if sure else gap is None or not clearly_above(gap)
        claims = [claim for claim in (win, chance, gap) if claim is not None]
        claims += facts.of_play(view, play)
        if full:
            made = (fact(run, play) for fact in estimates.ESTIMATES.values())
            claims += [
                claim
                for claim in made
                if claim is not None and (win is None or claim.kind not in _PLAYED_ON)
            ]
        rows.append((play, chance, tie, tuple(dict.fromkeys(claims))))
    first, *others = rows
    others.sort(key=lambda row: -2.0 if row[1] is None else -float(row[1].value))
    return (first, *others)


def _win_sentence(view: View, win: Claim) -> Sentence:
    side = "_side" if view.seat != view.landlord else ""
    if win.kind == "goes_out":
        return sentence("play.out", out=win)
    if win.kind == "sure_win":
        return sentence("play.sure", win=win)
    name = "play.forced" if win.kind == "forced_win" else "play.open"
    return sentence(name + side, win=win)


def _play_sentences(run: Estimates, best: Play | None, rows: Sequence[Row]) -> tuple[Sentence, ...]:
    """What to play, and one reason."""
    view = run.view
    only = facts.only_choice(view, best)
    if only is not None:
        return (sentence("play.only", only=only),)
    win = facts.surest_win(view, best)
    if win is not None:
        return (_win_sentence(view, win),)
    first = estimates.win_chance(run, best)
    second = _second(run, best, rows)
    other = _play_of(second.subject.plays[0])
    gap = estimates.win_difference(run, best, other)
    if clearly_above(gap):
        said = sentence("play.best", first=first, second=second, gap=gap)
    elif clearly_below(gap):
        ahead = estimates.win_difference(run, other, best)
        return (sentence("play.ahead", first=first, second=second, gap=ahead),)
    else:
        said = sentence("play.tie", first=first, second=second, gap=gap)
    reason = _exception(run, best) or _reason(view, best)
    if said.key == "play.tie" and reason is not None:
        reason = _named(reason)
    return (said,) if reason is None else (said, reason)


def _second(run: Estimates, best: Play | None, rows: Sequence[Row]) -> Claim:
    """The chance that the best play is held against: the next best, or a pass to the partner.

    Where the trick is the partner's the question is whether to beat it at all; only a play that is
    clearly better than *best* comes before that.
    """
    chance = rows[1][1]
    assert chance is not None
    next_best = _play_of(rows[1][0])
    if best is None or not _may_leave_to_partner(run.view):
        return chance
    if clearly_below(estimates.win_difference(run, best, next_best)):
        return chance
    return estimates.win_chance(run, None)


def _exception(run: Estimates, best: Play | None) -> Sentence | None:
    """A rule of thumb that *best* breaks and rightly so: a play that keeps it is clearly worse."""
    for duty in duties(run.view):
        kept = [play for play in run.plays if duty.fits(run.view, play)]
        if duty.fits(run.view, best) or not kept:
            continue
        nearest = max(kept, key=lambda play: estimates.win_chance(run, play).value)
        gap = estimates.win_difference(run, best, nearest)
        claim = facts.role_duty(run.view, nearest)
        if clearly_above(gap) and claim is not None and claim.value == duty.name:
            return sentence("duty.exception", duty=claim, gap=gap)
    return None


def _reason(view: View, best: Play | None) -> Sentence | None:
    """One claim that speaks for *best*."""
    found = {claim.kind: claim for claim in facts.of_play(view, best)}
    duty, after = found.get("role_duty"), found["fewest_after"]
    other = found.get("fewest_other")
    back, sure_back = found.get("way_back"), found.get("sure_way_back")
    if "unbeaten" in found:
        return sentence("reason.unbeaten", play=found["unbeaten"])
    fewer = best is not None and other is not None and after.value < other.value[1]
    if duty is not None and not (fewer and duty.value == "count_plays"):
        return duty_sentence(view, duty, after)
    if fewer:
        return sentence("reason.fewer", after=after, other=other)
    if "only_bombs" in found:
        return sentence("reason.only_bombs", play=found["only_bombs"])
    left_to_partner = partners_trick(view, known(best, found.values()))
    if left_to_partner is not None:
        return left_to_partner
    if sure_back is not None:
        return sentence("reason.sure_way_back", back=sure_back)
    if back is not None:
        return sentence("reason.way_back", back=back)
    return sentence("reason.count", after=after)


def _named(reason: Sentence) -> Sentence:
    """*reason* with the play it is about: after two plays that are tied "it" would be either."""
    roles = dict(reason.roles)
    if reason.key in ("reason.fewer", "duty.count_plays"):
        return sentence("why.count", after=roles["after"])
    return sentence(reason.key.replace("reason.", "why."), **roles)


def _proof(run: Estimates, rows: Sequence[Row]) -> tuple[Sentence, ...]:
    """The figures of the first plays, and all of the first one's."""
    said: list[Sentence] = []
    unknown = facts.history_unknown(run.view)
    if unknown is not None:
        said.append(sentence("proof.unweighted", history=unknown))
    for _, chance, _, _ in rows[:TOLD]:
        if chance is not None:
            solved = run.comparison.solved
            said.append(sentence("proof.solved" if solved else "proof.chance", win=chance))
    best = _play_of(rows[0][0])
    found = {claim.kind: claim for claim in rows[0][3] if claim.subject.plays[0] == best}
    if any(rest_after(run.view, best)):
        after, split = found["fewest_after"], found["split_after"]
        said.append(sentence("proof.plays", after=after, split=split))
    singles = (
        ("beaten_chance", "proof.beaten", "play"),
        ("expected_points", "proof.points", "points"),
        ("spring_risk", "proof.spring", "spring"),
        ("multiplier_effect", "proof.multiplier", "play"),
    )
    if "unbeaten" in found:
        said.append(sentence("reason.unbeaten", play=found["unbeaten"]))
        del found["beaten_chance"]
    elif "surely_beaten" in found:
        said.append(sentence("proof.surely_beaten", play=found["surely_beaten"]))
        del found["beaten_chance"]
    for kind, key, role in singles:
        if kind in found and not (kind == "spring_risk" and found[kind].value < RARE):
            said.append(sentence(key, **{role: found[kind]}))
    flaw = broken(known(best, found.values()))
    return tuple(said) if flaw is None else (*said, flaw)
