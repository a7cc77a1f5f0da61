"""What is told around pasted cards: read as people write it, and the same there and back."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from coach.doudizhu.analyse import understood
from coach.doudizhu.hand_text import HandTextError, read_hand
from coach.doudizhu.situation import (
    LONGEST_LINE,
    Situation,
    SituationError,
    read_conditions,
    read_counts,
    read_play,
    told_by,
    view_of_hand,
    view_of_seat,
)
from coach.language import LANGUAGES, texts
from coach.ui.analyse_faults import marked_fault, situation_fault
from engine.cards import AmbiguousPlayError, IllegalPlayError, NotationError, parse_ranks
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


# ---- whatever is pasted ----

LINES = (
    "ddz 5566789/99JJQ2/TTK2 - 0@3 1 0:33 0 1",
    "ddz ?7/99JJQ2/?4 - 0@3 1 0:33 0 1 unseen=5566789TTK2",
    "ddz 448999TJJQQAR/336688TAA22B - 0@1 0 - 0 0",
    '[Game "ddz"]\n[Rules "classic"]\n\n1. 0:34567 pass pass',
)


@given(st.sampled_from(LINES), st.integers(0, 60), st.integers(0, 12), st.text(max_size=8))
def test_a_spoiled_line_is_understood_or_refused(line: str, at: int, cut: int, new: str) -> None:
    spoiled = line[:at] + new + line[at + cut :]
    try:
        found = understood(spoiled)
    except (NotationError, IllegalPlayError, AmbiguousPlayError):
        return
    assert any(found.hand)


@given(st.text(max_size=60))
def test_whatever_is_filled_in_around_a_hand_is_read_or_refused(text: str) -> None:
    for read in (
        lambda: read_play(text, CLASSIC),
        lambda: read_counts(text),
        lambda: read_conditions(text, text, text, CLASSIC),
    ):
        with suppress(SituationError):
            read()


def test_a_line_longer_than_any_record_is_refused_at_once() -> None:
    with pytest.raises(NotationError, match="too long"):
        understood('[Game "ddz"]\n' + "x " * LONGEST_LINE)


def test_a_marked_place_is_escaped_and_every_sign_of_it_seen() -> None:
    with pytest.raises(HandTextError) as wrong:
        read_hand("<b>3</b> \x07\x1b")
    shown = marked_fault("<b>3</b> \x07\x1b", wrong.value, texts("en"))
    assert "<b>" not in shown
    assert "&lt;<mark>b</mark>&gt;3&lt;/b&gt; \u2407\u241b" in shown
