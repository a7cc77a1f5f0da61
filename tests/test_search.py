"""The fewest plays by search: against the oracle, and against CP-SAT on hands too big for it."""

from __future__ import annotations

import random

import pytest

from engine.cards import full_deck, parse_ranks, ranks_text
from engine.doudizhu.rules import CLASSIC, PRESETS
from engine.doudizhu.search import fewest, fewest_plays
from engine.doudizhu.split import split
from tests.oracle_split import Table
from tests.splits import (
    ONE_OPTION,
    TABLES,
    check_fewest,
    check_plays,
    mixed_hands,
    seats_hand,
    some_options,
)


def test_search_and_oracle_agree_on_a_tenth_of_the_hands() -> None:
    check_fewest(fewest_plays, mixed_hands(2_000, seed="classic")[::10], CLASSIC, Table())


@pytest.mark.long
def test_search_and_oracle_agree_on_2000_hands() -> None:
    check_fewest(fewest_plays, mixed_hands(2_000, seed="classic"), CLASSIC, Table())


@pytest.mark.parametrize("name", PRESETS)
def test_search_and_oracle_agree_under_every_preset(name: str) -> None:
    rules = PRESETS[name]
    hands = mixed_hands(60, seed=name, most_cards=seats_hand(name), packs=rules.packs)
    check_fewest(fewest_plays, hands, rules, TABLES[name])


@pytest.mark.long
@pytest.mark.parametrize("name", PRESETS)
def test_search_and_oracle_agree_under_every_preset_on_1000_hands(name: str) -> None:
    rules = PRESETS[name]
    hands = mixed_hands(1_000, seed=name, most_cards=seats_hand(name), packs=rules.packs)
    check_fewest(fewest_plays, hands, rules, TABLES[name])


@pytest.mark.parametrize("option", ONE_OPTION)
def test_search_and_oracle_agree_with_each_option_turned_over(option: str) -> None:
    check_fewest(fewest_plays, mixed_hands(60, seed=option), *ONE_OPTION[option])


def test_search_and_oracle_agree_with_any_options_together() -> None:
    rng = random.Random("options")
    for hand in mixed_hands(150, seed="options"):
        check_fewest(fewest_plays, [hand], *some_options(rng))


@pytest.mark.parametrize("name", PRESETS)
def test_search_and_cpsat_agree_on_hands_no_seat_can_hold(name: str) -> None:
    rules = PRESETS[name]
    for hand in mixed_hands(9, seed=name, fewest_cards=21, most_cards=38, packs=rules.packs):
        by_cpsat = split(hand, rules)
        plays = fewest_plays(hand, rules)
        check_plays(plays, hand, rules)
        assert by_cpsat.proved
        assert len(plays) == len(by_cpsat.plays), f"{ranks_text(hand)} under {name!r}"


def test_search_and_cpsat_agree_on_the_whole_deck() -> None:
    plays = fewest_plays(full_deck())
    check_plays(plays, full_deck(), CLASSIC)
    assert len(plays) == len(split(full_deck()).plays)


@pytest.mark.parametrize("hand", ["", "3", "33344456", "7777JJJJKKKR", "3334445556667779"])
def test_the_number_is_that_of_the_plays(hand: str) -> None:
    assert fewest(parse_ranks(hand)) == len(fewest_plays(parse_ranks(hand)))


@pytest.mark.parametrize(
    ("hand", "number"),
    [
        pytest.param("", 0, id="nothing takes no play"),
        pytest.param("33344456", 1, id="all that the airplane leaves are its kickers"),
        pytest.param("33334444", 2, id="no kicker of the body's own ranks"),
        pytest.param("3334445556669999", 2, id="no four solos of a rank"),
        pytest.param("3334445556667779", 2, id="no three solos that touch the body"),
        pytest.param("5556666777AAAABR", 3, id="6 and one joker want the one slot on AAA"),
        pytest.param("33344455566677BR", 2, id="not both jokers on one body"),
        pytest.param("666777888KKKAAABR5QQ", 2, id="each joker on a body of its own"),
        pytest.param("345673456789", 2, id="two chains from the same rank on"),
        pytest.param("345678956789", 2, id="two chains up to the same rank"),
        pytest.param("33344455566677799TTJJQK", 2, id="333444555 with pairs, 666777 with solos"),
        pytest.param("34567345678", 2, id="two chains over the same ranks"),
        pytest.param("3456789567", 2, id="a chain and what it covers twice"),
    ],
)
def test_the_fewest_plays_are_those_counted_by_hand(hand: str, number: int) -> None:
    assert fewest(parse_ranks(hand)) == number
