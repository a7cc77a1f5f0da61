"""The compiled kernel: three engines, one answer; ready or not; from the cache in a new process."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from engine.cards import Counts, full_deck, parse_ranks, ranks_text
from engine.doudizhu import kernel, search
from engine.doudizhu.kernel import KERNEL, PLAIN, Kernel
from engine.doudizhu.kernel_layout import ROW_END
from engine.doudizhu.kernel_tables import covers, pack, tables, unpack
from engine.doudizhu.rules import CLASSIC, PRESETS, Rules
from engine.doudizhu.split import split
from tests.oracle_split import fewest as oracle_fewest
from tests.splits import ONE_OPTION, mixed_hands, some_options, structured_hands

ROOT = Path(__file__).parents[1]

ALIKE = {tables(rules): name for name, rules in reversed(PRESETS.items()) if covers(rules)}
NAMES = sorted(ALIKE.values())
"""One preset of those that are played alike and differ only in the auction or in what counts."""


A_TENTH = (0, 1, 3, 22)
"""Of every forty hands two random ones, a structured one and a rich one."""


pytestmark = pytest.mark.usefixtures("compiled")


def hands(number: int, name: str) -> list[Counts]:
    """Hands of 1 to 20 cards: half random, the others structured or rich in quads and jokers."""
    rules = PRESETS[name]
    rng = random.Random(f"kernel {name}")
    deck = [rank for rank, held in enumerate(full_deck(packs=rules.packs)) for _ in range(held)]
    rich = mixed_hands(
        3 * number, seed=f"rich {name}", fewest_cards=1, most_cards=20, packs=rules.packs
    )[::3]
    found = []
    for place in range(number):
        if place % 2 == 0:
            drawn = rng.sample(deck, rng.randint(1, 20))
            found.append(tuple(drawn.count(rank) for rank in range(15)))
        elif place % 4 == 1:
            size = rng.randint(1, 20)
            found += structured_hands(1, seed=rng.getrandbits(32), size=size)
        else:
            found.append(rich[place])
    return found


def check_three_engines(name: str, chosen: list[Counts]) -> None:
    rules = PRESETS[name]
    for hand in chosen:
        answers = (
            kernel.fewest(hand, rules),
            search.fewest(hand, rules),
            len(split(hand, rules).plays),
        )
        assert len(set(answers)) == 1, f"{ranks_text(hand)} under {name!r}: {answers}"


@pytest.mark.parametrize("name", NAMES)
def test_three_engines_give_one_answer_on_a_tenth_of_the_hands(name: str) -> None:
    whole = hands(5_000, name)
    check_three_engines(name, [whole[place] for place in range(5_000) if place % 40 in A_TENTH])


@pytest.mark.long
@pytest.mark.parametrize("name", PRESETS)
def test_three_engines_give_one_answer_on_5000_hands(name: str) -> None:
    check_three_engines(name, hands(5_000, name))


@pytest.mark.parametrize("option", ONE_OPTION)
def test_kernel_and_oracle_agree_with_each_option_turned_over(option: str) -> None:
    rules, table = ONE_OPTION[option]
    for hand in mixed_hands(60, seed=f"kernel {option}"):
        assert kernel.fewest(hand, rules) == oracle_fewest(ranks_text(hand), table)


def test_kernel_and_oracle_agree_with_any_options_together() -> None:
    rng = random.Random("kernel options")
    for hand in mixed_hands(150, seed="kernel options"):
        rules, table = some_options(rng)
        assert kernel.fewest(hand, rules) == oracle_fewest(ranks_text(hand), table)


def test_kernel_and_search_agree_on_the_largest_hands_of_four_players() -> None:
    rules = PRESETS["four-player"]
    for hand in mixed_hands(100, seed="33", fewest_cards=25, most_cards=33, packs=2):
        assert kernel.fewest(hand, rules) == search.fewest(hand, rules), ranks_text(hand)


@pytest.mark.parametrize("name", NAMES)
def test_the_kernel_as_plain_python_answers_as_compiled(name: str) -> None:
    rules = PRESETS[name]
    row = PLAIN.row(tables(rules), ROW_END)
    for hand in hands(60, name):
        assert PLAIN.fewest(row, pack(hand)) == kernel.fewest(hand, rules), ranks_text(hand)


@pytest.mark.parametrize(
    ("hand", "number"),
    [("", 0), ("33344456", 1), ("33334444", 2), ("5556666777AAAABR", 3), ("34567345678", 2)],
)
def test_the_kernel_counts_as_one_counts_by_hand(hand: str, number: int) -> None:
    assert kernel.fewest(parse_ranks(hand)) == number


def test_a_hand_no_seat_can_hold_is_answered_too() -> None:
    assert kernel.fewest(full_deck()) == search.fewest(full_deck())


def test_rules_the_kernel_does_not_serve_are_answered_by_the_search() -> None:
    odd = Rules(name="odd", packs=2, hand_size=25, kitty_size=8, joker_kickers=True)
    assert not covers(odd)
    assert kernel.fewest(parse_ranks("3334"), odd) == 1


def test_packed_hands_come_back_whole() -> None:
    for hand in [full_deck(packs=2), *mixed_hands(50, seed="pack")]:
        assert unpack(pack(hand)) == hand


def test_before_it_is_ready_the_plain_path_answers() -> None:
    waiting = Kernel()
    assert not waiting.ready
    with waiting.row(CLASSIC) as (code, row):
        assert code is PLAIN
        assert code.fewest(row, pack(parse_ranks("33344456"))) == 1


def test_it_becomes_ready_in_a_thread_of_its_own() -> None:
    started = Kernel()
    started.start()
    started.start()  # a second time changes nothing
    assert started.wait()
    assert started.ready
    assert started.why_not is None


def test_a_compiler_that_fails_leaves_the_plain_path(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(kernel, "import_module", broken)
    failing = Kernel()
    assert not failing.wait()
    assert not failing.ready
    assert isinstance(failing.why_not, ImportError)


def test_where_the_compiler_is_switched_off_it_answers_without_a_warning() -> None:
    program = (
        "from engine.doudizhu.endgame import solve\n"
        "from engine.doudizhu.kernel import KERNEL\n"
        "from engine.doudizhu.position import parse_position\n"
        "KERNEL.wait()\n"
        "found = solve(parse_position('ddz 5566789/99JJQ2/TTK2 - 0@3 1 0:33 0 1'))\n"
        "print(KERNEL.ready, found.complete)"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert (done.stdout, done.stderr) == ("True True\n", "")


def test_two_that_work_at_once_have_rows_of_their_own() -> None:
    with KERNEL.row(CLASSIC) as (_, first), KERNEL.row(CLASSIC) as (_, second):
        assert first is not second


IN_A_NEW_PROCESS = """
from engine.cards import parse_ranks
from engine.doudizhu import kernel
assert kernel.KERNEL.wait(), kernel.KERNEL.why_not
from engine.doudizhu import kernel_compiled
hands = ["33344456", "33334444", "5556666777AAAABR", "34567345678"]
print([kernel.fewest(parse_ranks(hand)) for hand in hands])
for made in (kernel_compiled.FEWEST, kernel_compiled.GO_ON):
    print(sum(made.stats.cache_hits.values()), sum(made.stats.cache_misses.values()))
"""


def test_a_second_process_loads_it_from_the_cache() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", IN_A_NEW_PROCESS], cwd=ROOT, capture_output=True, text=True
    )
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.splitlines() == ["[1, 2, 3, 2]", "1 0", "1 0"]


def test_a_constant_that_changes_makes_the_kernel_compile_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from engine.doudizhu import kernel_compiled, kernel_open

    before = kernel_compiled._stamp()
    assert kernel_compiled._stamp() == before
    monkeypatch.setattr(kernel_open, "FIRST_SHARE", kernel_open.FIRST_SHARE + 1)
    assert kernel_compiled._stamp() != before
