"""The patterns of exercises: what is drawn, which concept it practises, how many answers are right.

``drawn`` gives the same exercise for the same pattern and seed.  What a sample must tell (``best``,
``bid``) is left to ``coach.exercises``.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engine.doudizhu.plays import Play
from engine.doudizhu.samples import Stop, never
from lessons import draws
from lessons.draws import Draw
from lessons.faults import GoalError
from lessons.goals import Answer, parse_goal, right_answers, shown
from lessons.loader import task_of

LEAST_WRONG = 2
"""Choices that are wrong where there is a choice."""
TRIES = 3_000
"""Draws of one seed until an exercise must have been found."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """One way to draw exercises."""

    name: str
    concept: str
    draw: Draw
    most: int = 4
    """Right answers at most."""
    drill: bool = False
    """Whether it can be answered in some seconds and drawn on the spot."""
    sampled: bool = False
    """Whether only a sample tells its right answers."""
    answers: int = 3
    """Different answers there are at least, where they are numbers or words."""
    only: str = ""
    """What every right answer must be: ``pass``; ``no bomb`` where none may be one."""


SMALL = ("solo", "pair")
TRIOS = ("trio", "trio+solo", "trio+pair")
CHAINS = ("solo_chain", "pair_chain")
AIRPLANES = ("airplane", "airplane+solos", "airplane+pairs")
QUADS = ("quad+solos", "quad+pairs", "bomb")

PATTERNS: tuple[Pattern, ...] = (
    Pattern("name-chains", "kinds", draws.name_of(CHAINS), answers=2, drill=True),
    Pattern("name-triples", "kinds", draws.name_of(TRIOS), drill=True),
    Pattern("name-airplanes", "kinds", draws.name_of(AIRPLANES), drill=True),
    Pattern("name-fours", "kinds", draws.name_of(QUADS), drill=True),
    Pattern("find-small", "kinds", draws.find(("solo", "pair", "trio"), 8, 6), most=8, drill=True),
    Pattern("find-kickers", "kinds", draws.find(TRIOS[1:], 7, 5), most=16, drill=True),
    Pattern("find-rows", "kinds", draws.find((*CHAINS, *AIRPLANES), 11, 6), most=12, drill=True),
    Pattern("find-fours", "kinds", draws.find((*QUADS, "rocket"), 9, 6), most=16, drill=True),
    Pattern("beat-small", "following", draws.beat(SMALL, 6), drill=True),
    Pattern("beat-triple", "following", draws.beat(TRIOS, 9), drill=True),
    Pattern("beat-straight", "following", draws.beat(CHAINS, 11), drill=True),
    Pattern("beat-airplane", "following", draws.beat(AIRPLANES, 13)),
    Pattern("beat-bomb-only", "bombs", draws.beat((*TRIOS, *CHAINS), 9, only="bombs"), drill=True),
    Pattern("beat-nothing", "following", draws.beat((*TRIOS, *CHAINS), 9, only="pass"), most=1),
    Pattern("how-many-beat", "following", draws.count_beating((*SMALL, *TRIOS), 8)),
    Pattern("how-many-straights", "following", draws.count_beating(CHAINS, 12)),
    Pattern("plays-of-7", "plays", draws.count_plays(7, 6, 2, 4), drill=True),
    Pattern("plays-of-10", "plays", draws.count_plays(10, 8, 3, 6), drill=True),
    Pattern("plays-of-14", "plays", draws.count_plays(14, 10, 3, 7)),
    Pattern("plays-of-17", "plays", draws.count_plays(17, 15, 4, 9)),
    Pattern("plays-of-20", "plays", draws.count_plays(20, 15, 4, 9)),
    Pattern("first-of-8", "splits", draws.empty_in(8, 6, 3)),
    Pattern("first-of-11", "splits", draws.empty_in(11, 8, 3)),
    Pattern("first-of-15", "splits", draws.empty_in(15, 11, 4)),
    Pattern("first-keep-bomb", "breaks_bomb", draws.empty_in(11, 7, 3, keep="bomb")),
    Pattern("first-keep-twos", "high-cards", draws.empty_in(10, 8, 3, keep="22")),
    Pattern("duel-lead", "endings", draws.ending(2, "landlord", 0, trap=True)),
    Pattern("duel-follow", "endings", draws.ending(2, "landlord", 2, follows=True, trap=True)),
    Pattern("landlord-leads", "landlord", draws.ending(3, "landlord", 0, trap=True)),
    Pattern(
        "landlord-follows", "landlord", draws.ending(3, "landlord", 3, follows=True, trap=True)
    ),
    Pattern("after-leads", "stopper", draws.ending(3, "after", 4)),
    Pattern("after-follows", "stopper", draws.ending(3, "after", 1, follows=True, trap=True)),
    Pattern("before-follows", "way-clearer", draws.ending(3, "before", 2, follows=True, trap=True)),
    Pattern(
        "pass-wins",
        "tempo",
        draws.ending(3, "before", 2, held=(3, 5), follows=True),
        most=1,
        only="pass",
    ),
    Pattern(
        "bomb-waits",
        "bomb_lead",
        draws.ending(3, "landlord", 0, held=(5, 6), bomb=True),
        only="no bomb",
    ),
    Pattern("let-partner-win", "let-partner", draws.let_partner, most=1, only="pass"),
    Pattern("one-card-left", "last-card", draws.sure_ending((4, 1, 4), "before")),
    Pattern("one-card-behind", "last-card", draws.sure_ending((4, 4, 1), "after")),
    Pattern("two-cards-left", "last-card", draws.sure_ending((5, 2, 3), "before", trap=True)),
    Pattern("safe-landlord", "safe-lines", draws.sure_ending((5, 3, 3), "landlord", trap=True)),
    Pattern("safe-duel", "safe-lines", draws.sure_ending((5, 5), "landlord", trap=True)),
    Pattern("safe-peasant", "safe-lines", draws.sure_ending((5, 3, 4), "before", trap=True)),
    Pattern("twos-out", "counting", draws.count_out(("2", "A"), 20, 44)),
    Pattern("high-out", "counting", draws.count_out(("B", "R", "2", "A", "K"), 12, 36)),
    Pattern("bombs-out", "counting", draws.count_out(("bombs",), 14, 40), answers=2),
    Pattern("who-holds", "counting", draws.who_holds(("2", "A", "R", "B", "K")), drill=True),
    Pattern("best-lead", "tempo", draws.middle(leads=True), most=3, sampled=True),
    Pattern("best-follow", "tempo", draws.middle(leads=False), most=3, sampled=True),
    Pattern("opening-bid", "bidding", draws.opening_bid, sampled=True),
)
BY_NAME = {one.name: one for one in PATTERNS}
DRILLS = tuple(one for one in PATTERNS if one.drill)


class DrawError(ValueError):
    """A pattern of which nothing was found."""


def drawn_openly(pattern: Pattern, seed: str) -> draws.Fields:
    """The fields of an exercise of *pattern* without its right answers."""
    for fields in _draws(pattern, seed):
        return fields
    raise DrawError(f"nothing found for {pattern.name}")


def drawn(pattern: Pattern, seed: str, *, stop: Stop = never) -> dict[str, Any]:
    """The fields of an exercise of *pattern*, its right answers under ``accept``.

    DrawError where none was found, or when *stop* ended the search for it.
    """
    for fields in _draws(pattern, seed, stop):
        try:
            right = right_answers(parse_goal(fields["goal"]), task_of(fields))
        except GoalError:
            continue
        avoided = fields.pop("not", None)
        accept = list(map(shown, right))
        if len(accept) <= pattern.most and avoided not in accept and _fits(pattern, fields, right):
            return {**fields, "accept": accept}
    raise DrawError(f"nothing found for {pattern.name}")


def _draws(pattern: Pattern, seed: str, stop: Stop = never) -> Iterator[draws.Fields]:
    """What *seed* draws, one after the other, until *stop*."""
    rng = random.Random(f"{pattern.name} {seed}")
    for _ in range(TRIES):
        if stop():
            return
        fields = pattern.draw(rng)
        if fields is not None:
            yield fields


def _fits(pattern: Pattern, fields: draws.Fields, right: Sequence[Answer]) -> bool:
    """Whether the answers are such as the pattern wants, and enough others are wrong."""
    asks_choice = fields["goal"].startswith(("win", "empty"))
    if asks_choice and len(task_of(fields).choices) - len(right) < LEAST_WRONG:
        return False
    bombs = [isinstance(one, Play) and one.is_bomb for one in right]
    wanted = {"": True, "pass": right == (None,), "no bomb": not any(bombs)}
    return wanted[pattern.only]
