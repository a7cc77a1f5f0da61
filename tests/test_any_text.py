"""Random bytes into every reader: a value or one of the errors, never another exception.

20,000 byte strings in the normal run, 200,000 under ``-m long``.  Half are random bytes, half
pieces of good notation in wrong order, which get further.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from coach.doudizhu.hand_text import read_hand
from engine import deal_code
from engine.cards import AmbiguousPlayError, IllegalPlayError, NotationError, parse_ranks
from engine.doudizhu import game
from engine.doudizhu.converters import from_botzone, from_douzero, from_rlcard
from engine.doudizhu.plays import parse_play
from engine.doudizhu.position import parse_position, parse_view
from engine.doudizhu.rules import CLASSIC, FOUR_PLAYER, NOIP, OPENSPIEL, parse_rules
from engine.record import read_record

START = game.start("", position="ddz 3345/6678/99JQ - 0@2 0 - 0 0")
BIDDING = game.start("", position="ddz 3345/6678/99JQ 22A - 0 - 0 0 first=0")
HEAD = '[Game "ddz"]\n[Position "ddz 3345/6678/99JQ - 0@2 0 - 0 0"]\n\n'

READERS: dict[str, Callable[[str], Any]] = {
    "ranks": parse_ranks,
    "pasted hand": read_hand,
    "play": parse_play,
    "play of openspiel": lambda text: parse_play(text, OPENSPIEL),
    "play of noip": lambda text: parse_play(text, NOIP),
    "play of four": lambda text: parse_play(text, FOUR_PLAYER),
    "action": lambda text: game.parse_action(START, text),
    "bid": lambda text: game.parse_action(BIDDING, text),
    "rules": parse_rules,
    "deal code": deal_code.decode,
    "deal": lambda text: game.deal(CLASSIC, text),
    "position": parse_position,
    "view": parse_view,
    "record": read_record,
    "record after its head": lambda text: read_record(HEAD + text),
    "botzone": from_botzone,
    "rlcard": from_rlcard,
    "douzero": from_douzero,
}

ERRORS = (NotationError, AmbiguousPlayError, IllegalPlayError)

PIECES = [
    *'3456789TJQKA2BR+cdhsXD-/?:@!(){}[]"\\*,.= \n\r\t\0',
    *("pass", "333444", "+56", "ddz", "D1", "F1", "0@1", "0:33", "first=", "bids=pass", "?17"),
    *(
        "rules=",
        "classic",
        "folk",
        ",",
        "redeals=none",
        "unseen=",
        "plays=1,2,3",
        "1.",
        "0a.",
        "0d.",
    ),
    *('[Game "ddz"]', "[Deal", '"]', "{note}", "0:", "2:99", "[1, 2]", '{"own": [3]}', "9" * 30),
    *("\u0660", "三", "ß", "\ud800", "\U0001f0cf", "\u2028", "ﬀ"),
]


def texts(number: int, seed: int) -> list[str]:
    rng = random.Random(seed)
    found = []
    for place in range(number):
        if place % 2:
            data = rng.randbytes(rng.randint(0, 40))
            found.append(data.decode(rng.choice(["latin-1", "utf-8"]), "replace"))
        else:
            glue = rng.choice(["", " "])
            found.append(glue.join(rng.choices(PIECES, k=rng.randint(0, 16))))
    return found


def check(name: str, number: int) -> None:
    read = READERS[name]
    for text in texts(number, seed=len(name)):
        try:
            read(text)
        except ERRORS:
            continue
        except Exception as error:  # the message names the text that did it
            pytest.fail(f"{name}: {type(error).__name__} on {text!r}: {error}")


@pytest.mark.parametrize("name", READERS)
def test_a_tenth_of_the_byte_strings_give_a_value_or_an_error(name: str) -> None:
    check(name, 20_000 // len(READERS) + 1)


@pytest.mark.long
@pytest.mark.parametrize("name", READERS)
def test_two_hundred_thousand_byte_strings_give_a_value_or_an_error(name: str) -> None:
    check(name, 200_000)


LONG = 200_000
"""Characters; a reader whose steps grew with the square of the length would not end in time."""


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize(
    "text",
    [
        "3" * LONG,
        "(" * LONG,
        "{" * LONG,
        '[A "' * (LONG // 4),
        "!" * LONG + "a",
        "3 " * (LONG // 2),
        " " * LONG,
        "9" * LONG,
        "pass " * (LONG // 5),
        "bids=" + "pass," * (LONG // 5),
        "1." * (LONG // 2),
    ],
    ids=lambda text: text[:8],
)
def test_long_texts_end_soon(name: str, text: str) -> None:
    message = ""
    try:
        READERS[name](text)
    except ERRORS as error:
        message = str(error)
    assert len(message) < 1_000
