"""Games kept by earlier versions open, in SQLite and in PostgreSQL; later ones are left alone."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from threading import Thread

import pytest
from sqlalchemy import create_engine, inspect, text

from coach.store import (
    SavedGame,
    StaleGameError,
    Store,
    StoreError,
)
from tests.saved_games import BID, PAIR, PASS, game

KEPT = Path(__file__).parent / "kept_games"
OLD_FILE = KEPT / "games-version-1.sqlite3"
"""Made by the program as it was with version 1: a deal just dealt, one under way, one finished."""
OLD_GAMES = json.loads((KEPT / "games-version-1.json").read_text(encoding="utf-8"))
"""What that program read from it."""


def test_a_file_of_version_1_opens_and_keeps_its_games(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    shutil.copy(OLD_FILE, file)
    for _ in range(2):  # brought to the present version once, then opened as any other
        store = Store(f"sqlite:///{file}")
        for old in OLD_GAMES:
            actions = [(text, cards) for text, cards in old["actions"]]
            found = store.load(old["id"])
            assert found == SavedGame(
                {**old, "actions": actions, "level": "standard", "copy_of": None, "copy_at": None}
            )
        longer = next(old for old in OLD_GAMES if old["actions"])
        with pytest.raises(StaleGameError):
            store.append(game(BID, id=longer["id"]))
        store.close()
    engine = create_engine(f"sqlite:///{file}")
    with engine.connect() as connection:
        assert connection.execute(text("SELECT version FROM schema")).scalar() == 3
    engine.dispose()


def test_a_file_of_version_2_opens_with_its_games_and_keeps_reviews(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    shutil.copy(KEPT / "games-version-2.sqlite3", file)
    store = Store(f"sqlite:///{file}")
    (kept,) = store.finished("person-of-version-2")
    assert (kept.game["id"], kept.outcome.points) == ("over", 6)
    assert store.settings("person-of-version-2") == {"level": "novice"}
    assert store.reviews("person-of-version-2") == {}
    store.keep_review("over", "person-of-version-2", "{}")
    assert store.reviews("person-of-version-2") == {"over": "{}"}
    store.close()


def test_an_old_game_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    shutil.copy(OLD_FILE, file)
    store = Store(f"sqlite:///{file}")
    old = store.load(OLD_GAMES[1]["id"])
    assert old is not None
    store.append(SavedGame({**old, "actions": [*old["actions"], PASS]}))
    found = store.load(old["id"])
    assert found is not None
    assert len(found["actions"]) == len(OLD_GAMES[1]["actions"]) + 1
    store.close()


VERSION_1 = (
    "CREATE TABLE schema (version INTEGER NOT NULL PRIMARY KEY)",
    "CREATE TABLE games (id VARCHAR(32) NOT NULL PRIMARY KEY, code VARCHAR(64) NOT NULL,"
    " rules TEXT NOT NULL, seed VARCHAR(32) NOT NULL, actions TEXT NOT NULL,"
    " begun TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL,"
    " changed TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)",
    "INSERT INTO schema VALUES (1)",
    "INSERT INTO games (id, code, rules, seed, actions)"
    """ VALUES ('old', 'D1', 'classic', '7', '[["3",[]],["33",["3c","3h"]]]')""",
)


def test_tables_of_version_1_are_brought_up_in_every_database_and_are_as_new_ones(
    address: str,
) -> None:
    engine = create_engine(address.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        for statement in VERSION_1:
            connection.execute(text(statement))
    store = Store(address)
    assert store.load("old") == game(BID, PAIR, id="old")
    store.append(game(BID, PAIR, PASS, id="old"))
    store.save_settings("me", {"sound": True})
    store.close()
    columns = {column["name"] for column in inspect(engine).get_columns("games")}
    of_reviews = {column["name"] for column in inspect(engine).get_columns("reviews")}
    indexes = {index["name"] for index in inspect(engine).get_indexes("games")}
    with engine.begin() as connection:
        connection.execute(text("DROP TABLE games"))
        connection.execute(text("DROP TABLE profiles"))
        connection.execute(text("DROP TABLE reviews"))
        connection.execute(text("DROP TABLE schema"))
    Store(address).close()
    assert columns == {column["name"] for column in inspect(engine).get_columns("games")}
    assert of_reviews == {column["name"] for column in inspect(engine).get_columns("reviews")}
    assert indexes == {index["name"] for index in inspect(engine).get_indexes("games")}
    engine.dispose()


def test_a_step_that_fails_leaves_the_old_version_whole(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = create_engine(address.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        for statement in VERSION_1:
            connection.execute(text(statement))
        connection.execute(text("UPDATE games SET actions = 'torn'"))
    with pytest.raises(ValueError, match="Expecting value"):
        Store(address)
    assert set(inspect(engine).get_table_names()) == {"games", "schema"}
    assert "level" not in {column["name"] for column in inspect(engine).get_columns("games")}
    with engine.begin() as connection:
        assert connection.execute(text("SELECT version FROM schema")).scalar() == 1
    engine.dispose()


def test_servers_that_start_together_make_the_tables_once(address: str) -> None:
    failed: list[Exception] = []

    def start() -> None:
        try:
            Store(address).close()
        except Exception as error:
            failed.append(error)

    threads = [Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []


def test_a_database_of_a_later_version_is_refused_and_left_alone(address: str) -> None:
    Store(address).close()
    engine = create_engine(address.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.execute(text("UPDATE schema SET version = 99"))
    with pytest.raises(StoreError, match="version 99; this program reads 1 to 3"):
        Store(address)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT version FROM schema")).scalar() == 99
    assert set(inspect(engine).get_table_names()) == {"games", "profiles", "reviews", "schema"}
    engine.dispose()
