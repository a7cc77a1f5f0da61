"""The app runs without a browser: it deals, names the game, and answers bad addresses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from coach.store import store
from engine.deal_code import draw, encode

APP = Path(__file__).parents[1] / "app.py"
CODE = encode(draw("app", first=0))


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[AppTest]:
    monkeypatch.setenv("TESUU_DATABASE_URL", f"sqlite:///{tmp_path / 'games.sqlite3'}")
    store.cache_clear()
    yield AppTest.from_file(str(APP), default_timeout=20)
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
