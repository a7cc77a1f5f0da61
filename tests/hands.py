"""Hands for tests: strategies for hypothesis and seeded random hands."""

from __future__ import annotations

import random
from collections.abc import Iterator

from hypothesis import strategies as st

from engine.cards import DECK, Counts, count_cards


def hands(*, most: int = 20, packs: int = 1) -> st.SearchStrategy[Counts]:
    """Any cards of *packs* packs, up to *most*, few ranks as often as many."""
    deck = DECK * packs
    by_rank = st.lists(st.integers(0, 14), min_size=1, max_size=15, unique=True).map(
        lambda ranks: [card for card in deck if "3456789TJQKA2BR".index(card[0]) in ranks]
    )
    return by_rank.flatmap(
        lambda cards: st.lists(
            st.sampled_from(range(len(cards))), max_size=min(most, len(cards)), unique=True
        ).map(lambda places: count_cards(cards[place] for place in places))
    )


def random_hands(number: int, size: int, *, seed: int) -> Iterator[Counts]:
    """*number* random hands of *size* cards, the same for a seed."""
    rng = random.Random(seed)
    for _ in range(number):
        yield count_cards(rng.sample(DECK, size))
