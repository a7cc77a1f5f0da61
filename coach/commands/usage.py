"""What is wrong with a command as it was typed: one line, what was read and what was expected."""

from __future__ import annotations

import re
import sys
from typing import Any

from typer.core import TyperGroup
from typer.exceptions import Abort, TyperException

from coach.commands.answering import BAD_INPUT, complain

_FORMS = {
    "int": "a whole number",
    "float": "a number",
    "greater_than_equal": "a number of at least {ge:g}",
    "less_than_equal": "a number of at most {le:g}",
}
"""What is expected, by how the type of a fault begins."""


class Verbs(TyperGroup):
    """The verbs; what is wrong with a command is told as every other error is."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run a command and end, with 2 where it cannot be read."""
        try:
            code = super().main(*args, **{**extra, "standalone_mode": False})
        except TyperException as error:
            if not (said := said_of(error)):
                print(error.format_message())  # the help, of a command without arguments
                sys.exit(BAD_INPUT)
            complain(said)
            sys.exit(BAD_INPUT)
        except Abort:
            sys.exit(1)
        sys.exit(code if isinstance(code, int) else 0)


def said_of(error: Any) -> str:
    """The line for what is wrong with a command; empty where it is none of its kinds."""
    message, name = str(error.message), getattr(error, "option_name", "")
    param, fault = getattr(error, "param", None), _fault(error)
    if param is not None and fault is None:
        return f"missing {param.opts[0]}; expected {param.opts[0]} {param.metavar or 'VALUE'}"
    if param is not None:
        return f"cannot read {fault['input']!r} as {param.opts[0]}; expected {_expected(fault)}"
    if message.startswith("No such option"):
        return f"cannot read {name!r}; expected one of {', '.join(_options(error.ctx))}"
    if name and "requires" in message:
        return f"cannot read {name!r} alone; expected a value behind it"
    if name:
        return f"cannot read a value of {name}; expected {name} alone"
    if found := re.match(r"No such command '(.*?)'\.", message, re.DOTALL):
        return f"unknown verb {found[1]!r}; expected one of {', '.join(error.ctx.command.commands)}"
    if found := re.match(r"Got unexpected extra.*? \((.*)\)$", message, re.DOTALL):
        return f"cannot read {found[1]!r}; expected no more than came before"
    return ""


def _options(context: Any) -> list[str]:
    params = context.command.params
    return [name for param in params for name in param.opts if name.startswith("-")] + ["--help"]


def _fault(error: Any) -> Any:
    """The first fault of a value, with what was read; None where there is none."""
    cause = error.__cause__
    return cause.errors()[0] if hasattr(cause, "errors") else None


def _expected(fault: Any) -> str:
    for begin, form in _FORMS.items():
        if fault["type"].startswith(begin):
            return form.format(**fault.get("ctx", {}))
    listed: str = fault["msg"].rpartition(" is not ")[2].rstrip(".")
    return listed.replace("'", "")
