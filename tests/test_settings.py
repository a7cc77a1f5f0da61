"""What a person has set and learned, from several tabs at once and while it cannot be kept."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest
from sqlalchemy.exc import SQLAlchemyError
from streamlit.testing.v1 import AppTest

from coach.store import SavedGame, Store, new_profile_id, store
from coach.ui.table.replay import outcome_of
from tests.table_games import played


def tab() -> None:
    """A page on which a question can be answered and the language set."""
    import streamlit as st

    from coach.language import texts
    from coach.ui.course import kept, placing
    from coach.ui.profile import set_all, settings

    st.write(settings())
    if st.button("right", key="right"):
        kept.met("plays", right=True)
    if st.button("ja", key="ja"):
        set_all(language="ja")
    if st.query_params.get("place"):
        placing.test(texts("en"))


@pytest.fixture
def tabs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[tuple[AppTest, AppTest]]:
    """Two tabs of one person, both open."""
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])
    monkeypatch.setenv("TESUU_DATABASE_URL", f"sqlite:///{tmp_path / 'games.sqlite3'}")
    store.cache_clear()
    name = new_profile_id()
    one, other = (AppTest.from_function(tab, default_timeout=120) for _ in range(2))
    for each in (one, other):
        each.session_state["profile"] = name
        each.query_params["place"] = "seed"
        each.run()
    yield one, other
    store().close()
    store.cache_clear()


def known(one: AppTest) -> dict[str, object]:
    return store().settings(one.session_state["profile"])


def press(one: AppTest, key: str) -> None:
    one.button(key=key).click().run()
    assert not one.exception


def test_what_two_tabs_answer_counts_together(tabs: tuple[AppTest, AppTest]) -> None:
    for one in (*tabs, *tabs):
        press(one, "right")
    assert known(tabs[0])["mastery"] == {"plays": "1111"}


def test_who_sets_something_loses_nothing_of_another_tab(tabs: tuple[AppTest, AppTest]) -> None:
    one, other = tabs
    press(one, "right")
    press(other, "ja")
    assert known(one)["mastery"] == {"plays": "1"}
    assert known(one)["language"] == "ja"


def test_a_question_answered_in_another_tab_is_not_answered_again(
    tabs: tuple[AppTest, AppTest],
) -> None:
    one, other = tabs
    for number in range(10):
        press(one, f"place_skip_{number}")
    done = known(one)
    press(other, "place_skip_0")
    assert known(one) == done
    assert "place_skip_0" not in {button.key for button in other.button}


def test_what_could_not_be_kept_is_kept_later_beside_what_came_since(
    tabs: tuple[AppTest, AppTest], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> NoReturn:
        raise SQLAlchemyError("full")

    one, other = tabs
    with monkeypatch.context() as patch:
        patch.setattr(Store, "save_settings", fails)
        press(one, "ja")
    press(other, "right")
    press(one, "ja")
    assert {"language": "ja", "mastery": {"plays": "1"}}.items() <= known(one).items()


def test_nothing_is_lost_that_could_not_be_read(
    tabs: tuple[AppTest, AppTest], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> NoReturn:
        raise SQLAlchemyError("busy")

    one, other = tabs
    press(one, "right")
    with monkeypatch.context() as patch:
        patch.setattr(Store, "settings", fails)
        del other.session_state["settings"]
        press(other, "ja")
    assert known(one)["mastery"] == {"plays": "1"}
    press(other, "ja")
    assert {"language": "ja", "mastery": {"plays": "1"}}.items() <= known(one).items()


def review() -> None:
    """A page on which the whole review of the game of the session is kept."""
    import streamlit as st

    from coach.store import store
    from coach.ui import kept_reviews
    from coach.ui.deals import deal_of
    from coach.ui.reviewing import WHOLE, Work

    kept = store().find(st.session_state["wanted"])
    assert kept is not None
    work = Work(deal_of(kept.game), 0, stage=WHOLE)
    for again in (False, True):
        if st.button("keep", key=f"keep {again}"):
            st.write(kept_reviews.keep(kept.game, work, again=again))


def test_the_review_of_a_deal_that_was_deleted_and_read_again_is_kept_again(
    tabs: tuple[AppTest, AppTest],
) -> None:
    name = tabs[0].session_state["profile"]
    game = SavedGame({**played("kept again", 3, "classic")[-1], "id": "again"})
    page = AppTest.from_function(review, default_timeout=120)
    page.session_state["profile"], page.session_state["wanted"] = name, "again"
    for again in (False, True):
        store().create(game, name, outcome_of(game))
        page.run()
        press(page, f"keep {again}")
        assert list(store().reviews(name)) == ["again"]
        store().delete_game("again", name)
