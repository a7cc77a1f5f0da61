"""Which kicker rides on which body: the flow, its cut, and the lemma of ``docs/solver.md``."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product

import pytest

from engine.cards import RANKS, Counts, full_deck, parse_ranks, ranks_text
from engine.doudizhu.kickers import (
    Body,
    all_bodies,
    can_deal,
    check_covered,
    dealings,
    dealt,
    overfull,
    room,
)
from engine.doudizhu.plays import Play, classify
from engine.doudizhu.rules import CLASSIC, FOUR_PLAYER, NOIP, OPENSPIEL, PAGAT, PRESETS, Rules

Problem = tuple[Counts, tuple[Body, ...], Rules]


def problems(number: int, *, seed: int) -> Iterator[Problem]:
    """One to three random bodies, and as many random kickers as they have slots, few ranks."""
    rng = random.Random(seed)
    for _ in range(number):
        rules = rng.choice((CLASSIC, PAGAT, OPENSPIEL, NOIP, replace(NOIP, airplane_kickers=True)))
        size = rng.choice((1, 2))
        choice = [
            body
            for body in all_bodies(full_deck(), rules)
            if 1 <= body.slots <= 3 and body.shape.kicker_size == size
        ]
        carriers = tuple(sorted(rng.choices(choice, k=rng.randint(1, 3)), key=str))
        if sum(body.slots for body in carriers) > 6:  # more would keep the brute force too long
            continue
        own = [rank for body in carriers for rank in body.ranks]
        beside = [rank + step for rank in own for step in (-1, 1) if 0 <= rank + step < 13]
        choice_of_ranks = sorted({*own, *beside, 12, *((13, 14) if size == 1 else ())})
        ranks = rng.sample(choice_of_ranks, min(3, len(choice_of_ranks)))
        kickers = [0] * len(RANKS)
        for _ in range(sum(body.slots for body in carriers)):
            kickers[rng.choice(ranks)] += 1
        if kickers[13] <= 1 and kickers[14] <= 1 and max(kickers) <= 4:
            yield tuple(kickers), carriers, rules


def is_play(body: Body, kickers: Sequence[int], rules: Rules) -> bool:
    """Whether body and kickers are such a play, said by the classifier."""
    play = body.play(tuple(sorted(kickers)))
    return play in classify(play.counts, rules)


def brute_force(kickers: Counts, carriers: Sequence[Body], rules: Rules) -> set[tuple[Play, ...]]:
    """Every way to deal, found by trying every arrangement of the kickers; equal bodies sorted."""
    slots = [place for place, body in enumerate(carriers) for _ in range(body.slots)]
    ranks = [rank for rank, times in enumerate(kickers) for _ in range(times)]
    found = set()
    for order in set(product(sorted(set(ranks)), repeat=len(slots))):
        if sorted(order) == ranks:
            loads = [
                tuple(
                    sorted(rank for rank, slot in zip(order, slots, strict=True) if slot == place)
                )
                for place in range(len(carriers))
            ]
            if all(is_play(b, load, rules) for b, load in zip(carriers, loads, strict=True)):
                plays = [b.play(load) for b, load in zip(carriers, loads, strict=True)]
                found.add(tuple(sorted(plays, key=str)))
    return found


def told(problem: Problem) -> str:
    kickers, carriers, rules = problem
    bodies = [str(body.play()) for body in carriers]
    return f"{ranks_text(kickers)} on {bodies} under {rules.name!r}"


def test_the_flow_deals_the_kickers_exactly_when_some_arrangement_does() -> None:
    outcomes = set()
    for problem in problems(600, seed=1):
        ways = brute_force(*problem)
        outcomes.add(bool(ways))
        assert can_deal(*problem) == bool(ways), told(problem)
        plays = dealt(*problem)
        assert (plays is not None) == bool(ways), told(problem)
        if plays is not None:
            assert tuple(sorted(plays, key=str)) in ways, told(problem)
    assert outcomes == {True, False}


def test_kickers_can_be_dealt_exactly_when_no_set_of_ranks_is_overfull() -> None:
    for problem in problems(600, seed=2):
        kickers, carriers, rules = problem
        held = [rank for rank, times in enumerate(kickers) if times]
        sets = [frozenset(c) for n in range(1, len(held) + 1) for c in combinations(held, n)]
        broken = {
            ranks
            for ranks in sets
            if sum(kickers[rank] for rank in ranks) > sum(room(ranks, b, rules) for b in carriers)
        }
        assert bool(brute_force(*problem)) == (not broken), told(problem)
        found = overfull(*problem)
        assert found in broken if broken else not found, told(problem)


def test_every_dealing_is_found_once() -> None:
    for problem in problems(600, seed=3):
        found = [tuple(sorted(plays, key=str)) for plays in dealings(*problem)]
        assert len(found) == len(set(found)), told(problem)
        assert set(found) == brute_force(*problem), told(problem)


def test_two_jokers_ride_on_two_bodies() -> None:
    carriers = tuple(
        body
        for body in all_bodies(parse_ranks("333777"), CLASSIC)
        if body.shape.kind == "trio+solo"
    )
    plays = dealt(parse_ranks("BR"), carriers, CLASSIC)
    assert plays is not None
    assert {str(play) for play in plays} in ({"333+B", "777+R"}, {"333+R", "777+B"})


def test_both_jokers_ride_on_one_body_only_where_they_may() -> None:
    carriers = tuple(
        body for body in all_bodies(parse_ranks("7777"), CLASSIC) if body.shape.kind == "quad+solos"
    )
    jokers = parse_ranks("BR")
    assert not can_deal(jokers, carriers, CLASSIC)
    assert overfull(jokers, carriers, CLASSIC) == {13, 14}
    assert can_deal(jokers, carriers, replace(CLASSIC, joker_kickers=True))


def test_rules_the_lemma_does_not_cover_are_refused() -> None:
    with pytest.raises(ValueError, match="'odd': solo kickers of two packs are not covered"):
        check_covered(replace(FOUR_PLAYER, name="odd", trio_solo=True))
    for rules in PRESETS.values():
        check_covered(rules)
