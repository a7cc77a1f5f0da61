"""What strength is measured with: the frozen yardstick B0, and a cheat that sees all hands."""

from __future__ import annotations

import random

from engine import deal_code
from engine.cards import DECK, count_cards, ranks_text
from engine.doudizhu import game
from engine.doudizhu.plays import parse_play
from engine.doudizhu.position import parse_position, parse_view
from engine.doudizhu.rules import CLASSIC
from tests import yardstick


def test_the_yardstick_goes_out_when_it_can() -> None:
    view = parse_view("ddz ?3/44/?3 - 1@1 1 - 0 0 unseen=35678K")
    assert yardstick.yardstick(view, random.Random(1)) == parse_play("44")


def test_the_yardstick_plays_whole_deals_by_the_rules_and_repeats_itself() -> None:
    def played(seed: int) -> list[object]:
        state = game.deal(CLASSIC, deal_code.encode(deal_code.draw(seed, first=0)))
        rng = random.Random(seed)
        actions: list[object] = []
        while not game.is_over(state):
            actions.append(yardstick.yardstick(game.view(state, state.turn), rng))
            state = game.apply(state, actions[-1])  # type: ignore[arg-type]
        return actions

    assert played(1) == played(1)


def test_the_cheat_minds_who_holds_which_cards_and_the_yardstick_does_not() -> None:
    """The same endings with the hands of the two peasants exchanged."""
    rng = random.Random("cheat")
    cheated = honest = 0
    for number in range(40):
        cards = rng.sample(DECK, 30)
        hands = [ranks_text(count_cards(cards[10 * seat : 10 * seat + 10])) for seat in range(3)]
        pair = [
            parse_position(f"ddz {hands[0]}/{hands[one]}/{hands[two]} - 0@1 0 - 0 0")
            for one, two in ((1, 2), (2, 1))
        ]
        view, other = (game.view(state, 0) for state in pair)
        assert view == other
        first, second = (yardstick.cheat(state)(view, random.Random(number)) for state in pair)
        cheated += first != second
        first, second = (yardstick.yardstick(view, random.Random(number)) for _ in pair)
        honest += first != second
    assert honest == 0
    assert cheated > 4
