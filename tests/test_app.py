"""The app runs without a browser: it deals, names the game, and answers bad addresses."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert
from streamlit.testing.v1 import AppTest

from coach.store import SavedGame, store
from coach.store_schema import profiles
from coach.ui.table.replay import game_of
from engine.deal_code import draw, encode
from tests.table_games import played

APP = Path(__file__).parents[1] / "app.py"
CODE = encode(draw("app", first=0))
WHEN = datetime(2026, 3, 4, 5, 6, 7)
FOUR = encode(draw("app", first=0, players=4))


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[AppTest]:
    # a run of the app takes the place of the main module, which new processes would begin with
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])
    monkeypatch.setenv("TESUU_DATABASE_URL", f"sqlite:///{tmp_path / 'games.sqlite3'}")
    store.cache_clear()
    yield AppTest.from_file(str(APP), default_timeout=120)
    store().close()
    store.cache_clear()


def test_opening_deals_a_game_and_keeps_it(app: AppTest) -> None:
    app.run()
    assert not app.exception
    assert store().load(app.query_params["game"]) == app.session_state["game"]


def test_a_deal_of_the_address_is_dealt(app: AppTest) -> None:
    app.query_params["deal"] = CODE
    app.run()
    assert app.session_state["game"]["code"] == CODE


def test_a_bad_code_and_an_unknown_game_are_answered_with_a_sentence(app: AppTest) -> None:
    app.query_params["deal"] = "nonsense"
    app.run()
    assert not app.exception
    assert "nonsense" in app.warning[0].value
    app.query_params.clear()
    app.query_params["game"] = "gone"
    app.run()
    assert not app.exception
    assert app.warning[0].value == "No game is kept under this address."
    app.button(key="go_on").click().run()
    assert not app.warning
    assert app.session_state["game"]["actions"] == []


def opened(app: AppTest, **query: str) -> AppTest:
    """The app after opening it anew with this query."""
    app.query_params.clear()
    for name, value in query.items():
        app.query_params[name] = value
    return app.run()


@pytest.mark.parametrize("rules", ["classic", "competition", "folk", "rob", "classic,quad_two=no"])
def test_rules_of_the_address_are_those_of_the_deal(app: AppTest, rules: str) -> None:
    opened(app, deal=CODE, rules=rules)
    game = app.session_state["game"]
    assert (game["code"], game["rules"]) == (CODE, rules)
    assert store().load(game["id"]) == game
    assert app.query_params["rules"] == rules


@pytest.mark.parametrize("rules", ["nonsense", "pagat", "classic,quad_two", "folk,x=y", "x" * 9999])
def test_rules_that_are_not_played_are_answered_with_a_sentence(app: AppTest, rules: str) -> None:
    opened(app, rules=rules)
    assert not app.exception
    assert f"No rules called “` {rules.split(',')[0][:40]}" in app.warning[0].value
    app.button(key="go_on").click().run()
    assert not app.warning
    assert app.session_state["game"]["rules"] == "classic"


@pytest.mark.parametrize(
    ("query", "rules"),
    [
        ({"rules": "four-player"}, "four-player"),
        ({"rules": "four-player", "deal": FOUR}, "four-player"),
        ({"rules": "four-player,redeals=3"}, "four-player,redeals=3"),
        ({"deal": FOUR}, "four-player"),
        ({"deal": FOUR, "rules": "folk"}, "four-player"),
        ({"deal": CODE, "rules": "four-player"}, "classic"),
    ],
)
def test_the_code_says_for_how_many_players_a_deal_is(
    app: AppTest, query: dict[str, str], rules: str
) -> None:
    opened(app, **query)
    assert not app.exception
    assert not app.warning
    game = app.session_state["game"]
    assert game["rules"] == rules
    assert query.get("deal") in (None, game["code"])


def test_a_kept_game_for_four_is_resumed(app: AppTest) -> None:
    app.run()
    kept = SavedGame({**game_of(FOUR, "four-player"), "id": "four"})
    store().create(kept)
    opened(app, game="four")
    assert not app.exception
    assert app.session_state["game"]["id"] == "four"


@pytest.mark.parametrize(
    "broken",
    [
        {"rules": "nonsense"},
        {"rules": ""},
        {"code": "D1"},
        {"code": FOUR},
        {"actions": [("9", ["9c"])]},
        {"actions": [("xyz", [])]},
    ],
)
def test_a_kept_game_that_cannot_be_replayed_is_answered(
    app: AppTest, broken: dict[str, Any]
) -> None:
    app.run()
    store().create(SavedGame({**game_of(CODE, "classic"), "id": "broken", **broken}))  # type: ignore[typeddict-item]
    opened(app, game="broken")
    assert not app.exception
    assert app.warning[0].value == "No game is kept under this address."


@pytest.mark.parametrize(
    "stored",
    [
        '{"level": [], "rules": {"a": 1}, "table": 7, "language": [], "mastery": 3, "hinted": []}',
        '{"level": "\\ud800", "rules": "openspiel", "table": {"speed": []}, "language": "xx"}',
        "[" * 100_000,
        "no JSON",
    ],
)
def test_settings_that_make_no_sense_break_no_page(app: AppTest, stored: str) -> None:
    app.run()
    name = app.session_state["profile"]
    with store()._engine.begin() as connection:
        connection.execute(insert(profiles).values(id=name, settings=stored, changed=WHEN))
    for key in ("settings", "level", "rules"):
        if key in app.session_state:
            del app.session_state[key]
    opened(app)
    assert not app.exception
    assert app.session_state["game"]["level"] == "standard"
    app.button(key="random").click().run()
    assert not app.exception
    assert app.session_state["game"]["rules"] == "classic"


def test_the_rules_chosen_count_for_the_next_deal_and_not_for_this(app: AppTest) -> None:
    app.run()
    first = app.session_state["game"]
    app.radio(key="rules_choice").set_value("folk").run()
    assert app.session_state["game"] == first
    assert app.query_params["rules"] == "classic"
    app.button(key="random").click().run()
    assert app.session_state["game"]["rules"] == app.query_params["rules"] == "folk"
    app.button(key="same").click().run()
    assert app.session_state["game"]["rules"] == "folk"


def test_a_game_keeps_its_rules_whatever_the_address_says(app: AppTest) -> None:
    app.run()
    first = app.session_state["game"]
    opened(app, game=first["id"], rules="folk")
    assert app.session_state["game"] == first
    assert app.query_params["rules"] == "classic"


def test_the_menu_offers_the_changed_rules_of_the_table_too(app: AppTest) -> None:
    opened(app, rules="rob,redeals=none")
    choice = app.radio(key="rules_choice")
    assert choice.options[-1] == "Rob, changed"
    assert choice.value == "rob,redeals=none"


def test_a_tab_that_was_overtaken_by_the_end_of_the_deal_says_so(app: AppTest) -> None:
    app.run()
    finished = played("overtaken", 3, "classic")[-1]
    store().create(finished)
    opened(app, game=finished["id"])
    assert not any("another tab" in said.value for said in app.markdown)
    app.session_state["waiting"] = "stale"  # as an action of this tab found the newer state
    app.run()
    assert not app.exception
    assert any("finished in another tab" in said.value for said in app.markdown)
