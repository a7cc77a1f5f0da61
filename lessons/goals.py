"""The closed little language of goals, and which answers are right: exact, from rules and search.

===================  =====================================================================
``play CARDS``       just these plays; several joined by ``or``
``empty in N``       the hand takes N plays at the least, and this is one of the first of them
``keep CARDS``       these cards stay in hand
``let partner lead`` a pass, while the partner is winning the trick
``win``              wins against every defence: with open hands, or in every possible world
``best``             not clearly worse than the best play, by win chance (needs a sample)
``count WHAT = N``   so many cards of a rank are unseen; also ``bombs`` and ``plays``
``name KIND``        what the play on the table is called
===================  =====================================================================

Goals joined by ``and`` hold together.  Text that is none of these is a NotationError.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import RANKS, Counts, IllegalPlayError, NotationError, parse_ranks, subtract
from engine.doudizhu.endgame import solve
from engine.doudizhu.forced import forced_wins
from engine.doudizhu.game import legal_in
from engine.doudizhu.kernel import fewest
from engine.doudizhu.plays import KINDS, Play, following, parse_play, plays
from engine.doudizhu.rules import CLASSIC, Rules
from engine.doudizhu.state import State, View

Answer = Play | int | str | None
"""A play, a pass (None), a number, or the name of a kind."""

SAMPLED = ("best",)
"""Goals whose right answers only a sample tells."""

_FORMS: tuple[tuple[str, str], ...] = (
    ("play", r"play (\S+(?: or \S+)*)"),
    ("empty", r"empty in (\d{1,2})"),
    ("keep", r"keep (\S+)"),
    ("let", r"let partner lead"),
    ("win", r"win"),
    ("best", r"best"),
    ("count", r"count (\S+) = (\d{1,2})"),
    ("name", r"name (\S+)"),
)
_EXPECTED = (
    "play CARDS, empty in N, keep CARDS, let partner lead, win, best, count WHAT = N, name KIND"
)


class GoalError(ValueError):
    """A goal that does not fit its position: what it takes for granted is not so."""


@dataclass(frozen=True, slots=True)
class Goal:
    """One goal and what stands in it."""

    kind: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Task:
    """What a step asks about: a hand that is to play, with as much around it as is told."""

    hand: Counts
    rules: Rules = CLASSIC
    to_beat: Play | None = None
    view: View | None = None
    """What the seat knows, where others are told of."""
    state: State | None = None
    """The whole position, where all hands are open."""

    @property
    def choices(self) -> tuple[Play | None, ...]:
        """Everything that may be played."""
        if self.view is not None:
            found = legal_in(self.view)
            return tuple(one for one in found if one is None or isinstance(one, Play))
        if self.to_beat is None:
            return tuple(plays(self.hand, self.rules))
        return (None, *following(self.hand, self.to_beat, self.rules))


def parse_goal(text: str) -> tuple[Goal, ...]:
    """The goals of *text*, joined by ``and``; NotationError says which part is none."""
    found = []
    for part in text.split(" and "):
        for kind, form in _FORMS:
            told = re.fullmatch(form, part.strip())
            if told:
                found.append(Goal(kind, told.groups()))
                break
        else:
            raise NotationError(f"unknown goal {part[:40]!r}; expected one of {_EXPECTED}")
    return tuple(found)


def is_exact(goals: Sequence[Goal]) -> bool:
    """Whether rules and search tell the right answers, without a sample."""
    return not any(goal.kind in SAMPLED for goal in goals)


def right_answers(goals: Sequence[Goal], task: Task) -> tuple[Answer, ...]:
    """All right answers of exact *goals*, in the order of the choices.

    Raises GoalError where a goal takes for granted what is not so, NotationError where its cards
    cannot be read.
    """
    (first, *others) = goals
    if first.kind == "count":
        return (_counted(first, task),)
    if first.kind == "name":
        return (_named(first, task),)
    found = _right(first, task)
    for goal in others:
        also = _right(goal, task)
        found = tuple(one for one in found if one in also)
    if not found:
        raise GoalError("no play is right")
    return found


def _right(goal: Goal, task: Task) -> tuple[Answer, ...]:
    if goal.kind == "play":
        wanted = [_play(text, task) for text in goal.values[0].split(" or ")]
        missing = [text for text in wanted if text not in task.choices]
        if missing:
            raise GoalError(f"{missing[0] or 'pass'} cannot be played here")
        return tuple(wanted)
    if goal.kind == "empty":
        return _first_of_fewest(int(goal.values[0]), task)
    if goal.kind == "keep":
        return _keeping(goal.values[0], task)
    if goal.kind == "let":
        return _letting(task)
    if goal.kind == "win":
        return _winning(task)
    raise GoalError(f"{goal.kind} cannot be told exactly")


def _play(text: str, task: Task) -> Play | None:
    return None if text == "pass" else parse_play(text, task.rules)


def after(task: Task, play: Play | None) -> Counts:
    """The hand after *play*."""
    return task.hand if play is None else subtract(task.hand, play.counts)


def _first_of_fewest(number: int, task: Task) -> tuple[Answer, ...]:
    least = fewest(task.hand, task.rules)
    if least != number:
        raise GoalError(f"the hand takes {least} plays, not {number}")
    return tuple(
        one
        for one in task.choices
        if one is not None and 1 + fewest(after(task, one), task.rules) == number
    )


def _keeping(cards: str, task: Task) -> tuple[Answer, ...]:
    kept = parse_ranks(cards, packs=task.rules.packs)
    if any(need > have for need, have in zip(kept, task.hand, strict=True)):
        raise GoalError(f"the hand does not hold {cards}")
    return tuple(
        one
        for one in task.choices
        if all(need <= have for need, have in zip(kept, after(task, one), strict=True))
    )


def _letting(task: Task) -> tuple[Answer, ...]:
    view = task.view
    partners = view is not None and view.leader is not None and view.seat != view.landlord
    if not partners or view is None or view.leader == view.landlord:
        raise GoalError("no partner is winning the trick")
    return (None,)


def _winning(task: Task) -> tuple[Answer, ...]:
    if task.state is not None:
        found = solve(task.state)
        if not found.winning_plays:
            raise GoalError("no play wins")
        return found.winning_plays
    if task.view is None:
        raise GoalError("nothing is told of the other hands")
    forced = tuple(one.play for one in forced_wins(task.view))
    if not forced:
        raise GoalError("no play wins in every world")
    return forced


def _counted(goal: Goal, task: Task) -> int:
    what, number = goal.values[0], int(goal.values[1])
    if what == "plays":
        found = fewest(task.hand, task.rules)
    elif task.view is None:
        raise GoalError("nothing is told of the cards that are out")
    elif what == "bombs":
        found = sum(count == 4 * task.rules.packs for count in task.view.unseen[:13])
    elif what in RANKS:
        found = task.view.unseen[RANKS.index(what)]
    else:
        raise NotationError(f"cannot count {what!r}; expected a rank, bombs or plays")
    if found != number:
        raise GoalError(f"there are {found}, not {number}")
    return found


def _named(goal: Goal, task: Task) -> str:
    name = goal.values[0]
    if name not in KINDS:
        raise NotationError(f"unknown kind {name!r}; expected one of {', '.join(KINDS)}")
    if task.to_beat is None:
        raise GoalError("there is no play to be named")
    if task.to_beat.kind != name:
        raise GoalError(f"the play is called {task.to_beat.kind}, not {name}")
    return name


# ---- reasons why a branch is wrong ----

_REASONS: tuple[tuple[str, str], ...] = (
    ("plays", r"plays (\d{1,2})"),
    ("loses", r"loses"),
    ("unsure", r"unsure"),
    ("breaks", r"breaks (\S+)"),
    ("illegal", r"illegal"),
)


def parse_reason(text: str) -> Goal:
    """Why a branch is wrong.

    ``plays N``: it leaves N plays; ``loses``: with open hands it gives a win away; ``unsure``: it
    does not win in every possible world; ``breaks CARDS``; ``illegal``.
    """
    for kind, form in _REASONS:
        told = re.fullmatch(form, text)
        if told:
            return Goal(kind, told.groups())
    raise NotationError(
        f"unknown reason {text[:40]!r}; expected plays N, loses, unsure, breaks CARDS, illegal"
    )


def reason_holds(reason: Goal, text: str, goals: Sequence[Goal], task: Task) -> str:
    """Why the exact *reason* does not hold for the branch *text*; empty where it does."""
    if reason.kind == "illegal":
        try:
            play = _play(text, task)
        except (NotationError, IllegalPlayError):
            return ""
        return f"{text} may be played" if play in task.choices else ""
    play = _play(text, task)
    if play not in task.choices:
        return f"{text} cannot be played here"
    if is_exact(goals) and play in right_answers(goals, task):
        return f"{text} is right"
    if reason.kind == "plays":
        left = fewest(after(task, play), task.rules)
        return "" if left == int(reason.values[0]) else f"{text} leaves {left} plays"
    if reason.kind == "breaks":
        cards = parse_ranks(reason.values[0], packs=task.rules.packs)
        rest = after(task, play)
        held = all(a >= b for a, b in zip(task.hand, cards, strict=True))
        kept = all(a >= b for a, b in zip(rest, cards, strict=True))
        return "" if held and not kept else f"{text} does not break {reason.values[0]}"
    if reason.kind == "loses" and task.state is None:
        return "only open hands tell what loses"
    return "" if play not in _winning(task) else f"{text} wins too"
