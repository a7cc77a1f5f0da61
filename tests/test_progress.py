"""Figures over many reviewed deals: counted by hand, the same every time, honest about errors."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from coach import progress
from coach.doudizhu.luck import Part
from coach.doudizhu.mistakes import tempted
from coach.mastery import OTHER
from coach.progress import Mean, Trend
from coach.review import review
from coach.summary import AUCTION, Choice, Summary, as_json, from_json, summary
from engine.doudizhu import game as doudizhu
from tests.review_games import cpu_deal
from tests.review_report import deal_of, showing

DAY = datetime(2026, 3, 4, 12)
FINE = Choice(
    at=9, trick=2, role="landlord", phase="play", loss=0.0, error=0.01, stake=0.2, grade="best",
    mistake="",
)  # fmt: skip


def choice(loss: float = 0.0, mistake: str = "", **changes: object) -> Choice:
    grade = "blunder" if loss >= 0.15 else "good" if loss else "best"
    return replace(FINE, **{"loss": loss, "mistake": mistake, "grade": grade, **changes})  # type: ignore[arg-type]


def deal(number: int, *choices: Choice, **changes: object) -> Summary:
    plain = Summary(
        game=f"g{number}", ended=DAY + timedelta(days=number), rules="classic", level="standard",
        role="landlord", points=6, accuracy=80.0, choices=choices, luck={},
    )  # fmt: skip
    return replace(plain, **changes)  # type: ignore[arg-type]


# ---- means, errors, trends ----


def test_a_mean_has_the_error_of_independent_deals() -> None:
    # 2, 4, 9: mean 5; squares 9 + 1 + 16 = 26, over 2 is 13; 13 / 3
    found = progress.mean([2, 4, 9])
    assert (found.value, found.deals) == (5, 3)
    assert found.error == pytest.approx(math.sqrt(13 / 3))


def test_one_deal_tells_no_error() -> None:
    assert progress.mean([6]) == Mean(6, None, 1)


def test_deals_that_happen_to_agree_are_not_surer_than_they_were_measured() -> None:
    # two errors of 3 and 4: of their sum 5, of their mean 2.5; the spread alone would say 0
    assert progress.mean([6, 6], [3, 4]) == Mean(6, 2.5, 2)


def test_a_trend_needs_enough_deals_in_each_half() -> None:
    assert progress.trend([0.0] * 9) is None
    assert progress.trend([0.0] * 10) == Trend(0.0, 0.0)


def test_a_trend_is_the_later_half_less_the_earlier_and_clear_beyond_two_errors() -> None:
    # 8 10 12 10 10: mean 10, squares 8 over 4 is 2, over 5 is 0.4; the same 4 lower: 0.8 ** .5
    found = progress.trend([8, 10, 12, 10, 10, 4, 6, 8, 6, 6])
    assert found is not None
    assert found.change == pytest.approx(-4)
    assert found.error == pytest.approx(math.sqrt(0.8))
    assert found.is_clear


def test_one_bad_deal_among_the_later_ones_is_no_clear_change() -> None:
    # 0 0 0 0 10 after zeros: mean 2 and error 2
    found = progress.trend([0] * 9 + [10])
    assert found is not None
    assert found.change == pytest.approx(2)
    assert found.error == pytest.approx(2)
    assert not found.is_clear


# ---- leaks ----


def test_no_mistake_is_no_leak() -> None:
    assert progress.leaks([deal(1, choice(), choice(0.04))]) == []


def test_a_loss_that_is_no_named_mistake_counts_when_it_is_graded() -> None:
    found = progress.leaks([deal(1, choice(0.2), choice(0.04))])
    assert [(one.kind, one.times) for one in found] == [("other", 1)]
    assert found[0].cost.value == pytest.approx(20)


def test_leaks_are_counted_by_deal_and_role_and_the_costliest_comes_first() -> None:
    found = progress.leaks(
        [
            deal(1, choice(0.10, "strength"), choice(0.06, "strength", at=15)),
            deal(2, choice(0.30, "breaks_bomb", role="after_landlord"), role="after_landlord"),
            deal(3, choice(0.02, "strength", role="after_landlord"), role="after_landlord"),
            deal(4, choice()),
        ]
    )
    bomb, strength = found
    assert (bomb.kind, bomb.times, bomb.deals) == ("breaks_bomb", 1, 1)
    assert bomb.cost.value == pytest.approx(30 / 4)
    assert bomb.cost.error == pytest.approx(30 / 4)  # one deal of four: s = 15, over 2
    assert (strength.kind, strength.times, strength.deals) == ("strength", 3, 2)
    assert strength.cost.value == pytest.approx(18 / 4)
    assert strength.example == progress.Example("g1", 9, 0.10)
    as_landlord, as_peasant = (strength.by_role[r] for r in ("landlord", "after_landlord"))
    assert (as_landlord.times, as_landlord.mean.deals) == (2, 2)
    assert as_landlord.mean.value == pytest.approx(16 / 2)
    assert (as_peasant.times, as_peasant.mean.deals) == (1, 2)
    assert as_peasant.mean.value == pytest.approx(2 / 2)
    assert strength.trend is None


def test_a_bid_is_held_against_all_deals_whatever_became_of_them() -> None:
    bad = choice(0.2, role=AUCTION, phase="bid", at=0)
    (leak,) = progress.leaks([deal(1, bad, role="before_landlord"), deal(2), deal(3), deal(4)])
    assert leak.by_role[AUCTION].mean.value == pytest.approx(5)
    assert leak.by_role[AUCTION].mean.deals == 4


def test_the_order_of_the_deals_is_that_of_their_ends() -> None:
    late = [deal(number, choice(0.2, "strength")) for number in range(10, 15)]
    early = [deal(number, choice()) for number in range(5)]
    (leak,) = progress.leaks([*late, *early])
    assert leak.trend == Trend(pytest.approx(20), pytest.approx(0))  # type: ignore[arg-type]


# ---- results ----


def test_results_are_told_for_each_level_with_and_without_luck() -> None:
    def lucky(points: float, kitty: float) -> dict[str, Part]:
        return {
            "deal": Part(points, 0.3), "kitty": Part(kitty, 0.4), "own": Part(1, 9),
        }  # fmt: skip

    found = progress.strength(
        [
            deal(1, points=6, luck=lucky(4, 1)),
            deal(2, points=-3, luck=lucky(-5, 1)),
            deal(3, points=-6, level="advanced"),
        ]
    )
    standard, advanced = found["standard"], found["advanced"]
    assert standard.won == 1
    assert standard.raw.value == 1.5
    assert standard.raw.error == pytest.approx(4.5)  # s = 9 / sqrt 2, over sqrt 2
    assert standard.adjusted is not None
    assert standard.adjusted.value == pytest.approx(1)  # 6 - 5 and -3 + 4
    # both alike, so the errors of measuring: 0.5 each, of the sum 0.5 sqrt 2, of the mean half
    assert standard.adjusted.error == pytest.approx(0.5 / math.sqrt(2))
    assert (advanced.won, advanced.raw, advanced.adjusted) == (0, Mean(-6, None, 1), None)


def test_the_accuracy_is_smoothed_over_five_deals_and_left_out_where_there_is_none() -> None:
    given = [60.0, 70.0, None, 80.0, 90.0, 100.0, 20.0]
    found = progress.accuracies([deal(n, accuracy=one) for n, one in enumerate(given)])
    assert [one.accuracy for one in found] == [60, 70, 80, 90, 100, 20]
    assert [one.smooth for one in found] == [60, 65, 70, 75, 80, 72]
    assert found[2].game == "g3"


# ---- concepts ----


def test_a_concept_is_met_where_it_tempts_and_right_where_it_was_not_made() -> None:
    tempting = ("strength", "breaks_bomb")
    found = progress.concepts(
        [deal(1, choice(tempted=tempting), choice(0.2, "strength", tempted=tempting), choice())]
    )
    by_name = {one.name: one for one in found}
    assert {name: one.met for name, one in by_name.items()} == {
        "strength": 2, "breaks_bomb": 2, "other": 1,
    }  # fmt: skip
    # Beta(1 + r, 1 + w): 2 of 4 with one right and one wrong, 3 of 4 with both right
    assert by_name["strength"].right == pytest.approx(1 / 2)
    assert by_name["strength"].deviation == pytest.approx(math.sqrt(1 / 4 / 5))
    assert by_name["breaks_bomb"].right == pytest.approx(3 / 4)
    assert found[0].name == "strength"
    assert by_name["other"].due is None


def test_what_a_hint_had_shown_proves_nothing() -> None:
    assert progress.concepts([deal(1, choice(tempted=("strength",), shown=True))]) == []


DAYS_TO_NEXT = [
    # parameters of FSRS-6: w0 = 0.212 (Again) is rounded up to a day, w2 = 2.3065 (Good) is 2 days
    ([(0, True)], 2),
    ([(0, False)], 1),
    # Good again after 2 days: difficulty 6.4133 - e**(2 * 0.8334) + 1 = 2.1181; retrievability
    # (1 + 0.98036 * 2 / 2.3065) ** -0.1542 = 0.9095; stability 2.3065 * (1 + e**1.8722 *
    # (11 - 2.1181) * 2.3065 ** -0.1666 * (e**(0.796 * 0.0905) - 1)) = 10.96
    ([(0, True), (2, True)], 2 + 11),
    # Good and Again in one deal: 2.3065 * e**(0.5425 * (0.0912 - 2)) * 2.3065 ** -0.0658 = 0.78
    ([(0, True), (0, False)], 1),
]


@pytest.mark.parametrize(("past", "days"), DAYS_TO_NEXT)
def test_practice_is_due_as_the_formulas_of_fsrs_say(
    past: list[tuple[int, bool]], days: int
) -> None:
    deals: dict[int, list[Choice]] = {}
    for day, right in past:
        made = choice(tempted=("strength",)) if right else choice(0.2, "strength")
        deals.setdefault(day, []).append(made)
    (found,) = progress.concepts([deal(day, *made) for day, made in deals.items()])
    assert found.due == DAY + timedelta(days=days)


def test_the_same_deals_give_the_same_figures_in_any_order() -> None:
    deals = [
        deal(n, choice(0.2, "strength"), choice(tempted=("bomb_lead",))) for n in range(0, 40, 3)
    ]
    backwards = list(reversed(deals))
    assert progress.concepts(deals) == progress.concepts(backwards)
    assert progress.leaks(deals) == progress.leaks(backwards)
    assert progress.strength(deals) == progress.strength(backwards)


# ---- one deal, kept as text ----


def test_a_summary_comes_back_from_its_text() -> None:
    whole = deal(
        1, choice(0.2, "strength", tempted=("strength",), shown=True), choice(),
        accuracy=None, luck={"deal": Part(1.5, 0.25)},
    )  # fmt: skip
    assert from_json(as_json(whole)) == whole


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "3",
        "{}",
        '{"version": 1}',
        '{"version": 2}',
        "[" * 100_000,
        '{"version": 1, "a": 2}',
    ],
)
def test_text_that_is_no_summary_of_this_version_is_none(text: str) -> None:
    assert from_json(text) is None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('"points":4', '"points":"4"'),
        ('"points":4', '"points":NaN'),
        ('"points":4', '"points":1' + "0" * 400),
        ('"accuracy":null', '"accuracy":""'),
        ('"loss":0.2', '"loss":[0.2]'),
        ('"loss":0.2', '"loss":Infinity'),
        ('"grade":"', '"grade":3,"mistake":"'),
        ('"tempted":["strength"]', '"tempted":[["strength"]]'),
        ('"deal":[1.5,0.25]', '"deal":[1e999,0.25]'),
        ('"ended":"2', '"ended":"0'),
        ('"ended":"', '"ended":"2026-03-04T05:06:07+00:00","role":"'),
    ],
)
def test_a_summary_that_was_damaged_is_worked_out_anew(before: str, after: str) -> None:
    whole = replace(
        deal(1, choice(0.2, "strength", tempted=("strength",)), luck={"deal": Part(1.5, 0.25)}),
        points=4, accuracy=None,
    )  # fmt: skip
    text = as_json(whole)
    assert before in text
    assert from_json(text.replace(before, after, 1)) is None


def test_a_summary_of_another_version_is_worked_out_anew() -> None:
    text = as_json(deal(1))
    assert from_json(text.replace('"version":1', '"version":2')) is None


def test_the_summary_of_a_review_has_its_counted_decisions_and_its_result(compiled: None) -> None:
    played = cpu_deal("summary", ("novice", "standard"))
    found = review(played, 0, worlds=24, games=8, refine=False)
    assert found is not None
    counted = [one for one in found.decisions if one.weighed.counts]
    made = summary(
        found, played, game="x", ended=DAY, rules="classic", level="standard",
        shown=[counted[1].at],
    )  # fmt: skip
    assert [(one.at, one.loss, one.grade) for one in made.choices] == [
        (one.at, one.loss, one.grade) for one in counted
    ]
    assert 2 <= len(counted) < len(found.decisions)
    assert [one.tempted for one in made.choices] == [tempted(one.view) for one in counted]
    assert any(one.tempted for one in made.choices)
    assert [one.shown for one in made.choices[:2]] == [False, True]
    assert made.points == doudizhu.payoffs(played.states[-1])[0]
    assert sum(part.points for part in made.luck.values()) == pytest.approx(made.points)
    offset = (0 - (played.landlord or 0)) % 3
    assert made.role == ("landlord", "after_landlord", "before_landlord")[offset]
    assert from_json(as_json(made)) == made


@pytest.mark.long
@pytest.mark.usefixtures("compiled")
def test_who_opens_with_bombs_has_that_as_the_costliest_named_leak() -> None:
    """Deals of the player with that habit, reviewed and summed up as the page does."""
    summaries = []
    for place, number in enumerate(showing("opens-with-bombs", 10)):
        played = deal_of("opens-with-bombs", number)
        found = review(played, 0, worlds=300, games=32, refine=False)
        assert found is not None
        ended = DAY + timedelta(days=place)
        summaries.append(
            summary(found, played, game=str(place), ended=ended, rules="classic", level="standard")
        )
    named = [leak.kind for leak in progress.leaks(summaries) if leak.kind != OTHER]
    assert named[0] == "bomb_lead"
