"""Which of a person's games a list shows."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import ColumnElement, or_

from coach.store_schema import games


@dataclass(frozen=True, slots=True)
class Which:
    """What is asked of a game; None asks nothing."""

    won: bool | None = None
    """Finished, with points above zero or without."""
    landlord: bool | None = None
    """The role of the person, once it is known."""
    level: str | None = None
    rules: str | None = None
    """The name of a preset, changed or not."""
    what_ifs: bool | None = None


def conditions(which: Which) -> list[ColumnElement[bool]]:
    """The same for a query of ``games``."""
    found: list[ColumnElement[bool]] = []
    if which.won is not None:
        found += [games.c.over, games.c.points > 0 if which.won else games.c.points <= 0]
    if which.landlord is not None:
        found.append(games.c.landlord.is_(which.landlord))
    if which.level is not None:
        found.append(games.c.level == which.level)
    if which.rules is not None:
        changed = games.c.rules.startswith(f"{which.rules},", autoescape=True)
        found.append(or_(games.c.rules == which.rules, changed))
    if which.what_ifs is not None:
        is_copy = games.c.copy_of.is_not(None)
        found.append(is_copy if which.what_ifs else ~is_copy)
    return found
