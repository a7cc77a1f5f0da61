"""Commands that cannot be read: one line that says what was read and what was expected."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from coach.__main__ import app


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("split --engine foo 34", "cannot read 'foo' as --engine; expected one of search, cpsat"),
        ("solve --nodes -1 x", "cannot read '-1' as --nodes; expected a number of at least 0"),
        ("solve --nodes 1.5 x", "cannot read '1.5' as --nodes; expected a whole number"),
        (
            "solve --seconds nan x",
            "cannot read 'nan' as --seconds; expected a number of at least 0",
        ),
        ("solve --seconds abc x", "cannot read 'abc' as --seconds; expected a number"),
        ("hint --level 9", "cannot read '9' as --level; expected a number of at most 4"),
        (
            "hint --lang xx",
            "cannot read 'xx' as --lang; expected one of en, ja, zh-Hans, zh-Hant",
        ),
        ("plays --foo", "cannot read '--foo'; expected one of --rules, --on, --game, --help"),
        ("match --b novice", "missing --a; expected --a VALUE"),
        ("deal --seed", "cannot read '--seed' alone; expected a value behind it"),
        ("split --all=3 34", "cannot read a value of --all; expected --all alone"),
        ("deal D1 D2", "cannot read 'D2'; expected no more than came before"),
        ("foo", "unknown verb 'foo'; expected one of plays, classify, split, solve, deal, match"),
    ],
)
def test_a_command_that_cannot_be_read_is_told_in_one_line(command: str, said: str) -> None:
    ended = CliRunner().invoke(app, command.split())
    assert (ended.exit_code, ended.stdout) == (2, "")
    assert ended.stderr.removeprefix("error: ").startswith(said)
    assert ended.stderr.startswith("error: ")
    assert ended.stderr.count("\n") == 1
    assert "Input should" not in ended.stderr


def test_no_cards_cannot_be_kept_together() -> None:
    ended = CliRunner().invoke(app, ["split", "--keep", "", "345"])
    assert (ended.exit_code, ended.stdout) == (2, "")
    assert ended.stderr == "error: cannot read '' as --keep; expected cards\n"


def test_help_is_help() -> None:
    assert CliRunner().invoke(app, ["--help"]).exit_code == 0
    ended = CliRunner().invoke(app, [])
    assert "classify" in ended.output
    assert "error" not in ended.output
