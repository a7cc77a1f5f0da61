"""The compiled kernel from outside: started in the background, used once it is ready.

Until then, and for what the kernel does not serve, everything is answered by the same code run as
plain Python or by ``search.py``: slower, with the same answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from threading import Event, Lock, Thread
from typing import NamedTuple

from engine.cards import Counts
from engine.doudizhu import (
    kernel_fewest,
    kernel_likelihood,
    kernel_open,
    kernel_rollout,
    search,
)
from engine.doudizhu.kernel_layout import ROW_END, Numbers
from engine.doudizhu.kernel_positions import BUCKET, GENERATIONS
from engine.doudizhu.kernel_tables import covers, pack, tables
from engine.doudizhu.rules import CLASSIC, Rules


class Code(NamedTuple):
    """The kernel's functions, compiled or plain, and how to make the rows they work on."""

    fewest: Callable[[Numbers, int], int]
    go_on: Callable[[Numbers, Numbers, int], int]
    compare: Callable[[Numbers, Numbers], int]
    weigh: Callable[[Numbers, Numbers], int]
    row: Callable[[tuple[int, ...], int], Numbers]


def _list(numbers: tuple[int, ...], size: int) -> Numbers:
    return [*numbers, *[0] * (size - len(numbers))]


PLAIN = Code(
    kernel_fewest.few, kernel_open.go_on, kernel_rollout.compare, kernel_likelihood.weigh, _list
)
"""The kernel as plain Python."""


@dataclass(slots=True)
class Table:
    """A table of positions, and how many searches have used it (``kernel_positions.py``)."""

    numbers: Numbers = field(default_factory=list)
    generation: int = 0


class Kernel:
    """The kernel of a process: plain until it is ready, compiled from then on."""

    def __init__(self) -> None:
        self.code = PLAIN
        self.why_not: Exception | None = None
        """Why it could not be compiled, if so; then the code stays plain."""
        self._ended = Event()
        self._lock = Lock()
        self._thread: Thread | None = None
        self._rows: dict[tuple[Code, Rules], list[Numbers]] = {}
        self._tables: dict[Code, list[Table]] = {}

    @property
    def ready(self) -> bool:
        """Whether the code is compiled."""
        return self.code is not PLAIN

    def start(self) -> None:
        """Nothing; compiling goes on in a thread of its own, or was started already."""
        with self._lock:
            if self._thread is None:
                self._thread = Thread(target=self._compile, name="kernel", daemon=True)
                self._thread.start()

    def wait(self, seconds: float | None = None) -> bool:
        """Whether the kernel is ready, once compiling has come to its end or *seconds* have."""
        self.start()
        self._ended.wait(seconds)
        return self.ready

    def _compile(self) -> None:
        try:
            made = import_module("engine.doudizhu.kernel_compiled")
            self.code = Code(made.FEWEST, made.GO_ON, made.COMPARE, made.WEIGH, made.row)
        except Exception as error:  # whatever is wrong with the compiler, the plain path answers
            self.why_not = error
        finally:
            self._ended.set()

    @contextmanager
    def row(self, rules: Rules) -> Iterator[tuple[Code, Numbers]]:
        """The code of the moment, and a row for *rules* that nobody else works on."""
        code = self.code
        kept = self._rows.setdefault((code, rules), [])
        try:
            data = kept.pop()
        except IndexError:
            data = code.row(tables(rules), ROW_END)
        try:
            yield code, data
        finally:
            kept.append(data)

    @contextmanager
    def table(self, code: Code, buckets: int) -> Iterator[Table]:
        """A table of at least so many buckets for one search, that nobody else works on.

        Making room for two million positions anew takes as long as searching a hundred thousand.
        """
        kept = self._tables.setdefault(code, [])
        try:
            table = kept.pop()
        except IndexError:
            table = Table()
        if table.generation + 1 == GENERATIONS or len(table.numbers) < buckets * BUCKET:
            table = Table(code.row((), buckets * BUCKET))
        table.generation += 1
        try:
            yield table
        finally:
            kept.append(table)


KERNEL = Kernel()
"""The one kernel of this process."""


def fewest(hand: Counts, rules: Rules = CLASSIC) -> int:
    """The least number of plays that empty *hand*: by the kernel if it is ready and serves it."""
    if not KERNEL.ready or not covers(rules) or sum(hand) > rules.largest_hand:
        return search.fewest(hand, rules)
    with KERNEL.row(rules) as (code, data):
        return int(code.fewest(data, pack(hand)))
