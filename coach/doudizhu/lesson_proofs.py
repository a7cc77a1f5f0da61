"""What only a sample, a solver or a played deal tells of a step of a lesson."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence, Set

from coach import tutor
from coach.doudizhu.bid_estimates import compare_words, word_difference
from coach.doudizhu.decisions import QUICK, judged
from coach.doudizhu.estimates import Sample, estimate, win_difference
from coach.doudizhu.layouts import possible, side
from coach.doudizhu.mistakes import NAMES, tempted
from coach.say import Sentence, clearly_above, sentence
from engine.cards import IllegalPlayError
from engine.doudizhu.cpu import candidates
from engine.doudizhu.cpu_habits import HABITS
from engine.doudizhu.endgame import solve
from engine.doudizhu.game import apply, deal, is_over, parse_action, view, winner
from engine.doudizhu.plays import Play
from engine.doudizhu.rules import Rules
from engine.doudizhu.samples import Stop, never
from engine.doudizhu.state import Action, State
from engine.doudizhu.worlds import state_in
from engine.players import LEVELS
from lessons.faults import GoalError
from lessons.goals import Answer, Task

SEED = "lesson"
WORLDS = 4_000
"""Worlds in which what is best is verified; drawn from a seed of their own."""
BID_WORLDS = 1_500


def best_plays(task: Task, stop: Stop = never) -> tuple[Answer, ...]:
    """The plays that are not clearly worse than the best one; GoalError when *stop* ended it.

    Clearly worse is what the sample says so of, and the tutor too (``against``): played on by the
    rules of thumb alone a play that waits for its moment would be called wrong.
    """
    options, worse = _compared(task, stop)
    return _borne_out(task, options, worse, len(options), stop)


def misleading(task: Task, play: Answer, most: int, stop: Stop = never) -> tuple[Answer, ...]:
    """The best plays where *play* is none of them and they are at most *most*; else nothing.

    What is seen to be so from the sample alone is not looked at further.
    """
    options, worse = _compared(task, stop)
    if len(options) - len(worse) > most or (play in options and play not in worse):
        return ()
    if play in worse and not against(task, play, stop):
        return ()
    return _borne_out(task, [one for one in options if one != play], worse, most, stop)


def _compared(task: Task, stop: Stop) -> tuple[list[Answer], set[Answer]]:
    """Everything that may be played, and what is clearly worse than the best by the sample."""
    if task.view is None:
        raise GoalError("no_others")
    options = candidates(task.view)
    found = estimate(task.view, options, Sample(SEED, WORLDS), stop=stop)
    if found is None:
        raise GoalError("too_long")
    run = found.comparison
    best = options[max(range(len(options)), key=run.raw)]
    others = [play for play in options if play != best]
    worse = {play for play in others if clearly_above(win_difference(found, best, play))}
    return list(options), set(worse)


def _borne_out(
    task: Task, options: Sequence[Answer], worse: Set[Answer], most: int, stop: Stop
) -> tuple[Answer, ...]:
    """Those of *options* that are right, being not *worse*, or not by what the tutor says; nothing
    where there are more than *most*."""
    right: list[Answer] = []
    for play in options:
        if play not in worse or not against(task, play, stop):
            right.append(play)
        if stop():
            raise GoalError("too_long")
        if len(right) > most:
            return ()
    return tuple(right)


def best_bids(task: Task, stop: Stop = never) -> tuple[Answer, ...]:
    """The bids that are not clearly worse than the best one, by the points to expect.

    GoalError when *stop* ended it.
    """
    if task.view is None or task.view.phase != "bid":
        raise GoalError("no_auction")
    found = compare_words(task.view, SEED, worlds=BID_WORLDS, stop=stop)
    if found is None:
        raise GoalError("too_long")
    means = {word: sum(values) / len(values) for word, values in found.points.items()}
    best = max(means, key=lambda word: means[word])
    return tuple(
        sorted(
            int(word or 0)
            for word in means
            if isinstance(word, int | None)
            and (word == best or not clearly_above(word_difference(found, best, word)))
        )
    )


def against(task: Task, answer: Answer, stop: Stop = never) -> tuple[Sentence, ...]:
    """What a wrong *answer* costs where only a sample tells, without the better one.

    Empty where looking one own decision further does not bear it out, and when *stop* ended it.
    """
    view = task.view
    assert view is not None, "a sample needs a view"
    if view.phase == "bid":
        found = compare_words(view, SEED, worlds=BID_WORLDS, stop=stop)
        if found is None:
            return ()
        words = {int(word or 0): word for word in found.points if isinstance(word, int | None)}
        best = max(words.values(), key=lambda word: sum(found.points[word]))
        gap = word_difference(found, best, words[int(str(answer))])
        return (sentence("tutor.word_loses", gap=gap),) if clearly_above(gap) else ()
    assert answer is None or isinstance(answer, Play)
    told = tutor.judge(view, answer, worlds=WORLDS, stop=stop)
    return tutor.warning(told) if told is not None and tutor.is_real(told, 0.0) else ()


# ---- replies of the next seats ----


def reply_fault(task: Task, play: Play | None, reply: tuple[str, ...]) -> str:
    """Why the *reply* to a wrong *play* proves nothing; empty where it does.

    Every play of it must be legal, and the side of the seat must then be lost: with open hands, or
    in some world in which the reply is possible.
    """
    if task.view is None:
        return "nobody is there to reply"
    worlds = [task.state] if task.state else [state_in(task.view, w) for w in possible(task.view)]
    faults = [_reply_fault_in(state, play, reply) for state in worlds]
    return "" if "" in faults else f"the reply {' '.join(reply)}: {max(faults)}"


def _reply_fault_in(state: State, play: Play | None, reply: tuple[str, ...]) -> str:
    own = side(state.turn, state.landlord)
    state = apply(state, play)
    for text in reply:
        try:
            state = apply(state, parse_action(state, text))
        except (IllegalPlayError, ValueError):
            return f"{text} cannot be played"
    found = winner(state) if is_over(state) else solve(state).winner
    return "wins the game for the learner" if found == own else ""


# ---- whole deals ----


def temptation_fault(
    rules: Rules, code: str, seat: int, mistake: str, stop: Stop = never
) -> GoalError | None:
    """Why the deal does not tempt into *mistake*; None where a player of ours falls for it.

    Played by the standard player in the other seats, and in *seat* by each player with a fault and
    the novice; one of them must make the mistake, as a review finds it.
    """
    if mistake not in NAMES:
        return GoalError("unknown_mistake", told=mistake, names=", ".join(NAMES))
    for level in ("novice", *HABITS):
        for state, action in _turns(rules, code, seat, level):
            if stop():
                return GoalError("slow_deal")
            seen = view(state, seat)
            if state.turn != seat or mistake not in tempted(seen):
                continue
            found = judged(0, 1, 1, seen, action, worlds=QUICK, stop=stop)
            if found is not None and found.mistake == mistake:
                return None
    return GoalError("not_tempting", mistake=mistake)


def _turns(rules: Rules, code: str, seat: int, level: str) -> Iterator[tuple[State, Action]]:
    """Every turn of the deal, with the player *level* in *seat*."""
    rng = random.Random(f"{SEED} {code}")
    state = deal(rules, code)
    while not is_over(state):
        player = LEVELS[level if state.turn == seat else "standard"]
        action = player(view(state, state.turn), rng)
        yield state, action
        state = apply(state, action)
