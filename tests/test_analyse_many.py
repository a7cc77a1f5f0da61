"""Many hands from one file: each has its row, none is lost."""

from __future__ import annotations

import pytest

from coach.doudizhu.analyse_many import COLUMNS, MEGABYTES, MOST, as_csv, hands_of, table
from engine.cards import NotationError


def test_a_text_has_a_hand_a_line_and_a_csv_the_column_of_that_name() -> None:
    assert hands_of("\ufeff334\n\n对3 大王\r\n".encode(), is_csv=False) == ["334", "对3 大王"]
    assert hands_of(b'name,Hand\nx,"3,3,4"\ny,KK\n', is_csv=True) == ["3,3,4", "KK"]
    assert hands_of(b"334,a\nKK,b\n", is_csv=True) == ["334", "KK"]


def test_a_spreadsheet_may_write_semicolons_tabs_and_utf_16() -> None:
    assert hands_of(b"name;hand\nx;3,3,4\n", is_csv=True) == ["3,3,4"]
    assert hands_of("name\thand\r\nx\t对3\r\n".encode("utf-16"), is_csv=True) == ["对3"]
    assert hands_of("对3\r\n".encode("utf-16"), is_csv=False) == ["对3"]


@pytest.mark.parametrize(
    ("content", "is_csv", "message"),
    [
        (b"\xff\xfe\x00", False, "UTF-8"),
        ("三".encode("gbk"), False, "UTF-8"),
        (b"", True, "no hand"),
        (b"hand\n", True, "no hand"),
        (b"3\n" * (MOST + 1), False, "at most"),
        (b" " * (MEGABYTES << 20) + b"334", False, "at most 1 MB"),
        (b'hand\n"' + b"3" * 200_000 + b'"', True, "no CSV"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(content: bytes, message: str, *, is_csv: bool) -> None:
    with pytest.raises(NotationError, match=message):
        hands_of(content, is_csv=is_csv)


def test_every_hand_has_a_row_and_what_cannot_be_read_its_reason() -> None:
    """34567 goes in one play, 33 and 4 in two; BJ is to be asked about."""
    rows = table(["34567", "3 3 4", "hello", "BJ"])
    assert [row["fewest"] for row in rows] == [1, 2, None, None]
    assert [row["cards"] for row in rows] == ["34567", "334", None, None]
    assert rows[1]["split"] == "33 4"
    assert [bool(row["problem"]) for row in rows] == [False, False, True, True]
    assert all(tuple(row) == COLUMNS for row in rows)


def test_no_cell_of_a_table_is_a_formula() -> None:
    lines = as_csv(table(["=1+1", "@SUM(3)", "+3", "-3", "334"])).splitlines()
    assert [line[:2] for line in lines[1:]] == ["'=", "'@", "'+", "'-", "33"]
