"""Why chosen cards are no play; the reasons follow from the rules, by hand."""

from __future__ import annotations

import random

import pytest

from coach.doudizhu.no_play import PLAIN, NoPlay, why_no_play
from engine.cards import DECK, RANKS, Counts, count_cards, full_deck, parse_ranks, subtract
from engine.doudizhu.plays import classify, plays
from engine.doudizhu.rules import CLASSIC, FOLK, FOUR_PLAYER, NOIP, OPENSPIEL, PAGAT, Rules


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


KINDS_OF_SIZE = {(play.size, play.kind) for play in plays(full_deck(), CLASSIC)}


def kinds_of_size(size: int) -> set[str]:
    return {kind for number, kind in KINDS_OF_SIZE if number == size}


def one_card(place: int) -> Counts:
    return tuple(int(place == other) for other in range(len(RANKS)))


def check(found: NoPlay, cards: Counts, hand: Counts) -> None:
    """Assert what the sentence of *found* says of *cards*."""
    if found.key == "no_play.one_short":
        left = subtract(hand, cards)
        longer = [
            tuple(a + b for a, b in zip(cards, one_card(place), strict=True))
            for place in range(len(RANKS))
            if left[place]
        ]
        assert any(
            play.counts == more and play.kind in found.kinds
            for more in longer
            for play in plays(more, CLASSIC)
        )
    elif found.key == "no_play.one_over":
        shorter = [subtract(cards, one_card(place)) for place in range(len(RANKS)) if cards[place]]
        assert any(
            play.counts == less and play.kind in found.kinds
            for less in shorter
            for play in plays(less, CLASSIC)
        )
    elif found.key in ("no_play.size_none", "no_play.size_one", "no_play.size_two"):
        assert found.number == sum(cards)
        assert set(found.kinds) == kinds_of_size(sum(cards))
    elif found.key == "no_play.gap":
        assert all(not cards[place] for place in found.ranks)
    elif found.key == "no_play.outside_chain":
        assert all(cards[place] and RANKS[place] in "2BR" for place in found.ranks)
    elif found.key == "no_play.trio_kickers":
        *_, second, most = sorted(cards)
        assert second < most == 3


def test_every_reason_is_true_of_random_selections() -> None:
    chance = random.Random(20_26)
    seen = set()
    for _ in range(3_000):
        held = chance.sample(DECK, 20)
        ranks = chance.sample(RANKS, chance.randint(1, 6))
        chosen = [card for card in held if card[0] in ranks][: chance.randint(1, 20)]
        cards, hand = count_cards(chosen), count_cards(held)
        if chosen and not classify(cards, CLASSIC):
            found = why_no_play(cards, CLASSIC, hand=hand)
            seen.add(found.key)
            check(found, cards, hand)
    assert {"no_play.one_short", "no_play.one_over", "no_play.size_two"} <= seen
