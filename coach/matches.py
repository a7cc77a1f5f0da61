"""The workers, the progress and the summary of a match (``engine/match.py`` plays it).

Started again with the same file (``coach/match_file.py``) a match goes on where it stopped: whole
deals count, a deal cut short is played again.  A file that holds more deals than are asked for
keeps them; the summary is that of the first ones.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from coach import processes as processes_of
from coach.match_file import appending, read_games, whole
from engine.match import Match, Result, play_deals


class WorkersError(RuntimeError):
    """What was to play the games cannot be reached or ended; the message says what to do."""


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
    there = {} if path is None else read_games(path, match)
    known = {deal: games for deal, games in whole(there, match).items() if deal < deals}
    missing = [deal for deal in range(deals) if deal not in known]
    progress(len(known), deals)
    try:
        with appending(path, match, there) as add:
            for results in play_deals(match, missing, executor, clock=time.perf_counter):
                add(results)
                known[results[0].deal] = results
                progress(len(known), deals)
    except (BrokenExecutor, CancelledError):
        kept = f"{len(known)} deals are kept in {path}" if path else "nothing is kept without --csv"
        raise WorkersError(
            f"a process that played games has ended: killed, or out of memory; {kept}; start again"
        ) from None
    return [result for deal in sorted(known) for result in known[deal]]


def pool(processes: int | None, deals: int) -> AbstractContextManager[Executor]:
    """Processes on this machine for so many deals; as many as it has cores unless fewer."""
    return processes_of.pool(processes, jobs=deals)


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """The executor of a Dask cluster; wants the dependency group ``cluster``.

    WorkersError where that is missing, or where no cluster answers.
    """
    try:
        import distributed  # not installed with the other dependencies
    except ModuleNotFoundError:
        raise WorkersError(
            "--dask needs what is not installed; start with: uv run --group cluster python -m coach"
        ) from None
    try:
        client = distributed.Client(address or ":", timeout=10)
    except (ValueError, OSError, TimeoutError) as error:
        raise WorkersError(f"no Dask cluster answers at {address!r}: {error}") from None
    with client:
        try:
            yield client.get_executor(pure=False, retries=3)
        except (distributed.KilledWorker, distributed.comm.CommClosedError) as error:
            raise WorkersError(f"the Dask cluster at {address!r} has failed: {error}") from None


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
    if not part.number:
        return f"{'-':>5}  "
    return f"{100 * part.mean:5.1f} %{_error(100 * part.error, 1)}"


def _error(error: float, digits: int) -> str:
    """The standard error as it is printed; one deal has none."""
    return "" if math.isnan(error) else f" +-{error:.{digits}f}"
