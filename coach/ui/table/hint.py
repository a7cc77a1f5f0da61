"""The hint panel as data: steps, table of plays, splits, and the learner's own choice beside them.

All figures and all badges are those of claims; the sentences are rendered by ``coach.say``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from coach.claims import CERTAIN, EXACT, SAMPLED, Claim
from coach.doudizhu import estimates
from coach.figures import signed
from coach.hints import LEVELS, Hint, HintedPlay
from coach.language import Texts
from coach.say import Sentence, render
from coach.ui.questions import Pending
from coach.ui.table.frames import laid_out
from coach.ui.table.panels import groups
from coach.ui.table.replay import Cards, lowest_cards
from coach.ui.table.words import QUESTIONS, kind_name, play_shown
from engine.cards import ranks_text
from engine.doudizhu.game import legal_in
from engine.doudizhu.plays import Play, parse_play
from engine.doudizhu.state import Action, View

STEPS = ("hint.nudge", "hint.look", "hint.play", "hint.proof")
"""Keys of the names of ``LEVELS``."""
PROOF = LEVELS[-1]
ROWS = 3
"""Plays of the table; more are shown where they are ties."""

SURE = ("goes_out", "sure_win", "forced_win", "open_win")
"""Claims of a win that nothing prevents."""
IN_TABLE = ("proof.chance", "proof.solved", "proof.word")
"""Sentences whose figures stand in the table."""
_NORMAL = 1.96
"""Standard errors to each side of an interval of 95 %."""

Panel = dict[str, Any]
Found = Hint | Pending | None
"""An answer, or how far it is, or that there is none."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a person has asked of one position."""

    view: View
    hand: Cards
    level: int
    """How many steps are shown."""
    first: Found
    """The hint up to its second step."""
    whole: Found = None
    """All of it; asked for from the third step on."""
    chosen: Play | None = None
    """The own choice that is compared, if any."""
    compared: Found = None


def hint_panel(look: Look, texts: Texts) -> Panel:
    """The panel of *look*."""
    found = look.first if look.level <= 2 else look.whole
    shown = found if isinstance(found, Hint) else look.first
    reached = len(shown.steps[: look.level]) if isinstance(shown, Hint) else 0
    panel: Panel = {
        "title": texts("ui.hint"),
        "level": look.level,
        "where": texts("hint.step", n=look.level),
        "steps": [_step(n, shown, look.level, texts) for n in LEVELS],
        "busy": _busy(found, texts),
        "failed": texts("hint.failed") if found is None else "",
        "retry": texts("error.retry"),
        "more": _more(look, texts) if reached == look.level else None,
        "plays": [],
        "table": None,
        "reasons": [],
        "splits": [],
        "foot": "",
        "again": texts("hint.again"),
        "tie": texts("hint.tie"),
        "why": _why(look, texts),
    }
    if isinstance(found, Hint) and look.level >= 3:
        panel["plays"] = _best(found, look.hand, texts)
    if isinstance(found, Hint) and look.level == PROOF:
        said = [one for one in found.steps[-1] if one.key not in IN_TABLE]
        panel |= {
            "table": candidates(found.plays, texts),
            "reasons": [_sentence(one, texts) for one in said],
            "splits": _splits(found.plays[:2], look, texts),
            "foot": _foot(found.plays, texts),
        }
    return panel


# ---- the steps ----


def _step(number: int, found: Found, level: int, texts: Texts) -> Panel:
    reached = isinstance(found, Hint) and number <= min(level, len(found.steps))
    told = number < PROOF and reached and isinstance(found, Hint)
    said = found.steps[number - 1] if told and isinstance(found, Hint) else ()
    return {
        "n": number,
        "name": texts(STEPS[number - 1]),
        "reached": reached,
        "said": [_sentence(one, texts) for one in said],
    }


def _sentence(said: Sentence, texts: Texts) -> Panel:
    return {"basis": badge(said.basis, texts), "text": render(said, texts.language)}


def badge(basis: str, texts: Texts) -> Panel:
    """The badge of a basis: the name of its look, and its word."""
    words = {
        CERTAIN: texts("basis.certain"),
        EXACT: texts("basis.exact"),
        SAMPLED: texts("basis.sampled"),
    }
    name = basis if basis in words else "rule"
    return {"name": name, "word": words.get(basis) or texts("basis.rule_of_thumb")}


def _more(look: Look, texts: Texts) -> Panel | None:
    """The button of the next step, with what that costs."""
    said = look.first.sentences if isinstance(look.first, Hint) else ()
    if look.level == PROOF or any(one.key == "play.only" for one in said):
        return None
    deals = estimates.worlds_of(look.view.rules)
    if look.view.phase != "play":
        deals //= 2
    cost = {
        1: texts("hint.next_look"),
        2: texts("hint.next_play", n=deals),
        3: texts("hint.next_proof"),
    }[look.level]
    return {"label": texts("hint_more"), "note": cost}


def _busy(found: Found, texts: Texts) -> Panel | None:
    if not isinstance(found, Pending):
        return None
    if found.preparing:
        return {"text": texts("hint.preparing"), "share": 0}
    share = round(100 * found.share)
    return {"text": texts("hint.working"), "share": share}


# ---- plays side by side ----


def play_name(action: Action, view: View, texts: Texts) -> str:
    """A play by its cards, a pass or a word of the auction by its button."""
    if isinstance(action, Play):
        return play_shown(action, texts) or kind_name(action.kind, texts)
    if isinstance(action, int):
        return texts.count("bid_n", action)
    if view.phase == "play":
        return texts("ui.pass")
    question = QUESTIONS[_asked(view)]
    return texts(question.no if action is None else question.yes)


def _asked(view: View) -> str:
    """The key of the question of the auction that *view* answers."""
    word = next((choice for choice in legal_in(view) if isinstance(choice, str)), None)
    return word or "points"


def _best(found: Hint, hand: Cards, texts: Texts) -> list[Panel]:
    """The first play and those that are ties with it, drawn."""
    first, *others = found.plays
    ties = [row for row in others if row.tie]
    shown = []
    for row in (first, *ties):
        name = play_name(row.play, found.view, texts)
        drawn: Panel = {"body": [], "kickers": []}
        kind = ""
        if isinstance(row.play, Play):
            drawn = laid_out(row.play, lowest_cards(hand, row.play))
            kind = kind_name(row.play.kind, texts)
        shown.append({**drawn, "kind": kind, "name": name, "tie": bool(ties)})
    return shown


def candidates(rows: Sequence[HintedPlay], texts: Texts, *, most: int = ROWS) -> Panel:
    """The top plays: chance with its interval, plays left, chance to be beaten; or the words.

    At most so many plays, and all that are ties.
    """
    words = any(claim.kind == "word_points" for claim in rows[0].claims)
    shown = [row for at, row in enumerate(rows) if words or at < most or row.tie]
    ties = any(row.tie for row in shown[1:])
    lines = [_row(row, texts, tie=ties and row.tie) for row in shown]
    heads: list[Panel] = [
        {"text": texts(_first_head(rows[0]) if words else "hint.play_head"), "basis": None},
        {"text": texts("hint.chance_head"), "basis": badge(SAMPLED, texts)},
    ]
    if words:
        heads.append({"text": texts("hint.points_head"), "basis": badge(SAMPLED, texts)})
    else:
        heads.append({"text": texts("hint.left_head"), "basis": badge(EXACT, texts)})
        heads.append({"text": texts("hint.beaten_head"), "basis": badge(SAMPLED, texts)})
    return {"heads": heads, "rows": lines}


def _first_head(row: HintedPlay) -> str:
    """The key of the head over words of the auction, as the buttons have them."""
    points = _asked(row.claims[0].subject.view) == "points"
    return "hint.bid_head" if points else "hint.word_head"


def _row(row: HintedPlay, texts: Texts, *, tie: bool) -> Panel:
    held = {claim.kind: claim for claim in row.claims if claim.subject.plays[:1] == (row.play,)}
    view = row.claims[0].subject.view
    line: Panel = {"name": play_name(row.play, view, texts), "tie": tie}
    sure = next((held[kind] for kind in SURE if kind in held), None)
    if sure is not None:
        line["sure"] = {"text": texts("hint.wins"), "basis": badge(sure.basis.name, texts)}
    elif row.win is not None:
        line["chance"] = _interval(row.win)
    if "word_points" in held:
        points = held["word_points"]
        line["points"] = {
            "text": signed(points.value, 1),
            "note": f"±{max(0.1, points.basis.error or 0):.1f}",
        }
        return line
    after = held.get("fewest_after")
    line["left"] = "" if after is None else str(after.value)
    line["beaten"] = _beaten(held, texts)
    return line


def _interval(claim: Claim) -> Panel:
    """A chance in percent with the bounds of its interval; a sample shows nothing certain."""
    wide = _NORMAL * (claim.basis.error or 0.0)
    low, high = (round(100 * min(max(claim.value + way * wide, 0), 1)) for way in (-1, 1))
    share = round(100 * claim.value)
    mid = share if claim.scope == "solved worlds" else min(max(share, 1), 99)
    return {"mid": mid, "low": low, "high": high}


def _beaten(held: dict[str, Claim], texts: Texts) -> Panel:
    if "unbeaten" in held:
        return {"text": "0%", "basis": badge(CERTAIN, texts)}
    if "surely_beaten" in held:
        return {"text": "100%", "basis": badge(CERTAIN, texts)}
    if "beaten_chance" not in held:
        return {"text": "–", "basis": None}
    share = round(100 * held["beaten_chance"].value)
    return {"text": {0: "<1%", 100: ">99%"}.get(share, f"{share}%"), "basis": None}


def _splits(rows: Sequence[HintedPlay], look: Look, texts: Texts) -> list[Panel]:
    """How the hand splits after each of *rows*, as groups of its cards."""
    shown = []
    for row in rows:
        split = next(
            (
                claim
                for claim in row.claims
                if claim.kind == "split_after" and claim.subject.plays[0] == row.play
            ),
            None,
        )
        if split is None:
            continue
        gone = lowest_cards(look.hand, row.play) if isinstance(row.play, Play) else ()
        kept = tuple(card for card in look.hand if card not in gone)
        plays = tuple(parse_play(text, look.view.rules) for text in split.value)
        title = texts.count("hint.after_pass", len(plays))
        if row.play is not None:
            name = play_name(row.play, look.view, texts)
            title = texts.count("hint.after", len(plays), play=name)
        shown.append(
            {
                "title": title,
                "basis": badge(split.basis.name, texts),
                "groups": groups(kept, plays, texts),
            }
        )
    return shown


def _foot(rows: Sequence[HintedPlay], texts: Texts) -> str:
    """How many worlds the figures are from, and how these were played on; empty without any."""
    chances = [row.win for row in rows if row.win is not None]
    if not chances:
        return ""
    solved = chances[0].scope == "solved worlds"
    return texts.count("hint.foot_solved" if solved else "hint.foot", chances[0].basis.worlds or 0)


# ---- why not this? ----


def _why(look: Look, texts: Texts) -> Panel | None:
    """The own choice beside the best play, once it was asked about."""
    if look.chosen is None:
        return None
    panel: Panel = {
        "title": texts("hint.why_title", play=play_name(look.chosen, look.view, texts)),
        "key": ranks_text(look.chosen.counts),
        "busy": _busy(look.compared, texts),
        "said": [],
        "table": None,
        "splits": [],
    }
    if isinstance(look.compared, Hint):
        rows = look.compared.plays
        panel["said"] = [_sentence(one, texts) for one in look.compared.sentences]
        panel["table"] = candidates(rows, texts)
        panel["splits"] = _splits(rows[:2], look, texts)
    return panel
