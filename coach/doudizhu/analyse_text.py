"""A report as headed lists of lines, for the command line, for a text to send, and for Markdown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from coach.claims import CERTAIN, EXACT
from coach.doudizhu.analyse import Answers, Costed, HandReport
from coach.doudizhu.phrases import cards_text, play_phrase, split_phrase
from coach.hints import Hint
from coach.language import Texts, texts
from coach.say import render
from engine.cards import RANKS, Counts
from engine.doudizhu.conditions import Priced
from engine.doudizhu.endgame import Solution
from engine.doudizhu.kernel import fewest
from engine.doudizhu.plays import Play

LISTED = 12
"""Splits that are written out; the rest are counted."""


@dataclass(frozen=True, slots=True)
class Section:
    """Lines under a heading, and what they are a list of."""

    heading: str
    lines: tuple[str, ...]
    intro: str = ""
    basis: str | None = None
    """What the lines rest on, where all do on the same."""


def sections(
    report: HandReport, language: str, *, found: Hint | None = None, opened: Solution | None = None
) -> tuple[Section, ...]:
    """The report of the cards, then what the hint says of bids or plays, then the open hands."""
    words = texts(language)
    listed = [
        Section(title(report.hand, words), _fewest(report, words)),
        _ways(report, words),
        _why(report, words),
        Section(
            words("analyse.groups"),
            _groups(report.groups, report.fewest, words),
            basis=EXACT,
        ),
        _weak(report, words),
        Section(
            words("analyse.answers"),
            tuple(answer_line(one, words) for one in report.answers),
            basis=CERTAIN,
        ),
    ]
    if found is not None:
        heading = "analyse.turn" if found.view.phase == "play" else "analyse.words"
        listed.append(Section(words(heading), said_of(found, language)))
    if opened is not None:
        basis = None if opened.winner == "unknown" else EXACT
        listed.append(Section(words("analyse.open"), open_lines(opened, words), basis=basis))
    none = (words("analyse.none"),)
    return tuple(each if each.lines else replace(each, lines=none, intro="") for each in listed)


def said_of(found: Hint, language: str) -> tuple[str, ...]:
    """What the hint says of the play or bid, and its proof; no nudge."""
    return tuple(render(one, language) for step in found.steps[2:] for one in step)


def as_text(listed: Iterable[Section]) -> str:
    """Plain text, a blank line between sections."""
    return "\n\n".join(
        "\n".join((one.heading, *(f"  {line}" for line in (*_intro(one), *one.lines))))
        for one in listed
    )


def as_markdown(listed: Iterable[Section]) -> str:
    """Markdown: headings and lists.  Lines are made of catalogue texts and cards alone."""
    blocks = (
        (f"### {one.heading}", "", *_intro(one, ""), *(f"- {line}" for line in one.lines))
        for one in listed
    )
    return "\n\n".join(map("\n".join, blocks))


def _intro(one: Section, *after: str) -> tuple[str, ...]:
    return (one.intro, *after) if one.intro else ()


def title(hand: Counts, words: Texts) -> str:
    """The cards of a hand as a heading, low to high."""
    return words("analyse.hand", cards=_cards(hand, words))


def _cards(counts: Counts, words: Texts) -> str:
    held = (rank for rank in range(len(RANKS)) for _ in range(counts[rank]))
    return cards_text(held, words.language)


# ---- lines ----


def _fewest(report: HandReport, words: Texts) -> tuple[str, ...]:
    fewest = words.count("analyse.fewest", report.fewest)
    how = words("analyse.proved" if report.proved else "analyse.unproved")
    return fewest, how, words("analyse.best", split=_split(report.best, words))


def _split(split: Iterable[Play], words: Texts) -> str:
    return split_phrase(map(str, split), words.language)


def _ways(report: HandReport, words: Texts) -> Section:
    number = len(report.splits)
    key = "analyse.ways_n" if report.complete else "analyse.ways_cut"
    lines = [_split(split, words) for split in report.splits[:LISTED]]
    if number > LISTED:
        lines.append(words.count("analyse.more", number - LISTED))
    return Section(words("analyse.ways"), tuple(lines), words.count(key, number), EXACT)


def _why(report: HandReport, words: Texts) -> Section:
    card = cards_text([report.case], words.language)
    lines = tuple(costed_line(case, words) for case in report.cases)
    return Section(words("analyse.why"), lines, words("analyse.why_all", card=card), EXACT)


def _weak(report: HandReport, words: Texts) -> Section:
    lines = tuple(play_phrase(play, words.language) for play in report.weak)
    return Section(words("analyse.weak"), lines, words("analyse.weak_why"), CERTAIN)


def change_section(pasted: Counts, report: HandReport, language: str) -> Section | None:
    """What was changed of the hand that was *pasted*, and what that does to its plays."""
    words = texts(language)
    gone = tuple(max(0, was - now) for was, now in zip(pasted, report.hand, strict=True))
    new = tuple(max(0, now - was) for was, now in zip(pasted, report.hand, strict=True))
    lines = []
    for key, cards in (("analyse.gone", gone), ("analyse.new", new)):
        if any(cards):
            lines.append(words(key, cards=_cards(cards, words)))
    if not lines:
        return None
    before = fewest(pasted, report.rules)
    lines.append(words.count("analyse.before_now", report.fewest, before=before))
    return Section(words("analyse.changed"), tuple(lines))


def costed_line(case: Costed, words: Texts) -> str:
    """A play, and what the hand then comes to."""
    return words.count("analyse.case", case.plays, play=play_phrase(case.play, words.language))


def _groups(groups: Iterable[Costed], fewest: int, words: Texts) -> tuple[str, ...]:
    lines = []
    for one in groups:
        name, price = play_phrase(one.play, words.language), one.plays - fewest
        if price:
            lines.append(words.count("analyse.costs", price, play=name))
        else:
            lines.append(words("analyse.free", play=name))
    return tuple(lines)


def priced_lines(priced: Priced, words: Texts) -> tuple[str, ...]:
    """What side conditions cost, and a split that keeps to them."""
    number = words.count("analyse.fewest", len(priced.plays))
    price = (
        words.count("analyse.price", priced.price) if priced.price else words("analyse.price_none")
    )
    return number, price, _split(priced.plays, words)


def answer_line(one: Answers, words: Texts) -> str:
    """A play of the hand, and the unseen cards that beat it."""
    play = play_phrase(one.play, words.language)
    beating = _split((*one.in_kind, *one.bombs), words)
    if not beating:
        return words("analyse.unbeaten", play=play)
    return words("analyse.beaten", play=play, others=beating)


def open_lines(opened: Solution, words: Texts) -> tuple[str, ...]:
    """Who wins with all hands open, with which plays, and a line."""
    who = {
        "landlord": words("analyse.open_landlord"),
        "peasants": words("analyse.open_peasants"),
        "unknown": words("analyse.open_unknown"),
    }
    lines = [who[opened.winner]]
    comma = words("analyse.comma")
    for key, plays in (("analyse.winning", opened.winning_plays), ("analyse.line", opened.line)):
        if plays:
            named = comma.join(play_phrase(play, words.language) for play in plays)
            lines.append(words(key, plays=named))
    return tuple(lines)
