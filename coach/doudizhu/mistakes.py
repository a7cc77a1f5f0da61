"""The five mistakes of beginners: what each looks like, and when it really costs something.

A play is called a mistake only where three things hold: it has the shape written below, a better
play does without that shape, and the loss is real.  The loss is real where the better play wins by
force and this one loses at least ``LEAST`` of the worlds (proved where they are solved with open
hands, else beyond two standard errors); or where the win chances in the same worlds differ by at
least ``LEAST`` and by more than two standard errors.  A play that goes out, or wins by force
itself, is never a mistake.

The shapes, as a player would say them:

``strength``: looking at strength and not counting plays.  There are one or two loose 2s in hand,
the play keeps every 2 and every joker, and with it the hand takes ten plays or more; the better
play leaves fewer plays.  A pass counts too.  Not so when the trick is the partner's (letting him
through is no hoarding), or when the play is a bomb (which is spent, not kept).

``bomb_lead``: leading with a bomb or the rocket, which has nothing to take back yet.  Not so when
it leaves one play or none (it wins at once) or nothing but bombs; where all that it leaves cannot
be beaten it wins by force.  The better play is no bomb.

``breaks_bomb``: four of a rank broken up or used up for a trio, an airplane or a four with two.
Not so when four of the rank stay in hand (four-player deals).  The better play leaves the bomb
whole.

``high_cards``: the play takes the last card below a king, and two cards or more, all kings, aces,
2s and jokers, are left: they can follow no straight and no run of pairs.  Not so when one of them
is a bomb or the rocket (that can answer), or when one play takes them all.  The better play keeps
something lower to answer with.

``covers_partner``: a peasant beats the other peasant's play of nothing above a ten, who loses the
lead by it and must start again.  Not so when one play takes all that is left.  The better play is
to pass.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from coach.claims import Claim
from coach.doudizhu import breaks, estimates, facts
from coach.doudizhu.estimates import Estimates
from coach.doudizhu.proved import BOMB, KING, TWO, rest_after
from coach.say import Sentence, clearly_above, sentence
from engine.cards import BIG_JOKER, RANKS, SMALL_JOKER, Counts
from engine.doudizhu.chances import clustered_error
from engine.doudizhu.cpu import candidates, trick_is_partners
from engine.doudizhu.kernel import fewest
from engine.doudizhu.plays import Play
from engine.doudizhu.state import View

LEAST = 0.02
"""The least loss of win chance that is called a mistake."""
MANY = 10
"""Plays of a shape that is too long for its high cards."""
TEN = RANKS.index("T")
"""A partner's play of nothing above it runs small cards."""
BROKEN_FOR = ("trio", "airplane", "quad")
"""What a bomb is broken up for, by the kind before its kickers."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A play that is one of ``NAMES``, and the better play."""

    name: str
    play: Play | None
    """None is a pass."""
    better: Play | None
    claims: tuple[Claim, ...]
    """What the sentences rest on, once each."""
    sentences: tuple[Sentence, ...]
    """What is wrong with the play, and what it loses against the better one."""


@dataclass(frozen=True, slots=True)
class _Kind:
    name: str
    shape: Callable[[View, Play | None], bool]
    """Whether a play looks like it and no exception by counting holds."""
    avoids: Callable[[View, Play | None, Play | None], bool]
    """Whether the last play does without what is wrong with the first."""
    says: Callable[[View, Play | None, Play | None], Sentence]
    """What is wrong with the first play, the last one being better."""


# ---- the shapes ----


def _strength(view: View, play: Play | None) -> bool:
    if not 1 <= view.hand[TWO] <= 2 or trick_is_partners(view):
        return False
    if play is not None and (play.is_bomb or any(play.counts[TWO:])):
        return False
    return (play is not None) + fewest(rest_after(view, play), view.rules) >= MANY


def _fewer(view: View, play: Play | None, better: Play | None) -> bool:
    if better is None:
        return False
    after, left = rest_after(view, play), rest_after(view, better)
    return fewest(left, view.rules) < fewest(after, view.rules)


def _say_strength(view: View, play: Play | None, better: Play | None) -> Sentence:
    return sentence(
        "mistake.strength",
        high=facts.high_cards(view),
        after=facts.fewest_after(view, play),
        better=facts.fewest_after(view, better),
    )


def _bomb_lead(view: View, play: Play | None) -> bool:
    if view.to_beat is not None or play is None or not play.is_bomb:
        return False
    rest = rest_after(view, play)
    return fewest(rest, view.rules) > 1 and not _all_bombs(view, rest)


def _all_bombs(view: View, hand: Counts) -> bool:
    """Whether nothing but bombs and the rocket is in *hand*."""
    jokers = {hand[SMALL_JOKER], hand[BIG_JOKER]}
    whole = jokers in ({0}, {view.rules.packs})
    return whole and all(not count or count >= BOMB for count in hand[:SMALL_JOKER])


def _no_bomb(view: View, play: Play | None, better: Play | None) -> bool:
    return better is not None and not better.is_bomb


def _say_bomb_lead(view: View, play: Play | None, better: Play | None) -> Sentence:
    return sentence("mistake.bomb_lead", bomb=facts.multiplier_effect(view, play))


def _breaks_bomb(view: View, play: Play | None) -> bool:
    if play is None or play.kind.split("+")[0] not in BROKEN_FOR:
        return False
    return breaks.breaks_bomb(view, play) is not None


def _leaves_whole(view: View, play: Play | None, better: Play | None) -> bool:
    return breaks.breaks_bomb(view, better) is None


def _say_breaks_bomb(view: View, play: Play | None, better: Play | None) -> Sentence:
    return sentence("mistake.breaks_bomb", bomb=breaks.breaks_bomb(view, play))


def _high_cards(view: View, play: Play | None) -> bool:
    rest = rest_after(view, play)
    if any(rest[:KING]) or not any(view.hand[:KING]) or _has_bomb(view, rest):
        return False
    return fewest(rest, view.rules) > 1


def _has_bomb(view: View, hand: Counts) -> bool:
    quad = any(count >= BOMB for count in hand[:SMALL_JOKER])
    return quad or min(hand[SMALL_JOKER], hand[BIG_JOKER]) >= view.rules.packs


def _keeps_lower(view: View, play: Play | None, better: Play | None) -> bool:
    return any(rest_after(view, better)[:KING])


def _say_high_cards(view: View, play: Play | None, better: Play | None) -> Sentence:
    return sentence("mistake.high_cards", left=breaks.high_left(view, play))


def _covers_partner(view: View, play: Play | None) -> bool:
    if play is None or view.to_beat is None or not trick_is_partners(view):
        return False
    small = not any(view.to_beat.counts[TEN + 1 :])
    return small and fewest(rest_after(view, play), view.rules) > 1


def _passes(view: View, play: Play | None, better: Play | None) -> bool:
    return better is None


def _say_covers_partner(view: View, play: Play | None, better: Play | None) -> Sentence:
    return sentence(
        "mistake.covers_partner",
        partner=facts.partner_winning(view),
        over=facts.fewest_after(view, play),
    )


_KINDS = (
    _Kind("strength", _strength, _fewer, _say_strength),
    _Kind("bomb_lead", _bomb_lead, _no_bomb, _say_bomb_lead),
    _Kind("breaks_bomb", _breaks_bomb, _leaves_whole, _say_breaks_bomb),
    _Kind("high_cards", _high_cards, _keeps_lower, _say_high_cards),
    _Kind("covers_partner", _covers_partner, _passes, _say_covers_partner),
)

NAMES = tuple(kind.name for kind in _KINDS)
"""The mistakes, the commonest first."""


# ---- which of them ----


def tempted(view: View) -> tuple[str, ...]:
    """Which mistakes some play of the seat of *view* has the shape of, and another avoids.

    By counting and exact search of the own hand only: whether it costs anything is not asked.
    """
    return tuple(name for name, _ in temptations(view))


def temptations(view: View) -> tuple[tuple[str, Play | None], ...]:
    """Those mistakes, each with the first play that has its shape."""
    if view.phase != "play" or view.turn != view.seat:
        return ()
    options = candidates(view)
    found: list[tuple[str, Play | None]] = []
    for kind in _KINDS:
        for play in options:
            if kind.shape(view, play) and any(kind.avoids(view, play, one) for one in options):
                found.append((kind.name, play))
                break
    return tuple(found)


def mistake(
    view: View,
    play: Play | None,
    run: Estimates,
    *,
    against: Sequence[Play | None] | None = None,
) -> Mistake | None:
    """Which mistake *play* of the seat of *view* is; None when it is none.

    *run* compares *play* with what may be better, in the same worlds: those *against* it, all of
    *run* when they are not given.  The best of those that avoid the mistake is named.  The first
    of ``NAMES`` that fits is told.
    """
    better_ones = run.plays if against is None else against
    for kind in _KINDS:
        if not kind.shape(view, play):
            continue
        others = [other for other in better_ones if kind.avoids(view, play, other)]
        if not others or facts.surest_win(view, play) is not None:
            continue
        better = max(others, key=lambda other: _rank(run, other))
        loss = _loss(view, play, better, run)
        if loss is not None:
            said = (kind.says(view, play, better), loss)
            claims = tuple(dict.fromkeys(claim for one in said for claim in one.claims))
            return Mistake(kind.name, play, better, claims, said)
    return None


def _rank(run: Estimates, play: Play | None) -> tuple[bool, float]:
    return facts.surest_win(run.view, play) is not None, run.comparison.raw(run.plays.index(play))


def _loss(view: View, play: Play | None, better: Play | None, run: Estimates) -> Sentence | None:
    """What *play* loses against *better*, where the loss is real."""
    yours = estimates.win_chance(run, play)
    win = facts.surest_win(view, better)
    if win is not None:
        at, best_at, worlds = run.plays.index(play), run.plays.index(better), run.comparison
        lost = [float(won[best_at] and not won[at]) for won in worlds.won]
        share = sum(lost) / len(lost)
        # a world that was solved and is lost proves by itself that the play does not win by force
        error = 0.0 if worlds.solved else clustered_error(lost, worlds.sources)
        if share < LEAST or share <= 2 * error:
            return None
        return sentence("why.misses", yours=yours, win=win)
    gap = estimates.win_difference(run, better, play)
    if gap.value < LEAST or not clearly_above(gap):
        return None
    best = estimates.win_chance(run, better)
    return sentence("why.worse", yours=yours, best=best, gap=gap)
