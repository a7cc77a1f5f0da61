"""The verb ``lessons``: ``verify`` checks every lesson, ``draw`` makes exercises."""

from __future__ import annotations

from datetime import date
from typing import Annotated

import typer

from coach.commands.answering import stop, wait_for_kernel
from coach.course import MOST_OF_A_PATTERN, RESULTS, results_text, verify
from coach.exercises import NUMBER, exercises_text
from lessons.loader import EXERCISES, FOLDER, everything
from lessons.patterns import BY_NAME, DrawError

lessons_verbs = typer.Typer(no_args_is_help=True, help="The lessons.")


@lessons_verbs.callback()
def lessons() -> None:
    """The lessons."""


@lessons_verbs.command("verify")
def verify_verb(
    keep: Annotated[
        bool, typer.Option("--keep", help="Keep what was found, with today's date, if all is well.")
    ] = False,
) -> None:
    """Check every lesson: one line a fault, and exit code 1 when there is one.

    The accepted answers are all right ones and only those, wrong branches lose what their texts
    say, and all four languages have all texts.
    """
    wait_for_kernel()
    number = 0
    for fault in verify():
        print(fault)
        number += 1
    if number:
        raise typer.Exit(1)
    if keep:
        path = FOLDER / "doudizhu" / RESULTS
        path.write_text(results_text(everything(), date.today()), encoding="utf-8")


@lessons_verbs.command("draw")
def draw_verb(
    names: Annotated[
        list[str] | None, typer.Argument(help="The patterns; all where none is named.")
    ] = None,
    number: Annotated[int, typer.Option(min=1, max=MOST_OF_A_PATTERN)] = NUMBER,
) -> None:
    """Write the exercises of patterns to their files, each drawn from the pattern alone."""
    unknown = sorted(set(names or ()) - set(BY_NAME))
    if unknown:
        stop(f"unknown pattern {unknown[0][:40]!r}; expected one of {', '.join(BY_NAME)}")
    wait_for_kernel()
    folder = FOLDER / "doudizhu" / EXERCISES
    folder.mkdir(exist_ok=True)
    for name in names or BY_NAME:
        try:
            text = exercises_text(name, number)
        except DrawError as error:
            stop(f"{error}; read --number {number}")
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
        print(name, flush=True)
