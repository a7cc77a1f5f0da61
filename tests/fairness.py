"""Two deals that differ only in what one seat cannot see, and every way from a deal to a play.

A way gives what reaches a player, or a page, as bytes.  For a fair program they are the same for
both deals.
"""

from __future__ import annotations

import json
import pickle
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest import mock

from coach import hints
from coach.commands.analyse import answered as analysis_printed
from coach.commands.hint import answered
from coach.doudizhu import analyse, bidding_hints, decisions, play_hints
from coach.doudizhu.analyse import analysed, understood
from coach.doudizhu.mistakes import temptations
from coach.doudizhu.situation import told_by
from coach.language import LANGUAGES, texts
from coach.review import Deal as Reviewed, curve, decision
from coach.store import SavedGame, Store
from coach.ui import cpus, deciding, review_parts
from coach.ui.analyse_report import report_html
from coach.ui.deals import deal_of
from coach.ui.reviewing import Work
from coach.ui.table import data
from coach.ui.table.hint import Look, hint_panel
from coach.ui.table.replay import (
    PERSON,
    game_of,
    lowest_cards,
    positions,
    to_decide,
    with_action,
)
from engine import record
from engine.cards import DECK
from engine.deal_code import Deal, draw, encode
from engine.doudizhu import game as doudizhu
from engine.doudizhu.plays import Play
from engine.doudizhu.position import position_text
from engine.players import LEVELS

RULES = ("classic", "competition", "folk", "rob")
SEED = "fair"


# ---- two deals ----


def games(number: int, label: str) -> Iterator[SavedGame]:
    """Games stopped at a turn that leaves a choice; every seat acts as some level would, or at
    random, so that the positions are of all kinds."""
    rng = random.Random(label)
    made = 0
    while made < number:
        rules = RULES[made % len(RULES)]
        game = game_of(encode(draw(f"{label} {made} {rng.random()}", first=0)), rules)
        game = SavedGame({**game, "id": "fair", "seed": SEED})
        turns = rng.randrange(60)
        for _ in range(turns):
            game = _acted(game, rng)
        position = positions(game)[-1]
        state = position.state
        if doudizhu.is_over(state) or state.deals_before or len(doudizhu.legal(state)) < 2:
            continue
        made += 1
        yield game


def _acted(game: SavedGame, rng: random.Random) -> SavedGame:
    position = positions(game)[-1]
    state = position.state
    if doudizhu.is_over(state):
        return game
    level = rng.choice(("standard", "standard", "novice", "breaks-bombs"))
    action = LEVELS[level](doudizhu.view(state, state.turn), rng)
    cards = ()
    if isinstance(action, Play):
        cards = lowest_cards(position.hands[state.turn], action)
    return with_action(game, action, cards)


def twin(game: SavedGame, seat: int, rng: random.Random) -> SavedGame:
    """The same game with the cards that *seat* cannot see dealt differently.

    Cards played, and those of the shown kitty that are still held, stay where everybody knows them.
    """
    position = positions(game)[-1]
    state = position.state
    hands = [set(hand) for hand in position.hands]
    others = [other for other in range(len(hands)) if other != seat]
    hidden: list[set[str]] = [hands[other] for other in others]
    known: set[str] = set()
    if position.bidding:
        hidden.append(set(position.kitty))
    else:
        known = set(position.kitty)
    if state.rules.first_bidder == "spade3":
        known.add("3s")  # who bids first holds it (R3)
    pool = sorted(card for part in hidden for card in part - known)
    rng.shuffle(pool)
    dealt = []
    for part in hidden:
        number = len(part - known)
        dealt.append((part & known) | set(pool[:number]))
        del pool[:number]
    kitty = set(position.kitty)
    if position.bidding:
        kitty = dealt.pop()
    for other, cards in zip(others, dealt, strict=True):
        hands[other] = cards
    for said in position.said:
        hands[said.seat] |= set(said.cards)
    if state.landlord is not None:
        hands[state.landlord] -= kitty
    deal = Deal(tuple(map(_sorted, hands)), _sorted(kitty), _first(game))
    return SavedGame({**game, "code": encode(deal)})


def _sorted(cards: set[str]) -> tuple[str, ...]:
    return tuple(sorted(cards, key=DECK.index))


def _first(game: SavedGame) -> int:
    return positions(game)[0].state.first


# ---- the ways ----

Way = Callable[[SavedGame, Path], bytes]


def by_view(game: SavedGame, folder: Path) -> bytes:
    """The view of the seat to act, and what every level does with it."""
    return _decided(positions(game)[-1].state)


def by_store(game: SavedGame, folder: Path) -> bytes:
    """Kept and loaded again: what the CPU at the table is asked, and what it does."""
    return _asked(_kept_and_loaded(game, folder))


def _kept_and_loaded(game: SavedGame, folder: Path) -> SavedGame:
    store = Store(f"sqlite:///{folder / 'games.sqlite3'}")
    try:
        store.create(SavedGame({**game, "actions": []}))
        for number in range(1, len(game["actions"]) + 1):
            store.append(SavedGame({**game, "actions": game["actions"][:number]}))
        loaded = store.load(game["id"])
        store.delete_game(game["id"], "")
    finally:
        store.close()
    assert loaded is not None
    (folder / "games.sqlite3").unlink()
    return loaded


def by_record(game: SavedGame, folder: Path) -> bytes:
    """Written as a record and read: all of the text but the code of the deal, and the plays."""
    chain = positions(game)
    turns = tuple(record.Turn(said.action) for said in chain[-1].said)
    text = record.write_record(record.Record("ddz", chain[0].state, turns))
    reading = record.read_record(text)
    assert not reading.faults
    public = [line for line in text.splitlines() if not line.startswith("[Deal ")]
    return "\n".join(public).encode() + _decided(record.states(reading.record)[-1])


def by_pool(game: SavedGame, folder: Path) -> bytes:
    """What is sent to the pool of processes for an advanced CPU, and what would come back."""
    sent: list[tuple[Any, ...]] = []

    class Pool:
        """Takes what is sent and answers nothing."""

        def submit(self, task: Any, *arguments: Any) -> Any:
            assert pickle.loads(pickle.dumps(arguments)) == arguments
            sent.append((task.__name__, *arguments))
            raise TimeoutError

    waiting = SavedGame({**game, "level": "advanced"})
    with mock.patch.object(cpus, "pool", Pool), mock.patch.object(cpus, "is_compiled", bool_true):
        cpus._answer.cache_clear()
        cpus.cpu_step(waiting, patience=0)
    return repr(sent).encode()


def bool_true() -> bool:
    """Yes."""
    return True


def by_page(game: SavedGame, folder: Path) -> bytes:
    """The data of the table for the person, without the code of the deal, in two languages."""
    shown = []
    for language in ("en", "ja"):
        page = data.table_data(game, language, since=0)
        shown.append({**page, "code": None})
    return json.dumps(shown, default=list, sort_keys=True).encode()


def by_hints(game: SavedGame, folder: Path) -> bytes:
    """All of a hint for the seat to act, as the command line prints it, in every language; which
    mistakes tempt it there, and what is said of the plays that would be one."""
    state = positions(game)[-1].state
    tempting = temptations(doudizhu.view(state, state.turn))
    found = [asked_hint(state), *(asked_why_not(state, play) for _, play in tempting)]
    told = [answered(one, language) for one in found for language in LANGUAGES]
    return json.dumps([told, [name for name, _ in tempting]]).encode()


def by_panel(game: SavedGame, folder: Path) -> bytes:
    """The hint panel of the page for the seat to act, at each of its steps, in two languages."""
    position = positions(game)[-1]
    found = asked_hint(position.state)
    hand = position.hands[position.state.turn]
    shown = [
        hint_panel(Look(found.view, hand, level, found, found), texts(language))
        for language in ("en", "zh-Hant")
        for level in hints.LEVELS
    ]
    return json.dumps(shown).encode()


def by_analysis(game: SavedGame, folder: Path) -> bytes:
    """The position pasted to be analysed: what is printed and what the page draws for the seat to
    act, and what the fields would hold; without what is labelled as seen with all hands open."""
    state = positions(game)[-1].state
    given = understood(position_text(state))
    assert given.view is not None
    with (
        _advanced() as advanced,
        mock.patch.object(analyse, "WORLDS", advanced.worlds),
        mock.patch.object(analyse, "NODES", 200),
    ):
        found = analysed(given)
    printed = analysis_printed(found, "en")
    assert ("open" in printed) is (state.phase == "play")
    hidden = ("input", "open")
    closed = replace(found, opened=None)
    shown = [report_html(closed, None, texts(language)) for language in ("en", "zh-Hans")]
    told = {key: value for key, value in printed.items() if key not in hidden}
    return json.dumps([told, shown, repr(told_by(given.view))]).encode()


def asked_hint(state: Any) -> hints.Hint:
    """The hint for what the seat to act sees, from as many worlds as its advanced player takes."""
    with _advanced() as advanced:
        found = hints.hint(doudizhu.view(state, state.turn), 4, worlds=advanced.worlds)
    assert found is not None
    return found


def asked_why_not(state: Any, play: Any) -> hints.Hint:
    """What is said of *play*, from as many worlds."""
    with _advanced() as advanced:
        found = hints.why_not(doudizhu.view(state, state.turn), play, worlds=advanced.worlds)
    assert found is not None
    return found


@contextmanager
def _advanced() -> Iterator[Any]:
    """The advanced player whose budget whoever measures has chosen, in the place of hints' own."""
    advanced = players()["advanced"]
    with (
        mock.patch.object(play_hints, "ADVANCED", advanced),
        mock.patch.object(bidding_hints, "ADVANCED", advanced),
    ):
        yield advanced


def by_review(game: SavedGame, folder: Path) -> bytes:
    """Kept, loaded and reviewed: the grades of some actions of the seat to act, its curve until
    then, and both as the page writes them."""
    deal = deal_of(_kept_and_loaded(game, folder))
    state = deal.states[-1]
    seat = state.turn
    choices = doudizhu.legal(state)
    told: list[Any] = []
    with _advanced() as advanced, mock.patch.object(decisions, "ADVANCED", advanced):
        for action in dict.fromkeys((choices[0], choices[len(choices) // 2], choices[-1])):
            longer = Reviewed(
                (*deal.states, doudizhu.apply(state, action)), (*deal.actions, action)
            )
            found = decision(longer, len(deal.actions), worlds=advanced.worlds)
            assert found is not None
            told.append(repr(replace(found, sentences=(), claims=())))
            work = Work(longer, seat, {found.at: found})
            told += [
                review_parts.decision_html(work, found, texts(language), None)
                for language in LANGUAGES
            ]
    points = curve(deal, seat, (), worlds=8)
    return json.dumps([told, repr(points)]).encode()


WAYS: dict[str, Way] = {
    "view": by_view,
    "store": by_store,
    "record": by_record,
    "pool": by_pool,
    "page": by_page,
    "hints": by_hints,
    "panel": by_panel,
    "analysis": by_analysis,
    "review": by_review,
}


def _decided(state: Any) -> bytes:
    view = doudizhu.view(state, state.turn)
    plays = {name: str(level(view, random.Random(SEED))) for name, level in players().items()}
    return repr((view, plays)).encode()


def _asked(game: SavedGame) -> bytes:
    asked = to_decide(game)
    if asked is None:
        return _decided(positions(game)[-1].state)
    view, label = asked
    return repr((view, label, deciding.decide(game["level"], view, label))).encode()


_players: dict[str, Any] = {}


def players() -> dict[str, Any]:
    """Every level; whoever measures may put a smaller budget in."""
    return {**LEVELS, **_players}


def with_budget(**other: Any) -> None:
    """Nothing; from now on these players stand for the levels of their names."""
    _players.update(other)


def seat_of(way: str, game: SavedGame) -> int:
    """Whose unseen cards matter: the person's for the page, else those of the seat to act."""
    return PERSON if way == "page" else positions(game)[-1].state.turn
