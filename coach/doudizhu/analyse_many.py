"""Many hands at once: a text of one hand a line, or a CSV, as a table of their fewest plays."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from coach.doudizhu.hand_text import HandTextError, read_hand
from engine.cards import NotationError, ranks_text
from engine.doudizhu.rules import CLASSIC, Rules
from engine.doudizhu.search import fewest_plays

MOST = 5_000
"""Hands of one file."""

COLUMNS = ("hand", "cards", "number", "fewest", "split", "problem")
"""As it stood; in the notation; how many; fewest plays; one split; why it is not read."""

Row = dict[str, str | int | None]


def hands_of(content: bytes, *, is_csv: bool) -> list[str]:
    """The hands of a file: its lines, or of a CSV the column ``hand``, else the first one.

    Raises NotationError for a file that is no text (UTF-8), holds no hand or more than ``MOST``.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotationError(f"no text in UTF-8: byte {error.start} cannot be read") from None
    try:
        hands = list(_column(text)) if is_csv else [line.strip() for line in text.splitlines()]
    except csv.Error as error:
        raise NotationError(f"no CSV: {error}") from None
    hands = [hand for hand in hands if hand]
    if not hands:
        raise NotationError("the file holds no hand; expected one a line, or a column named hand")
    if len(hands) > MOST:
        raise NotationError(f"the file holds {len(hands)} hands; expected at most {MOST}")
    return hands


def _column(text: str) -> Iterator[str]:
    rows = [row for row in csv.reader(io.StringIO(text)) if row]
    names = [name.strip().lower() for name in rows[0]] if rows else []
    named = "hand" in names
    place = names.index("hand") if named else 0
    for row in rows[named:]:
        yield row[place].strip() if place < len(row) else ""


def table(hands: list[str], rules: Rules = CLASSIC) -> list[Row]:
    """A row for each hand, with ``COLUMNS``; one that cannot be read says why, without figures."""
    return [_row(hand, rules) for hand in hands]


def _row(hand: str, rules: Rules) -> Row:
    row: Row = dict.fromkeys(COLUMNS)
    row["hand"] = hand
    try:
        cards = read_hand(hand, rules).only
    except HandTextError as error:
        return row | {"problem": str(error)}
    split = fewest_plays(cards, rules)
    return row | {
        "cards": ranks_text(cards),
        "number": sum(cards),
        "fewest": len(split),
        "split": " ".join(map(str, split)),
    }
