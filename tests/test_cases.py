"""The worked cases: every file of ``tests/cases`` and of the folders in ``TESUU_CASES``.

One test a case, named ``GAME-CASEID`` (``doudizhu-Z01``).  ``TESUU_CASES`` holds one folder or
several, separated as in ``PATH``.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine import deal_code
from engine.cards import (
    DECK,
    AmbiguousPlayError,
    IllegalPlayError,
    NotationError,
    parse_ranks,
    ranks_text,
)
from engine.doudizhu import game, search, split
from engine.doudizhu.plays import classify, parse_play
from engine.doudizhu.rules import PRESETS

Case = dict[str, Any]

ERRORS = {error.__name__: error for error in (AmbiguousPlayError, IllegalPlayError, NotationError)}


def case_files() -> Iterator[Path]:
    yield from sorted((Path(__file__).parent / "cases").glob("*.json"))
    for folder in os.environ.get("TESUU_CASES", "").split(os.pathsep):
        if folder:
            yield from sorted(Path(folder).glob("*.json"))


def cases() -> Iterator[Any]:
    for path in case_files():
        content = json.loads(path.read_text(encoding="utf-8"))
        for case in content["cases"]:
            yield pytest.param(content["game"], case, id=f"{content['game']}-{case['id']}")


# ---- doudizhu: one function a kind of case ----


def check_classify(case: Case) -> None:
    rules = PRESETS[case["rules"]]
    readings = classify(parse_ranks(case["cards"], packs=rules.packs), rules)
    found = [f"{play.kind} {play}" for play in readings]
    assert set(found) == set(case["expect"])
    assert len(found) == len(set(found))


def check_beats(case: Case) -> None:
    rules = PRESETS[case["rules"]]
    try:
        play = parse_play(case["play"], rules)
    except NotationError:  # what is no play beats nothing
        assert case["expect"] is False
        return
    if case["to_beat"] == "pass":
        assert case["expect"] is True
    else:
        assert play.beats(parse_play(case["to_beat"], rules)) is case["expect"]


def check_auction(case: Case) -> None:
    rules = PRESETS[case["preset"]]
    drawn = deal_code.draw(case["id"], players=rules.seats, first=case["first"])
    dealt = game.deal(rules, deal_code.encode(drawn))
    state = replace(
        dealt,
        first=case["first"],
        turn=case["first"],
        deals_before=case.get("deals_before", 0),
    )
    expected = dict(case["expect"])
    if "error" in expected:
        *before, refused = case["bids"][: expected["at"] + 1]
        for bid in before:
            state = game.apply(state, game.parse_action(state, str(bid)))
        with pytest.raises(ERRORS[expected["error"]]):
            game.apply(state, game.parse_action(state, str(refused)))
        return
    deals_before = state.deals_before
    for bid in case["bids"]:
        assert state.phase == "bid", f"the auction ended before the bid {bid}"
        state = game.apply(state, game.parse_action(state, str(bid)))
    if expected.pop("redeal", False):
        assert state.deals_before == deals_before + 1
        assert state.phase == "bid"
        assert not state.bids
    else:
        assert state.deals_before == deals_before
    found = {"landlord": state.landlord, "base": state.base, "multiplier": game.multiplier(state)}
    assert {name: found[name] for name in expected} == expected


def check_score(case: Case) -> None:
    rules = PRESETS[case["preset"]]
    found = game.points(
        rules,
        landlord=case["landlord"],
        base=case["base"],
        winner=case["winner"],
        doublings=case["bombs"] + case["rockets"] + case.get("robs", 0),
        landlord_plays=case["landlord_plays"],
        peasant_plays=case["peasant_plays"],
        doubled=tuple(case.get("doubled", ())),
        redoubled=case.get("redoubled", False),
    )
    assert list(found) == case["expect"]


def check_split(case: Case) -> None:
    rules = PRESETS[case["rules"]]
    hand = parse_ranks(case["hand"], packs=rules.packs)
    by_cpsat = split.split(hand, rules)
    assert by_cpsat.proved
    assert len(by_cpsat.plays) == case["expect"]
    assert search.fewest(hand, rules) == case["expect"]
    assert len(search.fewest_plays(hand, rules)) == case["expect"]


def check_line(case: Case) -> None:
    state = game.start("", position=case["position"])
    expected = case["expect"]
    refused = expected.get("at")
    for place, word in enumerate(case["turns"]):
        if place == refused:
            with pytest.raises(ERRORS[expected["error"]]):
                game.apply(state, game.parse_action(state, word))
            return
        state = game.apply(state, game.parse_action(state, word))
    views = [game.view(state, seat) for seat in range(state.rules.seats)]
    found = {
        "turn": game.turn(state),
        "to_beat": None if state.to_beat is None else str(state.to_beat),
        "landlord": state.landlord,
        "winner": game.winner(state),
        "payoffs": list(game.payoffs(state)),
        "spring": game.spring(state),
        "multiplier": game.multiplier(state),
        "announced": list(views[0].announced),
        "unseen": {str(seat): ranks_text(view.unseen) for seat, view in enumerate(views)},
    }
    assert {name: found[name] for name in expected} == expected


def check_first(case: Case) -> None:
    drawn = deal_code.draw(case["id"], first=case["code_first"])
    parts = [list(cards) for cards in (*drawn.hands, drawn.kitty)]
    wanted = parts[-1 if case["spade3"] == "kitty" else case["spade3"]]
    holder = next(part for part in parts if "3s" in part)
    if holder is not wanted:  # change it for a card of the place it should lie in
        holder[holder.index("3s")], wanted[0] = wanted[0], "3s"
    *hands, kitty = (tuple(sorted(part, key=DECK.index)) for part in parts)
    code = deal_code.encode(deal_code.Deal(tuple(hands), kitty, case["code_first"]))
    assert game.deal(PRESETS[case["preset"]], code).first == case["expect"]


CHECKS = {
    ("doudizhu", "line"): check_line,
    ("doudizhu", "first"): check_first,
    ("doudizhu", "classify"): check_classify,
    ("doudizhu", "beats"): check_beats,
    ("doudizhu", "auction"): check_auction,
    ("doudizhu", "score"): check_score,
    ("doudizhu", "split"): check_split,
}


@pytest.mark.parametrize(("game_name", "case"), list(cases()))
def test_case(game_name: str, case: Case) -> None:
    assert (game_name, case["kind"]) in CHECKS, f"no check for {case['kind']!r} of {game_name!r}"
    CHECKS[game_name, case["kind"]](case)
