"""What stands behind the text of a kept action, as a comment in records: ``44 {hint 3}``.

``cut short``
    a brake ended a CPU's thinking
``hint 3``
    how deep the person had looked into the hint (a level of ``coach.hints``) before acting
``warned``
    the tutor had stepped in, and the person did it anyway
"""

from __future__ import annotations

import re

from engine.record import CUT_SHORT

WARNED = "warned"
_KNOWN = re.compile(rf"{CUT_SHORT}|hint [1-4]|{WARNED}")
_BETWEEN = ", "


def mark(*notes: str) -> str:
    """What is put behind the text of an action; empty without notes."""
    known = [note for note in notes if _KNOWN.fullmatch(note)]
    return f" {{{_BETWEEN.join(known)}}}" if known else ""


def hinted(level: int) -> str:
    """The note of a hint looked at up to *level*; empty for none."""
    return f"hint {level}" if level else ""


def unmarked(text: str) -> str:
    """The text of an action without what stands behind it."""
    return text.partition(" {")[0]


def comment_of(text: str) -> str:
    """What stands behind the text of an action, as the comment of a record; empty for nothing."""
    return text.partition(" {")[2].removesuffix("}")


def notes_of(text: str) -> tuple[str, ...]:
    """The notes behind the text of an action."""
    return notes_in(comment_of(text))


def notes_in(comment: str) -> tuple[str, ...]:
    """The notes of the *comment* of a record, others too."""
    return tuple(filter(None, comment.split(_BETWEEN)))


def depth_of(text: str) -> int:
    """How deep the person had looked into the hint before this action; 0 for not at all."""
    levels = [int(note[-1]) for note in notes_of(text) if note.startswith("hint ")]
    return max(levels, default=0)
