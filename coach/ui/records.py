"""The person's deals as records, as a table and as JSON, and records read as deals of the person.

Every record says in its tag ``Players`` which seat is the person's and of what level the CPUs are.
A record that is read becomes a deal of the person: turned so that his seat is seat 0, with an id
that follows from what was played where it names none, so that reading it again changes nothing.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from coach.doudizhu.analyse_many import plain_cell
from coach.review import PERSON, person_in
from coach.store import KeptGame, SavedGame
from coach.summary import Summary
from coach.ui.deals import from_chair
from coach.ui.game_text import BEGINS, moment_of, name_of, played, record_text, tags_of
from coach.ui.kept_settings import can_be_played
from coach.ui.table.replay import outcome_of, played_code
from coach.ui.table.words import LEVEL_NAMES
from engine.doudizhu.game import GAME
from engine.doudizhu.rules import parse_rules, rules_text
from engine.record import READING_ERRORS, Record, Turn, read_record, states

COLUMNS = (
    "ended", "finished", "points", "role", "level", "rules", "what_if", "accuracy", "deal",
)  # fmt: skip
"""Of the table: when it was played last (UTC), whether to its end, the person's points and role,
level of the CPUs, rules, whether it is a what-if, accuracy of its review, code of the deal."""

_STANDARD = "standard"


# ---- writing ----


def shared(kept: KeptGame) -> str:
    """The record of one deal to be given away: what was played, without notes on the person."""
    return record_text(kept.game, _plain_tags(kept), notes=False)


def as_records(deals: Iterable[KeptGame]) -> str:
    """The records of *deals*, with what brings them back as they are."""
    return "\n".join(record_text(one.game, {**tags_of(one), **_plain_tags(one)}) for one in deals)


def _plain_tags(kept: KeptGame) -> dict[str, str]:
    cpus = [kept.game["level"]] * (parse_rules(kept.game["rules"]).seats - 1)
    return {"Date": f"{kept.changed:%Y.%m.%d}", "Players": " ".join([PERSON, *cpus])}


def rows(deals: Iterable[KeptGame], known: Mapping[str, Summary]) -> list[dict[str, Any]]:
    """A row for each deal, with ``COLUMNS``; *known* are the summaries of reviews by game."""
    return [_row(one, known.get(one.game["id"])) for one in deals]


def _row(kept: KeptGame, found: Summary | None) -> dict[str, Any]:
    outcome = kept.outcome
    roles = {None: None, True: "landlord", False: "peasant"}
    accuracy = None if found is None or found.accuracy is None else round(found.accuracy)
    values = (
        kept.changed.isoformat(timespec="seconds"),
        outcome.over,
        outcome.points,
        roles[outcome.landlord],
        kept.game["level"],
        kept.game["rules"],
        kept.game["copy_of"] is not None,
        accuracy,
        played_code(kept.game),
    )
    return dict(zip(COLUMNS, values, strict=True))


def as_csv(deals: Iterable[KeptGame], known: Mapping[str, Summary]) -> str:
    """The table; what a spreadsheet would take for a formula is quoted."""
    written = io.StringIO()
    table = csv.DictWriter(written, COLUMNS)
    table.writeheader()
    for row in rows(deals, known):
        table.writerow({name: plain_cell(cell) for name, cell in row.items()})
    return written.getvalue()


def as_json(deals: Iterable[KeptGame], known: Mapping[str, Summary]) -> str:
    """The table with the record of each deal."""
    listed = list(deals)
    whole = [
        {**row, "record": shared(one)} for one, row in zip(listed, rows(listed, known), strict=True)
    ]
    return json.dumps(whole, ensure_ascii=False, indent=1)


# ---- reading ----


@dataclass(frozen=True, slots=True)
class Records:
    """What a text of records gave."""

    games: tuple[KeptGame, ...]
    without_code: int = 0
    """Records that begin from a position: no deal that could be kept."""
    left_out: int = 0
    """Records that are damaged, or of a game, level or rules that are not played here."""

    @property
    def number(self) -> int:
        """Records in the text."""
        return len(self.games) + self.without_code + self.left_out


class _NoCodeError(ValueError):
    """The record begins from a position."""


def read_records(text: str, now: datetime) -> Records:
    """The deals of *text*; *now* (UTC, without a zone) is when those were played that do not say.

    A record with any fault is left out: half a deal would count as one.
    """
    text = text.encode(errors="replace").decode()  # halves of pairs could not be kept
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    games: list[KeptGame] = []
    without_code = left_out = 0
    for part in BEGINS.split(text):
        if not part.lstrip().startswith("["):
            continue
        try:
            games.append(_game(part, now))
        except _NoCodeError:
            without_code += 1
        except (*READING_ERRORS, ValueError):
            left_out += 1
    return Records(tuple(games), without_code, left_out)


def _game(text: str, now: datetime) -> KeptGame:
    reading = read_record(text)
    record = reading.record
    if not record.start.code:
        raise _NoCodeError
    if reading.faults:
        raise ValueError(str(reading.faults[0]))
    if record.game != GAME or not can_be_played(rules_text(record.start.rules)):
        raise ValueError("not played here")
    tags = dict(record.tags)
    code, turns = _turned(record, person_in(record))
    rules, level = rules_text(record.start.rules), _level(tags)
    new = SavedGame(
        id="",
        code=code,
        rules=rules,
        level=level,
        seed="",
        actions=[],
        copy_of=name_of(tags.get("CopyOf", "")),
        copy_at=None,
    )
    game = played(new, turns, tags.get("Cards", "").split(" "))
    at = tags.get("CopyAt", "")
    if game["copy_of"] and at.isdecimal() and len(at) < 10 and int(at) <= len(game["actions"]):
        game["copy_at"] = int(at)
    game["id"] = name_of(tags.get("Id", "")) or _id_of(game)
    game["seed"] = game["id"]
    outcome = outcome_of(game)
    if not outcome.own:
        raise ValueError("the person did nothing")
    day = tags.get("Date", "").replace(".", "-")
    changed = moment_of(tags.get("Changed") or day, now)
    return KeptGame(game, None, outcome, moment_of(tags.get("Begun"), changed), changed)


def _turned(record: Record, seat: int) -> tuple[str, tuple[Turn, ...]]:
    """The code and the turns as *seat* sees them from seat 0.

    After an auction that all passed the next cards follow from the seats (R5), so a turned deal
    begins with the cards that were played.
    """
    if not seat:
        return record.start.code, record.turns
    line = states(record)
    begins = max(at for at, one in enumerate(line) if one.code != line[at - 1].code or not at)
    return from_chair(line[begins].code, seat), record.turns[begins:]


def _level(tags: Mapping[str, str]) -> str:
    """The level of the CPUs by its tag, else as the other players are called, else the usual."""
    own = tags.get("Level", "")
    named = {name for name in tags.get("Players", "").split() if name in LEVEL_NAMES}
    if own in LEVEL_NAMES:
        return own
    return named.pop() if len(named) == 1 else _STANDARD


def _id_of(game: SavedGame) -> str:
    """An id that follows from the deal and from what was played."""
    said = json.dumps([game["code"], game["rules"], [text for text, _ in game["actions"]]])
    return hashlib.blake2b(said.encode(), digest_size=12).hexdigest()
