"""Splits under side conditions and their price, and the ranking by the second aim."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine.cards import DECK, IllegalPlayError, count_cards, full_deck, parse_ranks, ranks_text
from engine.doudizhu.conditions import (
    Conditions,
    Priced,
    ranked,
    second_aim,
    split_under,
    splits_under,
)
from engine.doudizhu.plays import Play, answered_in_kind, following, parse_play, plays
from engine.doudizhu.rules import CLASSIC
from engine.doudizhu.split import all_splits
from tests import oracle_split
from tests.hands import random_hands
from tests.perft_oracle import all_plays

TABLE = oracle_split.Table()


def under(hand: str, *, keep: tuple[str, ...] = (), first: str = "", last: str = "") -> list[str]:
    conditions = Conditions(
        keep=tuple(map(parse_ranks, keep)),
        first=parse_play(first) if first else None,
        last=parse_play(last) if last else None,
    )
    found = split_under(parse_ranks(hand), conditions)
    return [*map(str, found.plays), f"price {found.price}"]


def oracle_fewest_with(hand: str, cards: str, *, bomb: bool) -> int | None:
    """The fewest plays of *hand* with *cards* in one play, by trying every such play."""
    numbers = []
    for body, kickers in all_plays(hand, TABLE):
        whole = body + kickers
        fits = sorted(whole) == sorted(cards) if bomb else not Counter(cards) - Counter(whole)
        if fits:
            rest = oracle_split.take(hand, whole)
            assert rest is not None
            numbers.append(1 + oracle_split.fewest(rest, TABLE))
    return min(numbers, default=None)


# ---- counted by hand ----


def test_a_bomb_kept_whole_costs_the_play_its_two_kickers_then_need() -> None:
    assert under("7777JJJJKKKR", keep=("7777",)) == ["7777", "JJJJ", "KKK+R", "price 1"]


def test_keeping_cards_that_stay_together_anyway_costs_nothing() -> None:
    assert under("34567888", keep=("34567",))[-1] == "price 0"


def test_a_straight_kept_within_a_longer_one_is_kept() -> None:
    assert under("345678", keep=("34567",)) == ["345678", "price 0"]


def test_the_first_play_stands_first_and_the_last_one_last() -> None:
    assert under("34567788", first="7", last="88") == ["7", "34567", "88", "price 0"]
    assert under("3456789", first="9") == ["9", "345678", "price 1"]


def test_two_conditions_hold_together() -> None:
    found = under("33334444556", keep=("3333", "4444"))
    assert {"3333", "4444"} < set(found)
    assert found[-1] == "price 2"  # 3333+46 and 444+55; kept 3333, 4444, 55 and 6


@pytest.mark.parametrize("cards", ["34567", "BR", "3"])
def test_a_play_that_empties_the_hand_is_its_first_and_its_last(cards: str) -> None:
    hand, play = parse_ranks(cards), parse_play(cards)
    conditions = Conditions(first=play, last=play)
    assert split_under(hand, conditions) == Priced((play,), 0)
    listed = splits_under(
        hand, conditions, CLASSIC, lambda cards: all_splits(cards, CLASSIC).splits
    )
    assert listed == ((play,),)


def test_a_play_held_twice_is_the_first_and_the_last() -> None:
    three = parse_play("3")
    found = split_under(parse_ranks("334"), Conditions(first=three, last=three))
    assert list(map(str, found.plays)) == ["3", "4", "3"]


def test_a_hand_without_cards_is_named_too() -> None:
    with pytest.raises(IllegalPlayError, match="a hand without cards does not hold 3"):
        split_under(parse_ranks(""), Conditions(first=parse_play("3")))


@pytest.mark.parametrize(
    ("conditions", "message"),
    [
        (Conditions(keep=(parse_ranks("44"),)), "44 cannot be kept together in 3345"),
        (Conditions(keep=(parse_ranks("35"),)), "35 cannot be kept together in 3345"),
        (Conditions(first=parse_play("6")), "3345 does not hold 6"),
        (
            Conditions(first=parse_play("33"), last=parse_play("3")),
            "3345 does not hold 33 and 3",
        ),
    ],
)
def test_what_the_hand_does_not_hold_is_named(conditions: Conditions, message: str) -> None:
    with pytest.raises(IllegalPlayError, match=message):
        split_under(parse_ranks("3345"), conditions)


# ---- against the oracle ----


def test_the_price_of_a_first_play_is_that_of_the_oracle() -> None:
    rng = random.Random("first")
    for hand in random_hands(40, 10, seed=91):
        text = ranks_text(hand)
        play = rng.choice(plays(hand))
        rest = oracle_split.take(text, str(play).replace("+", ""))
        assert rest is not None
        expected = 1 + oracle_split.fewest(rest, TABLE) - oracle_split.fewest(text, TABLE)
        assert split_under(hand, Conditions(first=play)).price == expected, f"{text} {play}"


def test_the_fewest_plays_that_keep_cards_together_are_those_of_the_oracle() -> None:
    rng = random.Random("keep")
    ranks = "345678JK"
    deck = [card for card in DECK if card[0] in ranks] + ["B", "R"]
    for _ in range(60):
        hand = count_cards(rng.sample(deck, 11))
        text = ranks_text(hand)
        play = rng.choice([p for p in plays(hand) if not p.kickers])
        cards = ranks_text(play.counts)
        expected = oracle_fewest_with(text, cards, bomb=play.is_bomb)
        found = split_under(hand, Conditions(keep=(play.counts,)))
        assert len(found.plays) == expected, f"{text} keep {cards}"
        assert found.price == expected - oracle_split.fewest(text, TABLE)
        assert sorted("".join(map(str, found.plays)).replace("+", "")) == sorted(text)


def test_all_splits_under_a_condition_are_those_of_all_splits_that_keep_to_it() -> None:
    rng = random.Random("all")
    deck = [card for card in DECK if card[0] in "345678J"]
    for _ in range(25):
        hand = count_cards(rng.sample(deck, 11))
        everything = all_splits(hand, CLASSIC).splits
        kept = rng.choice(rng.choice(everything))
        cards = kept.counts
        found = splits_under(
            hand, Conditions(keep=(cards,)), CLASSIC, lambda rest: all_splits(rest, CLASSIC).splits
        )
        expected = {split for split in everything if keeps(split, kept)}
        assert {tuple(sorted(map(str, split))) for split in found} == {
            tuple(sorted(map(str, split))) for split in expected
        }, f"{ranks_text(hand)} keep {kept}"
        assert len(found) == len(expected)


def keeps(split: tuple[Play, ...], kept: Play) -> bool:
    if kept.is_bomb:
        return kept in split
    wanted = Counter(ranks_text(kept.counts))
    return any(not wanted - Counter(ranks_text(play.counts)) for play in split)


# ---- the second aim ----


def test_what_answers_in_kind_is_what_follows_but_for_bombs() -> None:
    rng = random.Random("answers")
    for hand in random_hands(60, 14, seed=92):
        to_beat = rng.choice(plays(full_deck()))
        expected = any(not play.is_bomb for play in following(hand, to_beat) if not to_beat.is_bomb)
        if not to_beat.is_bomb:
            assert answered_in_kind(hand, to_beat) is expected, f"{ranks_text(hand)} on {to_beat}"


def test_fewest_plays_that_cannot_win_the_lead_back_come_first_then_most_bombs() -> None:
    """Of 2222KA with the jokers seen elsewhere: A + K + 2222 has two plays the jokers beat."""
    unseen = parse_ranks("BR")
    wasted = [parse_play("2222+KA")]
    whole = [parse_play("2222"), parse_play("K"), parse_play("A")]
    assert second_aim(wasted, unseen) == (0, 0)
    assert second_aim(whole, unseen) == (2, -1)
    assert second_aim([parse_play("2222"), parse_play("K")], unseen) == (1, -1)


def test_splits_are_ranked_by_the_second_aim() -> None:
    """333555 in two plays: 333+55 and 5, or 333 and 555, and so on; 555 and 333 can be beaten by
    trios, but a lone 3 or 5 can too: all have two weak plays, then the text decides."""
    hand = parse_ranks("333555")
    splits = ranked(all_splits(hand, CLASSIC).splits, hand)
    assert [list(map(str, split)) for split in splits] == sorted(
        list(map(str, split)) for split in splits
    )
    hand = parse_ranks("2222AAAA")
    first = ranked(all_splits(hand, CLASSIC).splits, hand)[0]
    assert sorted(map(str, first)) == ["2222", "AAAA"]  # both bombs whole
