"""How likely turns are in a world, and deals played out in worlds: against the player in Python."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest

from engine import deal_code
from engine.cards import parse_ranks
from engine.doudizhu import game, kernel_rollout, kernel_task as at, samples
from engine.doudizhu.cpu import candidates, score, standard, strength, strengths_told
from engine.doudizhu.game import view
from engine.doudizhu.kernel import PLAIN, Kernel
from engine.doudizhu.kernel_layout import ROW_END
from engine.doudizhu.kernel_moves import LEAD
from engine.doudizhu.kernel_tables import code_of, pack, play_of, tables
from engine.doudizhu.plays import parse_play, plays
from engine.doudizhu.position import parse_view
from engine.doudizhu.rules import CLASSIC, PRESETS, Rules
from engine.doudizhu.samples import log_likelihoods, play_out, to_own_turn
from engine.doudizhu.state import State, View
from engine.doudizhu.worlds import draw_worlds, state_in

pytestmark = pytest.mark.usefixtures("compiled")


def in_play(seed: int, turns: int, rules: Rules = CLASSIC) -> State:
    """A deal of the standard players, so many turns after the landlord is known."""
    deal = deal_code.draw(seed, players=rules.seats, first=0)
    state = game.deal(rules, deal_code.encode(deal))
    while state.phase == "bid":
        state = game.apply(state, game.legal(state)[-1])
    while state.phase == "double":
        state = game.apply(state, None)
    while len(state.history) < turns and not game.is_over(state):
        state = game.apply(state, standard(view(state, state.turn), random.Random()))
    return state


def without_kickers() -> Rules:
    """Rules under which no play has kickers to choose."""
    plain = replace(CLASSIC, trio_solo=False, trio_pair=False, quad_two=False)
    return replace(plain, airplane_kickers=False)


# ---- likelihood ----


def expected(known: View, world: tuple[tuple[int, ...], ...], loose: float, stray: float) -> float:
    """The logarithm from the scores of ``cpu.py``, turn by turn from the first hands on."""
    hands = list(world)
    for seat, play in known.history:
        if play is not None:
            hands[seat] = tuple(a + b for a, b in zip(hands[seat], play.counts, strict=True))
    state = replace(
        state_in(known, tuple(hands)),
        turn=known.history[0][0],
        to_beat=None,
        leader=None,
        passes=0,
        history=(),
    )
    whole = 0.0
    for seat, play in known.history:
        seen = view(state, seat)
        if seat != known.seat:
            choices = {choice: score(seen, choice) for choice in candidates(seen)}
            choices.setdefault(play, score(seen, play))
            if len(choices) > 1:
                best = max(choices.values())
                parts = {c: math.exp((value - best) / loose) for c, value in choices.items()}
                share = parts[play] / sum(parts.values())
                whole += math.log(stray / len(choices) + (1 - stray) * share)
        state = game.apply(state, play)
    return whole


def test_likelihoods_are_those_of_the_scores_turn_by_turn() -> None:
    """In the true hands of games without kickers, where both players choose the same ones."""
    plain = without_kickers()
    for seed in range(20):
        state = in_play(seed, 12 + seed, plain)
        if game.is_over(state):
            continue
        seen = replace(view(state, state.turn), bids=())
        found = log_likelihoods(seen, [state.hands], loose=12.0, stray=0.1)
        assert found == pytest.approx([expected(seen, state.hands, 12.0, 0.1)], rel=0.01)


def test_who_passed_hardly_holds_what_would_have_beaten() -> None:
    """The landlord led 9, seat 1 passed, seat 2 beat it with J; an ace is unseen."""
    state = game.start("", position="ddz 69T/4A5/3J7 - 0@1 0 - 0 0")
    for text in ("9", "pass", "J", "pass", "pass"):
        state = game.apply(state, game.parse_action(state, text))
    seen = replace(view(state, 0), turn=0)
    ace_with_one = state.hands
    ace_with_two = (state.hands[0], parse_ranks("345"), parse_ranks("7A"))
    with_one, with_two = log_likelihoods(seen, [ace_with_one, ace_with_two])
    assert with_two > with_one + 0.3


def test_bids_are_as_likely_as_the_strength_of_the_first_hand_says() -> None:
    """The landlord (seat 0) bid 3, which wants a strength of 2.5; one short counts ten points."""
    state = game.apply(game.deal(CLASSIC, deal_code.encode(deal_code.draw("bids", first=0))), 3)
    seen = view(state, 1)
    worlds = list(draw_worlds(seen, 40, random.Random(3)))
    found = log_likelihoods(seen, worlds, loose=12.0, stray=0.1)
    shorts = set()
    for world, likely in zip(worlds, found, strict=True):
        first = tuple(a - b for a, b in zip(world[0], state.kitty, strict=True))
        short = max(0.0, 2.5 - strength(replace(seen, hand=first)))
        shorts.add(short)
        assert likely == pytest.approx(math.log(0.05 + 0.9 * math.exp(-10 * short / 12)), abs=2e-3)
    assert min(shorts) < 1 < max(shorts)


def test_bids_are_not_asked_of_hands_of_which_cards_are_gone_that_nobody_tells_of() -> None:
    seen = parse_view("ddz ?5/344456TQR/?5 - 1@3 1 - 0 0 bids=pass,3 unseen=35K2678TTT")
    worlds = list(draw_worlds(seen, 5, random.Random(3)))
    assert log_likelihoods(seen, worlds) == [0.0] * 5


def finite(end: float) -> float | None:
    return end if math.isfinite(end) else None


@pytest.mark.parametrize(
    ("rules", "bids", "told"),
    [
        ("classic", (None, 1, 2), [(None, -1.0), (-1.0, 0.0), (0.0, 2.5)]),
        ("classic", (3,), [(2.5, None), (None, None), (None, None)]),
        ("classic", (), [(None, None)] * 3),
        ("rob", ("call", None, "rob", None), [(-1.0, 0.0), (None, 0.0), (0.0, None)]),
        # round and round: who bid 1 may have kept more for later
        ("folk", (1, 2, None, 3), [(2.5, None), (0.0, None), (None, 2.5)]),
    ],
)
def test_what_bids_tell_of_strengths(
    rules: str, bids: tuple[int | str | None, ...], told: list[tuple[float | None, float | None]]
) -> None:
    seen = replace(view(in_play(1, 0), 0), rules=PRESETS[rules], first=0, bids=bids)
    found = [tuple(map(finite, ends)) for ends in strengths_told(seen)]
    assert found == told


def test_without_a_past_all_worlds_are_as_likely() -> None:
    seen = parse_view("ddz ?3/99/?3 - 1@1 1 - 0 0 unseen=34567T")
    worlds = list(draw_worlds(seen, 20, random.Random(1)))
    assert log_likelihoods(seen, worlds) == [0.0] * 20


def test_compiled_and_plain_likelihoods_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("classic", "four-player"):
        state = in_play(3, 14, PRESETS[name])
        seen = view(state, state.turn)
        worlds = list(draw_worlds(seen, 3, random.Random(2)))
        compiled = log_likelihoods(seen, worlds)
        with monkeypatch.context() as patch:
            patch.setattr(samples, "KERNEL", Uncompiled())
            assert log_likelihoods(seen, worlds) == compiled


class Uncompiled(Kernel):
    """A kernel that stays plain."""

    def wait(self, seconds: float | None = None) -> bool:
        return False


# ---- deals played out ----


def test_the_compiled_rules_of_thumb_choose_a_play_with_the_best_score() -> None:
    """Turn by turn through games without kickers, where both players choose the same ones."""
    plain = without_kickers()
    data = list(PLAIN.row(tables(plain), ROW_END))
    for seed in range(8):
        state = in_play(seed, 0, plain)
        task = list(PLAIN.row((), at.TASK_END))
        task[at.SEATS] = 3
        task[at.LANDLORD] = task[at.NOW_TURN] = state.landlord or 0
        task[at.NOW_HANDS : at.NOW_HANDS + 3] = map(pack, state.hands)
        while not game.is_over(state):
            kernel_rollout.choose(data, task)
            seen = view(state, state.turn)
            scores = {pack(p.counts) if p else 0: score(seen, p) for p in candidates(seen)}
            assert scores[task[at.BEST_CARDS]] == pytest.approx(max(scores.values()))
            played = next(
                play
                for play in candidates(seen)
                if (pack(play.counts) if play else 0) == task[at.BEST_CARDS]
            )
            kernel_rollout.put(task, task[at.BEST_CARDS], task[at.BEST_CODE])
            state = game.apply(state, played)


def test_a_play_that_empties_the_hand_wins_and_one_that_hands_over_the_lead_loses() -> None:
    seen = parse_view("ddz ?1/443/?1 - 1@1 1 - 0 0 unseen=5K")
    worlds = list(draw_worlds(seen, 4, random.Random(1)))
    options = [parse_play("44"), parse_play("3")]
    assert play_out(seen, options, worlds, seed=1, noise=0.0) == [(True, False)] * 4


def test_a_brake_ends_after_sixteen_worlds() -> None:
    seen = parse_view("ddz ?3/99/?3 - 1@1 1 - 0 0 unseen=34567T")
    worlds = list(draw_worlds(seen, 40, random.Random(1)))
    assert len(play_out(seen, (), worlds, seed=1, noise=5.0, stop=lambda: True)) == 16
    assert len(play_out(seen, (), worlds, seed=1, noise=5.0)) == 40


def test_outcomes_count_bombs_and_plays_of_each_side() -> None:
    """Against the same deals gone through play by play, counted by ``game.apply``."""
    data = list(PLAIN.row(tables(CLASSIC), ROW_END))
    bombs = 0
    for seed in range(40):
        state = in_play(seed, seed % 12)
        if game.is_over(state):
            continue
        option = candidates(view(state, state.turn))[0]
        known = view(state, state.turn)
        ((found,),) = samples.outcomes(known, [option], [state.hands], seed=3, noise=0.0)
        end = played_to_the_end(game.apply(state, option), data)
        assert found.landlord == (game.winner(end) == "landlord")
        assert found.bombs == end.doublings - state.doublings
        made = [now - before for now, before in zip(end.plays_made, state.plays_made, strict=True)]
        assert found.landlord_plays == made[state.landlord or 0]
        assert found.peasant_plays == sum(made) - made[state.landlord or 0]
        bombs += found.bombs
    assert bombs > 3


def played_to_the_end(state: State, data: list[int]) -> State:
    """*state* after the plays the kernel's rules of thumb choose, without noise."""
    task = list(PLAIN.row((), at.TASK_END))
    task[at.SEATS], task[at.LANDLORD] = 3, state.landlord or 0
    while not game.is_over(state):
        task[at.NOW_TURN], task[at.NOW_LEADER] = state.turn, state.leader or 0
        to_beat = state.to_beat
        task[at.NOW_TO_BEAT] = LEAD if to_beat is None else code_of(to_beat, CLASSIC)
        task[at.NOW_HANDS : at.NOW_HANDS + 3] = map(pack, state.hands)
        kernel_rollout.choose(data, task)
        chosen = [
            play
            for play in (None, *plays(state.hands[state.turn]))
            if (pack(play.counts) if play else 0) == task[at.BEST_CARDS]
        ]
        state = game.apply(state, chosen[0])
    return state


def test_the_others_play_by_the_best_scores_until_the_own_turn_comes_again() -> None:
    """Every turn against the scores of ``cpu.py``, in games without kickers; some deals end."""
    plain = without_kickers()
    ended = went_on = 0
    for seed in range(60):
        state = in_play(seed, 20 + seed % 18, plain)
        if game.is_over(state):
            continue
        known = view(state, state.turn)
        for play in candidates(known):
            (made,) = to_own_turn(known, play, [state.hands])
            after = game.apply(state, play)
            for one in made:
                seen = view(after, after.turn)
                best = max(score(seen, choice) for choice in candidates(seen))
                assert score(seen, one) == pytest.approx(best)
                after = game.apply(after, one)
            ended += game.is_over(after)
            went_on += not game.is_over(after)
            assert game.is_over(after) or after.turn == known.seat
    assert ended > 5
    assert went_on > 100


@pytest.mark.parametrize("rules", ["classic", "four-player"])
def test_every_turn_of_the_others_is_legal(rules: str) -> None:
    for seed in range(12):
        state = in_play(seed, 6 + seed, PRESETS[rules])
        known = view(state, state.turn)
        play = candidates(known)[0]
        worlds = list(draw_worlds(known, 20, random.Random(seed)))
        for world, made in zip(worlds, to_own_turn(known, play, worlds), strict=True):
            after = game.apply(state_in(known, world), play)
            for one in made:
                after = game.apply(after, one)
            assert game.is_over(after) or after.turn == known.seat


@pytest.mark.parametrize("rules", ["classic", "four-player"])
def test_a_play_is_known_by_its_cards_and_the_code_of_its_body(rules: str) -> None:
    kinds = set()
    for seed in range(30):
        state = in_play(seed, 0, PRESETS[rules])
        for play in plays(state.hands[state.landlord or 0], PRESETS[rules]):
            code = code_of(play, PRESETS[rules])
            assert play_of(pack(play.counts), code, PRESETS[rules]) == play
            kinds.add(play.kind)
    assert play_of(0, 0, CLASSIC) is None
    assert len(kinds) >= 9


def test_more_plays_than_one_task_holds_come_to_what_each_comes_to_alone() -> None:
    """Straights and runs of pairs: 66 bodies, where a task of the kernel holds 64."""
    hidden = "?17/?17 - 0@1 0 - 0 0 unseen=3344556677889999TTTJJJQQQKKKAAA222R"
    hand = parse_ranks("3344556677889TJQKA2B")
    known = parse_view(f"ddz 3344556677889TJQKA2B/{hidden.replace('9999', '999')}")
    assert known.hand == hand
    options = candidates(known)
    assert len(options) > at.MOST_OPTIONS
    worlds = list(draw_worlds(known, 3, random.Random(5)))
    together = play_out(known, options, worlds, seed=7, noise=1.5)
    alone = [play_out(known, [option], worlds, seed=7, noise=1.5) for option in options]
    for place in range(len(worlds)):
        assert together[place] == tuple(row[place][0] for row in alone)
