"""The command line: answers as JSON lines in order, errors as one line, no stack trace."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from coach.__main__ import app
from engine import deal_code
from engine.cards import ranks_text
from tests.hands import random_hands

ROOT = Path(__file__).parents[1]
BAD_INPUT = 2


def run(*arguments: str, lines: str = "") -> Result:
    return CliRunner().invoke(app, list(arguments), input=lines)


def answers(result: Result) -> list[Any]:
    return [json.loads(line) for line in result.stdout.splitlines()]


# ---- plays ----


def test_plays_lists_every_distinct_play_once() -> None:
    result = run("plays", "3334")
    assert result.exit_code == 0
    (answer,) = answers(result)
    assert answer["hand"] == "3334"
    assert sorted(answer["plays"]) == sorted(["3", "4", "33", "333", "333+4"])


def test_plays_on_lists_what_beats() -> None:
    (answer,) = answers(run("plays", "--on", "33", "4455667788BR"))
    assert answer["plays"] == ["44", "55", "66", "77", "88", "BR"]


def test_plays_of_all_54_cards() -> None:
    (answer,) = answers(run("plays", "3333444455556666777788889999TTTTJJJJQQQQKKKKAAAA2222BR"))
    assert len(answer["plays"]) == len(set(answer["plays"])) == 27_471


def test_hands_are_echoed_low_to_high_without_suits() -> None:
    (answer,) = answers(run("plays", "R2sTd3h"))
    assert answer["hand"] == "3T2R"


# ---- classify ----


@pytest.mark.parametrize(
    ("cards", "readings"),
    [("33344456", ["airplane+solos 333444+56"]), ("33344445", []), ("BR", ["rocket BR"])],
)
def test_classify_gives_the_readings(cards: str, readings: list[str]) -> None:
    result = run("classify", cards)
    assert result.exit_code == 0
    assert answers(result)[0]["readings"] == readings


def test_classify_follows_the_rules_asked_for() -> None:
    (answer,) = answers(run("classify", "--rules", "openspiel", "333444555666"))
    assert set(answer["readings"]) == {
        "airplane 333444555666",
        "airplane+solos 333444555+666",
        "airplane+solos 444555666+333",
    }


def test_an_empty_argument_is_an_empty_input() -> None:
    result = run("classify", "")
    assert answers(result) == [{"cards": "", "readings": []}]


# ---- split ----


@pytest.mark.parametrize("engine", [(), ("--engine", "search"), ("--engine", "cpsat")])
def test_split_gives_the_fewest_plays(engine: tuple[str, ...]) -> None:
    (answer,) = answers(run("split", *engine, "33334444"))
    assert answer["fewest"] == 2
    assert answer["proved"] is True
    assert answer["hand"] == "33334444"
    assert sorted("".join(answer["split"]).replace("+", "")) == sorted("33334444")
    assert set(answer) == {"hand", "fewest", "proved", "split"}


def test_split_all_lists_every_split_with_the_fewest_plays() -> None:
    (answer,) = answers(run("split", "--all", "3335556"))
    assert answer["fewest"] == len(answer["split"]) == 2
    found = {frozenset(split) for split in answer["splits"]}
    assert len(found) == len(answer["splits"])
    # two plays: one trio carries the 6, the other stays alone
    assert found == {frozenset({"333+6", "555"}), frozenset({"333", "555+6"})}


def test_split_answers_every_line_of_standard_input_in_order() -> None:
    hands = [ranks_text(hand) for hand in random_hands(100, 20, seed=100)]
    told = answers(run("split", lines="\n".join(hands)))
    assert [answer["hand"] for answer in told] == hands
    assert all(answer["proved"] for answer in told)


def test_split_under_a_condition_tells_its_price() -> None:
    for engine in ("search", "cpsat"):
        (answer,) = answers(run("split", "--engine", engine, "--keep", "7777", "7777JJJJKKKR"))
        assert answer["fewest"] == 3  # 7777, JJJJ, KKK+R; without the condition 7777+KR, JJJJ+KK
        assert answer["price"] == 1
        assert "7777" in answer["split"]
    (answer,) = answers(run("split", "--first", "7", "34567788"))
    assert answer["split"][0] == "7"


def test_a_hand_that_does_not_hold_what_is_kept_is_a_bad_input() -> None:
    result = run("split", "--keep", "44", "33", "444")
    assert result.exit_code == BAD_INPUT
    assert "44 cannot be kept together in 33" in result.stderr
    assert [answer["hand"] for answer in answers(result)] == ["444"]


def test_split_of_no_cards_has_no_plays() -> None:
    for engine in ("search", "cpsat"):
        (answer,) = answers(run("split", "--engine", engine, ""))
        assert (answer["fewest"], answer["split"], answer["proved"]) == (0, [], True)


def test_split_all_is_not_answered_by_the_search() -> None:
    result = run("split", "--all", "--engine", "search", "33")
    assert result.exit_code == BAD_INPUT
    assert not result.stdout


# ---- deal ----


def test_the_code_a_deal_prints_prints_the_same_line() -> None:
    first = run("deal", "--seed", "7")
    code = answers(first)[0]["code"]
    assert run("deal", code).stdout == first.stdout
    assert run("deal", code.lower().replace("-", " ")).stdout == first.stdout


def test_a_deal_has_17_cards_each_and_3_in_the_kitty() -> None:
    (answer,) = answers(run("deal"))
    assert set(answer) == {"code", "first", "hands", "kitty"}
    assert [len(hand) for hand in answer["hands"]] == [17, 17, 17]
    assert len(answer["kitty"]) == 3
    assert answer["first"] in (0, 1, 2)


def test_two_random_deals_differ_and_two_of_one_seed_do_not() -> None:
    assert run("deal").stdout != run("deal").stdout
    assert run("deal", "--seed", "1").stdout == run("deal", "--seed", "1").stdout
    assert run("deal", "--seed", "1").stdout != run("deal", "--seed", "2").stdout


def test_a_deal_for_four_players_has_their_hands_and_a_longer_code() -> None:
    (answer,) = answers(run("deal", "--rules", "four-player", "--seed", "3"))
    assert [len(hand) for hand in answer["hands"]] == [25] * 4
    assert len(answer["kitty"]) == 8
    assert answers(run("deal", answer["code"])) == [answer]


def test_rules_may_be_a_preset_with_changed_options() -> None:
    (answer,) = answers(run("classify", "--rules", "classic,quad_two=no", "444456"))
    assert answer["readings"] == []


def test_rules_may_be_written_with_spaces() -> None:
    (answer,) = answers(run("classify", "--rules", "classic, quad_two=no", "444456"))
    assert answer["readings"] == []


@pytest.mark.parametrize(("players", "rules"), [(3, "four-player"), (4, "classic")])
def test_a_code_for_other_rules_is_one_line_that_names_both_numbers(
    players: int, rules: str
) -> None:
    code = deal_code.encode(deal_code.draw(1, players=players))
    result = run("deal", code, "--rules", rules)
    assert result.exit_code == BAD_INPUT
    assert not result.stdout
    (complaint,) = result.stderr.splitlines()
    assert f"is for {players} players; the rules '{rules}' are for {7 - players}" in complaint


def test_rules_say_who_bids_first() -> None:
    """Folk: whoever holds the 3 of spades (R3); the other rules as the code says."""
    drawn = deal_code.draw(1)
    code = deal_code.encode(drawn)
    (holder,) = (seat for seat, hand in enumerate(drawn.hands) if "3s" in hand)
    assert holder != drawn.first
    assert answers(run("deal", code, "--rules", "folk"))[0]["first"] == holder
    assert answers(run("deal", code, "--rules", "rob"))[0]["first"] == drawn.first


def test_deal_never_reads_standard_input() -> None:
    result = run("deal", "--seed", "1", lines="garbage\n")
    assert len(answers(result)) == 1
    assert result.exit_code == 0


def test_a_wrong_code_is_one_line_and_exit_code_2() -> None:
    code = deal_code.encode(deal_code.draw(1))
    result = run("deal", code[:-1] + ("0" if code[-1] != "0" else "1"))
    assert result.exit_code == BAD_INPUT
    assert not result.stdout
    assert len(result.stderr.splitlines()) == 1


# ---- inputs and errors, alike for the verbs that read cards ----


@pytest.mark.parametrize("verb", ["plays", "classify", "split"])
def test_lines_of_standard_input_are_answered_in_order_and_blank_ones_skipped(verb: str) -> None:
    result = run(verb, lines="34567\n\n   \n33\r\nBR")
    assert result.exit_code == 0
    echoed = [answer.get("hand", answer.get("cards")) for answer in answers(result)]
    assert echoed == ["34567", "33", "BR"]


@pytest.mark.parametrize("verb", ["plays", "classify", "split"])
def test_a_bad_input_is_one_line_and_the_others_are_answered(verb: str) -> None:
    result = run(verb, "34", "3x", "33333", "56")
    assert result.exit_code == BAD_INPUT
    assert len(answers(result)) == 2
    complaints = result.stderr.splitlines()
    assert len(complaints) == 2
    assert "'x' at place 2" in complaints[0]
    assert "'3' at place 5" in complaints[1]


@pytest.mark.parametrize("verb", ["plays", "classify", "split"])
def test_unknown_rules_are_named(verb: str) -> None:
    result = run(verb, "--rules", "poker", "34")
    assert result.exit_code == BAD_INPUT
    assert "unknown rules 'poker'" in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("name", ["classic", "folk", "pagat", "openspiel", "noip", "four-player"])
@pytest.mark.parametrize("verb", ["plays", "classify", "split"])
def test_every_preset_is_known(verb: str, name: str) -> None:
    assert run(verb, "--rules", name, "3334445566").exit_code == 0


def test_a_play_to_beat_that_is_no_play_is_named() -> None:
    result = run("plays", "--on", "34", "56789")
    assert result.exit_code == BAD_INPUT
    assert "'34' is no play" in result.stderr
    assert not result.stdout


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (["classify"], b"\xff\xfe\x00\n33\n"),
        (["plays", "--on", "\ud83c\udccf"], b""),
        (["split"], "３４\n".encode()),
        (["deal", "💥"], b""),
        (["deal", "--seed", "x"], b""),
        (["nothing"], b""),
        ([], b""),
    ],
    ids=["bytes", "emoji", "full-width", "code", "seed", "verb", "none"],
)
def test_no_input_ends_in_a_stack_trace(arguments: list[str], lines: bytes) -> None:
    argv = [item.encode("utf-8", "surrogatepass").decode("utf-8", "replace") for item in arguments]
    ended = subprocess.run(
        [sys.executable, "-m", "coach", *argv], cwd=ROOT, input=lines, capture_output=True
    )
    assert ended.returncode == BAD_INPUT
    assert b"Traceback" not in ended.stderr


def test_a_reader_that_goes_away_is_no_stack_trace() -> None:
    command = f"{sys.executable} -m coach plays 3344556677889TJQKA2BR | head -c 10"
    ended = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True)
    assert b"Traceback" not in ended.stderr


@pytest.mark.parametrize(
    "arguments",
    [["deal", "--game", "chess"], ["split", "--engine", "guess", "33"], ["plays", "-x"]],
)
def test_a_wrong_option_says_so_with_exit_code_2(arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.exit_code == BAD_INPUT
    assert not result.stdout
    assert result.stderr.startswith("error: ")
    assert result.stderr.count("\n") == 1
