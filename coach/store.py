"""Where games and settings are kept: SQLAlchemy, by default SQLite in the user's folder.

A game is kept after every action, and an action is kept only where it follows the one kept last,
so that two tabs on one game cannot overwrite each other.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, TypedDict

import platformdirs
from sqlalchemy import ColumnElement, Row, Select, case, delete, func, insert, select, update

from coach.store_file import FileGoneError, watch_of
from coach.store_filter import Which, conditions
from coach.store_schema import StoreError, games, open_database, profiles, reviews

__all__ = ["FileGoneError", "SavedGame", "Store", "StoreError", "store"]

EVERY = Which()
ADDRESS_VARIABLE = "TESUU_DATABASE_URL"


class SavedGame(TypedDict):
    """A game as plain data: everything else follows from it by replay."""

    id: str
    code: str
    """Code of the first deal of the chain (R5)."""
    rules: str
    """The rules as text: a preset and what differs from it."""
    level: str
    """Name of the level of the CPUs."""
    seed: str
    """What the CPUs draw their chances from."""
    actions: list[tuple[str, list[str]]]
    """Every action in order: its text and, for a play, the cards with their suits.  Behind the text
    stands ``{cut short}`` where a brake ended a CPU's thinking."""
    copy_of: str | None
    """For a what-if the game it was taken from; it counts in no statistics."""
    copy_at: int | None
    """How many of its actions are those of that game."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game stands for its person, kept beside it so that lists need no replay."""

    own: int = 0
    """Actions of the person."""
    over: bool = False
    points: int | None = None
    """The person's points when the game is over."""
    landlord: bool | None = None
    """Whether the person is the landlord; None while that is open."""


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game with what is known about its keeping."""

    game: SavedGame
    profile: str | None
    """Whose it is; None for a game of an older version that nobody has claimed."""
    outcome: Outcome
    begun: datetime
    """UTC, as is the next."""
    changed: datetime


@dataclass(frozen=True, slots=True)
class Totals:
    """What a person's finished deals come to; copies are not counted."""

    deals: int = 0
    won: int = 0
    points: int = 0


_KEPT_ONCE = ("id", "code", "rules", "level", "seed", "copy_of", "copy_at")
"""What of a game never changes."""


class StaleGameError(Exception):
    """The game went on elsewhere: what was to be kept does not follow what is kept."""


class GoneError(Exception):
    """The game was deleted."""


def new_id() -> str:
    """A random name for a game, fit for an address."""
    return secrets.token_urlsafe(9)


def new_profile_id() -> str:
    """A random name for a person's browser: 128 bits, nobody guesses it."""
    return secrets.token_urlsafe(16)


class Store:
    """Saves and loads games and settings."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._engine = open_database(address)
        self._watch = watch_of(self._engine)
        if self._watch:
            self._watch.listen(self._engine)

    @property
    def generation(self) -> int:
        """Grows when another database file may be in use than before, without what was kept."""
        return self._watch.generation if self._watch else 0

    def reopen(self, *, create: bool = False) -> None:
        """Begin again with what is at the address now, its tables made where they are missing.

        FileGoneError when its file is gone, unless a new one is to be made.
        """
        if self._watch:
            if create:
                self._watch.path.parent.mkdir(parents=True, exist_ok=True)
            else:
                self._watch.identity()
        engine = open_database(self._address)
        if self._watch:
            self._watch.listen(engine)
        before, self._engine = self._engine, engine
        before.dispose()

    # ---- one game ----

    def create(
        self, game: SavedGame, profile: str | None = None, outcome: Outcome | None = None
    ) -> None:
        """Keep a new game."""
        now = _now()
        row = {
            **{key: game[key] for key in _KEPT_ONCE},  # type: ignore[literal-required]
            **_values(game, outcome),
            "profile": profile,
            "begun": now,
            "changed": now,
        }
        with self._engine.begin() as connection:
            connection.execute(insert(games).values(row))

    def append(self, game: SavedGame, outcome: Outcome | None = None) -> None:
        """Keep *game*, which has one action more than what is kept of it.

        StaleGameError when something else is kept, GoneError when nothing is.  Keeping the same
        once more, after an answer that was lost, is no error.
        """
        number = len(game["actions"])
        values = _values(game, outcome)
        with self._engine.begin() as connection:
            kept = connection.execute(
                update(games)
                .where(games.c.id == game["id"], games.c.number == number - 1)
                .values(values)
            )
            if kept.rowcount:
                return
            found = connection.execute(
                select(games.c.actions).where(games.c.id == game["id"])
            ).scalar()
        if found is None:
            raise GoneError(game["id"])
        if found != values["actions"]:
            raise StaleGameError(game["id"])

    def load(self, game_id: str) -> SavedGame | None:
        """The game of this id as it was last kept; None where there is none."""
        kept = self.find(game_id)
        return kept.game if kept else None

    def find(self, game_id: str) -> KeptGame | None:
        """The same with its owner and its outcome."""
        with self._engine.connect() as connection:
            row = connection.execute(select(games).where(games.c.id == game_id)).first()
        return _kept(row) if row else None

    def claim(self, game_id: str, profile: str, outcome: Outcome) -> None:
        """Give a game without an owner to *profile*."""
        with self._engine.begin() as connection:
            connection.execute(
                update(games)
                .where(games.c.id == game_id, games.c.profile.is_(None))
                .values(profile=profile, **_outcome(outcome))
            )

    def delete_game(self, game_id: str, profile: str) -> None:
        """Delete one game of *profile*, and what was kept of its review."""
        mine = games.c.id == game_id, games.c.profile == profile
        with self._engine.begin() as connection:
            connection.execute(delete(reviews).where(reviews.c.game.in_(_ids(*mine))))
            connection.execute(delete(games).where(*mine))

    # ---- the games of a person ----

    def unfinished(self, profile: str) -> KeptGame | None:
        """The game left last that is begun, not over, and no what-if."""
        listed = (
            select(games)
            .where(games.c.profile == profile, ~games.c.over, games.c.own > 0)
            .where(games.c.copy_of.is_(None))
            .order_by(games.c.changed.desc(), games.c.id)
            .limit(1)
        )
        with self._engine.connect() as connection:
            row = connection.execute(listed).first()
        return _kept(row) if row else None

    def history(
        self, profile: str, which: Which = EVERY, *, skip: int = 0, most: int = 20
    ) -> list[KeptGame]:
        """The games in which the person acted, as far as asked for, those changed last first."""
        listed = (
            select(games)
            .where(games.c.profile == profile, games.c.own > 0, *conditions(which))
            .order_by(games.c.changed.desc(), games.c.id)
            .offset(skip)
            .limit(most)
        )
        with self._engine.connect() as connection:
            return [_kept(row) for row in connection.execute(listed)]

    def finished(self, profile: str, *, code: str = "", most: int = 20) -> list[KeptGame]:
        """The games played to their end, no what-ifs, those changed last first; of the deal *code*
        where one is told."""
        listed = (
            select(games)
            .where(games.c.profile == profile, games.c.over, games.c.own > 0)
            .where(games.c.copy_of.is_(None), *([games.c.code == code] if code else []))
            .order_by(games.c.changed.desc(), games.c.id)
            .limit(most)
        )
        with self._engine.connect() as connection:
            return [_kept(row) for row in connection.execute(listed)]

    def count(self, profile: str, which: Which = EVERY) -> int:
        """How many games ``history`` has."""
        mine = games.c.profile == profile, games.c.own > 0
        counted = select(func.count()).where(*mine, *conditions(which))
        with self._engine.connect() as connection:
            return int(connection.execute(counted).scalar() or 0)

    def totals(self, profile: str) -> Totals:
        """What the finished games come to, without the copies."""
        counted = select(
            func.count(),
            func.sum(case((games.c.points > 0, 1), else_=0)),
            func.sum(games.c.points),
        ).where(games.c.profile == profile, games.c.over, games.c.copy_of.is_(None))
        with self._engine.connect() as connection:
            deals, won, points = connection.execute(counted).one()
        return Totals(deals, int(won or 0), int(points or 0))

    def everything(self, profile: str) -> Iterator[KeptGame]:
        """Every game of *profile* in which the person acted, the oldest first."""
        listed = (
            select(games)
            .where(games.c.profile == profile, games.c.own > 0)
            .order_by(games.c.begun, games.c.id)
        )
        with self._engine.connect() as connection:
            rows = connection.execute(listed).all()
        yield from map(_kept, rows)

    def put(self, kept: Sequence[KeptGame], profile: str) -> int:
        """Give *profile* these games with their times; how many were new or longer than kept.

        A game that is kept already stays as it is unless the new one goes on from it.  A game
        with the id of another person's gets an id of its own.
        """
        changed = 0
        with self._engine.begin() as connection:
            for one in kept:
                changed += self._put(connection, one, profile)
        return changed

    def _put(self, connection: Any, one: KeptGame, profile: str) -> bool:
        game = one.game
        found = connection.execute(select(games).where(games.c.id == game["id"])).first()
        if found is not None and found.profile in (None, profile):
            before = _kept(found).game["actions"]
            goes_on = (
                len(before) < len(game["actions"]) and game["actions"][: len(before)] == before
            )
            if not goes_on or (found.code, found.rules) != (game["code"], game["rules"]):
                return False
            connection.execute(delete(games).where(games.c.id == game["id"]))
        foreign = found is not None and found.profile not in (None, profile)
        row = {
            **{key: game[key] for key in _KEPT_ONCE},  # type: ignore[literal-required]
            **_values(game, one.outcome),
            "id": new_id() if foreign else game["id"],
            "profile": profile,
            "begun": one.begun,
            "changed": one.changed,
        }
        connection.execute(insert(games).values(row))
        return True

    # ---- reviews ----

    def keep_review(self, game_id: str, profile: str, summary: str) -> None:
        """Keep what the review of a finished game of *profile* came to, in place of any before.

        Nothing is kept of a game that is not his, not over, or a what-if.
        """
        counts = games.c.over, games.c.copy_of.is_(None), games.c.own > 0
        wanted = _ids(games.c.id == game_id, games.c.profile == profile, *counts)
        values = {"summary": summary, "changed": _now()}
        with self._engine.begin() as connection:
            known = connection.execute(
                update(reviews).where(reviews.c.game.in_(wanted)).values(values)
            )
            if not known.rowcount and connection.execute(wanted).first():
                connection.execute(insert(reviews).values(game=game_id, **values))

    def reviews(self, profile: str) -> dict[str, str]:
        """What is kept of reviews of the games of *profile*, by the id of the game."""
        listed = select(reviews).where(reviews.c.game.in_(_ids(games.c.profile == profile)))
        with self._engine.connect() as connection:
            return {row.game: row.summary for row in connection.execute(listed)}

    # ---- settings ----

    def settings(self, profile: str) -> dict[str, Any]:
        """What the person has set, as it was kept; empty for a new one, and where it is no JSON."""
        wanted = select(profiles.c.settings).where(profiles.c.id == profile)
        with self._engine.connect() as connection:
            kept = connection.execute(wanted).scalar()
        try:
            found = json.loads(kept or "{}")
        except (ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}

    def save_settings(self, profile: str, settings: dict[str, Any]) -> None:
        """Keep what the person has set."""
        values = {"settings": json.dumps(settings, ensure_ascii=False), "changed": _now()}
        with self._engine.begin() as connection:
            known = connection.execute(
                update(profiles).where(profiles.c.id == profile).values(values)
            )
            if not known.rowcount:
                connection.execute(insert(profiles).values(id=profile, **values))

    # ---- a whole person ----

    def merge(self, source: str, target: str) -> None:
        """Give the games of *source* to *target*; two tabs may both have begun as new persons."""
        with self._engine.begin() as connection:
            connection.execute(
                update(games).where(games.c.profile == source).values(profile=target)
            )
            connection.execute(delete(profiles).where(profiles.c.id == source))

    def delete_profile(self, profile: str) -> None:
        """Delete every game, its review and all settings of *profile*."""
        mine = games.c.profile == profile
        with self._engine.begin() as connection:
            connection.execute(delete(reviews).where(reviews.c.game.in_(_ids(mine))))
            connection.execute(delete(games).where(mine))
            connection.execute(delete(profiles).where(profiles.c.id == profile))

    def close(self) -> None:
        """Let the database go."""
        self._engine.dispose()


def _ids(*which: ColumnElement[bool]) -> Select[tuple[str]]:
    """The ids of these games."""
    return select(games.c.id).where(*which)


def _values(game: SavedGame, outcome: Outcome | None) -> dict[str, Any]:
    """What changes with every action."""
    return {
        "actions": json.dumps(game["actions"], separators=(",", ":")),
        "number": len(game["actions"]),
        "changed": _now(),
        **_outcome(outcome or Outcome()),
    }


def _outcome(outcome: Outcome) -> dict[str, Any]:
    return {
        "own": outcome.own,
        "over": outcome.over,
        "points": outcome.points,
        "landlord": outcome.landlord,
    }


def _kept(row: Row[Any]) -> KeptGame:
    actions = [(text, cards) for text, cards in json.loads(row.actions)]
    game = SavedGame(
        id=row.id,
        code=row.code,
        rules=row.rules,
        level=row.level,
        seed=row.seed,
        actions=actions,
        copy_of=row.copy_of,
        copy_at=row.copy_at,
    )
    outcome = Outcome(row.own, row.over, row.points, row.landlord)
    return KeptGame(game, row.profile, outcome, row.begun, row.changed)


def _now() -> datetime:
    return datetime.now(UTC).replace(tzinfo=None)


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
