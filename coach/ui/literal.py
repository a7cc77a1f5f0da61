"""Foreign text in messages: what was read is shown sign by sign, whatever markup it looks like."""

from __future__ import annotations

import re

_ICON = ":material/"
"""Streamlit rewrites this before it reads the Markdown, in code too; so it is taken apart."""


def literal(text: str) -> str:
    """*text* for a message of Streamlit, which reads messages as Markdown and more.

    It becomes a span of code, the one place in which nothing is a link, picture, colour, icon or
    formula.  Signs that cannot be seen (line ends, turned writing, halves of pairs) are written as
    their escapes, such as ``\\n``.
    """
    shown = "".join(map(_visible, text))
    return "&#47;".join(map(_span, shown.replace(_ICON, ":material\0").split("\0")))


def _span(text: str) -> str:
    longest = max(map(len, re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    return f"{fence} {text} {fence}" if text.strip() else text


def _visible(sign: str) -> str:
    if sign.isprintable():
        return sign
    return sign.encode("unicode_escape").decode("ascii")
