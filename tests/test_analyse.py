"""The analysis of a hand: every figure against an oracle, the words against hand-made examples."""

from __future__ import annotations

import json
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from coach.__main__ import app
from coach.doudizhu.analyse import Given, HandReport, analysed, answers, hand_report, understood
from coach.doudizhu.analyse_text import as_markdown, as_text, change_section, sections
from coach.doudizhu.situation import Situation, view_of_hand
from coach.language import LANGUAGES, texts
from coach.ui.analyse_report import first_html
from engine.cards import (
    RANKS,
    Counts,
    IllegalPlayError,
    NotationError,
    full_deck,
    parse_ranks,
    ranks_text,
    subtract,
)
from engine.doudizhu.plays import parse_play, plays
from engine.doudizhu.rules import CLASSIC, FOUR_PLAYER
from tests.hands import random_hands
from tests.oracle_split import Table, fewest
from tests.splits import oracle_splits

BAD_INPUT = 2
DEALT = "334455667788TJQKA"
WITH_KITTY = "3344556677889TJQKA2B"

pytestmark = pytest.mark.usefixtures("compiled")


def run(*arguments: str, lines: str = "") -> Result:
    return CliRunner().invoke(app, list(arguments), input=lines)


def answer(*arguments: str, lines: str = "") -> Any:
    result = run("analyse", *arguments, lines=lines)
    assert result.exit_code == 0, result.stderr
    (line,) = result.stdout.splitlines()
    return json.loads(line)


def left(hand: Counts, cards: Counts) -> str:
    return ranks_text(subtract(hand, cards))


# ---- the cards ----


@pytest.mark.parametrize("hand", [*random_hands(25, 9, seed=81), *random_hands(10, 12, seed=82)])
def test_figures_of_a_hand_are_those_of_the_oracle(hand: Counts) -> None:
    table = Table()
    report = hand_report(hand)
    assert report.fewest == fewest(ranks_text(hand), table)
    assert (report.proved, report.complete) == (True, True)
    assert {tuple(sorted(map(str, split))) for split in report.splits} == {
        tuple(sorted(split)) for split in oracle_splits(hand, table)
    }
    for one in (*report.cases, *report.groups):
        assert one.plays == 1 + fewest(left(hand, one.play.counts), table)


@pytest.mark.parametrize("hand", [*random_hands(25, 10, seed=83)])
def test_the_cases_of_a_card_leave_no_play_out_and_none_is_shorter(hand: Counts) -> None:
    report = hand_report(hand)
    bodies = {str(play).partition("+")[0] for play in plays(hand) if play.counts[report.case]}
    kicked = {play.kind for play in plays(hand) if play.counts[report.case]}
    assert {case.play.kind for case in report.cases} == kicked
    assert {str(case.play).partition("+")[0] for case in report.cases} == bodies
    assert all(case.play.counts[report.case] for case in report.cases)
    assert min(case.plays for case in report.cases) == report.cases[0].plays == report.fewest


def test_the_cases_are_no_single_choice_where_another_card_has_some() -> None:
    """The 2 can only go alone, which says nothing; the 7s go as a pair or each alone."""
    report = hand_report(parse_ranks("772"))
    assert RANKS[report.case] == "7"
    assert [(str(case.play), case.plays) for case in report.cases] == [("77", 2), ("7", 3)]


def test_a_chain_and_a_bomb_cost_what_counting_says() -> None:
    """34567 with 7777: the bomb leaves 3, 4, 5, 6 (5 plays in all); the straight leaves 777 (2)."""
    report = hand_report(parse_ranks("34567777"))
    priced = {str(one.play): one.plays - report.fewest for one in report.groups}
    assert report.fewest == 2
    assert priced == {"7777": 3, "34567": 0}


def test_only_the_longest_chains_are_named() -> None:
    report = hand_report(parse_ranks("3456789" + "345"))
    assert [str(one.play) for one in report.groups] == ["3456789", "334455"]


def test_an_airplane_is_named_once_with_the_kickers_that_save_most() -> None:
    """333444 with 5 and 6 goes in one play."""
    report = hand_report(parse_ranks("33344456"))
    assert [(str(one.play), one.plays) for one in report.groups] == [("333444+56", 1)]


@pytest.mark.parametrize("hand", [*random_hands(12, 14, seed=84)])
def test_what_beats_a_play_is_every_higher_body_of_the_unseen_cards(hand: Counts) -> None:
    unseen = subtract(full_deck(), hand)
    others = plays(unseen)
    for play in hand_report(hand).best:
        found = answers(play, unseen)
        beating = [other for other in others if other.beats(play)]
        assert {(one.start, one.length) for one in found.in_kind} == {
            (other.start, other.length) for other in beating if not other.is_bomb
        }
        assert set(map(str, found.bombs)) == {str(other) for other in beating if other.is_bomb}


def test_weak_plays_are_those_that_unseen_cards_of_their_kind_beat() -> None:
    """Four singles: the big joker is out, then only a 4, a K and an A."""
    hand = parse_ranks("3A2B")
    assert {str(play) for play in hand_report(hand).weak} == {"3", "A", "2", "B"}
    seen = hand_report(hand, unseen=parse_ranks("4KA"))
    assert {str(play) for play in seen.weak} == {"3"}


def test_what_was_seen_no_longer_beats() -> None:
    hand = parse_ranks("KK")
    every = hand_report(hand)
    assert [str(play) for play in every.weak] == ["KK"]
    seen = hand_report(hand, unseen=parse_ranks("3344A2"))
    assert seen.weak == ()
    assert seen.answers[0].in_kind == ()


def test_a_hand_without_cards_has_no_report() -> None:
    with pytest.raises(ValueError, match="no plays"):
        hand_report(parse_ranks(""))


# ---- the situation ----


def test_a_hand_as_dealt_is_asked_for_a_bid_and_one_with_the_kitty_leads() -> None:
    bid = view_of_hand(parse_ranks(DEALT), Situation(), CLASSIC)
    lead = view_of_hand(parse_ranks(WITH_KITTY), Situation(), CLASSIC)
    assert bid is not None
    assert lead is not None
    assert (bid.phase, bid.turn, bid.counts) == ("bid", 0, (17, 17, 17))
    assert (lead.phase, lead.landlord, lead.to_beat, lead.counts) == ("play", 0, None, (20, 17, 17))
    assert view_of_hand(parse_ranks("345"), Situation(), CLASSIC) is None
    four = view_of_hand(
        parse_ranks("3" * 8 + "4" * 8 + "5" * 8 + "6", packs=2), Situation(), FOUR_PLAYER
    )
    assert four is not None
    assert four.counts == (25, 25, 25, 25)


def test_a_told_situation_is_that_of_the_view() -> None:
    """The peasant before the landlord, whose pair of 5s his partner passed."""
    hand, seen = parse_ranks("33778899JJQQKKAA"), parse_ranks("4")
    told = Situation("before", "55", "landlord", seen, (17, 17))
    with pytest.raises(NotationError, match="unseen"):
        view_of_hand(hand, told, CLASSIC)
    told = Situation("before", "55", "landlord", seen, (18, 17))
    view = view_of_hand(hand, told, CLASSIC)
    assert view is not None
    assert (view.seat, view.landlord, view.leader, view.passes) == (2, 0, 0, 1)
    assert (str(view.to_beat), view.counts) == ("55", (18, 17, 16))
    assert view.unseen == subtract(full_deck(), parse_ranks("33778899JJQQKKAA" + "4" + "55"))


@pytest.mark.parametrize(
    ("told", "message"),
    [
        (Situation(role="king"), "role"),
        (Situation("landlord", "99", "landlord", counts=(16, 16)), "own"),
        (Situation(role="landlord", to_beat="34"), "as a play"),
        (Situation(role="landlord", counts=(17,)), "expected 2"),
        (Situation(role="landlord", seen=parse_ranks("3333")), "too many"),
    ],
)
def test_what_does_not_fit_together_is_said(told: Situation, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        view_of_hand(parse_ranks(WITH_KITTY), told, CLASSIC)


def test_open_hands_are_answered_by_the_solver_beside_what_the_seat_can_know() -> None:
    """Landlord 2, 3 against 4: he leads the 2, which nothing beats, then the 3."""
    found = analysed(understood("ddz 32/4 - 0@1 0 - 0 0"))
    assert found.opened is not None
    assert found.opened.winner == "landlord"
    assert [str(play) for play in found.opened.winning_plays] == ["2"]
    assert found.given.view is not None
    assert found.given.view.counts == (2, 1)


def test_what_is_said_of_the_seat_does_not_depend_on_what_it_cannot_see() -> None:
    """The unseen cards dealt otherwise: the same report and advice, only the open hands differ."""
    one = analysed(understood("ddz 3457799/3468TT/JJQKA - 0@1 0 - 0 0"))
    other = analysed(understood("ddz 3457799/JJQKA8/346TT - 0@1 0 - 0 0"))
    assert one.report == other.report
    assert one.hint == other.hint
    assert one.opened != other.opened


def test_a_view_has_no_open_hands() -> None:
    found = analysed(understood("ddz 32/?1 - 0@1 0 - 0 0 unseen=4"))
    assert found.opened is None
    assert found.hint is not None


def test_every_legal_play_is_ranked() -> None:
    found = analysed(understood("ddz 3457799/?6/?5 - 0@1 0 - 0 0 unseen=3468TTJJQKA"))
    assert found.hint is not None
    assert found.hint.claims
    ranked = {str(row.play).partition("+")[0] for row in found.hint.plays}
    assert ranked == {"3", "4", "5", "7", "9", "77", "99"}


# ---- the command line ----


def test_the_report_as_json() -> None:
    found = answer("334")
    assert found["cards"] == "334"
    assert found["fewest"] == 2
    assert found["splits"] == [["33", "4"]]
    assert found["why"]["plays"][0]["fewest"] == 2
    assert "bids" not in found
    assert "turn" not in found


def test_a_dealt_hand_has_bids_and_a_landlords_hand_a_turn() -> None:
    assert {row["play"] for row in answer(DEALT)["bids"]["plays"]} == {"pass", "1", "2", "3"}
    assert len(answer(WITH_KITTY)["turn"]["plays"]) > 20


def test_cards_in_any_form_and_several_at_once() -> None:
    result = run("analyse", lines="对3 大王\n3-7\n")
    assert result.exit_code == 0
    cards = [json.loads(line)["cards"] for line in result.stdout.splitlines()]
    assert cards == ["33R", "34567"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("hello",),
        ("BJ",),
        ("",),
        ("ddz 3/4",),
        ("3", "--seat", "1"),
        ("ddz 32/4 - 0@1 0 - 0 0", "--seat", "7"),
        ("ddz 32/4 - 0@1 0 - 0 0", "--on", "33"),
        ("334", "--rules", "nonsense"),
        (WITH_KITTY, "--seat", "landlord", "--counts", "17,x"),
    ],
)
def test_what_cannot_be_analysed_is_one_line_and_exit_code_2(arguments: tuple[str, ...]) -> None:
    result = run("analyse", *arguments)
    assert result.exit_code == BAD_INPUT
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_for_people_has_no_notation_and_no_key(language: str) -> None:
    result = run("analyse", "--text", "--lang", language, WITH_KITTY)
    assert result.exit_code == 0
    assert "analyse." not in result.stdout
    assert "{" not in result.stdout
    assert "TJ" not in result.stdout


def test_text_and_markdown_say_the_same() -> None:
    listed = sections(hand_report(parse_ranks("334KKKBR")), "en")
    plain = [line.strip() for line in as_text(listed).splitlines() if line]
    marked = [line.lstrip("#- ") for line in as_markdown(listed).splitlines() if line]
    assert plain == marked


def test_a_changed_hand_says_what_changed_and_what_it_does_to_the_plays() -> None:
    """345678 and 33 are two plays; with a K for a 3 it is three."""
    pasted = parse_ranks("33345678")
    change = change_section(pasted, hand_report(parse_ranks("3345678K")), "en")
    assert change is not None
    assert change.lines == (
        "Taken away: 3",
        "Added: K",
        "Fewest plays: 2 before, 3 now",
    )
    assert change_section(pasted, hand_report(pasted), "en") is None


def test_read_prints_what_was_understood() -> None:
    result = run("read", "33 10 BJ", "对3")
    assert result.exit_code == 0
    first, second = map(json.loads, result.stdout.splitlines())
    assert first == {
        "text": "33 10 BJ",
        "cards": "33T",
        "ask": [{"text": "BJ", "at": 6, "readings": ["B", "R"]}],
    }
    assert second == {"text": "对3", "cards": "33", "ask": []}
    assert run("read", "hello").exit_code == BAD_INPUT
    assert len(run("read", "33333").stderr.splitlines()) == 1


def test_the_report_of_the_rank_names_a_card_of_the_hand() -> None:
    report: HandReport = hand_report(parse_ranks("5557TJQKA"))
    assert RANKS[report.case] in "57TJQKA"
    with pytest.raises(IllegalPlayError):
        understood("ddz 3/- - 0@1 0 - 0 0", seat=1)
    assert str(parse_play("555+7")) in {str(play) for split in report.splits for play in split}


def test_the_fewest_plays_stand_there_before_every_split_is_listed() -> None:
    hand = parse_ranks("33334444555566667777")  # five bombs, or 33344455566677 7 with kickers
    given = Given("", hand, CLASSIC, None)
    expected = fewest(ranks_text(hand), Table())
    shown = first_html(given, texts("en"))
    assert f"Fewest plays: {expected}" in shown
    assert shown.count("<li>") == expected
