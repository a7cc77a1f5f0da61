"""The file of the games deleted, moved or replaced while it is open: nothing is said to be kept."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from coach.store import FileGoneError, GoneError, SavedGame, Store
from tests.table_games import played

LONGER = played("file gone", 2, "classic")[4]
SHORT = SavedGame({**LONGER, "actions": LONGER["actions"][:-1]})


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


@pytest.fixture
def store(file: Path) -> Iterator[Store]:
    opened = Store(f"sqlite:///{file}")
    opened.create(SHORT, "p" * 22)
    yield opened
    opened.close()


def remove(file: Path, to: Path | None = None) -> None:
    """Delete the file with those beside it, or move them to the folder *to*."""
    for each in file.parent.glob(f"{file.name}*"):
        if to:
            to.mkdir(exist_ok=True)
            each.rename(to / each.name)
        else:
            each.unlink()


def test_in_a_file_that_was_deleted_nothing_is_kept_and_no_new_one_is_made(
    store: Store, file: Path
) -> None:
    remove(file)
    for _ in range(3):
        with pytest.raises(FileGoneError, match="was deleted or moved"):
            store.append(LONGER)
        with pytest.raises(FileGoneError):
            store.load(SHORT["id"])
    with pytest.raises(FileGoneError):
        store.reopen()
    assert not file.exists()


def check_another_file(store: Store, file: Path, before: int) -> None:
    """What was kept is not in the file that is open now; what is kept from now on is."""
    with pytest.raises(GoneError):
        store.append(LONGER)
    store.create(LONGER)
    assert store.generation > before
    again = Store(f"sqlite:///{file}")
    assert again.load(LONGER["id"]) == LONGER
    again.close()


def test_a_new_file_is_begun_when_it_is_wanted(store: Store, file: Path) -> None:
    before = store.generation
    remove(file)
    shutil.rmtree(file.parent)
    store.reopen(create=True)
    check_another_file(store, file, before)


def test_a_file_that_is_put_back_holds_what_it_held(store: Store, file: Path) -> None:
    remove(file, to=file.parent / "away")
    with pytest.raises(FileGoneError):
        store.append(LONGER)
    for each in (file.parent / "away").iterdir():
        each.rename(file.parent / each.name)
    store.append(LONGER)
    assert store.load(SHORT["id"]) == LONGER


def test_another_file_in_its_place_is_the_one_that_is_kept_in(store: Store, file: Path) -> None:
    before = store.generation
    other = Store(f"sqlite:///{file.parent / 'other.sqlite3'}")
    other.close()
    remove(file)
    (file.parent / "other.sqlite3").rename(file)
    check_another_file(store, file, before)


def test_while_the_file_stays_it_is_the_same(store: Store) -> None:
    before = store.generation
    store.append(LONGER)
    store.reopen()
    assert store.load(SHORT["id"]) == LONGER
    assert store.generation == before
