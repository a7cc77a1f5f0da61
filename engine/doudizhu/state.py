"""A position of Dou Dizhu: ``State`` knows every card, ``View`` only what one seat can see."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Counts, add, full_deck, subtract
from engine.doudizhu.plays import Play
from engine.doudizhu.rules import Rules

Action = Play | int | str | None
"""A play; points of a bid; ``call rob double redouble``; None is a pass, also in the auction."""

History = tuple[tuple[int, "Play | None"], ...]
"""Seat and play (None for a pass) of every turn since the landlord is known."""


@dataclass(frozen=True, slots=True)
class State:
    """A whole position, all hands open; it never changes."""

    rules: Rules
    code: str
    """Code of the deal (``engine.deal_code``); empty where the position came from elsewhere."""
    hands: tuple[Counts, ...]
    kitty: Counts
    """The cards put down for the landlord, also after he took them (R7)."""
    first: int
    """Seat that bids first (R3)."""
    turn: int
    phase: str
    """``bid``, ``double``, ``play`` or ``over``."""
    deals_before: int = 0
    """Earlier deals of this chain that all passed (R5)."""
    bids: tuple[int | str | None, ...] = ()
    """In the order made, from the first bidder on."""
    landlord: int | None = None
    base: int = 0
    doubles: tuple[str | None, ...] = ()
    """What the peasants, then the landlord said (R8)."""
    to_beat: Play | None = None
    """None while a seat leads."""
    leader: int | None = None
    """Seat that played ``to_beat``."""
    passes: int = 0
    """Passes in a row since ``to_beat``."""
    doublings: int = 0
    """Times the multiplier was doubled: robs, bombs and rockets (R19)."""
    plays_made: tuple[int, ...] = (0, 0, 0)
    """Plays of every seat, passes not counted."""
    history: History = ()

    @property
    def counts(self) -> tuple[int, ...]:
        """Number of cards every seat holds."""
        return tuple(map(sum, self.hands))


@dataclass(frozen=True, slots=True)
class View:
    """What one seat knows: its own hand and everything said, shown and played in public."""

    rules: Rules
    seat: int
    hand: Counts
    counts: tuple[int, ...]
    """Number of cards every seat holds; announced or not, they can be counted."""
    unseen: Counts
    """Cards in the other hands, and the kitty while it lies face down."""
    kitty: Counts | None
    """The shown kitty; None while it lies face down."""
    first: int
    turn: int
    phase: str
    deals_before: int
    bids: tuple[int | str | None, ...]
    landlord: int | None
    base: int
    doubles: tuple[str | None, ...]
    to_beat: Play | None
    leader: int | None
    passes: int
    doublings: int
    plays_made: tuple[int, ...]
    history: History

    @property
    def history_known(self) -> bool:
        """Whether the history tells of every play made; that of a view read from text is empty."""
        told = [0] * len(self.plays_made)
        for seat, play in self.history:
            told[seat] += play is not None
        return tuple(told) == self.plays_made

    @property
    def first_hands_known(self) -> bool:
        """Whether the history leads back to the whole deck, so that bids can be judged by it."""
        played = sum(play.size for _, play in self.history if play is not None)
        cards = sum(self.hand) + sum(self.unseen) + played
        return self.history_known and cards == sum(full_deck(packs=self.rules.packs))

    @property
    def announced(self) -> tuple[int | None, ...]:
        """For every seat 2 or 1 when it had to announce so few cards, else None (R18)."""
        return tuple(count if count in (1, 2) else None for count in self.counts)


def view_of(state: State, seat: int) -> View:
    """What *seat* sees of *state*."""
    hidden = state.phase == "bid"
    others = [hand for other, hand in enumerate(state.hands) if other != seat]
    unseen = state.kitty if hidden else (0,) * len(state.kitty)
    for hand in others:
        unseen = add(unseen, hand)
    return View(
        rules=state.rules,
        seat=seat,
        hand=state.hands[seat],
        counts=state.counts,
        unseen=unseen,
        kitty=None if hidden else state.kitty,
        first=state.first,
        turn=state.turn,
        phase=state.phase,
        deals_before=state.deals_before,
        bids=state.bids,
        landlord=state.landlord,
        base=state.base,
        doubles=state.doubles,
        to_beat=state.to_beat,
        leader=state.leader,
        passes=state.passes,
        doublings=state.doublings,
        plays_made=state.plays_made,
        history=state.history,
    )


def played_cards(state: State) -> Counts:
    """All cards put down since the landlord is known."""
    left = full_deck(packs=state.rules.packs)
    for hand in state.hands:
        left = subtract(left, hand)
    return left if state.landlord is not None else subtract(left, state.kitty)
