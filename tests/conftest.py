"""What all tests share: the compiled kernel; benchmarks run only when asked for, none is timed."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from sqlalchemy import create_engine, text

from coach.store import Store
from coach.ui import warmup
from engine.doudizhu.kernel import KERNEL
from tests import postgres

# No deadlines: a slow machine is no fault.  CI tries the same examples each time.
settings.register_profile("tesuu", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("tesuu")

# What a CPU plays follows from its seed, however slow the machine is; servers started here too.
os.environ["TESUU_BRAKE_SECONDS"] = "600"
os.environ["TESUU_TUTOR_SECONDS"] = "60"  # nor is a play let through unjudged

BENCHMARKS = Path(__file__).parent / "benchmarks"


@pytest.fixture(scope="session")
def compiled() -> None:
    """The kernel of this process, compiled."""
    assert KERNEL.wait(), KERNEL.why_not


@pytest.fixture(scope="session")
def compiled_server(compiled: None) -> None:
    """The same as a server sees it: its pool of processes may load the kernel too."""
    warmup.started()
    while not warmup.is_compiled():
        time.sleep(0.1)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """A PostgreSQL server; without one its tests are skipped, but fail under CI."""
    if postgres.program("initdb") is None:
        message = f"no PostgreSQL found; install it: {postgres.INSTALL}"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    with postgres.postgres() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'games.sqlite3'}"
        return
    found: str = request.getfixturevalue("postgresql")
    yield found
    engine = create_engine(found.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.execute(text("DROP TABLE IF EXISTS games, profiles, reviews, schema"))
    engine.dispose()


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    kept = Store(address)
    yield kept
    kept.close()


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Run benchmarks in this process alone: side by side they would slow each other."""
    if config.getoption("benchmark_only"):
        config.option.numprocesses = 0


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave the benchmarks to ``uv run pytest tests/benchmarks --benchmark-only``."""
    is_benchmark = collection_path == BENCHMARKS or BENCHMARKS in collection_path.parents
    return True if is_benchmark and not config.getoption("benchmark_only") else None
