"""The verb ``audit``: the claims of hints in real positions, checked by other paths."""

from __future__ import annotations

from concurrent.futures import BrokenExecutor
from typing import Annotated

import typer

from coach.commands.answering import progress, stop, wait_for_kernel


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
    try:
        with progress(positions) as done:
            found = audit.audit(
                positions, seed=seed, worlds=worlds, processes=processes, progress=done
            )
    except BrokenExecutor:
        stop("a process that checked hints has ended: killed, or out of memory; start again")
    print(audit.report(found))
