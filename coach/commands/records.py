"""Records of deals as the verbs read them: from files, or the whole of standard input."""

from __future__ import annotations

import sys
from pathlib import Path

from coach.commands.answering import stop

STANDARD_INPUT = "-"


def record_texts(names: list[str] | None) -> list[str]:
    """The texts of the files of these *names*, else the whole of standard input."""
    return [_text(name) for name in names or [STANDARD_INPUT]]


def _text(name: str) -> str:
    if name == STANDARD_INPUT:
        return sys.stdin.read()
    try:
        return Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        stop(f"cannot read {name!r} as a record: {error}")
