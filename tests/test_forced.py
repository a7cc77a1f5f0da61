"""Forced wins: in every world that is left, against every defence, and none is missed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.cards import parse_ranks, ranks_text
from engine.doudizhu import game
from engine.doudizhu.endgame import solve
from engine.doudizhu.forced import forced_win, sure_win
from engine.doudizhu.position import parse_view
from engine.doudizhu.state import State
from engine.doudizhu.worlds import all_worlds
from tests.oracle_forced import deals_of, surely_wins
from tests.oracle_split import LETTERS, Table
from tests.perft_oracle import FOUR_PLAYERS
from tests.test_endgame import Position, positions, state_of

NO_END = 10**9


@pytest.mark.parametrize(
    ("view", "play", "plays"),
    [
        # the big joker wins the trick, the four goes out
        ("ddz ?1/4R/?1 - 1@1 1 - 0 0 unseen=35", "R", 2),
        # neither holds a pair: the fours win the trick
        ("ddz ?1/447/?1 - 1@1 1 - 0 0 unseen=9T", "44", 2),
        # the five first would be beaten by a 9 that then leads; the rocket keeps the lead
        ("ddz ?2/5BR/?2 - 1@1 1 - 0 0 unseen=3489", "BR", 2),
    ],
)
def test_wins_found_by_hand(view: str, play: str, plays: int) -> None:
    found = forced_win(parse_view(view))
    assert found is not None
    assert (str(found.play), found.plays) == (play, plays)


def test_a_win_that_needs_an_answer_is_found_by_search_and_not_by_counting() -> None:
    """The others hold 3, 4, 6 and 7, no pair.  On a lead of 5 one may play 6 or 7; then the 2 takes
    the trick, or the next, before anybody is out, and the king follows."""
    view = parse_view("ddz ?2/5K2/?2 - 1@1 1 - 0 0 unseen=3467")
    found = forced_win(view, looks=NO_END)
    assert found is not None
    assert found.worlds == 6


def test_with_every_card_known_the_solver_of_open_hands_is_asked() -> None:
    """All that the landlord still holds is from his kitty: the partner has the rest."""
    hands = ("3344", "5566778899TTJJQQK", "KKAA22BR334455678")
    state = game.start("", position=f"ddz {'/'.join(hands)} - 0@1 1 - 0 0")
    view = replace(game.view(state, 1), kitty=parse_ranks("334"))
    assert all_worlds(view, 1) is None  # one four may still be anywhere
    known = replace(view, kitty=parse_ranks("3344"))
    assert all_worlds(known, 1) == [state.hands]
    found = forced_win(known)
    assert found is not None
    assert (found.plays, found.worlds) == (None, 1)
    assert found.play in solve(state).winning_plays


def test_nothing_is_claimed_when_one_world_loses() -> None:
    """With 7 in either hand the five is beaten and he goes out."""
    assert forced_win(parse_view("ddz ?1/35/?1 - 1@1 1 - 0 0 unseen=47"), looks=NO_END) is None


def test_too_many_cards_or_worlds_are_left_alone() -> None:
    assert forced_win(parse_view("ddz ?9/2BR/?9 - 1@1 1 - 0 0 unseen=334455667788999TTT")) is None


def oracle_says(position: Position, table: Table) -> bool:
    """Whether the seat to play surely wins, by the oracle."""
    hands, landlord, turn, on, leader = position
    others = [seat for seat in range(len(hands)) if seat != turn]
    pool = "".join(sorted("".join(hands[seat] for seat in others), key=LETTERS.index))
    worlds = set()
    for dealt in deals_of(pool, tuple(len(hands[seat]) for seat in others)):
        known = dict(zip(others, dealt, strict=True)) | {turn: hands[turn]}
        worlds.add(tuple(known[seat] for seat in range(len(hands))))
    return surely_wins(frozenset(worlds), turn, landlord, turn, on, leader, table)


def agreed(position: Position, table: Table, rules: str) -> bool:
    """Whether a win is forced, when search and oracle say the same.

    The oracle's partner may do anything; the solver's, asked where one world is left, plays right.
    """
    state = state_of(position, rules)
    found = forced_win(game.view(state, state.turn), looks=NO_END)
    by_search = found is not None and found.plays is not None
    assert by_search is oracle_says(position, table), game.position_text(state)
    return by_search


@pytest.mark.parametrize(("seats", "cards"), [(3, 6), (3, 7), (2, 7), (2, 8)])
def test_found_exactly_when_the_oracle_finds_one(seats: int, cards: int) -> None:
    small = positions(60, f"forced {cards}", Table(), seats=seats, cards=cards)
    assert {agreed(position, Table(), "classic") for position in small} == {True, False}


def test_found_exactly_when_the_oracle_finds_one_with_four_seats() -> None:
    small = positions(20, "forced four", FOUR_PLAYERS, seats=4, cards=6)
    assert {agreed(position, FOUR_PLAYERS, "four-player") for position in small} == {True, False}


@pytest.mark.long
@pytest.mark.parametrize("cards", [6, 7, 8, 9])
def test_found_exactly_when_the_oracle_finds_one_at_length(cards: int) -> None:
    for position in positions(300, f"forced long {cards}", Table(), cards=cards):
        agreed(position, Table(), "classic")


def test_what_is_forced_wins_against_every_defence_in_every_world() -> None:
    """The seat is asked anew at each turn; the others try everything they can do."""
    tried = 0
    for position in positions(60, "defence", Table(), cards=8):
        state = state_of(position, "classic")
        view = game.view(state, state.turn)
        if forced_win(view, looks=NO_END) is None:
            continue
        tried += 1
        for world in all_worlds(view, 2000) or []:
            assert defended(replace(state, hands=world), view.seat)
    assert tried > 5


def defended(state: State, me: int) -> bool:
    if game.is_over(state):
        return game.winner(state) == ("landlord" if me == state.landlord else "peasants")
    if game.turn(state) == me:
        found = forced_win(game.view(state, me), looks=NO_END)
        return found is not None and defended(game.apply(state, found.play), me)
    return all(defended(game.apply(state, play), me) for play in game.legal(state))


def test_counting_finds_no_more_than_searching_for_the_landlord() -> None:
    counted = 0
    for position in positions(200, "counting", Table(), cards=8):
        state = state_of(position, "classic")
        view = game.view(state, state.turn)
        if view.seat == view.landlord and sure_win(view) is not None:
            counted += 1
            assert forced_win(view, looks=NO_END) is not None
    assert counted > 5


def test_every_world_is_listed_once() -> None:
    for position in positions(30, "worlds", Table(), cards=9):
        state = state_of(position, "classic")
        view = game.view(state, state.turn)
        worlds = all_worlds(view, 10_000)
        assert worlds is not None
        others = [seat for seat in range(3) if seat != view.seat]
        pool = ranks_text(view.unseen)
        expected = deals_of(pool, tuple(view.counts[seat] for seat in others))
        listed = [tuple(ranks_text(world[seat]) for seat in others) for world in worlds]
        assert len(listed) == len(set(listed))
        assert set(listed) == expected
        assert all_worlds(view, len(listed) - 1) is None or len(listed) == 1
