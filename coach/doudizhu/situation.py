"""What a person tells of the deal around pasted cards, and the view that comes of it.

A position, a view or a record says all by itself.  Cards alone need to be told whose they are,
what lies on the table, what was played, and how many cards the others hold.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from coach.doudizhu.hand_text import HandTextError, read_hand
from engine import record
from engine.cards import (
    AmbiguousPlayError,
    Counts,
    IllegalPlayError,
    NotationError,
    add,
    full_deck,
    ranks_text,
    subtract,
)
from engine.doudizhu import game
from engine.doudizhu.conditions import Conditions
from engine.doudizhu.plays import Play, parse_play
from engine.doudizhu.position import parse_position, parse_view
from engine.doudizhu.rules import Rules, rules_text
from engine.doudizhu.state import State, View

ROLES = {3: ("landlord", "after", "before"), 4: ("landlord", "after", "across", "before")}
"""The seats in their order of play, by how many they are."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What is told beside the hand."""

    role: str | None = None
    """One of ``ROLES``; None for what the number of cards says: bidding, or the first lead."""
    to_beat: str = ""
    """The play on the table as its cards; empty when the seat leads."""
    by: str | None = None
    """Whose that play is."""
    seen: Counts | None = None
    """Cards that were played, those on the table too or not."""
    counts: tuple[int, ...] = ()
    """Cards of the other seats, in order of play from the own seat on."""


Fault = Literal["role", "cards", "play", "several", "numbers", "own", "excess", "few", "sum"]


class SituationError(NotationError):
    """What was told beside the hand cannot be read, or does not fit: *fault*, with its *values*."""

    def __init__(self, fault: Fault, **values: str | int) -> None:
        self.fault, self.values = fault, values
        super().__init__(_MESSAGES[fault].format(**values))


_MESSAGES: dict[Fault, str] = {
    "role": "whose cards these are is not told; expected a role such as landlord",
    "cards": "cannot read {text!r} as cards",
    "play": "cannot read {text!r} as a play",
    "several": "{text!r} is more than one play; expected one of {plays}",
    "numbers": "cannot read {text!r} as numbers of cards; expected such as 20,17",
    "own": "the play on the table is one's own; expected another seat's",
    "excess": "the hand and the cards seen hold {cards} too many",
    "few": "{n} numbers of cards; expected {others}",
    "sum": "the others hold {held} cards, and {unseen} are unseen; expected as many: tell the "
    "cards played, and the others' numbers",
}


def read_play(text: str, rules: Rules) -> Play:
    """A play in notation, or its cards as people write them; SituationError for anything else."""
    try:
        return _play("".join(text.split()).upper(), text, rules)
    except SituationError as error:
        if error.fault == "several":
            raise
    return _play(ranks_text(read_cards(text, rules, "play")), text, rules)


def _play(letters: str, text: str, rules: Rules) -> Play:
    """The play of *letters*, which were written as *text*."""
    shown = text.strip()[:40]
    try:
        return parse_play(letters, rules)
    except AmbiguousPlayError as error:
        raise SituationError("several", text=shown, plays=", ".join(error.readings)) from None
    except (NotationError, IllegalPlayError):
        raise SituationError("play", text=shown) from None


def read_cards(text: str, rules: Rules, fault: Literal["cards", "play"] = "cards") -> Counts:
    """Cards as people write them; SituationError where they cannot be read, or mean several."""
    try:
        return read_hand(text, rules).only
    except HandTextError:
        raise SituationError(fault, text=text.strip()[:40]) from None


def read_conditions(keep: str, first: str, last: str, rules: Rules) -> Conditions:
    """What a split is to keep to, as people write it: cards that stay together (several apart by
    commas), the first play and the last one in notation.

    Raises SituationError for what cannot be read.
    """
    kept = [part for part in re.split(r"[,，、;]", keep) if part.strip()]
    return Conditions(
        keep=tuple(read_cards(part, rules) for part in kept),
        first=read_play(first, rules) if first.strip() else None,
        last=read_play(last, rules) if last.strip() else None,
    )


def read_counts(text: str) -> tuple[int, ...]:
    """Numbers of cards such as ``20, 17``; SituationError where they are none."""
    numbers = re.split(r"[\s,，、/]+", text.strip())
    if not all(re.fullmatch(r"[0-9]{1,2}", number) for number in numbers):
        raise SituationError("numbers", text=text.strip()[:40])
    return tuple(map(int, numbers))


_TAG = re.compile(r"\s*\[\w+ \"")


LONGEST_LINE = 20_000
"""Letters of a position, a view or a record that are read; a record without comments has 2,000."""


def is_notation(text: str) -> bool:
    """Whether *text* is a position, a view or a record of this project, not only cards."""
    return text.lstrip().startswith("ddz ") or _TAG.match(text) is not None


def read_notation(text: str, seat: int | None = None) -> State | View:
    """The position or view written as *text*, or the last position of a record.

    Raises NotationError; for a view IllegalPlayError when it is not that of *seat*.
    """
    if len(text) > LONGEST_LINE:
        raise NotationError(f"too long; expected at most {LONGEST_LINE} letters")
    if text.lstrip().startswith("["):
        reading = record.read_record(text)
        if reading.faults:
            raise NotationError(str(reading.faults[0]))
        state: State = record.states(reading.record)[-1]
        return state
    hands = [*text.split(), ""][1]
    if "?" not in hands:
        return parse_position(text)
    view = parse_view(text)
    if seat not in (None, view.seat):
        raise IllegalPlayError(f"the view is that of seat {view.seat}; read seat {seat}")
    return view


def turns_of(text: str) -> int | None:
    """How many turns a record that can be read has; None for a position or a view."""
    if not text.lstrip().startswith("["):
        return None
    return len(record.read_record(text).record.turns)


def view_of_seat(found: State | View, seat: int | None = None) -> View:
    """What *seat* knows in what was read, the seat to act when None."""
    if isinstance(found, View):
        return found
    seat = found.turn if seat is None else seat
    if not 0 <= seat < found.rules.seats:
        raise IllegalPlayError(f"there are the seats 0 to {found.rules.seats - 1}; read {seat}")
    return game.view(found, seat)


def view_of_hand(hand: Counts, told: Situation, rules: Rules) -> View | None:
    """The view of the seat that holds *hand* and is to act in the situation *told*.

    None when nothing is told and the number of cards is not that of a start: then only the cards
    can be analysed.  Raises SituationError where what is told does not fit together.
    """
    if told == Situation():
        return _opening(hand, rules)
    roles = ROLES[rules.seats]
    if told.role is None:
        raise SituationError("role")
    role = told.role
    for named in filter(None, (told.role, told.by)):
        if named not in roles:
            raise NotationError(f"cannot read {named!r} as a role; expected {', '.join(roles)}")
    seat = roles.index(role)
    unseen = _unseen(hand, told, rules)
    counts = _counts(told, role, unseen, rules)
    hands = [f"?{count}" for count in counts]
    hands.insert(seat, ranks_text(hand))
    table, passes = _table(told, roles, seat, rules)
    dealt = _dealt(rules)
    sizes = [*counts[:seat], sum(hand), *counts[seat:]]
    full = [dealt + rules.kitty_size * (place == 0) for place in range(rules.seats)]
    plays = [int(held < whole) for held, whole in zip(sizes, full, strict=True)]
    made = f" plays={','.join(map(str, plays))}" if any(plays) else ""
    shown = ranks_text(unseen)
    return parse_view(
        f"ddz {'/'.join(hands)} - 0@1 {seat} {table} {passes} 0 rules={rules_text(rules)}{made}"
        + (f" unseen={shown}" if shown else "")
    )


def told_by(view: View) -> Situation | None:
    """What would be told of *view* beside its hand, when its seat is to act.

    The auction, the kitty and the order of play have no place in it.  Nothing is to be told while
    bidding; None for two hands, whose seats have no roles by place.
    """
    if view.rules.seats not in ROLES:
        return None
    if view.landlord is None:
        return Situation()
    roles = ROLES[view.rules.seats]
    seats, place = len(roles), (view.seat - view.landlord) % view.rules.seats
    answers = view.to_beat is not None and view.leader not in (None, view.seat)
    by = roles[((view.leader or 0) - view.landlord) % seats] if answers else None
    gone = subtract(full_deck(packs=view.rules.packs), add(view.hand, view.unseen))
    return Situation(
        role=roles[place],
        to_beat=str(view.to_beat) if answers else "",
        by=by,
        seen=gone if any(gone) else None,
        counts=tuple(view.counts[(view.seat + step) % seats] for step in range(1, seats)),
    )


def _dealt(rules: Rules) -> int:
    return (54 * rules.packs - rules.kitty_size) // rules.seats


def _opening(hand: Counts, rules: Rules) -> View | None:
    """The first bid with as many cards as are dealt; with the kitty the landlord's first lead."""
    dealt, size = _dealt(rules), sum(hand)
    if size not in (dealt, dealt + rules.kitty_size):
        return None
    hidden = f"/?{dealt}" * (rules.seats - 1)
    start = f"?{rules.kitty_size} - 0 - 0 0 first=0" if size == dealt else "- 0@1 0 - 0 0"
    unseen = ranks_text(subtract(full_deck(packs=rules.packs), hand))
    return parse_view(
        f"ddz {ranks_text(hand)}{hidden} {start} rules={rules_text(rules)} unseen={unseen}"
    )


def _unseen(hand: Counts, told: Situation, rules: Rules) -> Counts:
    """The cards of the others: all but the hand, those played, and those on the table."""
    deck = full_deck(packs=rules.packs)
    gone = hand if told.seen is None else add(hand, told.seen)
    if told.to_beat:
        on_table = read_play(told.to_beat, rules).counts
        if told.seen is None or any(s < c for s, c in zip(told.seen, on_table, strict=True)):
            gone = add(gone, on_table)
    if any(count > most for count, most in zip(gone, deck, strict=True)):
        over = tuple(max(0, count - most) for count, most in zip(gone, deck, strict=True))
        raise SituationError("excess", cards=ranks_text(over))
    return subtract(deck, gone)


def _counts(told: Situation, role: str, unseen: Counts, rules: Rules) -> tuple[int, ...]:
    """Cards of the other seats in order of their seats."""
    roles, dealt = ROLES[rules.seats], _dealt(rules)
    seat = roles.index(role)
    others = [(seat + step) % rules.seats for step in range(1, rules.seats)]
    counts = told.counts or tuple(dealt + rules.kitty_size * (other == 0) for other in others)
    if len(counts) != len(others):
        raise SituationError("few", n=len(counts), others=len(others))
    if sum(counts) != sum(unseen):
        raise SituationError("sum", held=sum(counts), unseen=sum(unseen))
    held = dict(zip(others, counts, strict=True))
    return tuple(held[other] for other in sorted(held))


def _table(told: Situation, roles: tuple[str, ...], seat: int, rules: Rules) -> tuple[str, int]:
    """What is to be beaten as a field of the notation, and how many passed since."""
    if not told.to_beat:
        return "-", 0
    by = roles.index(told.by) if told.by else (seat - 1) % len(roles)
    if by == seat:
        raise SituationError("own")
    return f"{by}:{read_play(told.to_beat, rules)}", (seat - by - 1) % len(roles)
