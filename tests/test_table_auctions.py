"""The table under every preset: what is said before the play, and what it makes of the points."""

from __future__ import annotations

from typing import Any

import pytest

from coach.language import texts
from coach.store import SavedGame
from coach.ui.table.data import table_data
from coach.ui.table.replay import game_of, positions, with_action
from coach.ui.table.score import stakes
from engine.cards import DECK
from engine.deal_code import Deal, encode
from engine.doudizhu import game as doudizhu
from engine.doudizhu.state import Action

STRONG = (
    *("3c", "3d", "3h", "3s", "4c", "4d", "4h", "5c", "6c", "7c"),
    *("8c", "9c", "Tc", "Jc", "Qc", "Kc", "Ac"),
)
KITTY = ("2s", "B", "R")
OTHERS = [card for card in DECK if card not in STRONG + KITTY]
WEAK = (tuple(OTHERS[0::2]), tuple(OTHERS[1::2]))


def deal(strong: int, *, first: int = 0) -> str:
    """A deal whose seat *strong* can win as landlord with one bomb."""
    hands = [WEAK[0], WEAK[1]]
    hands.insert(strong, STRONG)
    return encode(Deal(tuple(hands), KITTY, first))


def game(code: str, rules: str, *actions: Action) -> SavedGame:
    """A game after these words; every seat says what it is told to, no CPU acts."""
    played = game_of(code, rules)
    for action in actions:
        played = with_action(played, action)
    return played


def shown(played: SavedGame) -> dict[str, Any]:
    return table_data(played, "en")


def last(played: SavedGame) -> dict[str, Any]:
    """The frame of the present."""
    frame: dict[str, Any] = shown(played)["frames"][-1]
    return frame


def lines(played: SavedGame) -> list[tuple[str, str, str]]:
    """Who said what in the trick, and what it counts."""
    return [(line["side"], line["said"], line["factor"]) for line in last(played)["trick"]]


def buttons(played: SavedGame) -> list[tuple[str, str]]:
    return [(button["id"], button["label"]) for button in shown(played)["actions"]]


def panel(played: SavedGame, title: str) -> list[tuple[str, ...]]:
    """The rows of the panel of this title, without their numbers."""
    found = [part for part in panels(played) if part["title"] == title]
    return [row[1:] for row in found[0]["rows"]]


def panels(played: SavedGame) -> list[dict[str, Any]]:
    """The panels of the rail that are lists of rows."""
    return [part for part in shown(played)["rail"] if not isinstance(part, str)]


def won_with_a_bomb(played: SavedGame, landlord: int) -> SavedGame:
    """*played* to its end: one peasant plays one card, the landlord everything else."""
    pass_, other = None, (landlord + 1) % 3
    held = positions(played)[-1].hands[other]
    five = next(card for card in held if card[0] == "5")
    state = positions(played)[-1].state
    for text, cards in (
        ("4", ["4d"]), ("5", [five]), ("pass", []), ("2", ["2s"]), ("pass", []), ("pass", []),
        ("456789TJQKA", ["4c", "5c", "6c", "7c", "8c", "9c", "Tc", "Jc", "Qc", "Kc", "Ac"]),
        ("pass", []), ("pass", []), ("3333", ["3c", "3d", "3h", "3s"]), ("pass", []), ("pass", []),
        ("B", ["B"]), ("pass", []), ("pass", []), ("R", ["R"]), ("pass", []), ("pass", []),
        ("4", ["4h"]),
    ):  # fmt: skip
        action = doudizhu.parse_action(state, text)
        assert (action is pass_) == (not cards)
        played = with_action(played, action, tuple(cards))
        state = positions(played)[-1].state
    assert doudizhu.is_over(state)
    return played


# ---- rob (R6) ----


def test_one_calls_and_the_others_rob() -> None:
    called = game(deal(0, first=1), "rob")
    assert positions(called)[-1].state.turn == 1
    called = with_action(with_action(called, "call"), "rob")
    assert buttons(called) == [("pass", "Don’t rob"), ("rob", "Rob")]
    assert lines(called) == [("right", "Call", ""), ("left", "Rob", "×2")]
    assert [line["to_beat"] for line in last(called)["trick"]] == [False, True]
    assert last(called)["score"] == {"base": 1, "times": 2, "sum": "", "why": "Calling"}
    assert last(called)["me"]["turn"] == "Your turn to rob"
    assert panel(called, "Calling and robbing") == [
        ("CPU right", "Call", ""),
        ("CPU left", "Rob", ""),
        ("You", "thinking", ""),
    ]


def test_before_a_call_one_calls_or_not() -> None:
    assert buttons(game(deal(0), "rob")) == [("pass", "Don’t call"), ("call", "Call")]
    declined = game(deal(0), "rob", None, "call")
    assert lines(declined) == [("me", "Don’t call", ""), ("right", "Call", "")]
    assert lines(with_action(declined, None)) == [
        ("me", "Don’t call", ""),
        ("right", "Call", ""),
        ("left", "Don’t rob", ""),
    ]


def test_every_rob_stands_in_the_panel_and_doubles_the_points() -> None:
    robbed = game(deal(0), "rob", "call", "rob", "rob", "rob")
    assert panel(robbed, "Points so far") == [
        ("You", "Base", "1"),
        ("CPU right", "Rob", "×2"),
        ("CPU left", "Rob", "×2"),
        ("You", "Rob", "×2"),
        ("This deal", "", "8 points"),
    ]
    assert last(robbed)["score"] == {
        "base": 1, "times": 8, "sum": "8 points", "why": "You: Rob ×2"
    }  # fmt: skip


def test_robs_are_factors_of_the_result() -> None:
    over = won_with_a_bomb(game(deal(0), "rob", "call", None, "rob", "rob"), 0)
    assert shown(over)["result"]["factors"] == [
        ("1", "Base"),
        ("×2", "CPU left: Rob"),
        ("×2", "You: Rob"),
        ("×2", "Bomb 3333"),
        ("16", "8 + 8 points"),
    ]


# ---- open bidding from the 3 of spades (R3, R4) ----


def test_bidding_goes_round_and_who_passed_stays_out() -> None:
    bidding = game(deal(0), "folk", 1, 2, None)
    assert positions(bidding)[-1].state.turn == 0
    assert [button["off"] for button in shown(bidding)["actions"]] == [False, True, True, False]
    assert shown(bidding)["idle"] == "Bid above 2, or pass and stay out"
    assert lines(bidding) == [
        ("me", "1 point", ""),
        ("right", "2 points", ""),
        ("left", "No bid", ""),
    ]
    assert positions(with_action(bidding, None))[-1].state.landlord == 1


@pytest.mark.parametrize(
    ("strong", "note"),
    [
        (0, "You hold the 3 of spades, so you bid first"),
        (1, "CPU right holds the 3 of spades and bids first"),
        (2, "CPU left holds the 3 of spades and bids first"),
    ],
)
def test_who_holds_the_3_of_spades_is_said(strong: int, note: str) -> None:
    bidding = game(deal(strong, first=0), "folk")
    assert positions(bidding)[-1].state.first == strong
    assert last(bidding)["notes"] == [note]
    assert note in last(bidding)["say"]
    assert last(game(deal(strong, first=0), "classic"))["notes"] == []


def test_with_the_3_of_spades_in_the_kitty_the_code_says_who_bids_first() -> None:
    hands = [list(STRONG), *map(list, WEAK)]
    hands[0].remove("3s")
    hands[0].append("2s")
    sorted_hands = tuple(tuple(sorted(hand, key=DECK.index)) for hand in hands)
    code = encode(Deal(sorted_hands, ("3s", "B", "R"), 2))
    assert last(game(code, "folk"))["notes"] == [
        "The 3 of spades is in the kitty. First bidder: CPU left"
    ]


def led(played: SavedGame, text: str, *cards: str) -> SavedGame:
    """*played* after the landlord leads this play and both others pass."""
    action = doudizhu.parse_action(positions(played)[-1].state, text)
    return with_action(with_action(with_action(played, action, cards), None), None)


@pytest.mark.parametrize(("rules", "fewest"), [("classic", 1), ("folk", 2)])
def test_a_triple_at_the_end_is_one_play_or_two_by_the_rules(rules: str, fewest: int) -> None:
    """S4: a triple is not played alone, so it goes as a pair and a single."""
    played = led(game(deal(0), rules, 3), "3333", "3c", "3d", "3h", "3s")
    chain = ("5c", "6c", "7c", "8c", "9c", "Tc", "Jc", "Qc", "Kc", "Ac")
    played = led(led(played, "56789TJQKA", *chain), "BR", "B", "R")
    played = led(played, "2", "2s")
    assert last(played)["hand"] == ("4c", "4d", "4h")
    assert shown(played)["fewest"]["number"] == fewest
    answer = table_data(played, "en", question="444")["no_play"]
    assert ("444" in shown(played)["legal"]) == (answer is None) == (rules == "classic")
    if answer:
        assert answer["sentence"] == "a triple isn’t played alone"


# ---- doubling by seat (R8, R22) ----


def test_the_kitty_is_shown_before_the_peasants_double() -> None:
    asked = game(deal(1, first=1), "competition", 2, None, None, None)
    assert positions(asked)[-1].state.phase == "double"
    assert positions(asked)[-1].state.turn == 0
    assert set(last(asked)["kitty"]["cards"]) == set(KITTY)
    assert buttons(asked) == [("pass", "Don’t double"), ("double", "Double")]
    assert lines(asked) == [("right", "2 points", ""), ("left", "Don’t double", "")]
    assert panel(asked, "Doubling") == [("CPU left", "Don’t double", ""), ("You", "thinking", "")]
    assert last(asked)["score"]["why"] == "Doubling"


def test_the_landlord_answers_a_double() -> None:
    asked = game(deal(0), "competition", 2, None, None, "double", None)
    assert buttons(asked) == [("pass", "Don’t redouble"), ("redouble", "Redouble")]
    assert lines(asked) == [
        ("me", "2 points", ""),
        ("right", "Double", "×2"),
        ("left", "Don’t double", ""),
    ]
    assert last(asked)["me"]["turn"] == "Your turn to redouble"


def test_without_a_double_the_landlord_is_not_asked() -> None:
    assert positions(game(deal(0), "competition", 2, None, None, None, None))[-1].state.phase == (
        "play"
    )


def test_the_example_of_r22_as_the_landlord_sees_it() -> None:
    """Base 2, one bomb, seat 1 doubled, the landlord redoubled and won: +20, -16, -4."""
    played = game(deal(0), "competition", 2, None, None, "double", None, "redouble")
    assert stakes(positions(played)[-1].state) == (10, 8, 2)
    assert last(played)["score"] == {
        "base": 2, "times": 1, "sum": "8 + 2 points", "why": "You: Redouble ×2"
    }  # fmt: skip
    assert panel(played, "Points so far") == [
        ("You", "Base", "2"),
        ("CPU right", "Double", "×2"),
        ("You", "Redouble", "×2"),
        ("CPU right", "This deal", "8 points"),
        ("CPU left", "This deal", "2 points"),
    ]
    result = shown(won_with_a_bomb(played, 0))["result"]
    assert result["factors"] == [("2", "Base"), ("×2", "Bomb 3333"), ("20", "16 + 4 points")]
    assert [(seat["value"], seat["how"]) for seat in result["points"]] == [
        (20, "16 + 4"),
        (-16, "4 × 4, redoubled"),
        (-4, "not doubled"),
    ]


def test_a_peasant_who_doubled_has_his_doubling_among_the_factors() -> None:
    played = game(deal(1, first=1), "competition", 2, None, None, None, "double", "redouble")
    assert last(played)["score"]["times"] == 4
    assert last(played)["score"]["sum"] == "8 points"
    result = shown(won_with_a_bomb(played, 1))["result"]
    assert result["factors"] == [
        ("2", "Base"),
        ("×2", "You: Double"), ("×2", "CPU right: Redouble"), ("×2", "Bomb 3333"),
        ("16", "points"),
    ]  # fmt: skip
    assert [(seat["value"], seat["how"]) for seat in result["points"]] == [
        (-16, "4 × 4, redoubled"),
        (20, "4 + 16"),
        (-4, "not doubled"),
    ]


def test_a_peasant_who_did_not_double_is_told_of_his_partner() -> None:
    played = game(deal(1, first=1), "competition", 2, None, None, "double", None, None)
    assert last(played)["score"] == {
        "base": 2, "times": 1, "sum": "2 points", "why": "Not doubled yet"
    }  # fmt: skip
    result = shown(won_with_a_bomb(played, 1))["result"]
    assert result["factors"] == [("2", "Base"), ("×2", "Bomb 3333"), ("4", "points")]
    assert [(seat["value"], seat["how"]) for seat in result["points"]] == [
        (-4, "not doubled"),
        (12, "8 + 4"),
        (-8, "4 × 2, doubled"),
    ]


def test_where_nobody_doubles_nothing_is_said_of_it() -> None:
    for rules, words in (("classic", (3,)), ("competition", (3, None, None))):
        result = shown(won_with_a_bomb(game(deal(0), rules, *words), 0))["result"]
        assert [seat["how"] for seat in result["points"]] == ["", "", ""]
        assert result["factors"][-1] == ("12", "6 + 6 points")


# ---- deals that all passed (R5) ----


def test_the_note_says_how_often_all_passed() -> None:
    once = game(deal(0), "competition", None, None, None)
    assert last(once)["notes"] == ["All passed: dealt again"]
    often = game(deal(0), "competition", *[None] * 15)
    assert last(often)["notes"] == ["All passed 5 times: dealt again"]
    assert positions(often)[-1].state.deals_before == 5


def test_a_classic_deal_that_all_pass_a_fourth_time_has_a_landlord() -> None:
    forced = game(deal(0), "classic", *[None] * 12)
    assert last(forced)["notes"] == ["All passed: you must be landlord, base 1"]


def test_deals_without_end_can_be_replayed() -> None:
    actions: list[tuple[str, list[str]]] = [("pass", [])] * 900
    played = SavedGame(id="x", code=deal(0), rules="competition", seed="1", actions=actions)
    assert positions(played)[-1].state.deals_before == 300


# ---- announcements (R18) and panels ----


def test_two_and_one_cards_are_announced_for_every_seat() -> None:
    played = won_with_a_bomb(game(deal(0), "classic", 3), 0)
    mine = {}
    for frame in table_data(played, "en", since=0)["frames"]:
        mine[len(frame["hand"])] = frame["me"]["announced"]
        assert all(seat["announced"] == "" for seat in frame["seats"].values())
    assert {count: word for count, word in mine.items() if word} == {
        1: "One left",
        2: "Two left",
    }
    theirs = won_with_a_bomb(game(deal(1, first=1), "classic", 3), 1)
    frames = table_data(theirs, "en", since=0)["frames"]
    right = {
        frame["seats"]["right"]["count"]: frame["seats"]["right"]["announced"] for frame in frames
    }
    assert {count: word for count, word in right.items() if word} == {
        1: "One left",
        2: "Two left",
    }
    spoken = [frame["say"] for frame in frames if frame["say"].endswith("Two left")]
    assert spoken == ["CPU right: Single small joker. Two left"]


def test_no_panel_is_an_empty_box() -> None:
    played = game(deal(0), "classic", 3)
    assert panel(played, "Bidding") == [("You", "3 points", "")]
    titles = [part["title"] for part in panels(played)]
    assert "Tricks so far" not in titles
    after = with_action(played, doudizhu.parse_action(positions(played)[-1].state, "4"), ("4d",))
    assert panel(after, "Tricks so far") == [("You", "4", "")]
    over = won_with_a_bomb(played, 0)
    for at in range(len(over["actions"])):
        moment = SavedGame({**over, "actions": over["actions"][:at]})
        assert all(part["rows"] for part in panels(moment))


# ---- the rules themselves ----


@pytest.mark.parametrize(
    ("rules", "name"),
    [
        ("classic", "Classic"),
        ("competition", "Competition"),
        ("folk", "Folk"),
        ("rob", "Rob"),
        ("classic,quad_two=no", "Classic, changed"),
    ],
)
def test_the_rules_are_shown_at_the_table_and_said(rules: str, name: str) -> None:
    played = game(deal(0), rules)
    assert shown(played)["code"]["rules"] == name
    assert f"Rules: {name}." in last(played)["say"]


def test_a_game_of_changed_rules_is_replayed_under_them() -> None:
    played = game(deal(0), "classic,quad_two=no", 3)
    assert played["rules"] == "classic,quad_two=no"
    assert "333344" not in shown(played)["legal"]
    assert "333344" in shown(game(deal(0), "classic", 3))["legal"]


@pytest.mark.parametrize("language", ["ja", "zh-Hans", "zh-Hant"])
def test_a_pass_has_the_word_of_what_was_asked(language: str) -> None:
    say = texts(language)
    robbed = table_data(game(deal(0, first=1), "rob", "call", None), language)
    assert robbed["frames"][-1]["trick"][-1]["said"] == say("no_rob")
    doubled = table_data(game(deal(1, first=1), "competition", 2, None, None, None), language)
    assert doubled["frames"][-1]["trick"][-1]["said"] == say("no_double")
