"""A table of all figures at the end of a benchmark run."""

from __future__ import annotations

from typing import TypedDict

import pytest


class Row(TypedDict):
    """One line of the table; times in milliseconds."""

    engine: str
    hands: str
    number: int
    median: float
    p95: float
    longest: float
    proved: float
    """Share of answers proved."""


ROWS = pytest.StashKey[list[Row]]()


@pytest.fixture
def rows(request: pytest.FixtureRequest) -> list[Row]:
    """The rows measured so far, to add to."""
    return request.config.stash.setdefault(ROWS, [])


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Prints the rows; beside each its median as a multiple of the smallest on the same hands."""
    rows = config.stash.get(ROWS, [])
    if not rows:
        return
    write = terminalreporter.write_line
    terminalreporter.section("fewest plays, milliseconds a hand")
    write("| engine | hands | number | median | p95 | max | proved | median, ratio |")
    write("|---|---|---|---|---|---|---|---|")
    for row in rows:
        least = min(other["median"] for other in rows if other["hands"] == row["hands"])
        write(
            f"| {row['engine']} | {row['hands']} | {row['number']} | {row['median']:.2f} "
            f"| {row['p95']:.2f} | {row['longest']:.2f} | {row['proved']:.0%} "
            f"| {row['median'] / least:.1f} |"
        )
