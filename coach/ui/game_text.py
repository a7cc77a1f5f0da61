"""A kept game as a record with the tags that bring it back, and its turns played again."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime

from coach.store import KeptGame, SavedGame
from coach.ui.table.marks import comment_of, mark, notes_in, unmarked
from coach.ui.table.replay import Cards, lowest_cards, positions, with_action
from engine.cards import IllegalPlayError
from engine.doudizhu import game as doudizhu
from engine.doudizhu.game import GAME
from engine.doudizhu.plays import Play
from engine.record import Record, Turn, write_record

BEGINS = re.compile(r'^(?=\[Game ")|(?<=\n\n)(?=\[)', re.MULTILINE)
"""Where a record begins, also when its first tag is damaged: only tags stand in brackets."""
_ID = re.compile(r"[A-Za-z0-9_-]{1,32}")
_YEARS = range(2000, 3000)
"""Of a moment that is believed."""


def record_text(game: SavedGame, tags: Mapping[str, str], *, notes: bool = True) -> str:
    """The record of *game* with these *tags*; with its *notes* (``table/marks``) as comments."""
    *before, now = positions(game)
    turns = []
    for number, position in enumerate(before):
        text = game["actions"][number][0]
        action = doudizhu.parse_action(position.state, unmarked(text))
        turns.append(Turn(action, comment=comment_of(text) if notes else ""))
    start = (before[0] if before else now).state
    return write_record(Record(GAME, start, tuple(turns), tuple(tags.items())))


def tags_of(kept: KeptGame) -> dict[str, str]:
    """The tags that bring the game back as it is kept, but for what the CPUs draw from."""
    game = kept.game
    before = positions(game)[:-1]
    plays = (
        cards
        for position, (text, cards) in zip(before, game["actions"], strict=True)
        if isinstance(doudizhu.parse_action(position.state, unmarked(text)), Play)
    )
    return {
        "Id": game["id"],
        "Level": game["level"],
        "Begun": kept.begun.isoformat(timespec="seconds"),
        "Changed": kept.changed.isoformat(timespec="seconds"),
        "CopyOf": game["copy_of"] or "",
        "CopyAt": "" if game["copy_at"] is None else str(game["copy_at"]),
        "Cards": " ".join(map(",".join, plays)),
    }


def played(game: SavedGame, turns: tuple[Turn, ...], suits: list[str]) -> SavedGame:
    """*game* with its turns; the cards named, or the lowest where the names do not fit."""
    places = iter(suits)
    for turn in turns:
        cards: Cards = ()
        behind = mark(*notes_in(turn.comment))
        if isinstance(turn.action, Play):
            cards = tuple(filter(None, next(places, "").split(",")))
        try:
            game = with_action(game, turn.action, cards, behind=behind)
        except IllegalPlayError:
            position = positions(game)[-1]
            lowest = lowest_cards(position.hands[position.state.turn], turn.action)
            game = with_action(game, turn.action, lowest, behind=behind)
    return game


def name_of(text: str) -> str | None:
    """*text* where it can be the id of a game."""
    return text if _ID.fullmatch(text) else None


def moment_of(text: str | None, otherwise: datetime) -> datetime:
    """The moment that *text* names, UTC without a zone of its own; else *otherwise*."""
    try:
        found = datetime.fromisoformat(text or "")
    except ValueError:
        return otherwise
    if found.year not in _YEARS:
        return otherwise
    return found.astimezone(UTC).replace(tzinfo=None) if found.tzinfo else found
