"""The advanced CPU: sure wins by counting, rollouts in shared worlds, the same play for a seed."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine import deal_code
from engine.cards import parse_ranks
from engine.doudizhu import game, kernel_policy, kernel_rollout, kernel_task as task_of
from engine.doudizhu.chances import compare
from engine.doudizhu.cpu_advanced import ADVANCED, Advanced
from engine.doudizhu.forced import sure_win
from engine.doudizhu.kernel import KERNEL, PLAIN, Code
from engine.doudizhu.kernel_layout import ROW_END
from engine.doudizhu.kernel_tables import kinds, pack, tables, unpack
from engine.doudizhu.plays import following, parse_play, plays
from engine.doudizhu.position import parse_view
from engine.doudizhu.rules import CLASSIC, PLAYING_PRESETS, PRESETS, Rules
from engine.doudizhu.state import State, View
from tests.hands import random_hands

SMALL = Advanced(worlds=16, more_worlds=16)


pytestmark = pytest.mark.usefixtures("compiled")


def after_the_auction(seed: int, rules: Rules = CLASSIC) -> State:
    deal = deal_code.draw(seed, players=rules.seats, first=0)
    state = game.deal(rules, deal_code.encode(deal))
    while state.phase == "bid":
        state = game.apply(state, game.legal(state)[-1])
    while state.phase == "double":
        state = game.apply(state, None)
    return state


# ---- wins by counting ----


@pytest.mark.parametrize(
    ("view", "play"),
    [
        ("ddz ?9/345/?9 - 1@1 1 - 0 0 unseen=334455667788999TTT", None),
        # 66 may answer 44; the 2 is above all unseen cards, then the pair goes out
        ("ddz ?3/442/?3 - 1@1 1 - 0 0 unseen=35668K", "2"),
        # the same with a bomb unseen: nothing is sure
        ("ddz ?3/442/?3 - 1@1 1 - 0 0 unseen=35555K", None),
        # on a king the 2 wins the trick, then 44 and 3 would need the lead twice
        ("ddz ?3/42/?4 - 1@1 1 0:K 0 0 unseen=3567899", "2"),
        # the rocket cannot be beaten
        ("ddz ?4/3BR/?4 - 1@1 1 0:AA 0 0 unseen=55556789", "BR"),
    ],
)
def test_a_win_that_can_be_counted_is_found(view: str, play: str | None) -> None:
    found = sure_win(parse_view(view))
    assert (None if found is None else str(found)) == play


def test_a_sure_win_wins_against_every_hand_the_others_can_hold() -> None:
    """Endings reached by chance; the proof is played out against every deal of the unseen cards'
    strongest use: nobody can answer any of the plays."""
    rng = random.Random("sure")
    found = 0
    for seed in range(120):
        state = after_the_auction(seed)
        while not game.is_over(state):
            view = game.view(state, game.turn(state))
            play = sure_win(view) if sum(view.hand) <= 8 else None
            if play is not None and view.seat == view.landlord:
                found += 1
                check_nobody_answers(view, rng)
                break
            state = game.apply(state, rng.choice(game.legal(state)))
    assert found > 20


def check_nobody_answers(view: View, rng: random.Random) -> None:
    while True:
        play = sure_win(view)
        assert play is not None
        if play.counts == view.hand:
            return
        assert not following(view.unseen, play, view.rules), f"{play} can be beaten"
        rest = tuple(a - b for a, b in zip(view.hand, play.counts, strict=True))
        view = replace(view, hand=rest, to_beat=None, leader=None, passes=0)


# ---- rollouts ----


def run(code: Code, rules: Rules, hands: list[int], *, noise: int, seed: int) -> list[int]:
    data = code.row(tables(rules), ROW_END)
    task = code.row((), task_of.TASK_END)
    task[task_of.SEATS] = rules.seats
    task[task_of.NOISE] = noise
    task[task_of.SEED] = seed
    task[task_of.OPTION_NUMBER] = 1
    task[task_of.WORLD_NUMBER] = 1
    task[task_of.OPTIONS] = task_of.NO_PLAY
    for seat, hand in enumerate(hands):
        task[task_of.WORLDS + seat] = hand
    code.compare(data, task)
    return [int(number) for number in task]


def test_compiled_and_plain_rollouts_are_the_same() -> None:
    rng = random.Random("rollouts")
    for name in ("classic", "folk", "four-player"):
        rules = PRESETS[name]
        deck = [r for r, n in enumerate((4,) * 13 + (1, 1)) for _ in range(n)] * rules.packs
        for seed in range(6):
            cards = rng.sample(deck, 7 * rules.seats)
            hands = [
                pack(tuple(cards[7 * seat : 7 * seat + 7].count(rank) for rank in range(15)))
                for seat in range(rules.seats)
            ]
            plain = run(PLAIN, rules, hands, noise=5000, seed=seed)
            assert run(KERNEL.code, rules, hands, noise=5000, seed=seed) == plain


def test_every_play_of_a_rollout_is_a_play_that_follows() -> None:
    """Every choice of the rules of thumb is a legal play of the hand, or a pass to follow."""
    data = list(PLAIN.row(tables(CLASSIC), ROW_END))
    rows = kinds(CLASSIC)
    for seed in range(12):
        state = after_the_auction(seed)
        task = list(PLAIN.row((), task_of.TASK_END))
        task[task_of.SEATS] = 3
        task[task_of.NOISE] = 5000
        task[task_of.LANDLORD] = state.landlord or 0
        task[task_of.NOW_TURN] = state.landlord or 0
        for seat, hand in enumerate(state.hands):
            task[task_of.NOW_HANDS + seat] = pack(hand)
        while not game.is_over(state):
            kernel_rollout.choose(data, task)
            cards, code = task[task_of.BEST_CARDS], task[task_of.BEST_CODE]
            legal = game.legal(state)
            chosen = [p for p in legal if (pack(p.counts) if p else 0) == cards]  # type: ignore[union-attr]
            assert len(chosen) == 1, game.position_text(state)
            play = chosen[0]
            if play is not None and play.kind != "rocket":  # type: ignore[union-attr]
                assert rows[code >> 4].kind == play.kind  # type: ignore[union-attr]
                assert code & 15 == play.start  # type: ignore[union-attr]
            state = game.apply(state, play)
            assert kernel_rollout.put(task, cards, code) is game.is_over(state)
            assert tuple(unpack(task[task_of.NOW_HANDS + s]) for s in range(3)) == state.hands


def test_natural_kickers_are_kickers_of_a_play() -> None:
    data = list(PLAIN.row(tables(CLASSIC), ROW_END))
    rows = kinds(CLASSIC)
    for hand in random_hands(60, 17, seed=4):
        legal = set(plays(hand))
        for row, kind in enumerate(rows):
            for start in range(13):
                body = [p for p in legal if p.kind == kind.kind and p.start == start]
                body = [p for p in body if p.length == kind.length]
                if not kind.slots or not body:
                    continue
                chosen = kernel_policy.natural_kickers(data, pack(hand), row, start)
                kickers = unpack(chosen)
                assert any(
                    tuple(b - k for b, k in zip(p.counts, kickers, strict=True)) == body_of(p)
                    for p in body
                ), f"{hand} {kind} {start}"


def body_of(play: object) -> tuple[int, ...]:
    bare = replace(play, kickers=())  # type: ignore[type-var]
    return bare.counts  # type: ignore[attr-defined,no-any-return]


# ---- the player ----


def test_the_same_view_and_seed_give_the_same_play() -> None:
    for seed in range(4):
        view = game.view(after_the_auction(seed), 0)
        one, other = (SMALL(view, random.Random(9)) for _ in range(2))
        assert one == other


def test_hidden_cards_dealt_differently_change_nothing() -> None:
    for seed in range(6):
        state = after_the_auction(seed)
        me = game.turn(state)
        one, two = (seat for seat in range(3) if seat != me)
        hands = list(state.hands)
        hands[one], hands[two] = hands[two], hands[one]
        swapped = replace(state, hands=tuple(hands))
        assert SMALL(game.view(state, me), random.Random(1)) == SMALL(
            game.view(swapped, me), random.Random(1)
        )


@pytest.mark.parametrize(
    ("view", "play"),
    [
        ("ddz ?3/44/?3 - 1@1 1 - 0 0 unseen=35678K", "44"),
        ("ddz ?3/442/?3 - 1@1 1 - 0 0 unseen=35668K", "2"),
    ],
)
def test_it_goes_out_when_it_can_and_plays_a_sure_win(view: str, play: str) -> None:
    assert str(ADVANCED(parse_view(view), random.Random())) == play


def test_a_brake_handed_in_ends_the_samples() -> None:
    view = game.view(after_the_auction(1), 0)
    options = [parse_play(str(play)) for play in plays(view.hand)[:3]]
    found = compare(view, options, random.Random(1), stop=lambda: True)
    assert (found.worlds, found.wanted) == (task_of.MOST_WORLDS, 200)


def test_the_chance_to_win_grows_with_the_hand() -> None:
    state = game.deal(CLASSIC, deal_code.encode(deal_code.draw(1, first=0)))
    view = game.view(state, 0)
    everything = tuple(a + b for a, b in zip(view.hand, view.unseen, strict=True))

    def chance(hand: str) -> float:
        cards = parse_ranks(hand)
        unseen = tuple(a - b for a, b in zip(everything, cards, strict=True))
        return ADVANCED.landlord_chance(replace(view, hand=cards, unseen=unseen), random.Random(1))

    assert chance("3456789TJQKA222BR") > 0.9
    assert chance("33557799JJKK4468T") < 0.5


@pytest.mark.parametrize("name", PLAYING_PRESETS)
def test_it_bids_doubles_and_plays_legally_under_every_preset(name: str) -> None:
    rules = PRESETS[name]
    quick = Advanced(worlds=16, more_worlds=16)
    deal = deal_code.draw(3, players=rules.seats)
    state = game.deal(rules, deal_code.encode(deal))
    rng = random.Random(1)
    while not game.is_over(state):
        action = quick(game.view(state, game.turn(state)), rng)
        assert action in game.legal(state)
        state = game.apply(state, action)
