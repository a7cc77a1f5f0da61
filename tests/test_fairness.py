"""What a seat cannot see changes nothing it does and nothing it is shown."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from coach import review as reviewing
from coach.doudizhu.analyse import Analysis, Given, hand_report
from coach.store import SavedGame, Store
from coach.ui import cpus
from coach.ui.table import data
from coach.ui.table.replay import positions
from engine import record
from engine.doudizhu import game as doudizhu
from engine.doudizhu.cpu_advanced import ADVANCED, Advanced
from engine.doudizhu.state import State, View
from tests import fairness

WHOLE = 500
TENTH = 50


pytestmark = pytest.mark.usefixtures("compiled")


def differing(way: str, number: int, folder: Path, label: str = "fair") -> int:
    """In how many of so many positions the two deals do not look alike."""
    rng = random.Random(label)
    found = 0
    for game in fairness.games(number, label):
        other = fairness.twin(game, fairness.seat_of(way, game), rng)
        one, two = (fairness.WAYS[way](each, folder) for each in (game, other))
        found += one != two
    return found


def test_twins_differ_in_hidden_cards_and_in_nothing_else() -> None:
    rng = random.Random("twins")
    different = 0
    for game in fairness.games(60, "twins"):
        seat = positions(game)[-1].state.turn
        other = fairness.twin(game, seat, rng)
        one, two = positions(game)[-1].state, positions(other)[-1].state
        assert one.hands[seat] == two.hands[seat]
        assert one.counts == two.counts
        assert one.history == two.history
        assert other["actions"] == game["actions"]
        different += one.hands != two.hands
    assert different > 50


@pytest.mark.parametrize("way", fairness.WAYS)
def test_unseen_cards_change_nothing(way: str, tmp_path: Path) -> None:
    fairness.with_budget(advanced=Advanced(worlds=16, more_worlds=16))
    assert differing(way, TENTH, tmp_path) == 0


@pytest.mark.long
@pytest.mark.parametrize("way", fairness.WAYS)
def test_unseen_cards_change_nothing_in_500_positions(way: str, tmp_path: Path) -> None:
    fairness.with_budget(advanced=ADVANCED)
    assert differing(way, WHOLE, tmp_path) == 0


# ---- leaks planted to be found ----


def hidden_twos(state: State, seat: int) -> int:
    """Twos of the seat before *seat*: what *seat* must not know."""
    return state.hands[(seat - 1) % len(state.hands)][12]


def leak_in_view(patch: pytest.MonkeyPatch) -> None:
    honest: Callable[[State, int], View] = doudizhu.view_of

    def leaking(state: State, seat: int) -> View:
        return replace(honest(state, seat), deals_before=hidden_twos(state, seat))

    patch.setattr(doudizhu, "view_of", leaking)


def leak_in_store(patch: pytest.MonkeyPatch) -> None:
    honest = Store.load

    def leaking(store: Store, game_id: str) -> SavedGame | None:
        game = honest(store, game_id)
        return None if game is None else SavedGame({**game, "seed": game["code"]})

    patch.setattr(Store, "load", leaking)


def leak_in_record(patch: pytest.MonkeyPatch) -> None:
    honest = record.write_record

    def leaking(written: record.Record) -> str:
        end = record.states(written)[-1]
        return honest(replace(written, comment=f"twos {hidden_twos(end, end.turn)}"))

    patch.setattr(record, "write_record", leaking)


def leak_in_pool(patch: pytest.MonkeyPatch) -> None:
    honest = cpus.to_decide

    def leaking(game: SavedGame) -> Any:
        asked = honest(game)
        if asked is None:
            return None
        state = positions(game)[-1].state
        return asked[0], f"{asked[1]} {hidden_twos(state, state.turn)}"

    patch.setattr(cpus, "to_decide", leaking)


def leak_in_page(patch: pytest.MonkeyPatch) -> None:
    honest = data._rail

    def leaking(position: Any, say: Any) -> Any:
        return [*honest(position, say), {"twos": hidden_twos(position.state, 0)}]

    patch.setattr(data, "_rail", leaking)


def leak_in_hints(patch: pytest.MonkeyPatch) -> None:
    honest = fairness.asked_hint

    def leaking(state: State) -> Any:
        found = honest(state)
        return replace(found, view=replace(found.view, deals_before=hidden_twos(state, state.turn)))

    patch.setattr(fairness, "asked_hint", leaking)


def leak_in_panel(patch: pytest.MonkeyPatch) -> None:
    honest = fairness.hint_panel
    asked = fairness.asked_hint
    states: list[State] = []

    def remembered(state: State) -> Any:
        states.append(state)
        return asked(state)

    def leaking(look: Any, say: Any) -> Any:
        return {**honest(look, say), "foot": hidden_twos(states[-1], look.view.seat)}

    patch.setattr(fairness, "asked_hint", remembered)
    patch.setattr(fairness, "hint_panel", leaking)


def leak_in_analysis(patch: pytest.MonkeyPatch) -> None:
    """What the next seat holds counts as all that is unseen."""
    honest = fairness.analysed

    def leaking(given: Given) -> Analysis:
        found = honest(given)
        if given.state is None or given.view is None:
            return found
        hands = given.state.hands
        other = hands[(given.view.seat + 1) % len(hands)]
        return replace(found, report=hand_report(given.hand, given.rules, unseen=other))

    patch.setattr(fairness, "analysed", leaking)


def leak_in_review(patch: pytest.MonkeyPatch) -> None:
    honest = reviewing.game.view

    def leaking(state: State, seat: int) -> View:
        return replace(honest(state, seat), deals_before=hidden_twos(state, seat))

    patch.setattr(reviewing.game, "view", leaking)


LEAKS = {
    "view": leak_in_view,
    "store": leak_in_store,
    "record": leak_in_record,
    "pool": leak_in_pool,
    "page": leak_in_page,
    "hints": leak_in_hints,
    "panel": leak_in_panel,
    "analysis": leak_in_analysis,
    "review": leak_in_review,
}


@pytest.mark.parametrize("way", LEAKS)
def test_a_leak_planted_on_the_way_is_found(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fairness.with_budget(advanced=Advanced(worlds=16, more_worlds=0))
    LEAKS[way](monkeypatch)
    assert differing(way, 12, tmp_path) > 0


def test_a_player_that_sees_all_hands_is_found(tmp_path: Path) -> None:
    """A cheat in place of a level: the play it names differs for the two deals."""
    rng = random.Random("cheat")
    caught = 0
    for game in fairness.games(12, "cheat"):
        seat = positions(game)[-1].state.turn
        other = fairness.twin(game, seat, rng)
        told = []
        for each in (game, other):
            state = positions(each)[-1].state
            fairness.with_budget(novice=lambda view, chance, s=state: hidden_twos(s, view.seat))
            told.append(fairness.by_view(each, tmp_path))
        caught += told[0] != told[1]
    fairness._players.pop("novice")
    assert caught
