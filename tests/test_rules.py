"""Rules as text: a preset plus changed options reads back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, strategies as st

from engine.cards import NotationError
from engine.doudizhu.rules import (
    CLASSIC,
    FOLK,
    OPTIONS,
    PLAYING_PRESETS,
    PRESETS,
    Rules,
    parse_rules,
    rules_text,
)

VALUES: dict[str, st.SearchStrategy[Any]] = {
    "auction": st.sampled_from(["points", "points_open", "rob"]),
    "first_bidder": st.sampled_from(["code", "spade3"]),
    "redeals": st.none() | st.integers(0, 999),
}
CHANGES = st.fixed_dictionaries(
    {}, optional={name: VALUES.get(name, st.booleans()) for name in OPTIONS}
)


@given(st.sampled_from(sorted(PRESETS)), CHANGES)
def test_a_preset_with_changed_options_reads_back(name: str, changes: dict[str, Any]) -> None:
    rules = replace(PRESETS[name], **changes)
    solos = rules.trio_solo or rules.quad_two or (rules.airplane_kickers and rules.airplane_solos)
    if rules.packs > 1 and solos and not rules.joker_kickers:
        with pytest.raises(NotationError, match="two packs have no single kickers"):
            parse_rules(rules_text(rules))
    else:
        assert parse_rules(rules_text(rules)) == rules


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_written_as_its_name(name: str) -> None:
    assert rules_text(PRESETS[name]) == name
    assert parse_rules(name) is not None


def test_changed_options_are_written_after_the_name() -> None:
    rules = replace(FOLK, trio_alone=True, redeals=None)
    assert rules_text(rules) == "folk,redeals=none,trio_alone=yes"


@pytest.mark.parametrize(
    "text", ["classic, quad_two=no", " classic,quad_two = no ", "classic ,\tquad_two= no"]
)
def test_spaces_between_the_parts_are_free(text: str) -> None:
    assert parse_rules(text) == replace(CLASSIC, quad_two=False)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "unknown rules ''"),
        ("poker", "unknown rules 'poker'; expected one of classic"),
        ("classic,colour=red", "unknown option 'colour'"),
        ("classic,seats=4", "unknown option 'seats'"),
        ("classic,quad_two=maybe", "cannot read quad_two='maybe'; expected yes or no"),
        ("classic,redeals=-1", "cannot read redeals='-1'; expected a number up to 999 or none"),
        ("four-player,trio_solo=yes", "two packs have no single kickers"),
        ("four-player,quad_two=yes", "two packs have no single kickers"),
        ("four-player,airplane_solos=yes", "two packs have no single kickers"),
        ("classic,auction=dutch", "expected points or points_open or rob"),
    ],
)
def test_faulty_rules_say_what_was_expected(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_rules(text)
    assert message in str(caught.value)


def test_the_defaults_are_classic_and_the_playing_presets_are_as_the_rules_list_them() -> None:
    assert Rules() == CLASSIC
    assert PLAYING_PRESETS == ("classic", "competition", "folk", "rob", "four-player")
