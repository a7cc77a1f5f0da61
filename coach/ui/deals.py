"""Kept games of the person as deals of the engine, and a deal seen from another chair."""

from __future__ import annotations

from functools import lru_cache

from coach.review import Deal
from coach.store import KeptGame, SavedGame, store
from coach.ui import session
from coach.ui.profile import NOT_KEPT, profile
from coach.ui.table.marks import unmarked
from coach.ui.table.replay import Actions, positions
from engine import deal_code
from engine.doudizhu import game as doudizhu


def deal_of(game: SavedGame) -> Deal:
    """The whole chain of *game*, deals that all passed too."""
    actions = tuple((text, tuple(cards)) for text, cards in game["actions"])
    return _deal(game["code"], game["rules"], actions)


@lru_cache(maxsize=64)
def _deal(code: str, rules: str, actions: Actions) -> Deal:
    kept = SavedGame(
        id="",
        code=code,
        rules=rules,
        level="",
        seed="",
        actions=[(text, list(cards)) for text, cards in actions],
        copy_of=None,
        copy_at=None,
    )
    states = tuple(position.state for position in positions(kept))
    return Deal(
        states,
        tuple(
            doudizhu.parse_action(state, unmarked(text))
            for state, (text, _) in zip(states, actions, strict=False)
        ),
    )


def own_deal(game_id: str) -> KeptGame | None:
    """The kept deal of this id, where it is this person's and can be shown."""
    try:
        kept = store().find(game_id)
    except NOT_KEPT:
        return None
    if kept is None or kept.profile != profile() or not session.can_be_shown(kept.game):
        return None
    return kept


def from_chair(code: str, chair: int) -> str:
    """The code of the same deal turned so that seat *chair* sits where seat 0 does."""
    deal = deal_code.decode(code)
    hands = (*deal.hands[chair:], *deal.hands[:chair])
    first = (deal.first - chair) % len(hands)
    return deal_code.encode(deal_code.Deal(hands, deal.kitty, first))
