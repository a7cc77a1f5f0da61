"""Games as they are kept, made by hand, for the tests of the store."""

from __future__ import annotations

from coach.store import SavedGame

PLAIN = SavedGame(
    id="abc",
    code="D1",
    rules="classic",
    level="standard",
    seed="7",
    actions=[],
    copy_of=None,
    copy_at=None,
)


def game(*actions: tuple[str, list[str]], **changes: object) -> SavedGame:
    return SavedGame({**PLAIN, "actions": list(actions), **changes})  # type: ignore[typeddict-item]


BID = ("3", [])
PAIR = ("33", ["3c", "3h"])
ROCKET = ("BR", ["B", "R"])
PASS = ("pass", [])
