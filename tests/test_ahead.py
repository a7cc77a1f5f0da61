"""Plays compared one own decision further: what follows is decided well, by what can be seen."""

from __future__ import annotations

import math

import pytest

from coach.claims import rerun
from coach.doudizhu.ahead import ahead_chance, ahead_difference, compare_ahead
from coach.doudizhu.decisions import judged
from coach.doudizhu.estimates import Sample
from coach.review import turns_of
from engine.doudizhu import game
from engine.doudizhu.cpu_advanced import FEW_CARDS
from engine.doudizhu.plays import parse_play
from engine.doudizhu.position import parse_view
from tests.review_games import cpu_deal

pytestmark = pytest.mark.usefixtures("compiled")


def test_a_pass_that_keeps_a_sure_win_is_not_blamed() -> None:
    view = parse_view("ddz ?5/34444BR/?5 - 0@1 1 0:A 0 0 unseen=3579JQKA22 plays=9,9,9")
    rocket = parse_play("BR")
    run = compare_ahead(view, (rocket, None), Sample("waits", 300))
    assert run is not None
    # nobody can go out on five cards that do not touch; next time the rocket, 4444 and 3 are left
    assert run.chance(0) > 0.9
    assert run.chance(1) > 0.9


def test_the_same_seed_gives_the_same_answer() -> None:
    view = parse_view("ddz ?5/34444BR/?5 - 0@1 1 0:A 0 0 unseen=3579JQKA22 plays=9,9,9")
    first, again = (
        compare_ahead(view, (None, parse_play("4444")), Sample("same", 60)) for _ in range(2)
    )
    assert first == again


def test_the_next_decision_is_better_than_the_rules_of_thumb_on_average() -> None:
    gains = []
    for number in range(4):
        deal = cpu_deal(f"gain {number}")
        for at in turns_of(deal, 1)[:4]:
            state = deal.states[at]
            if state.phase != "play" or sum(state.counts) <= FEW_CARDS:
                continue
            view = game.view(state, state.turn)
            play = deal.actions[at]
            assert not isinstance(play, int | str)
            sample = Sample("gain", 200)
            run = compare_ahead(view, (play,), sample)
            assert run is not None
            found = judged(at, 1, 1, view, play, worlds=200)
            assert found is not None
            if found.grade == "best" and found.before < 1:
                gains.append(ahead_chance(view, run, sample, play).value - found.before)
    assert len(gains) >= 4
    assert sum(gains) / len(gains) > -0.03


def test_claims_of_it_are_found_again() -> None:
    deal = cpu_deal("again", ("novice", "standard"))
    for at in turns_of(deal, 0):
        state = deal.states[at]
        if state.phase != "play" or sum(state.counts) <= FEW_CARDS or len(game.legal(state)) < 3:
            continue
        view, sample = game.view(state, 0), Sample("claims", 60)
        one, other = (play for play in game.legal(state)[:2])
        assert not isinstance(one, int | str)
        assert not isinstance(other, int | str)
        run = compare_ahead(view, (one, other), sample)
        assert run is not None
        gap = ahead_difference(view, run, sample, one, other)
        assert rerun(gap) == gap
        chance = ahead_chance(view, run, sample, one)
        assert rerun(chance) == chance
        return
    raise AssertionError("no decision with a choice")


def test_a_brake_ends_it() -> None:
    view = parse_view("ddz ?5/34444BR/?5 - 0@1 1 0:A 0 0 unseen=3579JQKA22 plays=9,9,9")
    assert compare_ahead(view, (None,), Sample("brake", 60), stop=lambda: True) is None


def test_another_sample_agrees_within_three_errors() -> None:
    """Graded plays of several deals, each looked at twice, in worlds drawn from other seeds."""
    off = []
    for number in range(6):
        deal = cpu_deal(f"agree {number}", ("novice", "standard"))
        for at in turns_of(deal, 0)[3:9:2]:
            state = deal.states[at]
            if state.phase != "play" or sum(state.counts) <= FEW_CARDS:
                continue
            view = game.view(state, state.turn)
            if len(game.legal_in(view)) < 3:
                continue
            play, other = game.legal_in(view)[0], game.legal_in(view)[-1]
            assert not isinstance(play, int | str)
            assert not isinstance(other, int | str)
            gaps = []
            for seed in ("one", "other"):
                sample = Sample(f"{seed} {number} {at}", 400)
                run = compare_ahead(view, (play, other), sample)
                assert run is not None
                gaps.append(ahead_difference(view, run, sample, play, other))
            error = math.hypot(*(gap.basis.error or 0.0 for gap in gaps))
            off.append(abs(gaps[0].value - gaps[1].value) / error)
    assert len(off) >= 8
    assert max(off) < 3
