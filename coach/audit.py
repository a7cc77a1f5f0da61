"""The audit of hints: every claim of real hints checked by a path other than the one that made it.

Fewest plays are proved by CP-SAT, what cannot be beaten is tried in worlds drawn anew, forced wins
are solved with open hands, what the rules say is read off the state after the play, and sampled
values are found again from fresh worlds.  Rules of thumb claim nothing that could be wrong.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial

from coach.claims import RULE_OF_THUMB, SAMPLED, Claim, rerun
from coach.doudizhu import bid_estimates, estimates
from coach.doudizhu.estimates import Sample, estimate
from coach.doudizhu.mistakes import temptations
from coach.doudizhu.roles import enemies, place
from coach.hints import Hint, hint, why_not
from coach.processes import pool
from engine import deal_code
from engine.cards import NO_CARDS, add, parse_ranks, ranks_text, subtract
from engine.doudizhu import game
from engine.doudizhu.endgame import solve
from engine.doudizhu.kernel import KERNEL
from engine.doudizhu.plays import following, parse_play
from engine.doudizhu.rules import PLAYING_PRESETS, PRESETS
from engine.doudizhu.samples import Stop, never
from engine.doudizhu.split import split
from engine.doudizhu.state import State
from engine.doudizhu.worlds import draw_worlds, state_in
from engine.players import LEVELS

PLAYERS = ("standard", "standard", "standard", "novice", "breaks-bombs", "opens-with-bombs")
LONGEST = 60
"""Turns after which a position is taken at the latest."""
TRIED = 60
"""Worlds in which it is tried whether something can be beaten."""
SOLVED = 12
"""Worlds in which a forced win is solved."""
FRESH_WORLDS = 4000
"""Worlds that say what the first play loses."""


@dataclass(slots=True)
class Audit:
    """What was checked, by kind of claim."""

    positions: int = 0
    checked: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    bases: dict[str, str] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)
    """The first claims that did not hold."""
    losses: list[float] = field(default_factory=list)
    """Win chance that the first play lost against the best shown, in fresh worlds."""

    def add(self, other: Audit) -> None:
        """Count what *other* found too; the first twenty failures are kept."""
        self.positions += other.positions
        self.checked += other.checked
        self.failed += other.failed
        self.bases |= other.bases
        self.failures = [*self.failures, *other.failures][:20]
        self.losses += other.losses


def positions(number: int, seed: int) -> Iterator[State]:
    """*number* states of deals played by CPUs of several levels, of all playing rules in turn,
    each of a deal of its own, where the seat to act has a choice."""
    rng = random.Random(f"audit {seed}")
    made = 0
    while made < number:
        rules = PRESETS[PLAYING_PRESETS[made % len(PLAYING_PRESETS)]]
        deal = deal_code.draw(f"audit {seed} {rng.random()}", players=rules.seats, first=0)
        state = game.deal(rules, deal_code.encode(deal))
        for _ in range(rng.randrange(LONGEST)):
            if not game.is_over(state):
                player = LEVELS[rng.choice(PLAYERS)]
                state = game.apply(state, player(game.view(state, state.turn), rng))
        if not game.is_over(state) and len(game.legal(state)) > 1:
            made += 1
            yield state


def audit(
    number: int,
    *,
    seed: int = 0,
    worlds: int = FRESH_WORLDS,
    processes: int = 1,
    progress: Callable[[int], None] = lambda done: None,
    stop: Stop = never,
) -> Audit:
    """The claims of *number* hints, checked; fewer when *stop* says so after one of them.

    The same whatever the number of *processes*.
    """
    found = Audit()
    audited = partial(_audited, seed=seed, worlds=worlds)
    with ExitStack() as workers:
        each: Callable[..., Iterator[Audit]] = map
        if processes > 1:
            executor = pool(processes, jobs=number, first=_load)
            workers.callback(executor.shutdown, cancel_futures=True)
            each = executor.map
        for one in each(audited, positions(number, seed)):
            found.add(one)
            progress(found.positions)
            if stop():
                break
    return found


def _load() -> None:
    KERNEL.wait()


def _audited(state: State, *, seed: int, worlds: int) -> Audit:
    """One hint, checked, and what is said of a mistake that tempts there."""
    view = game.view(state, state.turn)
    made = hint(view, 4, seed=seed)
    assert made is not None
    found = Audit(positions=1)
    fresh = _fresh(made, worlds)
    _check(made, state, fresh, found)
    if state.phase == "play":
        found.losses.append(_loss(made, fresh))
    for _, play in temptations(view)[:1]:
        told = why_not(view, play, seed=seed)
        assert told is not None
        _check(told, state, _fresh(told, worlds), found)
    return found


def _check(made: Hint, state: State, fresh: Callable[[Claim], Claim | None], found: Audit) -> None:
    """Count in *found* which claims of *made* hold."""
    for claim in made.claims:
        if claim.basis.name == RULE_OF_THUMB:
            continue
        found.checked[claim.kind] += 1
        found.bases[claim.kind] = claim.basis.name
        again = fresh(claim) if claim.basis.name == SAMPLED else None
        if not holds(claim, state, again):
            found.failed[claim.kind] += 1
            found.failures.append(f"{claim.kind} {claim.value}: {game.position_text(state)}")


def _fresh(made: Hint, worlds: int) -> Callable[[Claim], Claim | None]:
    """How each sampled claim of *made* is found again: from worlds of another seed.

    So many *worlds*, the same for all plays; of the auction as many as the hint drew.
    """
    sampled = [claim for claim in made.claims if claim.basis.name == SAMPLED]
    if not sampled:
        return rerun
    if made.view.phase == "play":
        plays = dict.fromkeys(play for claim in sampled for play in claim.subject.plays)
        run = estimate(made.view, tuple(plays), Sample("fresh", worlds))
        assert run is not None
        return partial(estimates.like, found=run)
    number = sampled[0].basis.worlds
    assert number is not None
    words = bid_estimates.compare_words(made.view, "fresh", worlds=number)
    assert words is not None
    return partial(bid_estimates.like, found=words)


def _loss(made: Hint, fresh: Callable[[Claim], Claim | None]) -> float:
    """How much the first play loses against the best of those shown, in fresh worlds."""
    first = made.plays[0].win
    if first is None:  # it wins for certain
        return 0.0
    chances = [again.value for row in made.plays if row.win and (again := fresh(row.win))]
    own = fresh(first)
    assert own is not None
    return float(max(chances) - own.value)


# ---- the other paths ----


def holds(claim: Claim, state: State, again: Claim | None = None) -> bool:
    """Whether *claim*, made for the seat to act in *state*, holds by another path.

    A sampled one against *again*, what fresh worlds say; drawn now when it is not given.
    """
    if claim.basis.name == SAMPLED:
        again = again or rerun(claim, seed="another")
        error = math.hypot(claim.basis.error or 0.0, again.basis.error or 0.0)
        return abs(float(claim.value) - float(again.value)) <= 3 * error
    if claim.subject.of == "play":
        return _play_holds(claim, state)
    return _position_holds(claim, state)


def _position_holds(claim: Claim, state: State) -> bool:
    rules, hand, value = state.rules, state.hands[state.turn], claim.value
    if claim.kind == "cards_left":
        return bool(value == state.counts[state.turn])
    if claim.kind == "fewest_now":
        return bool(len(split(hand, rules).plays) == value)
    if claim.kind == "split_now":
        return _makes_up(value, state, NO_CARDS)
    if claim.kind == "high_cards":
        return bool(value == (hand[12], hand[13] + hand[14]))
    if claim.kind == "enemy_low":
        mine = state.turn == state.landlord
        others = [
            (place(claim.subject.view, seat), count)
            for seat, count in enumerate(state.counts)
            if (seat != state.turn if mine else seat == state.landlord)
        ]
        return bool(value in others and value[1] == min(count for _, count in others))
    if claim.kind in ("partner_winning", "enemy_winning"):
        seat, played = [turn for turn in state.history if turn[1] is not None][-1]
        partner = state.landlord not in (seat, state.turn)
        told = (place(claim.subject.view, seat), str(played), state.counts[seat])
        return bool(told == value and partner == (claim.kind == "partner_winning"))
    raise LookupError(f"no other path for the claim {claim.kind!r}")


def _play_holds(claim: Claim, state: State) -> bool:
    play, value = claim.subject.plays[0], claim.value
    after = game.apply(state, play)
    rest = after.hands[state.turn]
    if claim.kind == "only_choice":
        return game.legal(state) == (play,)
    if claim.kind == "goes_out":
        return game.is_over(after)
    if claim.kind == "leader_leads":
        leads = after.to_beat is None and after.turn == state.leader
        return bool(leads and place(claim.subject.view, after.turn) == value)
    if claim.kind == "highest_left":
        return bool(ranks_text(rest)[-1:] == value)
    if claim.kind == "high_kept":
        return bool(sum(letter in "A2BR" for letter in ranks_text(rest)) == value)
    if claim.kind == "fewest_after":
        return bool(len(split(rest, state.rules).plays) == value)
    if claim.kind == "split_after":
        return _makes_up(value, state, NO_CARDS if play is None else play.counts)
    if claim.kind == "fewest_other":
        other = game.apply(state, parse_play(value[0], state.rules))
        return bool(len(split(other.hands[state.turn], state.rules).plays) == value[1])
    if claim.kind in ("breaks_bomb", "breaks_rocket"):
        whole = _held(value, state.hands[state.turn])
        return whole and not _held(value, rest) and not play.is_bomb
    if claim.kind in ("breaks_chain", "breaks_airplane"):
        before = len(split(state.hands[state.turn], state.rules).plays)
        price = 1 + len(split(rest, state.rules).plays) - before
        return bool(price == value[1] > 0) and not _held(value[0], rest)
    if claim.kind == "high_left":
        letters = set(ranks_text(rest))
        return letters <= set("KA2BR") and parse_ranks(value, packs=2) == rest
    if claim.kind == "multiplier_effect":
        return bool(value == (1 << state.doublings, 1 << after.doublings))
    if claim.kind in ("unbeaten", "only_bombs", "way_back", "sure_way_back", "sure_win"):
        return _never_beaten(claim, state)
    if claim.kind == "surely_beaten":
        return _always_beaten(claim, state)
    if claim.kind in ("forced_win", "open_win"):
        return _wins_open(claim)
    raise LookupError(f"no other path for the claim {claim.kind!r}")


def _makes_up(texts: tuple[str, ...], state: State, played: tuple[int, ...]) -> bool:
    """Whether the plays are those of the hand after *played*, and no split has fewer."""
    whole = NO_CARDS
    for text in texts:
        whole = add(whole, parse_play(text, state.rules).counts)
    rest = subtract(state.hands[state.turn], played)
    return whole == rest and len(split(rest, state.rules).plays) == len(texts)


def _held(cards: str, hand: tuple[int, ...]) -> bool:
    needed = parse_ranks(cards, packs=2)
    return all(have >= need for have, need in zip(hand, needed, strict=True))


def _never_beaten(claim: Claim, state: State) -> bool:
    """In the true hands, and in worlds drawn without weights."""
    view = claim.subject.view
    bombs_may = claim.kind in ("only_bombs", "way_back")
    texts = dict.fromkeys(("way_back", "sure_way_back"), (claim.value,))
    texts["sure_win"] = claim.value
    if claim.kind in texts:
        said = [parse_play(text, view.rules) for text in texts[claim.kind]]
        said = said[:-1] if claim.kind == "sure_win" else said
    else:
        said = [claim.subject.plays[0]]
    worlds = [state.hands, *draw_worlds(view, TRIED, random.Random("tried"))]
    return not any(
        answer
        for world in worlds
        for seat in range(view.rules.seats)
        if seat != view.seat
        for play in said
        for answer in following(world[seat], play, view.rules)
        if not (bombs_may and answer.is_bomb)
    )


def _always_beaten(claim: Claim, state: State) -> bool:
    """In the true hands, and in worlds drawn without weights, some enemy holds an answer."""
    view, play = claim.subject.view, claim.subject.plays[0]
    worlds = [state.hands, *draw_worlds(view, TRIED, random.Random("tried"))]
    return all(
        any(following(world[seat], play, view.rules) for seat in enemies(view)) for world in worlds
    )


def _wins_open(claim: Claim) -> bool:
    """In worlds drawn anew the solver of open hands finds the play among those that win."""
    view = claim.subject.view
    for world in draw_worlds(view, SOLVED, random.Random("solved")):
        found = solve(state_in(view, world), nodes=200_000)
        if found.complete and claim.subject.plays[0] not in found.winning_plays:
            return False
    return True


# ---- the table ----


def report(found: Audit) -> str:
    """The table in Markdown, and what the first plays lose."""
    lines = ["| claim | basis | checked | hold |", "|---|---|---:|---:|"]
    order = sorted(found.checked, key=lambda kind: (found.bases[kind], kind))
    for kind in order:
        good = found.checked[kind] - found.failed[kind]
        share = 100 * good / found.checked[kind]
        lines.append(f"| `{kind}` | {found.bases[kind]} | {found.checked[kind]} | {share:.1f} % |")
    for proved in (True, False):
        kinds = [kind for kind in order if (found.bases[kind] != SAMPLED) == proved]
        checked = sum(found.checked[kind] for kind in kinds)
        good = checked - sum(found.failed[kind] for kind in kinds)
        name = "all certain and exact" if proved else "all sampled, within 3 standard errors"
        lines.append(f"| {name} | | {checked} | {100 * good / max(1, checked):.2f} % |")
    mean = sum(found.losses) / max(1, len(found.losses))
    lines.append("")
    lines.append(
        f"{found.positions} positions; the first play loses {100 * mean:.2f} points of win chance "
        f"on average against the best one shown ({len(found.losses)} plays)."
    )
    return "\n".join([*lines, *(f"does not hold: {text}" for text in found.failures)])
