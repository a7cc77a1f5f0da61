"""The closed little language of goals, and which answers are right: exact, from rules and search.

===================  =====================================================================
``play CARDS``       just these plays; several joined by ``or``
``find KIND``        any play of this kind
``empty in N``       the hand takes N plays at the least, and this is one of the first of them
``keep CARDS``       these cards stay in hand
``let partner lead`` a pass, while the partner is winning the trick
``win``              wins against every defence: with open hands, or in every possible world
``best``             not clearly worse than the best play, by win chance, nor one own decision
                     further (needs a sample)
``bid N..M``         a bid in this range opens the auction best, by points (needs a sample)
``count WHAT = N``   so many cards of a rank are unseen; also ``bombs``, ``plays`` and ``beating``:
                     how many different plays of the hand beat the one on the table
``who RANK = WHO``   who can hold a card of this rank: ``next``, ``previous``, ``both``, ``nobody``
``name KIND``        what the play on the table is called
``avoid MISTAKE``    a whole deal is played without this mistake
===================  =====================================================================

Goals of plays joined by ``and`` hold together; ``best``, ``avoid`` and those that are answered by a
number or a word stand alone.  Text that is none of these is a NotationError.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.cards import (
    NO_CARDS,
    RANKS,
    Counts,
    IllegalPlayError,
    NotationError,
    parse_ranks,
    subtract,
)
from engine.doudizhu.endgame import solve
from engine.doudizhu.forced import UnfinishedError, forced_wins
from engine.doudizhu.game import legal_in
from engine.doudizhu.kernel import fewest
from engine.doudizhu.plays import KINDS, Play, following, parse_play, plays
from engine.doudizhu.rules import CLASSIC, Rules
from engine.doudizhu.state import State, View
from engine.doudizhu.worlds import kitty_left
from lessons.faults import GoalError

Answer = Play | int | str | None
"""A play, a pass (None), a number, or a word: the name of a kind, or who holds a card."""

SAMPLED = ("best", "bid")
"""Goals whose right answers only a sample tells."""
MOST_LOOKS = 5_000_000
"""Worlds looked at to find all plays that win in every world."""
MOST_NODES = 500_000
"""Positions searched to find all plays that win with open hands; the course takes 12,000."""
DEAL = "avoid"
"""The goal of a whole deal; it has no right answer of one play."""
NUMBERS = ("count", "bid")
WORDS = ("name", "who")
"""Goals that are answered by a number, and by a word."""
WHO = ("next", "previous", "both", "nobody")
_ALONE = (*SAMPLED, *NUMBERS, *WORDS, DEAL)
"""Goals beside which no other would be looked at."""

_FORMS: tuple[tuple[str, str], ...] = (
    ("play", r"play (\S+(?: or \S+)*)"),
    ("find", r"find (\S+)"),
    ("empty", r"empty in (\d{1,2})"),
    ("keep", r"keep (\S+)"),
    ("let", r"let partner lead"),
    ("win", r"win"),
    ("best", r"best"),
    ("bid", r"bid ([0-3])\.\.([0-3])"),
    ("count", r"count (\S+) = (\d{1,3})"),
    ("who", rf"who (\S+) = ({'|'.join(WHO)})"),
    ("name", r"name (\S+)"),
    (DEAL, r"avoid (\w+)"),
)
_EXPECTED = (
    "play CARDS, find KIND, empty in N, keep CARDS, let partner lead, win, best, bid N..M, "
    "count WHAT = N, who RANK = WHO, name KIND, avoid MISTAKE"
)


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


def shown(answer: Answer) -> str:
    """An answer as it is written in a lesson."""
    return "pass" if answer is None else str(answer)


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
    alone = [goal.kind for goal in found if goal.kind in _ALONE]
    if alone and len(found) > 1:
        raise NotationError(f"read {text[:40]!r}; the goal {alone[0]} stands alone")
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
    single = _SINGLE.get(first.kind)
    if single is not None:
        return (single(first, task),)
    found = _right(first, task)
    for goal in others:
        also = _right(goal, task)
        found = tuple(one for one in found if one in also)
    if not found:
        raise GoalError("none_right")
    return found


def _right(goal: Goal, task: Task) -> tuple[Answer, ...]:
    if goal.kind == "play":
        wanted = [_play(text, task) for text in goal.values[0].split(" or ")]
        missing = [text for text in wanted if text not in task.choices]
        if missing:
            raise GoalError("cannot_play", play=shown(missing[0]))
        return tuple(wanted)
    if goal.kind == "find":
        return tuple(one for one in task.choices if one and one.kind == _kind(goal))
    if goal.kind == "empty":
        return _first_of_fewest(int(goal.values[0]), task)
    if goal.kind == "keep":
        return _keeping(goal.values[0], task)
    if goal.kind == "let":
        return _letting(task)
    if goal.kind == "win":
        return _winning(task)
    raise GoalError("inexact", goal=goal.kind)


def _play(text: str, task: Task) -> Play | None:
    return None if text == "pass" else parse_play(text, task.rules)


def after(task: Task, play: Play | None) -> Counts:
    """The hand after *play*."""
    return task.hand if play is None else subtract(task.hand, play.counts)


def _first_of_fewest(number: int, task: Task) -> tuple[Answer, ...]:
    least = fewest(task.hand, task.rules)
    if least != number:
        raise GoalError("fewest", found=least, told=number)
    return tuple(
        one
        for one in task.choices
        if one is not None and 1 + fewest(after(task, one), task.rules) == number
    )


def _keeping(cards: str, task: Task) -> tuple[Answer, ...]:
    kept = parse_ranks(cards, packs=task.rules.packs)
    if any(need > have for need, have in zip(kept, task.hand, strict=True)):
        raise GoalError("not_held", cards=cards)
    return tuple(
        one
        for one in task.choices
        if all(need <= have for need, have in zip(kept, after(task, one), strict=True))
    )


def _letting(task: Task) -> tuple[Answer, ...]:
    view = task.view
    partners = view is not None and view.leader is not None and view.seat != view.landlord
    if not partners or view is None or view.leader == view.landlord:
        raise GoalError("no_partner")
    return (None,)


def _winning(task: Task) -> tuple[Answer, ...]:
    if task.state is not None:
        found = solve(task.state, nodes=MOST_NODES)
        if not found.complete:
            raise GoalError("many_positions", most=MOST_NODES)
        if not found.winning_plays:
            raise GoalError("no_win")
        return found.winning_plays
    if task.view is None:
        raise GoalError("no_others")
    try:
        found_wins = forced_wins(task.view, looks=MOST_LOOKS, complete=True)
    except UnfinishedError as error:
        raise GoalError("unfinished", why=str(error)) from error
    forced = tuple(one.play for one in found_wins)
    if not forced:
        raise GoalError("no_sure_win")
    return forced


def _counted(goal: Goal, task: Task) -> int:
    found, told = counted(goal.values[0], task), int(goal.values[1])
    if found != told:
        raise GoalError("other_number", found=found, told=told)
    return found


def counted(what: str, task: Task) -> int:
    """How many cards of the rank *what* are unseen, or as many ``bombs``, ``plays``, ``beating``.

    GoalError where that is not told, NotationError where *what* is none of them.
    """
    if what == "plays":
        return fewest(task.hand, task.rules)
    if what == "beating":
        if task.to_beat is None:
            raise GoalError("nothing_to_beat")
        return len(following(task.hand, task.to_beat, task.rules))
    if task.view is None:
        raise GoalError("no_unseen")
    if what == "bombs":
        return sum(count == 4 * task.rules.packs for count in task.view.unseen[:13])
    if what in tuple(RANKS):
        return task.view.unseen[RANKS.index(what)]
    raise NotationError(f"cannot count {what!r}; expected a rank, bombs, plays or beating")


def _kind(goal: Goal) -> str:
    name = goal.values[0]
    if name not in KINDS:
        raise NotationError(f"unknown kind {name!r}; expected one of {', '.join(KINDS)}")
    return name


def _named(goal: Goal, task: Task) -> str:
    told, found = _kind(goal), named(task)
    if found != told:
        raise GoalError("other_kind", found_kind=found, told_kind=told)
    return found


def named(task: Task) -> str:
    """What the play on the table is called; GoalError where there is none."""
    if task.to_beat is None:
        raise GoalError("nothing_to_name")
    return task.to_beat.kind


def _holder(goal: Goal, task: Task) -> str:
    rank, told = goal.values
    found = holder(rank, task)
    if found != told:
        raise GoalError("other_holder", holder=found, told_holder=told)
    return found


def holder(rank: str, task: Task) -> str:
    """Who can hold a card of *rank*: that of the kitty which was not played is the landlord's.

    GoalError where no two other hands are told of, NotationError where *rank* is none.
    """
    view = task.view
    if view is None or view.rules.seats != 3:
        raise GoalError("no_two_hands")
    if rank not in tuple(RANKS):
        raise NotationError(f"unknown rank {rank!r}; expected one of {RANKS}")
    index = RANKS.index(rank)
    fixed = kitty_left(view) if view.landlord != view.seat else NO_CARDS
    loose = view.unseen[index] - fixed[index]
    held = {
        name: (loose > 0 and view.counts[seat] > (sum(fixed) if seat == view.landlord else 0))
        or (seat == view.landlord and fixed[index] > 0)
        for name, seat in (("next", (view.seat + 1) % 3), ("previous", (view.seat + 2) % 3))
    }
    names = [name for name, can in held.items() if can]
    return "both" if len(names) == 2 else names[0] if names else "nobody"


_SINGLE: dict[str, Callable[[Goal, Task], int | str]] = {
    "count": _counted,
    "name": _named,
    "who": _holder,
}
"""Goals with one right answer, a number or a word."""

# ---- reasons why a branch is wrong ----

_REASONS: tuple[tuple[str, str], ...] = (
    ("plays", r"plays (\d{1,2})"),
    ("loses", r"loses"),
    ("unsure", r"unsure"),
    ("breaks", r"breaks (\S+)"),
    ("worse", r"worse"),
    ("illegal", r"illegal"),
    ("other", r"other"),
)


def parse_reason(text: str) -> Goal:
    """Why a branch is wrong.

    ``plays N``: it leaves N plays; ``loses``: with open hands it gives a win away; ``unsure``: it
    does not win in every possible world; ``worse``: its win chance is clearly lower than the best;
    ``breaks CARDS``; ``illegal``; ``other``: of a number, a bid or a word that it is not right.
    """
    for kind, form in _REASONS:
        told = re.fullmatch(form, text)
        if told:
            return Goal(kind, told.groups())
    raise NotationError(
        f"unknown reason {text[:40]!r}; expected plays N, loses, unsure, worse, breaks CARDS, "
        "illegal, other"
    )


def reason_holds(reason: Goal, text: str, goals: Sequence[Goal], task: Task) -> str:
    """Why the exact *reason* does not hold for the branch *text*; empty where it does."""
    if (reason.kind == "other") != (goals[0].kind in (*NUMBERS, *WORDS)):
        return f"the reason {reason.kind} does not fit the goal"
    if reason.kind == "other":
        return ""
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
    if reason.kind == "worse":
        return "no win chances are compared here" if is_exact(goals) else ""
    if reason.kind == "loses" and task.state is None:
        return "only open hands tell what loses"
    return "" if play not in _winning(task) else f"{text} wins too"
