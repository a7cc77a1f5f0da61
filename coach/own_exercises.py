"""Exercises that a teacher makes: checked by the verifier, shared as a piece of an address.

The piece holds what is asked and the teacher's words, never what the verifier found: a goal stands
in it without its number or name (``empty``, ``count 2``, ``bid``).  Who opens it has the answers
found again, so no address can call a wrong answer right.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from coach.course import right_of
from coach.doudizhu.lesson_proofs import best_bids, temptation_fault
from engine.cards import NO_CARDS, add, full_deck
from engine.doudizhu.samples import Stop, never
from lessons.faults import SENTENCES, GoalError
from lessons.goals import Answer, Task, shown
from lessons.loader import Step, step_of, task_of
from lessons.open_goals import BID, closed

LONGEST = 400
"""Characters of a field."""
FIELDS = ("position", "hand", "on", "rules", "deal", "seat", "goal", "prompt")
_MOST_BYTES = 4_000


class ExerciseError(GoalError):
    """What cannot be an exercise: its goal does not fit, or it cannot be read."""

    sentences: ClassVar[Mapping[str, str]] = {
        **SENTENCES,
        "no_goal": "no goal was read",
        "too_many_letters": "{name}: read {found} characters; at most {most}",
        "no_piece": "this address holds no exercise",
        "unreadable": "{why}",
        "broken": "the check broke off: {why}",
        "position": "{why}",
        "no_turn": "it is nobody's turn to play, or not that of the seat whose hand is told",
        "deal_code": "cannot read the deal code {code!r}",
        "nothing_told": "no cards are told for the goal",
        "bid_cards": "the first bid is made with {most} cards; the hand has {found}",
        "no_points": "no points are bid under these rules",
        "too_many_cards": "a hand has at most {most} cards; this one has {found}",
        "over_deck": "hand and table hold more cards of a rank than the deck has",
        "bid_gap": "the right bids are {found}, and others between them are not right",
    }


@dataclass(frozen=True, slots=True)
class OwnExercise:
    """An exercise with the words of its teacher."""

    fields: tuple[tuple[str, str], ...]
    """Those of ``FIELDS`` that are filled."""

    @property
    def prompt(self) -> str:
        """The words of the teacher; may be empty."""
        return dict(self.fields).get("prompt", "")


def made(fields: Mapping[str, str]) -> OwnExercise:
    """The exercise of these fields, empty ones left out; ExerciseError where one is too long."""
    filled = {name: fields.get(name, "").strip() for name in FIELDS}
    for name, text in filled.items():
        if len(text) > LONGEST:
            raise ExerciseError("too_many_letters", name=name, found=len(text), most=LONGEST)
    return OwnExercise(tuple((name, text) for name, text in filled.items() if text))


def checked(own: OwnExercise, stop: Stop = never) -> Step:
    """The step with its whole goal and all right answers, found by rules, search or sample.

    Of a whole deal one in which a player of ours makes the mistake.  ExerciseError says why it is
    no exercise, or that *stop* ended a sample.
    """
    told: dict[str, Any] = {name: text for name, text in own.fields if name != "prompt"}
    if not told.get("goal"):
        raise ExerciseError("no_goal")
    try:
        return _checked(told, stop)
    except GoalError as error:
        raise ExerciseError(error.key, **error.values) from error
    except ValueError as error:
        raise ExerciseError("unreadable", why=str(error)) from error


def _checked(told: dict[str, Any], stop: Stop) -> Step:
    bids = told["goal"] == BID
    if "hand" in told:
        _check_cards(task_of({**told, "goal": ""}), first_bid=bids)
    if bids:
        found = _bids(task_of(told, bids=True), stop)
        told = {**told, "goal": f"bid {found[0]}..{found[-1]}"}
        return step_of(1, {**told, "accept": [shown(one) for one in found]})
    told = {**told, "goal": closed(told["goal"], task_of(told))}
    step = step_of(1, {**told, "accept": []})
    if step.deal is not None:
        (mistake,) = step.goals[0].values
        fault = temptation_fault(step.task.rules, step.deal.code, step.deal.seat, mistake, stop)
        if fault is not None:
            raise fault
        return step
    return step_of(1, {**told, "accept": [shown(one) for one in right_of(step, stop)]})


def _check_cards(task: Task, *, first_bid: bool) -> None:
    """ExerciseError where no deal has such a hand beside what is on the table.

    A larger hand than any seat holds would also be searched for longer than others can wait.
    """
    rules, found = task.rules, sum(task.hand)
    if found > rules.largest_hand:
        raise ExerciseError("too_many_cards", found=found, most=rules.largest_hand)
    if first_bid and found != rules.hand_size:
        raise ExerciseError("bid_cards", found=found, most=rules.hand_size)
    on_table = NO_CARDS if task.to_beat is None else task.to_beat.counts
    deck = full_deck(packs=rules.packs)
    if any(have > there for have, there in zip(add(task.hand, on_table), deck, strict=True)):
        raise ExerciseError("over_deck")


def _bids(task: Task, stop: Stop) -> tuple[Answer, ...]:
    """The right first bids; GoalError where others stand between them, and where points are not
    bid at all."""
    if task.rules.auction == "rob":
        raise ExerciseError("no_points")
    found = best_bids(task, stop)
    if len(found) != int(str(found[-1])) - int(str(found[0])) + 1:
        raise ExerciseError("bid_gap", found=", ".join(map(shown, found)))
    return found


def piece(own: OwnExercise) -> str:
    """*own* as a piece of an address."""
    text = json.dumps(dict(own.fields), ensure_ascii=False, separators=(",", ":"))
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def from_piece(text: str) -> OwnExercise:
    """The exercise of a piece of an address; ExerciseError where it is none."""
    try:
        packed = base64.urlsafe_b64decode(text[: 2 * _MOST_BYTES] + "=" * (-len(text) % 4))
        plain = zlib.decompressobj().decompress(packed, _MOST_BYTES)
        told = json.loads(plain)
        fields = {name: str(told[name]) for name in FIELDS if name in told}
        "".join(fields.values()).encode()  # half a character cannot be shown
    except (binascii.Error, zlib.error, ValueError, TypeError, RecursionError) as error:
        raise ExerciseError("no_piece") from error
    return made(fields)
