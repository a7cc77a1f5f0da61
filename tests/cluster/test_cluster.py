"""A match on a Dask cluster of two worker processes, one killed in the middle.

uv run --group cluster pytest tests/cluster
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from coach import matches
from coach.__main__ import app
from engine.match import Match

distributed = pytest.importorskip(
    "distributed", reason="run: uv run --group cluster pytest tests/cluster"
)

MATCH = Match("standard", "novice", seed=11)
DEALS = 120


@pytest.fixture
def address() -> Iterator[Any]:
    """A cluster on loopback, ended with the test."""
    with distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address=None,
        silence_logs=50,
    ) as cluster:
        yield cluster


def outcome(results: list[Any]) -> list[tuple[int, str, bool, int]]:
    return [(game.deal, game.way, game.won, game.points) for game in results]


def test_a_worker_killed_in_the_middle_loses_nothing_and_counts_nothing_twice(
    address: Any, tmp_path: Path
) -> None:
    path = tmp_path / "match.csv"
    killed: list[int] = []

    def kill_one(done: int, _whole: int) -> None:
        if done >= 10 and not killed:
            worker = next(iter(address.workers.values()))
            killed.append(worker.pid)
            os.kill(worker.pid, signal.SIGKILL)

    with matches.cluster(address.scheduler_address) as executor:
        found = matches.run(MATCH, DEALS, executor=executor, path=path, progress=kill_one)
    assert killed
    with matches.pool(2, DEALS) as processes:
        assert outcome(found) == outcome(matches.run(MATCH, DEALS, executor=processes))
    rows = path.read_text().splitlines()[2:]
    assert len(rows) == 2 * DEALS
    assert len({tuple(row.split(",")[:2]) for row in rows}) == 2 * DEALS


@pytest.mark.parametrize("given", ["foo", "", "tcp://127.0.0.1:1"])
def test_an_address_where_no_cluster_answers_is_told_in_one_line(given: str) -> None:
    arguments = ["match", "--a", "novice", "--b", "novice", "--dask", given]
    ended = CliRunner().invoke(app, arguments)
    assert (ended.exit_code, ended.stdout) == (2, "")
    assert ended.stderr.startswith(f"error: no Dask cluster answers at {given!r}")
    assert ended.stderr.count("\n") == 1
