"""The verb ``hint``: views and records in, one JSON object a line out, errors as one line."""

from __future__ import annotations

import json
import random
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from coach.__main__ import app
from coach.claims import Basis, Claim, How, Subject, rerun
from engine import deal_code, record
from engine.doudizhu import game
from engine.doudizhu.cpu_advanced import ADVANCED
from engine.doudizhu.plays import parse_play
from engine.doudizhu.position import action_text, parse_view
from engine.doudizhu.rules import CLASSIC
from engine.doudizhu.state import View
from engine.players import LEVELS

BAD_INPUT = 2
VIEW = "ddz ?9/345789TQKA/?9 - 1@1 1 - 0 0 plays=2,2,2 unseen=34455667788TTJJQQK"
WON = "ddz ?2/4R/?2 - 1@1 1 - 0 0 unseen=35K2"


pytestmark = pytest.mark.usefixtures("compiled")


def run(*arguments: str, lines: str = "") -> Result:
    return CliRunner().invoke(app, ["hint", *arguments], input=lines)


def answers(result: Result) -> list[Any]:
    assert result.exit_code == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def played(turns: int) -> tuple[record.Record, list[Any]]:
    """A deal of standard players as a record, and its states."""
    state = game.deal(CLASSIC, deal_code.encode(deal_code.draw("a record", first=0)))
    found, states = [], [state]
    for _ in range(turns):
        action = LEVELS["standard"](game.view(states[-1], states[-1].turn), random.Random(1))
        found.append(record.Turn(action))
        states.append(game.apply(states[-1], action))
    return record.Record("ddz", state, tuple(found)), states


def test_the_answer_has_the_fields_of_the_contract() -> None:
    (answer,) = answers(run(VIEW))
    assert list(answer) == ["view", "level", "plays", "claims", "sentences"]
    assert parse_view(answer["view"]) == parse_view(VIEW)
    assert answer["level"] == 4
    for play in answer["plays"]:
        assert list(play) == ["play", "win", "se", "tie"]
        assert 0 <= play["win"] <= 1
    for claim in answer["claims"]:
        assert list(claim) == ["kind", "subject", "value", "basis", "how"]
        assert claim["basis"] in ("certain", "exact", "sampled", "rule of thumb")
        assert ("se" in claim["how"]) is (claim["basis"] == "sampled")
    assert all(isinstance(text, str) for text in answer["sentences"])


def test_the_first_play_is_the_advanced_players() -> None:
    (answer,) = answers(run(VIEW, "--level", "3"))
    best = ADVANCED(parse_view(VIEW), random.Random(0))
    assert answer["plays"][0]["play"] == action_text(best)


def test_the_first_levels_name_no_play() -> None:
    for level in ("1", "2"):
        (answer,) = answers(run(VIEW, "--level", level))
        assert answer["plays"] == []
        assert len(answer["sentences"]) == int(level)


def test_a_certain_win_has_the_chance_one() -> None:
    (answer,) = answers(run(WON))
    assert answer["plays"][0] == {"play": "R", "win": 1.0, "se": 0.0, "tie": True}


@pytest.mark.parametrize(
    ("language", "start"),
    [("en", "There is"), ("ja", "必ず"), ("zh-Hans", "这里"), ("zh-Hant", "這裡")],
)
def test_sentences_are_in_the_language_asked_for(language: str, start: str) -> None:
    (answer,) = answers(run(WON, "--lang", language, "--level", "1"))
    assert answer["sentences"][0].startswith(start)


def test_several_views_and_standard_input_are_answered_in_order() -> None:
    both = answers(run(VIEW, WON, "--level", "1"))
    assert both == answers(run("--level", "1", lines=f"{VIEW}\n\n{WON}\n"))
    assert [answer["view"] for answer in both] != [both[0]["view"]] * 2


def test_the_same_seed_gives_the_same_answer() -> None:
    one, two, other = (run(VIEW, "--level", "3", "--seed", seed).stdout for seed in "112")
    assert one == two != other


def test_a_bare_view_says_that_it_is_not_weighted_and_a_record_is(tmp_path: Path) -> None:
    made, states = played(12)
    file = tmp_path / "deal.txt"
    file.write_text(record.write_record(made), encoding="utf-8")
    (answer,) = answers(run(str(file), "--at", "9", "--seat", str(states[9].turn)))
    sampled = [claim for claim in answer["claims"] if claim["basis"] == "sampled"]
    assert all(claim["how"]["weighted"] for claim in sampled)
    bare = answers(run(answer["view"]))[0]
    assert "history_unknown" in {claim["kind"] for claim in bare["claims"]}


def again(data: dict[str, Any], view: View) -> Claim:
    """The claim that *data*, an element of "claims", stands for in *view*, found anew."""
    how, seed = data["how"], data["how"].get("seed")
    basis = Basis(data["basis"], how.get("se"), how.get("worlds"), seed)
    if view.phase == "play":
        plays = [None if one == "pass" else parse_play(one, view.rules) for one in data["plays"]]
    else:
        plays = [
            None if one == "pass" else int(one) if one.isdigit() else one for one in data["plays"]
        ]
    claim = Claim(
        data["kind"],
        Subject(data["of"], view, tuple(plays)),
        None,
        basis,
        how["scope"],
        How("ddz", how["method"], weighted=how.get("weighted")),
    )
    return rerun(claim)


@pytest.mark.parametrize("at", [None, 2, 9])
def test_every_claim_can_be_found_again_from_what_is_printed(
    at: int | None, tmp_path: Path
) -> None:
    """From a bare view by the view alone; from a record by the record it names, and the turns."""
    made, _ = played(12)
    text = record.write_record(made)
    file = tmp_path / "deal.txt"
    file.write_text(text, encoding="utf-8")
    (answer,) = answers(run(VIEW) if at is None else run(str(file), "--at", str(at)))
    view = parse_view(answer["view"])
    for data in answer["claims"]:
        how = data["how"]
        assert ("record" in how) is ("at" in how) is (at is not None)
        if at is not None:
            assert how["record"] == f"sha256:{sha256(file.read_bytes()).hexdigest()}"
            state = record.states(record.read_record(text).record)[how["at"]]
            view = game.view(state, state.turn)
        found = again({**data, **data["subject"]}, view)
        assert json.loads(json.dumps(found.value)) == data["value"]
        assert found.basis.error == how.get("se")


def test_a_record_is_read_from_standard_input_too() -> None:
    made, states = played(12)
    (answer,) = answers(run("--at", "10", "--level", "1", lines=record.write_record(made)))
    assert answer["view"].split()[4] == str(states[10].turn)


@pytest.mark.parametrize(
    ("arguments", "lines", "message"),
    [
        (["ddz nothing"], "", "has 2 fields; expected 8"),
        (["ddz ?2/4R/?2 - 1@1 0 - 0 0 unseen=35K2"], "", "a hint is for the seat to act, 0"),
        (["no-such-file", "--at", "3"], "", "cannot read 'no-such-file' as a record"),
        (["--at", "99"], "RECORD", "the record has 12 turns; read --at 99"),
        (["--at", "3"], "TWO", "read 2 records; expected one"),
        (["--at", "12", "--seat", "5"], "RECORD", "is to act; read --seat 5"),
        (["--at", "3"], "no record", "neither a tag Deal"),
    ],
)
def test_bad_input_is_one_line_and_the_exit_code_2(
    arguments: list[str], lines: str, message: str
) -> None:
    one = record.write_record(played(12)[0])
    text = {"RECORD": one, "TWO": f"{one}\n{one}"}.get(lines, lines)
    result = run(*arguments, lines=text)
    assert result.exit_code == BAD_INPUT
    assert result.stdout == ""
    assert result.stderr.startswith("error: ")
    assert message in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_record_without_a_turn_says_how_to_name_one(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(record.write_record(played(12)[0]))
    for given in (str(file), file.read_text()):
        result = run(given, "--level", "2")
        assert (result.exit_code, result.stdout) == (BAD_INPUT, "")
        assert "not a view; for a record say --at PLY or --seat N" in result.stderr
        assert result.stderr.count("\n") == 1


def test_what_people_read_is_printed_as_it_is_written() -> None:
    result = run(WON, "--level", "1", "--lang", "ja")
    assert "\\u" not in result.stdout
    assert answers(result)[0]["sentences"][0] in result.stdout


def test_a_bad_view_leaves_the_others_answered() -> None:
    result = run("ddz nothing", WON, "--level", "1")
    assert result.exit_code == BAD_INPUT
    assert len(result.stdout.splitlines()) == 1
