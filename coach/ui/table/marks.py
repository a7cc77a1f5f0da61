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


def notes_of(text: str) -> tuple[str, ...]:
    """What stands behind the text of an action."""
    _, _, behind = text.partition(" {")
    return tuple(filter(None, behind.removesuffix("}").split(_BETWEEN)))


def depth_of(text: str) -> int:
    """How deep the person had looked into the hint before this action; 0 for not at all."""
    levels = [int(note[-1]) for note in notes_of(text) if note.startswith("hint ")]
    return max(levels, default=0)
