"""Hidden hands that fit what a seat saw: who holds how many cards, the kitty, the cards played.

Worlds are drawn uniformly: every way to deal the unseen cards is as likely, but that cards of the
kitty which the landlord has not played stay with him (R7).
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from itertools import accumulate

from engine.cards import NO_CARDS, Counts, add, subtract
from engine.doudizhu.kernel_tables import pack, unpack
from engine.doudizhu.state import State, View

World = tuple[Counts, ...]
"""A hand for every seat; while bidding the kitty behind them."""
PackedWorld = tuple[int, ...]
"""The same with every hand as one number (``kernel_tables.pack``)."""


def draw_worlds(view: View, number: int, rng: random.Random) -> Iterator[World]:
    """*number* worlds, each drawn anew; the own hand is the one held."""
    for world in draw_packed(view, number, rng):
        yield tuple(map(unpack, world))


def draw_packed(view: View, number: int, rng: random.Random) -> Iterator[PackedWorld]:
    """*number* worlds as ``draw_worlds`` draws them, every hand as one number."""
    seats = view.rules.seats
    fixed = [NO_CARDS] * seats
    if view.landlord not in (None, view.seat):
        fixed[view.landlord or 0] = kitty_left(view)
    unseen = view.unseen
    for cards in fixed:
        unseen = subtract(unseen, cards)
    pool = [1 << 4 * rank for rank, count in enumerate(unseen) for _ in range(count)]
    hidden = [seat for seat in range(seats) if seat != view.seat]
    sizes = [view.counts[seat] - sum(fixed[seat]) for seat in hidden]
    hands = [*map(pack, fixed), *([0] if view.kitty is None else [])]
    hands[view.seat] = pack(view.hand)
    ends = [*accumulate(sizes), len(pool)]
    parts = [
        (place, start, end)
        for place, start, end in zip((*hidden, seats), [0, *ends], ends, strict=False)
        if place < len(hands)
    ]
    below = [(place, place + 1, (place + 1).bit_length()) for place in range(len(pool) - 1, 0, -1)]
    bits = rng.getrandbits
    for _ in range(number):
        for place, number_below, length in below:  # as ``Random.shuffle``, in half the time
            chosen = bits(length)
            while chosen >= number_below:
                chosen = bits(length)
            pool[place], pool[chosen] = pool[chosen], pool[place]
        world = list(hands)
        for place, start, end in parts:
            world[place] += sum(pool[start:end])
        yield tuple(world)


def all_worlds(view: View, most: int) -> list[World] | None:
    """Every world there can be, once the kitty is shown; None when there are more than *most*."""
    assert view.kitty is not None
    seats = view.rules.seats
    fixed = [NO_CARDS] * seats
    if view.landlord not in (None, view.seat):
        fixed[view.landlord or 0] = kitty_left(view)
    pool = view.unseen
    for cards in fixed:
        pool = subtract(pool, cards)
    hidden = [seat for seat in range(seats) if seat != view.seat]
    deals: list[tuple[Counts, list[Counts]]] = [(pool, [])]
    for seat in hidden:
        size = view.counts[seat] - sum(fixed[seat])
        longer: list[tuple[Counts, list[Counts]]] = []
        for left, given in deals:
            for cards in _selections(left, size):
                longer.append((subtract(left, cards), [*given, cards]))
                if len(longer) > most:
                    return None
        deals = longer
    found: list[World] = []
    for _, given in deals:
        hands = list(fixed)
        hands[view.seat] = view.hand
        for seat, cards in zip(hidden, given, strict=True):
            hands[seat] = add(fixed[seat], cards)
        found.append(tuple(hands))
    return found


def log_ways(view: View, world: World) -> float:
    """The logarithm of how many deals of suited cards are this world, up to a constant."""
    hidden = [hand for seat, hand in enumerate(world) if seat != view.seat]
    return -sum(math.lgamma(count + 1) for hand in hidden for count in hand)


def _selections(cards: Counts, size: int) -> Iterator[Counts]:
    """Every way to take *size* of *cards*, equal ranks not told apart."""
    left = [0] * (len(cards) + 1)
    for rank in reversed(range(len(cards))):
        left[rank] = left[rank + 1] + cards[rank]

    def taken(rank: int, wanted: int) -> Iterator[tuple[int, ...]]:
        if rank == len(cards):
            yield ()
            return
        least, most = max(0, wanted - left[rank + 1]), min(cards[rank], wanted)
        for number in range(least, most + 1):
            for rest in taken(rank + 1, wanted - number):
                yield (number, *rest)

    if size <= left[0]:
        yield from taken(0, size)


def state_in(view: View, world: World) -> State:
    """The whole position of *view* if the hands are those of *world*; the kitty must be shown."""
    assert view.kitty is not None
    return State(
        rules=view.rules,
        code="",
        hands=world,
        kitty=view.kitty,
        first=view.first,
        turn=view.turn,
        phase=view.phase,
        deals_before=view.deals_before,
        bids=view.bids,
        landlord=view.landlord,
        base=view.base,
        doubles=view.doubles,
        to_beat=view.to_beat,
        leader=view.leader,
        passes=view.passes,
        doublings=view.doublings,
        plays_made=view.plays_made,
        history=view.history,
    )


def kitty_left(view: View) -> Counts:
    """Of each rank how many cards of the kitty the landlord surely still holds.

    None where it is not known which he has played.
    """
    if view.kitty is None or view.landlord is None or not view.history_known:
        return NO_CARDS
    played = NO_CARDS
    for seat, play in view.history:
        if seat == view.landlord and play is not None:
            played = add(played, play.counts)
    left = tuple(
        min(max(0, shown - gone), unseen)
        for shown, gone, unseen in zip(view.kitty, played, view.unseen, strict=True)
    )
    return left if sum(left) <= view.counts[view.landlord] else NO_CARDS
