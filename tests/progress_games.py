"""A person's finished deals with summaries made by hand, for the tests of the progress page."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from coach.doudizhu.luck import Part
from coach.store import SavedGame, Store
from coach.summary import Choice, Summary, as_json
from coach.ui.table.replay import PERSON, outcome_of, positions
from engine.doudizhu import game as doudizhu
from tests.table_games import played

FIRST = datetime(2026, 3, 4, 5, 6, 7)
FINE = Choice(
    at=9, trick=2, role="landlord", phase="play", loss=0.0, error=0.01, stake=0.2, grade="best",
    mistake="", tempted=("strength", "breaks_bomb"),
)  # fmt: skip


def turn_of(game: SavedGame) -> int:
    """The place of a play of the person with a choice."""
    for at, position in enumerate(positions(game)[:-1]):
        state = position.state
        if state.phase == "play" and state.turn == PERSON and len(doudizhu.legal(state)) > 1:
            return at
    raise AssertionError("no such play")


def keep_deals(store: Store, person: str, number: int) -> list[Summary]:
    """Keep *number* finished deals of *person*, each with a summary; these.

    Every third one has a broken bomb that lost 20 points of win chance, every second a loss of 8.
    """
    over = played("review", 3, "classic")[-1]
    at = turn_of(over)
    made = []
    for place in range(number):
        game = SavedGame({**over, "id": f"{person[-16:]}-{place}"})
        store.create(game, person, outcome_of(game))
        choices = [FINE, replace(FINE, at=at, tempted=())]
        if place % 3 == 0:
            choices.append(replace(FINE, at=at, loss=0.2, grade="blunder", mistake="breaks_bomb"))
        if place % 2 == 0:
            choices.append(replace(FINE, at=at, loss=0.08, grade="inaccuracy", tempted=()))
        one = Summary(
            game=game["id"],
            ended=FIRST + timedelta(days=place),
            rules="classic",
            level=("standard", "novice")[place % 2],
            role="landlord",
            points=(6, -6, 12, -6)[place % 4],
            accuracy=60.0 + 3 * place,
            choices=tuple(choices),
            luck={"deal": Part(1.5 * (place % 3), 0.4), "kitty": Part(-0.5, 0.3)},
        )
        store.keep_review(game["id"], person, as_json(one))
        made.append(one)
    return made
