"""Hidden cards arranged against a player: a safe line wins through, every other play loses."""

from __future__ import annotations

import pytest

from coach.doudizhu.layouts import LOST, OPEN, WON, LayoutError, answer
from engine.cards import add
from engine.doudizhu.forced import forced_wins
from engine.doudizhu.plays import Play, parse_play
from engine.doudizhu.position import parse_view
from engine.doudizhu.state import View
from lessons.loader import exercises

pytestmark = pytest.mark.usefixtures("compiled")

ONE_CARD = parse_view("ddz ?1/55K/?5 - 0@1 1 - 0 0 unseen=34679A plays=9,9,9")
"""The landlord has one card; only the pair is safe."""


def safe_views() -> list[tuple[str, View]]:
    """The exercises in which a safe line is asked for."""
    return [
        (f"{row.id} {step.number}", step.task.view)
        for row in exercises()
        if row.concept == "safe-lines"
        for step in row.steps
        if step.task.view is not None
    ]


def test_a_play_that_can_lose_is_answered_with_hands_in_which_it_loses() -> None:
    found = answer(ONE_CARD, parse_play("K"))
    assert found.outcome == LOST
    assert found.layout is not None
    # only the ace beats the king
    assert found.layout.hands[0] == (0,) * 11 + (1, 0, 0, 0)
    assert found.replies[-1][0] == 0


def test_the_hidden_hands_fit_what_was_shown() -> None:
    found = answer(ONE_CARD, parse_play("5"))
    assert found.layout is not None
    assert add(found.layout.hands[0], found.layout.hands[2]) == ONE_CARD.unseen
    assert [sum(hand) for hand in found.layout.hands] == [1, 2, 5]


def test_a_safe_play_stays_open_and_then_wins() -> None:
    found = answer(ONE_CARD, parse_play("55"))
    assert found.outcome == OPEN
    assert found.view is not None
    assert answer(found.view, parse_play("K")).outcome == WON


@pytest.mark.parametrize(("name", "view"), safe_views())
def test_a_safe_line_wins_to_its_end(name: str, view: View) -> None:
    for _ in range(20):
        (first, *_) = forced_wins(view, looks=1_000_000)
        found = answer(view, first.play)
        assert found.outcome != LOST
        if found.outcome == WON:
            return
        assert found.view is not None
        view = found.view
    pytest.fail(f"{name} goes on for ever")


@pytest.mark.parametrize(("name", "view"), safe_views()[::4])
def test_a_play_that_is_not_safe_loses_whatever_follows(name: str, view: View) -> None:
    """Played on by the first choice each time, it never wins: the hands stay against it."""
    from lessons.goals import Task, parse_goal, right_answers

    task = Task(view.hand, view.rules, view.to_beat, view)
    right = right_answers(parse_goal("win"), task)
    unsafe = [play for play in task.choices if play not in right]
    assert unsafe
    for play in unsafe:
        found = answer(view, play)
        while found.outcome == OPEN and found.view is not None:
            now = found.view
            choices = Task(now.hand, now.rules, now.to_beat, now).choices
            longest = max(choices, key=lambda one: one.size if isinstance(one, Play) else 0)
            found = answer(now, longest)
        assert found.outcome == LOST, (name, play)


def test_too_many_worlds_are_refused() -> None:
    many = parse_view("ddz 3/?10/?10 - 0@1 0 - 0 0 unseen=3456789TJQK45678926A plays=9,9,9")
    with pytest.raises(LayoutError, match="hidden hands"):
        answer(many, parse_play("3"))
