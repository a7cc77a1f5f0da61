"""The verb ``read``: what was understood of pasted cards, and what is to be asked."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from coach.commands.answering import Answer, answer_all, rules as read_rules
from coach.doudizhu.hand_text import Reading, read_hand
from engine.cards import ranks_text
from engine.doudizhu.rules import PRESETS


def read_verb(
    texts: Annotated[
        list[str] | None,
        typer.Argument(help="Cards as people write them; else all of standard input is one text."),
    ] = None,
    rules: Annotated[
        str,
        typer.Option(
            "--rules",
            help=f"How many packs there are follows the rules: {', '.join(PRESETS)}.",
            metavar="NAME",
        ),
    ] = "classic",
) -> None:
    """What is understood of cards as people write them, in the letters of the other verbs.

    "cards" are those that are certain. "ask" holds each sign that still has several readings (or
    one that is never taken silently): its text, its place in the input, and the cards it may be.
    """
    chosen = read_rules(rules)
    answer_all(texts or [sys.stdin.read()], lambda text: answered(read_hand(text, chosen)))


def answered(reading: Reading) -> Answer:
    """*reading* as the command line prints it."""
    ask = [
        {
            "text": reading.text[piece.start : piece.end],
            "at": piece.start,
            "readings": list(piece.readings),
        }
        for piece in reading.ask
    ]
    return {
        "text": reading.text,
        "cards": "" if reading.unsure else ranks_text(reading.cards),
        "ask": ask,
    }
