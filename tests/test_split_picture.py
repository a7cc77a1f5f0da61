"""A split drawn as a picture: every card of it, well-formed, and nothing from elsewhere."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest

from coach.doudizhu.split_picture import split_svg
from coach.language import LANGUAGES
from engine.doudizhu.plays import parse_play

SPLIT = [parse_play(text) for text in ("3456789TJQKA", "444+7", "KK", "BR")]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_is_drawn_within_the_picture(language: str) -> None:
    root = ElementTree.fromstring(split_svg(SPLIT, "a <hand> & more", language))
    cards = root.findall(f"{SVG}g")
    assert len(cards) == 12 + 4 + 2 + 2
    wide, high = float(root.attrib["width"]), float(root.attrib["height"])
    for card in cards:
        box = card.find(f"{SVG}rect")
        assert box is not None
        assert -12 <= float(box.attrib["x"]) <= wide - 24 - 38
        assert float(box.attrib["y"]) + 54 <= high
    assert root.attrib["aria-label"] == "a <hand> & more"


def test_nothing_of_it_is_loaded_from_elsewhere() -> None:
    drawn = split_svg(SPLIT, "title", "en")
    assert "href" not in drawn
    assert "url(" not in drawn
    assert drawn.count("http") == 1  # the name of the format
