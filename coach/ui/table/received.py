"""What the browser sends, checked: nothing that comes from outside is trusted or raises."""

from __future__ import annotations

from coach.ui.table.replay import PERSON, PLAY, Cards, Position, asked
from engine.cards import AmbiguousPlayError, NotationError, count_cards, parse_ranks, ranks_text
from engine.doudizhu import game as doudizhu
from engine.doudizhu.plays import classify
from engine.doudizhu.state import Action


def concerns(said: object, at: int) -> bool:
    """Whether *said* is a message about the game after *at* actions, and no other."""
    return isinstance(said, dict) and type(said.get("at")) is int and said["at"] == at


def step_of(said: object, number: int) -> int | None:
    """After how many of the *number* actions of a deal it is to be shown; None for no step.

    A step says where it leads, not how far, so that one that is overtaken does no harm.
    """
    to = said.get("to") if isinstance(said, dict) else None
    return max(0, min(number, to)) if type(to) is int else None


def action_of(said: object, position: Position) -> tuple[Action, Cards] | None:
    """What the person does, with the cards put down; None where it is not allowed or no sense."""
    if not isinstance(said, dict) or position.state.turn != PERSON:
        return None
    if "cards" in said:
        return _play(said["cards"], position)
    word, state = said.get("say"), position.state
    if not isinstance(word, str) or (word != "pass" and asked(state) == PLAY):
        return None
    try:
        action = doudizhu.parse_action(state, word)
    except (NotationError, AmbiguousPlayError):
        return None
    return None if doudizhu.why_not(state, action) else (action, ())


def _play(cards: object, position: Position) -> tuple[Action, Cards] | None:
    """The legal play of exactly these cards of the hand."""
    hand = position.hands[PERSON]
    if not isinstance(cards, list) or not 0 < len(cards) <= len(hand):
        return None
    if any(not isinstance(card, str) or card not in hand for card in cards):
        return None
    if len(set(cards)) < len(cards):
        return None
    state = position.state
    readings = classify(count_cards(cards), state.rules)
    allowed = [play for play in readings if not doudizhu.why_not(state, play)]
    return (allowed[0], tuple(cards)) if allowed else None


def question_of(said: object, position: Position) -> str | None:
    """The ranks of the person's hand that are to be explained, as the engine writes them."""
    key = said.get("key") if isinstance(said, dict) else None
    hand = position.state.hands[PERSON]
    if not isinstance(key, str) or not 0 < len(key) <= sum(hand):
        return None
    try:
        ranks = parse_ranks(key, packs=position.state.rules.packs)
    except NotationError:
        return None
    held = all(need <= have for need, have in zip(ranks, hand, strict=True))
    return (ranks_text(ranks) or None) if held else None
