"""Why chosen cards are no play; the reasons follow from the rules, by hand."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import pytest

from coach.doudizhu.no_play import PLAIN, NoPlay, why_no_play
from engine.cards import DECK, RANKS, Counts, add, count_cards, full_deck, parse_ranks, subtract
from engine.doudizhu.plays import classify, plays
from engine.doudizhu.rules import (
    CLASSIC,
    FOLK,
    FOUR_PLAYER,
    NOIP,
    OPENSPIEL,
    PAGAT,
    PLAYING_PRESETS,
    PRESETS,
    Rules,
    parse_rules,
    rules_text,
)


def reason(cards: str, rules: Rules = CLASSIC, hand: str | None = None) -> NoPlay:
    """The reason for *cards*, chosen from *hand*, which is the cards alone unless given."""
    packs = rules.packs
    held = parse_ranks(cards if hand is None else hand, packs=packs)
    return why_no_play(parse_ranks(cards, packs=packs), rules, hand=held)


def rank(letter: str) -> int:
    return RANKS.index(letter)


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("3456", NoPlay("no_play.short_straight", number=5)),
        ("34", NoPlay("no_play.short_straight", number=5)),
        ("3344", NoPlay("no_play.short_pairs", number=3)),
        ("TJQKA2", NoPlay("no_play.outside_chain", ("solo_chain",), (rank("2"),))),
        ("JQKAB", NoPlay("no_play.outside_chain", ("solo_chain",), (rank("B"),))),
        ("KKAA22", NoPlay("no_play.outside_chain", ("pair_chain",), (rank("2"),))),
        ("AAA222", NoPlay("no_play.outside_chain", ("airplane",), (rank("2"),))),
        ("AAA22234", NoPlay("no_play.outside_chain", ("airplane",), (rank("2"),))),
        ("34578", NoPlay("no_play.gap", ("solo_chain",), (rank("6"),))),
        ("34589T", NoPlay("no_play.gap", ("solo_chain",), (rank("6"), rank("7")))),
        ("334466", NoPlay("no_play.gap", ("pair_chain",), (rank("5"),))),
        ("333555", NoPlay("no_play.scattered_trios")),
        ("3334445", NoPlay("no_play.one_over", ("airplane",))),
        ("33344456789", NoPlay("no_play.airplane_kickers", number=2)),
        ("333456", NoPlay("no_play.trio_kickers")),
        ("333344445", NoPlay("no_play.size_two", ("solo_chain", "airplane"), number=9)),
        ("4444567", NoPlay("no_play.one_over", ("quad+solos",))),
        ("44445678", NoPlay("no_play.quad_kickers")),
        ("33345", NoPlay("no_play.one_over", ("trio+solo",))),
        ("345677", NoPlay("no_play.one_over", ("solo_chain",))),
        ("37", NoPlay("no_play.size_two", ("pair", "rocket"), number=2)),
        ("3BR", NoPlay("no_play.size_one", ("trio",), number=3)),
        ("3345", NoPlay("no_play.size_two", ("trio+solo", "bomb"), number=4)),
        ("33445566778", NoPlay("no_play.one_over", ("pair_chain",))),
        ("3344557799QQK", NoPlay("no_play.size_none", number=13)),
        ("333444BR", NoPlay("no_play.joker_kickers")),
        ("44445555", NoPlay("no_play.same_pair_kickers")),
        ("335577", NoPlay("no_play.gap", ("pair_chain",), (rank("4"), rank("6")))),
        ("33579J", PLAIN),
    ],
)
def test_the_reason_in_classic(cards: str, expected: NoPlay) -> None:
    assert reason(cards) == expected


def test_one_card_short_is_said_of_a_card_that_the_hand_holds() -> None:
    assert reason("4777888", hand="46777888TQ") == NoPlay("no_play.one_short", ("airplane+solos",))
    assert reason("33445", hand="334455") == NoPlay("no_play.one_short", ("pair_chain",))
    assert reason("33445", hand="33445") != NoPlay("no_play.one_short", ("pair_chain",))


@pytest.mark.parametrize(
    ("cards", "rules", "key"),
    [
        ("333", FOLK, "no_play.trio_alone"),
        ("444455", PAGAT, "no_play.distinct_kickers"),
        ("333444555666777Q", CLASSIC, "no_play.touching_trio"),
        ("444456", OPENSPIEL, "no_play.quad_two"),
        ("33344456", NOIP, "no_play.airplane_bare"),
        ("3334", FOUR_PLAYER, "no_play.trio_solo"),
        ("33344456", FOUR_PLAYER, "no_play.airplane_solos"),
    ],
)
def test_an_option_of_the_rules_that_forbids_the_play_is_the_reason(
    cards: str, rules: Rules, key: str
) -> None:
    assert reason(cards, rules).key == key


@pytest.mark.parametrize("cards", ["", "3", "33344455", "BR", "34567"])
def test_a_play_or_no_card_has_no_reason(cards: str) -> None:
    with pytest.raises(ValueError, match="no reason needed"):
        why_no_play(parse_ranks(cards), CLASSIC)


# ---- every reason is true: checked with the generator on random selections ----


EVERY_RULES = [
    *(PRESETS[name] for name in PLAYING_PRESETS),
    parse_rules("classic,trio_alone=no,trio_solo=no,trio_pair=no"),
    parse_rules("classic,quad_two=no,distinct_kickers=yes"),
    parse_rules("classic,airplane_kickers=no"),
    parse_rules("folk,trio_pair=no,airplane_solos=no"),
]

OFF = {
    "no_play.trio_alone": {"trio_alone": True},
    "no_play.trio_solo": {"trio_solo": True},
    "no_play.trio_pair": {"trio_pair": True},
    "no_play.quad_two": {"quad_two": True},
    "no_play.airplane_bare": {"airplane_kickers": True},
    "no_play.airplane_solos": {"airplane_solos": True},
    "no_play.distinct_kickers": {"distinct_kickers": False},
    "no_play.joker_kickers": {"joker_kickers": True},
    "no_play.same_pair_kickers": {"same_pair_kickers": True},
    "no_play.touching_trio": {"touching_trio": True},
}
"""The option that a reason speaks of, as another table has it."""


@cache
def kinds_of_size(rules: Rules) -> dict[int, set[str]]:
    """The kinds of play of every number of cards, from all plays of the whole deck."""
    found: dict[int, set[str]] = {}
    for play in plays(full_deck(packs=rules.packs), rules):
        found.setdefault(play.size, set()).add(play.kind)
    return found


def one_card(place: int) -> Counts:
    return tuple(int(place == other) for other in range(len(RANKS)))


def is_one(cards: Counts, kinds: tuple[str, ...], rules: Rules) -> bool:
    """Whether all these cards are one play of these kinds, by the generator."""
    return any(play.counts == cards and play.kind in kinds for play in plays(cards, rules))


def check(found: NoPlay, cards: Counts, hand: Counts, rules: Rules) -> None:
    """Assert what the sentence of *found* says of *cards*."""
    places = range(len(RANKS))
    if found.key in OFF:
        other = replace(rules, **OFF[found.key])  # type: ignore[arg-type]
        assert other != rules
        assert any(play.counts == cards for play in plays(cards, other))
    elif found.key == "no_play.one_short":
        left = subtract(hand, cards)
        longer = [add(cards, one_card(place)) for place in places if left[place]]
        assert any(is_one(more, found.kinds, rules) for more in longer)
    elif found.key == "no_play.one_over":
        shorter = [subtract(cards, one_card(place)) for place in places if cards[place]]
        assert any(is_one(less, found.kinds, rules) for less in shorter)
    elif found.key in ("no_play.size_none", "no_play.size_one", "no_play.size_two"):
        assert found.number == sum(cards)
        assert set(found.kinds) == kinds_of_size(rules).get(sum(cards), set())
    elif found.key == "no_play.gap":
        assert all(not cards[place] for place in found.ranks)
    elif found.key == "no_play.outside_chain":
        assert all(cards[place] and RANKS[place] in "2BR" for place in found.ranks)
    elif found.key == "no_play.trio_kickers":
        *_, second, most = sorted(cards)
        assert second < most == 3
        assert rules.trio_solo
        assert rules.trio_pair
    elif found.key == "no_play.quad_kickers":
        assert max(cards) == 4
        assert rules.quad_two
    elif found.key == "no_play.airplane_kickers":
        assert sum(count >= 3 for count in cards) == found.number
        assert rules.airplane_kickers
        assert rules.airplane_solos


@pytest.mark.parametrize("rules", EVERY_RULES, ids=rules_text)
def test_every_reason_is_true_of_random_selections(rules: Rules) -> None:
    chance = random.Random(20_26)
    seen = set()
    for _ in range(2_000):
        held = chance.sample(DECK * rules.packs, rules.largest_hand)
        ranks = chance.sample(RANKS, chance.randint(1, 6))
        chosen = [card for card in held if card[0] in ranks][: chance.randint(1, 20)]
        cards = count_cards(chosen)
        hand = count_cards(held)
        if chosen and not classify(cards, rules):
            found = why_no_play(cards, rules, hand=hand)
            seen.add(found.key)
            check(found, cards, hand, rules)
    assert {"no_play.one_short", "no_play.one_over", "no_play.size_two"} <= seen
