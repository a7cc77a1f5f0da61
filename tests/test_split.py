"""The fewest plays by CP-SAT: against the oracle, by hand, and every split there is."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Sequence

import pytest

from engine.cards import Counts, full_deck, parse_ranks, ranks_text
from engine.doudizhu.plays import Play
from engine.doudizhu.rules import CLASSIC, FOUR_PLAYER, PRESETS, Rules
from engine.doudizhu.split import all_splits, split
from tests.oracle_split import Table
from tests.splits import (
    ONE_OPTION,
    TABLES,
    check_fewest,
    check_plays,
    mixed_hands,
    oracle_splits,
    seats_hand,
    some_options,
)


def proved(hand: Counts, rules: Rules) -> Sequence[Play]:
    """The plays of the split, after seeing that it is proved."""
    found = split(hand, rules)
    assert found.proved, f"{ranks_text(hand)} under {rules.name!r} is not proved"
    return found.plays


# ---- against the oracle ----


def test_cpsat_and_oracle_agree_on_a_tenth_of_the_hands() -> None:
    check_fewest(proved, mixed_hands(2_000, seed="classic")[::10], CLASSIC, Table())


@pytest.mark.long
def test_cpsat_and_oracle_agree_on_2000_hands() -> None:
    check_fewest(proved, mixed_hands(2_000, seed="classic"), CLASSIC, Table())


@pytest.mark.parametrize("name", PRESETS)
def test_cpsat_and_oracle_agree_under_every_preset(name: str) -> None:
    rules = PRESETS[name]
    hands = mixed_hands(60, seed=name, most_cards=seats_hand(name), packs=rules.packs)
    check_fewest(proved, hands, rules, TABLES[name])


@pytest.mark.long
@pytest.mark.parametrize("name", PRESETS)
def test_cpsat_and_oracle_agree_under_every_preset_on_1000_hands(name: str) -> None:
    rules = PRESETS[name]
    hands = mixed_hands(1_000, seed=name, most_cards=seats_hand(name), packs=rules.packs)
    check_fewest(proved, hands, rules, TABLES[name])


@pytest.mark.parametrize("option", ONE_OPTION)
def test_cpsat_and_oracle_agree_with_each_option_turned_over(option: str) -> None:
    check_fewest(proved, mixed_hands(60, seed=option), *ONE_OPTION[option])


def test_cpsat_and_oracle_agree_with_any_options_together() -> None:
    rng = random.Random("options")
    for hand in mixed_hands(150, seed="options"):
        check_fewest(proved, [hand], *some_options(rng))


# ---- counted by hand ----


@pytest.mark.parametrize(
    ("hand", "number"),
    [
        pytest.param("", 0, id="nothing takes no play"),
        pytest.param("3", 1, id="one card"),
        pytest.param("BR", 1, id="the rocket"),
        pytest.param("33334444", 2, id="no kicker of the body's own ranks"),
        pytest.param("3334445556669999", 2, id="333444555666+9999 has four solos of a rank"),
        pytest.param("3334445556667779", 2, id="333444555666+7779 touches the body with a trio"),
        pytest.param("JJJQQQKKKAAA2224", 1, id="a trio of 2 touches no body"),
        pytest.param("3333444455556666", 2, id="333444+56 and 555666+34"),
        pytest.param("5556666777AAAABR", 3, id="6 and one joker want the one slot on AAA"),
        pytest.param("345673456789", 2, id="two chains from the same rank on"),
        pytest.param("345678956789", 2, id="two chains up to the same rank"),
        pytest.param("33344455566677799TTJJQK", 2, id="333444555 with pairs, 666777 with solos"),
        pytest.param("444455", 1, id="a pair as two solos"),
        pytest.param("4444BR", 2, id="both jokers do not ride on one body"),
        pytest.param("44447777BR56", 2, id="each joker rides on a body of its own"),
        pytest.param("44445555", 2, id="two bombs, for a quad is not two pairs"),
        pytest.param("3456789TJQKA", 1, id="one chain of twelve"),
        pytest.param("TJQKA23", 3, id="a chain ends at the ace"),
        pytest.param("3579J", 5, id="nothing belongs together"),
    ],
)
def test_the_fewest_plays_are_those_counted_by_hand(hand: str, number: int) -> None:
    assert len(proved(parse_ranks(hand), CLASSIC)) == number


def test_the_whole_deck_is_split_and_proved() -> None:
    check_plays(proved(full_deck(), CLASSIC), full_deck(), CLASSIC)
    two_packs = full_deck(packs=2)
    check_plays(split(two_packs, FOUR_PLAYER, effort=0.5).plays, two_packs, FOUR_PLAYER)


# ---- effort and repetition ----


def test_without_effort_the_plays_are_legal_and_not_said_to_be_fewest() -> None:
    for hand in mixed_hands(10, seed="effort"):
        found = split(hand, effort=0.0)
        assert not found.proved
        check_plays(found.plays, hand, CLASSIC)


def test_all_splits_say_that_the_effort_cut_them_short() -> None:
    found = all_splits(parse_ranks("33344455566677789"), effort=0.0)
    assert not found.complete


def test_another_process_with_other_hashes_gives_the_same_splits() -> None:
    hands = [ranks_text(hand) for hand in mixed_hands(20, seed="again", fewest_cards=16)]
    program = (
        "import sys; from engine.cards import parse_ranks; "
        "from engine.doudizhu.split import split\n"
        "for hand in sys.argv[1:]: print(*split(parse_ranks(hand)).plays)"
    )
    again = subprocess.run(
        [sys.executable, "-c", program, *hands],
        env={**os.environ, "PYTHONHASHSEED": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    here = [" ".join(map(str, split(parse_ranks(hand)).plays)) for hand in hands]
    assert again.stdout.splitlines() == here


# ---- every split ----


def check_all_splits(hands: Sequence[Counts], rules: Rules, table: Table) -> None:
    """Fails unless every split of the oracle is found, each once, and no other."""
    for hand in hands:
        told = f"{ranks_text(hand)} under {rules.name!r}"
        found = all_splits(hand, rules)
        texts = [tuple(sorted(map(str, plays))) for plays in found.splits]
        assert found.complete, told
        assert len(texts) == len(set(texts)), f"{told}: some split is there twice"
        assert set(texts) == oracle_splits(hand, table), told


@pytest.mark.parametrize("name", PRESETS)
def test_all_splits_are_those_of_the_oracle_each_once(name: str) -> None:
    rules = PRESETS[name]
    hands = mixed_hands(40, seed=f"all {name}", fewest_cards=1, most_cards=13, packs=rules.packs)
    check_all_splits(hands, rules, TABLES[name])


@pytest.mark.parametrize("option", ONE_OPTION)
def test_all_splits_are_those_of_the_oracle_with_each_option_turned_over(option: str) -> None:
    hands = mixed_hands(20, seed=f"all {option}", fewest_cards=6, most_cards=13)
    check_all_splits(hands, *ONE_OPTION[option])


@pytest.mark.parametrize(
    ("hand", "splits"),
    [
        pytest.param("", {()}, id="nothing, one way"),
        pytest.param("3334", {("333+4",)}, id="one play"),
        pytest.param("33344", {("333+44",)}, id="a pair rides"),
        pytest.param(
            "33377745",
            {("333+4", "777+5"), ("333+5", "777+4")},
            id="kickers exchanged",
        ),
        pytest.param(
            "3456789",
            {("3456789",)},
            id="one chain",
        ),
        pytest.param(
            "3456788",
            {("345678", "8"), ("34567", "88")},
            id="a pair or a longer chain",
        ),
    ],
)
def test_all_splits_are_those_listed_by_hand(hand: str, splits: set[tuple[str, ...]]) -> None:
    found = all_splits(parse_ranks(hand))
    assert {tuple(sorted(map(str, plays))) for plays in found.splits} == splits


def test_the_limit_cuts_and_says_so() -> None:
    hand = parse_ranks("3334445556669999")
    whole = all_splits(hand)
    assert len(whole.splits) > 3
    cut = all_splits(hand, limit=3)
    assert (len(cut.splits), cut.complete) == (3, False)
    assert set(cut.splits) < set(whole.splits)
    exact = all_splits(hand, limit=len(whole.splits))
    assert exact == whole
