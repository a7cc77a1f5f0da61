"""The options real tables disagree on, as one frozen value, and the presets named after sources."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rules:
    """Every option of Dou Dizhu; the defaults are ``classic`` (S0)."""

    name: str = "classic"

    seats: int = 3
    packs: int = 1
    """Packs of 54 cards (R23: two for four players)."""
    hand_size: int = 17
    kitty_size: int = 3

    auction: str = "points"
    """``points``: one turn each (R4); ``points_open``: round and round (R4); ``rob`` (R6)."""
    first_bidder: str = "code"
    """``code``: as the deal code says; ``spade3``: the holder of the 3 of spades (R3)."""
    redeals: int | None = 3
    """New deals after all passed before the first bidder is landlord; None: no limit (R5)."""
    doubling: bool = False
    """Peasants may double and the landlord redouble (R8, R22)."""

    trio_alone: bool = True
    """A trio may be played without a kicker (R9)."""
    trio_solo: bool = True
    """A trio may carry a solo (R9; not with four players, R23)."""
    trio_pair: bool = True
    """A trio may carry a pair (R9)."""
    quad_two: bool = True
    """Four of a rank may carry two solos or two pairs (R9)."""
    airplane_kickers: bool = True
    """An airplane may carry kickers (R9; not in the contest problem ``noip``)."""
    airplane_solos: bool = True
    """Those kickers may be solos (R9; not with four players, R23)."""

    distinct_kickers: bool = False
    """The solo kickers of one play differ in rank (R11)."""
    same_pair_kickers: bool = False
    """Two pair kickers of one play may be of one rank (R11)."""
    joker_kickers: bool = False
    """Both jokers may be kickers of one play (R11)."""
    touching_trio: bool = False
    """Three solo kickers may be of a rank next to the airplane's body (R11)."""

    @property
    def largest_hand(self) -> int:
        """Most cards one seat can hold: the landlord's, with the kitty (R7, R23)."""
        return self.hand_size + self.kitty_size


CLASSIC = Rules()
COMPETITION = Rules(name="competition", redeals=None, doubling=True)
FOLK = Rules(name="folk", auction="points_open", first_bidder="spade3", trio_alone=False)
ROB = Rules(name="rob", auction="rob")
FOUR_PLAYER = Rules(
    name="four-player",
    seats=4,
    packs=2,
    hand_size=25,
    kitty_size=8,
    redeals=None,
    trio_solo=False,
    quad_two=False,
    airplane_solos=False,
)
RLCARD = Rules(name="rlcard")
OPENSPIEL = Rules(name="openspiel", touching_trio=True, quad_two=False)
PAGAT = Rules(name="pagat", distinct_kickers=True)
NOIP = Rules(
    name="noip",
    airplane_kickers=False,
    joker_kickers=True,
    same_pair_kickers=True,
)

PRESETS: dict[str, Rules] = {
    rules.name: rules
    for rules in (
        CLASSIC,
        COMPETITION,
        FOLK,
        ROB,
        FOUR_PLAYER,
        RLCARD,
        OPENSPIEL,
        PAGAT,
        NOIP,
    )
}

PLAYING_PRESETS = ("classic", "competition", "folk", "rob", "four-player")
"""The presets one can play a deal with; the others compare with other programs and texts."""
