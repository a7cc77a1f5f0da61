"""Foreign text in messages: every message that shows some has it written as it was read."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from coach.ui.literal import literal

PAGES = [
    Path(__file__).parents[1] / "app.py",
    *sorted((Path(__file__).parents[1] / "coach" / "ui").rglob("*.py")),
]
FOREIGN = ("name", "read", "file")
"""The placeholders of messages that hold what was read."""


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("D1XX", "` D1XX `"),
        ("![x](https://a.test/b.png)", "` ![x](https://a.test/b.png) `"),
        ("a`b", "`` a`b ``"),
        ("``` x", "```` ``` x ````"),
        ("a\n\n# b", "` a\\n\\n# b `"),
        ("\u202eabc", "` \\u202eabc `"),
        ("\ud800", "` \\ud800 `"),
        (":material/home:", "` :material `&#47;` home: `"),
        ("", ""),
    ],
)
def test_what_was_read_stands_in_a_span_of_code_that_it_cannot_end(text: str, shown: str) -> None:
    assert literal(text) == shown


def test_no_page_puts_foreign_text_into_a_message_of_streamlit_any_other_way() -> None:
    loose = []
    found = 0
    for path in PAGES:
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(call, ast.Call) and ast.unparse(call.func).startswith("st.")):
                continue
            for inner in ast.walk(call):
                if isinstance(inner, ast.keyword) and inner.arg in FOREIGN:
                    found += 1
                    if not ast.unparse(inner.value).startswith("literal("):
                        loose.append(f"{path.name}:{inner.value.lineno}")
    assert found >= 2
    assert loose == []
