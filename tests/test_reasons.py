"""Why a play is worse than another: the plainest difference between them, worked out by hand."""

from __future__ import annotations

import pytest

from coach.doudizhu import facts
from coach.doudizhu.estimates import Sample, beaten_chance, estimate
from coach.doudizhu.reasons import Known, known, worse
from coach.language import LANGUAGES
from coach.say import Sentence, render
from engine.doudizhu.plays import Play, parse_play
from engine.doudizhu.position import parse_view
from engine.doudizhu.state import View

pytestmark = pytest.mark.usefixtures("compiled")


def play_of(text: str, view: View) -> Play | None:
    return None if text == "pass" else parse_play(text, view.rules)


def reason(view: View, *plays: Play | None, tells: bool, sampled: bool = False) -> Sentence | None:
    """What speaks against the first of two plays beside the second."""
    run = estimate(view, plays, Sample(3, 400)) if sampled else None

    def all_of(play: Play | None) -> Known:
        claims = list(facts.of_play(view, play))
        if run is not None and (beaten := beaten_chance(run, play)) is not None:
            claims.append(beaten)
        return known(play, claims)

    own, best = map(all_of, plays)
    return worse(view, own, best, tells=tells)


@pytest.mark.parametrize(
    ("text", "own", "best", "told", "untold"),
    [
        pytest.param(
            "ddz ?3/34567/?3 - 1@1 1 - 0 0 unseen=789TJQ",
            *("7", "3", "proof.breaks_chain", "proof.breaks_chain"),
            id="a straight broken up",
        ),
        pytest.param(
            "ddz ?3/337/?3 - 1@1 1 - 0 0 unseen=789TJQ",
            *("3", "33", "why.more_plays", "tutor.more_plays"),
            id="37 takes two plays, 7 one",
        ),
        pytest.param(
            "ddz ?3/39K/?3 - 1@1 1 - 0 0 unseen=445566",
            *("3", "K", "why.unbeaten", "tutor.unbeaten"),
            id="nothing out is above a king",
        ),
        pytest.param(
            "ddz ?6/33356789QQQQKK/?6 - 0@1 1 - 0 0 unseen=66789TTJJKKA",
            *("QQQQ", "56789", "duty.keep_bomb", "duty.keep_bomb"),
            id="a bomb led where 56789 and 333 with KK make two plays as well",
        ),
        pytest.param(
            "ddz ?4/37QK/?3 - 0@1 1 2:J 1 0 unseen=5568TA2",
            *("Q", "pass", "why.partner_leads", "why.partner_leads"),
            id="the landlord has passed on the partner's jack",
        ),
        pytest.param(
            "ddz ?3/37QK/?4 - 2@1 1 0:J 0 0 unseen=5568TA2",
            *("Q", "pass", "why.partner_wins", "why.partner_wins"),
            id="the landlord may still beat the partner's jack",
        ),
        pytest.param(
            "ddz ?6/33KK/?6 - 0@1 1 0:Q 0 0 unseen=445566778AA2",
            *("K", "pass", "why.no_gain", "why.no_gain"),
            id="33 and K, or 33 and KK: two plays either way",
        ),
        pytest.param(
            "ddz ?4/34444A/?4 - 1@1 1 0:K 0 0 unseen=556678T2",
            *("4444", "A", "why.bomb_spent", "why.bomb_spent"),
            id="an ace would do for the bomb",
        ),
        pytest.param(
            "ddz ?4/3ABR/?4 - 1@1 1 0:K 0 0 unseen=556678T2",
            *("BR", "A", "proof.multiplier", "proof.multiplier"),
            id="an ace would do for the rocket, which is no bomb",
        ),
        pytest.param(
            "ddz ?4/3KA2/?4 - 1@1 1 0:Q 0 0 unseen=556678TA",
            *("2", "K", "why.high_kept", "tutor.high_kept"),
            id="the ace is left, or ace and 2",
        ),
        pytest.param(
            "ddz ?4/3K2/?4 - 1@1 1 0:Q 0 0 unseen=556678TA",
            *("2", "K", "why.highest_left", "tutor.highest_left"),
            id="the king is left, or the 2",
        ),
        pytest.param(
            "ddz ?4/32B/?4 - 1@1 1 0:Q 0 0 unseen=556678TR",
            *("B", "2", "why.highest_left", "tutor.highest_left"),
            id="the 2 is left, or the small joker",
        ),
        pytest.param(
            "ddz ?6/?5/33KK - 0@1 2 0:Q 1 0 unseen=4455667788A",
            *("pass", "K", "why.enemy_leads", "why.enemy_leads"),
            id="the last to act passes on the landlord's queen",
        ),
        pytest.param(
            "ddz ?6/33KK/?5 - 0@1 1 0:Q 0 0 unseen=4455667788A",
            *("pass", "K", "why.enemy_wins", "why.enemy_wins"),
            id="the partner may still beat the landlord's queen",
        ),
        pytest.param(
            "ddz 446789TJQA2/?6/?11 - 1@3 0 - 0 0 unseen=TTQQBR5666QKKKKAA",
            *("6789TJQ", "A", "why.way_back", None),
            id="no longer straight is out, but a bomb of kings may be",
        ),
        pytest.param(
            "ddz ?3/35/?3 - 0@1 1 - 0 0 unseen=6789TJ", *("3", "5", None, None), id="no difference"
        ),
    ],
)
def test_the_reason_by_counting(
    text: str, own: str, best: str, told: str | None, untold: str | None
) -> None:
    view = parse_view(text)
    plays = [play_of(one, view) for one in (own, best)]
    for tells, key in ((True, told), (False, untold)):
        said = reason(view, *plays, tells=tells)
        assert (said and said.key) == key
        for language in LANGUAGES if said else ():
            assert said is not None
            assert "{" not in render(said, language)


@pytest.mark.parametrize(
    ("text", "told", "untold", "chance"),
    [
        # in 8 of 20 deals the two kings and one of four cards lie with one enemy
        ("ddz ?3/399/?3 - 1@1 1 - 0 0 unseen=4567KK", "surely_beaten", "surely_beaten", 8 / 20),
        # a peasant's enemy is the landlord alone, who has one of ten pairs of cards
        ("ddz ?2/399/?3 - 0@1 1 - 0 0 unseen=457KK", "beaten", "beaten", 1 / 10),
    ],
)
def test_a_play_that_is_beaten_far_more_often(
    text: str, told: str, untold: str, chance: float
) -> None:
    view = parse_view(text)
    plays = parse_play("3"), parse_play("99")
    said = reason(view, *plays, tells=True, sampled=True)
    assert said is not None
    assert said.key == f"why.{told}"
    best = dict(said.roles)["best"]
    assert abs(best.value - chance) < 4 * (best.basis.error or 0.0)
    other = reason(view, *plays, tells=False, sampled=True)
    assert other is not None
    assert other.key == f"proof.{untold}"


def test_what_does_not_tell_names_one_play_only() -> None:
    view = parse_view("ddz ?3/337/?3 - 1@1 1 - 0 0 unseen=789TJQ")
    said = reason(view, parse_play("3"), parse_play("33"), tells=False)
    assert said is not None
    assert "pair" not in render(said, "en")
    told = reason(view, parse_play("3"), parse_play("33"), tells=True)
    assert told is not None
    assert "a pair of 3s" in render(told, "en")
