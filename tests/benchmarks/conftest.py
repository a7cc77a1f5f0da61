"""One table of all figures at the end of a benchmark run."""

from __future__ import annotations

from typing import NotRequired, TypedDict

import pytest
from pytest_benchmark.fixture import BenchmarkFixture


class Row(TypedDict):
    """One line of the table; times in milliseconds."""

    question: str
    """What was asked: fewest plays, legal plays, open hands."""
    engine: str
    hands: str
    """Which hands or deals."""
    number: int
    median: float
    p95: float
    longest: float
    proved: float
    """Share of answers proved; of open hands, share whose winner is known."""
    complete: NotRequired[float]
    """Open hands: share of answers of which every winning play is known too."""
    nodes_a_second: NotRequired[float]
    """Open hands: positions searched."""


ROWS = pytest.StashKey[list[Row]]()


@pytest.fixture
def rows(request: pytest.FixtureRequest) -> list[Row]:
    """The rows measured so far, to add to."""
    return request.config.stash.setdefault(ROWS, [])


def add_row(
    rows: list[Row],
    benchmark: BenchmarkFixture,
    *,
    question: str,
    engine: str,
    hands: str,
    proved: float = 1.0,
    **more: float,
) -> None:
    """Add to *rows* what *benchmark* measured, one hand or deal a round; *more* are columns."""
    times = [1000 * seconds for seconds in benchmark.stats.stats.sorted_data]
    row = Row(
        question=question,
        engine=engine,
        hands=hands,
        number=len(times),
        median=times[len(times) // 2],
        p95=times[int(len(times) * 0.95)],
        longest=times[-1],
        proved=proved,
        **more,  # type: ignore[typeddict-item]
    )
    rows.append(row)
    benchmark.extra_info.update(row)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Prints all rows as one table, ready for ``docs/performance.md``."""
    rows = config.stash.get(ROWS, [])
    if rows:
        terminalreporter.section("milliseconds a hand or deal")
        for line in lines(rows):
            terminalreporter.write_line(line)


def lines(rows: list[Row]) -> list[str]:
    """The table: one question after the other; each median also as a multiple of the smallest."""
    found = [
        "| question | hands or deals | engine | number | median | p95 | max | proved "
        "| all plays | nodes a second | median, ratio |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        groups.setdefault((row["question"], row["hands"]), []).append(row)
    for (question, hands), group in sorted(groups.items(), key=lambda item: item[0][0]):
        least = min(row["median"] for row in group)
        for row in sorted(group, key=lambda row: -row["median"]):
            complete, nodes = row.get("complete"), row.get("nodes_a_second")
            cells = [
                question,
                hands,
                row["engine"],
                str(row["number"]),
                *(milliseconds(row[column]) for column in ("median", "p95", "longest")),
                f"{row['proved']:.1%}",
                "" if complete is None else f"{complete:.1%}",
                "" if nodes is None else f"{nodes:,.0f}",
                f"{row['median'] / least:.1f}" if len(group) > 1 else "",
            ]
            found.append(f"| {' | '.join(cells)} |")
    return found


def milliseconds(time: float) -> str:
    """Three digits that count, or more before the point."""
    return f"{time:.0f}" if time >= 100 else f"{time:.3g}"
