"""Matches: the same deals both ways, files that go on where they stopped, errors by deal."""

from __future__ import annotations

import math
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from coach import matches
from coach.__main__ import app
from coach.match_file import COLUMNS, MatchFileError, read_results
from coach.matches import run, share, summary
from engine.match import Match, Result, play_deal, play_deals, ways
from engine.players import LEVELS

MATCH = Match("standard", "novice", seed=3)


@pytest.fixture(scope="module")
def executor() -> Executor:
    return ThreadPoolExecutor(2)


def result(deal: int, way: str, *, won: bool, points: int = 1) -> Result:
    return Result(deal, way, way, won, points if won else -points, (1.0, 3.0))


# ---- playing ----


def test_each_deal_is_played_as_landlord_and_as_peasants() -> None:
    games = play_deal(MATCH, 0)
    assert [game.way for game in games] == ["landlord", "peasants"]
    assert [game.role for game in games] == ["landlord", "peasants"]


def test_the_same_match_gives_the_same_games() -> None:
    assert play_deal(MATCH, 5) == play_deal(MATCH, 5)
    assert play_deal(MATCH, 5) != play_deal(MATCH, 6)


def test_a_player_against_itself_wins_each_deal_once() -> None:
    """The standard player has no chance in it: the same game twice, won by one side."""
    for number in range(20):
        games = play_deal(Match("standard", "standard"), number)
        assert [game.won for game in games].count(True) == 1
        assert games[0].points == -games[1].points


def test_with_the_auction_every_seat_is_taken_once() -> None:
    match = Match("standard", "novice", auction=True)
    assert ways(match) == ("seat0", "seat1", "seat2")
    games = play_deal(match, 1)
    assert [game.way for game in games] == ["seat0", "seat1", "seat2"]


def test_with_the_auction_a_player_against_itself_wins_nothing_in_all() -> None:
    for number in range(10):
        games = play_deal(Match("standard", "standard", auction=True), number)
        assert sum(game.points for game in games) == 0


@pytest.mark.parametrize("name", ["classic", "competition", "folk", "rob", "four-player"])
def test_matches_are_played_under_every_preset(name: str) -> None:
    games = play_deal(Match("novice", "novice", rules=name), 2)
    assert len(games) == 2


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_whole_deals(level: str) -> None:
    for number in range(4):
        play_deal(Match(level, "standard", auction=True), number)


def test_a_clock_handed_in_times_the_turns_that_leave_a_choice() -> None:
    ticks = iter(range(10_000))
    game = play_deal(MATCH, 0, clock=lambda: next(ticks) / 1000)[0]
    assert game.times
    assert set(game.times) == {1.0}
    assert set(play_deal(MATCH, 0)[0].times) == {0.0}


def test_deals_come_from_an_executor_once_each(executor: Executor) -> None:
    found = [games[0].deal for games in play_deals(MATCH, range(12), executor)]
    assert sorted(found) == list(range(12))


# ---- files ----


def test_a_match_stopped_in_the_middle_goes_on_without_loss_or_double(
    tmp_path: Path, executor: Executor
) -> None:
    path = tmp_path / "match.csv"
    whole = run(MATCH, 12, executor=executor)
    run(MATCH, 7, executor=executor, path=path)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:-1]) + lines[-1][:9])  # killed while a row was written
    seen: list[int] = []
    again = run(MATCH, 12, executor=executor, path=path, progress=lambda done, _: seen.append(done))
    assert seen[0] == 6  # the seventh deal was not whole
    assert strip(again) == strip(whole)
    assert strip([r for games in read_results(path, MATCH).values() for r in games]) == strip(whole)


def strip(results: list[Result]) -> list[tuple[int, str, bool, int]]:
    return sorted((r.deal, r.way, r.won, r.points) for r in results)


def test_a_file_of_another_match_is_refused(tmp_path: Path, executor: Executor) -> None:
    path = tmp_path / "match.csv"
    run(MATCH, 1, executor=executor, path=path)
    with pytest.raises(MatchFileError, match="expected '# match a=novice"):
        run(Match("novice", "standard"), 1, executor=executor, path=path)


@pytest.mark.parametrize("text", ["hello\n", "# match\n1,2,3\n"])
def test_a_file_that_is_no_match_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "match.csv"
    path.write_text(text)
    with pytest.raises(MatchFileError, match="holds"):
        read_results(path, MATCH)
    assert path.read_text() == text


def rows(path: Path) -> list[str]:
    return path.read_text().splitlines()


def test_a_file_that_holds_more_deals_is_kept_whole_and_the_first_are_told(
    tmp_path: Path, executor: Executor
) -> None:
    path = tmp_path / "match.csv"
    run(MATCH, 5, executor=executor, path=path)
    before = path.read_bytes()
    assert {result.deal for result in run(MATCH, 2, executor=executor, path=path)} == {0, 1}
    assert path.read_bytes() == before


@pytest.mark.parametrize("cut", [1, 20, 200, 260])
def test_what_a_file_holds_is_never_written_again_and_no_game_stands_twice(
    tmp_path: Path, executor: Executor, cut: int
) -> None:
    path = tmp_path / "match.csv"
    run(MATCH, 4, executor=executor, path=path)
    whole, kept = path.read_bytes(), path.read_bytes()[:-cut]
    path.write_bytes(kept)
    run(MATCH, 4, executor=executor, path=path)
    assert path.read_bytes().startswith(kept[: kept.rfind(b"\n") + 1])
    games = [tuple(row.split(",")[:5]) for row in rows(path)]
    assert sorted(games) == sorted(tuple(row.split(",")[:5]) for row in whole.decode().splitlines())


def test_a_link_stays_a_link(tmp_path: Path, executor: Executor) -> None:
    path, link = tmp_path / "match.csv", tmp_path / "link.csv"
    path.touch()
    link.symlink_to(path)
    run(MATCH, 1, executor=executor, path=link)
    assert link.is_symlink()
    assert len(rows(path)) == 4
    assert sorted(each.name for each in tmp_path.iterdir()) == ["link.csv", "match.csv"]


@pytest.mark.parametrize(
    "held",
    [
        b'{"my":"json"}',
        b"\xff\xfe\x00bin\n",
        b"# match a=standard b=novice",
        b"# match a=standard b=novice rules=classic seed=3 auction=False and more",
        b"# match a=standard b=novice rules=classic seed=3 auction=False\n{}",
        b"# match a=standard b=novice rules=classic seed=3 auction=False\ndeal,way\n",
    ],
)
def test_a_file_that_is_not_ours_is_refused_and_not_touched(
    tmp_path: Path, executor: Executor, held: bytes
) -> None:
    path = tmp_path / "own.csv"
    path.write_bytes(held)
    if HEAD.startswith(held.decode(errors="replace")):
        assert len(run(MATCH, 1, executor=executor, path=path)) == 2  # our own, cut short
        return
    with pytest.raises(MatchFileError, match=r"own\.csv(, line \d holds .*; expected| is no text)"):
        run(MATCH, 1, executor=executor, path=path)
    assert path.read_bytes() == held


LEVELS_AB = ("--a", "advanced", "--b", "novice")
HEAD = "# match a=standard b=novice rules=classic seed=3 auction=False\n"
GOOD = ["0", "landlord", "landlord", "True", "3", "1.5 2.0"]


@pytest.mark.parametrize(
    ("field", "read"),
    [
        ("deal", "-1"),
        ("deal", "x"),
        ("way", "seat0"),
        ("role", "xxx"),
        ("role", "peasants"),
        ("won", "Maybe"),
        ("won", "true"),
        ("points", "nan"),
        ("points", ""),
        ("times", "nan"),
        ("times", "1 -2"),
        ("times", "1  2"),
    ],
)
def test_a_field_that_is_wrong_is_named_with_its_line(
    tmp_path: Path, field: str, read: str
) -> None:
    path = tmp_path / "match.csv"
    wrong = [read if name == field else good for name, good in zip(COLUMNS, GOOD, strict=True)]
    path.write_text(
        "\n".join([HEAD.strip(), ",".join(COLUMNS), ",".join(GOOD), ",".join(wrong), ""])
    )
    with pytest.raises(MatchFileError) as raised:
        read_results(path, MATCH)
    assert str(raised.value).startswith(f"{path}, line 4: {field} is {read!r}; expected ")


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ([*GOOD, "7"], "line 3 has 7 fields; expected 6"),
        (GOOD[:3], "line 3 has 3 fields; expected 6"),
        ([*GOOD[:4], "-3", ""], "line 3: won is True and points are -3"),
        ([*GOOD[:3], "False", "3", ""], "line 3: won is False and points are 3"),
    ],
)
def test_a_row_that_is_no_game_is_told(tmp_path: Path, row: list[str], said: str) -> None:
    path = tmp_path / "match.csv"
    path.write_text("\n".join([HEAD.strip(), ",".join(COLUMNS), ",".join(row), ""]))
    with pytest.raises(MatchFileError, match=said):
        read_results(path, MATCH)


def test_a_processes_pool_plays_the_same_games(tmp_path: Path, executor: Executor) -> None:
    with matches.pool(2, 4) as processes:
        assert strip(run(MATCH, 4, executor=processes)) == strip(run(MATCH, 4, executor=executor))


# ---- figures ----


def test_errors_are_clustered_by_deal_counted_by_hand() -> None:
    """Three deals of two games: 2, 1 and 0 wins; share 3/6; residuals 1, 0, -1; squares 2;
    error sqrt(2 * 3/2) / 6 = 0.2887."""
    results = [
        result(0, "landlord", won=True),
        result(0, "peasants", won=True),
        result(1, "landlord", won=True),
        result(1, "peasants", won=False),
        result(2, "landlord", won=False),
        result(2, "peasants", won=False),
    ]
    found = share(results, lambda game: game.won)
    assert found.mean == 0.5
    assert found.error == pytest.approx(math.sqrt(3) / 6)
    assert found.number == 6
    as_landlord = share(results, lambda game: game.won, role="landlord")
    assert as_landlord.mean == pytest.approx(2 / 3)
    assert as_landlord.error == pytest.approx(1 / 3)  # sqrt(p (1 - p) / (n - 1)) = sqrt(1/9)


def test_the_summary_has_points_and_times() -> None:
    found = summary([result(0, "landlord", won=True, points=4), result(0, "peasants", won=False)])
    assert found.points.mean == 1.5
    assert found.mean_time == 2.0
    assert found.longest_time == 3.0
    assert found.p95_time == 3.0


# ---- the command ----


def test_the_command_prints_shares_with_their_errors(tmp_path: Path) -> None:
    path = tmp_path / "match.csv"
    arguments = ["match", "--a", "standard", "--b", "novice", "--deals", "6", "--seed", "1"]
    ended = CliRunner().invoke(app, [*arguments, "--processes", "1", "--csv", str(path)])
    assert ended.exit_code == 0, ended.output
    assert "standard against novice, rules classic, seed 1" in ended.stdout
    assert " % +-" in ended.stdout
    assert "(12 games)" in ended.stdout
    assert len(read_results(path, Match("standard", "novice", seed=1))) == 6


def test_an_unknown_level_is_named() -> None:
    ended = CliRunner().invoke(app, ["match", "--a", "master", "--b", "novice"])
    assert ended.exit_code == 2
    assert "unknown level 'master'; expected one of novice, standard" in ended.stderr


@pytest.fixture
def command() -> Iterator[Callable[..., Any]]:
    """Starts the command in a process of its own, which ends with the test at the latest."""
    started = []

    def start(*arguments: str) -> Any:
        match = subprocess.Popen(
            [sys.executable, "-m", "coach", "match", *LEVELS_AB, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(match)
        return match

    yield start
    for match in started:
        match.kill()
        match.communicate()


def players_of(process: int) -> list[int]:
    """The processes that *process* has started to play games."""
    told = Path(f"/proc/{process}/task/{process}/children").read_text()
    return [
        int(child)
        for child in told.split()
        if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
    ]


def lines_of(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def wait_until(happened: Callable[[], object]) -> None:
    until = time.monotonic() + 120
    while not happened():
        assert time.monotonic() < until
        time.sleep(0.05)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="reads /proc")
def test_processes_are_no_more_than_needed_end_with_the_match_and_a_killed_one_is_told(
    tmp_path: Path, command: Callable[..., Any]
) -> None:
    path = tmp_path / "match.csv"
    match = command("--deals", "9000", "--processes", "9000", "--csv", str(path))
    wait_until(lambda: lines_of(path) > 3)
    players = players_of(match.pid)
    assert 1 <= len(players) <= (os.cpu_count() or 1)
    os.kill(players[0], signal.SIGKILL)
    out, told = match.communicate(timeout=120)
    assert (match.returncode, out, told.count("\n")) == (2, "", 1)
    assert told.startswith("error: a process that played games has ended")
    kept = read_results(path, Match("advanced", "novice"))
    assert f"{len(kept)} deals are kept in {path}" in told

    match = command("--deals", "9000", "--processes", "1", "--csv", str(path))
    before = lines_of(path)
    wait_until(lambda: lines_of(path) > before)
    (player,) = players_of(match.pid)
    match.kill()
    match.communicate()
    wait_until(lambda: not Path(f"/proc/{player}").exists())


def test_a_role_that_nobody_had_has_no_share() -> None:
    found = summary([result(0, "landlord", won=True)])
    told = matches.report(MATCH, found)
    assert "nan" not in told
    assert re.search(r"as peasants +-  +\(0 games\)", told)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--csv", "/dev/full"], "/dev/full is no file"),
        (["--csv", "/"], "/ is no file"),
        (["--csv", "/no/such/folder/m.csv"], "No such file or directory: '/no/such/folder/m.csv'"),
    ],
)
def test_what_cannot_be_used_is_told_in_one_line(options: list[str], said: str) -> None:
    arguments = ["match", "--a", "standard", "--b", "novice", "--deals", "1", *options]
    ended = CliRunner().invoke(app, arguments)
    assert (ended.exit_code, ended.stdout) == (2, "")
    assert re.fullmatch(rf"error: .*{re.escape(said)}.*\n", ended.stderr)


def test_a_cluster_without_its_packages_says_what_to_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    ended = CliRunner().invoke(app, ["match", "--a", "novice", "--b", "novice", "--dask", "x"])
    assert (ended.exit_code, ended.stdout) == (2, "")
    assert ended.stderr.count("\n") == 1
    assert "uv run --group cluster python -m coach" in ended.stderr
