"""Figures as people read them, in every language the same."""

from __future__ import annotations

MINUS = "\N{MINUS SIGN}"


def signed(value: float, digits: int = 0) -> str:
    """*value* with its sign and so many decimals: ``+48``, ``−24``, ``+1.2``; zero without one."""
    shown = f"{abs(value):.{digits}f}"
    if float(shown) == 0:
        return shown
    return f"+{shown}" if value > 0 else f"{MINUS}{shown}"
