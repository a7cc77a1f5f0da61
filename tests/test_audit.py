"""The audit finds what does not hold, and real hints hold."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from coach import audit
from coach.claims import RULE_OF_THUMB, SAMPLED
from coach.doudizhu import breaks
from coach.doudizhu.mistakes import temptations
from coach.hints import hint
from engine.doudizhu import game
from engine.doudizhu.plays import parse_play
from engine.doudizhu.position import parse_position

pytestmark = pytest.mark.usefixtures("compiled")


def falsified(value: Any) -> Any:
    """Something else than *value*, of the same form; None where there is no other."""
    if value is True:
        return None
    if isinstance(value, int | float):
        return value + 7
    if isinstance(value, tuple) and value and isinstance(value[-1], int):
        return (*value[:-1], value[-1] + 7)
    if isinstance(value, tuple):
        return (*value, "3")
    return None


def test_claims_of_real_hints_hold_and_falsified_ones_do_not() -> None:
    caught = set()
    for state in audit.positions(10, 4):
        found = hint(game.view(state, state.turn), 4, worlds=80)
        assert found is not None
        for claim in found.claims:
            if claim.basis.name in (RULE_OF_THUMB, SAMPLED):
                continue
            assert audit.holds(claim, state), claim
            other = falsified(claim.value)
            if other is not None and claim.kind != "sure_win":
                assert not audit.holds(replace(claim, value=other), state), claim
                caught.add(claim.kind)
    assert {"fewest_after", "split_after", "fewest_other", "cards_left"} <= caught


def test_a_play_that_can_be_beaten_is_not_unbeaten_to_the_audit() -> None:
    caught = 0
    for state in audit.positions(12, 5):
        view = game.view(state, state.turn)
        if state.phase != "play" or state.to_beat is not None:
            continue
        found = hint(view, 4, worlds=80)
        assert found is not None
        after = next(claim for claim in found.claims if claim.kind == "fewest_after")
        lowest = min((play for play in game.legal(state)), key=lambda play: play.start)  # type: ignore[union-attr]
        subject = replace(after.subject, plays=(lowest,))
        planted = replace(after, kind="unbeaten", subject=subject, value=True)
        caught += not audit.holds(planted, state)
    assert caught


def test_a_sampled_value_far_off_is_caught() -> None:
    for state in audit.positions(3, 6):
        found = hint(game.view(state, state.turn), 4, worlds=80)
        assert found is not None
        for claim in found.claims:
            if claim.basis.name == SAMPLED:
                far = replace(claim, value=claim.value + 50 * (claim.basis.error or 1.0))
                assert not audit.holds(far, state)
                break


def test_what_is_said_of_a_mistake_that_tempts_is_audited_too() -> None:
    state = next(
        state
        for state in audit.positions(60, 7)
        if sum(state.counts) < 50 and temptations(game.view(state, state.turn))
    )
    made = hint(game.view(state, state.turn), 4)
    assert made is not None
    found = audit._audited(state, seed=0, worlds=80)
    counted = [claim for claim in made.claims if claim.basis.name != RULE_OF_THUMB]
    assert sum(found.checked.values()) > len(counted)
    assert not [kind for kind in found.failed if found.bases[kind] != SAMPLED]


def test_other_cards_than_those_left_are_no_high_cards_left_to_the_audit() -> None:
    state = parse_position("ddz 77/66K2/88 - 1@1 1 - 0 0 plays=4,4,4")
    claim = breaks.high_left(game.view(state, 1), parse_play("66"))
    assert claim is not None
    assert audit.holds(claim, state)
    assert not audit.holds(replace(claim, value="KK"), state)
    lower = replace(claim.subject, plays=(parse_play("K"),))
    assert not audit.holds(replace(claim, subject=lower, value="662"), state)


def test_the_table_counts_what_was_checked() -> None:
    found = audit.audit(2, worlds=60)
    text = audit.report(found)
    assert f"{found.positions} positions" in text
    assert sum(found.checked.values()) > 20
    for kind, number in found.checked.items():
        assert f"| `{kind}` | {found.bases[kind]} | {number} |" in text


def test_the_table_is_the_same_whatever_the_number_of_processes() -> None:
    alone, both = (audit.audit(3, worlds=60, processes=number) for number in (1, 2))
    assert audit.report(alone) == audit.report(both)
