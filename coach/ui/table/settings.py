"""What a person may set at the table: the values there are, and the sheet that offers them."""

from __future__ import annotations

from typing import Any

from coach.language import Texts

Settings = dict[str, str]

CHOICES: dict[str, tuple[str, ...]] = {
    "speed": ("normal", "fast", "off"),
    "sound": ("off", "on"),
    "sort": ("rank", "plays"),
    "order": ("low", "high"),
    "counter": ("full", "high", "quiz", "off"),
    "fold": ("open", "folded"),
    "tutor": ("off", "gentle", "strict"),
    "feedback": ("off", "once", "trick", "deal"),
}
"""Every setting with its values, the one at first in front.

``speed`` of the motion; ``sort`` of the hand, by rank or laid out as its fewest plays; ``order``
from the left; ``counter`` of the remaining cards: all, only jokers and twos, asked, or none;
``fold`` of that panel to one line; ``tutor`` that stops a play, off at first: nobody is interrupted
who has not asked for it; ``feedback`` on decisions: none, at once, after the trick or the deal.
"""

SHEET = ("tutor", "feedback", "speed", "sound", "order", "counter")
"""Those that the sheet of the table offers; the others have buttons of their own."""

KEYS = ("select", "rank", "play", "pass", "next", "undo", "clear", "sort", "hint", "bid", "help")
"""What keys do, in the order of the sheet."""


def settings_of(kept: object) -> Settings:
    """All settings, as far as *kept* has them with a value that exists; the rest as at first."""
    held = kept if isinstance(kept, dict) else {}
    return {
        name: held[name] if held.get(name) in values else values[0]
        for name, values in CHOICES.items()
    }


def changed(settings: Settings, said: object) -> Settings:
    """*settings* after the message *said* of the browser; the same where it makes no sense.

    ``also`` holds what was set a moment before: its own message may have been overtaken.
    """
    if not isinstance(said, dict):
        return settings
    also = said.get("also")
    wanted = {**(also if isinstance(also, dict) else {})}
    if isinstance(said.get("name"), str):
        wanted[said["name"]] = said.get("value")
    known = {
        name: value
        for name, value in wanted.items()
        if isinstance(value, str) and value in CHOICES.get(name, ())
    }
    return {**settings, **known}


def sheet(texts: Texts) -> dict[str, Any]:
    """The sheet of settings and keys: what is offered, and what each key does."""
    return {
        "title": texts("sheet.title"),
        "rows": [
            {
                "name": name,
                "label": texts(f"set.{name}"),
                "choices": [(value, texts(f"set.{name}_{value}")) for value in CHOICES[name]],
            }
            for name in SHEET
        ],
        "keys_title": texts("keys.title"),
        "keys": [(texts(f"key.{key}"), texts(f"keys.{key}")) for key in KEYS],
    }
