"""The hint ladder: what each step says, the advanced player's play first, ties as ties."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest

from coach.claims import Claim, rerun
from coach.doudizhu import facts
from coach.hints import Hint, hint, why_not
from coach.language import LANGUAGES
from coach.say import clearly_above, render, sentence
from engine.cards import IllegalPlayError
from engine.doudizhu.cpu import trick_is_partners
from engine.doudizhu.cpu_advanced import ADVANCED
from engine.doudizhu.game import legal_in
from engine.doudizhu.plays import parse_play
from engine.doudizhu.position import parse_view
from engine.doudizhu.state import View
from tests.hint_positions import views

NUMBER = 12


pytestmark = pytest.mark.usefixtures("compiled")


@pytest.fixture(scope="module")
def hints() -> list[Hint]:
    found = [hint(view, 4, seed=5) for view in views(NUMBER, "hints")]
    return [one for one in found if one is not None]


def at(view: str, level: int = 4) -> Hint:
    found = hint(parse_view(view), level)
    assert found is not None
    return found


def keys(found: Hint) -> list[str]:
    return [said.key for said in found.sentences]


def test_the_first_play_is_the_advanced_players(hints: list[Hint]) -> None:
    assert len(hints) == NUMBER
    for found in hints:
        assert found.plays[0].play == ADVANCED(found.view, random.Random(5))
        assert found.plays[0].tie


def test_each_step_holds_those_before_it(hints: list[Hint]) -> None:
    for found in hints[:4]:
        for level in (1, 2, 3):
            lower = hint(found.view, level, seed=5)
            assert lower is not None
            assert lower.steps == found.steps[:level]
            assert [row.play for row in lower.plays] == (
                [row.play for row in found.plays] if level == 3 else []
            )


def test_a_play_is_a_tie_unless_it_is_clearly_worse(hints: list[Hint]) -> None:
    seen = set()
    for found in hints:
        for row in found.plays[1:]:
            gaps = [one for one in row.claims if one.kind.endswith("_difference")]
            for gap in gaps:
                assert gap.subject.plays == (found.plays[0].play, row.play)
                assert row.tie is not clearly_above(gap)
                seen.add(row.tie)
    assert seen == {True, False}


def test_every_sentence_can_be_said_in_every_language(hints: list[Hint]) -> None:
    for found in hints:
        for said in found.sentences:
            for language in LANGUAGES:
                text = render(said, language)
                assert "{" not in text
                assert text[-1] in ".?。？"


def test_an_error_of_one_point_is_one_point(hints: list[Hint]) -> None:
    said = [
        render(sentence, "en")
        for found in hints
        for sentence in found.sentences
        if sentence.key in ("proof.chance", "proof.solved", "proof.landlord")
    ]
    told = [re.findall(r"± (\d+) (points?)", line) for line in said]
    assert ["1"] in [[number for number, _ in one] for one in told]
    for ((number, unit),) in told:
        assert unit == ("point" if number == "1" else "points")


def test_nothing_is_said_twice_in_the_play_and_its_proof(hints: list[Hint]) -> None:
    for found in hints:
        later = [said for step in found.steps[2:] for said in step]
        assert len(set(later)) == len(later)


def test_every_claim_of_a_hint_is_found_again(hints: list[Hint]) -> None:
    rng = random.Random("again")
    claims = [claim for found in hints for claim in found.claims]
    for claim in rng.sample(claims, 25):
        assert rerun(claim) == claim


def test_a_certain_win_is_said_and_its_plays_counted() -> None:
    found = at("ddz ?2/4R/?2 - 1@1 1 - 0 0 unseen=35K2", 3)
    assert keys(found) == ["nudge.win", "look.win", "play.sure"]
    assert render(found.sentences[-1], "en") == (
        "You can play the big joker: 2 plays win the deal, and no card still out can stop them."
    )
    assert (found.plays[0].win, str(found.plays[0].play)) == (None, "R")


def test_a_win_by_search_is_said_for_the_side_of_a_peasant() -> None:
    found = at("ddz ?2/59JK/?2 - 0@1 1 - 0 0 unseen=345Q", 3)
    assert keys(found)[-1] == "play.forced_side"


@pytest.mark.parametrize(
    ("unseen", "said"),
    [
        ("34567QKBR", "ロケット"),
        ("34444567Q", "爆弾"),
        ("34444QKBR", "爆弾かロケット"),
    ],
)
def test_what_may_still_beat_a_play_is_what_the_unseen_cards_can_be(unseen: str, said: str) -> None:
    """A pair of 2s, where the rocket alone, a bomb of 4s alone, or both may be out."""
    view = parse_view(f"ddz ?5/3922/?4 - 1@1 1 - 0 0 plays=3,3,3 unseen={unseen}")
    back = facts.way_back(view, parse_play("3"))
    line = render(sentence("reason.way_back", back=back), "ja")
    assert line == f"2のペアが残ります。これに勝てるのは、{said}だけです。"


def test_a_play_that_surely_wins_has_no_points_from_deals_played_on() -> None:
    """What the standard player makes of it may miss the win, and so its points too."""
    found = at("ddz ?2/59JK/?2 - 0@1 1 - 0 0 unseen=345Q", 4)
    told = {
        one.win is None: "expected_points" in {claim.kind for claim in one.claims}
        for one in found.plays
    }
    assert told == {True: False, False: True}
    assert "proof.points" not in keys(found)


def test_after_two_plays_that_are_tied_the_reason_names_its_play(hints: list[Hint]) -> None:
    tied = [keys(found) for found in hints if "play.tie" in keys(found)]
    assert tied
    reasons = [said[said.index("play.tie") + 1] for said in tied]
    assert [key for key in reasons if key.startswith("reason.") or key == "duty.count_plays"] == []


def test_a_play_that_goes_out_is_said_to_do_so() -> None:
    found = at("ddz ?3/99/?3 - 1@1 1 0:55 0 0 unseen=34567T", 3)
    assert render(found.sentences[-1], "ja") == "9のペアで上がりです。"


def test_where_one_thing_is_allowed_nothing_else_is_said() -> None:
    found = at("ddz ?3/34/?3 - 1@1 1 0:55 0 0 unseen=34567T", 3)
    assert set(keys(found)) == {"play.only"}


def test_a_bare_view_says_that_worlds_are_not_weighted() -> None:
    view = "ddz ?9/345789TQKA/?9 - 1@1 1 - 0 0 plays=2,2,2 unseen=34455667788TTJJQQK"
    found = at(view)
    assert "proof.unweighted" in keys(found)
    sampled = [claim for claim in found.claims if claim.basis.name == "sampled"]
    assert sampled
    assert not any(claim.how.weighted for claim in sampled)


def test_bids_are_hinted_with_their_points_and_the_chance_as_landlord() -> None:
    view = next(one for one in views(40, "bids", rules=("classic",)) if one.phase == "bid")
    found = hint(view, 4)
    assert found is not None
    assert {row.play for row in found.plays} == set(legal_in(view))
    assert {"proof.landlord", "proof.word"} <= set(keys(found))
    assert all(row.win is not None for row in found.plays)


def doubling() -> View:
    return next(
        one for one in views(60, "doubles", rules=("competition",)) if one.phase == "double"
    )


def test_doubling_is_hinted_too() -> None:
    found = hint(doubling(), 3)
    assert found is not None
    assert {row.play for row in found.plays} == set(legal_in(found.view))


# ---- why not this? ----


def gap_of(found: Hint) -> Claim:
    return next(
        claim for said in found.sentences for claim in said.claims if claim.kind == "win_difference"
    )


def test_the_learners_choice_is_compared_with_the_best_in_the_same_worlds() -> None:
    compared = 0
    for view in views(12, "why"):
        if view.phase != "play":
            continue
        best = ADVANCED(view, random.Random(0))
        other = next(play for play in reversed(legal_in(view)) if play != best)
        found = why_not(view, other)
        assert found is not None
        partners = {None} if trick_is_partners(view) else set()
        assert {row.play for row in found.plays} == {best, other} | partners
        (said, *_) = found.sentences
        assert said.key in (
            "why.worse",
            "why.same",
            "why.better",
            "why.misses",
            "play.out",
            "play.sure",
            "play.forced",
            "play.forced_side",
            "play.open",
            "play.open_side",
        )
        if said.key == "why.worse":
            assert clearly_above(gap_of(found))
            compared += 1
    assert compared


def test_the_best_play_itself_may_be_asked_about() -> None:
    asked = 0
    for view in views(8, "best itself"):
        if view.phase == "play":
            found = why_not(view, ADVANCED(view, random.Random(0)), worlds=100)
            assert found is not None
            assert found.sentences[0].key.startswith("play.")
            asked += found.sentences[0].key in ("play.best", "play.tie", "play.ahead")
    assert asked


@pytest.mark.parametrize("shown", [3, 5])
def test_where_the_trick_is_the_partners_a_pass_is_compared(shown: int) -> None:
    met = 0
    for view in views(60, "partner", rules=("classic", "four-player")):
        if view.phase != "play" or not trick_is_partners(view):
            continue
        met += 1
        found = hint(view, 4, worlds=40, shown=shown)
        assert found is not None
        assert None in [row.play for row in found.plays]
        assert len(found.plays) <= shown
        for own in legal_in(view)[:2]:
            asked = why_not(view, own, worlds=40)
            assert asked is not None
            assert None in [row.play for row in asked.plays]
    assert met > 5


def test_where_he_leads_again_the_partners_small_card_is_the_reason_not_to_beat_it() -> None:
    """With 8 over his 5 the partner's last card is shut out; a pass gives him the lead."""
    found = why_not(parse_view("ddz ?4/37Q8/?1 - 0@1 1 2:5 1 0 unseen=69TJK"), parse_play("8"))
    assert found is not None
    assert keys(found)[1:] == ["mistake.covers_partner"]


def test_a_pass_to_the_partner_is_what_a_play_over_his_is_held_against() -> None:
    view = parse_view("ddz ?9/33377QQKK2/?8 - 0@1 1 2:Q 1 0 plays=2,2,2 unseen=445566789TTJJAA2B")
    found = hint(view, 3)
    assert found is not None
    assert found.plays[0].play is not None
    said = dict(found.steps[2][0].roles)
    assert said["second"].subject.plays == (None,)


def test_breaking_a_bomb_is_named() -> None:
    view = parse_view("ddz ?9/34444789JQK/?9 - 1@1 1 - 0 0 plays=2,2,2 unseen=355667788TTJJQQKAA")
    found = why_not(view, parse_play("444+3"))
    assert found is not None
    assert "proof.breaks_bomb" in keys(found)


def test_a_choice_that_is_not_allowed_raises() -> None:
    view = parse_view("ddz ?3/34/?3 - 1@1 1 0:55 0 0 unseen=34567T")
    with pytest.raises(IllegalPlayError, match="seat 1 cannot say 34567 now"):
        why_not(view, parse_play("34567"))


# ---- whose turn, brakes ----


def test_a_hint_is_for_the_seat_to_act() -> None:
    view = parse_view("ddz ?3/34/?3 - 1@1 1 0:55 0 0 unseen=34567T")
    with pytest.raises(IllegalPlayError, match="a hint is for the seat to act, 1"):
        hint(replace(view, seat=2), 1)
    with pytest.raises(IllegalPlayError, match="the deal is over"):
        hint(replace(view, phase="over"), 1)
    with pytest.raises(ValueError, match="read 5"):
        hint(view, 5)


def test_a_brake_gives_no_hint_and_the_first_steps_need_none() -> None:
    view = next(one for one in views(9, "brake", rules=("classic",)) if len(legal_in(one)) > 6)
    assert hint(view, 4, stop=lambda: True) is None
    assert hint(view, 2, stop=lambda: True) is not None


def test_progress_grows_to_the_whole() -> None:
    told: list[float] = []
    view = next(one for one in views(9, "brake", rules=("classic",)) if len(legal_in(one)) > 6)
    hint(view, 4, progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1.0


def test_where_no_world_can_be_won_the_chance_is_none() -> None:
    """The landlord has one card after the rocket and leads: a 4 or a 5, whoever holds which."""
    view = parse_view("ddz ?1/3/?1 - 1@1 1 0:BR 0 0 unseen=45")
    found = hint(view, 4)
    assert found is not None
    (row,) = found.plays
    assert row.win is not None
    assert row.win.value == 0.0
    assert row.win.scope == "solved worlds"
