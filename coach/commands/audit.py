"""The verb ``audit``: the claims of hints in real positions, checked by other paths."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from coach.commands.answering import wait_for_kernel


def audit_verb(
    positions: Annotated[int, typer.Option("--positions", min=1, help="Hints audited.")] = 1000,
    seed: Annotated[int, typer.Option("--seed", help="Which positions.")] = 0,
    worlds: Annotated[
        int, typer.Option("--worlds", min=60, help="Fresh worlds that say what a play loses.")
    ] = 4000,
    processes: Annotated[
        int, typer.Option("--processes", min=1, help="How many work at the same time.")
    ] = 1,
) -> None:
    """Check every claim of hints by another path, and print the table of what holds."""
    from coach import audit  # ortools takes a second to load; the other verbs go without

    wait_for_kernel()
    with typer.progressbar(length=positions, file=sys.stderr) as bar:
        found = audit.audit(
            positions,
            seed=seed,
            worlds=worlds,
            processes=processes,
            progress=lambda done: bar.update(done - bar.pos),
        )
    print(audit.report(found))
