"""A deal of Dou Dizhu from the first bid to the result."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import deal_code
from engine.cards import (
    DECK,
    IllegalPlayError,
    NotationError,
    add,
    count_cards,
    full_deck,
)
from engine.doudizhu import game
from engine.doudizhu.auction import auction, doubling_turn
from engine.doudizhu.plays import parse_play
from engine.doudizhu.position import position_text
from engine.doudizhu.rules import CLASSIC, COMPETITION, FOLK, FOUR_PLAYER, ROB, Rules
from engine.doudizhu.state import State, played_cards


def dealt(rules: Rules = CLASSIC, *, seed: int = 1, first: int = 0) -> State:
    return game.deal(rules, deal_code.encode(deal_code.draw(seed, first=first)))


def after(state: State, *words: str) -> State:
    for word in words:
        state = game.apply(state, game.parse_action(state, word))
    return state


def small(*hands: str, base: int = 1, rules: str = "classic") -> State:
    """A position with these open hands; seat 0 is landlord and leads."""
    line = f"ddz {'/'.join(hands)} - 0@{base} 0 - 0 0 rules={rules}"
    return game.start("", position=line)


# ---- deal and auction ----


def test_a_deal_gives_17_cards_each_and_3_to_the_kitty() -> None:
    state = dealt()
    assert state.counts == (17, 17, 17)
    assert sum(state.kitty) == 3
    assert add(add(state.hands[0], state.hands[1]), add(state.hands[2], state.kitty)) == full_deck()


@pytest.mark.parametrize("first", [0, 1, 2])
def test_seats_bid_in_order_from_the_first_bidder(first: int) -> None:
    state = dealt(first=first)
    seats = []
    for word in ("pass", "1", "2"):
        seats.append(game.turn(state))
        state = after(state, word)
    assert seats == [first, (first + 1) % 3, (first + 2) % 3]
    assert state.landlord == (first + 2) % 3
    assert state.base == 2


def test_the_bid_of_three_ends_the_auction_at_once() -> None:
    state = after(dealt(), "1", "3")
    assert (state.phase, state.landlord, state.base) == ("play", 1, 3)


def test_the_landlord_takes_the_kitty_and_leads() -> None:
    before = dealt()
    state = after(before, "3")
    assert state.hands[0] == add(before.hands[0], before.kitty)
    assert state.counts == (20, 17, 17)
    assert game.turn(state) == 0
    assert None not in game.legal(state)


def test_a_bid_must_be_higher_than_every_bid_so_far() -> None:
    state = after(dealt(), "2")
    assert game.legal(state) == (None, 3)
    with pytest.raises(IllegalPlayError, match="expected one of pass, 3; ddz "):
        after(state, "2")


def test_what_is_no_bid_is_a_notation_error() -> None:
    with pytest.raises(NotationError, match="cannot read '4' in the phase 'bid'"):
        after(dealt(), "4")


def test_when_all_pass_three_times_a_new_deal_follows_and_the_fourth_forces_the_first_bidder() -> (
    None
):
    state = dealt(first=2)
    codes = [state.code]
    for _ in range(3):
        state = after(state, "pass", "pass", "pass")
        codes.append(state.code)
        assert state.phase == "bid"
        assert state.first == 2
    assert len(set(codes)) == 4
    assert codes[1] == deal_code.encode(deal_code.next_deal(codes[0]))
    state = after(state, "pass", "pass", "pass")
    assert (state.phase, state.landlord, state.base) == ("play", 2, 1)
    assert state.code == codes[3]


@pytest.mark.parametrize("rules", [CLASSIC, COMPETITION, FOLK, ROB, FOUR_PLAYER])
def test_a_position_without_a_code_is_dealt_again_for_as_many_players(rules: Rules) -> None:
    start = game.deal(rules, deal_code.encode(deal_code.draw("again", players=rules.seats)))
    state = replace(start, code="")
    while not state.deals_before:
        state = game.apply(state, None)
    assert len(state.hands) == rules.seats
    assert state.counts == start.counts
    assert deal_code.decode(state.code).first == state.first or rules.first_bidder == "spade3"


def test_competition_deals_again_without_limit() -> None:
    state = dealt(COMPETITION)
    for deals_before in range(1, 12):
        state = after(state, "pass", "pass", "pass")
        assert state.deals_before == deals_before
        assert state.phase == "bid"


def test_folk_bidding_goes_round_and_who_passed_stays_out() -> None:
    state = replace(dealt(FOLK), first=0, turn=0)
    state = after(state, "1", "pass", "2")
    assert game.turn(state) == 0  # seat 1 is out
    assert game.legal(state) == (None, 3)
    state = after(state, "pass")
    assert (state.landlord, state.base) == (2, 2)


def test_folk_bidding_ends_when_all_others_passed() -> None:
    state = replace(dealt(FOLK), first=1, turn=1)
    state = after(state, "pass", "pass")
    assert state.phase == "bid"
    assert after(state, "1").landlord == 0
    assert after(state, "pass").deals_before == 1


def test_folk_the_holder_of_the_spade_three_bids_first_else_the_code_decides() -> None:
    in_kitty = 0
    for seed in range(60):
        cards = deal_code.draw(seed)
        state = game.deal(FOLK, deal_code.encode(cards))
        if "3s" in cards.kitty:
            in_kitty += 1
            assert state.first == cards.first
        else:
            assert "3s" in cards.hands[state.first]
    assert in_kitty  # the sample has such deals


@pytest.mark.parametrize(
    ("words", "landlord", "multiplier"),
    [
        (("call", "pass", "pass"), 0, 1),
        (("call", "rob", "pass", "pass"), 1, 2),
        (("call", "rob", "pass", "rob"), 0, 4),
        (("call", "rob", "rob", "rob"), 0, 8),
        (("call", "rob", "rob", "pass"), 2, 4),
        (("pass", "call", "rob", "pass"), 2, 2),
        (("pass", "pass", "call"), 2, 1),
    ],
)
def test_rob_auctions_worked_by_hand(
    words: tuple[str, ...], landlord: int, multiplier: int
) -> None:
    state = after(dealt(ROB), *words)
    assert (state.phase, state.landlord, state.base) == ("play", landlord, 1)
    assert game.multiplier(state) == multiplier


def test_rob_nobody_calls_a_new_deal() -> None:
    assert after(dealt(ROB), "pass", "pass", "pass").deals_before == 1


def test_no_seat_bids_after_the_auction_is_over() -> None:
    assert auction(CLASSIC, 0, (3,)).turn is None
    assert auction(ROB, 0, ("call", None, None)).turn is None


def test_peasants_double_in_turn_and_the_landlord_only_answers_a_double() -> None:
    assert doubling_turn(COMPETITION, 1, ()) == (2, "double")
    assert doubling_turn(COMPETITION, 1, (None,)) == (0, "double")
    assert doubling_turn(COMPETITION, 1, (None, None)) is None
    assert doubling_turn(COMPETITION, 1, (None, "double")) == (1, "redouble")
    assert doubling_turn(COMPETITION, 1, (None, "double", None)) is None
    assert doubling_turn(CLASSIC, 1, ()) is None


def test_the_kitty_is_shown_before_the_doubling() -> None:
    state = after(dealt(COMPETITION), "3")
    assert state.phase == "double"
    assert game.view(state, 1).kitty == state.kitty
    state = after(state, "pass", "double", "redouble")
    assert (state.phase, game.turn(state)) == ("play", 0)
    assert game.doubled_seats(state) == (2,)


# ---- play ----


def test_the_leader_must_play() -> None:
    with pytest.raises(IllegalPlayError, match="the leader must play"):
        after(small("34", "5", "6"), "pass")


def test_two_passes_end_a_trick_and_passing_shuts_nobody_out() -> None:
    state = after(small("367", "48", "59"), "3", "pass", "5", "6", "8")  # seat 1 passed before
    assert game.turn(state) == 2
    state = after(small("3345", "67", "89"), "33", "pass", "pass")
    assert state.to_beat is None
    assert game.turn(state) == 0
    assert None not in game.legal(state)


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("2", "the hand does not hold these cards"),
        ("3", "it does not beat 4"),
        ("55", "it does not beat 4"),
    ],
)
def test_an_illegal_play_says_why_gives_the_position_and_changes_nothing(
    word: str, reason: str
) -> None:
    state = after(small("44", "355", "6"), "4")
    before = position_text(state)
    with pytest.raises(IllegalPlayError, match=reason) as caught:
        after(state, word)
    assert before in str(caught.value)
    assert position_text(state) == before


def test_a_play_of_other_rules_is_refused() -> None:
    state = small("333", "4", "5", rules="folk")
    with pytest.raises(IllegalPlayError, match="no play under the rules 'folk'"):
        game.apply(state, parse_play("333"))


def test_nobody_plays_after_the_end() -> None:
    state = after(small("3", "4", "5"), "3")
    assert game.is_over(state)
    assert game.legal(state) == ()
    with pytest.raises(IllegalPlayError, match="the deal is over"):
        game.apply(state, parse_play("4"))


# ---- result ----


def test_each_bomb_and_the_rocket_double_once() -> None:
    state = after(small("33335", "BR6", "7"), "3333", "BR")
    assert game.multiplier(state) == 4


def test_a_spring_doubles_when_no_peasant_played_a_card() -> None:
    state = after(small("AA3", "45", "67", base=3), "AA", "pass", "pass", "3")
    assert game.spring(state) == "spring"
    assert game.payoffs(state) == (12, -6, -6)


def test_an_anti_spring_doubles_when_the_landlord_played_once() -> None:
    state = after(small("39", "5J", "68"), "3", "5", "pass", "pass", "J")
    assert game.spring(state) == "anti_spring"
    assert game.payoffs(state) == (-4, 2, 2)


def test_no_anti_spring_when_the_landlord_played_twice() -> None:
    state = after(small("39T", "5J", "68"), "3", "5", "pass", "9", "J")
    assert game.spring(state) is None
    assert game.payoffs(state) == (-2, 1, 1)


def test_a_double_counts_for_him_alone_and_the_redouble_for_those_who_doubled() -> None:
    """The example of R22: base 2, one bomb, seat 1 doubled, the landlord redoubled and won."""
    points = game.points(
        COMPETITION,
        landlord=0,
        base=2,
        winner="landlord",
        doublings=1,
        landlord_plays=6,
        peasant_plays=4,
        doubled=(1,),
        redoubled=True,
    )
    assert points == (20, -16, -4)


# ---- views ----


def test_a_view_while_bidding_counts_the_kitty_as_unseen() -> None:
    state = dealt()
    view = game.view(state, 1)
    assert view.kitty is None
    assert sum(view.unseen) == 37
    assert add(view.unseen, view.hand) == full_deck()


def test_a_view_after_the_auction_shows_the_kitty_and_what_was_played() -> None:
    state = after(dealt(), "3")
    play = game.legal(state)[0]
    state = game.apply(state, play)
    view = game.view(state, 2)
    assert view.kitty == state.kitty
    assert view.history == ((0, play),)
    assert add(add(view.unseen, view.hand), played_cards(state)) == full_deck()


def test_a_view_does_not_change_when_the_hidden_cards_are_dealt_differently() -> None:
    state = after(dealt(), "3")
    swapped = replace(state, hands=(state.hands[0], state.hands[2], state.hands[1]))
    assert state.hands[1] != state.hands[2]
    assert game.view(state, 0) == game.view(swapped, 0)


def test_two_and_one_cards_are_announced() -> None:
    state = small("34", "5", "678")
    assert game.view(state, 2).announced == (2, 1, None)


def test_the_deck_has_54_cards() -> None:
    assert count_cards(DECK) == full_deck()
    assert len(set(DECK)) == 54
