"""The table of games, and what the module of a game offers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from engine.doudizhu import game as doudizhu


class Game(Protocol):
    """What a game's module offers: the seven functions and the notation of one turn."""

    GAME: str

    def start(self, rules: str, *, code: str = "", position: str = "") -> Any:
        """The first state of a code or a position line, under the rules of this text."""

    def rules_text(self, rules: Any) -> str:
        """The rules of a state as text."""

    def turn(self, state: Any) -> int:
        """The seat to act."""

    def legal(self, state: Any) -> tuple[Any, ...]:
        """Everything that seat may do."""

    def apply(self, state: Any, action: Any) -> Any:
        """The state after an action."""

    def is_over(self, state: Any) -> bool:
        """Whether the game is over."""

    def payoffs(self, state: Any) -> tuple[int, ...]:
        """The points of every seat."""

    def view(self, state: Any, seat: int) -> Any:
        """What a seat knows."""

    def position_text(self, state: Any) -> str:
        """The state as one line."""

    def action_text(self, action: Any) -> str:
        """One turn as text."""

    def parse_action(self, state: Any, text: str) -> Any:
        """The inverse of ``action_text``."""

    def item(self, before: Any, after: Any) -> str:
        """The item of a record this turn belongs to: ``0a 0 0d`` or ``trick``."""

    def leads(self, state: Any) -> bool:
        """Whether the next turn begins an item of its own."""


GAMES: Mapping[str, Game] = {doudizhu.GAME: doudizhu}
"""Every game by the name in its records."""
