"""Open hands: against a brute force written apart, under every rule set, for two to four hands."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest
from typer.testing import CliRunner, Result

from coach.__main__ import app
from engine.cards import IllegalPlayError
from engine.doudizhu import endgame, game
from engine.doudizhu.endgame import solve
from engine.doudizhu.kernel import Kernel
from engine.doudizhu.position import action_text, parse_position
from engine.doudizhu.rules import rules_text
from engine.doudizhu.state import State
from tests import oracle_endgame
from tests.oracle_split import LETTERS, Cards, Table
from tests.perft_oracle import FOUR_PLAYERS, dealt, may_follow
from tests.splits import ONE_OPTION, TABLES

pytestmark = pytest.mark.usefixtures("compiled")


Position = tuple[tuple[str, ...], int, int, "Cards | None", int]
"""Hands, landlord, seat to play, play to beat and who played it."""


def positions(
    number: int, seed: str, table: Table, *, seats: int = 3, cards: int = 12
) -> Iterator[Position]:
    """Small positions, half of them rich in bombs and airplanes, a third with a play to beat."""
    rng = random.Random(seed)
    made = 0
    while made < number:
        rich = made % 2 == 1
        if rich:
            first = rng.randint(0, 9)
            ranks = "".join(sorted({*LETTERS[first : first + 2], "B", "R"}, key=LETTERS.index))
            if rng.random() < 0.7:
                ranks = rng.choice(LETTERS[:first] or "2") + ranks
                ranks = "".join(sorted(set(ranks), key=LETTERS.index))
        else:
            ranks = LETTERS
        available = sum(table.packs * (1 if rank in "BR" else 4) for rank in ranks)
        total = min(cards, available)
        sizes = [total // seats] * seats
        for place in range(total % seats):
            sizes[place] += 1
        if rich and seats < 4 and rng.random() < 0.5:
            sizes[0], sizes[1] = sizes[0] + sizes[1] - 2, 2
        hands = dealt(rng, tuple(sizes), ranks, table.packs)
        landlord, turn = rng.randrange(seats), rng.randrange(seats)
        on, leader = None, turn
        if made % 3 == 2:
            leader = (turn - rng.randint(1, seats - 1)) % seats
            chosen = rng.choice(oracle_endgame.plays_of(hands[leader], table))
            left = oracle_endgame.take(hands[leader], "".join(chosen))
            if not left:
                continue
            hands = (*hands[:leader], left, *hands[leader + 1 :])
            on = chosen
        made += 1
        yield hands, landlord, turn, on, leader


def state_of(position: Position, rules: str) -> State:
    hands, landlord, turn, on, leader = position
    passes = (turn - leader - 1) % len(hands) if on else 0
    to_beat = f"{leader}:{oracle_endgame.text_of(on)}" if on else "-"
    return parse_position(
        f"ddz {'/'.join(hands)} - {landlord}@1 {turn} {to_beat} {passes} 0 rules={rules}"
    )


def check(position: Position, table: Table, rules: str) -> None:
    """Fails unless winner and the whole list of winning plays are the oracle's."""
    state = state_of(position, rules)
    solution = solve(state)
    won = oracle_endgame.landlord_wins(*position, table)
    told = f"{game.position_text(state)}: {solution}"
    assert solution.winner == ("landlord" if won else "peasants"), told
    assert solution.complete, told
    expected = oracle_endgame.winning_plays(*position, table)
    assert sorted(map(action_text, solution.winning_plays)) == expected, told
    check_line(state, solution)


def check_line(state: State, solution: endgame.Solution) -> None:
    """Fails unless the line is legal to the end and won by the winner."""
    for play in solution.line:
        assert play in game.legal(state)
        state = game.apply(state, play)
    assert game.winner(state) == solution.winner


def test_solver_and_brute_force_agree_on_a_fifth_of_the_deals() -> None:
    for position in list(positions(500, "open", Table()))[::5]:
        check(position, Table(), "classic")


@pytest.mark.long
def test_solver_and_brute_force_agree_on_500_deals() -> None:
    for position in positions(500, "open", Table()):
        check(position, Table(), "classic")


@pytest.mark.parametrize("name", ["folk", "openspiel", "pagat", "noip"])
def test_solver_and_brute_force_agree_under_every_preset(name: str) -> None:
    for position in positions(30, f"open {name}", TABLES[name], cards=11):
        check(position, TABLES[name], name)


@pytest.mark.parametrize("option", ONE_OPTION)
def test_solver_and_brute_force_agree_with_each_option_turned_over(option: str) -> None:
    rules, table = ONE_OPTION[option]
    for position in positions(10, f"open {option}", table, cards=11):
        check(position, table, rules_text(rules))


def test_solver_and_brute_force_agree_on_two_hands() -> None:
    for position in positions(60, "open two", Table(), seats=2, cards=12):
        check(position, Table(), "classic")


def test_solver_and_brute_force_agree_on_four_hands() -> None:
    for position in positions(30, "open four", FOUR_PLAYERS, seats=4, cards=12):
        check(position, FOUR_PLAYERS, "four-player")


def test_may_follow_is_used_as_in_the_other_oracle() -> None:
    assert may_follow(("4", ""), ("3", ""))
    assert not may_follow(("3", ""), ("4", ""))


# ---- the largest sure number of bombs ----


def check_bombs(position: Position, table: Table, rules: str) -> int:
    """The sure number of bombs; fails unless it is the oracle's."""
    state = state_of(position, rules)
    solution = solve(state, bombs=True)
    won = oracle_endgame.landlord_wins(*position, table)
    expected = oracle_endgame.sure_bombs(*position, table, landlords=won)
    assert expected is not None
    assert solution.bombs == expected, f"{game.position_text(state)}: {solution}"
    return expected


def bomb_rich(number: int, seed: str, table: Table, cards: int = 14) -> Iterator[Position]:
    """Positions in which at least two bombs or rockets are held."""
    made = 0
    for position in positions(100 * number, seed, table, cards=cards):
        hands = position[0]
        held = sum(hand.count(rank) >= 4 for hand in hands for rank in set(hand))
        held += sum("B" in hand and "R" in hand for hand in hands)
        if held >= 2:
            made += 1
            yield position
        if made == number:
            return


def test_sure_bombs_are_those_of_the_brute_force_in_a_fifth_of_the_deals() -> None:
    found = {
        check_bombs(position, Table(), "classic")
        for position in list(bomb_rich(150, "sure bombs", Table()))[::5]
    }
    assert found >= {0, 1, 2}


@pytest.mark.long
def test_sure_bombs_are_those_of_the_brute_force() -> None:
    for position in bomb_rich(150, "sure bombs", Table()):
        check_bombs(position, Table(), "classic")


def test_sure_bombs_with_two_packs_are_those_of_the_brute_force() -> None:
    for position in positions(20, "sure bombs four", FOUR_PLAYERS, seats=4, cards=13):
        check_bombs(position, FOUR_PLAYERS, "four-player")


@pytest.mark.parametrize(
    ("position", "bombs"),
    [
        # one bomb goes out at once; nobody else holds one
        ("ddz 3333/45/67 - 0@1 0 - 0 0", 1),
        # the rocket as two single cards would win as well: it is played whole
        ("ddz BR3/4/5 - 0@1 0 - 0 0", 1),
        # two bombs, one after the other
        ("ddz 33334444/56/78 - 0@1 0 - 0 0", 2),
        # the peasant's bomb is his to keep: he has lost either way
        ("ddz 33/44445/6 - 0@1 0 - 0 0", 0),
        # no bomb is held
        ("ddz 23/4/5 - 0@1 0 - 0 0", 0),
    ],
)
def test_sure_bombs_found_by_hand(position: str, bombs: int) -> None:
    assert solve(parse_position(position), bombs=True).bombs == bombs


def test_sure_bombs_are_unknown_when_the_winner_is_or_the_nodes_end_first() -> None:
    assert solve(parse_position(HARD), bombs=True, nodes=1_000).bombs is None
    text = "ddz 3333456789/4445566TTQ/7788999JBR - 0@1 0 - 0 0"
    whole = solve(parse_position(text), bombs=True)
    assert whole.bombs is not None
    assert solve(parse_position(text)).bombs is None
    for share in range(1, 10):
        part = solve(parse_position(text), bombs=True, nodes=whole.nodes * share // 10)
        assert part.bombs in (None, whole.bombs)


# ---- positions worked by hand ----


@pytest.mark.parametrize(
    ("position", "winner", "plays"),
    [
        # the one play that empties the hand
        ("ddz 33344456/7/8 - 0@1 0 - 0 0", "landlord", None),
        # 2 cannot be beaten, then the 3 goes out; the 3 first is beaten and the landlord is stuck
        ("ddz 32/4/5 - 0@1 0 - 0 0", "landlord", ["2"]),
        # whatever he leads, the next seat beats it with its last card
        ("ddz 34/5/6 - 0@1 0 - 0 0", "peasants", []),
        # a 3 is beaten by a K and the other K goes out; the pair is the whole hand
        ("ddz KK/33/44 - 0@1 1 - 0 0", "peasants", ["33"]),
        # the partner goes out: the landlord has nothing above the 5 he is let to play
        ("ddz 44/39/5 - 0@1 1 - 0 0", "peasants", ["3", "9"]),
        # pass or beat: the pass lets the landlord out
        ("ddz 4/77/33 - 0@1 1 0:3 0 0", "peasants", ["7"]),
        # one 6 is not beaten either, and then the other goes out
        ("ddz 34/5/66 - 1@1 2 - 0 0", "peasants", ["6", "66"]),
    ],
)
def test_the_winner_is_the_one_found_by_hand(
    position: str, winner: str, plays: list[str] | None
) -> None:
    solution = solve(parse_position(position))
    assert solution.winner == winner
    if plays is not None:
        assert sorted(map(action_text, solution.winning_plays)) == sorted(plays)


def test_the_known_puzzle_of_two_hands_is_solved() -> None:
    position = parse_position("ddz 448999TJJQQAR/336688TAA22B - 0@1 0 - 0 0")
    solution = solve(position)
    assert solution.winner == "landlord"
    assert solution.complete
    check_line(position, solution)


# ---- the theorem of the levels ----


def apart(rng: random.Random, number: int) -> list[int]:
    """So many ranks from 3 to 2, no two of them neighbours, low to high."""
    return [rank + place for place, rank in enumerate(sorted(rng.sample(range(9), number)))]


def test_higher_cards_outside_chains_never_hurt_the_landlord() -> None:
    rng = random.Random("levels")
    won = []
    for _ in range(300):
        groups = rng.choice([(1, 1), (1, 1, 1), (1, 2), (1, 1, 2), (1, 3), (1, 1, 1, 2)])
        ranks, others = apart(rng, len(groups)), apart(rng, len(groups))
        lower = list(map(min, ranks, others))
        higher = list(map(max, ranks, others))
        sizes = (rng.randint(2, 4), rng.randint(2, 4))
        peasants = dealt(rng, sizes, LETTERS, 1)
        outcomes = []
        for chosen in (lower, higher):
            hand = "".join(LETTERS[rank] * size for rank, size in zip(chosen, groups, strict=True))
            hands = (hand, *peasants)
            outcomes.append(oracle_endgame.landlord_wins(hands, 0, 0, None, 0, Table()))
        assert outcomes != [True, False], f"{groups} at {lower} and {higher} against {peasants}"
        won.append(tuple(outcomes))
    assert {(False, False), (False, True), (True, True)} == set(won)


# ---- budget ----

HARD = "ddz 345568TQKKA2B/3446779TJJQA2/3567889TTQKA2R - 0@1 0 - 0 0"
"""Forty cards: more than two thousand nodes."""


def test_the_number_of_nodes_is_a_limit_and_beyond_it_nothing_is_said() -> None:
    solution = solve(parse_position(HARD), nodes=2_000)
    assert solution.winner == "unknown"
    assert (solution.winning_plays, solution.line, solution.complete) == ((), (), False)
    assert solution.nodes == 2_000


def test_the_same_nodes_give_the_same_answer() -> None:
    text = "ddz 3457899TJQ/346679TKAA/5568TJQK2R - 0@1 0 - 0 0"
    for nodes in (100, 5_000, 200_000):
        assert solve(parse_position(text), nodes=nodes) == solve(parse_position(text), nodes=nodes)


def test_the_caller_can_stop_it() -> None:
    asked = []

    def stop() -> bool:
        asked.append(True)
        return len(asked) == 3

    solution = solve(parse_position(HARD), stop=stop)
    assert solution.winner == "unknown"
    assert len(asked) == 3


def test_stopping_and_going_on_changes_nothing() -> None:
    text = "ddz 3457899TJQ/346679TKAA/5568TJQK2R - 0@1 0 - 0 0"
    assert solve(parse_position(text), stop=lambda: False) == solve(parse_position(text))


def test_a_short_budget_may_know_the_winner_and_not_the_whole_list() -> None:
    text = "ddz 3457899TJQ/346679TKAA/5568TJQK2R - 0@1 2 - 0 0"
    whole = solve(parse_position(text))
    assert whole.winning_plays
    for share in range(1, 10):
        part = solve(parse_position(text), nodes=whole.nodes * share // 10)
        assert part.winner in ("unknown", whole.winner)
        assert part.winning_plays == (whole.winning_plays if part.complete else ())
        state = parse_position(text)
        for play in part.line:  # it may be another line, and end early: no play of it loses
            state = game.apply(state, play)
            won = game.winner(state) if game.is_over(state) else solve(state).winner
            assert won == whole.winner


# ---- what is refused; the plain path ----


@pytest.mark.parametrize(
    ("position", "told"),
    [
        ("ddz -/3/4 - 0@1 1 - 0 0", "over"),
        (f"ddz {'3' * 4}/4/5 678 - 0 - 0 0", "not yet in play"),
        ("ddz 3333444455556666777788889/T/J - 0@1 0 - 0 0", "more than 20 cards"),
    ],
)
def test_a_position_without_an_answer_is_refused(position: str, told: str) -> None:
    with pytest.raises(IllegalPlayError, match=told):
        solve(parse_position(position))


def test_plain_python_answers_as_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    found = list(positions(20, "plain", Table(), cards=11))
    compiled = [solve(state_of(position, "classic"), bombs=True) for position in found]
    monkeypatch.setattr(endgame, "KERNEL", Kernel())
    assert [solve(state_of(position, "classic"), bombs=True) for position in found] == compiled


# ---- command line ----


def run(*arguments: str, lines: str = "") -> Result:
    return CliRunner().invoke(app, ["solve", *arguments], input=lines)


def test_the_command_line_answers_with_the_winner_the_plays_and_a_line() -> None:
    result = run("ddz 23/4/5 - 0@1 0 - 0 0")
    assert result.exit_code == 0
    answer = json.loads(result.stdout)
    assert list(answer) == ["winner", "winning_plays", "line", "nodes"]
    assert (answer["winner"], answer["winning_plays"]) == ("landlord", ["2"])
    assert answer["line"] == ["2", "pass", "pass", "3"]
    assert answer["nodes"] > 0


def test_a_seat_that_loses_has_no_winning_plays() -> None:
    answer = json.loads(run("ddz 34/5/6 - 0@1 0 - 0 0").stdout)
    assert (answer["winner"], answer["winning_plays"]) == ("peasants", [])
    assert answer["line"]


def test_a_pass_that_wins_is_listed() -> None:
    # the partner's pair stands; the landlord, with one card, cannot beat it
    answer = json.loads(run("ddz 4/33/5 - 0@1 1 2:66 1 0").stdout)
    assert set(answer["winning_plays"]) == {"pass"}


def test_what_the_nodes_do_not_reach_is_unknown() -> None:
    answer = json.loads(run(HARD, "--nodes", "1000").stdout)
    unknown = {"winner": "unknown", "winning_plays": [], "line": [], "nodes": 1000}
    assert answer == unknown | {"complete": False}


def test_an_unfinished_list_is_told_apart_from_an_empty_one() -> None:
    text = "ddz 3457899TJQ/346679TKAA/5568TJQK2R - 0@1 2 - 0 0"
    whole = json.loads(run(text, "--nodes", "9999999").stdout)
    assert "complete" not in whole
    assert whole["winning_plays"]
    found = []
    for share in range(20, 100, 10):
        part = json.loads(run(text, "--nodes", str(whole["nodes"] * share // 100)).stdout)
        assert part["complete"] is False
        assert part["winning_plays"] == []
        found.append(part["winner"])
    assert {"unknown", whole["winner"]} == set(found)


def test_the_sure_bombs_are_told_when_asked_for() -> None:
    text = "ddz 33334444/56/78 - 0@1 0 - 0 0"
    assert "bombs" not in json.loads(run(text).stdout)
    assert json.loads(run(text, "--bombs").stdout)["bombs"] == 2
    assert json.loads(run(HARD, "--bombs", "--nodes", "1000").stdout)["bombs"] is None


def test_what_the_seconds_do_not_reach_is_unknown() -> None:
    answer = json.loads(run(HARD, "--seconds", "0").stdout)
    assert answer["winner"] == "unknown"


def test_positions_of_standard_input_are_answered_in_order() -> None:
    lines = "ddz 23/4/5 - 0@1 0 - 0 0\n\nddz 34/5/6 - 0@1 0 - 0 0\n"
    result = run(lines=lines)
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [answer["winner"] for answer in answers] == ["landlord", "peasants"]
    assert [answer["position"] for answer in answers] == lines.split("\n")[:3:2]


def test_of_several_positions_each_answer_says_which_it_belongs_to() -> None:
    first, last = "ddz 23/4/5 - 0@1 0 - 0 0", "ddz 34/5/6 - 0@1 0 - 0 0"
    result = run(first, "nonsense", last)
    assert [json.loads(line)["position"] for line in result.stdout.splitlines()] == [first, last]


@pytest.mark.parametrize(
    "bad",
    ["nonsense", "", "ddz -/3/4 - 0@1 1 - 0 0", "ddz 3/4/5 678 - 0 - 0 0", "ddz 3/4 - 0@1 0"],
)
def test_a_position_that_cannot_be_solved_is_one_line_and_the_others_are_answered(bad: str) -> None:
    result = run(bad, "ddz 23/4/5 - 0@1 0 - 0 0")
    assert result.exit_code == 2
    assert len(result.stdout.splitlines()) == len(result.stderr.splitlines()) == 1
