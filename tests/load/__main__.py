"""Many people at once: ``uv run python -m tests.load --sessions 50 --every 2 --seconds 30``.

Starts the app on a free port of loopback with a database of its own, lets so many sessions play one
click every so many seconds, prints a table and ends with the app.  Memory is that of the server, as
Linux counts it.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles

from tests.browser.table import Server, serve
from tests.load.client import Client

WARMING = 25
"""Clicks of one session before anything is measured."""
STILL = 12.0
"""Seconds without growth after which nothing more is being loaded."""


def main() -> None:
    """Measure and print."""
    reading = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    reading.add_argument("--sessions", type=int, default=50)
    reading.add_argument("--every", type=float, default=2.0, help="seconds between two clicks")
    reading.add_argument("--seconds", type=float, default=30.0, help="how long they click")
    given = reading.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        with serve(Path(folder)) as server:
            asyncio.run(_measure(server, begun, given.sessions, given.every, given.seconds))


async def _measure(
    server: Server, begun: float, sessions: int, every: float, seconds: float
) -> None:
    address = server.address.replace("http:", "ws:")
    async with Client(address) as first:
        await first.open()
        print(f"command to a usable table: {time.perf_counter() - begun:.1f} s")
        for _ in range(WARMING):
            await first.click()
        before = await _settled(server.process.pid)
        people = [Client(address) for _ in range(sessions)]
        opened = []
        for person in people:
            await person.__aenter__()
            opened.append(await person.open())
        between = _memory(server.process.pid)
        worked = _processor(server.process.pid)
        took = await asyncio.gather(*(_click(person, every, seconds) for person in people))
        worked = _processor(server.process.pid) - worked
        after = _memory(server.process.pid)
        for person in people:
            await person.__aexit__()
    clicks = [one for times in took for one in times]
    print("| | number | median ms | p95 ms | max ms |\n|---|---|---|---|---|")
    for name, times in (("open the page", opened), ("click to answer", clicks)):
        print(
            f"| {name} | {len(times)} | {1000 * median(times):.0f} |"
            f" {1000 * quantiles(times, n=20)[-1]:.0f} | {1000 * max(times):.0f} |"
        )
    a_session = [(now - before) / sessions for now in (between, after)]
    print(f"processor time of the server: {1000 * worked / len(clicks):.0f} ms a click")
    print(f"memory of the server with one session: {before:.0f} MB")
    print(f"more for each other: {a_session[0]:.2f} MB opened, {a_session[1]:.2f} MB after playing")


async def _click(person: Client, every: float, seconds: float) -> list[float]:
    """What each click took; the sessions do not click in step."""
    took = []
    await asyncio.sleep(random.uniform(0, every))
    ending = time.perf_counter() + seconds
    while (now := time.perf_counter()) < ending:
        took.append(await person.click())
        await asyncio.sleep(max(0.0, now + every - time.perf_counter()))
    return took


async def _settled(process: int) -> float:
    """The memory once the solver and the kernel are loaded: when it has stopped growing."""
    held, since = _memory(process), time.perf_counter()
    while time.perf_counter() - since < STILL:
        await asyncio.sleep(0.5)
        now = _memory(process)
        if now > held + 1:
            held, since = now, time.perf_counter()
    return held


def _processor(process: int) -> float:
    """Seconds the process has worked, on all cores together."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory(process: int) -> float:
    """Megabytes of the process that are in memory."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    (line,) = (line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


if __name__ == "__main__":
    main()
