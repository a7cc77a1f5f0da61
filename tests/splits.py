"""What the tests of the solver share: hands, the rules as the oracle's own options, the checks."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from engine.cards import DECK, RANKS, Counts, add, count_cards, full_deck, ranks_text
from engine.doudizhu.plays import Play, classify
from engine.doudizhu.rules import CLASSIC, PRESETS, Rules
from tests.oracle_split import Table, all_fewest, fewest

# ---- rules, said twice: for the engine and for the oracle ----

TABLES = {
    "classic": Table(),
    "competition": Table(),
    "rob": Table(),
    "rlcard": Table(),
    "folk": Table(bare_trio=False),
    "pagat": Table(solos_differ=True),
    "openspiel": Table(trio_may_touch=True, quad_with_two=False),
    "noip": Table(
        airplane_with_solos=False,
        airplane_with_pairs=False,
        both_jokers_ride=True,
        pairs_may_repeat=True,
    ),
    "four-player": Table(
        trio_with_solo=False,
        quad_with_two=False,
        airplane_with_solos=False,
        packs=2,
        landlord=33,
    ),
}
"""The presets as R9 to R11, R23 and the table of presets describe them."""

ONE_OPTION = {
    "trio_alone": (replace(CLASSIC, trio_alone=False), Table(bare_trio=False)),
    "trio_solo": (replace(CLASSIC, trio_solo=False), Table(trio_with_solo=False)),
    "trio_pair": (replace(CLASSIC, trio_pair=False), Table(trio_with_pair=False)),
    "quad_two": (replace(CLASSIC, quad_two=False), Table(quad_with_two=False)),
    "airplane_kickers": (
        replace(CLASSIC, airplane_kickers=False),
        Table(airplane_with_solos=False, airplane_with_pairs=False),
    ),
    "airplane_solos": (replace(CLASSIC, airplane_solos=False), Table(airplane_with_solos=False)),
    "distinct_kickers": (replace(CLASSIC, distinct_kickers=True), Table(solos_differ=True)),
    "same_pair_kickers": (replace(CLASSIC, same_pair_kickers=True), Table(pairs_may_repeat=True)),
    "joker_kickers": (replace(CLASSIC, joker_kickers=True), Table(both_jokers_ride=True)),
    "touching_trio": (replace(CLASSIC, touching_trio=True), Table(trio_may_touch=True)),
}
"""Classic with one option turned over."""


def some_options(rng: random.Random) -> tuple[Rules, Table]:
    """Classic with any of its play options turned over, for the engine and for the oracle."""
    turned = {option: rng.random() < 0.4 for option in ONE_OPTION}
    rules = replace(
        CLASSIC,
        name="+".join(option for option, is_turned in turned.items() if is_turned),
        **{
            option: getattr(rules if turned[option] else CLASSIC, option)
            for option, (rules, _) in ONE_OPTION.items()
        },
    )
    table = Table(
        bare_trio=not turned["trio_alone"],
        trio_with_solo=not turned["trio_solo"],
        trio_with_pair=not turned["trio_pair"],
        quad_with_two=not turned["quad_two"],
        airplane_with_solos=not turned["airplane_kickers"] and not turned["airplane_solos"],
        airplane_with_pairs=not turned["airplane_kickers"],
        solos_differ=turned["distinct_kickers"],
        pairs_may_repeat=turned["same_pair_kickers"],
        both_jokers_ride=turned["joker_kickers"],
        trio_may_touch=turned["touching_trio"],
    )
    return rules, table


# ---- hands ----


def mixed_hands(
    number: int, *, seed: int | str, fewest_cards: int = 8, most_cards: int = 20, packs: int = 1
) -> list[Counts]:
    """Random hands, every third of them from 4 to 7 ranks, half of these with all jokers."""
    rng = random.Random(seed)
    hands = []
    for place in range(number):
        size = rng.randint(fewest_cards, most_cards)
        deck = list(DECK * packs)
        if place % 3 == 0:
            ranks = {*rng.sample(RANKS[:13], rng.randint(4, 7)), "B", "R"}
            deck = [card for card in deck if card[0] in ranks]
            if rng.random() < 0.5:  # the jokers stand at the end of what is drawn from
                deck = [card for card in deck if card not in ("B", "R")]
                jokers = ["B", "R"] * packs
                size = min(size, len(deck) + len(jokers))
                drawn = rng.sample(deck, max(0, size - len(jokers)))
                hands.append(count_cards(drawn + jokers))
                continue
        hands.append(count_cards(rng.sample(deck, min(size, len(deck)))))
    return hands


def structured_hands(number: int, *, seed: int | str, size: int = 20) -> Iterator[Counts]:
    """Hands put together from chains, airplanes, quads, trios, pairs and solos."""
    rng = random.Random(seed)
    pieces = ((1, 5, 8), (2, 3, 4), (3, 2, 3), (4, 1, 1), (3, 1, 1), (2, 1, 1), (1, 1, 1))
    deck = full_deck()
    for _ in range(number):
        hand: Counts = (0,) * len(RANKS)
        while sum(hand) < size:
            width, shortest, longest = rng.choice(pieces)
            length = rng.randint(shortest, longest)
            ranks = len(RANKS) if width == length == 1 else 13 if length == 1 else 12
            start = rng.randint(0, ranks - length)
            piece = tuple(width * (start <= rank < start + length) for rank in range(len(RANKS)))
            more = add(hand, piece)
            if sum(more) <= size and all(a <= b for a, b in zip(more, deck, strict=True)):
                hand = more
        yield hand


# ---- checks; a failing one shows the hand ----


def check_plays(plays: Sequence[Play], hand: Counts, rules: Rules) -> None:
    """Fails unless these are plays under *rules* that use up exactly *hand*."""
    told = f"{ranks_text(hand)} under {rules.name!r} as {[str(play) for play in plays]}"
    total: Counts = (0,) * len(RANKS)
    for play in plays:
        assert play in classify(play.counts, rules), f"{play} is no play: {told}"
        total = add(total, play.counts)
    assert total == hand, f"other cards: {told}"


def check_fewest(
    plays_of: Callable[[Counts, Rules], Sequence[Play]],
    hands: Sequence[Counts],
    rules: Rules,
    table: Table,
) -> None:
    """Fails unless each hand's plays are legal and as few as the oracle's."""
    for hand in hands:
        plays = plays_of(hand, rules)
        check_plays(plays, hand, rules)
        expected = fewest(ranks_text(hand), table)
        assert len(plays) == expected, (
            f"{ranks_text(hand)} under {rules.name!r} takes {expected} plays, "
            f"not {[str(play) for play in plays]}"
        )


def oracle_splits(hand: Counts, table: Table) -> set[tuple[str, ...]]:
    """The oracle's splits with the fewest plays, each as the sorted texts of its plays."""
    return {
        tuple(sorted(f"{body}+{kickers}" if kickers else body for body, kickers in ways))
        for ways in all_fewest(ranks_text(hand), table)
    }


def seats_hand(name: str) -> int:
    """Cards of the largest hand of the preset, but no more than the oracle can bear."""
    return min(24, PRESETS[name].largest_hand)
