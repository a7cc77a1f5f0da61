"""Everything of a person as one file, written and read again.

The file is text, UTF-8.  Its first line is ``tesuu profile 1`` (the version of the format), the
second ``settings`` and a JSON object.  Then comes one record a deal, as ``engine/record.py`` writes
it, each begun by its tag ``Game``.  Besides the tags of every record these have:

``Id``       the name of the deal in addresses
``Level``    the level of the CPUs
``Seed``     what the CPUs draw their chances from
``Begun``    when it began and when it was last changed, UTC: ``2026-03-04T05:06:07``
``Changed``
``CopyOf``   for a what-if the deal it was taken from, and how many actions were taken over
``CopyAt``
``Cards``    the suited cards of every play in order, ``3c,3h B,R``; without it suits are lost

What reviews came to is not in the file: it can be worked out again from the deals.

A reader leaves out what it cannot read and says where; the rest is good.  A deal without its deal
code, rules or level is left out; one torn in its turns goes as far as it is good; other tags that
make no sense are as if they were not there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from coach.store import KeptGame, SavedGame, new_id
from coach.ui.game_text import BEGINS, moment_of, name_of, played, record_text, tags_of
from coach.ui.kept_settings import can_be_played, checked
from coach.ui.table.replay import (
    outcome_of,
)
from coach.ui.table.words import LEVEL_NAMES
from engine.cards import NotationError
from engine.doudizhu.game import GAME
from engine.doudizhu.rules import rules_text
from engine.record import READING_ERRORS, read_record

VERSION = 1
HEAD = "tesuu profile"
_NUMBER = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class ProfileFile:
    """What a file gave."""

    settings: dict[str, Any]
    games: tuple[KeptGame, ...]
    faults: tuple[str, ...] = ()
    """What could not be read, each with its line."""
    left_out: int = 0
    """Deals that could not be read at all."""


# ---- writing ----


def write_profile(games: Iterable[KeptGame], settings: dict[str, Any]) -> str:
    """The file of these deals and settings."""
    head = f"{HEAD} {VERSION}\nsettings {json.dumps(settings, ensure_ascii=False)}\n"
    return "\n".join([head, *map(_record, games)])


def _record(kept: KeptGame) -> str:
    return record_text(kept.game, {**tags_of(kept), "Seed": kept.game["seed"]})


# ---- reading ----


def read_profile(text: str) -> ProfileFile:
    """What *text* holds; NotationError when it is no such file, or one of a later version."""
    text = text.encode(errors="replace").decode()  # halves of pairs could not be kept
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    head, _, rest = text.partition("\n")
    found = re.fullmatch(rf"{HEAD} (\d{{1,9}})\s*", head)
    if found is None:
        raise NotationError(f"no file of this program: it begins {head[:40]!r}, not {HEAD!r}")
    if int(found[1]) != VERSION:
        raise NotationError(f"the file has version {found[1]}; this program reads {VERSION}")
    opening, *records = BEGINS.split(rest)
    faults: list[str] = []
    settings = _settings(opening, faults)
    line = 2 + opening.count("\n")
    games = []
    left_out = 0
    for record in records:
        try:
            games.append(_game(record, line, faults))
        except (*READING_ERRORS, ValueError) as error:
            faults.append(f"line {line}: {error}")
            left_out += 1
        line += record.count("\n")
    return ProfileFile(settings, tuple(games), tuple(faults), left_out)


def _settings(opening: str, faults: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for number, line in enumerate(opening.split("\n"), 2):
        word, _, value = line.partition(" ")
        if not word:
            continue
        try:
            read = json.loads(value) if word == "settings" else None
        except (ValueError, RecursionError):
            read = None
        if isinstance(read, dict):
            found, wrong = checked(read)
            faults += [f"line {number}: cannot use all of the setting {name!r}" for name in wrong]
        else:
            expected = "expected settings and an object"
            faults.append(f"line {number}: cannot read {line[:40]!r}; {expected}")
    return found


def _game(text: str, line: int, faults: list[str]) -> KeptGame:
    reading = read_record(text)
    faults += [f"line {line + fault.line - 1}: {fault.reason}" for fault in reading.faults]
    record = reading.record
    if record.game != GAME:
        raise ValueError(f"the game {record.game!r} is not played here")
    tags = dict(record.tags)
    level = tags.get("Level", "standard")
    if level not in LEVEL_NAMES:
        raise ValueError(f"unknown level {level[:40]!r}; expected one of {', '.join(LEVEL_NAMES)}")
    if not can_be_played(rules_text(record.start.rules)):
        raise ValueError(f"the rules {record.start.rules.name!r} are not played here")
    now = datetime.now(UTC).replace(tzinfo=None)
    copied, at = tags.get("CopyOf", ""), tags.get("CopyAt", "")
    game = SavedGame(
        id=name_of(tags.get("Id", "")) or new_id(),
        code=record.start.code,
        rules=rules_text(record.start.rules),
        level=level,
        seed=seed[:32] if (seed := tags.get("Seed", "")).isprintable() else "",
        actions=[],
        copy_of=name_of(copied),
        copy_at=None,
    )
    if not game["code"]:
        raise ValueError("the deal has no code")
    game = played(game, record.turns, tags.get("Cards", "").split(" "))
    if game["copy_of"] and _NUMBER.fullmatch(at) and int(at) <= len(game["actions"]):
        game["copy_at"] = int(at)
    begun, changed = (moment_of(tags.get(name), now) for name in ("Begun", "Changed"))
    return KeptGame(game, None, outcome_of(game), begun, changed)
