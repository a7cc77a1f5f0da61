"""Games against RLCard's rule player, RLCard the referee: a level sees what its seat sees."""

from __future__ import annotations

import pytest

pytest.importorskip("rlcard", reason="run: uv run --group peers pytest tests/peers")

from engine.cards import ranks_text
from engine.doudizhu import game
from engine.doudizhu.position import parse_position
from tests.peers.rlcard_match import play_deal, play_of, view_of, word_of


def test_an_observation_is_the_view_of_the_same_position() -> None:
    start = parse_position("ddz 345678TJQKA2/449JJ/667788 - 0@1 0 - 0 0 shown=34A")
    kitty = start.kitty
    state = start
    words = ["345678", "pass", "pass", "TJQKA", "pass", "pass"]
    for word in words:
        state = game.apply(state, play_of(word))
    trace = [(turn % 3, word) for turn, word in enumerate(words)]
    seen = game.view(state, 0)
    obs = {
        "trace": trace,
        "self": 0,
        "landlord": 0,
        "current_hand": ranks_text(seen.hand),
        "num_cards_left": list(seen.counts),
        "others_hand": ranks_text(seen.unseen)[::-1],
    }
    found = view_of(obs, kitty)
    assert (found.hand, found.unseen, found.counts) == (seen.hand, seen.unseen, seen.counts)
    assert (found.to_beat, found.leader, found.passes) == (None, None, 0)
    assert found.history == seen.history
    assert found.plays_made == seen.plays_made


def test_words_and_plays_are_inverse() -> None:
    for word in ("pass", "3", "44", "555", "3335", "33355", "34567", "BR", "333344", "3333"):
        assert word_of(play_of(word)) == word


@pytest.mark.parametrize("level", ["novice", "standard", "advanced"])
def test_whole_games_are_played_without_an_illegal_action(level: str) -> None:
    for deal in range(2):
        results = play_deal(level, deal)
        assert [result.way for result in results] == ["landlord", "peasants"]
        assert all(result.won == (result.points > 0) for result in results)


def test_the_same_deal_gives_the_same_results() -> None:
    def results() -> list[tuple[str, bool, int]]:
        return [(found.way, found.won, found.points) for found in play_deal("standard", 3)]

    assert results() == results()
