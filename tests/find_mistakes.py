"""Finds positions for ``tests/cases/mistakes`` in deals that CPUs play; run by hand.

``uv run python -m tests.find_mistakes NAME NUMBER FIRST END [must]`` prints cases of one mistake,
one JSON object a line as they are met: NUMBER where it must be found and, without ``must``, as many
that only look like it, from the deals FIRST to before END.  Each is of a deal of its own and judged
by ``oracle_mistakes.py`` alone; the detector is not asked.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

from engine import record
from engine.cards import parse_ranks, ranks_text
from engine.deal_code import draw, encode
from engine.doudizhu import game
from engine.doudizhu.cpu import candidates, score
from engine.doudizhu.kernel import KERNEL, fewest
from engine.doudizhu.plays import Play
from engine.doudizhu.rules import PLAYING_PRESETS, PRESETS, Rules
from engine.doudizhu.state import State, View
from engine.players import LEVELS
from tests import oracle_mistakes as oracle

FAULTS = {
    "strength": "hoards-twos",
    "bomb_lead": "opens-with-bombs",
    "breaks_bomb": "breaks-bombs",
    "high_cards": "standard",
    "covers_partner": "beats-partner",
}
LOOK = 200
"""Worlds of a first look."""
LOSES_NOTHING = "loses nothing"
ALIKE = 3
"""Look-alikes of one sort for each that only lose nothing."""

Case = dict[str, Any]


def positions(deals: range, name: str) -> Iterator[tuple[State, tuple[State, ...], View]]:
    """One position after the other of these *deals*, where the mistake or its like can be made."""
    for deal in deals:
        rng = random.Random(f"{name} {deal}")
        rules = PRESETS[PLAYING_PRESETS[deal % len(PLAYING_PRESETS)]]
        code = encode(draw(f"mistakes {name} {deal}", players=rules.seats, first=0))
        state = game.deal(rules, code)
        levels = [rng.choice((FAULTS[name], "standard")) for _ in range(rules.seats)]
        chain = [state]
        while not game.is_over(chain[-1]):
            view = game.view(chain[-1], chain[-1].turn)
            if view.phase == "play":
                yield chain[0], tuple(chain), view
            action = LEVELS[levels[view.seat]](view, rng)
            chain.append(game.apply(chain[-1], action))


def quick(hand: str, rules: Rules) -> int:
    """The fewest plays of *hand*, fast."""
    return fewest(parse_ranks(hand, packs=2), rules)


def alike(name: str, view: View, play: Play | None) -> str:
    """What keeps a play that looks like the mistake from being it; empty where it is no look-alike.

    Where nothing countable does, only the loss is missing.
    """
    rest, hand, put = oracle.left(view, play), ranks_text(view.hand), oracle.cards(play)
    if not rest:
        return ""
    if oracle.shaped(name, view, play, quick):
        return LOSES_NOTHING
    if name == "strength":
        if hand.count("2") not in (1, 2) or set(put) & set("BR"):
            return ""
        number = quick(rest, view.rules) + bool(put)
        if "2" in put:
            return "spends a 2" if number >= 10 else ""
        if oracle.partners_trick(view):
            return "lets the partner through" if play is None and number >= 10 else ""
        return "nine plays, not ten" if number == 9 else ""
    if name == "bomb_lead":
        if play is None or not play.is_bomb:
            return ""
        if view.to_beat is not None:
            return "takes the lead with the bomb"
        return "one play is left after the bomb"
    if name == "breaks_bomb":
        if play is None or not oracle.fours(hand):
            return ""
        if oracle.fours(hand) & set(put) and play.kind in ("solo", "pair"):
            return "a single or a pair out of the four"
        if play.kind.startswith(("trio", "airplane")) and not oracle.fours(hand) & set(put):
            return "three of another rank, the bomb stays whole"
        return ""
    if name == "high_cards":
        if not set(hand) - set(oracle.HIGH):
            return ""
        if not set(rest) - set(oracle.HIGH):
            one = quick(rest, view.rules) == 1
            return "one play is left" if one else "a bomb is left to answer with"
        return "a queen is left too" if not set(rest) - set("Q" + oracle.HIGH) else ""
    if play is None or view.to_beat is None:
        return ""
    if oracle.partners_trick(view):
        small = not set(oracle.cards(view.to_beat)) & set("JQKA2BR")
        return "one play is left after it" if small else "the partner's play is high already"
    return "beats the landlord, not the partner" if view.seat != view.landlord else ""


def judged(name: str, view: View, wanted: Callable[[str], bool]) -> Iterator[tuple[str, Case]]:
    """Of a position the mistake, if one is surely made here, and what looks like it, with why."""
    options = candidates(view)
    if len(options) < 2:
        return
    options.sort(key=lambda play: score(view, play), reverse=True)
    sorts: dict[str, Play | None] = {}
    for play in options:
        sort = alike(name, view, play)
        if sort and sort not in sorts:
            sorts[sort] = play
    for sort, play in sorts.items():
        if not wanted(sort) and not (sort == LOSES_NOTHING and wanted("must")):
            continue
        if any(
            oracle.shaped(one, view, play) != (one == name and sort == LOSES_NOTHING)
            for one in oracle.NAMES
        ):
            continue
        better = [one for one in options if one != play and oracle.avoids(name, view, play, one)]
        others = list(dict.fromkeys([*better[:2], *(one for one in options if one != play)]))[:3]
        if sort == LOSES_NOTHING and not better:
            continue
        first = oracle.sampled(view, [play, *others], worlds=LOOK, seed="look")
        promising = max(first.difference(at, 0)[0] for at in range(1, len(others) + 1))
        if sort == LOSES_NOTHING and not wanted("must" if promising > 0 else LOSES_NOTHING):
            continue
        if sort == LOSES_NOTHING and -0.01 < promising < oracle.CLEAR:
            continue
        whole = oracle.sampled(view, [play, *others])
        gaps = [whole.difference(at, 0) for at in range(1, len(others) + 1)]
        told = {
            str(other or "pass"): [round(100 * gap, 1), round(100 * error, 1)]
            for other, (gap, error) in zip(others, gaps, strict=True)
        }
        avoiding = [one for other, one in zip(others, gaps, strict=True) if other in better]
        case = {"play": str(play or "pass"), "others": told}
        if sort != LOSES_NOTHING:
            yield sort, case
        elif any(oracle.clearly_loses(*one) for one in avoiding) and whole.raw(0) < 0.95:
            yield "must", case
        elif all(gap <= 0 for gap, _ in avoiding):
            yield sort, case


def main(name: str, number: int, deals: range, *, only_must: bool) -> None:
    """Print the cases."""
    KERNEL.wait()
    sorts: Counter[str] = Counter()
    used: set[str] = set()

    def wanted(sort: str) -> bool:
        if sort == "must":
            return sorts["must"] < number
        if only_must:
            return False
        most = number // 2 if sort == LOSES_NOTHING else number // ALIKE
        return sorts.total() - sorts["must"] < number and sorts[sort] < most

    for start, chain, view in positions(deals, name):
        if start.code in used:
            continue
        for sort, case in judged(name, view, wanted):
            if wanted(sort):
                sorts[sort] += 1
                used.add(start.code)
                print(json.dumps({"record": written(start, chain), **case, **expected(name, sort)}))
                print(name, dict(sorts), start.rules.name, file=sys.stderr)
                break
        sys.stdout.flush()
        if sorts["must"] >= number and (only_must or sorts.total() >= 2 * number):
            break


def expected(name: str, sort: str) -> Case:
    """What a case of this sort expects, and why."""
    return {"expect": name, "note": ""} if sort == "must" else {"expect": None, "note": sort}


def written(start: State, chain: tuple[State, ...]) -> str:
    """The record of the deal so far."""
    turns = tuple(record.Turn(said) for said in said_in(chain))
    return record.write_record(record.Record("ddz", start, turns))


def said_in(chain: tuple[State, ...]) -> Iterator[Any]:
    """What was done from each state to the next."""
    for before, after in pairwise(chain):
        if before.phase == "bid":
            yield after.bids[-1] if after.bids else None
        elif before.phase == "double":
            yield after.doubles[-1]
        else:
            yield after.history[-1][1]


if __name__ == "__main__":
    name, number, first, end, *only = sys.argv[1:]
    main(name, int(number), range(int(first), int(end)), only_must=bool(only))
