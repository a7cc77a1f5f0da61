"""The words of the course in the language of the page: lessons, exercises, chapters, concepts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from html import escape

from coach.course import flat
from coach.language import Texts
from coach.lesson_answers import accepted
from coach.ui.table.replay import SIDES, side_of
from coach.ui.table.words import (
    joker_names,
    kind_name,
    play_shown,
    rank_name,
    ranks_shown,
    seat_name,
)
from engine.cards import RANKS, SMALL_JOKER, Counts
from engine.doudizhu.plays import Play
from engine.doudizhu.rules import Rules
from lessons.goals import Answer
from lessons.loader import Lesson, Step, everything as read_everything, texts as lesson_texts

Words = dict[str, str]
_WHO = {
    "next": "lessons.who_next",
    "previous": "lessons.who_previous",
    "both": "lessons.who_both",
    "nobody": "lessons.who_nobody",
}


@cache
def everything() -> tuple[Lesson, ...]:
    """The lessons, then the exercises; read once a server, when it starts."""
    return read_everything()


def words_of(lesson: Lesson, texts: Texts) -> Words:
    """The texts of a lesson by key; those of exercises under the keys of each step."""
    told = flat(lesson_texts(texts.language)[lesson.id])
    if lesson.is_exercises:
        for step in lesson.steps:
            told |= {f"{step.number}.{key}": told[key] for key in ("prompt", "reply")}
            told[f"{step.number}.hint1"] = told["hint"]
    return told


def chapter_name(chapter: str, texts: Texts) -> str:
    """The name of a chapter."""
    return str(lesson_texts(texts.language)["chapters"][chapter])


def concept_name(concept: str, texts: Texts) -> str:
    """The name of a concept."""
    return str(lesson_texts(texts.language)["concepts"][concept])


def answer_name(answer: Answer, texts: Texts) -> str:
    """An answer as it is said to the learner."""
    if isinstance(answer, Play):
        return play_shown(answer, texts) or kind_name(answer.kind, texts)
    if isinstance(answer, str):
        return texts(_WHO[answer]) if answer in _WHO else kind_name(answer, texts)
    return texts("ui.pass") if answer is None else str(answer)


def bid_name(bid: Answer, texts: Texts) -> str:
    """A bid as it is said to the learner, 0 for none."""
    return texts.count("bid_n", int(str(bid))) if bid else texts("bid_pass")


def right_answers(step: Step, texts: Texts, *, most: int | None = None) -> str:
    """What *step* accepts, each name once; of more than *most* the first and their number."""
    named = bid_name if step.goals[0].kind == "bid" else answer_name
    names = list(dict.fromkeys(named(one, texts) for one in accepted(step)))
    if most is None or len(names) <= most:
        return texts("lessons.or").join(names)
    return texts("lessons.one_of", answer=names[0], n=len(names))


def seat_word(away: int, rules: Rules, texts: Texts) -> str:
    """The name of the seat so many turns after the own one, 0 for that."""
    if rules.seats == 2 and away:
        return texts("lessons.opponent")
    return seat_name(side_of(away, rules) if rules.seats > 2 else SIDES[3][0], texts)


def named_plays(
    own: int, rules: Rules, told: Sequence[tuple[int, Play | None]], texts: Texts
) -> str:
    """Plays with their seats in a row, as the seat *own* names them."""
    return texts("lessons.then").join(
        texts(
            "lessons.seat_plays",
            seat=seat_word((seat - own) % rules.seats, rules, texts),
            play=answer_name(play, texts),
        )
        for seat, play in told
    )


def cards_html(ranks: Iterable[int], texts: Texts) -> str:
    """Cards side by side as small cards, read aloud as ``ranks_shown`` has them."""
    held = list(ranks)
    said = escape(ranks_shown(held, texts))
    faces = "".join(f"<i>{escape(_drawn(rank, texts))}</i>" for rank in held)
    return f'<span class="cards" role="img" aria-label="{said}">{faces}</span>'


def _drawn(rank: int, texts: Texts) -> str:
    """What stands on a small card: of a joker the short word of the table."""
    if rank < SMALL_JOKER:
        return rank_name(rank, texts)
    return joker_names(texts)[RANKS[rank]][0] + "★"


def hand_html(cards: Counts, texts: Texts) -> str:
    """The cards of a hand as small cards, low to high."""
    return cards_html((rank for rank, n in enumerate(cards) for _ in range(n)), texts)


def play_html(play: Play, texts: Texts) -> str:
    """A play as small cards, its kickers behind its body."""
    body = [rank for rank in play.body for _ in range(play.width)]
    kickers = [rank for rank in play.kickers for _ in range(play.kicker_size)]
    return cards_html(body + kickers, texts)


def paragraph(text: str, look: str = "") -> str:
    """*text* as a paragraph of the page."""
    return f'<p class="{look}">{escape(text)}</p>' if look else f"<p>{escape(text)}</p>"
