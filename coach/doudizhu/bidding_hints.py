"""Hints for bids and doubling: which claims each step of the ladder says."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from coach.claims import Claim
from coach.doudizhu import bid_estimates, facts
from coach.doudizhu.bid_estimates import Words, compare_words
from coach.doudizhu.play_hints import Compared, Row, Steps
from coach.say import Sentence, clearly_above, clearly_below, sentence
from engine.doudizhu.cpu_advanced import ADVANCED
from engine.doudizhu.samples import Stop
from engine.doudizhu.state import Action, View


def first_steps(view: View) -> Steps:
    """The nudge and the feature: the plays and the high cards of the hand."""
    hand, high = facts.fewest_now(view), facts.high_cards(view)
    return (
        (sentence("nudge.word", hand=facts.cards_left(view)),),
        (sentence("look.word", hand=hand, high=high),),
    )


def compared(
    view: View,
    seed: int,
    worlds: int,
    *,
    full: bool,
    shown: int,
    stop: Stop,
    progress: Callable[[float], None],
) -> Compared | None:
    """What to say and why; with *full* the proof too.  All words are *shown*: they are few."""
    best = ADVANCED(view, random.Random(seed), stop=stop)
    progress(0.1)
    found = compare_words(view, f"{seed} proof", worlds=worlds // 2, stop=stop)
    progress(1.0)
    if found is None:
        return None
    rows = _rows(found, best)
    return Compared(_word_sentences(found, best), _proof(found, rows) if full else (), rows)


def against_best(
    view: View, selection: Action, seed: int, worlds: int, *, stop: Stop
) -> Compared | None:
    """*selection* and the best word, in the same worlds."""
    best = ADVANCED(view, random.Random(seed), stop=stop)
    found = compare_words(view, f"{seed} proof", worlds=worlds // 2, stop=stop)
    if found is None:
        return None
    rows = [row for row in _rows(found, best) if row[0] in (best, selection)]
    return Compared((between(found, best, selection),), (), tuple(rows))


def _rows(found: Words, best: Action) -> tuple[Row, ...]:
    """A row for each word, *best* first, then by points."""
    rows: list[tuple[float, Row]] = []
    for word in found.points:
        chance = bid_estimates.word_chance(found, word)
        points = bid_estimates.word_points(found, word)
        claims: list[Claim] = [chance, points]
        tie = True
        if word != best:
            gap = bid_estimates.word_difference(found, best, word)
            tie = not clearly_above(gap)
            claims.append(gap)
        rows.append((points.value, (word, chance, tie, tuple(claims))))
    rows.sort(key=lambda row: (row[1][0] != best, -row[0]))
    return tuple(row for _, row in rows)


def _word_sentences(found: Words, best: Action) -> tuple[Sentence, ...]:
    """What to say, and the chance as landlord where that is asked."""
    values = {word: bid_estimates.word_points(found, word) for word in found.points}
    others = [word for word in values if word != best]
    said = between(found, best, max(others, key=lambda word: values[word].value))
    chance = bid_estimates.landlord_chance(found)
    return (said,) if chance is None else (said, sentence("proof.landlord", hand=chance))


def between(found: Words, best: Action, other: Action) -> Sentence:
    """What *best* comes to beside *other*; alone where they are the same."""
    first = bid_estimates.word_points(found, best)
    if other == best:
        return sentence("proof.word", word=first)
    second = bid_estimates.word_points(found, other)
    gap = bid_estimates.word_difference(found, best, other)
    if clearly_above(gap):
        return sentence("word.best", first=first, second=second, gap=gap)
    if clearly_below(gap):
        ahead = bid_estimates.word_difference(found, other, best)
        return sentence("word.ahead", first=first, second=second, gap=ahead)
    return sentence("word.tie", first=first, second=second, gap=gap)


def _proof(found: Words, rows: Sequence[Row]) -> tuple[Sentence, ...]:
    words = [bid_estimates.word_points(found, row[0]) for row in rows]
    return tuple(sentence("proof.word", word=claim) for claim in words)
