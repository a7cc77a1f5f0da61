"""What all verbs share: reading inputs, answering each with one JSON object a line, errors."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn, TypeVar

import typer

from engine.cards import (
    AmbiguousPlayError,
    Counts,
    IllegalPlayError,
    NotationError,
    parse_ranks,
)
from engine.doudizhu.kernel import KERNEL
from engine.doudizhu.rules import Rules, parse_rules

Answer = dict[str, Any]

READING_ERRORS = (NotationError, IllegalPlayError, AmbiguousPlayError)
BAD_INPUT = 2


def rules(text: str) -> Rules:
    try:
        return parse_rules(text)
    except NotationError as error:
        stop(str(error))


def hand(text: str, rules: Rules) -> Counts:
    return parse_ranks(text.strip(), packs=rules.packs)


def inputs(arguments: list[str] | None) -> Iterator[str]:
    """The arguments, else the lines of standard input that are not blank."""
    if arguments:
        yield from arguments
    else:
        yield from (line.strip() for line in sys.stdin if line.strip())


def answer_all(arguments: list[str] | None, answer: Callable[[str], Answer]) -> None:
    """Print the answer of every input; exit with 2 when one could not be read."""
    failed = False
    for text in inputs(arguments):
        try:
            line = json.dumps(answer(text), ensure_ascii=False)
        except READING_ERRORS as error:
            failed = True
            complain(str(error))
        else:
            print(line, flush=True)
    if failed:
        raise typer.Exit(BAD_INPUT)


T = TypeVar("T")


def or_exit(read: Callable[[], T]) -> T:
    try:
        return read()
    except READING_ERRORS as error:
        stop(str(error))


def complain(message: str) -> None:
    print("error: " + " ".join(message.split()), file=sys.stderr)


def stop(message: str) -> NoReturn:
    complain(message)
    raise typer.Exit(BAD_INPUT)


@contextmanager
def progress(length: int) -> Iterator[Callable[[int], None]]:
    """A function that is told how much is done; a person who looks on sees a bar."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    with typer.progressbar(length=length, file=sys.stderr) as bar:
        yield lambda done: bar.update(done - bar.pos)


# ---- the solver ----

PATIENCE = 3.0
"""Seconds after which a person is told what the command line waits for."""


def wait_for_kernel() -> None:
    """Nothing; the solver is compiled, or cannot be and goes on slowly."""
    if KERNEL.wait(PATIENCE) or KERNEL.why_not:
        return
    print("compiling the solver, once: some twenty seconds", file=sys.stderr)
    if not KERNEL.wait():
        print(f"the solver stays slow: {KERNEL.why_not}", file=sys.stderr)
