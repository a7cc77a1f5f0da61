"""When the tutor steps in, what it says without the better play, and praise for a hard good one."""

from __future__ import annotations

import random
from string import Formatter

import pytest

from coach import tutor
from coach.hints import Hint
from coach.language import HINTS, LANGUAGES, texts
from coach.mastery import OTHER
from coach.say import clearly_above, render
from coach.tutor import Judged, judge
from engine.doudizhu.cpu import standard
from engine.doudizhu.game import legal_in
from engine.doudizhu.plays import Play, parse_play
from engine.doudizhu.position import parse_view
from tests.hint_positions import views
from tests.test_mistakes import MADE

pytestmark = pytest.mark.usefixtures("compiled")


def judged(text: str, play: str) -> Judged:
    view = parse_view(text)
    found = judge(view, None if play == "pass" else parse_play(play, view.rules))
    assert found is not None
    return found


SHOWN = ("play", "act")
"""Fields that name a play."""
LEADS_A_BOMB = MADE["bomb_lead"][:2]
"""The bomb leaves 3 and 4: every solved world is worse by it than by leading one of them."""


@pytest.fixture(scope="module")
def bomb() -> Judged:
    return judged(*LEADS_A_BOMB)


@pytest.fixture(scope="module")
def many() -> list[Judged]:
    rng = random.Random("judged")
    found = []
    for view in views(24, "tutor"):
        if view.phase == "play" and len(legal_in(view)) > 1:
            play = rng.choice(legal_in(view))
            assert play is None or isinstance(play, Play)
            one = judge(view, play, worlds=100)
            assert one is not None
            found.append(one)
    return found


def test_it_steps_in_before_a_bomb_is_led_and_names_the_mistake(bomb: Judged) -> None:
    assert tutor.steps_in(bomb, "strict", {})
    assert tutor.concept(bomb) == "bomb_lead"
    assert tutor.warning(bomb)[0].key == "mistake.bomb_lead"


@pytest.mark.parametrize(
    ("value", "error", "grade"),
    [
        (0.0, 0.0, ""),
        (0.04, 0.01, ""),
        (0.05, 0.01, "inaccuracy"),
        (0.09, 0.01, "inaccuracy"),
        (0.10, 0.01, "mistake"),
        (0.14, 0.01, "mistake"),
        (0.146, 0.01, "blunder"),  # shown as 15 points
        (0.63, 0.05, "blunder"),
        (0.20, 0.11, ""),  # within two standard errors
    ],
)
def test_a_loss_is_graded_by_its_whole_points_at_5_10_and_15(
    bomb: Judged, monkeypatch: pytest.MonkeyPatch, value: float, error: float, grade: str
) -> None:
    monkeypatch.setattr(tutor, "lost", lambda _: (value, error))
    assert tutor.grade(bomb) == grade


def test_off_never_steps_in(bomb: Judged) -> None:
    assert not tutor.steps_in(bomb, "off", {})


def test_the_best_play_is_never_stopped_and_loses_nothing(many: list[Judged]) -> None:
    for one in many:
        best = one.best.play
        assert best is None or isinstance(best, Play)
        found = judge(one.view, best, worlds=100)
        assert found is not None
        assert tutor.lost(found) == (0.0, 0.0)
        assert not tutor.steps_in(found, "strict", {})


def test_it_steps_in_only_for_a_loss_of_the_amount_and_beyond_two_errors(
    many: list[Judged],
) -> None:
    stopped = dict.fromkeys(tutor.AMOUNTS, 0)
    for one in many:
        value, error = tutor.lost(one)
        for setting, amount in (("gentle", 0.10), ("strict", 0.05)):
            steps = tutor.steps_in(one, setting, {})
            assert steps is (value >= amount and value > 2 * error)
            stopped[setting] += steps
    assert 0 < stopped["gentle"] <= stopped["strict"] < len(many)


def test_it_fades_with_mastery_of_that_concept_alone(
    bomb: Judged, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tutor, "lost", lambda _: (0.12, 0.01))
    assert tutor.steps_in(bomb, "gentle", {})
    assert tutor.steps_in(bomb, "gentle", {"strength": "1" * 20})
    assert not tutor.steps_in(bomb, "gentle", {"bomb_lead": "1" * 20})


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_warning_can_be_said_and_does_not_tell_the_better_play(
    many: list[Judged], language: str
) -> None:
    telling = {f"{role}_{field}" for role in ("best", "better", "win", "gap") for field in SHOWN}
    keys = set()
    for one in many:
        if tutor.steps_in(one, "strict", {}):
            said = tutor.warning(one)
            keys |= {each.key for each in said}
            assert all(render(each, language) for each in said)
    assert keys
    for key in (*keys, "tutor.loses", "tutor.misses", "tutor.strength", "tutor.more_plays"):
        slots = {name for _, name, _, _ in Formatter().parse(texts(language, HINTS).raw(key))}
        assert not slots & telling


def test_a_verdict_has_a_reason_whatever_it_says(many: list[Judged]) -> None:
    seen = set()
    for one in many:
        said = tutor.verdict(one)
        assert said
        seen.add(said[0].key)
        for each in said:
            assert each.claims
            assert render(each, "en")
    assert len(seen) > 2


def test_praise_is_for_a_best_play_clearly_better_than_the_standard_one() -> None:
    praised = 0
    for view in views(40, "praise"):
        if view.phase != "play" or len(legal_in(view)) < 2:
            continue
        usual = standard(view, random.Random(0))
        beside = tutor.why_not(view, usual, worlds=100)
        assert isinstance(beside, Hint)
        best = beside.plays[0].play
        assert best is None or isinstance(best, Play)
        found = judge(view, best, worlds=100)
        assert found is not None
        if not tutor.is_hard(found):
            continue
        praised += 1
        assert best != usual
        gap = next(one for one in tutor.verdict(found)[0].claims if one.kind == "win_difference")
        assert gap.subject.plays == (best, usual)
        assert clearly_above(gap)
        if praised == 2:
            break
    assert praised


def test_what_is_learned_of_a_decision(bomb: Judged) -> None:
    after = tutor.learned(bomb, {"bomb_lead": "1"})
    assert after["bomb_lead"] == "10"
    better = judged(MADE["bomb_lead"][0], "3")
    assert tutor.learned(better, {"bomb_lead": "1"})["bomb_lead"] == "11"


def test_where_nothing_tempts_the_decision_is_one_of_the_others() -> None:
    plain = judged("ddz ?3/347/?3 - 1@1 1 - 0 0 plays=4,4,4 unseen=5678QK", "3")
    assert set(tutor.learned(plain, {})) == {OTHER}
