"""The verb ``lessons``: ``verify`` checks every lesson."""

from __future__ import annotations

import typer

from coach.commands.answering import wait_for_kernel
from coach.course import verify

lessons_verbs = typer.Typer(no_args_is_help=True, help="The lessons.")


@lessons_verbs.callback()
def lessons() -> None:
    """The lessons."""


@lessons_verbs.command("verify")
def verify_verb() -> None:
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
