"""Claims: each true by a path of its own, each found again, nothing claimed that is not so."""

from __future__ import annotations

import math
import random
from collections import Counter
from typing import Any

import pytest

from coach.claims import CERTAIN, SAMPLED, Basis, Claim, rerun
from coach.doudizhu import bid_estimates, estimates, facts
from coach.doudizhu.estimates import Sample, estimate
from engine.cards import add, parse_ranks, ranks_text, subtract
from engine.doudizhu import game
from engine.doudizhu.cpu import candidates
from engine.doudizhu.plays import Play, following, parse_play, plays
from engine.doudizhu.position import parse_view
from engine.doudizhu.split import split
from engine.doudizhu.worlds import draw_worlds
from tests.hint_positions import views

pytestmark = pytest.mark.usefixtures("compiled")


def claims(number: int, label: str) -> list[Claim]:
    """Every claim of counting and search about some positions and three plays of each."""
    rng = random.Random(label)
    found: list[Claim] = []
    for view in views(number, label):
        found += facts.of_position(view)
        if view.phase == "play":
            options = candidates(view)
            for play in rng.sample(options, min(3, len(options))):
                found += facts.of_play(view, play)
    return found


@pytest.fixture(scope="module")
def many() -> list[Claim]:
    return claims(150, "claims")


def test_all_kinds_are_met(many: list[Claim]) -> None:
    rare = {"history_unknown", "open_win", "breaks_airplane", "sure_win", "forced_win"}
    rare |= {"only_choice"}
    met = {claim.kind for claim in many}
    assert {*facts.OF_POSITIONS, *facts.OF_PLAYS} - rare <= met


def test_every_claim_is_found_again_from_its_record(many: list[Claim]) -> None:
    for claim in many[::3]:
        assert rerun(claim) == claim


def test_fewest_plays_are_those_of_the_proof_by_cp_sat(many: list[Claim]) -> None:
    checked = 0
    for claim in many[::4]:
        view, value = claim.subject.view, claim.value
        if claim.kind in ("fewest_after", "fewest_other"):
            play = claim.subject.plays[-1]
            value = value[1] if claim.kind == "fewest_other" else value
            hand = view.hand if play is None else subtract(view.hand, play.counts)
        elif claim.kind == "fewest_now":
            hand = view.hand
        else:
            continue
        found = split(hand, view.rules)
        assert found.proved
        assert len(found.plays) == value, ranks_text(hand)
        checked += 1
    assert checked > 30


def test_splits_are_plays_that_make_up_the_hand(many: list[Claim]) -> None:
    for claim in many:
        if claim.kind not in ("split_now", "split_after"):
            continue
        view = claim.subject.view
        whole = (0,) * 15
        for text in claim.value:
            whole = add(whole, parse_play(text, view.rules).counts)
        played = claim.subject.plays[0].counts if any(claim.subject.plays) else (0,) * 15
        assert add(whole, played) == view.hand


def test_what_is_said_to_be_unbeaten_is_beaten_in_no_world(many: list[Claim]) -> None:
    """Also: only by bombs, or no play of a sure win, or no bomb aside a way back."""
    rng = random.Random("unbeaten")
    checked: Counter[str] = Counter()
    for claim in many:
        view = claim.subject.view
        for play, bombs_may in sayings(claim):
            checked[claim.kind] += 1
            for world in draw_worlds(view, 25, rng):
                for seat in range(view.rules.seats):
                    answers = [] if seat == view.seat else following(world[seat], play, view.rules)
                    assert not [one for one in answers if not (bombs_may and one.is_bomb)], claim
    assert min(checked[kind] for kind in ("unbeaten", "only_bombs", "way_back")) > 8
    assert checked["sure_way_back"] > 2


def sayings(claim: Claim) -> list[tuple[Play, bool]]:
    """The plays that a claim says no hand beats, and whether bombs are left out of it."""
    rules = claim.subject.view.rules
    if claim.kind in ("unbeaten", "only_bombs"):
        return [(claim.subject.plays[0], claim.kind == "only_bombs")]
    if claim.kind in ("way_back", "sure_way_back"):
        return [(parse_play(claim.value, rules), claim.kind == "way_back")]
    if claim.kind == "sure_win":
        return [(parse_play(text, rules), False) for text in claim.value[:-1]]
    return []


@pytest.mark.parametrize(
    ("play", "unseen", "surely"),
    [
        ("8", "34569TTJ", True),  # one of two enemies holds the 9
        ("8", "3445667778", False),
        ("88", "3456TTTJ", True),  # of three 10s one of them holds two
        ("88", "34569TTJ", False),  # each may hold one
        ("888", "3TTTTJJJJ", False),  # two and two
    ],
)
def test_a_landlords_play_is_surely_beaten_when_some_enemy_must_hold_more(
    play: str, unseen: str, *, surely: bool
) -> None:
    size = len(unseen)
    sizes = f"?{size // 2}", f"?{size - size // 2}"
    view = parse_view(f"ddz 8884/{sizes[0]}/{sizes[1]} - 0@1 0 - 0 0 unseen={unseen}")
    claim = facts.surely_beaten(view, parse_play(play))
    assert (claim is not None) == surely
    rng = random.Random("surely")
    held = [
        any(following(world[seat], parse_play(play), view.rules) for seat in (1, 2))
        for world in draw_worlds(view, 60, rng)
    ]
    assert all(held) or not surely


def test_a_peasant_never_says_that_his_play_is_surely_beaten() -> None:
    """The higher cards may be his partner's."""
    view = parse_view("ddz ?3/84/?3 - 0@1 1 - 0 0 unseen=9TJQKA")
    assert facts.surely_beaten(view, parse_play("8")) is None


def test_a_play_beaten_by_no_possible_hand_is_said_to_be_so_when_counting_shows_it() -> None:
    view = parse_view("ddz ?3/99K2/?3 - 1@1 1 - 0 0 unseen=34567T")
    said = {
        str(play): {claim.kind for claim in facts.of_play(view, play)} & {"unbeaten", "only_bombs"}
        for play in plays(view.hand)
    }
    assert said == {"9": set(), "99": {"unbeaten"}, "K": {"unbeaten"}, "2": {"unbeaten"}}


@pytest.mark.parametrize(
    ("view", "play", "kind", "value"),
    [
        ("ddz ?3/3444456/?3 - 1@1 1 - 0 0 unseen=789TJQ", "444+3", "breaks_bomb", "4444"),
        ("ddz ?3/3444456/?3 - 1@1 1 - 0 0 unseen=789TJQ", "4444+35", "breaks_bomb", "4444"),
        ("ddz ?3/3BR/?3 - 1@1 1 - 0 0 unseen=789TJQ", "B", "breaks_rocket", "BR"),
        ("ddz ?3/34567/?3 - 1@1 1 - 0 0 unseen=789TJQ", "7", "breaks_chain", ("34567", 4)),
        ("ddz ?3/34567/?3 - 1@1 1 - 0 0 unseen=789TJQ", "34567", "goes_out", True),
        ("ddz ?3/5/?3 - 1@1 1 - 0 0 unseen=789TJQ", "5", "only_choice", True),
        ("ddz ?3/56/?3 - 1@1 1 - 0 0 unseen=789TJQ", "5", "only_choice", None),
        ("ddz ?3/333444/?3 - 1@1 1 - 0 0 unseen=789TJQ", "44", "breaks_airplane", ("333444", 1)),
        ("ddz ?3/5666BR/?3 - 1@2 1 - 0 1 unseen=789TJQ", "BR", "multiplier_effect", (2, 4)),
        ("ddz ?1/34/?3 - 0@1 1 - 0 0 unseen=789T", "3", "role_duty", None),
        ("ddz ?1/3344/?3 - 0@1 1 - 0 0 unseen=789T", "33", "role_duty", "one_card"),
        ("ddz ?1/3T/?3 - 0@1 1 - 0 0 unseen=789T", "T", "role_duty", "one_card"),
        ("ddz ?9/3KK/?3 - 0@1 1 2:33 1 0 unseen=5566778899AA", "KK", "role_duty", None),
        ("ddz ?3/35A2R/?3 - 1@1 1 - 0 0 unseen=789TJQ", "2", "high_kept", 2),
        ("ddz ?3/35KK/?3 - 1@1 1 - 0 0 unseen=789TJQ", "5", "high_kept", 0),
        ("ddz ?3/3TTR/?3 - 1@1 1 - 0 0 unseen=789TJQ", "R", "highest_left", "T"),
        ("ddz ?3/34567/?3 - 1@1 1 - 0 0 unseen=789TJQ", "34567", "highest_left", None),
        ("ddz ?3/3KK/?3 - 0@1 1 2:5 1 0 unseen=789TJQ", "pass", "leader_leads", "before_landlord"),
        ("ddz ?3/3KK/?3 - 0@1 1 2:5 1 0 unseen=789TJQ", "K", "leader_leads", None),
        ("ddz ?3/3KK/?3 - 0@1 1 0:5 0 0 unseen=789TJQ", "pass", "leader_leads", None),
        (
            "ddz ?3/?3/3KK/?3 - 1@1 2 1:5 0 0 unseen=789TJQ344 rules=four-player",
            "pass",
            "leader_leads",
            None,
        ),
        (
            "ddz ?3/?3/3KK/?3 - 1@1 2 3:5 2 0 unseen=789TJQ344 rules=four-player",
            "pass",
            "leader_leads",
            "across_landlord",
        ),
    ],
)
def test_claims_found_by_hand(view: str, play: str, kind: str, value: Any) -> None:
    known = parse_view(view)
    chosen = None if play == "pass" else parse_play(play, known.rules)
    found = {claim.kind: claim.value for claim in facts.of_play(known, chosen)}
    assert found.get(kind) == value


def test_a_play_that_uses_all_of_a_bomb_as_one_breaks_nothing() -> None:
    view = parse_view("ddz ?3/3444456BR/?3 - 1@1 1 - 0 0 unseen=789TJQ")
    for text in ("4444", "BR", "3"):
        kinds = {claim.kind for claim in facts.of_play(view, parse_play(text))}
        assert not kinds & {"breaks_bomb", "breaks_rocket"}


def test_who_is_low_and_who_wins_the_trick() -> None:
    view = parse_view("ddz ?2/3KK/?3 - 0@1 1 2:55 1 0 unseen=66778")
    found = {claim.kind: claim.value for claim in facts.of_position(view)}
    assert found["enemy_low"] == ("landlord", 2)
    assert found["partner_winning"] == ("before_landlord", "55", 3)
    assert "enemy_winning" not in found
    assert found["history_unknown"] is True


# ---- sampled claims ----


def sampled(number: int, label: str, seed: int) -> list[Claim]:
    rng = random.Random(label)
    found: list[Claim] = []
    for view in views(number, label):
        if view.phase != "play":
            words = bid_estimates.compare_words(view, seed, worlds=120)
            assert words is not None
            said = game.legal_in(view)
            chance = bid_estimates.landlord_chance(words)
            found += [] if chance is None else [chance]
            found += [bid_estimates.word_points(words, word) for word in said]
            found += [bid_estimates.word_chance(words, word) for word in said]
            found.append(bid_estimates.word_difference(words, said[0], said[-1]))
            continue
        options = candidates(view)
        chosen = rng.sample(options, min(2, len(options)))
        run = estimate(view, chosen, Sample(seed, 150))
        assert run is not None
        made = [fact(run, play) for fact in estimates.ESTIMATES.values() for play in chosen]
        found += [claim for claim in made if claim is not None]
        if len(chosen) > 1:
            found.append(estimates.win_difference(run, chosen[0], chosen[1]))
    return found


@pytest.fixture(scope="module")
def drawn() -> list[Claim]:
    return sampled(30, "sampled", 1)


def test_sampled_claims_say_how_many_worlds_from_which_seed(drawn: list[Claim]) -> None:
    assert {claim.kind for claim in drawn} == {*estimates.KINDS, *bid_estimates.KINDS}
    for claim in drawn:
        assert claim.basis.name == SAMPLED
        assert claim.basis.seed == 1
        assert claim.basis.worlds in (120, 150)
        assert claim.basis.error is not None
        assert claim.basis.error > 0


def test_the_same_seed_gives_the_same_value(drawn: list[Claim]) -> None:
    for claim in drawn[::3]:
        assert rerun(claim) == claim


def test_another_seed_gives_a_value_within_three_standard_errors(drawn: list[Claim]) -> None:
    """Of both runs together; chance alone leaves out three of a thousand, a few are allowed."""
    apart = []
    for claim in drawn:
        again = rerun(claim, seed="another")
        error = math.hypot(claim.basis.error or 0.0, again.basis.error or 0.0)
        apart.append(abs(claim.value - again.value) / error)
    assert len(apart) > 80
    assert sum(one > 3 for one in apart) <= 0.02 * len(apart)


def test_the_chance_to_be_beaten_counts_enemies_who_hold_an_answer() -> None:
    """By hand: of the ten ways to deal two of K A A 5 6 to the landlord, seven hold an ace."""
    view = parse_view("ddz ?2/KK/?3 - 0@1 1 - 0 0 unseen=56AAK")
    run = estimate(view, [parse_play("K")], Sample(3, 4000))
    assert run is not None
    claim = estimates.beaten_chance(run, parse_play("K"))
    assert claim is not None
    assert claim.value == pytest.approx(0.7, abs=3 * (claim.basis.error or 0.0))


def test_points_of_a_sure_win_are_those_of_the_rules() -> None:
    """The rocket, then the last card: base 2, doubled once before, once by the rocket; nobody else
    played, which is a spring (R20); two peasants pay."""
    hand = "3BR"
    unseen = "".join(
        ranks_text(
            subtract(
                parse_ranks("3333444455556666777788889999TTTTJJJJQQQQKKKKAAAA2222BR"),
                parse_ranks(hand),
            )
        )[:34]
    )
    view = parse_view(f"ddz {hand}/?17/?17 - 0@2 0 - 0 1 unseen={unseen}")
    run = estimate(view, [parse_play("BR")], Sample(1, 40))
    assert run is not None
    claim = estimates.expected_points(run, parse_play("BR"))
    assert claim.value == 2 * 2 * (2 << 2)


def test_a_basis_says_all_or_nothing_about_its_sample() -> None:
    with pytest.raises(ValueError, match="unknown basis 'sure'"):
        Basis("sure")
    with pytest.raises(ValueError, match="belong to what is sampled"):
        Basis(SAMPLED, 0.1)
    with pytest.raises(ValueError, match="belong to what is sampled"):
        Basis(CERTAIN, 0.1, 100, 1)


def test_bids_are_valued_as_landlord_and_as_peasant() -> None:
    """A hand of four aces, four twos and both jokers wins as landlord in almost every world; to
    bid is worth more than to pass, and three more than one."""
    unseen = "3333444455556666777788889999TTTTJQQKK"
    hand = "JJJQQKKAAAA2222BR"
    view = parse_view(f"ddz {hand}/?17/?17 ?3 - 0 - 0 0 first=0 unseen={unseen}")
    found = bid_estimates.compare_words(view, 1, worlds=100)
    assert found is not None
    chance = bid_estimates.landlord_chance(found)
    assert chance is not None
    assert chance.value > 0.9
    values = {word: bid_estimates.word_points(found, word).value for word in game.legal_in(view)}
    assert values[3] > values[1] > 0
    assert values[3] > values[None]


def test_worlds_that_were_drawn_again_say_no_more() -> None:
    assert estimates.worth((1, 2, 3, 4)) == 4
    assert estimates.worth((1, 1, 2, 2)) == 2
    assert estimates.worth((1, 1, 1, 2)) == 16 / 10


def test_few_worlds_that_agree_leave_a_doubt_that_many_do_not() -> None:
    few, many = estimates.one_in(30), estimates.one_in(600)
    assert 0.02 < few < 0.04  # one world in 32, give or take that of 30 worlds
    assert many < 0.002
