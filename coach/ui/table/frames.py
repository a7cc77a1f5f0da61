"""What the mat shows after each action: one frame a position, animated in order."""

from __future__ import annotations

from typing import Any

from coach.language import Texts
from coach.ui.table.replay import PERSON, Position, Said
from coach.ui.table.words import (
    SEAT_SIDES,
    kind_name,
    play_shown,
    role_of,
    seat_name,
    seat_note,
)
from engine.doudizhu.game import multiplier
from engine.doudizhu.plays import Play
from engine.doudizhu.state import State

Frame = dict[str, Any]


def frames(chain: tuple[Position, ...], since: int, texts: Texts) -> list[Frame]:
    """The frames of the positions from number *since* on; the last one is the present."""
    shown = [_frame(chain, at, texts) for at in range(since, len(chain))]
    present = chain[-1].state
    if present.phase == "play" and present.to_beat is None and present.turn == PERSON:
        # The person leads: what was said before is shown once, then the table is cleared.
        shown.append({**shown[-1], "trick": [], "say": "", "effect": "", "clear": True})
    return shown


def _frame(chain: tuple[Position, ...], at: int, texts: Texts) -> Frame:
    position = chain[at]
    before = chain[at - 1] if at else None
    state = position.state
    redealt = before is not None and state.deals_before > before.state.deals_before
    begins = before is None or redealt
    taken = before is not None and before.bidding and state.phase != "bid"
    bombs = doublings(position)
    return {
        "at": at,
        "deal": begins,
        "bidding": position.bidding,
        "clear": False,
        "hand": position.hands[PERSON],
        "fit": _most_cards(state),
        "kitty": {
            "cards": None if position.bidding else position.kitty,
            "size": len(position.kitty),
            "turn": taken,
        },
        "score": _score(position, texts),
        "seats": {SEAT_SIDES[seat]: _seat(seat, position, texts) for seat in (1, 2)},
        "me": {
            "role": role_of(PERSON, state, texts),
            "turn": _turn(state, texts),
            "seat": seat_note(state, texts),
        },
        "trick": _trick(position, texts),
        "note": _note(position, texts, redealt=redealt, taken=taken),
        "effect": bombs[-1][1].kind if bombs and bombs[-1][0] is position.said[-1] else "",
        "say": _said_aloud(position, texts, redealt=redealt, taken=taken),
    }


def _most_cards(state: State) -> int:
    """Cards of the person's hand at the start, so that cards do not grow while it shrinks."""
    rules = state.rules
    return rules.largest_hand if state.landlord == PERSON else rules.hand_size


def doublings(position: Position) -> list[tuple[Said, Play]]:
    """The bombs and the rocket played so far, each with its action (R19)."""
    return [
        (said, said.action)
        for said in position.said
        if isinstance(said.action, Play) and said.action.is_bomb
    ]


def _score(position: Position, texts: Texts) -> dict[str, Any]:
    state = position.state
    if state.phase == "bid":
        highest = max((bid for bid in state.bids if isinstance(bid, int)), default=0)
        return {"base": highest or "–", "times": 1, "sum": "", "why": texts("score.bidding")}
    times = multiplier(state)
    bombs = doublings(position)
    why = doubled_by(bombs[-1][1], texts) if bombs else texts("score.plain")
    return {
        "base": state.base,
        "times": times,
        "sum": texts.count("points", state.base * times),
        "why": f"{why} ×2" if bombs else why,
    }


def doubled_by(play: Play, texts: Texts) -> str:
    """A bomb or the rocket by name: ``bomb 9999``."""
    if play.kind == "rocket":
        return kind_name("rocket", texts)
    return texts("bomb_of", cards=play_shown(play, texts))


def _seat(seat: int, position: Position, texts: Texts) -> dict[str, Any]:
    state = position.state
    count = len(position.hands[seat])
    announced = {1: texts("last_card"), 2: texts("last_two")}.get(count, "")  # R18
    return {
        "name": seat_name(seat, texts),
        "level": texts("level.standard"),
        "role": role_of(seat, state, texts),
        "count": count,
        "unit": texts.count("card_unit", count),
        "announced": announced,
    }


def _turn(state: State, texts: Texts) -> str:
    """Whose turn it is, and what for."""
    if state.phase == "over":
        return ""
    if state.turn == PERSON:
        if state.phase == "bid":
            return texts("turn.bid")
        return texts("turn.follow" if state.to_beat else "turn.lead")
    key = "turn.other_bids" if state.phase == "bid" else "turn.other"
    return texts(key, seat=seat_name(state.turn, texts))


# ---- the lines of the trick ----


def _trick(position: Position, texts: Texts) -> list[dict[str, Any]]:
    """One line for each seat that spoke in this trick, in the order of their last words."""
    said = _this_trick(position)
    last_words = [word for place, word in enumerate(said) if _is_last_of_seat(place, said)]
    beating = next((word for word in reversed(said) if word.action is not None), None)
    return [_line(word, texts, to_beat=word is beating) for word in last_words]


def _this_trick(position: Position) -> tuple[Said, ...]:
    """The bids until the first play; then everything since the last lead."""
    plays = [said for said in position.said if not _is_bid(said, position)]
    if not plays:
        return position.said
    passes = 0
    start = 0
    for place, said in enumerate(plays):
        if passes == position.state.rules.seats - 1:  # R16
            start, passes = place, 0
        passes = passes + 1 if said.action is None else 0
    return tuple(plays[start:])


def _is_bid(said: Said, position: Position) -> bool:
    return any(said is bid for bid in position.said[: len(position.state.bids)])


def _is_last_of_seat(place: int, said: tuple[Said, ...]) -> bool:
    return all(later.seat != said[place].seat for later in said[place + 1 :])


def _line(said: Said, texts: Texts, *, to_beat: bool) -> dict[str, Any]:
    line: dict[str, Any] = {
        "side": SEAT_SIDES[said.seat],
        "name": seat_name(said.seat, texts),
        "to_beat": to_beat,
    }
    if isinstance(said.action, Play):
        return {
            **line,
            "kind": kind_name(said.action.kind, texts),
            "play": laid_out(said.action, said.cards),
            "factor": "×2" if said.action.is_bomb else "",
        }
    return {**line, "play": None, "said": said_word(said, texts), "strong": bool(said.action)}


def laid_out(play: Play, cards: tuple[str, ...]) -> dict[str, Any]:
    """The suited cards of a play, body and kickers apart."""
    body = play.length * play.width
    return {"body": cards[:body], "kickers": cards[body:]}


def said_word(said: Said, texts: Texts) -> str:
    """A bid or a pass as it is said at the table."""
    if isinstance(said.action, int):
        return texts.count("bid_n", said.action)
    return texts("ui.pass")


# ---- notes and announcements ----


def _note(position: Position, texts: Texts, *, redealt: bool, taken: bool) -> str:
    state = position.state
    if redealt or (position.bidding and state.deals_before and not position.said):
        return texts("note.redeal", n=state.deals_before)
    if taken and all(bid is None for bid in state.bids) and state.landlord is not None:
        return texts("note.forced", seat=seat_name(state.landlord, texts))  # R5
    return ""


def _said_aloud(position: Position, texts: Texts, *, redealt: bool, taken: bool) -> str:
    """The last action as one sentence for a screen reader."""
    state = position.state
    if not position.said:
        return texts("note.redeal", n=state.deals_before) if redealt else texts("say.dealt")
    said = position.said[-1]
    seat = seat_name(said.seat, texts)
    if taken and state.landlord is not None:
        return texts("say.landlord", seat=seat_name(state.landlord, texts), n=state.base)
    if isinstance(said.action, Play):
        kind = kind_name(said.action.kind, texts)
        return texts("say.play", seat=seat, kind=kind, cards=play_shown(said.action, texts))
    return texts("say.word", seat=seat, word=said_word(said, texts))
