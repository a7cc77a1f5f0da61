"""What is wrong with pasted cards and with what was told around them, as sentences and marks."""

from __future__ import annotations

from html import escape
from unicodedata import category

from coach.doudizhu.hand_text import HandTextError
from coach.doudizhu.phrases import cards_text
from coach.doudizhu.situation import SituationError
from coach.language import Texts
from engine.cards import RANKS

_AROUND = 60
"""Letters shown on each side of a marked place."""


def hand_fault(error: HandTextError, texts: Texts) -> str:
    """Why cards cannot be read."""
    card = letters_text(error.found, texts) if error.fault == "many" else ""
    return {
        "empty": texts("analyse.fault_empty"),
        "long": texts("analyse.fault_long"),
        "unknown": texts("analyse.fault_unknown"),
        "range": texts("analyse.fault_range"),
        "many": texts("analyse.fault_many", card=card, n=error.most),
        "open": texts("analyse.fault_open"),
    }[error.fault]


def situation_fault(error: SituationError, texts: Texts) -> str:
    """Why what was told does not fit, or cannot be read."""
    said = {name: str(value) for name, value in error.values.items()}
    return {
        "role": lambda: texts("analyse.wrong_role"),
        "cards": lambda: texts("analyse.wrong_cards", **said),
        "play": lambda: texts("analyse.wrong_play", **said),
        "several": lambda: texts("analyse.wrong_several", **said),
        "numbers": lambda: texts("analyse.wrong_numbers", **said),
        "own": lambda: texts("analyse.wrong_own"),
        "excess": lambda: texts("analyse.wrong_excess", cards=letters_text(said["cards"], texts)),
        "few": lambda: texts("analyse.wrong_few", **said),
        "sum": lambda: texts("analyse.wrong_sum", **said),
    }[error.fault]()


def letters_text(letters: str, texts: Texts) -> str:
    """Rank letters as a person reads cards."""
    return cards_text((RANKS.index(letter) for letter in letters), texts.language)


def alert(said: str, *, detail: str = "") -> str:
    """A sentence that is read out, as markup; a *detail* is in English, from the notation."""
    more = f'<p class="muted" lang="en">{escape(detail)}</p>' if detail else ""
    return f'<div role="alert"><p>{escape(said)}</p>{more}</div>'


def marked_fault(text: str, error: HandTextError, texts: Texts) -> str:
    """What cannot be read, with its place marked in the paste, as markup."""
    begin, found, end = text[: error.start], text[error.start : error.end], text[error.end :]
    before = begin[-_AROUND:] if len(begin) <= _AROUND else f"…{begin[-_AROUND:]}"
    after = end if len(end) <= _AROUND else f"{end[:_AROUND]}…"
    marked = f"{_seen(before)}<mark>{_seen(found)}</mark>{_seen(after)}"
    shown = _seen(found).strip() and error.fault != "long"
    place = f'<p class="paste" dir="ltr">{marked}</p>' if shown else ""
    return f'<div role="alert"><p>{escape(hand_fault(error, texts))}</p>{place}</div>'


def _seen(text: str) -> str:
    """*text* as markup in which each sign can be seen, and none turns the others around."""
    return escape("".join(map(_sign, text)))


def _sign(sign: str) -> str:
    if sign.isspace() or category(sign) not in ("Cc", "Cf", "Co", "Cs"):
        return sign
    return chr(0x2400 + ord(sign)) if ord(sign) < ord(" ") else f"U+{ord(sign):04X}"
