"""What certain and exact claims are put together from: their subjects, hands after plays."""

from __future__ import annotations

from typing import Any

from coach.claims import Basis, Claim, How, Subject
from engine.cards import RANKS, Counts, subtract
from engine.doudizhu.plays import Play
from engine.doudizhu.state import View

GAME = "ddz"
ACE = RANKS.index("A")
KING = RANKS.index("K")
TWO = RANKS.index("2")
BOMB = 4

COUNTED = "cards counted"
SEARCHED = "fewest plays by exact search"


def proved(
    kind: str,
    subject: Subject,
    value: Any,
    basis: str,
    scope: str,
    method: str,
) -> Claim:
    """A claim that nothing sampled is in."""
    return Claim(kind, subject, value, Basis(basis), scope, How(GAME, method))


def the_position(view: View) -> Subject:
    """The position as the subject of a claim."""
    return Subject("position", view)


def the_hand(view: View) -> Subject:
    """The own hand as the subject of a claim."""
    return Subject("hand", view)


def the_play(view: View, *plays: Play | None) -> Subject:
    """A play, or two that are compared, as the subject of a claim."""
    return Subject("play", view, plays)


def rest_after(view: View, play: Play | None) -> Counts:
    """The hand after *play*."""
    return view.hand if play is None else subtract(view.hand, play.counts)


def body_of(play: Play) -> tuple[str, int, int, int]:
    """What is left of a play without its kickers; plays of one body do alike in a trick."""
    return play.kind, play.start, play.length, play.width
