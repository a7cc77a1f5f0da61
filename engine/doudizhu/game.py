"""Dou Dizhu as seven functions over frozen values: deal turn legal apply is_over payoffs view."""

from __future__ import annotations

from dataclasses import replace

from engine import deal_code
from engine.cards import (
    Counts,
    IllegalPlayError,
    NotationError,
    add,
    count_cards,
    subtract,
)
from engine.doudizhu.auction import POINTS, WORDS, Auction, auction, doubling_turn
from engine.doudizhu.plays import Play, classify, following, parse_play, plays
from engine.doudizhu.position import (
    action_text as action_text,
    parse_position,
    position_text as position_text,
)
from engine.doudizhu.rules import (
    CLASSIC,
    Rules,
    parse_rules,
    rules_text as rules_text,
)
from engine.doudizhu.state import Action, State, View, view_of

GAME = "ddz"


# ---- the seven functions ----


def deal(rules: Rules, code: str) -> State:
    """The first position of the deal *code* under *rules*.

    Raises NotationError on a wrong code, and on one for another number of players.
    """
    cards = deal_code.decode(code)
    if len(cards.hands) != rules.seats:
        raise NotationError(
            f"deal code {code[:60]!r} is for {len(cards.hands)} players; "
            f"the rules {rules_text(rules)!r} are for {rules.seats}"
        )
    return _dealt(rules, cards, deals_before=0)


def turn(state: State) -> int:
    """The seat to act; after the end the seat that would be next."""
    return state.turn


def legal(state: State) -> tuple[Action, ...]:
    """Everything the seat to act may do; None is a pass.  Empty after the end."""
    return _choices(state, state.hands[state.turn])


def legal_in(view: View) -> tuple[Action, ...]:
    """Everything the seat of *view* may do when it is its turn."""
    return _choices(view, view.hand)


def _choices(known: State | View, hand: Counts) -> tuple[Action, ...]:
    if known.phase == "bid":
        return auction(known.rules, known.first, known.bids).choices
    if known.phase == "double":
        spoken = _doubling_turn(known)
        return () if spoken is None else (None, spoken[1])
    if known.phase == "over":
        return ()
    if known.to_beat is None:
        return tuple(plays(hand, known.rules))
    return (None, *following(hand, known.to_beat, known.rules))


def apply(state: State, action: Action) -> State:
    """The state after *action* of the seat to act; the given state is left as it was.

    Raises IllegalPlayError that says why and gives the position.
    """
    if why := why_not(state, action):
        raise IllegalPlayError(
            f"seat {state.turn} cannot say {action_text(action)}: {why}; {position_text(state)}"
        )
    if state.phase == "bid":
        return _apply_bid(state, action)
    if state.phase == "double":
        return _apply_double(state, action)
    return _apply_play(state, action if isinstance(action, Play) else None)


def is_over(state: State) -> bool:
    """Whether the deal is played to its end (R17)."""
    return state.phase == "over"


def payoffs(state: State) -> tuple[int, ...]:
    """Points of every seat, sum zero; all zero before the end (R21)."""
    side = winner(state)
    if side is None or state.landlord is None:
        return (0,) * state.rules.seats
    return points(
        state.rules,
        landlord=state.landlord,
        base=state.base,
        winner=side,
        doublings=state.doublings,
        landlord_plays=state.plays_made[state.landlord],
        peasant_plays=sum(state.plays_made) - state.plays_made[state.landlord],
        doubled=doubled_seats(state),
        redoubled="redouble" in state.doubles,
    )


def view(state: State, seat: int) -> View:
    """What *seat* knows of *state*."""
    return view_of(state, seat)


# ---- result ----


def winner(state: State) -> str | None:
    """``"landlord"`` or ``"peasants"``; None before the end."""
    if state.phase != "over":
        return None
    empty = next(seat for seat, hand in enumerate(state.hands) if not any(hand))
    return "landlord" if empty == state.landlord else "peasants"


def spring(state: State) -> str | None:
    """``"spring"``, ``"anti_spring"``, or None (R20)."""
    side = winner(state)
    if side is None or state.landlord is None:
        return None
    landlord_plays = state.plays_made[state.landlord]
    return spring_of(side, landlord_plays, sum(state.plays_made) - landlord_plays)


def spring_of(winner: str, landlord_plays: int, peasant_plays: int) -> str | None:
    """R20 from the numbers of plays, passes not counted."""
    if winner == "landlord" and not peasant_plays:
        return "spring"
    return "anti_spring" if winner == "peasants" and landlord_plays == 1 else None


def multiplier(state: State) -> int:
    """What the base is multiplied with so far (R19), at the end with the spring (R20)."""
    return 1 << (state.doublings + (spring(state) is not None))


def doubled_seats(state: State | View) -> tuple[int, ...]:
    """The peasants that doubled (R8)."""
    if state.landlord is None:
        return ()
    seats = state.rules.seats
    return tuple(
        (state.landlord + 1 + place) % seats
        for place, word in enumerate(state.doubles)
        if word == "double"
    )


def points(
    rules: Rules,
    *,
    landlord: int,
    base: int,
    winner: str,
    doublings: int,
    landlord_plays: int,
    peasant_plays: int,
    doubled: tuple[int, ...] = (),
    redoubled: bool = False,
) -> tuple[int, ...]:
    """Points by seat, sum zero (R19 to R22).

    *doublings* counts robs, bombs and rockets; the plays decide the spring; *doubled* are the
    peasants that doubled, *redoubled* says that the landlord answered.
    """
    sprung = spring_of(winner, landlord_plays, peasant_plays) is not None
    size = base << (doublings + sprung)
    sign = 1 if winner == "peasants" else -1
    each = [0] * rules.seats
    for seat in range(rules.seats):
        if seat != landlord:
            own = (2 + 2 * redoubled) if seat in doubled else 1  # R22: only who doubled
            each[seat] = sign * size * own
    each[landlord] = -sum(each)
    return tuple(each)


# ---- steps ----


def why_not(state: State, action: Action) -> str:
    """Why the seat to act may not do *action*, as an English phrase; empty when it may."""
    if state.phase == "over":
        return "the deal is over"
    if state.phase != "play":
        choices = legal(state)
        if action in choices and not isinstance(action, bool):
            return ""
        return f"expected one of {', '.join(map(action_text, choices))}"
    if action is None:
        return "the leader must play" if state.to_beat is None else ""  # R16
    if not isinstance(action, Play):
        return "expected a play or a pass"
    hand = state.hands[state.turn]
    if any(need > have for need, have in zip(action.counts, hand, strict=True)):
        return "the hand does not hold these cards"
    if action not in classify(action.counts, state.rules):
        return f"no play under the rules {rules_text(state.rules)!r}"
    if state.to_beat is not None and not action.beats(state.to_beat):
        return f"it does not beat {state.to_beat}"
    return ""


def _dealt(rules: Rules, cards: deal_code.Deal, *, deals_before: int) -> State:
    first = cards.first
    if rules.first_bidder == "spade3":  # R3: in the kitty, the code decides
        first = next((seat for seat, hand in enumerate(cards.hands) if "3s" in hand), first)
    return State(
        rules=rules,
        code=deal_code.encode(cards),
        hands=tuple(map(count_cards, cards.hands)),
        kitty=count_cards(cards.kitty),
        first=first,
        turn=first,
        phase="bid",
        deals_before=deals_before,
        plays_made=(0,) * rules.seats,
    )


def _apply_bid(state: State, bid: Action) -> State:
    rules = state.rules
    bids = (*state.bids, None if isinstance(bid, Play) else bid)
    standing = auction(rules, state.first, bids)
    if standing.turn is not None:
        return replace(state, bids=bids, turn=standing.turn)
    if standing.leader is not None:
        return _with_landlord(state, bids, standing)
    if rules.redeals is None or state.deals_before < rules.redeals:  # R5
        return _dealt(rules, _deal_after(state), deals_before=state.deals_before + 1)
    return _with_landlord(state, bids, Auction(None, (), state.first, 1))


def _deal_after(state: State) -> deal_code.Deal:
    if state.code:
        return deal_code.next_deal(state.code)
    label = f"after {position_text(state)}".encode()
    return deal_code.draw(label, players=state.rules.seats, first=state.first)


def _with_landlord(state: State, bids: tuple[int | str | None, ...], standing: Auction) -> State:
    landlord = standing.leader
    assert landlord is not None
    hands = tuple(
        add(hand, state.kitty) if seat == landlord else hand  # R7
        for seat, hand in enumerate(state.hands)
    )
    known = replace(
        state,
        bids=bids,
        landlord=landlord,
        base=standing.base,
        hands=hands,
        doublings=standing.robs,
        turn=landlord,
        phase="play",
    )
    speaker = _doubling_turn(known)
    return known if speaker is None else replace(known, phase="double", turn=speaker[0])


def _doubling_turn(known: State | View) -> tuple[int, str] | None:
    assert known.landlord is not None
    return doubling_turn(known.rules, known.landlord, known.doubles)


def _apply_double(state: State, word: Action) -> State:
    spoken = replace(state, doubles=(*state.doubles, word if isinstance(word, str) else None))
    speaker = _doubling_turn(spoken)
    if speaker is None:
        assert state.landlord is not None
        return replace(spoken, phase="play", turn=state.landlord)
    return replace(spoken, turn=speaker[0])


def _apply_play(state: State, play: Play | None) -> State:
    seat, seats = state.turn, state.rules.seats
    history = (*state.history, (seat, play))
    next_seat = (seat + 1) % seats
    if play is None:
        passes = state.passes + 1
        if passes < seats - 1:
            return replace(state, turn=next_seat, passes=passes, history=history)
        return replace(  # R16: all others passed, the last to play leads
            state, turn=next_seat, passes=0, to_beat=None, leader=None, history=history
        )
    left = subtract(state.hands[seat], play.counts)
    return replace(
        state,
        hands=(*state.hands[:seat], left, *state.hands[seat + 1 :]),
        turn=next_seat,
        phase="play" if any(left) else "over",
        to_beat=play,
        leader=seat,
        passes=0,
        doublings=state.doublings + play.is_bomb,
        plays_made=tuple(made + (other == seat) for other, made in enumerate(state.plays_made)),
        history=history,
    )


# ---- notation of one turn ----


def parse_action(state: State, text: str) -> Action:
    """What *text* says in this phase: the inverse of ``action_text``.

    Raises NotationError, or AmbiguousPlayError for cards with several readings.
    """
    if text == "pass":
        return None
    if state.phase == "play":
        return parse_play(text, state.rules)
    if text in map(str, POINTS):
        return int(text)
    if text in WORDS:
        return text
    raise NotationError(
        f"cannot read {text[:40]!r} in the phase {state.phase!r}; "
        f"expected one of {', '.join(map(action_text, legal(state)))}"
    )


# ---- records ----


def start(rules: str, *, code: str = "", position: str = "") -> State:
    """The first state of a record: of a deal code under *rules*, or of a position line.

    Raises NotationError, or AmbiguousPlayError for a play to beat with several readings.
    """
    if code:
        return deal(parse_rules(rules) if rules else CLASSIC, code)
    return parse_position(position)


def item(before: State, after: State) -> str:
    """The item of a record a turn belongs to: ``0a`` the last bid of an auction that all passed,
    ``0`` another bid, ``0d`` doubling, ``trick`` a play or a pass."""
    if before.phase == "bid":
        return "0a" if after.deals_before > before.deals_before else "0"
    return "0d" if before.phase == "double" else "trick"


def leads(state: State) -> bool:
    """Whether the next turn begins an item: an auction, the doubling, or a trick."""
    if state.phase == "bid":
        return not state.bids
    return not state.doubles if state.phase == "double" else state.to_beat is None
