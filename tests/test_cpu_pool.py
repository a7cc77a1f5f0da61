"""The CPUs of the table: quick ones at once, the advanced ones in the pool, the same either way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from coach.store import SavedGame
from coach.ui import cpus
from coach.ui.cpus import ORDER, THINKING, CpuError, cpu_step
from coach.ui.menu import LEVEL_ABOUT
from coach.ui.table.replay import PERSON, positions, with_cpu_action
from coach.ui.table.words import LEVEL_NAMES
from engine.players import LEVELS
from tests.table_games import new_game, played

ROOT = Path(__file__).parents[1]


def to_act(level: str) -> SavedGame:
    """A game at the turn of a CPU that has a choice."""
    game = played("pool", 3, "classic")[2]
    for number in range(len(game["actions"]), 0, -1):
        part = SavedGame({**game, "actions": game["actions"][:number], "level": level})
        state = positions(part)[-1].state
        if state.phase == "play" and state.turn != PERSON:
            return part
    raise AssertionError("no turn of a CPU")


def answered(game: SavedGame) -> SavedGame:
    """What the pool answers, however long it takes."""
    for _ in range(600):
        step = cpu_step(game, patience=0.2)
        if isinstance(step, dict):
            return step
    raise AssertionError("no answer")


pytestmark = pytest.mark.usefixtures("compiled_server")


def test_every_level_is_offered_with_a_name_and_how_it_decides() -> None:
    assert set(ORDER) == set(LEVELS) == set(LEVEL_NAMES) == set(LEVEL_ABOUT)


@pytest.mark.parametrize("level", [level for level in ORDER if level not in cpus.SLOW])
def test_a_quick_cpu_decides_at_once_and_as_it_would_anywhere(level: str) -> None:
    game = to_act(level)
    assert cpu_step(game, patience=0) == with_cpu_action(game)


def test_nothing_is_decided_for_the_person() -> None:
    game = new_game("pool")
    assert positions(game)[-1].state.turn == PERSON
    assert cpu_step(game) is None


def test_an_advanced_cpu_thinks_in_the_pool_and_decides_as_it_would_anywhere() -> None:
    game = to_act("advanced")
    assert cpu_step(game, patience=0) == THINKING
    assert answered(game) == with_cpu_action(game)


def test_without_the_kernel_a_quick_cpu_is_waited_for_no_longer_than_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cpus, "KERNEL", type("Waiting", (), {"ready": False}))
    game = to_act("standard")
    assert answered(game) == with_cpu_action(game)


def test_after_the_end_of_a_process_of_the_pool_the_next_question_is_answered() -> None:
    game = to_act("advanced")
    process = cpus.pool().submit(os.getpid).result()
    cpus._answer.cache_clear()
    asked = cpus.pool().submit(time.sleep, 60)
    os.kill(process, signal.SIGKILL)
    assert asked.exception() is not None
    try:
        found = answered(game)
    except CpuError:
        found = answered(game)
    assert found == with_cpu_action(game)


def test_the_processes_end_with_a_server_that_is_killed() -> None:
    server = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import os, time; from coach.ui.cpus import pool;"
            " print(pool().submit(os.getpid).result(), flush=True); time.sleep(600)",
        ],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert server.stdout is not None
    worker = int(server.stdout.readline())
    server.kill()
    server.wait()
    for _ in range(300):
        if not _is_running(worker):
            return
        time.sleep(0.1)
    os.kill(worker, signal.SIGKILL)
    raise AssertionError("a process outlived its server")


def _is_running(process: int) -> bool:
    try:
        status = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"
