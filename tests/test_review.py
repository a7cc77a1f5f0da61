"""A deal looked at again: graded by what the seat could know, its pictures from what happened."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from coach.__main__ import app
from coach.claims import rerun
from coach.doudizhu import decisions as judging, told
from coach.doudizhu.luck import OWN
from coach.grades import BEST
from coach.language import texts
from coach.review import (
    Deal,
    curve,
    decision,
    moments,
    open_hands,
    parts,
    plays_left,
    review,
    tricks,
    turns_of,
)
from coach.review_text import decision_lines, sections
from coach.say import render
from engine import record
from engine.cards import Counts, full_deck, parse_ranks, subtract
from engine.doudizhu import game
from engine.doudizhu.plays import Play
from engine.doudizhu.position import parse_view
from engine.doudizhu.search import fewest_plays
from engine.doudizhu.state import View
from engine.record import Record, Turn, write_record
from tests.review_games import chain, chained, cpu_deal
from tests.review_report import happened

CASES = Path(__file__).parent / "cases" / "mistakes"

pytestmark = pytest.mark.usefixtures("compiled")


def test_tricks_are_numbered_as_the_record_numbers_them() -> None:
    deal = cpu_deal("tricks", ("standard", "novice"), "competition")
    text = write_record(Record("ddz", deal.states[0], tuple(map(Turn, deal.actions))))
    expected: list[tuple[int, int]] = []
    for line in text.split("\n\n", 1)[1].splitlines():
        label, *words = line.split()
        number = label.rstrip(".")
        trick = int(number) if number.isdigit() else 0
        expected += [(trick, place + 1) for place in range(len(words))]
    assert tricks(deal) == expected


def test_a_win_thrown_away_is_a_blunder_by_all_that_was_sure() -> None:
    # R first and then 3 goes out for sure; a 3 led lets the next seat out with any card above it
    deal = chained("ddz 3R/4/5 - 0@1 0 - 0 0 plays=9,9,9", "3")
    found = decision(deal, 0)
    assert found is not None
    assert (found.grade, str(found.best)) == ("blunder", "R")
    assert (found.before, found.after) == (1.0, 0.0)
    assert found.loss == 1.0


def test_the_best_play_loses_nothing_and_says_so() -> None:
    deal = chained("ddz 3R/4/5 - 0@1 0 - 0 0 plays=9,9,9", "R")
    found = decision(deal, 0)
    assert found is not None
    assert (found.grade, found.loss, found.mistake) == (BEST, 0.0, "")


def test_a_forced_decision_is_not_judged() -> None:
    deal = cpu_deal("forced")
    at = next(
        at
        for at, state in enumerate(deal.states)
        if state.phase == "play" and len(game.legal(state)) == 1
    )
    found = decision(deal, at)
    assert found is not None
    assert found.weighed.forced
    assert not found.weighed.counts
    assert found.sentences == ()


def test_the_last_cards_played_at_once_prove_nothing_and_missed_they_count() -> None:
    position = "ddz 33/44/55 - 0@1 0 - 0 0 plays=9,9,9"
    made, missed = (decision(chained(position, play), 0) for play in ("33", "3"))
    assert made is not None
    assert missed is not None
    assert not made.weighed.counts
    assert missed.weighed.counts
    assert missed.grade == "blunder"


def test_a_bid_is_graded_by_the_points_it_gives_away() -> None:
    # no 2, no joker, no bomb: bidding 3 is worth less than passing, beyond all doubt
    deal = cpu_deal("word")
    weak = parse_ranks("34457789TTJJQQKKA")
    view = game.view(deal.states[0], deal.states[0].turn)
    assert sum(weak) == 17
    other = judging.judged(0, 0, 1, _with_hand(view, weak), 3)
    assert other is not None
    assert other.points is not None
    assert other.points > 0
    assert 0 < other.loss < 1
    assert other.grade in ("inaccuracy", "mistake", "blunder")
    assert other.best is None


def _with_hand(view: View, hand: Counts) -> View:
    return replace(view, hand=hand, unseen=subtract(full_deck(packs=1), hand))


def test_a_loss_is_refined_until_its_error_is_small() -> None:
    deal = cpu_deal("refine", ("novice", "standard"))
    for at in turns_of(deal, 0)[:6]:
        quick = decision(deal, at, worlds=judging.QUICK)
        assert quick is not None
        fine = judging.refined(quick)
        assert fine is not None
        again = judging.refined(fine)
        assert again is not None
        if not again.weighed.forced:
            assert again.error <= 1.3 * judging.AIM or again.worlds == judging.MOST_WORLDS


@pytest.mark.parametrize("error", [0.001, 0.014, 0.03, 0.2])
@pytest.mark.parametrize(("worlds", "ahead"), [(120, 0), (120, 120), (600, 0), (1200, 1200)])
def test_a_decision_never_meets_fewer_worlds_than_before(
    worlds: int, ahead: int, error: float
) -> None:
    """Else a loss looked at further in many worlds, and not in few, would go on for ever."""
    deal = chained("ddz 3R/4/5 - 0@1 0 - 0 0 plays=9,9,9", "3")
    found = decision(deal, 0)
    assert found is not None
    one = replace(found, worlds=worlds, ahead=ahead, error=error)
    wanted, further = judging._wanted(one)
    assert wanted >= worlds
    assert further >= ahead
    assert max(wanted, further) <= judging.MOST_WORLDS


def test_the_mistakes_of_beginners_are_named() -> None:
    cases = json.loads((CASES / "breaks_bomb.json").read_text(encoding="utf-8"))["cases"]
    wrong = next(case for case in cases if case["expect"] and "record" in case)
    reading = record.read_record(wrong["record"])
    states = list(record.states(reading.record))
    play = game.parse_action(states[-1], wrong["play"])
    deal = Deal(
        (*states, game.apply(states[-1], play)),
        (*(turn.action for turn in reading.record.turns), play),
    )
    found = decision(deal, len(deal.actions) - 1)
    assert found is not None
    assert found.mistake == "breaks_bomb"
    assert found.grade not in (BEST, "good")


def test_a_mistake_is_named_also_where_the_best_play_has_its_shape_too() -> None:
    # the best play goes out on high cards as well; another keeps a lower one, and wins far more
    deal = cpu_deal("report 6", ("standard",), "folk")
    met = [
        at
        for at in turns_of(deal, 0)
        if deal.states[at].phase == "play"
        and happened("high_cards", game.view(deal.states[at], 0), deal.actions[at])
    ]
    assert met
    for at in met:
        found = decision(deal, at)
        assert found is not None
        assert found.mistake == "high_cards"
        assert any(said.key == "mistake.high_cards" for said in found.sentences)


def test_the_curve_ends_with_what_came_and_begins_with_the_first_lead() -> None:
    deal = cpu_deal("curve")
    for seat in range(3):
        found = review(deal, seat, worlds=40, games=32, refine=False)
        assert found is not None
        lead = next(at for at, state in enumerate(deal.states) if state.phase == "play")
        assert [point.at for point in found.curve] == list(range(lead, len(deal.states)))
        won = game.payoffs(deal.states[-1])[seat] > 0
        assert found.curve[-1].chance == float(won)
        graded = {one.at: one for one in found.decisions if not one.weighed.forced}
        for point in found.curve:
            if point.at in graded and graded[point.at].view.phase == "play":
                assert point.chance == graded[point.at].before
                assert point.error == graded[point.at].errors[0]
                if 0.05 < point.chance < 0.95 and not graded[point.at].ahead:
                    # 40 worlds, whether or not the play made was the best one
                    assert point.error > 0.02


def test_a_review_adds_up_and_has_every_decision_of_the_seat() -> None:
    deal = cpu_deal("whole", ("novice", "standard"))
    found = review(deal, 0, worlds=60, games=64, refine=False)
    assert found is not None
    assert [one.at for one in found.decisions] == turns_of(deal, 0)
    assert (
        sum(part.points for part in parts(found, deal).values()) == game.payoffs(deal.states[-1])[0]
    )
    assert OWN in parts(found, deal)


def test_a_deal_without_its_beginning_is_graded_without_luck() -> None:
    deal = chained("ddz 3R/4/5 - 0@1 0 - 0 0 plays=9,9,9", "R", "pass", "pass", "3")
    found = review(deal, 0, worlds=30, games=32)
    assert found is not None
    assert found.luck == ()
    assert parts(found, deal) == {}
    assert len(found.decisions) == 2


def test_open_hands_tell_a_thrown_win_and_grade_nobody() -> None:
    position = "ddz 3R/4/5 - 0@1 0 - 0 0 plays=9,9,9"
    kept, thrown = (open_hands(chained(position, play), 0) for play in ("R", "3"))
    assert kept is not None
    assert thrown is not None
    assert (kept.won_before, kept.won_after) == (True, True)
    assert (thrown.won_before, thrown.won_after) == (True, False)


def test_a_win_that_the_seat_could_prove_is_not_called_unseen() -> None:
    """R and then 3 wins whatever the others hold: the 3 led is graded, and open hands add nothing.
    The pair of 3s wins only because the two 6s lie apart, which nobody could see."""
    proved = chained("ddz 3R/4/5 - 0@1 0 - 0 0 plays=9,9,9", "3")
    unseen = chained("ddz 335/67/46 - 0@1 0 - 0 0 plays=9,9,9", "5")
    said = texts("en")("review.open_throws")
    for deal, told_so in ((proved, False), (unseen, True)):
        found, opened = decision(deal, 0), open_hands(deal, 0)
        assert found is not None
        assert opened is not None
        assert opened.won_before > opened.won_after
        lines = decision_lines(found, opened, texts("en"))
        assert any(said in line for line in lines) is told_so


def test_a_peasant_against_a_landlord_alone_is_reviewed() -> None:
    """Two hands: the peasant has no partner whom a rule of thumb could speak of."""
    found = review(chained("ddz 55667/99JJ - 0@3 0 - 0 0", "55", "99", "pass", "JJ"), 1)
    assert found is not None
    assert [one.grade for one in found.decisions] == ["best", "best"]


def test_fewest_plays_left_are_those_of_every_hand() -> None:
    deal = cpu_deal("left")
    for at, numbers in plays_left(deal)[::6]:
        state = deal.states[at]
        expected = [
            len(fewest_plays(hand, state.rules)) if any(hand) else 0 for hand in state.hands
        ]
        assert list(numbers) == expected
    assert min(plays_left(deal)[-1][1]) == 0


def test_bombs_and_leads_that_change_are_marked() -> None:
    deal = chained("ddz 3BR/44447/55 - 0@1 0 - 0 0 plays=9,9,9", "3", "4444", "pass", "BR")
    assert list(moments(deal)) == [(2, "bomb", 1), (4, "rocket", 0)]
    deal = chained("ddz 36/47/55 - 0@1 0 - 0 0 plays=9,9,9", "3", "4", "pass", "pass", "7")
    assert list(moments(deal)) == [(4, "lead", 1)]


# ---- what a turn told the partner ----


def test_a_landlord_has_no_partner_whose_decisions_count() -> None:
    deal = cpu_deal("left")
    assert deal.landlord is not None
    peasant = (deal.landlord + 1) % 3
    for seat, told_so in ((deal.landlord, False), (peasant, True)):
        found = review(deal, seat, worlds=20, games=8, refine=False)
        assert found is not None
        listed = sections(deal, found, "en", ())
        lines = [line for one in listed for line in one.lines]
        assert any(line.startswith(texts("en")("luck.partner")) for line in lines) is told_so


def test_what_was_told_does_not_depend_on_the_hand_that_told_it() -> None:
    deal = cpu_deal("told", ("standard", "novice"))
    found = told.told(deal.states, deal.actions, worlds=60)
    assert found is not None
    for one in found:
        view = game.view(deal.states[one.at], one.partner)
        assert one.before.subject.view == view
        assert rerun(one.before) == one.before
        assert rerun(one.after) == one.after


def test_passes_of_a_peasant_on_the_landlords_king_or_ace_speak_against_a_2() -> None:
    changes = []
    for number in range(24):
        deal = cpu_deal(f"pass {number}")
        for at, (state, action) in enumerate(zip(deal.states, deal.actions, strict=False)):
            led = state.to_beat
            if action is not None or led is None or state.leader != deal.landlord:
                continue
            if led.kind != "solo" or led.start not in (10, 11) or state.turn == deal.landlord:
                continue
            partner = next(s for s in range(3) if s not in (state.turn, deal.landlord))
            before, after = (
                told.holdings(game.view(one, partner), state.turn, seed=at, worlds=200)
                for one in (state, deal.states[at + 1])
            )
            changes.append(after["holds_two"].value - before["holds_two"].value)
    assert len(changes) >= 15
    assert sum(changes) < 0


def test_the_chance_of_a_holding_is_that_of_counting_where_nothing_was_said() -> None:
    # two hidden hands of one card: a 2 and a 3, each as likely here as there
    view = parse_view("ddz 44/?1/?1 - 0@1 0 - 0 0 unseen=23 plays=9,9,9")
    chances = told.holdings(view, 1, seed=1, worlds=400)
    assert abs(chances["holds_two"].value - 0.5) < 0.1
    assert chances["holds_joker"].value == 0.0
    assert chances["holds_bomb"].value == 0.0


def test_a_play_that_shows_the_card_itself_tells_nothing_of_it() -> None:
    for number in range(8):
        deal = cpu_deal(f"shows {number}")
        for one in told.told(deal.states, deal.actions, worlds=60) or ():
            if isinstance(one.action, Play):
                assert not (one.after.kind == "holds_two" and one.action.counts[12])
                assert not one.action.is_bomb


# ---- the verb ----


def _text() -> str:
    deal = cpu_deal("verb", ("novice", "standard"))
    return write_record(Record("ddz", deal.states[0], tuple(map(Turn, deal.actions))))


def test_the_verb_answers_as_its_contract_says() -> None:
    result = CliRunner().invoke(app, ["review", "-"], input=_text())
    assert result.exit_code == 0, result.output
    answer = json.loads(result.stdout)
    assert {"decisions", "accuracy", "luck"} <= set(answer)
    for one in answer["decisions"]:
        assert {
            "trick", "turn", "seat", "play", "best", "loss", "se", "grade", "mistake", "claims",
        } <= set(one)  # fmt: skip
        assert one["seat"] == 0
    luck = dict(answer["luck"])
    assert sum(part["points"] for name, part in luck.items() if name != "result") == luck["result"]


def test_the_verb_speaks_four_languages_to_people(tmp_path: Path) -> None:
    states, actions = chain(
        "ddz 3RJ/4TT/5Q - 0@1 0 - 0 0 plays=9,9,9", "3", "4", "5", "J", "pass", "Q"
    )
    tags = (("Players", "standard person standard"),)
    file = tmp_path / "deal.txt"
    written = write_record(Record("ddz", states[0], tuple(map(Turn, actions)), tags))
    file.write_text(written, encoding="utf-8")
    shown = {}
    for language in ("en", "ja", "zh-Hans", "zh-Hant"):
        result = CliRunner().invoke(app, ["review", "--text", "--lang", language, str(file)])
        assert result.exit_code == 0, result.output
        shown[language] = result.stdout
        assert not re.search(r"\{\w+\}|review\.|grade\.|luck\.", result.stdout)
    assert len(set(shown.values())) == 4


@pytest.mark.parametrize(
    ("arguments", "given", "said"),
    [
        (["-"], "nonsense", "error: "),
        (["-", "--seat", "3"], None, "seats 0 to 2"),
        (["missing.txt"], None, "cannot read"),
    ],
)
def test_what_cannot_be_reviewed_is_one_line_and_exit_code_2(
    arguments: list[str], given: str | None, said: str
) -> None:
    result = CliRunner().invoke(app, ["review", *arguments], input=given or _text())
    assert result.exit_code == 2
    assert said in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


def test_sentences_of_a_review_render_in_every_language() -> None:
    deal = cpu_deal("render", ("novice", "standard"))
    rng = random.Random(1)
    for at in rng.sample(turns_of(deal, 0), 4):
        one = decision(deal, at, worlds=40)
        assert one is not None
        for language in ("en", "ja", "zh-Hans", "zh-Hant"):
            for said in one.sentences:
                assert render(said, language)


def test_a_brake_ends_a_review() -> None:
    deal = cpu_deal("brake", ("novice", "standard"))
    assert review(deal, 0, stop=lambda: True) is None
    assert curve(deal, 0, (), stop=lambda: True) is None
    assert told.told(deal.states, deal.actions, stop=lambda: True) is None
