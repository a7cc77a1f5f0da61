"""What the table says of past decisions while some of them are still worked out."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from coach.language import texts
from coach.store import SavedGame
from coach.tutor import Judged, judge
from coach.ui import tutoring
from coach.ui.questions import Answer, NoAnswerError, Pending, Question
from coach.ui.tutoring import Made, feedback
from engine.doudizhu.plays import parse_play
from engine.doudizhu.position import parse_view
from tests.table_games import played

pytestmark = pytest.mark.usefixtures("compiled")

GAMES = played("decided", 3, "classic")
VIEW = parse_view("ddz ?3/349999/?3 - 1@1 1 - 0 0 plays=4,4,4 unseen=5678QK")
SAID: list[Question] = [Question(VIEW, 4, seed) for seed in (1, 2, 3)]


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """The three decisions of a deal and what is known of each: ``said``, ``waits``, ``failed``."""
    judged = judge(VIEW, parse_play("3"), worlds=50)
    assert judged is not None

    def set_to(*states: str) -> None:
        of = dict(zip(SAID, states, strict=True))

        def answer(question: Question, *, patience: float) -> Answer | Pending:
            assert patience == 0
            if of[question] == "failed":
                raise NoAnswerError
            return judged if of[question] == "said" else Pending()

        monkeypatch.setattr(tutoring.questions, "answer", answer)
        made = [Made("x", at, question) for at, question in enumerate(SAID)]
        monkeypatch.setattr(tutoring, "_due", lambda _: made)

    assert isinstance(judged, Judged)
    return set_to


def told(game: SavedGame) -> tuple[int, str] | None:
    """The number of comments, and the line below them."""
    shown, _ = feedback(game, texts("en"))
    return None if shown is None else (len(shown["rows"]), shown["waiting"])


def test_a_line_counts_the_decisions_that_are_still_looked_at(
    known: Callable[..., None],
) -> None:
    for game in (GAMES[3], GAMES[-1]):
        known("said", "waits", "waits")
        assert told(game) == (1, "2 decisions are still being looked at.")
        known("said", "said", "waits")
        assert told(game) == (2, "1 decision is still being looked at.")
        known("said", "failed", "said")  # there will be no comment on it
        assert told(game) == (2, "")


def test_before_the_first_comment_the_line_stands_alone_only_when_the_deal_is_over(
    known: Callable[..., None],
) -> None:
    known("waits", "waits", "failed")
    assert told(GAMES[3]) is None
    assert told(GAMES[-1]) == (0, "2 decisions are still being looked at.")
    assert feedback(GAMES[3], texts("en"))[1]
    known("failed", "failed", "failed")
    assert feedback(GAMES[-1], texts("en")) == (None, False)
