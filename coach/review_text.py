"""A review as headed lists of lines, for the command line and for a text to take away."""

from __future__ import annotations

from collections.abc import Sequence

from coach.doudizhu import facts, luck, told
from coach.doudizhu.analyse_text import Section, as_text as joined
from coach.doudizhu.decisions import Decision
from coach.doudizhu.phrases import play_phrase, word_phrase
from coach.doudizhu.told import Told
from coach.figures import signed
from coach.grades import BEST, GOOD
from coach.language import Texts, texts
from coach.review import Deal, OpenHands, Review, open_hands, parts, tricks
from coach.say import render
from engine.doudizhu.game import payoffs
from engine.doudizhu.plays import Play
from engine.doudizhu.state import Action, View

FEW = 6
"""Below so many decisions the accuracy says little of a player."""
PARTS = {
    luck.DEAL: "luck.deal",
    luck.KITTY: "luck.kitty",
    luck.OWN: "luck.own",
    luck.PARTNER: "luck.partner",
    luck.OPPONENTS: "luck.opponents",
}
"""Keys of the names of the parts of a result."""
GRADES = {
    BEST: "grade.best",
    GOOD: "grade.good",
    "inaccuracy": "grade.inaccuracy",
    "mistake": "grade.mistake",
    "blunder": "grade.blunder",
}
"""Keys of the names of the grades."""


def as_text(deal: Deal, found: Review, language: str, *, seed: int = 0) -> str:
    """All of *found* as plain text."""
    return joined(
        sections(
            deal, found, language, told.told(deal.states, deal.actions, seat=found.seat, seed=seed)
        )
    )


def sections(
    deal: Deal, found: Review, language: str, turns: Sequence[Told] | None
) -> list[Section]:
    """The decisions, the accuracy, luck and skill, and what *turns* told a partner."""
    words = texts(language)
    lines: list[str] = []
    for one in found.decisions:
        lines += decision_lines(one, open_hands(deal, one.at), words)
    listed = [
        Section(words("review.decisions"), tuple(lines)),
        Section(words("review.accuracy"), accuracy_lines(found, words)),
    ]
    split = parts(found, deal)
    if found.seat == deal.landlord:
        split.pop(luck.PARTNER, None)  # he has none
    if split:
        shown = luck.shown(split)
        of_parts = [
            words(
                "review.part",
                name=part_name(name, words),
                points=points_text(shown[name]),
                error=error_text(part.error),
            )
            for name, part in split.items()
        ]
        result = points_text(payoffs(deal.states[-1])[found.seat])
        of_parts.append(words("review.result", points=result))
        listed.append(Section(words("review.luck"), tuple(of_parts)))
    mine = [one for one in turns or () if found.seat in (one.seat, one.partner)]
    if mine:
        places = tricks(deal)
        said = tuple(
            f"{_told_where(one, places[one.at][0], found.seat, words)} "
            f"{render(told.said(one, found.seat), language)}"
            for one in mine
        )
        listed.append(Section(words("review.told"), said))
    return listed


def accuracy_lines(found: Review, words: Texts) -> tuple[str, ...]:
    """The figure and how many decisions it counts."""
    if found.accuracy is None:
        return (words("review.no_accuracy"),)
    lines = (f"{found.accuracy:.0f} / 100", words.count("review.counted", found.counted))
    return lines if found.counted >= FEW else (*lines, words("review.few"))


def decision_lines(one: Decision, opened: OpenHands | None, words: Texts) -> list[str]:
    """What became of a decision, then why, and what open hands tell."""
    values = {
        "where": where(one, words),
        "play": action_phrase(one.view, one.action, words.language),
        "best": action_phrase(one.view, one.best, words.language),
    }
    if one.weighed.forced:
        return [words("review.made", grade=words("grade.forced"), **values)]
    grade = grade_name(one.grade, words)
    if one.grade in (BEST, GOOD):
        head = words("review.made", grade=grade, **values)
    elif one.points is None:
        loss, error = round(100 * one.loss), max(1, round(100 * one.error))
        head = words("review.lost", grade=grade, loss=loss, error=error, **values)
    else:
        scale = one.points / one.loss if one.loss else 0.0
        figures = {"loss": f"{one.points:.1f}", "error": f"{max(0.1, scale * one.error):.1f}"}
        head = words("review.word_lost", grade=grade, **figures, **values)
    said = [render(each, words.language) for each in one.sentences]
    if opened is not None and throws_unseen(one, opened):
        said.append(open_said(opened, words))
    return [head, *(f"  {line}" for line in said)]


def grade_name(grade: str, words: Texts) -> str:
    """One of ``grades.NAMES`` as people read it."""
    key = GRADES[grade]
    return words(key)


def part_name(part: str, words: Texts) -> str:
    """One of ``luck.PARTS`` as people read it."""
    key = PARTS[part]
    return words(key)


def open_said(opened: OpenHands, words: Texts) -> str:
    """What open hands tell of a play."""
    if not opened.won_before:
        return words("review.open_lost")
    return words("review.open_keeps" if opened.won_after else "review.open_throws")


def throws_unseen(one: Decision, opened: OpenHands) -> bool:
    """Whether a win is thrown away that open hands alone show; one that the seat could prove is
    graded, and its reasons say so."""
    assert one.best is None or isinstance(one.best, Play)
    thrown = opened.won_before and not opened.won_after
    return thrown and facts.surest_win(one.view, one.best) is None


def where(one: Decision, words: Texts) -> str:
    """The trick of a decision, or the part of the deal before the first."""
    if one.view.phase == "play":
        return words("review.trick", n=one.trick)
    return words("review.auction" if one.view.phase == "bid" else "review.doubling")


def action_phrase(view: View, action: Action, language: str) -> str:
    """A play as a noun, a word of the auction as what one does."""
    if view.phase == "play":
        assert action is None or isinstance(action, Play)
        return play_phrase(action, language)
    return word_phrase(view, action, language)


def error_text(error: float) -> str:
    """A standard error of points; what is there is not rounded to nothing."""
    return f"{max(0.1, error):.1f}" if error else "0"


def points_text(points: float) -> str:
    """Points with their sign, whole ones without a decimal."""
    return signed(points, 1).removesuffix(".0")


def _told_where(one: Told, trick: int, seat: int, words: Texts) -> str:
    assert one.action is None or isinstance(one.action, Play)
    values = {
        "where": words("review.trick", n=trick),
        "play": play_phrase(one.action, words.language),
    }
    return words("review.told_own" if one.seat == seat else "review.told_partner", **values)
