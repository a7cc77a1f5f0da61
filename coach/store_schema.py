"""The tables games and settings are kept in, and how an older database becomes a present one."""

from __future__ import annotations

import json
import sqlite3
from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    DateTime,
    Engine,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    event,
    insert,
    inspect,
    make_url,
    select,
    text,
    update,
)
from sqlalchemy.exc import ArgumentError, NoSuchModuleError
from sqlalchemy.schema import CreateColumn, CreateIndex, CreateTable

SCHEMA_VERSION = 3

metadata = MetaData()

schema = Table("schema", metadata, Column("version", Integer, primary_key=True))

profiles = Table(
    "profiles",
    metadata,
    Column("id", String(48), primary_key=True),
    Column("settings", Text, nullable=False),
    Column("changed", DateTime, nullable=False),
)

games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("code", String(64), nullable=False),
    Column("rules", Text, nullable=False),
    Column("seed", String(32), nullable=False),
    Column("actions", Text, nullable=False),
    Column("begun", DateTime, nullable=False),
    Column("changed", DateTime, nullable=False),
    # since version 2
    Column("profile", String(48)),
    Column("level", String(32), nullable=False, server_default="standard"),
    Column("number", Integer, nullable=False, server_default="0"),
    Column("own", Integer, nullable=False, server_default="0"),
    Column("over", Boolean, nullable=False, server_default=text("false")),
    Column("points", Integer),
    Column("landlord", Boolean),
    Column("copy_of", String(32)),
    Column("copy_at", Integer),
)
games_of_profile = Index("games_of_profile", games.c.profile, games.c.changed)

reviews = Table(
    "reviews",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("summary", Text, nullable=False),
    Column("changed", DateTime, nullable=False),
)
"""What the review of a finished game came to, since version 3; whose it is, ``games`` says."""

_SINCE_2 = ("profile", "level", "number", "own", "over", "points", "landlord", "copy_of", "copy_at")

_LOCK = 7455_0001
"""Two servers that open one PostgreSQL database make or change its tables one after the other."""


class StoreError(RuntimeError):
    """The games cannot be kept here; the message says why."""


def open_database(address: str) -> Engine:
    """The engine of *address*, its tables made or brought to the present version.

    StoreError for an address that names no database, or one whose driver is not installed, and for
    a version later than this program's.
    """
    try:
        engine = create_engine(_with_driver(address), pool_pre_ping=True)
    except (ArgumentError, NoSuchModuleError, ImportError, ValueError, TypeError) as error:
        raise StoreError(f"cannot read the address of the database: {error}") from error
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    try:
        with engine.begin() as connection:
            _bring_up(connection)
    except Exception:
        engine.dispose()
        raise
    return engine


def _with_driver(address: str) -> str:
    """*address* with the driver that comes with this program, where it names none."""
    url = make_url(address)
    if url.drivername in ("postgres", "postgresql"):
        url = url.set(drivername="postgresql+psycopg")
    return url.render_as_string(hide_password=False)


def _prepare_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    """Readers and the writer do not wait for each other; a killed server loses nothing."""
    connection.isolation_level = None  # SQLAlchemy begins each transaction, tables included
    for pragma in ("busy_timeout=3000", "journal_mode=WAL", "synchronous=NORMAL"):
        connection.execute(f"PRAGMA {pragma}").close()


def _begin_sqlite(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")


def _bring_up(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    elif connection.dialect.name == "sqlite":
        connection.exec_driver_sql("ROLLBACK")
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    version = _version(connection)
    if version is None:
        metadata.create_all(connection)
        connection.execute(insert(schema).values(version=SCHEMA_VERSION))
        return
    if not 1 <= version <= SCHEMA_VERSION:
        raise StoreError(
            f"the games are kept in version {version}; this program reads 1 to {SCHEMA_VERSION}"
        )
    for older in range(version, SCHEMA_VERSION):
        _STEPS[older](connection)
        connection.execute(update(schema).values(version=older + 1))


def _version(connection: Connection) -> int | None:
    """The version of the tables; None where there are none."""
    if not inspect(connection).has_table(schema.name):
        return None
    version: int | None = connection.execute(select(schema.c.version)).scalar()
    return version


def _to_2(connection: Connection) -> None:
    """Games get an owner, a level, a result and the number of their actions; settings a table."""
    connection.execute(CreateTable(profiles))
    for name in _SINCE_2:
        column = CreateColumn(games.c[name]).compile(dialect=connection.dialect)
        connection.execute(text(f"ALTER TABLE games ADD COLUMN {column}"))
    connection.execute(CreateIndex(games_of_profile))
    for row in connection.execute(select(games.c.id, games.c.actions)).all():
        number = len(json.loads(row.actions))
        connection.execute(
            update(games).where(games.c.id == row.id).values(number=number, own=number)
        )


def _to_3(connection: Connection) -> None:
    """Reviews get a table."""
    connection.execute(CreateTable(reviews))


_STEPS: dict[int, Any] = {1: _to_2, 2: _to_3}
"""What brings a database of this version to the next."""
