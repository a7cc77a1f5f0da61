"""A game as its saved actions, and everything that follows from them by replay.

The engine knows ranks only (R1); here every action also says which suited cards it put down.
"""

from __future__ import annotations

import random
import secrets
from dataclasses import dataclass
from functools import lru_cache

from coach.store import Outcome, SavedGame, new_id
from coach.ui.table.marks import mark, unmarked
from engine.cards import DECK, INDEX, IllegalPlayError, count_cards
from engine.deal_code import decode, draw, encode
from engine.doudizhu import game as doudizhu
from engine.doudizhu.plays import Play
from engine.doudizhu.position import action_text
from engine.doudizhu.rules import Rules, parse_rules, rules_text
from engine.doudizhu.state import Action, State, View
from engine.players import LEVELS
from engine.record import CUT_SHORT

PERSON = 0
"""The seat of the person at the screen."""

Cards = tuple[str, ...]
Actions = tuple[tuple[str, Cards], ...]

SIDES = {3: ("me", "right", "left"), 4: ("me", "right", "across", "left")}
"""By the number of seats: where each sits; seat 1 acts after the person, on the right (R2)."""

_PLACE = {card: place for place, card in enumerate(DECK)}
_TWIN = "'"
"""Behind the second of two equal cards, where there are two packs (R23)."""

PLAY = "play"
POINTS = "points"
"""What a seat is asked for when it is not for a word of the auction."""

_STRIDE = 200


@dataclass(frozen=True, slots=True)
class Said:
    """One action of the present deal: who, what, and the cards put down."""

    seat: int
    action: Action
    asked: str = PLAY
    """What the seat was asked, as ``asked`` says: what a pass means."""
    cards: Cards = ()
    side: str = SIDES[3][PERSON]
    """Where the seat sits."""


@dataclass(frozen=True, slots=True)
class Position:
    """A state with the suits of all cards and the actions of its deal."""

    state: State
    hands: tuple[Cards, ...]
    kitty: Cards
    said: tuple[Said, ...] = ()

    @property
    def bidding(self) -> bool:
        """Whether the landlord is still to be found."""
        return self.state.phase == "bid"

    @property
    def plays(self) -> tuple[Said, ...]:
        """The plays and passes, without the auction and the doubling."""
        return tuple(said for said in self.said if said.asked == PLAY)

    @property
    def spoken(self) -> tuple[Said, ...]:
        """What was said before the first play: the auction, then the doubling."""
        return tuple(said for said in self.said if said.asked != PLAY)


# ---- the saved game ----


def random_game(rules: str, level: str = "standard") -> SavedGame:
    """A new game with a random deal; the person bids first (R3)."""
    players = parse_rules(rules).seats
    return game_of(
        encode(draw(secrets.token_bytes(32), first=PERSON, players=players)), rules, level
    )


def game_of(code: str, rules: str, level: str = "standard") -> SavedGame:
    """A new game of the deal *code* under the rules of this text, against CPUs of *level*.

    NotationError says what is wrong with either, or that they are for other numbers of players.
    """
    dealt = doudizhu.deal(parse_rules(rules), code)
    return SavedGame(
        id=new_id(),
        code=dealt.code,
        rules=rules_text(dealt.rules),
        level=level,
        seed=secrets.token_hex(8),
        actions=[],
        copy_of=None,
        copy_at=None,
    )


def copy_of(game: SavedGame, at: int) -> SavedGame:
    """A what-if: the first *at* actions of *game*, to be gone on with otherwise.

    The CPUs keep the source of their chances: as long as the same is played they do the same.
    """
    actions = game["actions"][:at]
    return SavedGame(
        {**game, "id": new_id(), "actions": actions, "copy_of": game["id"], "copy_at": at}
    )


def outcome_of(game: SavedGame) -> Outcome:
    """How *game* stands for the person."""
    *before, now = positions(game)
    state = now.state
    over = doudizhu.is_over(state)
    return Outcome(
        own=sum(position.state.turn == PERSON for position in before),
        over=over,
        points=doudizhu.payoffs(state)[PERSON] if over else None,
        landlord=None if state.landlord is None else state.landlord == PERSON,
    )


def positions(game: SavedGame) -> tuple[Position, ...]:
    """Every position of *game*, the deal first; its own errors for actions that do not fit."""
    actions = tuple((text, tuple(cards)) for text, cards in game["actions"])
    for part in range(0, len(actions), _STRIDE):  # deals without end (R5) must not recurse so deep
        _positions(game["code"], game["rules"], actions[:part])
    return _positions(game["code"], game["rules"], actions)


@lru_cache(maxsize=4096)
def _positions(code: str, rules: str, actions: Actions) -> tuple[Position, ...]:
    if not actions:
        return (_dealt(doudizhu.deal(parse_rules(rules), code)),)
    before = _positions(code, rules, actions[:-1])
    return (*before, _after(before[-1], *actions[-1]))


def side_of(seat: int, rules: Rules) -> str:
    """Where *seat* sits at the table of the person."""
    return SIDES[rules.seats][seat]


def _dealt(state: State) -> Position:
    cards = decode(state.code)
    *hands, kitty = _told_apart((*cards.hands, cards.kitty))
    return Position(state, tuple(hands), kitty)


def _told_apart(parts: tuple[Cards, ...]) -> list[Cards]:
    """*parts* of a deal with the second of two equal cards marked, so that every card is one."""
    seen: set[str] = set()
    found = []
    for part in parts:
        named = []
        for card in part:
            named.append(card + _TWIN if card in seen else card)
            seen.add(card)
        found.append(tuple(named))
    return found


def _place(card: str) -> tuple[int, str]:
    """Where *card* stands in a sorted hand."""
    return _PLACE[card.removesuffix(_TWIN)], card


def _after(position: Position, text: str, cards: Cards) -> Position:
    """The position after the action *text*; *cards* are its suited cards."""
    state, seat = position.state, position.state.turn
    action = doudizhu.parse_action(state, unmarked(text))
    after = doudizhu.apply(state, action)
    if after.deals_before > state.deals_before:  # R5: all passed
        return _dealt(after)
    hands = list(position.hands)
    if state.landlord is None and after.landlord is not None:
        taken = hands[after.landlord] + position.kitty  # R7
        hands[after.landlord] = tuple(sorted(taken, key=_place))
    if isinstance(action, Play):
        fits = set(cards) <= set(hands[seat]) and count_cards(cards) == action.counts
        if not fits or len(set(cards)) < len(cards):
            raise IllegalPlayError(f"{' '.join(cards)} are not cards of {text} in this hand")
        hands[seat] = tuple(card for card in hands[seat] if card not in cards)
        cards = _in_order(action, cards)
    one = Said(seat, action, asked(state), cards, side_of(seat, state.rules))
    said = (*position.said, one)
    return Position(after, tuple(hands), position.kitty, said)


def asked(state: State) -> str:
    """What the seat to act is asked for: ``points call rob double redouble`` or ``play``."""
    if state.phase not in ("bid", "double"):
        return PLAY
    word = doudizhu.legal(state)[-1]
    return word if isinstance(word, str) else POINTS


def lowest_cards(hand: Cards, play: Play) -> Cards:
    """The cards of *play* from *hand*, of each rank those that stand first."""
    wanted = list(play.counts)
    chosen = []
    for card in hand:
        rank = INDEX[card[0]]
        if wanted[rank]:
            wanted[rank] -= 1
            chosen.append(card)
    return _in_order(play, tuple(chosen))


def _in_order(play: Play, cards: Cards) -> Cards:
    """*cards* with the body first, then the kickers, each low to high."""
    left = dict.fromkeys(play.body, play.width)
    first, last = [], []
    for card in sorted(cards, key=_place):
        rank = INDEX[card[0]]
        if left.get(rank, 0):
            left[rank] -= 1
            first.append(card)
        else:
            last.append(card)
    return (*first, *last)


# ---- going on ----


def played_code(game: SavedGame) -> str:
    """The code of the deal that is played: after a deal that all passed it is another one (R5)."""
    return positions(game)[-1].state.code


def with_action(
    game: SavedGame, action: Action, cards: Cards = (), *, behind: str = ""
) -> SavedGame:
    """*game* with one more action; the engine's error when it is not allowed.

    *behind* is what its text is marked with, as in ``coach.ui.table.marks``.
    """
    text = action_text(action) + behind
    longer = SavedGame({**game, "actions": [*game["actions"], (text, list(cards))]})
    positions(longer)
    return longer


def to_decide(game: SavedGame) -> tuple[View, str] | None:
    """What the CPU to act sees, and the label of its chances; None when no CPU is to act.

    The chances follow from the game's seed and the number of actions, so a game replays.
    """
    state = positions(game)[-1].state
    if doudizhu.is_over(state) or state.turn == PERSON:
        return None
    return doudizhu.view(state, state.turn), f"{game['seed']}:{len(game['actions'])}"


def with_decision(game: SavedGame, action: Action, cut_short: bool = False) -> SavedGame:
    """*game* after the CPU to act did *action*; it says so when its thinking was cut short."""
    position = positions(game)[-1]
    cards: Cards = ()
    if isinstance(action, Play):
        cards = lowest_cards(position.hands[position.state.turn], action)
    return with_action(game, action, cards, behind=mark(CUT_SHORT) if cut_short else "")


def with_cpu_action(game: SavedGame) -> SavedGame | None:
    """*game* with the next CPU's action, however long it thinks; None when no CPU is to act."""
    asked_for = to_decide(game)
    if asked_for is None:
        return None
    view, label = asked_for
    return with_decision(game, LEVELS[game["level"]](view, random.Random(label)))
