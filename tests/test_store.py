"""Games are kept as they are and come back as they were."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import create_engine, inspect, text

from coach.store import SavedGame, Store, StoreError, default_address, new_id
from engine.deal_code import draw, encode
from engine.doudizhu.rules import FOUR_PLAYER, rules_text


@pytest.fixture
def address(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'games.sqlite3'}"


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    kept = Store(address)
    yield kept
    kept.close()


def game(**changes: object) -> SavedGame:
    plain = {"id": "abc", "code": "D1", "rules": "classic", "seed": "7", "actions": [("3", [])]}
    return SavedGame(**{**plain, **changes})  # type: ignore[typeddict-item]


def test_a_saved_game_comes_back_equal(store: Store) -> None:
    saved = game(actions=[("2", []), ("pass", []), ("33", ["3c", "3h"]), ("BR", ["B", "R"])])
    store.save(saved)
    assert store.load("abc") == saved


def test_changed_rules_and_a_code_for_four_players_come_back_whole(
    store: Store, address: str
) -> None:
    changed = replace(FOUR_PLAYER, auction="points_open", doubling=True, redeals=999)
    code = encode(draw("four", first=2, players=4))
    saved = game(rules=rules_text(changed), code=code)
    store.save(saved)
    assert store.load("abc") == saved
    engine = create_engine(address)
    room = {column["name"]: column["type"] for column in inspect(engine).get_columns("games")}
    engine.dispose()
    assert len(code) <= room["code"].length  # type: ignore[attr-defined]
    assert str(room["rules"]) == "TEXT"


def test_saving_again_replaces_what_was_kept(store: Store) -> None:
    store.save(game())
    longer = game(actions=[("3", []), ("4", ["4d"])])
    store.save(longer)
    assert store.load("abc") == longer


def test_games_do_not_mix(store: Store) -> None:
    store.save(game())
    store.save(game(id="other", actions=[]))
    assert store.load("abc") == game()


def test_an_unknown_game_is_none(store: Store) -> None:
    assert store.load("nothing") is None


def test_games_outlive_the_process_that_saved_them(address: str) -> None:
    first = Store(address)
    first.save(game())
    first.close()
    second = Store(address)
    assert second.load("abc") == game()
    second.close()


def test_a_database_of_another_version_is_refused_and_left_alone(address: str) -> None:
    Store(address).close()
    engine = create_engine(address)
    with engine.begin() as connection:
        connection.execute(text("UPDATE schema SET version = 99"))
    with pytest.raises(StoreError, match="version 99; this program reads 1"):
        Store(address)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT version FROM schema")).scalar() == 99
    assert set(inspect(engine).get_table_names()) == {"games", "schema"}
    engine.dispose()


def test_the_variable_names_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TESUU_DATABASE_URL", "sqlite:///here.sqlite3")
    assert default_address() == "sqlite:///here.sqlite3"


def test_without_the_variable_games_lie_in_the_users_data_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("TESUU_DATABASE_URL", raising=False)
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_, **__: tmp_path / "tesuu")
    assert default_address() == f"sqlite:///{tmp_path / 'tesuu' / 'games.sqlite3'}"
    assert (tmp_path / "tesuu").is_dir()


def test_ids_are_fit_for_an_address_and_never_the_same() -> None:
    ids = {new_id() for _ in range(500)}
    assert len(ids) == 500
    assert all(name.replace("-", "").replace("_", "").isalnum() for name in ids)
