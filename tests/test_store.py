"""Games are kept as they are and come back as they were, in SQLite and in PostgreSQL."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from threading import Barrier, Thread

import pytest
from sqlalchemy import create_engine, inspect

from coach.store import (
    GoneError,
    KeptGame,
    Outcome,
    SavedGame,
    StaleGameError,
    Store,
    StoreError,
    Totals,
    default_address,
    new_id,
    new_profile_id,
)
from coach.store_filter import Which
from coach.store_schema import open_database
from engine.deal_code import draw, encode
from engine.doudizhu.rules import FOUR_PLAYER, rules_text
from tests.saved_games import BID, PAIR, PASS, ROCKET, game

# ---- one game ----


def test_a_saved_game_comes_back_equal(store: Store) -> None:
    saved = game(BID, PAIR, PASS, ROCKET, level="advanced", copy_of="other", copy_at=2)
    store.create(saved)
    assert store.load("abc") == saved


def test_a_game_grows_by_one_action_at_a_time(store: Store) -> None:
    store.create(game())
    for number in range(1, 4):
        store.append(game(*[BID, PAIR, PASS][:number]))
    assert store.load("abc") == game(BID, PAIR, PASS)


def test_changed_rules_and_a_code_for_four_players_come_back_whole(
    store: Store, address: str
) -> None:
    changed = replace(FOUR_PLAYER, auction="points_open", doubling=True, redeals=999)
    code = encode(draw("four", first=2, players=4))
    saved = game(rules=rules_text(changed), code=code)
    store.create(saved)
    assert store.load("abc") == saved
    engine = create_engine(address.replace("postgresql:", "postgresql+psycopg:"))
    room = {column["name"]: column["type"] for column in inspect(engine).get_columns("games")}
    engine.dispose()
    assert len(code) <= room["code"].length  # type: ignore[attr-defined]
    assert str(room["rules"]) == "TEXT"


def test_games_do_not_mix(store: Store) -> None:
    store.create(game())
    store.create(game(id="other"))
    store.append(game(BID, id="other"))
    assert store.load("abc") == game()


def test_an_unknown_game_is_none(store: Store) -> None:
    assert store.load("nothing") is None


def test_games_outlive_the_process_that_saved_them(address: str) -> None:
    first = Store(address)
    first.create(game(BID))
    first.close()
    second = Store(address)
    assert second.load("abc") == game(BID)
    second.close()


# ---- two tabs ----


def test_an_older_tab_does_not_overwrite_what_another_kept(store: Store) -> None:
    store.create(game())
    store.append(game(BID))
    store.append(game(BID, PAIR))
    with pytest.raises(StaleGameError):
        store.append(game(PASS))
    assert store.load("abc") == game(BID, PAIR)


def test_two_tabs_that_play_at_once_keep_one_of_both(store: Store) -> None:
    store.create(game())
    start = Barrier(8)
    refused: list[int] = []

    def play(number: int) -> None:
        start.wait()
        try:
            store.append(game((str(number), [])))
        except StaleGameError:
            refused.append(number)

    threads = [Thread(target=play, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == 7
    (kept,) = set(range(8)) - set(refused)
    assert store.load("abc") == game((str(kept), []))


def test_a_tab_that_lags_by_two_actions_is_refused_and_one_ahead_too(store: Store) -> None:
    store.create(game())
    with pytest.raises(StaleGameError):
        store.append(game(BID, PAIR))
    assert store.load("abc") == game()


def test_keeping_the_same_once_more_is_no_error(store: Store) -> None:
    store.create(game())
    store.append(game(BID))
    store.append(game(BID))
    assert store.load("abc") == game(BID)


def test_a_deleted_game_is_not_made_again_by_a_tab_that_still_shows_it(store: Store) -> None:
    store.create(game(), "me")
    store.delete_game("abc", "me")
    with pytest.raises(GoneError):
        store.append(game(BID))
    assert store.load("abc") is None


# ---- a person's games ----


def test_the_history_has_the_games_a_person_acted_in_the_last_first(store: Store) -> None:
    for number in range(5):
        store.create(game(id=f"g{number}"), "me", Outcome(own=number and 1))
    store.create(game(id="hers"), "other", Outcome(own=1))
    store.append(game(BID, id="g2"), Outcome(own=2))
    listed = store.history("me")
    assert [kept.game["id"] for kept in listed] == ["g2", "g4", "g3", "g1"]
    assert store.count("me") == 4
    assert [kept.game["id"] for kept in store.history("me", skip=1, most=2)] == ["g4", "g3"]


def test_the_game_left_last_is_offered_unless_it_is_over_or_untouched(store: Store) -> None:
    assert store.unfinished("me") is None
    store.create(game(id="untouched"), "me", Outcome())
    store.create(game(id="over"), "me", Outcome(own=3, over=True, points=6))
    assert store.unfinished("me") is None
    store.create(game(id="first"), "me", Outcome(own=1))
    store.create(game(id="second"), "me", Outcome(own=1))
    store.create(game(id="if", copy_of="second", copy_at=0), "me", Outcome(own=1))
    found = store.unfinished("me")
    assert found is not None
    assert found.game["id"] == "second"
    assert found.outcome == Outcome(own=1)


def test_copies_count_in_no_totals(store: Store) -> None:
    over = {"own": 5, "over": True}
    store.create(game(id="won", code="D9"), "me", Outcome(points=12, **over))  # type: ignore[arg-type]
    store.create(game(id="lost"), "me", Outcome(points=-6, **over))  # type: ignore[arg-type]
    store.create(game(id="open"), "me", Outcome(own=2))
    store.create(game(id="if", copy_of="lost", copy_at=3), "me", Outcome(points=6, **over))  # type: ignore[arg-type]
    assert store.totals("me") == Totals(deals=2, won=1, points=6)
    assert store.totals("nobody") == Totals()
    assert [kept.game["id"] for kept in store.finished("me")] == ["lost", "won"]
    assert [kept.game["id"] for kept in store.finished("me", most=1)] == ["lost"]
    assert store.finished("nobody") == []
    assert [kept.game["id"] for kept in store.finished("me", code="D9")] == ["won"]
    assert store.finished("me", code="another") == []


def test_a_game_without_an_owner_is_claimed_once(store: Store) -> None:
    store.create(game())
    store.claim("abc", "me", Outcome(own=1))
    store.claim("abc", "other", Outcome(own=1))
    found = store.find("abc")
    assert found is not None
    assert found.profile == "me"


def test_settings_come_back_and_are_nobody_elses(store: Store) -> None:
    assert store.settings("me") == {}
    store.save_settings("me", {"language": "ja", "sound": True})
    store.save_settings("me", {"language": "zh-Hant", "name": "手数"})
    assert store.settings("me") == {"language": "zh-Hant", "name": "手数"}
    assert store.settings("other") == {}


def test_deleting_a_person_leaves_nothing_of_his_and_all_of_others(store: Store) -> None:
    for owner in ("me", "other"):
        store.create(game(id=owner), owner, Outcome(own=1))
        store.save_settings(owner, {"sound": True})
    store.delete_profile("me")
    assert store.load("me") is None
    assert store.settings("me") == {}
    assert store.load("other") is not None
    assert store.settings("other") == {"sound": True}


def test_two_persons_of_one_browser_become_one(store: Store) -> None:
    store.create(game(id="a"), "new", Outcome(own=1))
    store.create(game(id="b"), "old", Outcome(own=1))
    store.merge("new", "old")
    assert store.count("old") == 2
    assert store.count("new") == 0


WHEN = datetime(2026, 3, 4, 5, 6, 7)


def kept(saved: SavedGame, **outcome: object) -> KeptGame:
    later = WHEN + timedelta(hours=1)
    return KeptGame(saved, None, Outcome(own=1, **outcome), WHEN, later)  # type: ignore[arg-type]


def test_games_that_are_put_back_keep_their_times_and_are_not_doubled(store: Store) -> None:
    assert store.put([kept(game(BID)), kept(game(BID, id="b"))], "me") == 2
    found = store.find("abc")
    assert found is not None
    assert (found.begun, found.changed) == (WHEN, WHEN + timedelta(hours=1))
    assert store.put([kept(game(BID))], "me") == 0
    assert store.put([kept(game(BID, PAIR))], "me") == 1
    assert store.load("abc") == game(BID, PAIR)
    assert store.put([kept(game(BID))], "me") == 0  # older: what is kept goes further
    assert store.put([kept(game(PASS, PAIR, PASS))], "me") == 0  # another line: nothing is lost
    assert store.load("abc") == game(BID, PAIR)
    assert [one.game["id"] for one in store.everything("me")] == ["abc", "b"]


def test_a_game_that_is_another_persons_comes_in_under_a_new_name(store: Store) -> None:
    store.create(game(BID), "other", Outcome(own=1))
    assert store.put([kept(game(BID, PAIR))], "me") == 1
    assert store.load("abc") == game(BID)
    (mine,) = store.history("me")
    assert mine.game["id"] != "abc"
    assert mine.game["actions"] == [BID, PAIR]


# ---- where ----


@pytest.mark.parametrize(
    "wrong",
    [
        "nonsense",
        "",
        "unknown://here/games",
        "postgresql+none://x/y",
        "mysql://u@h/x",
        "oracle://u@h/x",
        "postgresql+pg8000://u@h/x",
        "sqlite+aiosqlite:///x",
        "postgresql://u@h:port/x",
        "sqlite:///x?timeout=soon",
    ],
)
def test_an_address_that_names_no_database_is_told(wrong: str) -> None:
    with pytest.raises(StoreError, match="cannot read the address of the database"):
        Store(wrong)


@pytest.mark.parametrize("written", ["postgres://u:p@h:1/d", "postgresql://u:p@h:1/d"])
def test_an_address_of_postgresql_needs_no_name_of_a_driver(
    written: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []

    def stop(address: str, **_: object) -> None:
        seen.append(address)
        raise RuntimeError

    monkeypatch.setattr("coach.store_schema.create_engine", stop)
    with pytest.raises(RuntimeError):
        open_database(written)
    assert seen == ["postgresql+psycopg://u:p@h:1/d"]


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


@pytest.mark.parametrize("make", [new_id, new_profile_id])
def test_ids_are_fit_for_an_address_and_never_the_same(make: object) -> None:
    ids = {make() for _ in range(500)}  # type: ignore[operator]
    assert len(ids) == 500
    assert all(name.replace("-", "").replace("_", "").isalnum() for name in ids)


# ---- reviews ----

OVER = Outcome(own=2, over=True, points=6, landlord=True)


def test_the_summary_of_a_review_is_kept_once_a_game_and_replaced(store: Store) -> None:
    store.create(game(BID, PAIR), "me", OVER)
    store.keep_review("abc", "me", '{"a": 1}')
    store.keep_review("abc", "me", '{"a": 2}')
    assert store.reviews("me") == {"abc": '{"a": 2}'}
    assert store.reviews("you") == {}


@pytest.mark.parametrize(
    ("outcome", "changes", "whose"),
    [
        (Outcome(own=2), {}, "me"),
        (OVER, {"copy_of": "other", "copy_at": 1}, "me"),
        (OVER, {}, "you"),
    ],
    ids=["under way", "a what-if", "somebody else's"],
)
def test_no_review_is_kept_of(
    store: Store, outcome: Outcome, changes: dict[str, object], whose: str
) -> None:
    store.create(game(BID, **changes), "me", outcome)
    store.keep_review("abc", whose, "{}")
    store.keep_review("gone", whose, "{}")
    assert store.reviews("me") == store.reviews("you") == {}


def test_a_review_goes_with_its_game_and_with_the_person(store: Store) -> None:
    for name, whose in (("one", "me"), ("two", "me"), ("three", "you")):
        store.create(game(BID, id=name), whose, OVER)
        store.keep_review(name, whose, name)
    store.delete_game("one", "you")
    assert store.reviews("me") == {"one": "one", "two": "two"}
    store.delete_game("one", "me")
    assert store.reviews("me") == {"two": "two"}
    store.delete_profile("me")
    store.create(game(BID, id="two"), "me", OVER)
    assert store.reviews("me") == {}
    assert store.reviews("you") == {"three": "three"}


def test_reviews_follow_the_games_when_two_persons_become_one(store: Store) -> None:
    store.create(game(BID), "me", OVER)
    store.keep_review("abc", "me", "{}")
    store.merge("me", "you")
    assert store.reviews("you") == {"abc": "{}"}


# ---- what a list shows ----

LOST = Outcome(own=2, over=True, points=-3, landlord=False)
FILTERED = [
    (Which(), "lost won open copy"),
    (Which(won=True), "won copy"),
    (Which(won=False), "lost"),
    (Which(landlord=True), "won copy"),
    (Which(landlord=False), "lost"),
    (Which(level="novice"), "lost"),
    (Which(rules="classic"), "won open copy"),
    (Which(rules="folk"), "lost"),
    (Which(what_ifs=False), "lost won open"),
    (Which(what_ifs=True), "copy"),
    (Which(won=True, what_ifs=False), "won"),
    (Which(won=True, landlord=False), ""),
]


@pytest.mark.parametrize(("which", "expected"), FILTERED, ids=[str(one) for one, _ in FILTERED])
def test_a_list_shows_what_is_asked_for(store: Store, which: Which, expected: str) -> None:
    store.create(game(BID, id="won", rules="classic,quad_two=no"), "me", OVER)
    store.create(game(BID, id="lost", rules="folk", level="novice"), "me", LOST)
    store.create(game(BID, id="open"), "me", Outcome(own=1))
    store.create(game(BID, id="copy", copy_of="won", copy_at=0), "me", OVER)
    store.create(game(BID, id="theirs"), "you", OVER)
    shown = {one.game["id"] for one in store.history("me", which)}
    assert shown == set(expected.split())
    assert store.count("me", which) == len(shown)
