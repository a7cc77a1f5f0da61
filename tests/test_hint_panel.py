"""The hint panel as data: every figure and badge is that of a claim, steps come one by one."""

from __future__ import annotations

import random

import pytest

from coach.claims import CERTAIN
from coach.hints import Hint, hint, why_not
from coach.language import LANGUAGES, texts
from coach.say import render
from coach.ui.questions import Pending
from coach.ui.table.hint import IN_TABLE, Look, hint_panel, play_name
from coach.ui.table.replay import Cards
from engine.cards import DECK, INDEX
from engine.doudizhu.game import legal_in
from engine.doudizhu.plays import Play, parse_play
from engine.doudizhu.position import parse_view
from engine.doudizhu.state import View
from tests.hint_positions import views

EN = texts("en")
SURE = "ddz ?2/4R/?2 - 1@1 1 - 0 0 unseen=35K2"


pytestmark = pytest.mark.usefixtures("compiled")


def cards(view: View) -> Cards:
    """The hand of *view* with some suits."""
    taken = list(view.hand)
    held = []
    for card in DECK:
        rank = INDEX[card[0]]
        if taken[rank]:
            taken[rank] -= 1
            held.append(card)
    return tuple(held)


def look(view: View, level: int, **other: object) -> Look:
    whole = hint(view, 4, worlds=120)
    assert whole is not None
    first = Hint(view, 2, whole.steps[:2])
    return Look(view, cards(view), level, first, whole if level > 2 else None, **other)  # type: ignore[arg-type]


PLAYS = [view for view in views(30, "panel") if view.phase == "play" and len(legal_in(view)) > 2]
WORDS = [view for view in views(60, "words") if view.phase != "play"]


# ---- the steps ----


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_a_step_shows_itself_and_those_before_it_and_nothing_of_those_after(level: int) -> None:
    asked = look(PLAYS[0], level)
    panel = hint_panel(asked, EN)
    assert panel["where"] == f"Step {level} of 4"
    assert [step["reached"] for step in panel["steps"]] == [n <= level for n in (1, 2, 3, 4)]
    told = [bool(step["said"]) for step in panel["steps"]]
    assert told == [n <= min(level, 3) for n in (1, 2, 3, 4)]
    assert bool(panel["plays"]) == (level >= 3)
    assert (panel["table"] is not None) == bool(panel["splits"]) == (level == 4)
    assert (panel["more"] is None) == (level == 4)


def test_the_button_of_the_next_step_says_what_that_costs() -> None:
    notes = [hint_panel(look(PLAYS[0], level), EN)["more"]["note"] for level in (1, 2, 3)]
    assert "at once" in notes[0]
    assert "600 sampled deals" in notes[1]  # estimates.WORLDS, of the documentation of hints
    assert "same deals" in notes[2]
    word = hint_panel(look(WORDS[0], 2), EN)["more"]["note"]
    assert "300 sampled deals" in word


def test_while_it_is_worked_out_the_first_steps_stay_and_the_share_is_told() -> None:
    asked = look(PLAYS[0], 2)
    waiting = Look(asked.view, asked.hand, 3, asked.first, Pending(0.4))
    panel = hint_panel(waiting, EN)
    assert panel["busy"] == {"text": "Working it out", "share": 40}
    assert [step["reached"] for step in panel["steps"]] == [True, True, False, False]
    assert panel["more"] is None
    assert panel["plays"] == []


def test_without_the_kernel_it_says_so_and_without_an_answer_too() -> None:
    asked = look(PLAYS[0], 1)
    unready = Look(asked.view, asked.hand, 1, Pending(preparing=True))
    assert "being prepared" in hint_panel(unready, EN)["busy"]["text"]
    failed = hint_panel(Look(asked.view, asked.hand, 3, asked.first, None), EN)
    assert failed["failed"] == "This could not be worked out."
    assert failed["busy"] is None


# ---- figures and badges are those of claims ----


def test_the_table_holds_the_figures_of_the_claims() -> None:
    seen = 0
    for view in PLAYS[:8]:
        asked = look(view, 4)
        assert isinstance(asked.whole, Hint)
        panel = hint_panel(asked, EN)
        rows = {play_name(row.play, view, EN): row for row in asked.whole.plays}
        assert len(panel["table"]["rows"]) >= min(3, len(rows))
        for line in panel["table"]["rows"]:
            row = rows[line["name"]]
            held = {one.kind: one for one in row.claims if one.subject.plays[:1] == (row.play,)}
            assert line["left"] == str(held["fewest_after"].value)
            if "chance" in line:
                seen += 1
                assert row.win is not None
                error = row.win.basis.error or 0.0
                chance = line["chance"]
                assert abs(chance["mid"] - 100 * row.win.value) <= 1
                assert chance["low"] <= chance["mid"] <= chance["high"]
                wide = 100 * (row.win.value + 1.96 * error)
                assert abs(chance["high"] - min(wide, 100)) <= 0.51
            else:
                assert row.win is None
            if "unbeaten" in held:
                assert line["beaten"]["text"] == "0%"
                assert line["beaten"]["basis"]["name"] == CERTAIN
    assert seen > 10


def test_no_difference_stands_on_every_tied_row_and_on_no_other() -> None:
    ties = 0
    for view in PLAYS:
        asked = look(view, 4)
        assert isinstance(asked.whole, Hint)
        lines = hint_panel(asked, EN)["table"]["rows"]
        tied = [play_name(row.play, view, EN) for row in asked.whole.plays if row.tie]
        marked = [line["name"] for line in lines if line["tie"]]
        assert marked == (tied if len(tied) > 1 else [])
        ties += len(tied) > 1
    assert ties


def test_a_win_that_nothing_prevents_is_said_with_its_badge_and_no_chance() -> None:
    panel = hint_panel(look(parse_view(SURE), 4), EN)
    first = panel["table"]["rows"][0]
    assert (first["name"], first["sure"]["text"]) == ("big joker", "Wins")
    assert first["sure"]["basis"]["word"] == "Certain"
    assert "chance" not in first


def test_all_words_of_the_auction_are_compared_by_chance_and_points() -> None:
    for view in WORDS[:6]:
        panel = hint_panel(look(view, 4), EN)
        assert len(panel["table"]["rows"]) == len(legal_in(view))
        for line in panel["table"]["rows"]:
            assert line["points"]["text"][0] in "+\N{MINUS SIGN}0"
            assert line["points"]["note"].startswith("±")
        assert panel["splits"] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_rendered_from_the_catalogue_with_its_weakest_basis(
    language: str,
) -> None:
    say = texts(language)
    words = {"exact": say("basis.exact"), "sampled": say("basis.sampled")}
    for view in PLAYS[:4]:
        asked = look(view, 4)
        assert isinstance(asked.whole, Hint)
        panel = hint_panel(asked, say)
        proof = [one for one in asked.whole.steps[-1] if one.key not in IN_TABLE]
        assert [one["text"] for one in panel["reasons"]] == [render(one, language) for one in proof]
        for one, said in zip(panel["reasons"], proof, strict=True):
            bases = {claim.basis.name for claim in said.claims}
            if bases == {"exact"} or bases == {"sampled"}:
                assert one["basis"]["word"] == words[bases.pop()]


def test_the_splits_are_the_cards_that_the_two_best_plays_leave() -> None:
    for view in PLAYS[:6]:
        asked = look(view, 4)
        assert isinstance(asked.whole, Hint)
        for split, row in zip(hint_panel(asked, EN)["splits"], asked.whole.plays, strict=False):
            shown = [card for group in split["groups"] for card in group["body"]]
            shown += [card for group in split["groups"] for card in group["kickers"]]
            gone = row.play.size if isinstance(row.play, Play) else 0
            assert len(shown) == sum(view.hand) - gone
            assert set(shown) <= set(asked.hand)
            assert split["title"].split(": ")[1].split()[0] == str(len(split["groups"]))


# ---- why not this? ----


def test_the_own_choice_stands_beside_the_best_with_both_splits() -> None:
    view = parse_view("ddz ?9/345789TQKA/?9 - 1@1 1 - 0 0 plays=2,2,2 unseen=34455667788TTJJQQK")
    chosen = parse_play("A", view.rules)
    compared = why_not(view, chosen, worlds=120)
    panel = hint_panel(look(view, 3, chosen=chosen, compared=compared), EN)["why"]
    assert panel["title"] == "Your choice: A"
    assert panel["key"] == "A"
    assert "A" in [row["name"] for row in panel["table"]["rows"]]
    assert len(panel["table"]["rows"]) == len(panel["splits"]) == 2
    assert panel["said"]


def test_every_choice_can_be_asked_about_the_best_too() -> None:
    rng = random.Random("every choice")
    for view in PLAYS[:12]:
        whole = hint(view, 3, worlds=60)
        assert whole is not None
        best = whole.plays[0].play
        for action in {best, rng.choice(legal_in(view))}:
            found = why_not(view, action, worlds=60)
            assert found is not None
            assert found.plays[0].play == best
            for said in found.sentences:
                assert render(said, "ja")
