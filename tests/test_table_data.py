"""What the table is told: only what the person may know, and true at every position."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

from coach.language import LANGUAGES, texts
from coach.ui.table.data import reason_against, reason_texts, table_data
from coach.ui.table.replay import (
    PERSON,
    game_of,
    lowest_cards,
    positions,
    random_game,
    with_action,
)
from coach.ui.table.words import play_shown
from engine.cards import (
    DECK,
    IllegalPlayError,
    NotationError,
    count_cards,
    parse_ranks,
    ranks_text,
    subtract,
)
from engine.deal_code import Deal, decode, draw, encode
from engine.doudizhu import game as doudizhu
from engine.doudizhu.plays import Play, parse_play, plays
from engine.doudizhu.state import Action
from tests.oracle_split import Table, fewest
from tests.table_games import new_game, played, played_by_cpus

SCRIPTS = sorted((Path(__file__).parents[1] / "coach/ui/table").glob("*.js"))
LOWEST = Deal((DECK[:17], DECK[17:34], DECK[34:51]), DECK[51:], 0)
"""The person holds all 3s to 6s and a 7; the kitty is a 2 and both jokers."""

CARD = re.compile(r'"(?:[3-9TJQKA2][cdhs]|[BR])"')


GAMES = [
    ("one", 3, "classic"),
    ("two", None, "classic"),
    ("three", 3, "classic"),
    ("four", 2, "classic"),
    ("five", None, "classic"),
    ("six", 3, "competition"),
    ("seven", None, "competition"),
    ("eight", 1, "folk"),
    ("nine", None, "folk"),
    ("ten", "call", "rob"),
    ("eleven", None, "rob"),
    ("twelve", 3, "classic,auction=points_open,doubling=yes,trio_pair=no"),
]
EVERY_TURN = [
    (label, bid, rules, turn)
    for label, bid, rules in GAMES
    for turn in range(len(played(label, bid, rules)))
]


@pytest.mark.parametrize(("label", "bid", "rules"), GAMES)
def test_no_hidden_card_is_sent_to_the_browser(label: str, bid: Action, rules: str) -> None:
    for game in played(label, bid, rules)[:-1]:
        position = positions(game)[-1]
        seen = set(position.hands[PERSON])
        for said in position.said:
            seen |= set(said.cards)
        if not position.bidding:
            seen |= set(position.kitty)
        for earlier in positions(game):  # hands of deals that all passed were the person's own
            seen |= set(earlier.hands[PERSON])
        data = table_data(game, "en", since=0)
        data.pop("jokers")  # words for the jokers, whoever holds them
        for letters in ("ranks", "high"):  # the rank letters of the counter
            data["unseen"].pop(letters)
        data.pop("next")  # rank letters of the plays of the hand
        sent = {text.strip('"') for text in CARD.findall(json.dumps(data))}
        assert sent <= seen


@pytest.mark.parametrize(("label", "bid", "rules"), GAMES)
def test_the_legal_table_has_exactly_the_plays_of_the_hand(
    label: str, bid: Action, rules: str
) -> None:
    for game in played(label, bid, rules)[1:-1]:
        state = positions(game)[-1].state
        table = table_data(game, "en")["legal"]
        hand = state.hands[PERSON]
        if state.phase != "play":
            assert table == {}
            continue
        assert set(table) == {ranks_text(play.counts) for play in plays(hand, state.rules)}
        allowed = {
            ranks_text(play.counts) for play in doudizhu.legal(state) if isinstance(play, Play)
        }
        assert {key for key, entry in table.items() if entry[2] is None} == allowed


def test_plays_left_after_a_play_agree_with_the_slow_oracle() -> None:
    game = played("one", 3, "classic")[-3]
    hand = positions(game)[-1].state.hands[PERSON]
    table = table_data(game, "en")["legal"]
    checked = 0
    for key, (_, _, reason, left) in table.items():
        if reason is None:
            rest = subtract(hand, parse_ranks(key))
            assert left == fewest(ranks_text(rest), Table())
            checked += 1
    assert checked


@pytest.mark.parametrize(
    ("to_beat", "chosen", "reason"),
    [
        ("99", "88", "lower"),
        ("99", "99", "lower"),
        ("99", "TT", None),
        ("99", "8", "kind"),
        ("34567", "456789", "length"),
        ("34567", "56789", None),
        ("99", "4444", None),
        ("9999", "4444", "bomb"),
        ("9999", "TT", "bomb"),
        ("BR", "4444", "rocket"),
        ("3334", "444+3", None),
    ],
)
def test_a_play_that_does_not_beat_the_table_has_its_reason(
    to_beat: str, chosen: str, reason: str | None
) -> None:
    assert reason_against(parse_play(chosen), parse_play(to_beat)) == reason


def test_every_reason_has_a_sentence_and_a_note() -> None:
    reasons = reason_texts(parse_play("34567"), texts("en"))
    assert reasons["lower"]["sentence"] == "no higher than 34567"
    assert reasons["kind"]["sentence"] == "the table has a straight"
    assert reasons["length"]["sentence"] == "the table has 5 cards"
    assert all(entry["note"] for key, entry in reasons.items() if key != "ok")


# ---- fewest plays, frames, result ----


@pytest.mark.parametrize(("label", "bid", "rules", "turn"), EVERY_TURN)
def test_the_groups_are_the_whole_hand_once(label: str, bid: Action, rules: str, turn: int) -> None:
    game = played(label, bid, rules)[turn]
    panel = table_data(game, "ja")["fewest"]
    cards = [card for group in panel["groups"] for card in (*group["body"], *group["kickers"])]
    assert sorted(cards) == sorted(positions(game)[-1].hands[PERSON])
    assert panel["number"] == len(panel["groups"])


def test_the_badge_stands_only_where_the_solver_has_proved_the_hand() -> None:
    game = new_game("one")
    hand = positions(game)[-1].state.hands[PERSON]
    assert table_data(game, "en")["fewest"]["proved"] == ""
    assert table_data(game, "en", proved=frozenset({hand}))["fewest"]["proved"] == "Proved fewest"


@pytest.mark.parametrize(("label", "bid", "rules"), GAMES)
def test_frames_follow_one_action_each_and_end_at_the_present(
    label: str, bid: Action, rules: str
) -> None:
    turns = played(label, bid, rules)
    for before, game in pairwise(turns):
        since = len(before["actions"]) + 1
        frames = table_data(game, "en", since=since)["frames"]
        steps = [frame["at"] for frame in frames if not frame["again"]]
        assert steps == list(range(since, len(game["actions"]) + 1))
        assert frames[-1]["at"] == len(game["actions"])
        assert frames[-1]["hand"] == positions(game)[-1].hands[PERSON]


def test_the_kitty_lies_face_down_until_the_landlord_is_known() -> None:
    game = played("one", 3, "classic")[1]
    frames = table_data(game, "en")["frames"]
    assert frames[0]["kitty"]["cards"] is None
    assert frames[1]["kitty"]["cards"] == decode(game["code"]).kitty
    assert set(frames[1]["kitty"]["cards"]) <= set(frames[1]["hand"])


@pytest.mark.parametrize(("label", "bid", "rules"), GAMES)
def test_the_result_has_the_points_and_the_factors_of_the_rules(
    label: str, bid: Action, rules: str
) -> None:
    game = played(label, bid, rules)[-1]
    state = positions(game)[-1].state
    result = table_data(game, "en")["result"]
    assert [point["value"] for point in result["points"]] == list(doudizhu.payoffs(state))
    size = state.base
    for number, _ in result["factors"][1:-1]:
        assert number == "×2"
        size *= 2
    mine, one, other = map(abs, doudizhu.payoffs(state))
    total, unit = result["factors"][-1]
    assert total == str(mine)
    if state.landlord == PERSON:
        assert unit == f"{one} + {other} points"
        assert one % size == other % size == 0
    else:
        assert size == mine
    made = [card for group in result["mine"]["groups"] for card in group["body"] + group["kickers"]]
    left = [card for row in result["left_over"]["rows"] for card in row["cards"]]
    others = [card for said in positions(game)[-1].said if said.seat for card in said.cards]
    assert sorted(made + left + others) == sorted(DECK)  # every card was played or is shown as left


# ---- the buttons and the bar ----


def test_a_bid_too_low_stays_with_its_reason() -> None:
    deal = draw("bids", first=2)
    game = game_of(encode(deal), "classic")
    game = with_action(with_action(game, 1), None)
    buttons = {button["id"]: button for button in table_data(game, "en")["actions"]}
    assert buttons["1"]["note"] == "above 1 only"
    assert [button for button, shown in buttons.items() if shown["off"]] == ["1"]


def test_the_leader_cannot_pass_and_is_told_so() -> None:
    game = played("one", 3, "classic")[1]
    button = table_data(game, "en")["actions"][0]
    assert (button["id"], button["off"], button["note"]) == ("pass", True, "you lead")


def test_a_selection_that_is_no_play_is_answered_with_its_reason() -> None:
    game = played("one", 3, "classic")[1]
    hand = positions(game)[-1].state.hands[PERSON]
    ranks = [place for place in range(12) if hand[place]][:2]
    key = "".join("3456789TJQKA"[place] for place in ranks)
    answer = table_data(game, "en", question=key)["no_play"]
    assert answer["key"] == key
    assert answer["sentence"] in (
        "a straight needs 5 cards in a row",
        "2 cards can only be a pair or the rocket",
    )


@pytest.mark.parametrize(
    ("asked", "answered"),
    [("34", True), ("3334", False), ("3", False), ("3BR", True), ("89", False)],
)
def test_only_a_question_about_held_cards_that_are_no_play_is_answered(
    asked: str, answered: bool
) -> None:
    game = with_action(game_of(encode(LOWEST), "classic"), 3)
    assert (table_data(game, "en", question=asked)["no_play"] is not None) == answered


# ---- texts ----


@pytest.mark.parametrize(
    ("play", "expected"),
    [
        ("777888+46", "777888 with 4, 6"),
        ("89TJQ", "89\u200910\u2009JQ"),
        ("TT", "10\u200910"),
        ("444+B", "444 with small joker"),
        ("QQQQ+4455", "QQQQ with 44, 55"),
        ("BR", ""),
    ],
)
def test_a_play_is_shown_as_it_is_read(play: str, expected: str) -> None:
    assert play_shown(parse_play(play), texts("en")) == expected


def test_no_plus_of_the_notation_stands_in_what_people_read() -> None:
    airplane, triple = parse_play("777888+46"), parse_play("666+77")
    shown = [play_shown(airplane, texts(language)) for language in LANGUAGES]
    assert shown == ["777888 with 4, 6", "777888＋4、6", "777888带4、6", "777888帶4、6"]
    for language in LANGUAGES:
        lower = reason_texts(triple, texts(language))["lower"]["sentence"]
        assert "666" in lower
        assert "+" not in lower


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_is_left_in_place_of_a_message(language: str) -> None:
    for label, bid, rules in GAMES:
        for game in (played(label, bid, rules)[1], played(label, bid, rules)[-1]):
            sent = json.dumps(table_data(game, language), ensure_ascii=False)
            assert not re.findall(r'"[a-z_]+\.[a-z_]+"', sent)


def test_the_scripts_ask_only_for_texts_that_are_sent() -> None:
    sent = table_data(new_game("one"), "en")
    asked = set()
    for script in SCRIPTS:
        asked |= set(re.findall(r"\btext\.(\w+)", script.read_text(encoding="utf-8")))
    assert asked
    assert asked <= set(sent["text"])


def test_the_scripts_hold_no_sentence_and_no_rank_order() -> None:
    for script in SCRIPTS:
        code = re.sub(r"//.*|/\*[\s\S]*?\*/", "", script.read_text(encoding="utf-8"))
        assert not re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", code)
        assert "3456789" not in code


# ---- replay ----


def test_the_same_seed_plays_the_same_game() -> None:
    first, again, other = (
        played_by_cpus(with_action(new_game("six", seed=seed), None)) for seed in ("1", "1", "2")
    )
    assert first == again
    assert first["seed"] != other["seed"]


def test_a_new_random_deal_lets_the_person_bid_first() -> None:
    for _ in range(20):
        game = random_game("classic")
        state = positions(game)[-1].state
        assert state.first == state.turn == PERSON


def test_the_suits_a_person_chose_leave_the_hand() -> None:
    game = with_action(game_of(encode(LOWEST), "classic"), 3)
    pair = parse_play("33")
    after = positions(with_action(game, pair, ("3h", "3d")))[-1]
    assert {"3c", "3s"} == {card for card in after.hands[PERSON] if card[0] == "3"}
    assert after.said[-1].cards == ("3d", "3h")


@pytest.mark.parametrize("cards", [("3c",), ("3c", "4c"), ("3c", "3c"), ("3c", "3x"), ()])
def test_cards_that_do_not_fit_the_play_are_refused(cards: tuple[str, ...]) -> None:
    game = with_action(game_of(encode(LOWEST), "classic"), 3)
    with pytest.raises((IllegalPlayError, NotationError)):
        with_action(game, parse_play("33"), cards)


def test_a_cpu_puts_down_its_lowest_suits() -> None:
    hand = ("3d", "3h", "3s", "4c", "B", "R")
    assert lowest_cards(hand, parse_play("33")) == ("3d", "3h")
    assert lowest_cards(hand, parse_play("333+4")) == ("3d", "3h", "3s", "4c")
    assert lowest_cards(hand, parse_play("BR")) == ("B", "R")
    assert count_cards(lowest_cards(hand, parse_play("333+B")))[13] == 1
