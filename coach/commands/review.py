"""The verb ``review``: a finished deal looked at again, from the record of it."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from coach import review as reviewing
from coach.commands.answering import (
    BAD_INPUT,
    READING_ERRORS,
    Answer,
    complain,
    progress,
    stop,
    wait_for_kernel,
)
from coach.commands.hint import Language, claim_data, digest
from coach.commands.records import STANDARD_INPUT, record_texts
from coach.doudizhu import team, told
from coach.doudizhu.decisions import Decision
from coach.doudizhu.luck import Part
from coach.doudizhu.told import Told
from coach.review import Deal, Review, deal_of, person_in
from coach.review_text import as_text
from coach.say import render
from engine.doudizhu.game import payoffs
from engine.doudizhu.position import action_text
from engine.record import read_one

_STEPS = 100


def review_verb(
    file: Annotated[
        str, typer.Argument(help="A record; - or nothing for standard input.", metavar="FILE|-")
    ] = STANDARD_INPUT,
    language: Annotated[Language, typer.Option("--lang", help="Of the sentences.")] = Language.en,
    seat: Annotated[
        int | None,
        typer.Option(
            "--seat",
            min=0,
            help="Whose deal; else the person's of the tag Players, else 0.",
            metavar="N",
        ),
    ] = None,
    text: Annotated[bool, typer.Option("--text", help="For people, not JSON.")] = False,
    seed: Annotated[int, typer.Option("--seed", help="For the hands that are drawn.")] = 0,
) -> None:
    """Every decision of a seat graded by what it could know, the accuracy, and luck and skill.

    "loss" is win chance given away against the best play in the same deals drawn, "se" its standard
    error; a word of the auction has its loss in points beside it. "open" is what open hands tell,
    and grades nobody. "luck" says in points where the result came from; its parts add up to it.
    """
    (given,) = record_texts([file])
    try:
        record = read_one(given)
        deal = deal_of(record)
        mine = person_in(record) if seat is None else _checked(seat, deal)
    except READING_ERRORS as error:
        complain(str(error))
        raise typer.Exit(BAD_INPUT) from error
    wait_for_kernel()
    with progress(_STEPS) as tell:
        found = reviewing.review(
            deal, mine, seed=seed, progress=lambda share: tell(round(_STEPS * share))
        )
    assert found is not None, "nothing pulls the brake"
    if text:
        print(as_text(deal, found, language.value, seed=seed))
    else:
        print(
            json.dumps(_data(deal, found, language.value, seed, digest(given)), ensure_ascii=False)
        )


def _checked(seat: int, deal: Deal) -> int:
    seats = deal.states[0].rules.seats
    if seat >= seats:
        stop(f"the deal has the seats 0 to {seats - 1}; read --seat {seat}")
    return seat


def _data(deal: Deal, found: Review, language: str, seed: int, known_by: str) -> Answer:
    shared = team.shares(deal.states, deal.actions, seed=seed) if deal.is_over else {}
    turns = told.told(deal.states, deal.actions, seat=found.seat, seed=seed)
    assert shared is not None
    assert turns is not None
    places = reviewing.tricks(deal)
    return {
        "seat": found.seat,
        "decisions": [_decision(deal, one, language, known_by) for one in found.decisions],
        "accuracy": None if found.accuracy is None else round(found.accuracy, 1),
        "counted": found.counted,
        "luck": _luck(deal, found),
        "shares": {str(seat): _part(part) for seat, part in shared.items()},
        "told": [
            _told(one, places[one.at], language, found.seat, known_by)
            for one in turns
            if found.seat in (one.seat, one.partner)
        ],
        "curve": [
            {"at": one.at, "win": round(one.chance, 4), "se": round(one.error, 4)}
            for one in found.curve
        ],
    }


def _decision(deal: Deal, one: Decision, language: str, known_by: str) -> Answer:
    opened = reviewing.open_hands(deal, one.at)
    history: Answer = {"record": known_by, "at": one.at}
    return {
        "trick": one.trick,
        "turn": one.turn,
        "seat": one.seat,
        "play": action_text(one.action),
        "best": action_text(one.best),
        "before": round(one.before, 4),
        "after": round(one.after, 4),
        "loss": round(one.loss, 4),
        "se": round(one.error, 4),
        "points": None if one.points is None else round(one.points, 3),
        "stake": round(one.weighed.stake, 4),
        "grade": one.grade,
        "mistake": one.mistake or None,
        "hard": one.hard,
        "forced": one.weighed.forced,
        "counted": one.weighed.counts,
        "worlds": one.worlds,
        "open": None
        if opened is None
        else {"best_wins": opened.won_before, "play_wins": opened.won_after},
        "sentences": [render(said, language) for said in one.sentences],
        "claims": [claim_data(claim, history) for claim in one.claims],
    }


def _luck(deal: Deal, found: Review) -> Answer:
    """The parts and the result; the parts are not rounded, so that they add up to it exactly."""
    listed = reviewing.parts(found, deal)
    if not listed:
        return {}
    result = payoffs(deal.states[-1])[found.seat]
    return {**{name: _part(part) for name, part in listed.items()}, "result": result}


def _part(part: Part) -> Answer:
    return {"points": part.points, "se": round(part.error, 4)}


def _told(one: Told, place: tuple[int, int], language: str, seat: int, known_by: str) -> Answer:
    return {
        "trick": place[0],
        "turn": place[1],
        "seat": one.seat,
        "partner": one.partner,
        "play": action_text(one.action),
        "holding": one.after.kind,
        "before": round(one.before.value, 4),
        "after": round(one.after.value, 4),
        "sentence": render(told.said(one, seat), language),
        "claims": [
            claim_data(claim, {"record": known_by, "at": at})
            for claim, at in ((one.before, one.at), (one.after, one.at + 1))
        ],
    }
