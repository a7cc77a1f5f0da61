"""The hint ladder: a nudge, what to look at, the play, the proof; and ``why_not`` for any choice.

A hint takes what a seat knows, never more.  Its first play is the one that the level ``advanced``
plays from the same view and seed; all chances shown come from worlds drawn anew, so that a play
that was only lucky in the worlds that chose it is not praised for it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from coach.claims import Claim
from coach.doudizhu import bidding_hints, play_hints
from coach.doudizhu.estimates import worlds_of
from coach.say import Sentence
from engine.cards import IllegalPlayError
from engine.doudizhu.game import legal_in
from engine.doudizhu.position import action_text, view_text
from engine.doudizhu.samples import Stop, never
from engine.doudizhu.state import Action, View

LEVELS = (1, 2, 3, 4)
"""Nudge, feature, play, proof."""

SHOWN = 5
"""Plays in the table of the proof."""

Progress = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class HintedPlay:
    """A play or a word of the auction with what the same worlds say of it."""

    play: Action
    win: Claim | None
    """The chance to win; None where the play wins for certain."""
    tie: bool
    """Whether it is not clearly worse than the first play."""
    claims: tuple[Claim, ...]
    """Everything claimed about it."""


@dataclass(frozen=True, slots=True)
class Hint:
    """The steps of the ladder up to one of ``LEVELS``."""

    view: View
    level: int
    steps: tuple[tuple[Sentence, ...], ...]
    """The sentences of each step."""
    plays: tuple[HintedPlay, ...] = ()
    """From the third step on: the recommended one first, the others by their chance."""

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """Those of all steps, once each."""
        return tuple(dict.fromkeys(said for step in self.steps for said in step))

    @property
    def claims(self) -> tuple[Claim, ...]:
        """Every claim made, once each, those of the sentences first."""
        found = [claim for said in self.sentences for claim in said.claims]
        found += [claim for hinted in self.plays for claim in hinted.claims]
        return tuple(dict.fromkeys(found))


def unheard(_share: float) -> None:
    """Nothing; nobody looks at the progress."""


def hint(
    view: View,
    level: int,
    *,
    seed: int = 0,
    worlds: int | None = None,
    shown: int = SHOWN,
    stop: Stop = never,
    progress: Progress = unheard,
) -> Hint | None:
    """The hint for the seat of *view*, whose turn it is, up to *level*; None when *stop* ended it.

    At most *shown* plays are compared, one for each body; the kickers that break least.
    What is sampled is so in *worlds* worlds, half as many for the auction; usually in ``worlds_of``
    the rules.
    *progress* is told the share that is done.  The first two steps draw no worlds.
    Raises IllegalPlayError when it is not the turn of the seat, or the deal is over.
    """
    if level not in LEVELS:
        raise ValueError(f"a hint has the levels {LEVELS}; read {level}")
    _check_turn(view)
    maker = play_hints if view.phase == "play" else bidding_hints
    steps = maker.first_steps(view)
    if level < 3:
        return Hint(view, level, steps[:level])
    number = worlds or worlds_of(view.rules)
    compared = maker.compared(
        view, seed, number, full=level == 4, shown=shown, stop=stop, progress=progress
    )
    if compared is None:
        return None
    plays = tuple(HintedPlay(*row) for row in compared.rows)
    later = (compared.play, compared.proof)[: level - 2]
    return Hint(view, level, (*steps, *later), plays)


def why_not(
    view: View,
    selection: Action,
    *,
    seed: int = 0,
    worlds: int | None = None,
    stop: Stop = never,
) -> Hint | None:
    """What *selection* does in the same worlds as the play a hint names first.

    A hint of one step, with the two plays; None when *stop* ended it.
    Raises IllegalPlayError when the seat may not play *selection* now.
    """
    _check_turn(view)
    if selection not in legal_in(view):
        raise IllegalPlayError(
            f"seat {view.seat} cannot say {action_text(selection)} now; {view_text(view)}"
        )
    maker = play_hints if view.phase == "play" else bidding_hints
    number = worlds or worlds_of(view.rules)
    compared = maker.against_best(view, selection, seed, number, stop=stop)
    if compared is None:
        return None
    plays = tuple(HintedPlay(*row) for row in compared.rows)
    return Hint(view, 4, (compared.play,), plays)


def _check_turn(view: View) -> None:
    if view.phase == "over":
        raise IllegalPlayError(f"the deal is over; {view_text(view)}")
    if view.turn != view.seat:
        raise IllegalPlayError(
            f"a hint is for the seat to act, {view.turn}; the view is of seat {view.seat}: "
            f"{view_text(view)}"
        )
