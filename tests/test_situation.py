"""What is told around pasted cards: read as people write it, and the same there and back."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from coach.doudizhu.situation import (
    Situation,
    SituationError,
    read_conditions,
    read_play,
    told_by,
    view_of_hand,
    view_of_seat,
)
from coach.language import LANGUAGES, texts
from coach.ui.analyse_faults import situation_fault
from engine.cards import parse_ranks
from engine.deal_code import draw, encode
from engine.doudizhu import game
from engine.doudizhu.position import parse_position
from engine.doudizhu.rules import CLASSIC, PRESETS


@pytest.mark.parametrize(
    ("text", "play"),
    [
        ("55", "55"),
        ("对5", "55"),
        ("a pair of 5s", "55"),
        ("５ ５", "55"),
        ("10 10", "TT"),
        ("555+3", "555+3"),
        ("5 5 5 3", "555+3"),
        ("333444 5 6", "333444+56"),
        ("大小王", "BR"),
        ("tjqka", "TJQKA"),
    ],
)
def test_a_play_is_read_in_notation_and_as_people_write_it(text: str, play: str) -> None:
    assert str(read_play(text, CLASSIC)) == play


@pytest.mark.parametrize(
    ("text", "fault"),
    [("34", "play"), ("hello", "play"), ("BJ", "play"), ("", "play")],
)
def test_what_is_no_play_says_so(text: str, fault: str) -> None:
    with pytest.raises(SituationError) as wrong:
        read_play(text, CLASSIC)
    assert wrong.value.fault == fault


def test_cards_that_are_several_plays_say_which() -> None:
    """Where a trio that touches the airplane may be its kickers, twelve cards are three plays."""
    with pytest.raises(SituationError) as wrong:
        read_play("3-6 3-6 3-6", replace(CLASSIC, touching_trio=True))
    assert wrong.value.fault == "several"
    assert "444555666+333" in str(wrong.value.values["plays"])


def test_a_situation_needs_the_role_it_is_told_for() -> None:
    with pytest.raises(SituationError) as wrong:
        view_of_hand(parse_ranks("334"), Situation(seen=parse_ranks("5")), CLASSIC)
    assert wrong.value.fault == "role"


@pytest.mark.parametrize("rules", ["classic", "folk", "four-player"])
def test_what_is_told_of_a_view_leads_back_to_it(rules: str) -> None:
    """Random games, stopped anywhere: hand, table, numbers and unseen cards are the same."""
    rng = random.Random(rules)
    seen = 0
    while seen < 25:
        state = game.deal(PRESETS[rules], _code(rng, PRESETS[rules].seats))
        for _ in range(rng.randrange(8, 70)):
            if game.is_over(state):
                break
            state = game.apply(state, rng.choice(game.legal(state)))
        if state.phase != "play":
            continue
        view = game.view(state, state.turn)
        told = told_by(view)
        assert told is not None
        back = view_of_hand(view.hand, told, view.rules)
        assert back is not None
        steps = range(view.rules.seats)
        assert [(back.seat + step) % len(steps) for step in steps].index(0) == [
            (view.seat + step) % len(steps) for step in steps
        ].index(view.landlord or 0)
        assert back.hand == view.hand
        assert back.unseen == view.unseen
        assert str(back.to_beat) == str(view.to_beat)
        assert [back.counts[(back.seat + step) % len(steps)] for step in steps] == [
            view.counts[(view.seat + step) % len(steps)] for step in steps
        ]
        if view.leader is not None and back.leader is not None:
            assert (back.leader - back.seat - view.leader + view.seat) % len(steps) == 0
        seen += 1


def _code(rng: random.Random, players: int) -> str:
    return encode(draw(rng.random().hex(), players=players, first=0))


def test_two_hands_have_no_roles_by_place() -> None:
    puzzle = parse_position("ddz 448999TJJQQAR/336688TAA22B - 0@1 0 - 0 0")
    assert told_by(view_of_seat(puzzle)) is None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "error",
    [
        SituationError("role"),
        SituationError("cards", text="x"),
        SituationError("play", text="x"),
        SituationError("several", text="x", plays="3, 4"),
        SituationError("numbers", text="x"),
        SituationError("own"),
        SituationError("excess", cards="3T"),
        SituationError("few", n=1, others=2),
        SituationError("sum", held=3, unseen=4),
    ],
    ids=lambda error: str(error.fault),
)
def test_every_fault_has_its_sentence(error: SituationError, language: str) -> None:
    said = situation_fault(error, texts(language))
    assert said
    assert "{" not in said
    assert "analyse." not in said


def test_conditions_are_read_as_people_write_them() -> None:
    read = read_conditions("四个7, 王炸", "对3", "34567", CLASSIC)
    assert read.keep == (parse_ranks("7777"), parse_ranks("BR"))
    assert (str(read.first), str(read.last)) == ("33", "34567")
