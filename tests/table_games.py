"""Games at the table for the tests: the CPUs as they are, the person at random."""

from __future__ import annotations

import random
from functools import cache

from coach.store import SavedGame
from coach.ui.table.replay import (
    PERSON,
    game_of,
    lowest_cards,
    positions,
    with_action,
    with_cpu_action,
)
from engine.deal_code import draw, encode
from engine.doudizhu import game as doudizhu
from engine.doudizhu.plays import Play
from engine.doudizhu.state import Action


def new_game(label: str, *, rules: str = "classic", seed: str = "1") -> SavedGame:
    """A game whose deal and CPUs are always the same."""
    game = game_of(encode(draw(label, first=0)), rules)
    return SavedGame({**game, "id": "x", "seed": seed})


def played_by_cpus(game: SavedGame) -> SavedGame:
    """*game* after the CPUs' actions."""
    while (longer := with_cpu_action(game)) is not None:
        game = longer
    return game


@cache
def played(label: str, word: Action, rules: str) -> tuple[SavedGame, ...]:
    """A game at its start, at every turn of the person, and at its end.

    The person first says *word*, where that is allowed, and else acts at random.
    """
    chance = random.Random(label)
    turns = [new_game(label, rules=rules)]
    game = played_by_cpus(turns[0])
    if game["actions"]:
        turns.append(game)
    while not doudizhu.is_over(positions(game)[-1].state):
        position = positions(game)[-1]
        legal = doudizhu.legal(position.state)
        first_word = word in legal and not any(said.seat == PERSON for said in position.said)
        action = word if first_word else chance.choice(legal)
        cards = lowest_cards(position.hands[PERSON], action) if isinstance(action, Play) else ()
        game = played_by_cpus(with_action(game, action, cards))
        turns.append(game)
    return tuple(turns)
