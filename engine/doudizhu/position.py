"""Positions and views as one line of text, and back.

``ddz 5566789/99JJQ2/TTK2 - 0@3 1 0:33 0 1`` has the fields game, hands in seat order, kitty
(written while it lies face down, else ``-``), landlord@base (``-`` while bidding), turn, to-beat
as seat:play (``-`` for a lead), passes in a row, doublings so far; then ``key=value`` for what is
not as usual:

- ``rules`` the rules, ``classic`` when absent; ``first`` the first bidder, 0 when absent;
- ``bids`` and ``doubled`` what was said, in order; ``plays`` the plays made by each seat;
- ``deals`` earlier deals that all passed; ``shown`` the kitty after it was shown.

Two hands are the puzzle form (one pass ends a trick), four the four-player game.  A view writes
hidden cards ``?17`` and adds ``unseen``, all cards its seat cannot see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeVar

from engine.cards import (
    NO_CARDS,
    Counts,
    NotationError,
    add,
    full_deck,
    parse_ranks,
    ranks_text,
)
from engine.doudizhu.auction import WORDS, auction, doubling_turn
from engine.doudizhu.plays import parse_play
from engine.doudizhu.rules import CLASSIC, FOUR_PLAYER, Rules, parse_rules, rules_text
from engine.doudizhu.state import State, View, view_of

GAME = "ddz"
FIELDS = "game hands kitty landlord@base turn to-beat passes doublings"
KEYS = ("rules", "first", "bids", "doubled", "plays", "deals", "unseen", "shown")


def action_text(action: object) -> str:
    """One turn as text: a play, the points of a bid, a word, or ``pass``."""
    return "pass" if action is None else str(action)


# ---- writing ----


def position_text(state: State) -> str:
    """*state* as one line; cards without suits, low to high.  Code and history are left out."""
    hands = [ranks_text(hand) or "-" for hand in state.hands]
    return _line(state, hands, ranks_text(state.kitty), state.kitty, {})


def view_text(view: View) -> str:
    """*view* as one line, the hidden cards as numbers.  The history is left out."""
    hands = [
        (ranks_text(view.hand) or "-") if seat == view.seat else f"?{count}"
        for seat, count in enumerate(view.counts)
    ]
    kitty = f"?{view.rules.kitty_size}"
    shown = NO_CARDS if view.kitty is None else view.kitty
    return _line(view, hands, kitty, shown, {"unseen": ranks_text(view.unseen)})


def _line(
    known: State | View, hands: list[str], kitty: str, shown: Counts, more: dict[str, str]
) -> str:
    bidding = known.landlord is None
    fields = [
        GAME,
        "/".join(hands),
        kitty if bidding else "-",
        "-" if bidding else f"{known.landlord}@{known.base}",
        str(known.turn),
        "-" if known.to_beat is None else f"{known.leader}:{known.to_beat}",
        str(known.passes),
        str(known.doublings),
    ]
    rules = rules_text(known.rules)
    keys = {
        "rules": "" if rules == CLASSIC.name else rules,
        "first": str(known.first) if bidding or known.first else "",
        "bids": ",".join(map(action_text, known.bids)),
        "doubled": ",".join(map(action_text, known.doubles)),
        "plays": ",".join(map(str, known.plays_made)) if any(known.plays_made) else "",
        "deals": str(known.deals_before) if known.deals_before else "",
        **more,
        "shown": "" if bidding else ranks_text(shown),
    }
    return " ".join(fields + [f"{key}={value}" for key, value in keys.items() if value])


# ---- reading ----

T = TypeVar("T")


def parse_position(text: str) -> State:
    """The state written as *text*; it has no code and no history.

    Raises NotationError that names the field and what was expected.
    """
    fields, keys = _cut(text)
    if "unseen" in keys:
        raise _error("unseen", keys["unseen"], "a position with all hands open, or a view's reader")
    rules = _rules_for(len(fields["hands"].split("/")), keys)
    hands = tuple(_cards("hands", part, rules) for part in fields["hands"].split("/"))
    return _state(rules, hands, fields, keys)


def parse_view(text: str) -> View:
    """The view written as *text*; it has no history.

    Raises NotationError that names the field and what was expected.
    """
    fields, keys = _cut(text)
    parts = fields["hands"].split("/")
    rules = _rules_for(len(parts), keys)
    open_seats = [seat for seat, part in enumerate(parts) if not part.startswith("?")]
    if len(open_seats) != 1:
        raise _error("hands", fields["hands"], "one open hand and ?N for the others")
    seat = open_seats[0]
    counts = [_number("hands", part[1:], 0, 33) for part in parts if part.startswith("?")]
    unseen = _cards("unseen", keys.pop("unseen", ""), rules)
    bidding = fields["landlord@base"] == "-"
    face_down = rules.kitty_size if bidding else 0
    if sum(unseen) != sum(counts) + face_down:
        raise _error("unseen", ranks_text(unseen), f"{sum(counts) + face_down} cards")
    if bidding and fields["kitty"] != f"?{face_down}":
        raise _error("kitty", fields["kitty"], f"?{face_down}")
    # Any way to deal the unseen cards gives the same view: deal them from the lowest up.
    waiting = iter(ranks_text(unseen))
    sizes = iter(counts)

    def take(number: int) -> Counts:
        return parse_ranks("".join(next(waiting) for _ in range(number)), packs=rules.packs)

    hands = tuple(
        _cards("hands", part, rules) if other == seat else take(next(sizes))
        for other, part in enumerate(parts)
    )
    kitty = ranks_text(take(face_down)) if bidding else "-"
    state = _state(rules, hands, {**fields, "kitty": kitty}, keys)
    _check_can_be(state, seat, fields, keys)
    return view_of(state, seat)


def _check_can_be(state: State, seat: int, fields: dict[str, str], keys: dict[str, str]) -> None:
    """Raise NotationError for numbers that no deal comes to, as *seat* can count for itself."""
    rules, bidding = state.rules, state.landlord is None
    if bidding and any(count != rules.hand_size for count in state.counts):
        raise _error("hands", fields["hands"], f"{rules.hand_size} cards a hand in the auction")
    gone = 54 * rules.packs - sum(state.counts) - (rules.kitty_size if bidding else 0)
    most = gone // 4 + 1 + rules.seats  # bombs and the rocket were played, robs were said
    if state.doublings > most:
        raise _error("doublings", fields["doublings"], f"at most {most}")
    if not bidding and "shown" in keys:
        if sum(state.kitty) != rules.kitty_size:
            raise _error("shown", keys["shown"], f"{rules.kitty_size} cards")
        if seat != state.landlord:  # then none of its cards is from the kitty
            _fits_the_deck(add(state.hands[seat], state.kitty), state)


def _cut(text: str) -> tuple[dict[str, str], dict[str, str]]:
    names = FIELDS.split()
    parts = text.split()
    if len(parts) < len(names):
        raise NotationError(
            f"position {text[:80]!r} has {len(parts)} fields; expected {len(names)}: {FIELDS}"
        )
    fields = dict(zip(names, parts, strict=False))
    if fields["game"] != GAME:
        raise _error("game", fields["game"], GAME)
    keys: dict[str, str] = {}
    for part in parts[len(names) :]:
        key, _, value = part.partition("=")
        if key not in KEYS or key in keys or not value:
            raise _error("key", part, f"each once, with a value: {' '.join(KEYS)}")
        keys[key] = value
    return fields, keys


def _error(field: str, read: str, expected: str) -> NotationError:
    return NotationError(f"cannot read {read[:80]!r} as {field}; expected {expected}")


def _rules_for(seats: int, keys: dict[str, str]) -> Rules:
    rules = parse_rules(keys["rules"]) if "rules" in keys else CLASSIC
    if "rules" not in keys and seats == FOUR_PLAYER.seats:
        return FOUR_PLAYER
    if seats == 2 and rules.seats == 3:
        return replace(rules, seats=2)
    if seats != rules.seats:
        raise _error("hands", f"{seats} hands", f"{rules.seats}, as the rules say")
    return rules


def _cards(field: str, text: str, rules: Rules) -> Counts:
    if text in ("-", ""):
        return NO_CARDS
    try:
        return parse_ranks(text, packs=rules.packs)
    except NotationError as error:
        raise NotationError(f"{field}: {error}") from None


def _number(field: str, text: str, least: int, most: int) -> int:
    if text.isascii() and text.isdigit() and len(text) < 6 and least <= int(text) <= most:
        return int(text)
    raise _error(field, text, f"a number from {least} to {most}")


def _listed(keys: dict[str, str], key: str, read: Callable[[str], T]) -> tuple[T, ...]:
    return tuple(map(read, keys[key].split(","))) if key in keys else ()


def _word(text: str) -> int | str | None:
    if text == "pass":
        return None
    if text in WORDS:
        return text
    return _number("bids", text, 1, 3)


def _doubled(text: str) -> str | None:
    if text in ("pass", "double", "redouble"):
        return None if text == "pass" else text
    raise _error("doubled", text, "pass, double or redouble")


def _state(
    rules: Rules, hands: tuple[Counts, ...], fields: dict[str, str], keys: dict[str, str]
) -> State:
    seats = len(hands)
    bidding = fields["landlord@base"] == "-"
    plays_made = _listed(keys, "plays", lambda part: _number("plays", part, 0, 108))
    state = State(
        rules=rules,
        code="",
        hands=hands,
        kitty=_cards("kitty", fields["kitty"] if bidding else keys.get("shown", ""), rules),
        first=_number("first", keys.get("first", "0"), 0, seats - 1),
        turn=_number("turn", fields["turn"], 0, seats - 1),
        phase="bid",
        deals_before=_number("deals", keys.get("deals", "0"), 0, 99_999),
        bids=_listed(keys, "bids", _word),
        doubles=_listed(keys, "doubled", _doubled),
        passes=_number("passes", fields["passes"], 0, seats - 2),
        doublings=_number("doublings", fields["doublings"], 0, 99),
        plays_made=plays_made or (0,) * seats,
    )
    if len(state.plays_made) != seats:
        raise _error("plays", keys["plays"], f"{seats} numbers")
    cards = _on_the_table(state, bidding=bidding)
    if bidding:
        return _checked_auction(state, fields)
    landlord, _, base = fields["landlord@base"].partition("@")
    state = replace(
        state,
        landlord=_number("landlord", landlord, 0, seats - 1),
        base=_number("base", base, 1, 999),
        phase="over" if NO_CARDS in hands else "play",
    )
    if hands.count(NO_CARDS) > 1:
        raise _error("hands", fields["hands"], "at most one empty hand")
    if fields["to-beat"] != "-":
        leader, _, play = fields["to-beat"].partition(":")
        state = replace(
            state,
            leader=_number("to-beat", leader, 0, seats - 1),
            to_beat=parse_play(play, rules),
        )
    return _checked_play(state, fields, cards)


def _on_the_table(state: State, *, bidding: bool) -> Counts:
    """The cards of all hands, and of the kitty that lies face down; at most a whole deck."""
    cards: Iterable[Counts] = (*state.hands, state.kitty) if bidding else state.hands
    total = NO_CARDS
    for part in cards:
        total = add(total, part)
    _fits_the_deck(total, state)
    return total


def _fits_the_deck(cards: Counts, state: State) -> None:
    over = [
        rank
        for rank, (held, most) in enumerate(
            zip(cards, full_deck(packs=state.rules.packs), strict=True)
        )
        if held > most
    ]
    if over:
        too_many = ranks_text(tuple(cards[rank] if rank in over else 0 for rank in range(15)))
        raise _error("hands", too_many, "no more than the deck has")


def _checked_auction(state: State, fields: dict[str, str]) -> State:
    if fields["to-beat"] != "-" or state.passes or state.doubles or any(state.plays_made):
        raise _error("landlord@base", "-", "LANDLORD@BASE once something was played or doubled")
    for said in range(len(state.bids)):
        standing = auction(state.rules, state.first, state.bids[:said])
        if standing.turn is None or state.bids[said] not in standing.choices:
            bids = ",".join(map(action_text, state.bids))
            raise _error("bids", bids, "bids that the rules allow one after the other")
    standing = auction(state.rules, state.first, state.bids)
    if standing.turn is None:
        raise _error("landlord@base", "-", "LANDLORD@BASE: the bids end the auction")
    if standing.turn != state.turn:
        raise _error("turn", fields["turn"], f"{standing.turn}, who bids next")
    return state


def _checked_play(state: State, fields: dict[str, str], cards: Counts) -> State:
    seats = state.rules.seats
    if state.to_beat is None or state.leader is None:
        if state.passes:
            raise _error("passes", fields["passes"], "0 for a lead")
        return _checked_doubling(state, fields)
    _fits_the_deck(add(cards, state.to_beat.counts), state)
    expected = (state.leader + state.passes + 1) % seats
    if state.turn != expected:
        raise _error("turn", fields["turn"], f"{expected}, {state.passes + 1} after the leader")
    return state


def _checked_doubling(state: State, fields: dict[str, str]) -> State:
    """*state*, in the phase of doubling when not all have spoken and nothing was played (R8)."""
    assert state.landlord is not None
    speaker = doubling_turn(state.rules, state.landlord, state.doubles)
    if speaker is None or any(state.plays_made) or state.phase == "over":
        return state
    if speaker[0] != state.turn:
        raise _error("turn", fields["turn"], f"{speaker[0]}, who may {speaker[1]}")
    return replace(state, phase="double")
