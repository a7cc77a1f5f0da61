"""Deals between CPUs, and chains of states from a position, for the tests of the review."""

from __future__ import annotations

import random
from collections.abc import Sequence

from coach.review import Deal
from engine import deal_code
from engine.doudizhu import game
from engine.doudizhu.position import parse_position
from engine.doudizhu.rules import parse_rules
from engine.doudizhu.state import Action, State
from engine.players import LEVELS

PRESETS = ("classic", "competition", "folk", "rob")


def cpu_deal(label: str, levels: Sequence[str] = ("standard",), rules: str = "classic") -> Deal:
    """The whole deal drawn from *label*; seat n is played by the level n of *levels*, in turn."""
    chosen = parse_rules(rules)
    drawn = deal_code.draw(label, players=chosen.seats)
    states = [game.deal(chosen, deal_code.encode(drawn))]
    actions: list[Action] = []
    rng = random.Random(label)
    while not game.is_over(states[-1]):
        seat = states[-1].turn
        actions.append(LEVELS[levels[seat % len(levels)]](game.view(states[-1], seat), rng))
        states.append(game.apply(states[-1], actions[-1]))
    return Deal(tuple(states), tuple(actions))


def chain(position: str, *turns: str) -> tuple[list[State], list[Action]]:
    """The states from a position line on through *turns*, and these as actions."""
    states = [parse_position(position)]
    actions: list[Action] = []
    for text in turns:
        actions.append(game.parse_action(states[-1], text))
        states.append(game.apply(states[-1], actions[-1]))
    return states, actions


def chained(position: str, *turns: str) -> Deal:
    """The same as a deal."""
    states, actions = chain(position, *turns)
    return Deal(tuple(states), tuple(actions))
