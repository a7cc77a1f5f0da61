"""What the page says to an answer: what it rests on, and one way to play what was counted."""

from __future__ import annotations

import pytest

from coach.doudizhu.layouts import side
from coach.language import texts
from coach.lesson_answers import NO_PLAY, accepted
from coach.ui.course.said import basis, lines
from coach.ui.course.why import LOOKS_LIKE, refuted, why
from coach.ui.course.words import right_answers
from engine.doudizhu.endgame import solve
from engine.doudizhu.game import apply, is_over, winner
from engine.doudizhu.plays import KINDS, parse_play
from lessons.loader import Step, exercises, step_of

EN = texts("en")
OPEN = "ddz 3R/4/5 - 0@1 0 - 0 0 plays=9,9,9"
PARTNERS = "ddz QK/5/A37 - 0@1 2 1:8 0 0 plays=9,9,9"
HIDDEN = "ddz ?1/443/?1 - 1@1 1 - 0 0 unseen=5K"


def step(goal: str, **fields: object) -> Step:
    told = {"goal": goal, "accept": [], **fields}
    return step_of(1, told)


def exercise(pattern: str, number: int) -> Step:
    (row,) = [one for one in exercises() if one.id == pattern]
    return row.steps[number - 1]


def said(one: Step, answer: object) -> list[str]:
    return lines(one, "1.reply", answer, {"1.reply": "Yes."}, EN)


def test_after_a_right_first_play_the_others_are_told() -> None:
    one = step("empty in 2", hand="3456788")
    assert said(one, parse_play("88")) == [
        "Yes.",
        "Then, for example: 34567. In all that is the fewest plays.",
    ]
    assert said(step("empty in 1", hand="88"), parse_play("88")) == ["Yes.", ""]


def test_a_number_of_plays_is_shown_by_one_way() -> None:
    one = step("count plays = 2", hand="34567AA")
    assert said(one, 2) == ["Yes.", "One way to play it: 34567, AA."]
    assert said(step("count beating = 1", hand="77", on="66"), 1) == ["Yes.", ""]


@pytest.mark.parametrize(
    ("goal", "fields", "told"),
    [
        ("empty in 2", {"hand": "3456788"}, "fewest plays, by a complete search"),
        ("count plays = 2", {"hand": "3456788"}, "fewest plays, by a complete search"),
        ("win", {"position": OPEN}, "with all hands open"),
        ("win", {"position": HIDDEN}, "however the unseen cards lie"),
        ("win and keep 3", {"position": HIDDEN}, "however the unseen cards lie"),
        ("best", {"position": HIDDEN}, "Measured in 4000"),
        ("bid 0..1", {"hand": "34456789TJQKKA22B"}, "Measured in 1500"),
        ("find pair", {"hand": "3456788"}, "By the rules"),
        ("count 2 = 0", {"position": HIDDEN}, "By the rules"),
    ],
)
def test_an_answer_says_what_it_rests_on(goal: str, fields: dict[str, str], told: str) -> None:
    assert told in basis(step(goal, **fields), EN)


def test_a_wrong_number_is_told_apart_as_too_high_or_too_low() -> None:
    one = step("count plays = 2", hand="34567AA")
    assert why(one, 5, EN) == ["That is too many.", "The hand can be played in fewer."]
    assert why(one, 1, EN) == ["That is too few.", "Proved: it cannot be played in so few."]


def test_a_wrong_number_of_a_rank_is_answered_by_where_its_cards_are() -> None:
    """K is one of the two cards unseen; nobody here holds another, so three were played."""
    one = step("count K = 1", position=HIDDEN)
    assert why(one, 2, EN) == [
        "That is too many.",
        "K: 4 in the deck, 0 in your hand, 3 already played.",
    ]
    four = step("count 4 = 0", position=HIDDEN)
    assert why(four, 1, EN)[1] == "4: 4 in the deck, 2 in your hand, 2 already played."


def test_a_wrong_number_of_bombs_is_answered_by_what_a_bomb_needs() -> None:
    assert "all 4 of it are still out" in why(step("count bombs = 0", position=HIDDEN), 1, EN)[1]


def test_who_holds_a_rank_is_answered_by_the_hand_and_the_kitty() -> None:
    """The landlord's kitty had both 2s that the own hand lacks."""
    own, others = "33445566778899T22", "33445566778899TTTJJJJQQQQKKKKAAAA22BR"
    position = f"ddz {own}/?17/?20 - 2@1 2 - 0 0 unseen={others} shown=22B"
    one = step("who 2 = previous", position=position)
    assert why(one, "both", EN) == [
        "2: 4 in the deck, 2 in your hand, 0 already played.",
        "Known to be the landlord’s from the kitty: 2.",
    ]


def test_a_sentence_about_a_joker_begins_as_a_sentence() -> None:
    one = step("count R = 0", position=HIDDEN)
    assert why(one, 1, EN)[1] == "Big joker: 1 in the deck, 0 in your hand, 1 already played."


@pytest.mark.parametrize(
    ("goal", "fields", "answer", "told"),
    [
        ("keep 22", {"hand": "322"}, "2", "That takes cards that should stay in your hand."),
        ("let partner lead", {"position": PARTNERS}, "Q", "Your partner’s play is the highest"),
        ("win", {"position": HIDDEN}, "3", "this does not win."),
    ],
)
def test_what_was_missed_is_said(goal: str, fields: dict[str, str], answer: str, told: str) -> None:
    assert told in why(step(goal, **fields), parse_play(answer), EN)[0]


def test_another_kind_than_asked_is_called_by_its_name() -> None:
    one = step("find pair", hand="3456788")
    assert why(one, parse_play("34567"), EN) == ["That is a straight, not a pair."]


def test_a_wrong_name_is_answered_by_how_such_a_play_looks() -> None:
    one = step("name pair_chain", hand="3", on="334455")
    assert why(one, "solo_chain", EN) == ["Straight: that would look like 56789."]
    assert why(one, "rocket", EN) == [EN("lessons.other")]


@pytest.mark.parametrize("kind", [one for one in KINDS if one != "rocket"])
def test_every_kind_is_shown_by_a_play_of_that_kind(kind: str) -> None:
    assert parse_play(LOOKS_LIKE[kind]).kind == kind


def test_a_pass_with_a_play_in_hand_that_beats_the_table_is_told_so() -> None:
    assert why(step("play 77", hand="377", on="66"), None, EN) == [
        "Something in your hand beats it."
    ]


@pytest.mark.parametrize(
    ("goal", "fields", "cards", "said"),
    [
        ("empty in 2", {"hand": "3456788"}, "35", "These cards are no play: 2 cards can only be a"),
        ("empty in 2", {"hand": "3456788"}, "3456", "a straight needs 5 cards in a row."),
        ("keep 8", {"hand": "3456788", "on": "7"}, "6", "no higher than 7."),
        ("keep 8", {"hand": "3456788", "on": "7"}, "88", "the table has a single."),
        ("play 456789", {"hand": "456789", "on": "345678"}, "45678", "the table has 6 cards."),
        ("play pass", {"hand": "99", "on": "3333"}, "99", "only a higher bomb or the rocket"),
    ],
)
def test_cards_that_cannot_be_put_down_are_told_by_which_rule(
    goal: str, fields: dict[str, str], cards: str, said: str
) -> None:
    (told,) = why(step(goal, **fields), NO_PLAY, EN, cards=cards)
    assert said in told


def test_a_losing_play_is_answered_by_the_other_side_not_by_the_own_one() -> None:
    """The partner plays in between; what the landlord plays is the answer."""
    told = why(
        step("win", position="ddz 8TJ/356679/3TQ - 2@1 0 2:6 0 0 plays=9,9,10"), parse_play("8"), EN
    )
    assert told == [
        "With all hands open this no longer wins.",
        "For example: CPU right: 9, CPU left: 10.",
    ]


def test_where_a_losing_play_is_let_through_no_answer_is_made_up() -> None:
    """Both let the 9 pass, and the lead after it loses: the own next play is no answer to it."""
    assert why(
        step("win", position="ddz 5689/7/3 - 1@1 0 2:7 0 0 plays=9,10,10"), parse_play("9"), EN
    ) == [
        "With all hands open this no longer wins.",
        "Even if nobody beats it, nothing you lead after it wins.",
    ]


def test_what_is_said_of_losing_plays_holds_in_every_exercise() -> None:
    """Replies end with a play of the other side; what is let through leaves no lead that wins."""
    steps = [
        (one, play)
        for row in exercises()
        for one in row.steps
        if one.goals[0].kind == "win" and one.task.state is not None
        for play in one.task.choices
        if play not in accepted(one)
    ]
    for one, play in steps[:: len(steps) // 60]:
        state = one.task.state
        assert state is not None
        replies = refuted(state, play)
        after = apply(state, play)
        for seat, reply in replies:
            assert after.turn == seat != state.turn
            after = apply(after, reply)
        if not replies:
            continue
        if all(reply is None for _, reply in replies):
            assert (after.turn, after.to_beat) == (state.turn, None)
            assert not solve(after).winning_plays
        else:
            own = side(state.turn, state.landlord)
            assert side(replies[-1][0], state.landlord) != own
            assert (winner(after) if is_over(after) else solve(after).winner) != own


def test_a_play_that_is_not_safe_is_not_said_to_lose_always() -> None:
    assert why(
        step("win", position="ddz JQAAA/?3/?3 - 0@1 0 - 0 0 plays=9,9,9 unseen=8TQKA2"),
        parse_play("9"),
        EN,
    ) == ["Proved: for some ways the unseen cards can lie, this does not win."]


def test_the_only_hand_that_an_opponent_can_have_answers_like_an_open_one() -> None:
    said = why(
        step("win", position="ddz 4778T/?5 - 0@1 0 - 0 0 plays=9,9 unseen=478TQ"),
        parse_play("T"),
        EN,
    )
    assert said[0] == "With all hands open this no longer wins."
    assert said[1].startswith("For example: Opponent: ")


def test_a_bid_is_shown_by_its_name() -> None:
    one = step_of(1, {"goal": "bid 0..1", "hand": "34456789TJQKKA22B", "accept": ["0", "1"]})
    assert right_answers(one, EN) == "No bid or 1 point"


def test_many_right_answers_are_named_in_part() -> None:
    one = exercise("find-fours", 1)
    assert right_answers(one, EN, most=2) == "KKKK with 9, 9 (one of 5)"
    assert " or " in right_answers(one, EN)
