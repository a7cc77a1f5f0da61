"""Many hands at once: a text of one hand a line, or a CSV, as a table of their fewest plays."""

from __future__ import annotations

import codecs
import csv
import io
from collections.abc import Iterator
from typing import Literal

from coach.doudizhu.hand_text import HandTextError, read_hand
from engine.cards import NotationError, ranks_text
from engine.doudizhu.rules import CLASSIC, Rules
from engine.doudizhu.search import fewest_plays

MOST = 5_000
"""Hands of one file."""

COLUMNS = ("hand", "cards", "number", "fewest", "split", "problem")
"""As it stood; in the notation; how many; fewest plays; one split; why it is not read."""

Row = dict[str, str | int | None]


MEGABYTES = 1
"""Size of a file."""

Fault = Literal["text", "csv", "none", "most", "large"]


class FileError(NotationError):
    """A file that has no table: *fault*; ``most`` is how much one may hold."""

    def __init__(self, fault: Fault, detail: str = "") -> None:
        self.fault, self.most = fault, MEGABYTES if fault == "large" else MOST
        super().__init__(_MESSAGES[fault].format(detail=detail, most=self.most))


_MESSAGES: dict[Fault, str] = {
    "text": "no text in UTF-8: {detail}",
    "csv": "no CSV: {detail}",
    "none": "the file holds no hand; expected one a line, or a column named hand",
    "large": "the file is too large; expected at most {most} MB",
    "most": "the file holds {detail} hands; expected at most {most}",
}


def hands_of(content: bytes, *, is_csv: bool) -> list[str]:
    """The hands of a file: its lines, or of a CSV the column ``hand``, else the first one.

    Raises FileError for a file that is no text (UTF-8, or UTF-16 that says so), holds no hand or
    more than ``MOST``, or has more than ``MEGABYTES``.
    """
    if len(content) > MEGABYTES << 20:
        raise FileError("large")
    text = _decoded(content)
    try:
        hands = list(_column(text)) if is_csv else [line.strip() for line in text.splitlines()]
    except csv.Error as error:
        raise FileError("csv", str(error)) from None
    hands = [hand for hand in hands if hand]
    if not hands:
        raise FileError("none")
    if len(hands) > MOST:
        raise FileError("most", str(len(hands)))
    return hands


def _decoded(content: bytes) -> str:
    """The text of *content*; spreadsheets write UTF-16 too, with its mark before it."""
    utf_16 = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return content.decode("utf-16" if utf_16 else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError("text", f"byte {error.start} cannot be read") from None


def _column(text: str) -> Iterator[str]:
    """The column of hands.  Commas keep the columns apart, or semicolons or tabs where only those
    find the one that is named."""
    tables = (csv.reader(io.StringIO(text, newline=""), delimiter=sign) for sign in ",;\t")
    read = [[row for row in table if row] for table in tables]
    heads = [[name.strip().lower() for name in rows[0]] if rows else [] for rows in read]
    rows, head = next(
        ((rows, head) for rows, head in zip(read, heads, strict=True) if "hand" in head),
        (read[0], []),
    )
    place = head.index("hand") if head else 0
    for row in rows[bool(head) :]:
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


def as_csv(rows: list[Row]) -> str:
    """*rows* as a CSV.  What a spreadsheet would take for a formula is quoted: nothing is run."""
    written = io.StringIO()
    table = csv.DictWriter(written, COLUMNS)
    table.writeheader()
    table.writerows({name: plain_cell(cell) for name, cell in row.items()} for row in rows)
    return written.getvalue()


def plain_cell(cell: str | int | None) -> str | int | None:
    """*cell* as it may stand in a CSV, quoted where a spreadsheet would take it for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(tuple("=+-@\t\r")) else cell
