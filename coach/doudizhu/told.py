"""What a peasant's play or pass told the other: how the chances of his holdings changed.

Each chance is what the other peasant could know: his own hand, what all saw, and how likely each
hidden hand makes the turns seen.  The hands as they really are go into nothing here.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from coach.claims import SAMPLED, Basis, Claim, How, Subject
from coach.doudizhu.estimates import one_in, weighted, worth
from coach.doudizhu.proved import BOMB, GAME, TWO
from coach.say import Sentence, sentence
from engine.cards import BIG_JOKER, RANKS, SMALL_JOKER, Counts
from engine.doudizhu import game
from engine.doudizhu.chances import clustered_error, likely_worlds
from engine.doudizhu.plays import Play
from engine.doudizhu.samples import Stop, never
from engine.doudizhu.state import Action, State, View

WORLDS = 300
LEAST = 0.10
"""The least change that is spoken of."""
ACE = RANKS.index("A")


def _bomb(hand: Counts, packs: int) -> bool:
    rocket = hand[SMALL_JOKER] == hand[BIG_JOKER] == packs
    return rocket or any(count >= BOMB for count in hand[:SMALL_JOKER])


HOLDINGS: dict[str, Callable[[Counts, int], bool]] = {
    "holds_two": lambda hand, packs: hand[TWO] > 0,
    "holds_joker": lambda hand, packs: hand[SMALL_JOKER] + hand[BIG_JOKER] > 0,
    "holds_ace": lambda hand, packs: hand[ACE] > 0,
    "holds_bomb": _bomb,
}
"""Kinds of claims: whether a hand, with so many packs, holds it."""
KINDS = tuple(HOLDINGS)
SHOWN_BY = {"holds_two": (TWO,), "holds_joker": (SMALL_JOKER, BIG_JOKER), "holds_ace": (ACE,)}
"""Ranks of a play that show the holding itself, so that nothing need be told of it."""


@dataclass(frozen=True, slots=True)
class Told:
    """A turn that told the partner something."""

    at: int
    """Actions made before it."""
    seat: int
    """Who made it."""
    partner: int
    """Whom it told."""
    action: Action
    before: Claim
    """The chance of the holding before the turn, of its kind one of ``KINDS``."""
    after: Claim

    @property
    def change(self) -> float:
        """How much likelier the holding is now."""
        return float(self.after.value - self.before.value)

    @property
    def error(self) -> float:
        """Standard error of the change."""
        return math.hypot(self.after.basis.error or 0.0, self.before.basis.error or 0.0)


def holdings(view: View, seat: int, *, seed: int | str, worlds: int = WORLDS) -> dict[str, Claim]:
    """For each of ``KINDS`` the chance, as the seat of *view* sees it, that *seat* holds it."""
    drawn = likely_worlds(view, worlds, random.Random(seed))
    sources = [source for source, _ in drawn]
    found: dict[str, Claim] = {}
    for kind, holds in HOLDINGS.items():
        values = [float(holds(world[seat], view.rules.packs)) for _, world in drawn]
        least = one_in(worth(sources))
        found[kind] = Claim(
            kind,
            Subject("seat", view, (seat,)),
            sum(values) / len(values),
            Basis(SAMPLED, math.hypot(clustered_error(values, sources), least), worlds, seed),
            "likely worlds",
            How(GAME, "hands that fit what the partner saw", weighted=weighted(view)),
        )
    return found


def found_again(claim: Claim, basis: Basis) -> Claim:
    """*claim* from as many worlds of the seed of *basis*."""
    assert basis.seed is not None
    assert basis.worlds is not None
    (seat,) = claim.subject.plays
    found = holdings(claim.subject.view, seat, seed=basis.seed, worlds=basis.worlds)
    return found[claim.kind]


def told(
    states: Sequence[State],
    actions: Sequence[Action],
    *,
    seat: int | None = None,
    seed: int = 0,
    worlds: int = WORLDS,
    stop: Stop = never,
) -> tuple[Told, ...] | None:
    """The turns of peasants that told a partner something, in order; None when *stop* ended it.

    Of one *seat* only what it told and was told.

    Of each turn the holding whose chance changed most, where that is ``LEAST`` and more, and
    beyond three standard errors; not what the play itself puts on the table.
    """
    landlord = states[-1].landlord
    found: list[Told] = []
    for at, (state, action) in enumerate(zip(states, actions, strict=False)):
        if stop():
            return None
        if state.phase != "play" or state.turn == landlord or states[at + 1].phase != "play":
            continue
        for partner in range(state.rules.seats):
            if partner in (landlord, state.turn) or seat not in (None, partner, state.turn):
                continue
            label = f"{seed} told {partner}"
            before, after = (
                holdings(
                    game.view(one, partner), state.turn, seed=f"{label} {number}", worlds=worlds
                )
                for number, one in ((at, state), (at + 1, states[at + 1]))
            )
            changes = [
                Told(at, state.turn, partner, action, before[kind], after[kind])
                for kind in HOLDINGS
                if not _shows(action, kind)
            ]
            if not changes:
                continue
            most = max(changes, key=lambda one: abs(one.change))
            if abs(most.change) >= max(LEAST, 3 * most.error):
                found.append(most)
    return tuple(found)


def _shows(action: Action, kind: str) -> bool:
    """Whether *action* itself puts on the table what *kind* asks for."""
    if not isinstance(action, Play):
        return False
    return action.is_bomb or any(action.counts[rank] for rank in SHOWN_BY.get(kind, ()))


def said(one: Told, seat: int) -> Sentence:
    """What the turn told, said to *seat*, which made it or was told."""
    key = "told.own" if one.seat == seat else "told.partner"
    return sentence(key, before=one.before, after=one.after)
