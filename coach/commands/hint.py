"""The verb ``hint``: an explained hint for a view, or for a seat of a record."""

from __future__ import annotations

from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from typing import Annotated

import typer

from coach.claims import SAMPLED, Claim
from coach.commands.answering import Answer, answer_all, wait_for_kernel
from coach.commands.records import record_texts
from coach.hints import Hint, HintedPlay, hint
from coach.say import render
from engine import record
from engine.cards import IllegalPlayError, NotationError
from engine.doudizhu import game
from engine.doudizhu.position import action_text, parse_view, view_text
from engine.doudizhu.state import View


class Language(StrEnum):
    """The languages of hints by their tags."""

    en = "en"
    ja = "ja"
    zh_hans = "zh-Hans"
    zh_hant = "zh-Hant"


def hint_verb(
    views: Annotated[
        list[str] | None,
        typer.Argument(
            help="Views, each in quotes, or files of records; else standard input.",
            metavar="VIEW...",
        ),
    ] = None,
    language: Annotated[Language, typer.Option("--lang", help="Of the sentences.")] = Language.en,
    level: Annotated[
        int, typer.Option("--level", min=1, max=4, help="Nudge, feature, play, or proof.")
    ] = 4,
    seat: Annotated[
        int | None, typer.Option("--seat", min=0, help="Of a record: whose hint.", metavar="N")
    ] = None,
    at: Annotated[
        int | None,
        typer.Option("--at", min=0, help="Of a record: turns made, bids too.", metavar="PLY"),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="For the hands that are drawn.")] = 0,
) -> None:
    """An explained hint: the plays with their win chance, every claim, and the sentences.

    A view is a position in which the other hands are written ?17 and "unseen" lists their cards; it
    tells nothing of the turns before, so the hands that are drawn are not weighted by them, and the
    hint says so. With --seat or --at each input is the record of a deal (a file, or the whole of
    standard input), and the hint is for the position after so many turns; "how" of each claim then
    says which turns it rests on: the SHA-256 of the record's text, and how many turns of it.
    """
    told = seat is not None or at is not None

    def answer(text: str) -> Answer:
        view, turns = _of_record(text, seat, at) if told else (_view(text), None)
        wait_for_kernel()
        found = hint(view, level, seed=seed)
        assert found is not None, "nothing pulls the brake"
        history = {} if turns is None else {"record": digest(text), "at": turns}
        return answered(found, language.value, history)

    given = record_texts(views) if told else views
    answer_all(given, answer)


def answered(found: Hint, language: str, history: Answer | None = None) -> Answer:
    """*found* as the command line prints it; *history* is what its view alone does not tell."""
    return {
        "view": view_text(found.view),
        "level": found.level,
        "plays": [_play(row) for row in found.plays],
        "claims": [claim_data(claim, history or {}) for claim in found.claims],
        "sentences": [render(said, language) for said in found.sentences],
    }


def _play(row: HintedPlay) -> Answer:
    """A play; one that wins for certain has the chance 1 and no error."""
    win, error = (1.0, 0.0) if row.win is None else (row.win.value, row.win.basis.error or 0.0)
    return {
        "play": action_text(row.play),
        "win": round(win, 4),
        "se": round(error, 4),
        "tie": row.tie,
    }


def digest(text: str) -> str:
    """What a record is known by: the SHA-256 of its text."""
    return f"sha256:{sha256(text.encode()).hexdigest()}"


def claim_data(claim: Claim, history: Answer) -> Answer:
    """*claim* with all that is needed to find it again, with the view of its hint.

    Where that comes from a record, *history* says from which and after how many turns.
    """
    how: Answer = {"method": claim.how.method, "scope": claim.scope, **history}
    if claim.basis.name == SAMPLED:
        how |= {
            "se": claim.basis.error,
            "worlds": claim.basis.worlds,
            "seed": claim.basis.seed,
            "weighted": claim.how.weighted,
        }
    subject: Answer = {"of": claim.subject.of}
    if claim.subject.of == "seat":
        subject["seat"] = claim.subject.plays[0]
    else:
        subject["plays"] = [action_text(play) for play in claim.subject.plays]
    return {
        "kind": claim.kind,
        "subject": subject,
        "value": claim.value,
        "basis": claim.basis.name,
        "how": how,
    }


# ---- records ----


def _view(text: str) -> View:
    """The view of *text*; NotationError, which says so where it rather is a record."""
    try:
        return parse_view(text)
    except NotationError as error:
        if text.startswith("[") or _is_file(text):
            what = "a file" if _is_file(text) else "the record of a deal"
            raise NotationError(
                f"{text[:60]!r} is {what}, not a view; for a record say --at PLY or --seat N"
            ) from error
        raise


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # too long for a name, or with a zero in it
        return False


def _of_record(text: str, seat: int | None, at: int | None) -> tuple[View, int]:
    """What *seat* sees after *at* turns of the record, and how many these are.

    The seat to act, and all turns, when None.
    """
    reading = record.read_single(text)
    turns = reading.record.turns
    if reading.faults and (at is None or at > len(turns)):
        raise NotationError(str(reading.faults[0]))
    if at is not None and at > len(turns):
        raise NotationError(f"the record has {len(turns)} turns; read --at {at}")
    made = len(turns) if at is None else at
    state = record.states(reading.record)[made]
    if game.is_over(state):
        raise IllegalPlayError(f"the deal is over after {made} turns")
    if seat is not None and seat != state.turn:
        raise IllegalPlayError(f"after these turns seat {state.turn} is to act; read --seat {seat}")
    return game.view(state, state.turn), made
