"""Lessons: the goals mean what they say, and the verifier finds what is wrong with a lesson."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from typer.testing import CliRunner

from coach import course
from coach.__main__ import app
from coach.commands import lessons as verbs
from coach.lesson_answers import NO_PLAY, answer_of, reply_key
from engine.cards import NotationError, parse_ranks
from lessons.faults import GoalError
from lessons.goals import parse_goal, right_answers, shown
from lessons.loader import FOLDER, everything, exercises, lessons, step_of, task_of

pytestmark = pytest.mark.usefixtures("compiled")


def right(goal: str, **told: str) -> list[str]:
    """The right answers as text."""
    return [shown(one) for one in right_answers(parse_goal(goal), task_of(told))]


# ---- goals ----


def test_empty_in_n_accepts_every_first_play_of_a_shortest_way() -> None:
    # 345678 8, or 34567 88
    assert sorted(right("empty in 2", hand="3456788")) == ["34567", "345678", "8", "88"]


def test_empty_in_n_is_no_goal_for_a_hand_that_takes_another_number() -> None:
    with pytest.raises(GoalError, match="takes 2 plays, not 3"):
        right("empty in 3", hand="3456788")


def test_keep_leaves_these_cards_in_hand() -> None:
    assert right("keep 22", hand="322") == ["3"]
    assert right("keep 2", hand="322") == ["3", "2"]


def test_goals_joined_by_and_hold_together() -> None:
    assert right("empty in 2 and keep 88", hand="3456788") == ["34567"]


def test_win_is_every_play_that_wins_with_open_hands() -> None:
    assert right("win", position="ddz 3R/4/5 - 0@1 0 - 0 0 plays=9,9,9") == ["R"]


def test_win_of_a_view_holds_in_every_possible_world() -> None:
    # one card cannot follow the pair, whatever it is; a K loses to the ace
    view = "ddz ?1/55K/?5 - 0@1 1 - 0 0 unseen=34679A plays=9,9,9"
    assert right("win", position=view) == ["55"]


def test_let_partner_lead_needs_a_trick_that_is_the_partners() -> None:
    partner = "ddz QK/5/A37 - 0@1 2 1:8 0 0 plays=9,9,9"
    assert right("let partner lead", position=partner) == ["pass"]
    landlord = "ddz QK/5A/A37 - 0@1 1 0:8 0 0 plays=9,9,9"
    with pytest.raises(GoalError, match="no partner"):
        right("let partner lead", position=landlord)


def test_count_is_of_unseen_cards_or_of_plays() -> None:
    view = "ddz ?4/55K/?5 - 0@1 1 - 0 0 unseen=22346666A plays=9,9,9"
    assert right("count 2 = 2", position=view) == ["2"]
    assert right("count bombs = 1", position=view) == ["1"]
    assert right("count plays = 2", position=view) == ["2"]
    with pytest.raises(GoalError, match="there are 2, not 3"):
        right("count 2 = 3", position=view)


def test_find_is_every_play_of_the_kind_in_the_hand() -> None:
    assert right("find pair", hand="33455") == ["33", "55"]
    assert right("find rocket", hand="3BR") == ["BR"]
    with pytest.raises(GoalError, match="no play is right"):
        right("find bomb", hand="33455")
    with pytest.raises(NotationError, match="unknown kind"):
        right("find straight", hand="34567")


def test_who_can_hold_a_card_of_the_kitty_is_the_landlord() -> None:
    """Seat 1 sees the kitty 22R in the landlord's hand, and holds the other 2s itself."""
    view = (
        "ddz ?20/33445566778899T22/?17 - 0@1 0 - 0 0 "
        "unseen=33445566778899TTTJJJJQQQQKKKKAAAA22BR shown=22R"
    )
    assert right("who 2 = previous", position=view) == ["previous"]
    assert right("who R = previous", position=view) == ["previous"]
    assert right("who B = both", position=view) == ["both"]
    with pytest.raises(GoalError, match="both can hold it, not nobody"):
        right("who A = nobody", position=view)


def test_count_beating_counts_bombs_too() -> None:
    # 88 99 3333
    assert right("count beating = 3", hand="33338899", on="77") == ["3"]


def test_the_opening_bid_is_within_its_range() -> None:
    (step,) = [one.steps[1] for one in exercises() if one.id == "opening-bid"]
    strong = step_of(1, {"hand": "33567899TJJQKK22R", "goal": "bid 3..3", "accept": ["3"]})
    assert step.task.view is not None
    assert list(course.faults(strong)) == []
    weak = step_of(1, {"hand": "33567899TJJQKK22R", "goal": "bid 0..1", "accept": ["0", "1"]})
    assert list(course.faults(weak)) == ["the right bids are 3, not 0..1"]


def test_a_reply_must_be_legal_and_must_win_for_the_others() -> None:
    fields = {"position": "ddz 3R/4/5 - 0@1 0 - 0 0 plays=9,9,9", "goal": "win", "accept": ["R"]}

    def told(reply: str) -> list[str]:
        wrong = [{"play": "3", "because": "loses", "reply": reply}]
        return list(course.faults(step_of(1, {**fields, "wrong": wrong})))

    assert told("4") == []
    assert told("pass 5") == []
    (illegal,) = told("5")
    assert "cannot be played" in illegal
    # after two passes the landlord leads his joker and is out
    (lame,) = told("pass pass")
    assert "wins the game for the learner" in lame


def test_a_whole_deal_must_tempt() -> None:
    (step,) = [one.steps[3] for one in lessons() if one.id == "mistake-bomb-lead"]
    assert list(course.faults(step)) == []
    deal = {"deal": "D110-6WB8-JGS2-NSR2-YR9F-1EM", "goal": "avoid nonsense"}
    (fault,) = course.faults(step_of(1, deal))
    assert "unknown mistake" in fault


def test_name_is_the_kind_of_the_play_on_the_table() -> None:
    assert right("name solo_chain", hand="3", on="34567") == ["solo_chain"]
    with pytest.raises(GoalError, match="is called solo_chain"):
        right("name pair_chain", hand="3", on="34567")
    with pytest.raises(NotationError, match="unknown kind"):
        right("name straight", hand="3", on="34567")


@pytest.mark.parametrize("text", ["", "won", "empty in", "empty in three", "play", "win and lose"])
def test_text_that_is_no_goal_is_an_error(text: str) -> None:
    with pytest.raises(NotationError, match="expected one of"):
        parse_goal(text)


def test_a_play_that_cannot_be_made_is_no_goal() -> None:
    with pytest.raises(GoalError, match="cannot be played"):
        right("play 44", hand="345")


# ---- the verifier ----


def spoil(folder: Path, name: str, before: str, after: str) -> None:
    """Write *after* for *before*, which must be there, in one file of the lessons."""
    file = folder / "doudizhu" / name
    text = file.read_text(encoding="utf-8")
    assert before in text
    file.write_text(text.replace(before, after, 1), encoding="utf-8")


SPOILED: dict[str, tuple[str, str, str, str]] = {
    # a right answer is missing
    "missing pair": (
        "cards/06_following.toml",
        '"88", "99", "JJ"',
        '"88", "JJ"',
        "99 is right and not",
    ),
    "missing first play": (
        "plays/06_best_split.toml",
        '"8", "88"',
        '"8"',
        "88 is right and not accepted",
    ),
    "missing win": (
        "endings/01_strong_card_first.toml",
        '"3", "7", ',
        '"3", ',
        "7 is right and not",
    ),
    # a wrong answer is accepted
    "wrong accepted": (
        "seats/03_last_card.toml",
        '["55"]',
        '["55", "K"]',
        "K is accepted and not right",
    ),
    # a wrong branch is not what it says
    "right branch": (
        "endings/01_strong_card_first.toml",
        'play = "3", because = "loses"',
        'play = "R", because = "loses"',
        "R is right",
    ),
    "other number": (
        "plays/06_best_split.toml",
        'play = "77", because = "plays 5"',
        'play = "77", because = "plays 4"',
        "leaves 5 plays",
    ),
    "may be played": ("cards/06_following.toml", 'play = "66"', 'play = "99"', "99 may be played"),
    "breaks nothing": (
        "endings/01_strong_card_first.toml",
        'because = "breaks 9999"',
        'because = "breaks 77"',
        "does not break",
    ),
    # a text is missing, left over, or empty
    "missing text": (
        "texts/ja/together.toml",
        "[let-partner.1]\nprompt",
        "[let-partner.1]\nprompts",
        "ja lacks '1.prompt'",
    ),
    "missing hint": (
        "texts/zh-Hans/cards.toml",
        'hint2 = "四张同点，单独出。"\n',
        "",
        "zh-Hans lacks '3.hint2'",
    ),
    "empty text": (
        "texts/en/plays.toml",
        'title = "Counting plays"',
        'title = ""',
        "leaves 'title' empty",
    ),
    "other slots": (
        "texts/zh-Hant/plays.toml",
        'title = "數手數"',
        'title = "數{n}手"',
        "fills other slots",
    ),
    # a lesson that cannot be read
    "unknown goal": (
        "cards/01_kinds.toml",
        'goal = "name solo_chain"',
        'goal = "guess"',
        "unknown goal 'guess'",
    ),
    "unknown field": ("cards/01_kinds.toml", "hints = 1", "hint = 1", "read ['hint']"),
    "unknown concept": (
        "together/01_let_partner.toml",
        'concept = "let-partner"',
        'concept = "magic"',
        "unknown concept 'magic'",
    ),
    "same name": (
        "together/01_let_partner.toml",
        'id = "let-partner"',
        'id = "kinds"',
        "two lessons are called 'kinds'",
    ),
}


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The lessons that are spoiled below, with the texts of all."""
    shutil.copytree(FOLDER / "doudizhu", tmp_path / "doudizhu")
    kept = {"plays/02_count_plays.toml", *(file for file, *_ in SPOILED.values())}
    for path in tmp_path.glob("doudizhu/*/*.toml"):
        if f"{path.parent.name}/{path.name}" not in kept:
            path.unlink()
    return tmp_path


def told(folder: Path) -> list[str]:
    """The faults of the lessons of *folder*, but for texts of lessons that were left out."""
    return [fault for fault in course.verify(folder=folder) if "unknown lesson" not in fault]


@pytest.mark.parametrize("name", SPOILED)
def test_a_planted_fault_is_told_in_one_line(copy: Path, name: str) -> None:
    file, before, after, said = SPOILED[name]
    spoil(copy, file, before, after)
    faults = told(copy)
    assert any(said in fault for fault in faults), faults
    assert all("\n" not in fault for fault in faults)


@pytest.mark.parametrize("name", SPOILED)
def test_the_verb_exits_with_1_when_a_lesson_does_not_verify(
    copy: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, before, after, said = SPOILED[name]
    spoil(copy, file, before, after)
    honest: Callable[..., object] = course.verify
    monkeypatch.setattr(verbs, "verify", lambda: honest(folder=copy))
    result = CliRunner().invoke(app, ["lessons", "verify"])
    assert result.exit_code == 1
    assert said in result.stdout


def test_the_verb_says_nothing_when_all_is_well(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verbs, "verify", lambda: told(copy))
    result = CliRunner().invoke(app, ["lessons", "verify"])
    assert (result.exit_code, result.stdout) == (0, "")


# ---- the kept result ----


def test_every_step_is_as_it_was_when_all_were_verified() -> None:
    """Who changes a step verifies it again: ``lessons verify --keep``."""
    kept = course.results()
    now = {name: step.digest for name, step in course.named(everything()).items()}
    assert {name: digest for name, (digest, _) in kept.steps.items()} == now


def test_a_tenth_is_right_as_it_was_kept() -> None:
    """Another tenth each day."""
    kept = course.results()
    part = course.part_of(everything(), date.today().toordinal())
    assert len(part) >= 40
    for name, step in part.items():
        assert list(course.faults(step)) == [], name
        assert course.result_of(step) == kept.steps[name], name


@pytest.mark.long
def test_everything_verifies() -> None:
    assert list(course.verify()) == []


def test_the_parts_are_everything_once() -> None:
    found = everything()
    parts = [name for number in range(10) for name in course.part_of(found, number)]
    assert sorted(parts) == sorted(course.named(found))


def test_a_best_play_is_verified_in_fresh_worlds(copy: Path) -> None:
    # nobody beats the big joker, and a 3 is beaten by whatever the next seat holds
    before, after = 'goal = "win"\naccept = ["R"]', 'goal = "best"\naccept = ["R"]'
    spoil(copy, "endings/01_strong_card_first.toml", before, after)
    old = 'position = "ddz 3R/4/5 - 0@1 0 - 0 0 plays=9,9,9"'
    new = 'position = "ddz 3R/?1/?1 - 0@1 0 - 0 0 unseen=45 plays=9,9,9"'
    spoil(copy, "endings/01_strong_card_first.toml", old, new)
    spoil(copy, "endings/01_strong_card_first.toml", 'because = "loses"', 'because = "unsure"')
    assert told(copy) == []
    spoil(copy, "endings/01_strong_card_first.toml", '["R"]', '["3"]')
    faults = told(copy)
    assert any("R is right and not accepted" in fault for fault in faults)
    assert any("3 is accepted and not right" in fault for fault in faults)


def test_a_step_with_a_hand_and_a_position_is_refused() -> None:
    with pytest.raises(NotationError, match="either a hand or a position or a deal"):
        task_of({})
    with pytest.raises(NotationError, match="either a hand or a position or a deal"):
        task_of({"hand": "3", "position": "ddz 3/4/5 - 0@1 0 - 0 0"})


# ---- answers ----


def test_an_answer_is_told_by_its_text_right_wrong_or_none() -> None:
    (lesson,) = [one for one in lessons() if one.id == "following"]
    step = lesson.steps[0]
    told = {
        cards: reply_key(step, answer_of(parse_ranks(cards), step.task), cards)
        for cards in ("88", "66", "A2", "4")
    }
    assert told == {"88": "1.reply", "66": "1.wrong.66", "A2": "1.wrong.A2", "4": ""}


def test_the_order_of_the_cards_chosen_does_not_matter() -> None:
    (lesson,) = [one for one in lessons() if one.id == "following"]
    step = lesson.steps[2]
    assert reply_key(step, NO_PLAY, "33367") == "3.wrong.333+67"
