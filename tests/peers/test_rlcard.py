"""RLCard 1.2: the same legal plays, leading and following, and the same whole games.

No exception is known: RLCard's plays are those of the preset ``rlcard``.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.cards import DECK, Counts, count_cards, ranks_text
from engine.doudizhu import game
from engine.doudizhu.plays import Play, following, plays
from engine.doudizhu.rules import PRESETS
from engine.doudizhu.state import State

np = pytest.importorskip("numpy")
rlcard = pytest.importorskip(
    "rlcard.games.doudizhu", reason="run: uv run --group peers pytest tests/peers"
)
rlcard_utils = pytest.importorskip("rlcard.games.doudizhu.utils")

RULES = PRESETS["rlcard"]


def sorted_cards(play: Play | None) -> str:
    """A play as RLCard writes it: all its cards low to high, or ``pass``."""
    return "pass" if play is None else ranks_text(play.counts)


def hand_of(rng: random.Random, number: int) -> Counts:
    """A random hand; every third of few ranks, rich in trios, quads and jokers."""
    deck = DECK
    if number % 3 == 0:
        ranks = "".join(rng.sample("3456789TJQKA2", 6)) + "BR"
        deck = tuple(card for card in DECK if card[0] in ranks)
    return count_cards(rng.sample(deck, rng.randint(10, 20)))


def test_leading_plays_of_two_thousand_hands_are_the_same() -> None:
    rng = random.Random("rlcard leading")
    for number in range(2000):
        hand = hand_of(rng, number)
        theirs = rlcard.Judger.playable_cards_from_hand(ranks_text(hand))
        ours = [sorted_cards(play) for play in plays(hand, RULES)]
        assert len(ours) == len(set(ours)), ranks_text(hand)
        assert set(ours) == set(theirs), ranks_text(hand)


class Seat:
    """A seat as RLCard's generator of following plays wants it."""

    def __init__(self, hand: Counts, played: str = "") -> None:
        self.current_hand = [Card(letter) for letter in ranks_text(hand)]
        self.played_cards = played


class Card:
    """A card as RLCard keeps it: jokers have a suit and no rank."""

    def __init__(self, letter: str) -> None:
        joker = letter in "BR"
        self.rank = "" if joker else letter
        self.suit = f"{letter}J" if joker else "S"


def test_following_plays_of_two_thousand_hands_are_the_same() -> None:
    rng = random.Random("rlcard following")
    for number in range(2000):
        hand, other = hand_of(rng, number), hand_of(rng, number + 1)
        to_beat = rng.choice(plays(other, RULES))
        theirs = rlcard_utils.get_gt_cards(Seat(hand), Seat(other, sorted_cards(to_beat)))
        ours = ["pass", *map(sorted_cards, following(hand, to_beat, RULES))]
        assert sorted(ours) == sorted(theirs), f"{ranks_text(hand)} on {to_beat}"


def test_every_set_of_cards_has_the_same_kind() -> None:
    """RLCard's table of all plays: 27,471, one kind each, as the classic options say."""
    table = {cards: kinds for cards, kinds in rlcard_utils.CARD_TYPE[0].items() if cards != "pass"}
    ours = {sorted_cards(play) for play in plays(count_cards(DECK), RULES)}
    assert set(table) == ours
    assert all(len(kinds) == 1 for kinds in table.values())


def start_of(theirs: Any) -> State:
    hands = "/".join(rlcard_utils.cards2str(player.current_hand) for player in theirs.players)
    return game.start("", position=f"ddz {hands} - 0@1 0 - 0 0")


def replay(seed: int) -> None:
    theirs = rlcard.Game()
    theirs.np_random = np.random.RandomState(seed)
    theirs.init_game()
    state = start_of(theirs)
    rng = random.Random(seed)
    while not game.is_over(state):
        legal = {sorted_cards(action): action for action in game.legal(state)}  # type: ignore[arg-type]
        assert game.turn(state) == theirs.get_player_id()
        assert set(legal) == set(theirs.state["actions"]), game.position_text(state)
        word = rng.choice(sorted(legal))
        state = game.apply(state, legal[word])
        theirs.step(word)
    assert theirs.is_over()
    won = "landlord" if theirs.winner_id == theirs.round.landlord_id else "peasants"
    assert game.winner(state) == won


def test_a_thousand_games_replayed_move_by_move_are_the_same() -> None:
    for seed in range(1000):
        replay(seed)
