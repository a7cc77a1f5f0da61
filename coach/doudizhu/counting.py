"""What can be counted of the other hands: bombs and the rocket that may still be out, for certain.

From a view only: the unseen cards, how many cards every seat holds, and which cards of the shown
kitty the landlord has not played yet.
"""

from __future__ import annotations

from engine.cards import BIG_JOKER, NO_CARDS, SMALL_JOKER, Counts
from engine.doudizhu.state import View
from engine.doudizhu.worlds import kitty_left

_BOMB = 4


def most_bombs(view: View) -> int:
    """The most bombs that the other hands can hold together, quads of one rank counted each.

    Some deal of the unseen cards reaches the number (proved for one pack): quads fill the hands,
    the other cards the rest.  While bidding the kitty may join any hand.
    """
    sure = _sure(view)
    unseen = view.unseen[:SMALL_JOKER]
    free = sum((count - kept) // _BOMB for count, kept in zip(unseen, sure, strict=False))
    tied = sorted(
        (
            kept
            for count, kept in zip(unseen, sure, strict=False)
            if count // _BOMB > (count - kept) // _BOMB
        ),
        reverse=True,
    )
    if not any(sure):
        return min(free, max(_quads(sizes) for sizes in _sizes(view)))
    assert view.landlord is not None
    landlord = view.counts[view.landlord]
    others = _quads([view.counts[seat] for seat in _others(view) if seat != view.landlord])
    most = 0
    for quads in range(len(tied) + 1):  # of those that only the landlord can hold
        room = landlord - (sum(sure) - sum(tied[:quads])) - _BOMB * quads
        if room >= 0:
            most = max(most, quads + min(free, room // _BOMB + others))
    return most


def rocket_possible(view: View) -> bool:
    """Whether one other hand can hold all jokers."""
    packs = view.rules.packs
    if min(view.unseen[SMALL_JOKER], view.unseen[BIG_JOKER]) < packs:
        return False
    sure, size = _sure(view), 2 * packs
    if not any(sure):
        return any(count >= size for sizes in _sizes(view) for count in sizes)
    jokers = sure[SMALL_JOKER] + sure[BIG_JOKER]
    assert view.landlord is not None
    if view.counts[view.landlord] - (sum(sure) - jokers) >= size:
        return True
    peasants = [seat for seat in _others(view) if seat != view.landlord]
    return not jokers and any(view.counts[seat] >= size for seat in peasants)


def _others(view: View) -> list[int]:
    return [seat for seat in range(view.rules.seats) if seat != view.seat]


def _sure(view: View) -> Counts:
    """Cards of the kitty that another seat, the landlord, surely holds."""
    return NO_CARDS if view.landlord in (None, view.seat) else kitty_left(view)


def _sizes(view: View) -> list[list[int]]:
    """How many cards the other hands hold, in every way in which the kitty may still join one."""
    held = [view.counts[seat] for seat in _others(view)]
    if view.kitty is not None:
        return [held]
    more = view.rules.kitty_size
    return [
        [count + more * (place == taker) for place, count in enumerate(held)]
        for taker in range(len(held))
    ]


def _quads(sizes: list[int]) -> int:
    return sum(size // _BOMB for size in sizes)
