"""The kinds of play: counted, printed and read back, generated and classified alike."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import example, given, strategies as st

from engine.cards import (
    AmbiguousPlayError,
    Counts,
    NotationError,
    full_deck,
    parse_ranks,
    ranks_text,
)
from engine.doudizhu.plays import KINDS, Play, classify, following, parse_play, plays
from engine.doudizhu.rules import CLASSIC, FOUR_PLAYER, NOIP, OPENSPIEL, PRESETS, Rules
from tests.hands import hands, random_hands

PRESET_NAMES = st.sampled_from(sorted(PRESETS))


def texts(found: list[Play]) -> set[str]:
    return {f"{play.kind} {play}" for play in found}


# ---- how many plays there are (R13) ----


@pytest.mark.parametrize(
    ("rules", "number"),
    [
        pytest.param(CLASSIC, 27_471, id="classic"),
        pytest.param(PRESETS["rlcard"], 27_471, id="rlcard"),
        pytest.param(OPENSPIEL, 26_053, id="openspiel"),
        pytest.param(PRESETS["pagat"], 12_654, id="pagat"),
        pytest.param(replace(CLASSIC, joker_kickers=True), 28_946, id="joker_kickers"),
        pytest.param(PRESETS["folk"], 27_471 - 13, id="folk"),  # no bare trio
    ],
)
def test_number_of_plays_in_the_full_deck(rules: Rules, number: int) -> None:
    found = plays(full_deck(), rules)
    assert len(found) == number
    assert len(set(found)) == number


def test_number_of_plays_of_each_kind_in_the_full_deck() -> None:
    by_kind = Counter(play.kind for play in plays(full_deck()))
    assert by_kind == {
        "solo": 15,
        "pair": 13,
        "trio": 13,
        "bomb": 13,
        "rocket": 1,
        "trio+solo": 182,
        "trio+pair": 156,
        "solo_chain": 36,
        "pair_chain": 52,
        "airplane": 45,
        "airplane+solos": 21_822,
        "airplane+pairs": 2_939,
        "quad+solos": 1_326,
        "quad+pairs": 858,
    }


def test_number_of_plays_in_two_packs_counted_by_hand() -> None:
    """R23, lengths up to what 33 cards hold."""
    by_kind = Counter(play.kind for play in plays(full_deck(packs=2), FOUR_PLAYER))
    assert by_kind["solo"] == 15
    assert by_kind["pair"] == 15  # two equal jokers are a pair
    assert by_kind["trio"] == 13
    assert by_kind["trio+pair"] == 13 * 14  # a pair of any other rank, jokers too
    assert by_kind["solo_chain"] == sum(13 - n for n in range(5, 13))
    assert by_kind["pair_chain"] == sum(13 - n for n in range(3, 13))
    assert by_kind["airplane"] == sum(13 - n for n in range(2, 12))
    # n pairs out of the other 15 - n ranks, less those with both jokers (R11)
    choose = {2: 78 - 1, 3: 220 - 10, 4: 330 - 36, 5: 252 - 56, 6: 84 - 35}
    assert by_kind["airplane+pairs"] == sum((13 - n) * choose[n] for n in choose)
    assert by_kind["bomb"] == 13 * 5  # four to eight of a rank
    assert by_kind["rocket"] == 1
    assert not by_kind.keys() & {"trio+solo", "airplane+solos", "quad+solos", "quad+pairs"}


# ---- one table: generator, classifier and notation agree ----


@given(hands(), PRESET_NAMES)
def test_printed_plays_read_back(hand: Counts, name: str) -> None:
    rules = PRESETS[name]
    if rules.touching_trio:  # two readings are possible there: see the test on ambiguous plays
        return
    for play in plays(hand, rules):
        assert parse_play(str(play), rules) == play


@given(hands(), PRESET_NAMES)
def test_a_play_uses_only_cards_held(hand: Counts, name: str) -> None:
    for play in plays(hand, PRESETS[name]):
        assert all(used <= held for used, held in zip(play.counts, hand, strict=True)), str(play)


@given(hands(), PRESET_NAMES)
def test_no_play_is_generated_twice(hand: Counts, name: str) -> None:
    found = plays(hand, PRESETS[name])
    assert len(found) == len(set(found))


@given(hands(most=9), PRESET_NAMES)
@example(parse_ranks("333344445"), "noip")
def test_generator_and_classifier_agree_on_every_part_of_a_hand(hand: Counts, name: str) -> None:
    rules = PRESETS[name]
    parts = product(*(range(held + 1) for held in hand))
    readings = [str(play) + play.kind for part in parts for play in classify(part, rules)]
    assert sorted(readings) == sorted(str(play) + play.kind for play in plays(hand, rules))


@pytest.mark.parametrize("size", [12, 16])
def test_generator_and_classifier_agree_on_every_part_of_large_hands(size: int) -> None:
    for hand in random_hands(6, size, seed=size):
        parts = product(*(range(held + 1) for held in hand))
        found = {play for part in parts for play in classify(part)}
        assert found == set(plays(hand)), ranks_text(hand)


@given(hands(), PRESET_NAMES, st.randoms(use_true_random=False))
def test_what_follows_is_what_beats_among_all_plays(hand: Counts, name: str, rng: object) -> None:
    rules = PRESETS[name]
    everything = plays(full_deck(packs=rules.packs), rules)
    to_beat = rng.choice(everything)  # type: ignore[attr-defined]
    expected = {play for play in plays(hand, rules) if play.beats(to_beat)}
    found = following(hand, to_beat, rules)
    assert set(found) == expected
    assert len(found) == len(expected)


@given(hands())
def test_classic_cards_have_at_most_one_reading(hand: Counts) -> None:
    assert len(classify(hand)) <= 1


def test_every_play_of_the_full_deck_has_one_reading_in_classic() -> None:
    for play in plays(full_deck()):
        assert classify(play.counts) == [play]


# ---- kickers (R11) ----


@pytest.mark.parametrize(
    ("cards", "rules", "readings"),
    [
        ("7777", CLASSIC, {"bomb 7777"}),
        ("666777AA", CLASSIC, {"airplane+solos 666777+AA"}),
        ("444455", CLASSIC, {"quad+solos 4444+55"}),
        ("444455", PRESETS["pagat"], set()),
        ("44445555", CLASSIC, set()),
        ("44445555", NOIP, {"quad+pairs 4444+5555", "quad+pairs 5555+4444"}),
        ("3333BR", CLASSIC, set()),
        ("3333BR", NOIP, {"quad+solos 3333+BR"}),
        ("333444555666", CLASSIC, {"airplane 333444555666"}),
        ("QQQKKKAAA222", CLASSIC, {"airplane+solos QQQKKKAAA+222"}),
        ("333444555666777B", CLASSIC, set()),  # 777 would lengthen 3456, and 333 4567
        ("3334445556667789", CLASSIC, {"airplane+solos 333444555666+7789"}),
        ("333444555777", PRESETS["pagat"], set()),
        ("33344455566677778888", CLASSIC, set()),  # pairs of one rank are one kicker rank each
        ("33344455", FOUR_PLAYER, set()),
        ("3334455", FOUR_PLAYER, set()),
        ("3334444", FOUR_PLAYER, set()),
        ("333BB", FOUR_PLAYER, {"trio+pair 333+BB"}),
        ("333444BBRR", FOUR_PLAYER, set()),  # both jokers are no kickers
        ("BR", FOUR_PLAYER, set()),
        ("BBR", FOUR_PLAYER, set()),
        ("BBRR", FOUR_PLAYER, {"rocket BBRR"}),
        ("88888888", FOUR_PLAYER, {"bomb 88888888"}),
        ("333", PRESETS["folk"], set()),
        ("333444", PRESETS["folk"], {"airplane 333444"}),
    ],
)
def test_kickers_are_read_by_the_rules(cards: str, rules: Rules, readings: set[str]) -> None:
    assert texts(classify(parse_ranks(cards, packs=rules.packs), rules)) == readings


# ---- beating (R14, R15) ----


@pytest.mark.parametrize(
    ("winner", "loser"),
    [
        ("4", "3"),
        ("2", "A"),
        ("B", "2"),
        ("R", "B"),
        ("444+3", "333+R"),
        ("45678", "34567"),
        ("3333", "AAAA+22"),
        ("4444", "3333"),
        ("BR", "2222"),
        ("3333", "JJQQKKAA"),
        ("4444+33", "3333+AB"),
        ("4444+3355", "3333+AA22"),
    ],
)
def test_a_higher_play_of_the_same_kind_or_a_bomb_beats(winner: str, loser: str) -> None:
    assert parse_play(winner).beats(parse_play(loser))
    assert not parse_play(loser).beats(parse_play(winner))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("34567", "345678"),
        ("33", "4"),
        ("333+4", "444+55"),
        ("3333+45", "4444+5566"),
        ("333444", "333444+56"),
        ("3", "3"),
    ],
)
def test_unlike_or_equal_plays_beat_neither_way(one: str, other: str) -> None:
    assert not parse_play(one).beats(parse_play(other))
    assert not parse_play(other).beats(parse_play(one))


def test_more_cards_of_a_rank_beat_fewer_with_four_players() -> None:
    five_threes = parse_play("33333", FOUR_PLAYER)
    four_twos = parse_play("2222", FOUR_PLAYER)
    rocket = parse_play("BBRR", FOUR_PLAYER)
    assert five_threes.beats(four_twos)
    assert not four_twos.beats(five_threes)
    assert rocket.beats(parse_play("22222222", FOUR_PLAYER))


@given(hands(), PRESET_NAMES)
def test_no_play_beats_itself_and_no_two_beat_each_other(hand: Counts, name: str) -> None:
    found = plays(hand, PRESETS[name])[:60]
    for one in found:
        assert not one.beats(one)
        assert not any(one.beats(other) and other.beats(one) for other in found)


# ---- notation ----


def test_the_plus_may_be_left_out_where_one_reading_is_left() -> None:
    assert str(parse_play("33344456")) == "333444+56"
    assert str(parse_play("7444")) == "444+7"


def test_cards_with_several_readings_must_be_named() -> None:
    with pytest.raises(AmbiguousPlayError) as caught:
        parse_play("333444555666", OPENSPIEL)
    assert set(caught.value.readings) == {
        "333444555666",
        "333444555+666",
        "444555666+333",
    }
    assert parse_play("333444555666+", OPENSPIEL).kind == "airplane"
    assert str(parse_play("444555666+333", OPENSPIEL)) == "444555666+333"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is no play"),
        ("33344445", "'33344445' is no play under the rules 'classic'"),
        ("3x", "'x' at place 2 is no card"),
        ("33333", "'3' at place 5 is one too many; expected at most 4"),
        ("BB", "'B' at place 2 is one too many; expected at most 1"),
        ("333+4+5", "second '\\+' at place 6"),
        ("334+4", "'334\\+4' is no play"),
        ("33344456+", "no play"),
    ],
)
def test_text_that_is_no_play_says_what_was_read(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        parse_play(text)


@given(st.text(alphabet="3456789TJQKA2BR+cdhs x", max_size=24), PRESET_NAMES)
def test_any_text_is_a_play_or_one_of_the_errors(text: str, name: str) -> None:
    try:
        play = parse_play(text, PRESETS[name])
    except (NotationError, AmbiguousPlayError):
        return
    assert play.kind in KINDS
