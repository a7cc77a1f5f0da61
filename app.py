"""The app: page set-up, language, navigation; the pages themselves are in ``coach/ui``."""

from functools import partial

import streamlit as st

from coach.ui import analyse, history, lessons, play, progress, review, session, settings
from coach.ui.head import LOGO, head, ways

st.set_page_config(page_title="Tesuu 手数", page_icon=LOGO, layout="wide")
texts, menu, elsewhere = head()


def go_to_play() -> None:
    """Show the table with the game of this session."""
    st.switch_page(pages["play"], query_params=session.address())


def go_to_moments(game_id: str) -> None:
    """Show a kept deal moment by moment."""
    st.switch_page(pages["history"], query_params={"game": game_id, "lang": texts.language})


def go_to_review(game_id: str) -> None:
    """Show the review of a kept deal."""
    st.switch_page(pages["review"], query_params={"game": game_id, "lang": texts.language})


def go_to_try(game_id: str, at: int) -> None:
    """Show a decision of a kept deal to be tried again."""
    there = {"game": game_id, review.TRY: str(at), "lang": texts.language}
    st.switch_page(pages["review"], query_params=there)


pages = {
    "play": st.Page(
        partial(play.page, texts, menu, go_to_moments, go_to_review),
        title=texts("page.play"),
        url_path="play",
        default=True,
    ),
    "analyse": st.Page(partial(analyse.page, texts), title=texts("ui.analyse"), url_path="analyse"),
    "review": st.Page(
        partial(review.page, texts, go_to_play, go_to_moments),
        title=texts("ui.review"),
        url_path="review",
    ),
    "lessons": st.Page(partial(lessons.page, texts), title=texts("ui.lessons"), url_path="lessons"),
    "progress": st.Page(
        partial(progress.page, texts, go_to_try), title=texts("ui.progress"), url_path="progress"
    ),
    "history": st.Page(
        partial(history.page, texts, go_to_play, go_to_review),
        title=texts("page.history"),
        url_path="history",
    ),
    "settings": st.Page(
        partial(settings.page, texts), title=texts("ui.settings"), url_path="settings"
    ),
}
shown = st.navigation(list(pages.values()), position="hidden")
ways(elsewhere, pages, shown, texts)
shown.run()
