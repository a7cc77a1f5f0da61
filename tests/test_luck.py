"""Where the points of a deal came from: changes of one value, adding up to the result."""

from __future__ import annotations

import random
import statistics
from collections import Counter

import pytest

from coach.doudizhu import luck, team
from coach.doudizhu.luck import DEAL, KITTY, OPPONENTS, OWN, PARTNER, Event, Part
from coach.doudizhu.values import _redrawn, nothing, value, value_face_down
from engine.cards import add, full_deck
from engine.doudizhu.position import parse_position
from engine.doudizhu.samples import never
from tests.review_games import PRESETS, chain, cpu_deal


def test_before_the_end_a_sure_win_is_worth_its_points() -> None:
    # the landlord leads his last pair: base 3, and no peasant has played, so a spring: 2 x 3 x 2
    worth = value(parse_position("ddz 44/55/66 - 0@3 0 - 0 0 plays=3,0,0"), 64, 0)
    assert worth is not None
    assert worth.points == (12.0, -6.0, -6.0)
    assert worth.errors == (0.0, 0.0, 0.0)
    assert worth.landlord == 1.0


def test_at_the_end_the_value_is_the_result() -> None:
    deal = cpu_deal("end")
    worth = value(deal.states[-1], 64, 0)
    assert worth is not None
    assert sum(worth.points) == 0
    winners = [seat for seat, hand in enumerate(deal.states[-1].hands) if not any(hand)]
    assert worth.points[winners[0]] > 0
    assert worth.errors == (0.0, 0.0, 0.0)


def test_points_of_a_value_sum_to_zero_as_points_do() -> None:
    worth = value(cpu_deal("zero").states[0], 128, 0)
    assert worth is not None
    assert sum(worth.points) == pytest.approx(0, abs=1e-12)


def test_a_kitty_drawn_anew_keeps_what_the_landlord_was_dealt_and_every_size() -> None:
    deal = cpu_deal("kitty")
    state = next(state for state in deal.states if state.landlord is not None)
    landlord = state.landlord or 0
    own = tuple(a - b for a, b in zip(state.hands[landlord], state.kitty, strict=True))
    rng = random.Random(1)
    for _ in range(50):
        other = _redrawn(state, rng)
        whole = (0,) * 15
        for hand in other.hands:
            whole = add(whole, hand)
        assert whole == full_deck(packs=1)
        assert other.counts == state.counts
        assert sum(other.kitty) == 3
        assert add(own, other.kitty) == other.hands[landlord]


def test_every_card_that_the_landlord_was_not_dealt_is_as_likely_in_the_kitty() -> None:
    deal = cpu_deal("kitty")
    state = next(state for state in deal.states if state.landlord is not None)
    landlord = state.landlord or 0
    own = tuple(a - b for a, b in zip(state.hands[landlord], state.kitty, strict=True))
    outside = tuple(a - b for a, b in zip(full_deck(packs=1), own, strict=True))
    rng, draws = random.Random(2), 4000
    met: Counter[int] = Counter()
    for _ in range(draws):
        for rank, count in enumerate(_redrawn(state, rng).kitty):
            met[rank] += count
    for rank, there in enumerate(outside):
        expected = draws * 3 * there / 37
        assert abs(met[rank] - expected) < 5 * max(1.0, expected) ** 0.5


def test_face_down_the_kitty_is_worth_what_the_kitties_that_may_come_are_on_average() -> None:
    deal = cpu_deal("hidden")
    shown = next(state for state in deal.states if state.landlord is not None)
    landlord = shown.landlord or 0
    hidden = value_face_down(shown, 1024, 0)
    assert hidden is not None
    rng = random.Random(3)
    worths = [value(_redrawn(shown, rng), 32, number) for number in range(150)]
    means = [worth.points[landlord] for worth in worths if worth is not None]
    error = statistics.stdev(means) / len(means) ** 0.5
    apart = statistics.mean(means) - hidden.points[landlord]
    assert abs(apart) < 4 * (error**2 + hidden.errors[landlord] ** 2) ** 0.5


@pytest.mark.parametrize("rules", PRESETS)
def test_the_parts_add_up_to_the_result_exactly(rules: str) -> None:
    for number in range(3):
        deal = cpu_deal(f"sum {number}", ("standard", "novice"), rules)
        found = luck.events(deal.states, 64)
        assert found is not None
        assert deal.landlord is not None
        for seat in range(len(deal.states[0].hands)):
            parts = luck.parts(found, seat, deal.landlord)
            result = deal.states[-1]
            assert tuple(parts) == (DEAL, KITTY, OWN, PARTNER, OPPONENTS)
            payoff = value(result, 1, 0)
            assert payoff is not None
            assert sum(part.points for part in parts.values()) == payoff.points[seat]


def test_every_change_belongs_to_the_one_who_made_it() -> None:
    worth = nothing(3)
    mine, others = Event("decision", 5, 1, worth), Event("decision", 5, 2, worth)
    assert luck.source(mine, seat=1, landlord=1) == OWN
    assert luck.source(mine, seat=1, landlord=0) == OWN
    assert luck.source(others, seat=1, landlord=0) == PARTNER
    assert luck.source(others, seat=1, landlord=1) == OPPONENTS
    assert luck.source(others, seat=1, landlord=2) == OPPONENTS
    assert luck.source(Event("kitty", 3, None, worth), seat=1, landlord=2) == KITTY
    assert luck.source(Event("deal", 0, None, worth), seat=1, landlord=2) == DEAL


def test_a_change_counts_for_every_seat_by_its_side() -> None:
    states, _ = chain("ddz 3R/4/55 - 0@1 0 - 0 0 plays=2,1,1", "3", "4")
    found = luck.events(states, 64)
    assert found is not None
    assert luck.parts(found, 1, 0)[OPPONENTS].points == 2.0
    assert luck.parts(found, 2, 0)[OPPONENTS].points == 2.0
    assert luck.parts(found, 2, 0)[PARTNER].points == 0.0


def test_the_landlord_who_throws_a_sure_win_away_has_lost_it_himself() -> None:
    # R first, then 3 goes out; led the other way round the next seat goes out on his 4
    states, _ = chain("ddz 3R/4/55 - 0@1 0 - 0 0 plays=2,1,1", "3", "4")
    found = luck.events(states, 64)
    assert found is not None
    parts = luck.parts(found, 0, 0)
    assert parts[OWN].points == -4.0  # from +2 to -2
    assert parts[OPPONENTS].points == 0.0
    assert parts[OWN].error == 0.0


def test_a_deal_that_all_passed_is_worth_nothing_and_the_next_is_luck() -> None:
    deal = next(
        deal
        for deal in (cpu_deal(f"passed {n}") for n in range(400))
        if deal.states[-1].deals_before
    )
    found = luck.events(deal.states, 64)
    assert found is not None
    dealt = [place for place, event in enumerate(found) if event.kind == DEAL]
    assert len(dealt) == deal.states[-1].deals_before + 1
    for place in dealt[1:]:
        assert found[place - 1].value.points == (0.0, 0.0, 0.0)
        assert found[place - 1].kind == "decision"


def test_the_error_of_a_part_is_that_of_the_values_that_do_not_cancel() -> None:
    deal = cpu_deal("error")
    found = luck.events(deal.states, 64)
    assert found is not None
    landlord = deal.landlord or 0
    parts = luck.parts(found, landlord, landlord)
    kitty = next(place for place, event in enumerate(found) if event.kind == KITTY)
    before, after = found[kitty - 1].value, found[kitty].value
    squares = before.errors[landlord] ** 2 + after.errors[landlord] ** 2
    assert parts[KITTY].error == pytest.approx(squares**0.5)


def test_what_is_shown_adds_up_too() -> None:
    parts = {"deal": Part(0.25, 0), "kitty": Part(0.25, 0), "own": Part(0.5, 0)}
    shown = luck.shown(parts)
    assert sum(shown.values()) == pytest.approx(1.0)
    assert all(abs(shown[name] - part.points) < 0.1 for name, part in parts.items())


def test_when_both_peasants_let_the_landlord_through_each_has_half() -> None:
    # he leads A and keeps 3; either peasant takes it with his 2 and goes out with his pair
    states, actions = chain("ddz 3A/244/255 - 0@1 0 - 0 0 plays=2,1,1", "A", "pass", "pass", "3")
    found = team.shares(states, actions, games=64)
    assert found is not None
    # from +1 to -1 for each peasant, neither of whom could have lost it alone
    assert {seat: part.points for seat, part in found.items()} == {1: -1.0, 2: -1.0}


def test_who_alone_could_have_stopped_him_has_it_all() -> None:
    states, actions = chain("ddz 3A/244/556 - 0@1 0 - 0 0 plays=2,1,1", "A", "pass", "pass", "3")
    found = team.shares(states, actions, games=64)
    assert found is not None
    assert {seat: part.points for seat, part in found.items()} == {1: -2.0, 2: 0.0}


def test_peasants_who_decide_as_the_standard_player_have_nothing_to_share() -> None:
    deal = cpu_deal("share")
    found = team.shares(deal.states, deal.actions, games=64)
    assert found is not None
    assert [part.points for part in found.values()] == [0.0, 0.0]
    assert deal.landlord not in found


def test_a_brake_ends_the_work() -> None:
    deal = cpu_deal("brake", ("novice",))
    assert luck.events(deal.states, 64, stop=lambda: True) is None
    assert team.shares(deal.states, deal.actions, games=64, stop=lambda: True) is None
    assert luck.events(deal.states, 64, stop=never) is not None
