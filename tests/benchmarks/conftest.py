"""Tables of all figures at the end of a benchmark run."""

from __future__ import annotations

from typing import NotRequired, TypedDict

import pytest


class Row(TypedDict):
    """One line of a table; times in milliseconds."""

    engine: str
    hands: str
    number: int
    median: float
    p95: float
    longest: float
    proved: float
    """Share of answers proved."""
    complete: NotRequired[float]
    """Open hands: share of answers of which every winning play is known too."""
    nodes_a_second: NotRequired[float]
    """Open hands: positions searched."""


ROWS = pytest.StashKey[list[Row]]()


@pytest.fixture
def rows(request: pytest.FixtureRequest) -> list[Row]:
    """The rows measured so far, to add to."""
    return request.config.stash.setdefault(ROWS, [])


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Prints the rows in tables: legal plays, fewest plays, and open hands."""
    rows = config.stash.get(ROWS, [])
    legal = [row for row in rows if row["hands"] == "legal plays"]
    if legal:
        terminalreporter.section("legal plays of a lead of 20 cards, milliseconds a hand")
        for line in fewest_lines(legal):
            terminalreporter.write_line(line)
    fewest = [row for row in rows if "nodes_a_second" not in row and row not in legal]
    if fewest:
        terminalreporter.section("fewest plays, milliseconds a hand")
        for line in fewest_lines(fewest):
            terminalreporter.write_line(line)
    open_hands = [row for row in rows if "nodes_a_second" in row]
    if open_hands:
        terminalreporter.section("open hands, milliseconds a deal")
        for line in open_lines(open_hands):
            terminalreporter.write_line(line)


def fewest_lines(rows: list[Row]) -> list[str]:
    """The table of fewest or legal plays; each median also as a multiple of the smallest."""
    lines = [
        "| engine | hands | number | median | p95 | max | proved | median, ratio |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for row in sorted(rows, key=lambda row: (row["hands"], -row["median"])):
        least = min(other["median"] for other in rows if other["hands"] == row["hands"])
        lines.append(
            f"| {row['engine']} | {row['hands']} | {row['number']} | {row['median']:.3f} "
            f"| {row['p95']:.3f} | {row['longest']:.3f} | {row['proved']:.0%} "
            f"| {row['median'] / least:.1f} |"
        )
    return lines


def open_lines(rows: list[Row]) -> list[str]:
    """The table of open hands."""
    return [
        "| deals | number | median | p95 | max | winner | all plays | nodes a second |",
        "|---|---|---|---|---|---|---|---|",
        *(
            f"| {row['hands']} | {row['number']} | {row['median']:.1f} | {row['p95']:.1f} "
            f"| {row['longest']:.1f} | {row['proved']:.1%} | {row['complete']:.1%} "
            f"| {row['nodes_a_second']:,.0f} |"
            for row in rows
        ),
    ]
