"""Matches: the same deals both ways, files that go on where they stopped, errors by deal."""

from __future__ import annotations

import math
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

import pytest
from typer.testing import CliRunner

from coach import matches
from coach.__main__ import app
from coach.matches import MatchFileError, read_results, run, share, summary
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


def test_a_processes_pool_plays_the_same_games(tmp_path: Path, executor: Executor) -> None:
    with matches.pool(2) as processes:
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
