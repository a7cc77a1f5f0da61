"""The teacher's form: every goal made from its fields, and every reason why one is no exercise."""

from __future__ import annotations

import base64
import json
import pickle
import re
import zlib
from dataclasses import replace

import pytest

from coach.doudizhu.hand_text import HandTextError
from coach.doudizhu.situation import SituationError
from coach.exercise_form import (
    ASKED,
    POSITION,
    WHOLE_DEAL,
    Form,
    fields_of,
    kinds_of,
    offered,
    seats_of,
)
from coach.language import LANGUAGES, texts
from coach.own_exercises import ExerciseError, checked, from_piece, made, piece
from coach.ui.course.asking import fault, goal_fault, prompt_of
from coach.ui.course.making import nothing_is_wrong
from coach.ui.course.own import rests_on
from coach.ui.course.question import LARGEST
from engine.cards import count_cards, ranks_text
from engine.deal_code import draw, encode
from lessons.faults import GoalError

pytestmark = pytest.mark.usefixtures("compiled")

OPEN = "ddz 3R/4/5 - 0@1 0 - 0 0 plays=9,9,9"
PARTNERS = "ddz QK/5/A37 - 0@1 2 1:8 0 0 plays=9,9,9"
VIEW = "ddz ?4/55K/?5 - 0@1 1 - 0 0 unseen=22346666A plays=9,9,9"
BOMB_LEAD = "D119-H43S-5HTZ-5J6X-7ETH-NXW"

MADE: dict[str, tuple[Form, str, str, set[str]]] = {
    # what is filled in, the goal in the address, the goal with its answer, all right answers
    # 345678 8, or 34567 88
    "empty": (
        Form(hand="34567 88", asked="empty"),
        "empty",
        "empty in 2",
        {"34567", "345678", "8", "88"},
    ),
    # 345678 8 breaks the pair
    "empty_keep": (
        Form(hand="34567 88", asked="empty_keep", more="8 8"),
        "empty and keep 88",
        "empty in 2 and keep 88",
        {"34567"},
    ),
    "play": (Form(hand="3 3 5", on="4", asked="play", more="5"), "play 5", "play 5", {"5"}),
    "a play or a pass": (
        Form(hand="3 3 10 10", on="99", asked="play", more="10 10、パス"),
        "play TT or pass",
        "play TT or pass",
        {"TT", "pass"},
    ),
    "find": (
        Form(hand="33455", asked="find", more="pair"),
        "find pair",
        "find pair",
        {"33", "55"},
    ),
    "keep": (Form(hand="3 2 2", asked="keep", more="两张2"), "keep 22", "keep 22", {"3"}),
    "plays": (Form(hand="3456788", asked="plays"), "count plays", "count plays = 2", {"2"}),
    # 88, 99 and the bomb
    "beating": (
        Form(hand="３３３３ 88 99", on="77", asked="beating"),
        "count beating",
        "count beating = 3",
        {"3"},
    ),
    "name": (Form(hand="3", on="3-7", asked="name"), "name", "name solo_chain", {"solo_chain"}),
    "bid": (Form(hand="33567899TJJQKK22R", asked="bid"), "bid", "bid 3..3", {"3"}),
    "win": (Form(POSITION, position=OPEN, asked="win"), "win", "win", {"R"}),
    # nobody beats the big joker; of the others' 4 and 5 the seat knows only that they are out
    "best": (Form(POSITION, position=OPEN, asked="best"), "best", "best", {"R"}),
    "let": (
        Form(POSITION, position=PARTNERS, asked="let"),
        "let partner lead",
        "let partner lead",
        {"pass"},
    ),
    "count": (
        Form(POSITION, position=VIEW, asked="count", more="2"),
        "count 2",
        "count 2 = 2",
        {"2"},
    ),
    # four 6s
    "bombs": (
        Form(POSITION, position=VIEW, asked="bombs"),
        "count bombs",
        "count bombs = 1",
        {"1"},
    ),
    # one ace, and either of the others may have it
    "who": (
        Form(POSITION, position=VIEW, asked="who", more="A"),
        "who A",
        "who A = both",
        {"both"},
    ),
    "nobody": (
        Form(POSITION, position=VIEW, asked="who", more="K"),
        "who K",
        "who K = nobody",
        {"nobody"},
    ),
}


@pytest.mark.parametrize("name", MADE)
def test_a_goal_is_made_from_the_fields_and_its_answers_are_found(name: str) -> None:
    form, goal, whole, answers = MADE[name]
    own = made(fields_of(form))
    assert dict(own.fields)["goal"] == goal
    assert form.asked in offered(form)
    step = checked(own)
    assert step.goal == whole
    assert set(step.accept) == answers


def test_every_goal_is_made_above_or_is_a_whole_deal() -> None:
    assert {form.asked for form, *_ in MADE.values()} | {"avoid"} == set(ASKED)


def test_a_whole_deal_is_an_exercise_where_a_player_makes_the_mistake() -> None:
    form = Form(WHOLE_DEAL, code=BOMB_LEAD.lower(), asked="avoid", more="bomb_lead")
    own = made(fields_of(form))
    assert dict(own.fields) == {
        "deal": BOMB_LEAD, "seat": "0", "rules": "classic", "goal": "avoid bomb_lead",
    }  # fmt: skip
    step = checked(own)
    assert step.deal is not None
    assert (step.deal.code, step.deal.seat, step.accept) == (BOMB_LEAD, 0, ())


def test_a_deal_gives_the_hand_of_its_seat_before_the_auction() -> None:
    drawn = draw(7)
    form = Form(WHOLE_DEAL, code=encode(drawn), seat=2, rules="competition", asked="plays")
    hand = ranks_text(count_cards(drawn.hands[2]))
    assert fields_of(form) == {
        "hand": hand, "rules": "competition", "goal": "count plays", "prompt": "",
    }  # fmt: skip


def test_the_rules_and_the_words_of_the_teacher_are_kept() -> None:
    form = Form(hand="对3 10 大王", rules="folk", asked="empty", prompt=" Which first? ")
    assert fields_of(form) == {
        "hand": "33TR", "on": "", "rules": "folk", "goal": "empty", "prompt": "Which first?",
    }  # fmt: skip


def test_what_is_asked_of_a_seat_is_kept_without_the_cards_it_does_not_see() -> None:
    fields = fields_of(Form(POSITION, position=OPEN, asked="best"))
    assert fields["position"] == "ddz 3R/?1/?1 - 0@1 0 - 0 0 plays=9,9,9 unseen=45"
    assert fields_of(Form(POSITION, position=OPEN, asked="win"))["position"] == OPEN


# ---- what is offered ----


def test_only_what_fits_is_offered() -> None:
    cards = {"empty", "empty_keep", "play", "find", "keep", "plays"}
    hand = Form(hand="33")
    assert set(offered(hand)) == {*cards, "bid"}
    assert set(offered(replace(hand, on="4"))) == {*cards, "beating", "name"} - {"plays"}
    assert set(offered(replace(hand, rules="rob"))) == cards
    assert set(offered(Form(WHOLE_DEAL))) == {*cards, "bid", "avoid"}
    hidden = {"best", "count", "bombs", "who"}
    assert set(offered(Form(POSITION, position=VIEW))) == {*cards, *hidden, "win"}
    follows = {*cards, *hidden, "win", "let", "beating", "name"}
    assert set(offered(Form(POSITION, position=PARTNERS))) == follows
    assert set(offered(Form(POSITION))) == follows
    duel = "ddz 3R/45 - 0@1 0 - 0 0 plays=9,9"
    assert set(offered(Form(POSITION, position=duel))) == {*cards, "win"}
    four = "ddz 33/44/55/66 - 0@1 0 - 0 0 plays=9,9,9,9"
    assert set(offered(Form(POSITION, position=four))) == {*cards, "win", "best", "count"}


def test_kinds_are_those_of_the_rules_and_seats_those_of_the_code() -> None:
    assert "trio" in kinds_of(Form())
    assert "trio" not in kinds_of(Form(rules="folk"))
    assert "trio" not in kinds_of(Form(POSITION, position=f"{OPEN} rules=folk"))
    assert "trio" in kinds_of(Form(POSITION, position="ddz"))
    assert seats_of(encode(draw(1, players=4))) == 4
    assert seats_of("") == seats_of(BOMB_LEAD) == 3


# ---- addresses ----


def plain(text: str) -> str:
    """What a piece of an address says."""
    return zlib.decompress(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))).decode()


@pytest.mark.parametrize("name", [one for one in MADE if MADE[one][0].asked not in ("play", "who")])
def test_an_address_holds_what_is_asked_and_no_answer(name: str) -> None:
    form, goal, whole, _ = MADE[name]
    told = json.loads(plain(piece(made(fields_of(form)))))
    assert told["goal"] == goal
    assert set(told) <= {"hand", "on", "position", "rules", "goal"}
    if whole != goal:
        assert whole not in str(told)
        assert not re.search(r"=|\.\.| in ", told["goal"])


def test_an_address_of_the_fewest_plays_has_no_digit_of_the_number() -> None:
    text = plain(piece(made(fields_of(Form(hand="34567 88", prompt="Which first?")))))
    assert json.loads(text) == {
        "hand": "3456788", "rules": "classic", "goal": "empty", "prompt": "Which first?",
    }  # fmt: skip
    assert "2" not in text


@pytest.mark.parametrize("goal", ["empty in 2", "empty in 2 and keep 88", "count plays = 2"])
def test_a_piece_with_the_whole_goal_opens_as_before(goal: str) -> None:
    own = made({"hand": "3456788", "goal": goal})
    assert from_piece(piece(own)) == own
    assert checked(own).goal == goal


def test_an_open_goal_keeps_the_goal_that_is_joined_to_it() -> None:
    step = checked(made({"hand": "3456788", "goal": "empty and keep 88"}))
    assert (step.goal, step.accept) == ("empty in 2 and keep 88", ("34567",))


# ---- what is no exercise ----

FAULTS: dict[str, tuple[Form, str]] = {
    "nothing is right": (Form(hand="33455", asked="find", more="bomb"), "none_right"),
    "no such play": (Form(hand="345", asked="play", more="44"), "cannot_play"),
    "not in hand": (Form(hand="345", asked="keep", more="22"), "not_held"),
    "nothing told": (Form(hand="345", asked="keep", more=" "), "nothing_told"),
    "no partner": (
        Form(POSITION, position="ddz QK/5A/A37 - 0@1 1 0:8 0 0 plays=9,9,9", asked="let"),
        "no_partner",
    ),
    "lost": (
        Form(POSITION, position="ddz 34/5/6 - 0@1 0 - 0 0 plays=9,9,9", asked="win"),
        "no_win",
    ),
    "not for certain": (
        Form(POSITION, position="ddz 34/?1/?1 - 0@1 0 - 0 0 unseen=56 plays=9,9,9", asked="win"),
        "no_sure_win",
    ),
    "nothing to name": (Form(hand="345", asked="name"), "nothing_to_name"),
    "nothing to beat": (Form(hand="345", asked="beating"), "nothing_to_beat"),
    "nothing out": (Form(hand="345", asked="count", more="2"), "no_unseen"),
    "nobody else": (Form(hand="345", asked="who", more="2"), "no_two_hands"),
    "no others": (Form(hand="345", asked="win"), "no_others"),
    "too few cards to bid": (Form(hand="345", asked="bid"), "bid_cards"),
    "no points": (Form(hand="33567899TJJQKK22R", rules="rob", asked="bid"), "no_points"),
    "a line that is none": (Form(POSITION, position="ddz 3/4", asked="win"), "position"),
    "nobody's turn": (
        Form(POSITION, position="ddz 3/-/5 - 0@1 0 - 0 0 plays=9,9,9", asked="win"),
        "no_turn",
    ),
    "a code that is none": (Form(WHOLE_DEAL, code="D110", asked="avoid"), "deal_code"),
    "no temptation": (
        Form(WHOLE_DEAL, code=BOMB_LEAD, seat=1, asked="avoid", more="breaks_bomb"),
        "not_tempting",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_is_no_exercise_says_why_by_key(name: str) -> None:
    form, key = FAULTS[name]
    with pytest.raises(ExerciseError) as told:
        checked(made(fields_of(form)))
    assert told.value.key == key
    for language in LANGUAGES:
        assert 'role="alert"' in fault(told.value, form, texts(language))


def test_cards_that_cannot_be_read_are_told_as_on_the_page_of_pasted_cards() -> None:
    form = Form(hand="33 % 44", asked="empty")
    with pytest.raises(HandTextError) as told:
        fields_of(form)
    assert "<mark>%</mark>" in fault(told.value, form, texts("ja"))
    for wrong in (
        Form(hand="33", on="35", asked="empty"),
        Form(hand="33", asked="play", more="35"),
        Form(hand="33", asked="keep", more="?"),
    ):
        with pytest.raises(SituationError) as said:
            fields_of(wrong)
        assert "「" in fault(said.value, wrong, texts("ja"))


def test_bids_with_others_between_them_are_no_exercise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("coach.own_exercises.best_bids", lambda task, stop: (0, 2))
    with pytest.raises(ExerciseError, match="0, 2, and others between") as told:
        checked(made({"hand": "33567899TJJQKK22R", "goal": "bid"}))
    assert told.value.key == "bid_gap"


def test_a_deal_that_takes_too_long_is_given_up() -> None:
    with pytest.raises(ExerciseError) as told:
        checked(made({"deal": BOMB_LEAD, "goal": "avoid bomb_lead"}), stop=lambda: True)
    assert told.value.key == "slow_deal"


def test_a_seat_that_is_not_at_the_table_is_refused() -> None:
    with pytest.raises(ExerciseError, match="read seat 7; expected 0 to 2"):
        checked(made({"deal": BOMB_LEAD, "seat": "7", "goal": "avoid bomb_lead"}))


def test_a_fault_comes_whole_out_of_another_process() -> None:
    for error in (
        GoalError("fewest", found=4, told=3),
        ExerciseError("position", why="no {brace}"),
    ):
        copy = pickle.loads(pickle.dumps(error))
        assert (type(copy), copy.key, copy.values) == (type(error), error.key, error.values)
        assert str(copy) == str(error)
    assert str(GoalError("fewest", found=4, told=3)) == "the hand takes 4 plays, not 3"


# ---- in the words of the page ----


@pytest.mark.parametrize("key", ExerciseError.sentences)
def test_a_fault_is_a_sentence_of_each_language(key: str) -> None:
    said = {language: texts(language).raw(f"goal_fault.{key}") for language in LANGUAGES}
    assert len(set(said.values())) >= 3  # the two Chinese may be written alike
    for language in ("ja", "zh-Hans", "zh-Hant"):
        words = re.sub(r"\{\w+\}|CPU", "", said[language])
        assert not re.search("[A-Za-z]", words), said[language]
        assert said[language].endswith("。") or said[language].endswith("}")


SAID = {
    ("fewest", "en"): "The hand takes 4 plays, not 3.",
    ("fewest", "ja"): "この手札は3手ではなく、4手かかります。",
    ("not_held", "zh-Hans"): "手里没有10小王。",
    ("cannot_play", "zh-Hant"): "這裡出不了過牌。",
    ("other_kind", "en"): "The play on the table is called Straight, not Run of pairs.",
    ("other_holder", "ja"): "持ちうるのは「{nobody}」ではなく「{both}」です。",
    ("not_tempting", "zh-Hant"): ("這副牌裡沒有電腦會犯這個錯：一開始就炸。換個座位或換副牌試試。"),
}
VALUES: dict[str, dict[str, str | int]] = {
    "fewest": {"found": 4, "told": 3},
    "not_held": {"cards": "TB"},
    "cannot_play": {"play": "pass"},
    "other_kind": {"found_kind": "solo_chain", "told_kind": "pair_chain"},
    "other_holder": {"holder": "both", "told_holder": "nobody"},
    "not_tempting": {"mistake": "bomb_lead"},
}


@pytest.mark.parametrize(("key", "language"), SAID)
def test_the_values_of_a_fault_are_in_the_words_of_the_page(key: str, language: str) -> None:
    said = texts(language)
    expected = SAID[key, language].format(
        both=said("lessons.who_both"), nobody=said("lessons.who_nobody")
    )
    found = goal_fault(GoalError(key, **VALUES[key]), said)
    assert found.replace("\N{THIN SPACE}", "") == expected


def test_without_words_of_the_teacher_the_goal_asks() -> None:
    own = made(fields_of(Form(hand="322", asked="keep", more="22")))
    assert prompt_of(own, checked(own), texts("en")) == "Keep 22 in your hand. What can you play?"
    own = made(fields_of(Form(hand="322", asked="plays", prompt="数えましょう")))
    assert prompt_of(own, checked(own), texts("ja")) == "数えましょう"


def test_plays_that_the_teacher_named_rest_on_the_teacher() -> None:
    said = texts("en")
    named = checked(made({"hand": "335", "on": "4", "goal": "play 5"}))
    assert rests_on(named, said) == said("lessons.basis_teacher")
    fewest = checked(made({"hand": "3456788", "goal": "empty"}))
    assert rests_on(fewest, said) == said("lessons.basis_fewest")


@pytest.mark.parametrize(
    ("fields", "key"),
    [
        ({"hand": "3333444455556666777788", "goal": "empty"}, "too_many_cards"),  # 22 of 20
        ({"hand": "3333", "on": "33", "goal": "count beating"}, "over_deck"),
        ({"hand": "BR", "on": "R", "goal": "count beating"}, "over_deck"),
        ({"hand": "33445", "goal": "bid"}, "bid_cards"),
    ],
)
def test_cards_that_no_deal_has_are_refused(fields: dict[str, str], key: str) -> None:
    with pytest.raises(ExerciseError) as found:
        checked(made(fields))
    assert found.value.key == key


def test_a_hand_as_large_as_two_packs_give_is_an_exercise_under_their_rules() -> None:
    hand = "3333444455556666777788889999TTTTJ"  # 33 cards
    own = made({"hand": hand, "goal": "keep J", "rules": "four-player"})
    assert len(checked(own).accept) > 1
    with pytest.raises(ExerciseError):
        checked(made({"hand": f"{hand}J", "goal": "keep J", "rules": "four-player"}))


def test_half_a_character_in_an_address_is_no_exercise() -> None:
    told = {"hand": "345", "goal": "empty", "prompt": "a\ud800b"}
    packed = zlib.compress(json.dumps(told).encode())
    with pytest.raises(ExerciseError) as found:
        from_piece(base64.urlsafe_b64encode(packed).decode())
    assert found.value.key == "no_piece"


def test_a_comma_names_no_play() -> None:
    with pytest.raises(ExerciseError) as found:
        fields_of(Form(hand="345", asked="play", more=" , 、"))
    assert found.value.key == "nothing_told"


@pytest.mark.parametrize("goal", ["count 22", "count 34", "count BR", "who 34"])
def test_several_ranks_are_none(goal: str) -> None:
    with pytest.raises(ExerciseError):
        checked(made({"position": VIEW, "goal": goal}))


def test_as_many_plays_as_can_beat_one_can_be_asked_for() -> None:
    fields = {"hand": "555666777888TTTJJJQQ", "on": "333444+99", "goal": "count beating"}
    (number,) = checked(made(fields)).accept
    assert 54 < int(number) <= LARGEST  # more than there are cards


def test_where_nothing_is_wrong_the_teacher_is_told_so() -> None:
    assert nothing_is_wrong(checked(made({"hand": "35", "goal": "empty"})))
    assert not nothing_is_wrong(checked(made({"hand": "3456788", "goal": "empty"})))
    assert not nothing_is_wrong(checked(made({"hand": "3456788", "goal": "count plays"})))
