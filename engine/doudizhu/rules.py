"""The options real tables disagree on, as one frozen value, and the presets named after sources."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

from engine.cards import NotationError


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


# ---- text form ----

OPTIONS = tuple(
    option.name
    for option in fields(Rules)
    if option.name not in ("name", "seats", "packs", "hand_size", "kitty_size")
)
"""What may differ from a preset; the deck and the seats are the preset's."""

_WORDS: dict[str, tuple[str, ...]] = {
    "auction": ("points", "points_open", "rob"),
    "first_bidder": ("code", "spade3"),
}


def rules_text(rules: Rules) -> str:
    """*rules* as text: the preset, then ``,option=value`` for each changed option, in order.

    Values are ``yes no``, a number, ``none`` or the option's own word.

    >>> rules_text(replace(FOLK, joker_kickers=True, redeals=None))
    'folk,redeals=none,joker_kickers=yes'
    """
    preset = PRESETS[rules.name]
    changed = [name for name in OPTIONS if getattr(rules, name) != getattr(preset, name)]
    return ",".join([rules.name, *(f"{name}={_value_text(rules, name)}" for name in changed)])


def parse_rules(text: str) -> Rules:
    """The rules written as *text*: the inverse of ``rules_text``; spaces between parts are free.

    Raises NotationError that names the part that cannot be read and what was expected.
    """
    name, *changes = (part.strip() for part in text.split(","))
    if name not in PRESETS:
        raise NotationError(f"unknown rules {name[:40]!r}; expected one of {', '.join(PRESETS)}")
    changed: dict[str, Any] = {}
    for change in changes:
        option, _, value = (part.strip() for part in change.partition("="))
        if option not in OPTIONS:
            raise NotationError(
                f"unknown option {option[:40]!r} in rules {text[:80]!r}; "
                f"expected one of {', '.join(OPTIONS)}"
            )
        changed[option] = _parse_value(option, value)
    found = replace(PRESETS[name], **changed)
    solos = found.trio_solo or found.quad_two
    solos = solos or (found.airplane_kickers and found.airplane_solos)
    if found.packs > 1 and solos and not found.joker_kickers:
        raise NotationError(
            f"cannot read rules {text[:80]!r}: two packs have no single kickers (R23); "
            "expected trio_solo=no, quad_two=no and airplane_solos=no"
        )
    return found


def _value_text(rules: Rules, option: str) -> str:
    value = getattr(rules, option)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def _parse_value(option: str, value: str) -> bool | int | str | None:
    if option in _WORDS:
        if value in _WORDS[option]:
            return value
        expected = " or ".join(_WORDS[option])
    elif option == "redeals":
        if value == "none" or (value.isascii() and value.isdigit() and len(value) <= 3):
            return None if value == "none" else int(value)
        expected = "a number up to 999 or none"
    else:
        if value in ("yes", "no"):
            return value == "yes"
        expected = "yes or no"
    raise NotationError(f"cannot read {option}={value[:40]!r}; expected {expected}")
