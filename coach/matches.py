"""The files, the progress and the summary of a match (``engine/match.py`` plays it).

A match writes one CSV row a game, all games of a deal at once.  The head of the file says which
match it is; started again with the same file it goes on where it stopped: whole deals count, a deal
cut short is played again.
"""

from __future__ import annotations

import csv
import io
import math
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from engine.match import Match, Result, play_deals, ways

COLUMNS = tuple(column.name for column in fields(Result))


class MatchFileError(ValueError):
    """The file holds another match, or no match; the message says what was read."""


# ---- the file ----


def read_results(path: Path, match: Match) -> dict[int, tuple[Result, ...]]:
    """The whole deals that *path* holds of *match*, by number; none where there is no file.

    A last line cut short, and the games of a deal that is not whole, are left out.
    Raises MatchFileError when the file holds another match or other columns.
    """
    if not path.exists():
        return {}
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        lines.pop()  # cut short while it was written
    if not lines:
        return {}
    if lines[0] != _head(match):
        raise MatchFileError(
            f"{path} holds {lines[0].strip()!r}; expected {_head(match).strip()!r}"
        )
    reader = csv.DictReader(io.StringIO("".join(lines[1:])))
    if lines[1:] and tuple(reader.fieldnames or ()) != COLUMNS:
        raise MatchFileError(f"{path} has the columns {reader.fieldnames}; expected {COLUMNS}")
    found: dict[int, dict[str, Result]] = {}
    for row in reader:
        result = _result(row, path)
        found.setdefault(result.deal, {})[result.way] = result
    names = ways(match)
    return {
        deal: tuple(games[way] for way in names)
        for deal, games in found.items()
        if set(games) == set(names)
    }


def write_results(path: Path, match: Match, deals: Iterable[Sequence[Result]]) -> None:
    """Write *path* anew with these whole deals."""
    if not path.exists():
        path.touch()  # the error of a place where nothing can be written names the file asked for
    beside = path.with_suffix(path.suffix + ".new")
    with beside.open("w", encoding="utf-8", newline="") as file:
        file.write(_head(match))
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        for results in deals:
            writer.writerows(map(_row, results))
    beside.replace(path)


@contextmanager
def appending(path: Path | None) -> Iterator[Callable[[Sequence[Result]], None]]:
    """A function that adds the games of one deal to *path* in one write; without a path nothing."""
    if path is None:
        yield lambda results: None
        return
    with path.open("a", encoding="utf-8", newline="") as file:

        def add(results: Sequence[Result]) -> None:
            rows = io.StringIO(newline="")
            csv.DictWriter(rows, COLUMNS).writerows(map(_row, results))
            file.write(rows.getvalue())
            file.flush()
            os.fsync(file.fileno())

        yield add


def _head(match: Match) -> str:
    told = asdict(match)
    return "# match " + " ".join(f"{name}={told[name]}" for name in told) + "\n"


def _row(result: Result) -> dict[str, Any]:
    return asdict(result) | {"times": " ".join(map(str, result.times))}


def _result(row: dict[str, str], path: Path) -> Result:
    try:
        return Result(
            deal=int(row["deal"]),
            way=row["way"],
            role=row["role"],
            won=row["won"] == "True",
            points=int(row["points"]),
            times=tuple(map(float, row["times"].split())),
        )
    except (KeyError, TypeError, ValueError):
        raise MatchFileError(f"{path} has a row that is no game: {row}") from None


# ---- playing ----


def run(
    match: Match,
    deals: int,
    *,
    executor: Executor,
    path: Path | None = None,
    progress: Callable[[int, int], None] = lambda done, whole: None,
) -> list[Result]:
    """All games of *deals* deals, those in the file not played again; *progress* gets the deals
    done and the whole number."""
    known = {} if path is None else read_results(path, match)
    known = {deal: results for deal, results in known.items() if deal < deals}
    if path is not None:
        write_results(path, match, (known[deal] for deal in sorted(known)))
    missing = [deal for deal in range(deals) if deal not in known]
    progress(len(known), deals)
    with appending(path) as add:
        for results in play_deals(match, missing, executor, clock=time.perf_counter):
            add(results)
            known[results[0].deal] = results
            progress(len(known), deals)
    return [result for deal in sorted(known) for result in known[deal]]


def pool(processes: int | None) -> AbstractContextManager[Executor]:
    """Processes on this machine; as many as it has cores unless given."""
    return ProcessPoolExecutor(max_workers=processes or os.cpu_count())


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """The executor of a Dask cluster; wants the dependency group ``cluster``."""
    import distributed  # not installed with the other dependencies

    with distributed.Client(address) as client:
        yield client.get_executor(pure=False, retries=3)


# ---- summary ----


@dataclass(frozen=True, slots=True)
class Share:
    """A mean over deals with its standard error, clustered by deal."""

    mean: float
    error: float
    number: int
    """Games."""


@dataclass(frozen=True, slots=True)
class Summary:
    """How *a* did in a match."""

    landlord: Share
    peasants: Share
    total: Share
    points: Share
    mean_time: float
    """Milliseconds a play of *a* that left a choice; as are the next two."""
    p95_time: float
    longest_time: float


def summary(results: Sequence[Result]) -> Summary:
    """The figures of *results*; there must be some."""
    times = sorted(time for result in results for time in result.times) or [0.0]
    return Summary(
        landlord=share(results, lambda result: result.won, role="landlord"),
        peasants=share(results, lambda result: result.won, role="peasants"),
        total=share(results, lambda result: result.won),
        points=share(results, lambda result: result.points),
        mean_time=sum(times) / len(times),
        p95_time=times[int(0.95 * (len(times) - 1))],
        longest_time=times[-1],
    )


def share(results: Iterable[Result], value: Callable[[Result], float], *, role: str = "") -> Share:
    """The mean of *value* over the games (of one role), its error over deals as clusters.

    The estimate is a ratio, the sum over the games of each deal to the number of its games; the
    error is that of the ratio: the root of the sum of squared residuals of the deals, over the
    number of games, with the correction n / (n - 1) for n deals.
    """
    by_deal: dict[int, list[float]] = {}
    for result in results:
        if not role or result.role == role:
            by_deal.setdefault(result.deal, []).append(float(value(result)))
    games = sum(map(len, by_deal.values()))
    if not games:
        return Share(math.nan, math.nan, 0)
    mean = sum(map(sum, by_deal.values())) / games
    residuals = [sum(values) - mean * len(values) for values in by_deal.values()]
    deals = len(by_deal)
    if deals < 2:
        return Share(mean, math.nan, games)
    squares = sum(residual**2 for residual in residuals)
    return Share(mean, math.sqrt(squares * deals / (deals - 1)) / games, games)


def report(match: Match, found: Summary) -> str:
    """The summary as lines for people."""
    first = "bids count" if match.auction else "first bidder landlord at base 1"
    lines = [
        f"{match.a} against {match.b}, rules {match.rules}, seed {match.seed}, {first}",
        *(
            f"{name:<14}{_percent(part)}  ({part.number} games)"
            for name, part in (
                ("as landlord", found.landlord),
                ("as peasants", found.peasants),
                ("in all", found.total),
            )
        ),
        f"{'mean points':<14}{found.points.mean:+.2f}{_error(found.points.error, 2)}",
        f"{'time a play':<14}mean {found.mean_time:.1f} ms, p95 {found.p95_time:.1f} ms, "
        f"max {found.longest_time:.0f} ms",
    ]
    return "\n".join(lines)


def _percent(part: Share) -> str:
    return f"{100 * part.mean:5.1f} %{_error(100 * part.error, 1)}"


def _error(error: float, digits: int) -> str:
    """The standard error as it is printed; one deal has none."""
    return "" if math.isnan(error) else f" +-{error:.{digits}f}"
