"""Worlds fit everything the seat saw, and are drawn evenly."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine import deal_code
from engine.cards import NO_CARDS, add, parse_ranks, ranks_text
from engine.doudizhu import game
from engine.doudizhu.position import parse_view
from engine.doudizhu.rules import PLAYING_PRESETS, PRESETS
from engine.doudizhu.worlds import draw_worlds, kitty_left


@pytest.mark.parametrize("name", PLAYING_PRESETS)
def test_worlds_fit_counts_cards_seen_and_the_own_hand(name: str) -> None:
    rules = PRESETS[name]
    rng = random.Random(name)
    for seed in range(6):
        deal = deal_code.draw(seed, players=rules.seats)
        state = game.deal(rules, deal_code.encode(deal))
        while not game.is_over(state):
            view = game.view(state, game.turn(state))
            for world in draw_worlds(view, 2, rng):
                hands = world[: rules.seats]
                assert hands[view.seat] == view.hand
                assert tuple(map(sum, hands)) == view.counts
                total = view.hand
                for place, cards in enumerate(world):
                    if place != view.seat:
                        total = add(total, cards)
                assert total == add(view.hand, view.unseen)
                assert (len(world) == rules.seats + 1) is (view.kitty is None)
            state = game.apply(state, rng.choice(game.legal(state)))


def test_the_unseen_cards_are_shuffled_as_the_library_shuffles_them() -> None:
    view = parse_view("ddz ?3/99/?3 - 1@1 1 - 0 0 unseen=34567T")
    rng = random.Random("shuffle")
    cards = list("34567T")
    for world in draw_worlds(view, 40, random.Random("shuffle")):
        rng.shuffle(cards)
        assert ranks_text(world[0]) == "".join(sorted(cards[:3], key="34567T".index))


def test_the_kitty_stays_with_the_landlord_until_played() -> None:
    """The landlord (seat 0) took 5, 5 and 2 and has played one 5."""
    state = game.start("", position="ddz 3455/6678/99TJ 552 - 0 - 0 0 first=0")
    state = game.apply(state, 3)
    state = game.apply(state, game.parse_action(state, "5"))
    view = game.view(state, 1)
    assert ranks_text(kitty_left(view)) == "52"
    for world in draw_worlds(view, 30, random.Random(1)):
        assert world[0][2] >= 1
        assert world[0][12] == 1


def test_a_kitty_whose_cards_may_have_been_played_stays_with_nobody() -> None:
    """Seat 0 was landlord and has one card left: which of 5, 5 and 2 he played is not known."""
    known = "unseen=5562KK shown=552"
    view = parse_view(f"ddz ?1/9/?5 - 0@1 1 - 0 0 plays=3,1,1 {known}")
    assert kitty_left(view) == NO_CARDS
    assert {sum(world[0]) for world in draw_worlds(view, 30, random.Random(1))} == {1}
    without_plays = parse_view(f"ddz ?1/9/?5 - 0@1 1 - 0 0 {known}")
    assert {sum(world[0]) for world in draw_worlds(without_plays, 30, random.Random(1))} == {1}


def test_every_way_to_deal_the_unseen_cards_is_as_likely() -> None:
    """Seats 0 and 2 hold one and two of 3, 4 and 5: three ways."""
    view = parse_view("ddz ?1/9/?2 - 1@1 1 - 0 0 unseen=345")
    found = Counter(world[0] for world in draw_worlds(view, 3000, random.Random(2)))
    assert set(found) == {parse_ranks("3"), parse_ranks("4"), parse_ranks("5")}
    assert all(abs(number - 1000) < 130 for number in found.values())  # five standard errors


def test_the_same_chances_give_the_same_worlds() -> None:
    view = parse_view("ddz ?3/99/?3 - 1@1 1 - 0 0 unseen=34567T")
    one, other = (list(draw_worlds(view, 5, random.Random(3))) for _ in range(2))
    assert one == other
