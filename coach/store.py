"""Where games are kept: one table behind SQLAlchemy, by default SQLite in the user's folder."""

from __future__ import annotations

import json
import os
import secrets
from functools import cache
from pathlib import Path
from typing import Any, TypedDict

import platformdirs
from sqlalchemy import (
    Column,
    DateTime,
    Engine,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    event,
    func,
    insert,
    select,
    update,
)

SCHEMA_VERSION = 1
ADDRESS_VARIABLE = "TESUU_DATABASE_URL"

_metadata = MetaData()

_schema = Table("schema", _metadata, Column("version", Integer, primary_key=True))

_games = Table(
    "games",
    _metadata,
    Column("id", String(32), primary_key=True),
    Column("code", String(64), nullable=False),
    Column("rules", Text, nullable=False),
    Column("seed", String(32), nullable=False),
    Column("actions", Text, nullable=False),
    Column("begun", DateTime, server_default=func.now(), nullable=False),
    Column("changed", DateTime, server_default=func.now(), onupdate=func.now(), nullable=False),
)


class SavedGame(TypedDict):
    """A game as plain data: everything else follows from it by replay."""

    id: str
    code: str
    """Code of the first deal of the chain (R5)."""
    rules: str
    """The rules as text: a preset and what differs from it."""
    seed: str
    """What the CPUs draw their chances from."""
    actions: list[tuple[str, list[str]]]
    """Every action in order: its text and, for a play, the cards with their suits."""


class StoreError(RuntimeError):
    """The games cannot be kept here; the message says why."""


def new_id() -> str:
    """A random name for a game, fit for an address."""
    return secrets.token_urlsafe(9)


class Store:
    """Saves and loads games."""

    def __init__(self, address: str) -> None:
        self._engine = _open(address)

    def save(self, game: SavedGame) -> None:
        """Keep *game* as it is now, in place of what was kept of it."""
        values = {
            "code": game["code"],
            "rules": game["rules"],
            "seed": game["seed"],
            "actions": json.dumps(game["actions"], separators=(",", ":")),
        }
        with self._engine.begin() as connection:
            known = connection.execute(
                update(_games).where(_games.c.id == game["id"]).values(values)
            )
            if not known.rowcount:
                connection.execute(insert(_games).values(id=game["id"], **values))

    def load(self, game_id: str) -> SavedGame | None:
        """The game of this id as it was last kept; None where there is none."""
        with self._engine.connect() as connection:
            row = connection.execute(select(_games).where(_games.c.id == game_id)).first()
        if row is None:
            return None
        actions = [(text, cards) for text, cards in json.loads(row.actions)]
        return SavedGame(id=row.id, code=row.code, rules=row.rules, seed=row.seed, actions=actions)

    def close(self) -> None:
        """Let the database go."""
        self._engine.dispose()


def default_address() -> str:
    """The database of ``TESUU_DATABASE_URL``, else a file in the user's data folder."""
    given = os.environ.get(ADDRESS_VARIABLE)
    if given:
        return given
    folder = Path(platformdirs.user_data_path("tesuu", appauthor=False))
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'games.sqlite3'}"


@cache
def store() -> Store:
    """The one store of this process."""
    return Store(default_address())


def _open(address: str) -> Engine:
    """The engine of *address*, with its tables made; StoreError for another schema version."""
    engine = create_engine(address)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
    _metadata.create_all(engine)
    with engine.begin() as connection:
        version = connection.execute(select(_schema.c.version)).scalar()
        if version is None:
            connection.execute(insert(_schema).values(version=SCHEMA_VERSION))
        elif version != SCHEMA_VERSION:
            engine.dispose()
            raise StoreError(
                f"the games are kept in version {version}; this program reads {SCHEMA_VERSION}"
            )
    return engine


def _prepare_sqlite(connection: Any, _record: object) -> None:
    """Readers and the writer do not wait for each other; a killed server loses nothing."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.execute("PRAGMA busy_timeout=3000")
    cursor.close()
