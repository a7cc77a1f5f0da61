"""The audit finds what does not hold, and real hints hold."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from coach import audit
from coach.claims import RULE_OF_THUMB, SAMPLED
from coach.hints import hint
from engine.doudizhu import game
from engine.doudizhu.kernel import KERNEL


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """The kernel of this process, compiled."""
    assert KERNEL.wait(), KERNEL.why_not


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
