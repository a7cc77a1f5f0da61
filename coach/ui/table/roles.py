"""Who sits where to the landlord, and what each of these seats is for."""

from __future__ import annotations

from typing import Any

from coach.language import Texts
from coach.ui.table.replay import PERSON, side_of
from coach.ui.table.words import LEVEL_NAMES, place_of, places_of, role_of, seat_name
from engine.doudizhu.state import State


def roles_panel(state: State, level: str, texts: Texts) -> dict[str, Any]:
    """Every place with the seat that has it, and what it is for; the person's own place first.

    The CPUs, of *level*, say theirs: on a small screen there is no room for it beside the seat.
    """
    seats = state.rules.seats
    if state.landlord is None:
        rows = [_row(place, None, state, level, texts) for place in places_of(state.rules)]
    else:
        turns = ((PERSON + step) % seats for step in range(seats))
        rows = [_row(place_of(seat, state), seat, state, level, texts) for seat in turns]
    return {"title": texts("roles.title"), "rows": rows, "note": texts("roles.note")}


def _row(place: str, seat: int | None, state: State, level: str, texts: Texts) -> dict[str, Any]:
    kind = "landlord" if place == "landlord" else "peasant"
    sign = {"kind": kind, "word": texts(f"role.{kind}")}
    return {
        "role": sign if seat is None else role_of(seat, state, texts),
        "who": "" if seat is None else seat_name(side_of(seat, state.rules), texts),
        "level": "" if seat in (None, PERSON) else texts(LEVEL_NAMES[level]),
        "place": texts(f"role.{place}") if kind == "peasant" else "",
        "does": texts(f"does.{place}"),
        "here": seat == PERSON,
    }
