"""What is told of the five mistakes, and where they tempt."""

from __future__ import annotations

import pytest

from coach.claims import rerun
from coach.doudizhu.estimates import Sample, estimate
from coach.doudizhu.mistakes import NAMES, Mistake, mistake, tempted
from coach.hints import why_not
from coach.language import LANGUAGES
from coach.say import render
from engine.doudizhu.cpu import candidates
from engine.doudizhu.plays import parse_play
from engine.doudizhu.position import parse_view, view_text
from tests import oracle_mistakes as oracle
from tests.hint_positions import views

MADE = {
    "strength": (
        "ddz ?6/334668899JQKA22/?12 - 0@1 1 0:55 0 0 plays=4,1,2 unseen=4457777TTTJJQQQKKA",
        "pass",
        ("66", "88", "99"),
    ),
    "bomb_lead": ("ddz ?3/349999/?3 - 1@1 1 - 0 0 plays=4,4,4 unseen=5678QK", "9999", ("3", "4")),
    "breaks_bomb": (
        "ddz ?3/349999/?3 - 1@1 1 - 0 0 plays=4,4,4 unseen=5678QK",
        "999+3",
        ("3", "4"),
    ),
    "high_cards": ("ddz ?2/66K2/?2 - 1@1 1 - 0 0 plays=4,4,4 unseen=7788", "66", ("K", "2")),
    "covers_partner": (
        "ddz ?4/37Q8/?1 - 0@1 1 2:5 1 0 plays=4,4,4 unseen=69TJK",
        "8",
        ("pass",),
    ),
}
"""A position of each mistake, worked by hand: the play, and what it is compared with."""


pytestmark = pytest.mark.usefixtures("compiled")


def made(name: str) -> Mistake | None:
    text, *plays = MADE[name]
    view = parse_view(text)
    options = [None if one == "pass" else parse_play(one) for one in (plays[0], *plays[1])]
    run = estimate(view, options, Sample(7))
    assert run is not None
    return mistake(view, options[0], run)


def test_the_commonest_two_come_first() -> None:
    assert NAMES == ("strength", "bomb_lead", "breaks_bomb", "high_cards", "covers_partner")


@pytest.mark.parametrize("name", NAMES)
def test_the_mistake_is_said_with_the_better_play_in_every_language(name: str) -> None:
    told = made(name)
    assert told is not None
    assert told.name == name
    flaw, loss = told.sentences
    assert flaw.key == f"mistake.{name}"
    assert loss.key in ("why.worse", "why.misses")
    assert set(told.claims) == {*flaw.claims, *loss.claims}
    assert any(told.better in claim.subject.plays for claim in loss.claims)
    for claim in told.claims:
        assert rerun(claim) == claim
    for language in LANGUAGES:
        for said in told.sentences:
            text = render(said, language)
            assert "{" not in text
            assert text[-1] in ".。"


def test_why_not_names_the_mistake() -> None:
    view = parse_view("ddz ?3/349999/?3 - 1@1 1 - 0 0 plays=4,4,4 unseen=5678QK")
    told = why_not(view, parse_play("9999"))
    assert told is not None
    assert [said.key for said in told.sentences] == ["why.misses", "mistake.bomb_lead"]
    told = why_not(view, parse_play("3"))
    assert told is not None
    assert "mistake" not in " ".join(said.key for said in told.sentences)


def test_temptations_are_the_shapes_that_another_play_avoids() -> None:
    """By the other path: candidates one by one, fewest plays by CP-SAT."""
    seen: set[str] = set()
    for view in views(60, "tempted"):
        if view.phase != "play" or sum(view.hand) > 14:
            continue
        options = candidates(view)
        expected = {
            name
            for name in oracle.NAMES
            if any(
                oracle.shaped(name, view, play)
                and any(oracle.avoids(name, view, play, other) for other in options)
                for play in options
            )
        }
        assert set(tempted(view)) == expected, view_text(view)
        seen |= expected
    assert {"bomb_lead", "covers_partner", "breaks_bomb"} <= seen


def test_nothing_tempts_while_bidding_or_out_of_turn() -> None:
    view = next(one for one in views(40, "bids") if one.phase == "bid")
    assert tempted(view) == ()
