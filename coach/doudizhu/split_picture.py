"""A split drawn as groups of cards: a picture (SVG) to send to a friend."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from coach.language import HINTS, texts
from engine.cards import RANKS
from engine.doudizhu.plays import Play

_CARD = (38, 54)
"""Width and height of a card."""
_STEP = 22
"""From one card of a play to the next, which covers part of it."""
_GAP = 18
_WIDE = 620
"""Where a line of plays ends."""
_INK = {"B": "#1c2024", "R": "#b3372c"}
_SIGNS = {"B": "\N{FIRST QUARTER MOON}", "R": "\N{BLACK SUN WITH RAYS}"}
"""The jokers by moon and sun, as on the table."""


def split_svg(split: Sequence[Play], title: str, language: str) -> str:
    """*split* as an SVG text, the *title* over it; nothing in it is loaded from elsewhere."""
    words = texts(language, HINTS)
    x, y, drawn = 0, 34, []
    for play in split:
        cards = [rank for rank, held in enumerate(play.counts) for _ in range(held)]
        width = _STEP * (len(cards) - 1) + _CARD[0]
        if x and x + width > _WIDE:
            x, y = 0, y + _CARD[1] + _GAP
        for place, rank in enumerate(cards):
            drawn.append(_card(x + _STEP * place, y, rank, words(_name(rank))))
        x += width + _GAP
    height = y + _CARD[1] + 12
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-12 0 {_WIDE + 24} {height}" '
        f'width="{_WIDE + 24}" height="{height}" lang="{language}" role="img" '
        f'aria-label="{escape(title)}" font-family="sans-serif">'
    )
    back = f'<rect x="-12" width="{_WIDE + 24}" height="{height}" fill="#f3f4f0"/>'
    line = f'<text x="0" y="22" font-size="15" fill="#1c2024">{escape(title)}</text>'
    return "".join((head, back, line, *drawn, "</svg>"))


def _name(rank: int) -> str:
    return f"rank.{RANKS[rank]}" if rank >= len(RANKS) - 2 else "rank.B"


def _card(x: int, y: int, rank: int, joker: str) -> str:
    letter = RANKS[rank]
    ink = _INK.get(letter, "#1c2024")
    body = (
        f'<rect x="{x}" y="{y}" width="{_CARD[0]}" height="{_CARD[1]}" rx="5" '
        'fill="#ffffff" stroke="#8a929a"/>'
    )
    if letter in _INK:
        sign = _SIGNS[letter]
        text = f"<title>{escape(joker)}</title>"
    else:
        sign, text = "10" if letter == "T" else letter, ""
    look = f'font-size="16" font-weight="700" fill="{ink}"'
    return f'<g>{text}{body}<text x="{x + 5}" y="{y + 19}" {look}>{sign}</text></g>'
