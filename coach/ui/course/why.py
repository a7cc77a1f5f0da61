"""What the rules, the cards shown and the solver say against a wrong answer."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from coach.doudizhu.layouts import side
from coach.doudizhu.no_play import why_no_play
from coach.language import Texts
from coach.lesson_answers import NO_PLAY
from coach.ui.course.words import named_plays
from coach.ui.table.data import no_play_sentence, reason_against, reason_texts
from coach.ui.table.words import kind_name, kind_phrase, play_shown, rank_name
from engine.cards import RANKS, full_deck, parse_ranks
from engine.doudizhu.endgame import solve
from engine.doudizhu.game import apply, is_over
from engine.doudizhu.kernel import fewest
from engine.doudizhu.plays import Play, classify, parse_play
from engine.doudizhu.state import State
from engine.doudizhu.worlds import all_worlds, kitty_left, state_in
from lessons.goals import Goal, Task, after
from lessons.loader import Step

REFUTING = 20_000
"""Positions looked at for what answers a wrong play; it is said only where that is enough."""
LOOKS_LIKE = {
    "solo": "5",
    "pair": "55",
    "trio": "555",
    "trio+solo": "555+9",
    "trio+pair": "555+99",
    "solo_chain": "56789",
    "pair_chain": "556677",
    "airplane": "555666",
    "airplane+solos": "555666+79",
    "airplane+pairs": "555666+7799",
    "quad+solos": "5555+79",
    "quad+pairs": "5555+7799",
    "bomb": "5555",
}
"""A play of each kind that is written with cards."""


def why(step: Step, answer: Any, texts: Texts, *, cards: str = "", hints: bool = True) -> list[str]:
    """What is said against a wrong *answer*, of which *cards* were chosen as the engine writes
    them; what to do where nothing can be.

    *hints* tells whether there are any to look at.
    """
    task, goal = step.task, step.goals[0]
    if answer == NO_PLAY:
        return [no_play(task, cards, texts)]
    found: list[str] = []
    if goal.kind == "count":
        found = _number(int(answer), goal, task, texts)
    elif goal.kind == "who":
        found = _where_the_rank_is(goal.values[0], task, texts)
    elif goal.kind == "name":
        found = _looks_like(answer, texts)
    elif goal.kind == "find" and isinstance(answer, Play):
        other = kind_phrase(answer.kind, texts)
        found = [texts("lessons.is_kind", found=other, asked=kind_phrase(goal.values[0], texts))]
    elif goal.kind == "empty" and isinstance(answer, Play):
        found = _too_many_plays(answer, goal, task, texts)
    elif goal.kind == "play" and answer is None and task.to_beat is not None:
        found = [texts("lessons.can_beat")]
    elif goal.kind == "keep":
        found = [texts("lessons.takes_kept")]
    elif goal.kind == "let":
        found = [texts("lessons.partner_highest")]
    elif goal.kind == "win" and len(step.goals) == 1:
        found = _losing(answer, task, texts)
    return found or [texts("lessons.other" if hints else "lessons.something_else")]


def no_play(task: Task, cards: str, texts: Texts) -> str:
    """Why the *cards*, as the engine writes them, cannot be put down here."""
    chosen = parse_ranks(cards, packs=task.rules.packs)
    plays = classify(chosen, task.rules)
    if not plays:
        reason = no_play_sentence(why_no_play(chosen, task.rules, hand=task.hand), texts)
        return texts("lessons.no_play_reason", reason=reason)
    assert task.to_beat is not None, "on the lead every play can be put down"
    against = reason_against(plays[0], task.to_beat)
    assert against is not None, "what beats the table can be put down"
    reason = reason_texts(task.to_beat, texts)[against]["sentence"]
    return texts("lessons.beats_not", reason=reason)


def _number(answer: int, goal: Goal, task: Task, texts: Texts) -> list[str]:
    what, high = goal.values[0], answer > int(goal.values[1])
    said = [texts("lessons.too_high" if high else "lessons.too_low")]
    if what == "plays":
        said.append(texts("lessons.fewer_do" if high else "lessons.none_so_few"))
    elif what == "bombs":
        said.append(texts("lessons.bomb_whole", n=4 * task.rules.packs))
    elif what in RANKS:
        said += _where_the_rank_is(what, task, texts, kitty=False)
    return said


def _where_the_rank_is(letter: str, task: Task, texts: Texts, *, kitty: bool = True) -> list[str]:
    """How many cards of a rank there are, and where those are that are known.

    Those of the *kitty* matter where it is asked who has them; they are out all the same.
    """
    view, rank = task.view, RANKS.index(letter)
    if view is None:
        return []
    total = full_deck(packs=view.rules.packs)[rank]
    own = view.hand[rank]
    played = total - own - view.unseen[rank]
    name = rank_name(rank, texts)
    label = name[:1].upper() + name[1:]  # it begins the sentence
    said = [texts("lessons.rank_lies", rank=label, total=total, own=own, played=played)]
    if kitty and view.kitty is not None and any(view.kitty) and view.seat != view.landlord:
        said.append(texts("lessons.kitty_gave", n=kitty_left(view)[rank]))
    return said


def _looks_like(kind: str, texts: Texts) -> list[str]:
    """A play of the kind that was chosen, to be held beside the one on the table."""
    cards = LOOKS_LIKE.get(kind)
    if cards is None:
        return []
    shown = play_shown(parse_play(cards), texts)
    return [texts("lessons.looks_like", kind=kind_name(kind, texts), cards=shown)]


def _too_many_plays(answer: Play, goal: Goal, task: Task, texts: Texts) -> list[str]:
    left = fewest(after(task, answer), task.rules)
    if left + 1 > int(goal.values[0]):
        return [texts.count("lessons.leaves", left, total=left + 1)]
    return [texts("lessons.breaks")]


def _losing(answer: Any, task: Task, texts: Texts) -> list[str]:
    """What becomes of a play that does not win: with open hands what the others answer to it."""
    assert answer is None or isinstance(answer, Play)
    state = _only(task)
    if state is None:
        return [texts("lessons.not_always")]
    said, replies = [texts("lessons.no_win")], refuted(state, answer)
    if replies and all(play is None for _, play in replies):
        said.append(texts("lessons.let_pass"))
    elif replies:
        named = named_plays(state.turn, task.rules, replies, texts)
        said.append(texts("lessons.answered", replies=named))
    return said


def _only(task: Task) -> State | None:
    """The position where all hands are open, or only one deal of the hidden cards is possible."""
    if task.state is not None or task.view is None:
        return task.state
    worlds = all_worlds(task.view, 1)
    return None if worlds is None else state_in(task.view, worlds[0])


@lru_cache(maxsize=256)
def refuted(state: State, play: Play | None) -> tuple[tuple[int, Play | None], ...]:
    """What the next seats do after a losing *play*, to the first play of the other side, with open
    hands; only passes where all let it through, and nothing where the partner alone plays."""
    seat, own = state.turn, side(state.turn, state.landlord)
    found: list[tuple[int, Play | None]] = []
    state = apply(state, play)
    for one in () if is_over(state) else solve(state, nodes=REFUTING).line:
        if state.turn == seat:
            break
        found.append((state.turn, one))
        if one is not None and side(state.turn, state.landlord) != own:
            return tuple(found)
        state = apply(state, one)
    return tuple(found) if all(one is None for _, one in found) else ()
