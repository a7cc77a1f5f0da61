"""Cards written as numbers: plain ranks, DouZero's integers, contest lines, Botzone's JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from engine.cards import RANKS, Counts, NotationError, full_deck
from engine.doudizhu import converters


@dataclass(frozen=True)
class Numbers:
    """The whole hands that numbers may mean; *unsure* when the only one must be confirmed."""

    hands: tuple[Counts, ...]
    unsure: bool = False


_APART = r"[\s,;|/、。\[\]()]"
_LIST = re.compile(rf"{_APART}*[0-9]+(?:{_APART}+[0-9]+)*{_APART}*")
_GROUPED = re.compile(r"(?=.*([2-9])\1)(?:\s*\b(?:([2-9])\2*|10)\b)+\s*", re.DOTALL)
"""Figures of one rank put together, as 33 44 5: groups of cards and no numbers."""
_PAIRS = re.compile(r"\s*[0-9]+\s+[0-9]+\s*")


def read(text: str, packs: int) -> Numbers | None:
    """What *text* means when it is made of numbers only, or is Botzone's JSON; else None.

    Bare numbers are ranks, which are DouZero's integers too, when all lie in 3 to 14, 17, 20 and
    30; other numbers are read when only plain ranks are left, and else are to be asked.
    """
    if text.lstrip().startswith("{"):
        return _botzone(text)
    if not _LIST.fullmatch(text) or _GROUPED.fullmatch(text):
        return None
    lines = [line for line in text.splitlines() if line.strip()]
    contest = _contest(lines)
    numbers = [int(number[:9]) for number in re.findall(r"[0-9]+", text)]
    if len(numbers) == 1 and numbers[0] not in converters.DOUZERO_NUMBERS and "[" not in text:
        return None  # a run such as 3456, read letter by letter
    if contest is not None:
        others = [] if 1 in numbers else _as_ranks(text, numbers)
        return _among([contest, *others], packs)
    douzero = _valid([_try(converters.from_douzero_numbers, numbers)], packs)
    if douzero:
        return Numbers(douzero)
    return _among(
        [*_as_ranks(text, numbers), _try(converters.from_botzone, json.dumps(numbers))],
        packs,
        confirm=not _plain_ranks(numbers, runs="[" not in text),
    )


def _botzone(text: str) -> Numbers | None:
    """A request of Botzone, or the whole input of a bot, whose first request has the hand."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        return None
    requests = content.get("requests")
    if isinstance(requests, list) and requests and isinstance(requests[0], dict):
        content = requests[0]
    hand = _try(converters.from_botzone, json.dumps(content))
    return None if hand is None or not any(hand) else Numbers((hand,))


def _contest(lines: list[str]) -> Counts | None:
    """Lines of a rank (1 is the ace, 0 a joker) and a suit, maybe below one with their number."""
    if len(lines) < 2 or not all(map(_PAIRS.fullmatch, lines)):
        return None
    pairs = [(int(line.split()[0]), int(line.split()[1])) for line in lines]
    if pairs[0][1] == len(pairs) - 1 and _are_cards(pairs[1:]):
        pairs = pairs[1:]
    if not _are_cards(pairs):
        return None
    letters = "".join(
        "BR"[suit - 1] if rank == 0 else _RANK_OF_CONTEST[rank] for rank, suit in pairs
    )
    return tuple(letters.count(rank) for rank in RANKS)


_RANK_OF_CONTEST = dict(enumerate("A23456789TJQK", 1))


def _are_cards(pairs: list[tuple[int, int]]) -> bool:
    fits = all(0 <= rank <= 13 and 1 <= suit <= (4 if rank else 2) for rank, suit in pairs)
    return fits and len(set(pairs)) == len(pairs)


def _plain_ranks(numbers: list[int], *, runs: bool) -> bool:
    """Whether the numbers are ranks as they stand, or runs of figures; a 1 is none."""
    more = "+" if runs else ""
    return all(re.fullmatch(rf"(?:10|[02-9]){more}", str(number)) for number in numbers)


def _as_ranks(text: str, numbers: list[int]) -> list[Counts | None]:
    """As ranks, 2 the two and 1 the ace, where a number is no rank figure by figure."""
    values = {**dict(enumerate("A23456789TJQKA", 1)), 0: "T"}
    counted = {**values, 15: "2", 16: "B", 17: "R"}
    found = [
        "".join(names[number] for number in numbers)
        for names in (values, counted)
        if all(number in names for number in numbers)
    ]
    figures = "".join(re.findall(r"[0-9]+", text)).replace("10", "T").replace("0", "T")
    if "[" not in text and any(number > 14 for number in numbers):
        found.append(figures.replace("1", "A"))
    return [tuple(letters.count(rank) for rank in RANKS) for letters in found]


def _among(hands: Iterable[Counts | None], packs: int, *, confirm: bool = False) -> Numbers | None:
    left = _valid(hands, packs)
    return Numbers(left, confirm and len(left) == 1) if left else None


def _valid(hands: Iterable[Counts | None], packs: int) -> tuple[Counts, ...]:
    """The hands that a deck allows, each once."""
    deck = full_deck(packs=packs)
    fitting = (
        hand
        for hand in hands
        if hand is not None and all(held <= most for held, most in zip(hand, deck, strict=True))
    )
    return tuple(dict.fromkeys(fitting))


def _try(read_numbers: Callable[..., Counts], content: object) -> Counts | None:
    try:
        return read_numbers(content)
    except NotationError:
        return None
