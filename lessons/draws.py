"""Hands and positions drawn for exercises: the same source of chance, the same hand.

A draw comes back as the fields of a step (``lessons.loader``) without its answers, or None where
what was drawn does not fit; the caller draws again.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from engine import deal_code
from engine.cards import NO_CARDS, RANKS, SMALL_JOKER, Counts, full_deck, ranks_text, subtract
from engine.doudizhu.cpu import standard
from engine.doudizhu.game import apply, deal, is_over, legal, view
from engine.doudizhu.kernel import fewest
from engine.doudizhu.plays import Play, following, plays
from engine.doudizhu.position import parse_position, position_text, view_text
from engine.doudizhu.rules import CLASSIC
from engine.doudizhu.state import State, View
from lessons.goals import Task, parse_goal, right_answers, shown

Fields = dict[str, str]
Draw = Callable[[random.Random], Fields | None]


def cards(rng: random.Random, number: int, *, ranks: int = len(RANKS)) -> Counts:
    """*number* cards of one pack, of *ranks* neighbouring ranks only."""
    pool: list[int] = []
    while len(pool) < number:  # windows at the top have fewer cards
        first = rng.randrange(len(RANKS) - ranks + 1)
        pool = [
            rank
            for rank, count in enumerate(full_deck())
            for _ in range(count)
            if first <= rank < first + ranks
        ]
    return _counted(rng.sample(pool, number))


def _counted(chosen: Sequence[int]) -> Counts:
    counts = list(NO_CARDS)
    for rank in chosen:
        counts[rank] += 1
    return tuple(counts)


# ---- names and what beats what ----


def name_of(kinds: Sequence[str]) -> Draw:
    """A play of one of *kinds*, to be named."""

    def draw(rng: random.Random) -> Fields | None:
        kind = rng.choice(kinds)
        found = [one for one in plays(cards(rng, 13, ranks=7)) if one.kind == kind]
        if not found:
            return None
        return {"hand": "3", "on": str(rng.choice(found)), "goal": f"name {kind}"}

    return draw


def find(kinds: Sequence[str], held: int, ranks: int) -> Draw:
    """A hand in which a play of one of *kinds* is to be found."""

    def draw(rng: random.Random) -> Fields | None:
        kind, hand = rng.choice(kinds), cards(rng, held, ranks=ranks)
        if not any(one.kind == kind for one in plays(hand)):
            return None
        return {"hand": ranks_text(hand), "goal": f"find {kind}"}

    return draw


def beat(kinds: Sequence[str], held: int, *, only: str = "") -> Draw:
    """A play of *kinds* on the table and a hand of *held* cards.

    *only*: ``bombs`` where nothing else beats it, ``pass`` where nothing does.
    """

    def draw(rng: random.Random) -> Fields | None:
        both = cards(rng, held + 8, ranks=9)
        on = [one for one in plays(both) if one.kind in kinds and one.size <= 8]
        if not on:
            return None
        table = rng.choice(on)
        pool = [rank for rank, n in enumerate(subtract(both, table.counts)) for _ in range(n)]
        hand = _counted(rng.sample(pool, min(held, len(pool))))
        found = following(hand, table)
        bombs = [one for one in found if one.is_bomb]
        wanted = {"bombs": len(found) == len(bombs) > 0, "pass": not found, "": bool(found)}
        if not wanted[only] or sum(hand) < held:
            return None
        answers = " or ".join(map(str, found)) if found else "pass"
        return {"hand": ranks_text(hand), "on": str(table), "goal": f"play {answers}"}

    return draw


def count_beating(kinds: Sequence[str], held: int) -> Draw:
    """How many plays of the hand beat the one on the table."""
    draw_beat = beat(kinds, held)

    def draw(rng: random.Random) -> Fields | None:
        found = draw_beat(rng)
        if found is None:
            return None
        number = found["goal"].count(" or ") + 1
        return found | {"goal": f"count beating = {number}"}

    return draw


# ---- numbers of plays ----


def count_plays(held: int, ranks: int, least: int, most: int) -> Draw:
    """How many plays a hand takes at the least, from *least* to *most*."""

    def draw(rng: random.Random) -> Fields | None:
        hand = cards(rng, held, ranks=ranks)
        number = fewest(hand)
        if not least <= number <= most or number * 2 > held + 1:
            return None
        return {"hand": ranks_text(hand), "goal": f"count plays = {number}"}

    return draw


def empty_in(held: int, ranks: int, least: int, *, keep: str = "") -> Draw:
    """A first play of the fewest, and with *keep* (``bomb`` or ``22``) one that keeps these where
    another first play of the fewest breaks them."""

    def draw(rng: random.Random) -> Fields | None:
        hand = cards(rng, held, ranks=ranks)
        number = fewest(hand)
        quads = [rank for rank in range(13) if hand[rank] == 4]
        kept = {"": "", "bomb": RANKS[quads[0]] * 4 if quads else None, "22": "22"}[keep]
        if number < least or kept is None or (keep == "22" and hand[RANKS.index("2")] < 2):
            return None
        if kept and not _breaks(kept, hand, number):
            return None
        also = f" and keep {kept}" if kept else ""
        return {"hand": ranks_text(hand), "goal": f"empty in {number}{also}"}

    return draw


def _breaks(kept: str, hand: Counts, number: int) -> bool:
    """Whether a first play of the fewest takes some of the cards *kept* among others."""
    rank = RANKS.index(kept[0])
    first = right_answers(parse_goal(f"empty in {number}"), Task(hand))
    return any(
        isinstance(one, Play)
        and hand[rank] - one.counts[rank] < len(kept)
        and one.size > one.counts[rank]
        for one in first
    )


# ---- endings ----


def _ending(
    rng: random.Random,
    sizes: Sequence[int],
    ranks: int,
    landlord: int,
    leads: int,
    *,
    bomb: bool = False,
) -> State:
    """Hands of these sizes, seat *leads* to lead; with *bomb* seat 0 holds four of a rank."""
    drawn = cards(rng, sum(sizes), ranks=ranks)
    pool = [rank for rank, number in enumerate(drawn) for _ in range(number)]
    rng.shuffle(pool)
    if bomb:
        quad = rng.choice(sorted({rank for rank in pool if rank < SMALL_JOKER}))
        others = [rank for rank in pool if rank != quad]
        pool = [quad] * 4 + others[: sum(sizes) - 4]
        sizes = [*sizes[:-1], sizes[-1] - (sum(sizes) - len(pool))]
    hands, start = [], 0
    for size in sizes:
        hands.append(ranks_text(_counted(pool[start : start + size])))
        start += size
    made = ",".join(["9"] * len(sizes))
    return parse_position(f"ddz {'/'.join(hands)} - {landlord}@1 {leads} - 0 0 plays={made}")


def _led_to(rng: random.Random, state: State, turns: int) -> State | None:
    """*state* after *turns* turns of chance; None where it is over by then."""
    for _ in range(turns):
        choices = legal(state)
        state = apply(state, rng.choice(choices))
        if is_over(state):
            return None
    return state


def ending(
    seats: int,
    role: str,
    turns: int,
    *,
    held: tuple[int, int] = (3, 6),
    follows: bool = False,
    trap: bool = False,
    bomb: bool = False,
) -> Draw:
    """Open hands: *role* is ``landlord``, ``after`` or ``before`` him, to play after *turns* turns;
    he leads, or *follows*.

    *trap*: the standard player would choose wrongly; *bomb*: a bomb or the rocket can be played.
    """
    away = {"landlord": 0, "after": 1, "before": seats - 1}[role]

    def draw(rng: random.Random) -> Fields | None:
        sizes = [rng.randint(*held) for _ in range(seats)]
        landlord = (seats - away) % seats
        start = _ending(rng, sizes, 10, landlord, landlord, bomb=bomb)
        state = _led_to(rng, start, turns)
        if state is None or state.turn != 0 or len(legal(state)) < 4:
            return None
        if (state.to_beat is not None) != follows:
            return None
        if bomb and not any(isinstance(one, Play) and one.is_bomb for one in legal(state)):
            return None
        fields = {"position": position_text(state), "goal": "win"}
        if trap:
            fields["not"] = _usual(view(state, 0), rng)
        return fields

    return draw


def sure_ending(counts: Sequence[int], role: str, *, trap: bool = False) -> Draw:
    """A view of few hidden cards in which some play wins in every possible world."""
    seats = len(counts)
    away = {"landlord": 0, "after": 1, "before": seats - 1}[role]

    def draw(rng: random.Random) -> Fields | None:
        landlord = (seats - away) % seats
        leads = rng.choice([seat for seat in range(seats) if counts[seat] > 2])
        state = _led_to(rng, _ending(rng, counts, 9, landlord, leads), -leads % seats)
        if state is None or state.turn != 0 or len(legal(state)) < 3:
            return None
        seen = view(state, 0)
        fields = {"position": view_text(seen), "goal": "win"}
        if trap:
            fields["not"] = _usual(seen, rng)
        return fields

    return draw


def _usual(seen: View, rng: random.Random) -> str:
    """What the standard player would play."""
    return shown(standard(seen, rng))


# ---- from whole deals ----


def _played(
    rng: random.Random, least: int, most: int, *, leads: bool | None = None
) -> State | None:
    """A deal played by the standard player until *least* to *most* cards are left in all, and on to
    the next turn at which a seat *leads*, or follows."""
    state = deal(CLASSIC, deal_code.encode(deal_code.draw(rng.randrange(1 << 30))))
    left = rng.randint(least, most)
    while not is_over(state) and (
        state.phase != "play"
        or sum(state.counts) > left
        or (leads is not None and (state.to_beat is None) != leads)
    ):
        state = apply(state, standard(view(state, state.turn), rng))
    return None if is_over(state) else state


def count_out(what: Sequence[str], least: int, most: int) -> Draw:
    """How many cards of a rank, or how many bombs, the others can hold."""

    def draw(rng: random.Random) -> Fields | None:
        state = _played(rng, least, most)
        if state is None:
            return None
        seen, asked = view(state, state.turn), rng.choice(what)
        if asked == "bombs":
            number = sum(count == 4 for count in seen.unseen[:13])
        else:
            number = seen.unseen[RANKS.index(asked)]
        return {"position": view_text(seen), "goal": f"count {asked} = {number}"}

    return draw


def who_holds(asked: Sequence[str]) -> Draw:
    """Who can hold a rank when the kitty is known and nothing is played yet."""

    def draw(rng: random.Random) -> Fields | None:
        state = _played(rng, 54, 54)
        if state is None or state.landlord is None:
            return None
        seat, rank = rng.randrange(3), rng.choice(asked)
        index = RANKS.index(rank)
        if rng.random() < 0.6 and state.kitty[index] == 0 and state.hands[seat][index] < 4:
            return None  # mostly where the kitty or the own hand tells something
        seen = view(state, seat)
        names = {(seat + 1) % 3: "next", (seat + 2) % 3: "previous"}
        loose = seen.unseen[index]
        found = "both" if loose else "nobody"
        if seat != state.landlord and loose and loose == state.kitty[index]:
            found = names[state.landlord]
        return {"position": view_text(seen), "goal": f"who {rank} = {found}"}

    return draw


def middle(*, leads: bool) -> Draw:
    """A decision in the middle of a deal."""

    def draw(rng: random.Random) -> Fields | None:
        state = _played(rng, 24, 40, leads=leads)
        if state is None:
            return None
        seen = view(state, state.turn)
        return {"position": view_text(seen), "goal": "best"}

    return draw


def let_partner(rng: random.Random) -> Fields | None:
    """Open hands: only a pass on the partner's trick wins."""
    landlord = rng.choice((1, 2))
    sizes = [rng.randint(2, 5) for _ in range(3)]
    state = _led_to(rng, _ending(rng, sizes, 10, landlord, landlord), rng.choice((2, 3, 4)))
    if state is None or state.turn != 0 or state.leader in (None, state.landlord):
        return None
    if len(legal(state)) < 3:
        return None
    return {"position": position_text(state), "goal": "win"}


def opening_bid(rng: random.Random) -> Fields | None:
    """A hand of seventeen cards that opens the auction; the range is filled by who measures it."""
    return {"hand": ranks_text(cards(rng, 17)), "goal": "bid 0..3"}
