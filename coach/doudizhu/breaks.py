"""Claims about what a play does to the hand: what it breaks, and what kind of cards it leaves."""

from __future__ import annotations

from coach.claims import CERTAIN, EXACT, Claim
from coach.doudizhu.proved import (
    ACE,
    BOMB,
    COUNTED,
    KING,
    SEARCHED,
    body_of,
    proved,
    rest_after,
    the_play,
)
from engine.cards import BIG_JOKER, RANKS, SMALL_JOKER, ranks_text
from engine.doudizhu.kernel import fewest
from engine.doudizhu.plays import Play
from engine.doudizhu.search import fewest_plays
from engine.doudizhu.state import View


def breaks_bomb(view: View, play: Play | None) -> Claim | None:
    """The play takes cards of a bomb without being one: the bomb's cards."""
    if play is None or play.is_bomb:
        return None
    for rank in range(SMALL_JOKER):
        if (
            view.hand[rank] >= BOMB
            and play.counts[rank]
            and view.hand[rank] - play.counts[rank] < 4
        ):
            value = RANKS[rank] * view.hand[rank]
            return proved("breaks_bomb", the_play(view, play), value, CERTAIN, "hand", COUNTED)
    return None


def breaks_rocket(view: View, play: Play | None) -> Claim | None:
    """The play takes a joker from the rocket: the rocket's cards."""
    packs = view.rules.packs
    if play is None or play.is_bomb or min(view.hand[SMALL_JOKER], view.hand[BIG_JOKER]) < packs:
        return None
    rest = rest_after(view, play)
    if min(rest[SMALL_JOKER], rest[BIG_JOKER]) >= packs:
        return None
    value = "B" * packs + "R" * packs
    return proved("breaks_rocket", the_play(view, play), value, CERTAIN, "hand", COUNTED)


def breaks_chain(view: View, play: Play | None) -> Claim | None:
    """The play tears a straight or a run of pairs of the best split, and costs plays by it.

    The value: the chain's text, and how many plays more the hand takes.
    """
    return _torn(view, play, "breaks_chain", ("solo_chain", "pair_chain"))


def breaks_airplane(view: View, play: Play | None) -> Claim | None:
    """As ``breaks_chain``, of an airplane."""
    return _torn(view, play, "breaks_airplane", ("airplane", "airplane+solos", "airplane+pairs"))


def _torn(view: View, play: Play | None, kind: str, kinds: tuple[str, ...]) -> Claim | None:
    if play is None:
        return None
    rest = rest_after(view, play)
    price = 1 + fewest(rest, view.rules) - fewest(view.hand, view.rules)
    if price < 1:
        return None
    for held in fewest_plays(view.hand, view.rules):
        body = Play(held.kind.split("+")[0], held.start, held.length, held.width)
        whole = all(have >= need for have, need in zip(rest, body.counts, strict=True))
        touched = any(a and b for a, b in zip(play.counts, body.counts, strict=True))
        if held.kind in kinds and touched and not whole and body_of(held) != body_of(play):
            return proved(kind, the_play(view, play), (str(body), price), EXACT, "hand", SEARCHED)
    return None


def high_kept(view: View, play: Play | None) -> Claim:
    """How many aces, 2s and jokers are in hand after the play."""
    value = sum(rest_after(view, play)[ACE:])
    return proved("high_kept", the_play(view, play), value, CERTAIN, "hand", COUNTED)


def highest_left(view: View, play: Play | None) -> Claim | None:
    """The highest card in hand after the play: its letter."""
    rest = rest_after(view, play)
    if not any(rest):
        return None
    value = ranks_text(rest)[-1]
    return proved("highest_left", the_play(view, play), value, CERTAIN, "hand", COUNTED)


def high_left(view: View, play: Play | None) -> Claim | None:
    """The play takes the last cards below a king: the cards it leaves, two or more.

    From kings, aces, 2s and jokers no straight and no run of pairs can be made (R10).
    """
    rest = rest_after(view, play)
    if sum(rest) < 2 or any(rest[:KING]) or not any(view.hand[:KING]):
        return None
    value = ranks_text(rest)
    return proved("high_left", the_play(view, play), value, CERTAIN, "hand", COUNTED)
