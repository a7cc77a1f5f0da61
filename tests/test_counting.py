"""Bombs and rockets still out: equal to trying every deal of the unseen cards, and only counted."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest

from coach.doudizhu.counting import most_bombs, rocket_possible
from coach.ui.table.replay import PERSON, positions
from engine.cards import RANKS, parse_ranks
from engine.deal_code import draw, encode
from engine.doudizhu import game as doudizhu
from engine.doudizhu.rules import CLASSIC, parse_rules
from engine.doudizhu.state import View
from engine.doudizhu.worlds import draw_worlds
from tests.table_games import played


def view(
    unseen: str, sizes: tuple[int, int], *, kitty: str | None = None, landlord: int | None = 0
) -> View:
    """A view of seat 0 on two other hands of these sizes."""
    state = doudizhu.deal(CLASSIC, encode(draw("counting", first=0)))
    seen = doudizhu.view(state, 0)
    return replace(
        seen,
        unseen=parse_ranks(unseen),
        counts=(5, *sizes),
        kitty=None if kitty is None else parse_ranks(kitty),
        landlord=landlord,
        phase="play",
    )


def every_deal(seen: View) -> Iterator[tuple[str, str]]:
    """All pairs of hands of a view of one pack and three seats, by brute force."""
    cards = [letter for letter, n in zip(RANKS, seen.unseen, strict=True) for _ in range(n)]
    kept = dict.fromkeys(RANKS, 0)
    if seen.landlord not in (None, seen.seat) and seen.kitty is not None:
        for rank, shown in enumerate(seen.kitty):
            gone = sum(
                play.counts[rank]
                for seat, play in seen.history
                if seat == seen.landlord and play is not None
            )
            kept[RANKS[rank]] = min(max(0, shown - gone), seen.unseen[rank])
    for places in combinations(range(len(cards)), seen.counts[1]):
        first = "".join(cards[place] for place in places)
        other = "".join(card for place, card in enumerate(cards) if place not in places)
        landlord = (None, first, other)[seen.landlord or 0]
        if landlord is None or all(landlord.count(rank) >= n for rank, n in kept.items()):
            yield first, other


def bombs_by_trying(seen: View) -> int:
    return max(
        sum(hand.count(rank) // 4 for hand in hands for rank in RANKS[:13])
        for hands in every_deal(seen)
    )


def rocket_by_trying(seen: View) -> bool:
    return any({"B", "R"} <= set(hand) for hands in every_deal(seen) for hand in hands)


@pytest.mark.parametrize(
    ("unseen", "sizes", "kitty", "landlord", "bombs", "rocket"),
    [
        ("33334444BR", (5, 5), "567", 0, 2, True),
        ("33334444BR", (9, 1), "567", 0, 2, True),
        ("33334444BR", (7, 3), "567", 0, 1, True),
        ("3333444BR5", (1, 9), "567", 0, 1, True),
        ("3334445BAA", (5, 5), "567", 0, 0, False),
        ("33BR", (3, 1), "567", 0, 0, True),
        ("3B", (1, 1), "567", 0, 0, False),
        ("BR", (1, 1), "567", 0, 0, False),
        # the landlord still has a 3, a 4 and a 5 of the kitty: of five cards four cannot be 6s
        ("3456666778", (5, 5), "345", 1, 1, False),
        ("34566667BR", (7, 3), "345", 1, 1, True),
        ("33346667BR", (4, 6), "34B", 1, 0, True),
        # he holds these three and nothing else: the big joker is the other's
        ("33445566BR", (3, 7), "34B", 1, 0, False),
    ],
)
def test_bombs_and_rocket_counted_by_hand(
    unseen: str, sizes: tuple[int, int], kitty: str, landlord: int, bombs: int, rocket: bool
) -> None:
    seen = view(unseen, sizes, kitty=kitty, landlord=landlord)
    if sum(sizes) == sum(seen.unseen):
        assert list(every_deal(seen))
    assert (most_bombs(seen), rocket_possible(seen)) == (bombs, rocket)


def test_while_bidding_the_kitty_may_join_a_hand() -> None:
    """Two hands of three cards hold no bomb, but one of them with the kitty does."""
    assert most_bombs(view("333344445", (3, 3), landlord=None)) == 1
    assert rocket_possible(view("3344567BR", (1, 1), landlord=None))


@pytest.mark.parametrize("label", range(60))
def test_bombs_and_rocket_are_those_of_the_best_deal_of_all(label: int) -> None:
    """Late positions with few unseen cards, rich in quads, against every deal of them."""
    chance = random.Random(f"counting {label}")
    ranks = chance.sample(RANKS[:13], 3)
    cards = "".join(rank * chance.choice((3, 4, 4)) for rank in ranks)
    cards += chance.choice(("BR", "B", ""))
    size = chance.randint(1, len(cards) - 1)
    landlord = chance.choice((0, 1, 2))
    kitty = "".join(chance.sample(sorted(cards), 3))
    seen = view(cards, (size, len(cards) - size), kitty=kitty, landlord=landlord)
    if not list(every_deal(seen)):
        return  # the landlord cannot hold three cards of the kitty in so small a hand
    assert most_bombs(seen) == bombs_by_trying(seen)
    assert rocket_possible(seen) == rocket_by_trying(seen)


@pytest.mark.parametrize("label", ["one", "three", "five"])
def test_the_counts_do_not_change_with_the_hidden_hands(label: str) -> None:
    """From the view only: other hands that fit what the person saw change nothing."""
    chance = random.Random(label)
    for game in played(label, None, "classic")[:-1]:
        state = positions(game)[-1].state
        seen = doudizhu.view(state, PERSON)
        for hands in draw_worlds(seen, 5, chance):
            kitty = state.kitty if seen.kitty is not None else hands[3]
            other = doudizhu.view(replace(state, hands=hands[:3], kitty=kitty), PERSON)
            assert most_bombs(other) == most_bombs(seen)
            assert rocket_possible(other) == rocket_possible(seen)


def test_four_players_have_bombs_of_eight_and_a_rocket_of_four() -> None:
    rules = parse_rules("four-player")
    state = doudizhu.deal(rules, encode(draw("counting", first=0, players=4)))
    seen = doudizhu.view(state, 0)
    assert seen.kitty is None
    quads = sum(count // 4 for count in seen.unseen[:13])
    assert most_bombs(seen) == min(quads, (33 // 4) + 2 * (25 // 4))
    assert rocket_possible(seen) == (seen.unseen[13:] == (2, 2))
