"""Views of seats that have a choice, from deals played by CPUs under several rules."""

from __future__ import annotations

import random
from collections.abc import Iterator

from engine.deal_code import draw, encode
from engine.doudizhu import game
from engine.doudizhu.rules import PRESETS
from engine.doudizhu.state import State, View
from engine.players import LEVELS

RULES = ("classic", "competition", "folk", "rob", "four-player")
PLAYERS = ("standard", "standard", "novice", "breaks-bombs")


def states(number: int, label: str, *, rules: tuple[str, ...] = RULES) -> Iterator[State]:
    """*number* states, each of a deal of its own, stopped at a turn that leaves a choice."""
    rng = random.Random(label)
    made = 0
    while made < number:
        chosen = PRESETS[rules[made % len(rules)]]
        code = encode(draw(f"{label} {made} {rng.random()}", players=chosen.seats, first=0))
        state = game.deal(chosen, code)
        for _ in range(rng.randrange(70)):
            if game.is_over(state):
                break
            player = LEVELS[rng.choice(PLAYERS)]
            state = game.apply(state, player(game.view(state, state.turn), rng))
        if not game.is_over(state) and len(game.legal(state)) > 1:
            made += 1
            yield state


def views(number: int, label: str, *, rules: tuple[str, ...] = RULES) -> Iterator[View]:
    """What the seat to act sees of such states."""
    for state in states(number, label, rules=rules):
        yield game.view(state, state.turn)
