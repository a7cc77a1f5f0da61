"""What the mat shows after each action: one frame a position, animated in order."""

from __future__ import annotations

from typing import Any

from coach.language import Texts
from coach.ui.table.replay import PERSON, Position, Said, side_of
from coach.ui.table.score import TWICE, doubles, score
from coach.ui.table.words import (
    LEVEL_NAMES,
    kind_name,
    play_shown,
    role_of,
    rules_name,
    said_word,
    seat_name,
    seat_note,
    turn_text,
)
from engine.doudizhu import game as doudizhu
from engine.doudizhu.plays import Play
from engine.doudizhu.state import State

Frame = dict[str, Any]

_MINE = "me"
_CARDS_A_BACK = {1: 4, 2: 8}
"""By the number of packs: a fan of backs shows about how many cards, the figure exactly."""


def frames(chain: tuple[Position, ...], since: int, level: str, texts: Texts) -> list[Frame]:
    """The frames of the positions from number *since* on; the last one is the present."""
    shown = [_frame(chain, at, level, texts) for at in range(since, len(chain))]
    present = chain[-1].state
    again = {**shown[-1], "say": "", "effect": "", "again": True}
    if present.phase == "play" and present.to_beat is None and present.turn == PERSON:
        # The person leads: what was said before is shown once, then the table is cleared.
        shown.append({**again, "trick": []})
    if present.phase == "over":
        spring = doudizhu.spring(present)
        if spring is not None:
            shown.append({**again, "word": texts(spring)})
        shown.append({**again, "over": True})
    return shown


def _frame(chain: tuple[Position, ...], at: int, level: str, texts: Texts) -> Frame:
    position = chain[at]
    before = chain[at - 1] if at else None
    state = position.state
    redealt = before is not None and state.deals_before > before.state.deals_before
    begins = before is None or redealt
    taken = before is not None and before.bidding and state.phase != "bid"
    view = doudizhu.view(state, PERSON)
    announced = [_announced(count, texts) for count in view.announced]
    return {
        "at": at,
        "deal": begins,
        "speaking": state.phase in ("bid", "double"),
        "again": False,
        "over": False,
        "word": "",
        "hand": position.hands[PERSON],
        "fit": _most_cards(state),
        "kitty": {
            "cards": None if position.bidding else position.kitty,
            "size": len(position.kitty),
            "turn": taken,
            "to": side_of(state.landlord, state.rules) if state.landlord is not None else "",
        },
        "score": score(position, texts),
        "seats": {
            side_of(seat, state.rules): {
                **_seat(seat, position, texts),
                "level": texts(LEVEL_NAMES[level]),
                "announced": announced[seat],
            }
            for seat in range(1, state.rules.seats)
        },
        "me": {
            "role": role_of(PERSON, state, texts),
            "turn": turn_text(state, texts),
            "seat": seat_note(state, texts),
            "announced": announced[PERSON],
        },
        "trick": _trick(position, texts),
        "notes": _notes(position, texts, taken=taken),
        "effect": _effect(position),
        "alarm": _has_announced(position, announced),
        "say": _said_aloud(position, texts, redealt=redealt, taken=taken),
    }


def _most_cards(state: State) -> int:
    """Cards of the person's hand at the start, so that cards do not grow while it shrinks."""
    rules = state.rules
    return rules.largest_hand if state.landlord == PERSON else rules.hand_size


def _effect(position: Position) -> str:
    """The bomb or the rocket that was just played."""
    action = position.said[-1].action if position.said else None
    return action.kind if isinstance(action, Play) and action.is_bomb else ""


def _has_announced(position: Position, announced: list[str]) -> bool:
    """Whether the play that was just made left its seat with one or two cards (R18)."""
    said = position.said[-1] if position.said else None
    return said is not None and isinstance(said.action, Play) and bool(announced[said.seat])


def _announced(count: int | None, texts: Texts) -> str:
    """What a seat with so few cards has announced (R18)."""
    return {1: texts("last_card"), 2: texts("last_two")}.get(count or 0, "")


def _seat(seat: int, position: Position, texts: Texts) -> dict[str, Any]:
    state = position.state
    count = len(position.hands[seat])
    return {
        "name": seat_name(side_of(seat, state.rules), texts),
        "role": role_of(seat, state, texts),
        "count": count,
        "backs": -(-count // _CARDS_A_BACK[state.rules.packs]),
        "unit": texts.count("card_unit", count),
    }


# ---- the lines of the trick ----


def _trick(position: Position, texts: Texts) -> list[dict[str, Any]]:
    """One line for each seat that spoke in this trick, in the order of their last words."""
    said = _this_trick(position)
    last_words = [word for place, word in enumerate(said) if _is_last_of_seat(place, said)]
    return [_line(word, texts, to_beat=word is _best(said)) for word in last_words]


def _best(said: tuple[Said, ...]) -> Said | None:
    """The play to beat; before the play the highest bid, the last call or rob."""
    words = ("double", "redouble")
    found = (one for one in reversed(said) if one.action is not None and one.asked not in words)
    return next(found, None)


def _this_trick(position: Position) -> tuple[Said, ...]:
    """What was said since the last lead; before the first play the auction, then the doubling."""
    if not position.plays:
        spoken = position.spoken
        auction, doubling = spoken[: len(position.state.bids)], spoken[len(position.state.bids) :]
        won = _best(auction)
        return (*([won] if won else []), *doubling) if doubling else auction
    passes = 0
    start = 0
    for place, said in enumerate(position.plays):
        if passes == position.state.rules.seats - 1:  # R16
            start, passes = place, 0
        passes = passes + 1 if said.action is None else 0
    return position.plays[start:]


def _is_last_of_seat(place: int, said: tuple[Said, ...]) -> bool:
    return all(later.seat != said[place].seat for later in said[place + 1 :])


def _line(said: Said, texts: Texts, *, to_beat: bool) -> dict[str, Any]:
    line: dict[str, Any] = {
        "side": said.side,
        "name": seat_name(said.side, texts),
        "to_beat": to_beat,
    }
    factor = TWICE if doubles(said) else ""
    if isinstance(said.action, Play):
        return {
            **line,
            "kind": kind_name(said.action.kind, texts),
            "play": laid_out(said.action, said.cards),
            "factor": factor,
        }
    word = said_word(said, texts)
    return {**line, "play": None, "said": word, "strong": bool(said.action), "factor": factor}


def laid_out(play: Play, cards: tuple[str, ...]) -> dict[str, Any]:
    """The suited cards of a play, body and kickers apart."""
    body = play.length * play.width
    return {"body": cards[:body], "kickers": cards[body:]}


# ---- notes and announcements ----


def _notes(position: Position, texts: Texts, *, taken: bool) -> list[str]:
    """What the rules did without anyone's word: a new deal, who bids first, a forced landlord."""
    state = position.state
    notes = []
    if position.bidding and state.deals_before and not position.said:
        notes.append(texts.count("note.redeal", state.deals_before))  # R5
    first_round = position.bidding and len(position.said) < state.rules.seats
    if first_round and state.rules.first_bidder == "spade3":
        notes.append(_first_bidder(position, texts))
    if taken and all(bid is None for bid in state.bids) and state.landlord is not None:
        notes.append(_forced(side_of(state.landlord, state.rules), texts))
    return notes


def _forced(side: str, texts: Texts) -> str:
    """Who must be landlord because all passed too often (R5)."""
    if side == _MINE:
        return texts("note.forced_mine")
    return texts("note.forced", seat=seat_name(side, texts))


def _first_bidder(position: Position, texts: Texts) -> str:
    """Who bids first by the 3 of spades, known to all because he shows it (R3)."""
    first = side_of(position.state.first, position.state.rules)
    if "3s" in position.kitty:
        return texts("note.spade3_kitty", seat=seat_name(first, texts))
    if first == _MINE:
        return texts("note.spade3_mine")
    return texts("note.spade3", seat=seat_name(first, texts))


def _said_aloud(position: Position, texts: Texts, *, redealt: bool, taken: bool) -> str:
    """The last action as one sentence for a screen reader."""
    state = position.state
    if not position.said:
        notes = " ".join(_notes(position, texts, taken=taken))
        dealt = texts("say.dealt", rules=rules_name(state.rules, texts))
        return notes if redealt else f"{dealt} {notes}".strip()
    said = position.said[-1]
    seat = seat_name(said.side, texts)
    if taken and state.landlord is not None:
        landlord = seat_name(side_of(state.landlord, state.rules), texts)
        return texts("say.landlord", seat=landlord, n=state.base)
    if isinstance(said.action, Play):
        kind = kind_name(said.action.kind, texts)
        aloud = texts("say.play", seat=seat, kind=kind, cards=play_shown(said.action, texts))
        announced = _announced(doudizhu.view(state, PERSON).announced[said.seat], texts)
        return f"{aloud} {announced}".strip()
    return texts("say.word", seat=seat, word=said_word(said, texts))
