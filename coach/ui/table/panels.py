"""The panels beside the table and the result: fewest plays, score, tricks."""

from __future__ import annotations

from typing import Any

from coach.figures import signed
from coach.language import Texts
from coach.ui.table.frames import laid_out
from coach.ui.table.replay import PERSON, Cards, Position, Said, lowest_cards, side_of
from coach.ui.table.score import factors, own_doubling, score_rows
from coach.ui.table.words import kind_name, play_shown, role_of, said_word, seat_name
from engine.doudizhu import game as doudizhu
from engine.doudizhu.plays import Play
from engine.doudizhu.search import fewest_plays
from engine.doudizhu.state import State

Panel = dict[str, Any]
Row = tuple[str, str, str, str]
"""Number, who, what, and what it counts."""


def fewest_panel(position: Position, texts: Texts, *, proved: bool) -> Panel:
    """The fewest plays that empty the person's hand, as groups of its cards."""
    hand = position.hands[PERSON]
    plays = fewest_plays(position.state.hands[PERSON], position.state.rules)
    return {
        "label": texts("plays_to_go"),
        "number": len(plays),
        "groups": groups(hand, plays, texts),
        "proved": texts("proved_fewest") if proved else "",
        "short": texts("proved") if proved else "",
    }


def groups(hand: Cards, plays: tuple[Play, ...], texts: Texts) -> list[Panel]:
    """*plays* with suited cards of *hand*, from the longest to the shortest."""
    found = []
    for play in sorted(plays, key=lambda play: (-play.size, play.start)):
        cards = lowest_cards(hand, play)
        hand = tuple(card for card in hand if card not in cards)
        found.append({**laid_out(play, cards), "kind": kind_name(play.kind, texts)})
    return found


def spoken_panel(position: Position, texts: Texts) -> Panel:
    """Who has said what: the auction, then the doubling, before the first play all (R4, R6, R8)."""
    state = position.state
    title = "auction_rob" if state.rules.auction == "rob" else "auction"
    said = position.spoken
    if state.phase == "double":
        title, said = "doubling", said[len(state.bids) :]
    rows = [("", seat_name(one.side, texts), said_word(one, texts), "") for one in said]
    if state.turn == PERSON and state.phase != "play":
        rows.append(
            ("", seat_name(side_of(PERSON, state.rules), texts), texts("bids.thinking"), "")
        )
    return _log(texts(title), rows)


def _log(title: str, rows: list[Row], *, numbered: bool = False) -> Panel:
    return {"title": title, "rows": rows, "numbered": numbered}


def multiplier_panel(position: Position, texts: Texts) -> Panel:
    """The base, what doubled it, and the points of the deal so far."""
    return _log(texts("multiplier_panel"), score_rows(position, texts))


def points_panel(position: Position, texts: Texts) -> Panel:
    """How the points stand: while bidding what was said, then what doubled them."""
    if position.state.landlord is None:
        return spoken_panel(position, texts)
    return multiplier_panel(position, texts)


def tricks_panel(position: Position, texts: Texts) -> Panel:
    """Every play so far by trick, the latest trick first; passes are left out."""
    tricks: list[list[Said]] = []
    passes = position.state.rules.seats - 1
    for said in position.plays:
        if passes == position.state.rules.seats - 1:  # R16
            tricks.append([])
            passes = 0
        passes = passes + 1 if said.action is None else 0
        if said.action is not None:
            tricks[-1].append(said)
    rows = []
    for number, trick in reversed(list(enumerate(tricks, 1))):
        for place, said in enumerate(trick):
            assert isinstance(said.action, Play)
            rows.append(_trick_row(said, said.action, str(number) if place == 0 else "", texts))
    return _log(texts("tricks_panel"), rows, numbered=True)


def _trick_row(said: Said, play: Play, number: str, texts: Texts) -> Row:
    shown = play_shown(play, texts)
    kind = kind_name(play.kind, texts)
    named = kind if play.is_bomb and shown else ""  # other plays say their kind themselves
    return (number, seat_name(said.side, texts), shown or kind, named)


# ---- result ----


def result_panel(chain: tuple[Position, ...], texts: Texts, *, proved: bool) -> Panel:
    """The finished deal: who won, how the points came about, the plays made and left."""
    position = chain[-1]
    state = position.state
    points = doudizhu.payoffs(state)
    return {
        "role": role_of(PERSON, state, texts),
        "won": points[PERSON] > 0,
        "title": texts("result.won" if points[PERSON] > 0 else "result.lost"),
        "how": _how(position, texts),
        "points_title": texts("result.points"),
        "factors": factors(position, texts),
        "points": [
            {
                "role": role_of(seat, state, texts),
                "name": _name(seat, state, texts),
                "value": value,
                "shown": signed(value),
                "how": own_doubling(seat, state, texts),
            }
            for seat, value in enumerate(points)
        ],
        "mine": _my_plays(chain, texts, proved=proved),
        "left_over": {
            "title": texts("result.left_over"),
            "rows": [
                {
                    "name": texts.count(
                        "result.cards_of", len(hand), seat=_name(seat, state, texts)
                    ),
                    "cards": hand,
                }
                for seat, hand in enumerate(position.hands)
                if hand
            ],
        },
        "actions": [
            {"id": "review", "label": texts("ui.review"), "note": "", "primary": True},
            {"id": "another", "label": texts("new_deal"), "note": ""},
            {"id": "same", "label": texts("same_deal_again"), "note": ""},
        ],
    }


def _how(position: Position, texts: Texts) -> str:
    spring = doudizhu.spring(position.state)
    if spring == "spring":
        return texts("result.spring")
    if spring == "anti_spring":
        return texts("result.anti_spring")
    winner = next(seat for seat, hand in enumerate(position.hands) if not hand)
    if winner == PERSON:
        return texts("result.you_first")
    return texts("result.other_first", seat=_name(winner, position.state, texts))


def _name(seat: int, state: State, texts: Texts) -> str:
    return seat_name(side_of(seat, state.rules), texts)


def _my_plays(chain: tuple[Position, ...], texts: Texts, *, proved: bool) -> Panel:
    position = chain[-1]
    mine = [said for said in position.said if said.seat == PERSON and isinstance(said.action, Play)]
    made = [
        {**laid_out(said.action, said.cards), "kind": kind_name(said.action.kind, texts)}
        for said in mine
        if isinstance(said.action, Play)
    ]
    start = opening(chain)
    number = len(fewest_plays(start.state.hands[PERSON], start.state.rules))
    return {
        "title": texts.count("result.your_plays", len(made)),
        "groups": made,
        "start": texts.count("result.fewest_at_start", number),
        "proved": texts("proved_fewest") if proved else "",
    }


def opening(chain: tuple[Position, ...]) -> Position:
    """The position in which the landlord is known and nothing is played."""
    return next(position for position in chain if position.state.landlord is not None)
