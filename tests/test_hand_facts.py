"""Claims of a hand's report: one for each figure, true by an oracle, found again as printed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from coach.__main__ import app
from coach.claims import Basis, Claim, How, Subject, rerun
from coach.commands.hint import digest
from coach.doudizhu.analyse import hand_report
from coach.doudizhu.hand_facts import OF_HANDS, Held, of_report
from engine import record
from engine.cards import RANKS, Counts, full_deck, parse_ranks, ranks_text, subtract
from engine.doudizhu import game
from engine.doudizhu.plays import parse_play, plays
from engine.doudizhu.position import parse_view
from engine.doudizhu.rules import parse_rules
from tests.hands import random_hands
from tests.oracle_split import Table, fewest
from tests.splits import oracle_splits
from tests.test_hint_verb import again, played

pytestmark = pytest.mark.usefixtures("compiled")

HANDS = [*random_hands(25, 9, seed=91), *random_hands(8, 12, seed=92), parse_ranks("33334567BR")]


def printed(text: str) -> Any:
    result = CliRunner().invoke(app, ["analyse", text])
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def value_by_oracle(claim: Claim, table: Table) -> Any:
    """What the claim should say, by plain enumeration."""
    held = claim.subject.view
    if claim.kind == "hand_fewest":
        return fewest(ranks_text(held.hand), table)
    if claim.kind == "hand_splits":
        return len({tuple(sorted(split)) for split in oracle_splits(held.hand, table)})
    if claim.kind == "choices":
        of = {
            letter: {
                (play.kind, str(play).partition("+")[0])
                for play in plays(held.hand)
                if letter in str(play)
            }
            for letter in dict.fromkeys(ranks_text(held.hand))
        }
        return tuple((letter, len(bodies)) for letter, bodies in of.items())
    (play,) = claim.subject.plays
    with_it = 1 + fewest(ranks_text(subtract(held.hand, play.counts)), table)
    beating = [other for other in plays(held.unseen) if other.beats(play)]
    bodies = {(other.start, other.length) for other in beating if not other.is_bomb}
    return {
        "fewest_with": with_it,
        "price_of": with_it - fewest(ranks_text(held.hand), table),
        "needs_lead": bool(bodies),
        "beaten_by": (len(bodies), sum(other.is_bomb for other in beating)),
    }[claim.kind]


def test_every_claim_is_that_of_the_oracle_and_found_again() -> None:
    table, met = Table(), set()
    for hand in HANDS:
        for claim in of_report(hand_report(hand)):
            assert claim.value == value_by_oracle(claim, table), claim
            assert rerun(claim) == claim
            met.add(claim.kind)
    assert met == set(OF_HANDS)


@pytest.mark.parametrize("hand", HANDS)
def test_every_figure_of_the_report_has_its_claim(hand: Counts) -> None:
    report = hand_report(hand)
    values = {
        (claim.kind, *map(str, claim.subject.plays)): claim.value for claim in of_report(report)
    }
    assert values["hand_fewest",] == report.fewest
    assert values["hand_splits",] == len(report.splits)
    assert dict(values["choices",])[RANKS[report.case]] == len(report.cases)
    for case in report.cases:
        assert values["fewest_with", str(case.play)] == case.plays
    for one in report.groups:
        assert values["price_of", str(one.play)] == one.plays - report.fewest
    for play in report.weak:
        assert values["needs_lead", str(play)]
    for found in report.answers:
        number = (len(found.in_kind), len(found.bombs))
        assert values["beaten_by", str(found.play)] == number


@pytest.mark.parametrize(
    "text", ["33345678", "33334567BR", "ddz ?2/4R/?2 - 1@1 1 - 0 0 unseen=35K2"]
)
def test_what_is_printed_of_the_cards_is_found_again_from_that_alone(text: str) -> None:
    answer = printed(text)
    rules = parse_rules(answer["rules"])
    held = Held(parse_ranks(answer["cards"]), rules, parse_ranks(answer["unseen"]))
    assert answer["claims"]
    for data in answer["claims"]:
        played = tuple(parse_play(play, rules) for play in data["subject"]["plays"])
        subject = Subject(data["subject"]["of"], held, played)
        how = How("ddz", data["how"]["method"])
        claim = Claim(data["kind"], subject, None, Basis(data["basis"]), data["how"]["scope"], how)
        assert json.loads(json.dumps(rerun(claim).value)) == data["value"]
    for figures in (answer["why"]["plays"], answer["groups"], answer["weak"], answer["answers"]):
        assert all(one["basis"] in ("certain", "exact") for one in figures)


def test_every_ranked_play_has_its_claims_and_they_are_found_again() -> None:
    """Of a record, whose turns weigh the worlds: by the record it names, and the turns."""
    deals = (played(turns) for turns in range(12, 40))
    made, states = next(deal for deal in deals if len(game.legal(deal[1][-1])) > 3)
    text = record.write_record(made)
    turn = printed(text)["turn"]
    view = parse_view(turn["view"])
    told = {data["subject"]["plays"][0] for data in turn["claims"] if data["subject"]["plays"]}
    assert {row["play"] for row in turn["plays"]} <= told
    assert len(turn["plays"]) > 1
    assert view.turn == states[-1].turn
    kinds = {data["kind"] for data in turn["claims"]}
    assert {"fewest_after", "win_chance"} <= kinds
    for data in turn["claims"]:
        assert (data["how"]["record"], data["how"]["at"]) == (digest(text), len(made.turns))
    known = game.view(states[-1], states[-1].turn)
    for data in turn["claims"][::7]:
        found = again({**data, **data["subject"]}, known)
        assert json.loads(json.dumps(found.value)) == data["value"]


def test_open_hands_are_labelled_as_one_deal_and_rest_on_no_claim_of_a_seat() -> None:
    opened = printed("ddz 32/4 - 0@1 0 - 0 0")["open"]
    assert (opened["winner"], opened["basis"]) == ("landlord", "exact")
    assert opened["how"]["scope"] == "this deal"


def test_what_is_unseen_is_the_rest_of_the_deck_where_nothing_else_is_told() -> None:
    hand = parse_ranks("33345678")
    assert hand_report(hand).unseen == subtract(full_deck(), hand)
