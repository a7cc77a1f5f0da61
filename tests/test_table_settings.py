"""What a person sets at the table, the order of possible plays, roles and the cards still out."""

from __future__ import annotations

from itertools import groupby

import pytest

from coach.language import LANGUAGES, texts
from coach.ui.table.data import possible_plays, table_data
from coach.ui.table.replay import PERSON, game_of, positions, with_action
from coach.ui.table.settings import CHOICES, changed, settings_of
from engine.cards import DECK, parse_ranks, ranks_text, subtract
from engine.deal_code import Deal, encode
from engine.doudizhu import game as doudizhu
from engine.doudizhu.plays import Play, parse_play
from engine.doudizhu.rules import PRESETS
from tests.oracle_split import Table, fewest
from tests.table_games import played

LOWEST = encode(Deal((DECK[:17], DECK[17:34], DECK[34:51]), DECK[51:], 0))
"""The person holds all 3s to 6s and a 7; the kitty is a 2 and both jokers."""


# ---- settings ----


def test_at_first_everything_is_shown_and_nothing_sounds() -> None:
    settings = settings_of(None)
    assert settings["speed"] == "normal"
    assert settings["sound"] == "off"
    assert (settings["counter"], settings["fold"]) == ("full", "open")
    assert (settings["sort"], settings["order"]) == ("rank", "low")


@pytest.mark.parametrize(("name", "value"), [(n, v) for n, vs in CHOICES.items() for v in vs])
def test_every_value_that_is_set_is_kept(name: str, value: str) -> None:
    settings = changed(settings_of(None), {"name": name, "value": value})
    assert settings[name] == value
    assert settings_of(settings) == settings


def test_what_was_set_a_moment_before_is_kept_too_when_its_message_was_overtaken() -> None:
    said = {"name": "sound", "value": "on", "also": {"speed": "fast", "sound": "on"}}
    settings = changed(settings_of(None), said)
    assert (settings["speed"], settings["sound"]) == ("fast", "on")


@pytest.mark.parametrize(
    "said",
    [
        None,
        {"also": ["speed"]},
        {"also": {"speed": "warp", "nothing": "off", "sound": ["on"]}},
        [],
        "speed",
        {},
        {"name": "speed"},
        {"name": "speed", "value": "warp"},
        {"name": "nothing", "value": "off"},
        {"name": ["speed"], "value": "off"},
        {"name": "speed", "value": ["off"]},
        {"name": "sound", "value": True},
    ],
)
def test_what_makes_no_sense_changes_nothing(said: object) -> None:
    settings = settings_of(None)
    assert changed(settings, said) == settings


@pytest.mark.parametrize("kept", [None, 3, {}, {"speed": "warp"}, {"speed": 1}, {"x": "y"}])
def test_settings_that_were_kept_wrong_are_as_at_first(kept: object) -> None:
    assert settings_of(kept) == settings_of(None)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sheet_offers_every_value_by_name(language: str) -> None:
    sheet = table_data(game_of(LOWEST, "classic"), language)["sheet"]
    for row in sheet["rows"]:
        assert [value for value, _ in row["choices"]] == list(CHOICES[row["name"]])
        assert len({word for _, word in row["choices"]}) == len(row["choices"])


# ---- possible plays in order ----


def test_possible_plays_are_all_allowed_plays_once() -> None:
    for game in played("one", 3, "classic")[1:-1]:
        state = positions(game)[-1].state
        allowed = {ranks_text(p.counts) for p in doudizhu.legal(state) if isinstance(p, Play)}
        order = table_data(game, "en")["next"]
        assert len(order) == len(set(order))
        assert set(order) == allowed


@pytest.mark.parametrize(
    ("to_beat", "hand", "order"),
    [
        ("4", "56789TJQKA2", "5 6 7 8 9 T J Q K A 2"),
        ("44", "55TTQQAA", "55 TT QQ AA"),
        ("666+77", "999558TTQQAA", "55999 999TT 999QQ 999AA"),
        ("666+3", "4479999JKK", "4999 7999 999J 999K 9999"),
        ("3", "5TTTTBR", "5 T B R TTTT BR"),
        ("-", "34567", "34567 3 4 5 6 7"),
        ("-", "8899", "88 99 8 9"),
    ],
)
def test_possible_plays_come_kind_by_kind_and_from_the_lowest_up(
    to_beat: str, hand: str, order: str
) -> None:
    """By hand: the lowest first, the lowest kickers first, bombs and then the rocket last."""
    beaten = None if to_beat == "-" else parse_play(to_beat)
    found = possible_plays(parse_ranks(hand), beaten, PRESETS["classic"], "en")
    assert found == tuple(order.split())


def test_bombs_come_last_and_the_kind_that_leaves_the_fewest_plays_first() -> None:
    seen = 0
    for game in played("one", 3, "classic")[1:-1]:
        state = positions(game)[-1].state
        hand = state.hands[PERSON]
        order = table_data(game, "en")["next"]
        bombs = [(len(set(key)) == 1 and len(key) == 4) or key == "BR" for key in order]
        assert bombs == sorted(bombs)
        rest = [key for key, bomb in zip(order, bombs, strict=True) if not bomb]
        if sum(hand) > 12:
            continue  # the slow oracle
        left = [fewest(ranks_text(subtract(hand, parse_ranks(key))), Table()) for key in rest]
        kinds = [table_data(game, "en")["legal"][key][0] + str(len(key)) for key in rest]
        best: dict[str, int] = {}  # in the order in which the kinds come
        for kind, number in zip(kinds, left, strict=True):
            best[kind] = min(number, best.get(kind, number))
        assert list(best.values()) == sorted(best.values())
        assert len([kind for kind, _ in groupby(kinds)]) == len(best)  # each in one run
        seen += len(rest)
    assert seen


def test_there_is_no_possible_play_while_another_acts() -> None:
    game = with_action(game_of(LOWEST, "classic"), 3)
    assert table_data(game, "en")["next"]
    game = with_action(game, parse_play("7"), ("7c",))
    assert table_data(game, "en")["next"] == ()
    assert table_data(game, "en")["mine"] is False


# ---- roles ----


@pytest.mark.parametrize(
    ("landlord", "mine"),
    [
        (0, ""),
        (1, "Peasant before the landlord"),
        (2, "Peasant after the landlord"),
    ],
)
def test_the_own_role_stands_first_and_is_named_by_its_seat(landlord: int, mine: str) -> None:
    code = encode(Deal((DECK[:17], DECK[17:34], DECK[34:51]), DECK[51:], landlord))
    roles = table_data(with_action(game_of(code, "classic"), 3), "en")["roles"]["rows"]
    assert [row["here"] for row in roles] == [True, False, False]
    assert [row["who"] for row in roles] == ["You", "CPU right", "CPU left"]
    assert roles[0]["place"] == mine
    assert [row["role"]["kind"] == "landlord" for row in roles].index(True) == landlord
    assert len({row["does"] for row in roles}) == 3


def test_before_there_is_a_landlord_every_role_is_told() -> None:
    roles = table_data(game_of(LOWEST, "classic"), "en")["roles"]["rows"]
    assert [row["place"] for row in roles] == [
        "",
        "Peasant after the landlord",
        "Peasant before the landlord",
    ]


# ---- the cards still out ----


def test_while_bidding_the_kitty_counts_as_unseen() -> None:
    bidding = table_data(game_of(LOWEST, "classic"), "en")["unseen"]
    assert bidding["number"] == 54 - 17
    assert ("2", 4, 4) in bidding["ranks"]
    assert bidding["total"] == "37 cards, with the kitty"
    taken = table_data(with_action(game_of(LOWEST, "classic"), 3), "en")["unseen"]
    assert taken["number"] == 54 - 20
    assert ("2", 3, 4) in taken["ranks"]
    assert taken["total"] == "34 cards"


def test_bombs_and_rocket_that_may_be_out_are_said_to_be_certain() -> None:
    """The person has all 3s to 6s and one 7: 8 to 2 may be bombs, eight of them, two hands."""
    bidding = table_data(game_of(LOWEST, "classic"), "en")["unseen"]
    assert bidding["bounds"] == ["At most 8 bombs out", "Rocket possible"]
    assert bidding["certain"] == "Certain"
    taken = table_data(with_action(game_of(LOWEST, "classic"), 3), "en")["unseen"]
    assert taken["bounds"] == ["At most 7 bombs out", "No rocket"]


def test_the_quiz_asks_for_twos_aces_and_jokers() -> None:
    unseen = table_data(with_action(game_of(LOWEST, "classic"), 3), "en")["unseen"]
    asked = [(part["question"], part["number"], part["most"]) for part in unseen["quiz"]]
    assert asked == [
        ("How many 2s are still out?", 3, 4),
        ("How many aces are still out?", 4, 4),
        ("How many jokers are still out?", 0, 2),
    ]
    assert unseen["quiz"][0]["truth"] == "3 are still out."
    assert texts("en").count("quiz.truth", 1) == "1 is still out."
