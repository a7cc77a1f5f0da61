"""The pictures of a review have the colours of the table."""

from __future__ import annotations

import re
from pathlib import Path

from coach.ui.review_charts import DARK, LIGHT
from coach.ui.review_parts import in_rows

TOKENS = Path(__file__).parents[1] / "coach" / "ui" / "table" / "tokens.css"


def test_colours_are_the_tokens_of_the_table() -> None:
    named = {
        name.replace("-", "_"): pair
        for name, *pair in re.findall(
            r"--([\w-]+):[^;]*light-dark\((#\w+), (#\w+)\)", TOKENS.read_text(encoding="utf-8")
        )
    }
    for field in LIGHT.__dataclass_fields__:
        assert [getattr(LIGHT, field), getattr(DARK, field)] == named[field], field


def test_figures_of_neighbours_stand_one_below_the_other() -> None:
    """Of a deal of 60 turns a figure covers 7."""
    marks = [{"at": at} for at in (3, 6, 9, 20, 27, 30)]
    in_rows(marks, 60)
    assert [mark["row"] for mark in marks] == [0, 1, 0, 0, 1, 0]
