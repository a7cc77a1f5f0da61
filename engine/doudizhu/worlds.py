"""Hidden hands that fit what a seat saw: who holds how many cards, the kitty, the cards played.

Worlds are drawn uniformly: every way to deal the unseen cards is as likely, but that cards of the
kitty which the landlord has not played stay with him (R7).
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from engine.cards import NO_CARDS, Counts, add, subtract
from engine.doudizhu.state import View

World = tuple[Counts, ...]
"""A hand for every seat; while bidding the kitty behind them."""


def draw_worlds(view: View, number: int, rng: random.Random) -> Iterator[World]:
    """*number* worlds, each drawn anew; the own hand is the one held."""
    seats = view.rules.seats
    fixed = [NO_CARDS] * seats
    if view.landlord not in (None, view.seat):
        fixed[view.landlord or 0] = kitty_left(view)
    unseen = view.unseen
    for cards in fixed:
        unseen = subtract(unseen, cards)
    pool = [rank for rank, count in enumerate(unseen) for _ in range(count)]
    hidden = [seat for seat in range(seats) if seat != view.seat]
    sizes = [view.counts[seat] - sum(fixed[seat]) for seat in hidden]
    for _ in range(number):
        rng.shuffle(pool)
        hands = list(fixed)
        hands[view.seat] = view.hand
        start = 0
        for seat, size in zip(hidden, sizes, strict=True):
            hands[seat] = add(fixed[seat], _counted(pool[start : start + size]))
            start += size
        kitty = () if view.kitty is not None else (_counted(pool[start:]),)
        yield (*hands, *kitty)


def kitty_left(view: View) -> Counts:
    """Of each rank how many cards of the kitty the landlord surely still holds."""
    if view.kitty is None or view.landlord is None:
        return NO_CARDS
    played = NO_CARDS
    for seat, play in view.history:
        if seat == view.landlord and play is not None:
            played = add(played, play.counts)
    return tuple(
        min(max(0, shown - gone), unseen)
        for shown, gone, unseen in zip(view.kitty, played, view.unseen, strict=True)
    )


def _counted(ranks: list[int]) -> Counts:
    counts = [0] * len(NO_CARDS)
    for rank in ranks:
        counts[rank] += 1
    return tuple(counts)
