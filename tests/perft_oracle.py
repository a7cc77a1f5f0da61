"""Counts of play sequences the slow and obvious way, and the golden files of ``tests/perft``.

Built on the plays of ``tests/oracle_split.py``, which imports nothing from the engine; who may
follow whom is written here once more, from R14 to R17 alone.

    uv run python -m tests.perft_oracle
"""

from __future__ import annotations

import json
import random
from itertools import combinations_with_replacement
from pathlib import Path

from tests.oracle_split import LETTERS, Cards, Table, bodies, may_ride, take

CLASSIC = Table()
FOUR_PLAYERS = Table(
    trio_with_solo=False, quad_with_two=False, airplane_with_solos=False, packs=2, landlord=33
)


def all_plays(hand: str, table: Table) -> set[Cards]:
    """Every play of *hand*."""
    found = set()
    for body, number, size in bodies(table):
        rest = take(hand, body)
        if rest is None:
            continue
        on_offer = [letter for letter in LETTERS if rest.count(letter) >= max(size, 1)]
        for kickers in combinations_with_replacement(on_offer, number):
            text = "".join(letter * size for letter in kickers)
            if take(rest, text) is not None and may_ride(body, kickers, size, table):
                found.add((body, text))
    return found


def is_rocket(play: Cards) -> bool:
    """Whether the play is all jokers: one pair of unlike ones, or two."""
    body, _ = play
    return set(body) == {"B", "R"}


def is_bomb(play: Cards) -> bool:
    """Whether the play is four or more of one rank and nothing else."""
    body, kickers = play
    return not kickers and len(body) >= 4 and len(set(body)) == 1


def may_follow(play: Cards, to_beat: Cards) -> bool:
    """R14, R15 and R23."""
    if is_rocket(to_beat):
        return False
    if is_rocket(play):
        return True
    (body, kickers), (other_body, other_kickers) = play, to_beat
    if is_bomb(play) and is_bomb(to_beat):
        by_size = len(body) - len(other_body)
        return by_size > 0 or (by_size == 0 and higher(body, other_body))
    if is_bomb(play) or is_bomb(to_beat):
        return is_bomb(play)
    alike = (len(body), len(set(body)), len(kickers)) == (
        len(other_body),
        len(set(other_body)),
        len(other_kickers),
    )
    return alike and higher(body, other_body)


def higher(body: str, other: str) -> bool:
    """Whether the lowest rank of *body* is above that of *other*."""
    return LETTERS.index(body[0]) > LETTERS.index(other[0])


def count(
    hands: tuple[str, ...], turn: int, on: Cards | None, leader: int, depth: int, table: Table
) -> int:
    """Sequences of *depth* turns; none beyond the end of the deal."""
    if not depth:
        return 1
    if "" in hands:
        return 0
    seats = len(hands)
    after = (turn + 1) % seats
    total = 0
    for play in all_plays(hands[turn], table):
        if on is None or may_follow(play, on):
            left = take(hands[turn], "".join(play))
            assert left is not None
            others = (*hands[:turn], left, *hands[turn + 1 :])
            total += count(others, after, play, turn, depth - 1, table)
    if on is not None:
        cleared = after == leader  # all others passed: the last to play leads
        total += count(hands, after, None if cleared else on, leader, depth - 1, table)
    return total


def dealt(rng: random.Random, sizes: tuple[int, ...], ranks: str, packs: int) -> tuple[str, ...]:
    """Random hands of these sizes out of the given ranks."""
    deck = "".join(rank * packs * (1 if rank in "BR" else 4) for rank in ranks)
    cards = rng.sample(deck, sum(sizes))
    hands = []
    for size in sizes:
        hands.append("".join(sorted(cards[:size], key=LETTERS.index)))
        cards = cards[size:]
    return tuple(hands)


SORTS = (
    # name, seats' sizes, ranks dealt from, packs, cases, depth
    ("random", (8, 7, 7), LETTERS, 1, 6, 4),
    ("airplanes", (10, 6, 6), "34567J2", 1, 6, 4),
    ("bombs", (8, 7, 7), "34KA2BR", 1, 6, 4),
    ("lead-20", (20, 17, 17), LETTERS, 1, 3, 2),
    ("two-hands", (9, 9), "3456789TJ", 1, 4, 4),
    ("four-players", (8, 6, 6, 6), "3456JKA2BR", 2, 4, 4),
)


def main() -> None:
    """Write the golden files."""
    folder = Path(__file__).parent / "perft"
    for name, sizes, ranks, packs, cases, depth in SORTS:
        rng = random.Random(f"perft {name}")
        table = CLASSIC if packs == 1 else FOUR_PLAYERS
        found = []
        for number in range(1, cases + 1):
            hands = dealt(rng, sizes, ranks, packs)
            counts = [count(hands, 0, None, 0, turns, table) for turns in range(1, depth + 1)]
            position = f"ddz {'/'.join(hands)} - 0@1 0 - 0 0"
            found.append({"id": number, "position": position, "counts": counts})
        content = {
            "source": "tests/perft_oracle.py, 2026-11-30: plays and what may follow, written apart",
            "cases": found,
        }
        (folder / f"{name}.json").write_text(json.dumps(content, indent=1) + "\n")


if __name__ == "__main__":
    main()
