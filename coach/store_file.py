"""Notices that the file of a database is gone, or another, while it is open.

SQLite goes on writing into a file that was deleted: all is well until the end, then all is lost.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import Engine, event
from sqlalchemy.exc import DisconnectionError

from coach.store_schema import StoreError


class FileGoneError(StoreError):
    """The file of the database was deleted or moved while it was open."""


class FileWatch:
    """Compares the file in its place with the one that is open, before each use.

    Another file in its place is opened; none is a FileGoneError, and no new one is made silently.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.generation = 0
        """Grows when another file may be open than before: what was kept may not be in it."""
        self._last: tuple[int, int] | None = None

    def listen(self, engine: Engine) -> None:
        """Watch the connections of *engine*; those that are open already are closed."""
        engine.dispose()
        event.listen(engine, "do_connect", self._before)
        event.listen(engine, "connect", self._opened)
        event.listen(engine, "checkout", self._used)

    def identity(self) -> tuple[int, int]:
        """What tells the file in its place from every other; FileGoneError where there is none."""
        try:
            found = self.path.stat()
        except FileNotFoundError:
            self._last = None
            raise FileGoneError(f"{self.path} was deleted or moved") from None
        return found.st_dev, found.st_ino

    def _before(self, *_: Any) -> None:
        self.identity()

    def _opened(self, _connection: object, record: Any) -> None:
        record.info["file"] = now = self.identity()
        if now != self._last:
            self.generation += 1
        self._last = now

    def _used(self, _connection: object, record: Any, _proxy: object) -> None:
        if record.info["file"] != self.identity():
            raise DisconnectionError(f"{self.path} is another file now")


def watch_of(engine: Engine) -> FileWatch | None:
    """A watch for the database of *engine*; None where it is no file."""
    name = engine.url.database
    if engine.dialect.name != "sqlite" or not name or not Path(name).is_file():
        return None
    return FileWatch(Path(name).absolute())
