"""Which claims a view of Dou Dizhu yields by counting and by search, and how all are found again.

Estimates from hidden hands that were drawn are in ``estimates.py`` and ``bid_estimates.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from coach.claims import CERTAIN, EXACT, RULE_OF_THUMB, SAMPLED, Claim
from coach.doudizhu import ahead, bid_estimates, estimates, hand_facts, told
from coach.doudizhu.breaks import (
    breaks_airplane,
    breaks_bomb,
    breaks_chain,
    breaks_rocket,
    high_kept,
    high_left,
    highest_left,
)
from coach.doudizhu.counting import most_bombs, rocket_possible
from coach.doudizhu.proved import (
    COUNTED,
    SEARCHED,
    TWO,
    body_of,
    proved,
    rest_after,
    the_hand,
    the_play,
    the_position,
)
from coach.doudizhu.roles import DUTIES, enemies, place
from engine.cards import BIG_JOKER, SMALL_JOKER
from engine.doudizhu.cpu import candidates, trick_is_partners
from engine.doudizhu.forced import Forced, forced_wins, sure_lines
from engine.doudizhu.game import legal_in
from engine.doudizhu.kernel import fewest
from engine.doudizhu.plays import Play, answered_in_kind
from engine.doudizhu.search import fewest_plays
from engine.doudizhu.state import View

# ---- the position ----


def cards_left(view: View) -> Claim:
    """How many cards the own hand has."""
    return proved("cards_left", the_hand(view), sum(view.hand), CERTAIN, "table", COUNTED)


def fewest_now(view: View) -> Claim:
    """The fewest plays that empty the hand."""
    value = fewest(view.hand, view.rules)
    return proved("fewest_now", the_hand(view), value, EXACT, "hand", SEARCHED)


def split_now(view: View) -> Claim:
    """One way to play the hand in the fewest plays: their texts."""
    value = tuple(map(str, fewest_plays(view.hand, view.rules)))
    return proved("split_now", the_hand(view), value, EXACT, "hand", SEARCHED)


def high_cards(view: View) -> Claim:
    """How many twos and how many jokers the hand has."""
    value = (view.hand[TWO], view.hand[SMALL_JOKER] + view.hand[BIG_JOKER])
    return proved("high_cards", the_hand(view), value, CERTAIN, "table", COUNTED)


def enemy_low(view: View) -> Claim | None:
    """The enemy with the fewest cards, where these are one or two: its place and their number."""
    if view.landlord is None:
        return None
    seat = min(enemies(view), key=lambda seat: view.counts[seat])
    if view.counts[seat] not in (1, 2):
        return None
    value = (place(view, seat), view.counts[seat])
    return proved("enemy_low", the_position(view), value, CERTAIN, "table", COUNTED)


def partner_winning(view: View) -> Claim | None:
    """The play to beat is the other peasant's: his place, his play, his cards left."""
    if not trick_is_partners(view) or view.to_beat is None or view.leader is None:
        return None
    value = (place(view, view.leader), str(view.to_beat), view.counts[view.leader])
    return proved("partner_winning", the_position(view), value, CERTAIN, "table", "the trick")


def enemy_winning(view: View) -> Claim | None:
    """The play to beat is an enemy's: its place, its play, its cards left."""
    if trick_is_partners(view) or view.to_beat is None or view.leader is None:
        return None
    value = (place(view, view.leader), str(view.to_beat), view.counts[view.leader])
    return proved("enemy_winning", the_position(view), value, CERTAIN, "table", "the trick")


def history_unknown(view: View) -> Claim | None:
    """The turns that led here are not known, so worlds are not weighted by them."""
    if estimates.weighted(view):
        return None
    return proved("history_unknown", the_position(view), True, CERTAIN, "table", COUNTED)


# ---- a play: plays of the hand ----


def fewest_after(view: View, play: Play | None) -> Claim:
    """The fewest plays that empty what *play* leaves."""
    value = fewest(rest_after(view, play), view.rules)
    return proved("fewest_after", the_play(view, play), value, EXACT, "hand", SEARCHED)


def fewest_other(view: View, play: Play | None) -> Claim | None:
    """The fewest plays that any other play leaves, and the lowest such play: text and number.

    Kickers apart it is another play; a pass is not counted.
    """
    others = (
        (best, left)
        for best, left in _fewest_of_all(view)
        if play is None or body_of(best) != body_of(play)
    )
    best, left = next(others, (None, 0))
    if best is None:
        return None
    value = (str(best), left)
    return proved("fewest_other", the_play(view, play, best), value, EXACT, "hand", SEARCHED)


@lru_cache(maxsize=64)
def _fewest_of_all(view: View) -> tuple[tuple[Play, int], ...]:
    """Every play and the fewest plays it leaves, where fewest are left first, then the lowest."""
    plays = [play for play in candidates(view) if play is not None]
    left = {play: fewest(rest_after(view, play), view.rules) for play in plays}
    plays.sort(key=lambda play: (left[play], play.start, -play.size, str(play)))
    return tuple((play, left[play]) for play in plays)


def split_after(view: View, play: Play | None) -> Claim:
    """One way to play what *play* leaves in the fewest plays: their texts."""
    value = tuple(map(str, fewest_plays(rest_after(view, play), view.rules)))
    return proved("split_after", the_play(view, play), value, EXACT, "hand", SEARCHED)


def only_choice(view: View, play: Play | None) -> Claim | None:
    """Nothing else is allowed."""
    if legal_in(view) != (play,):
        return None
    return proved("only_choice", the_play(view, play), True, CERTAIN, "table", "the rules")


def leader_leads(view: View, play: Play | None) -> Claim | None:
    """Nobody may beat the trick any more once the seat passes, so its leader leads next: where."""
    last = view.passes == view.rules.seats - 2
    if play is not None or view.to_beat is None or view.leader is None or not last:
        return None
    value = place(view, view.leader)
    return proved("leader_leads", the_play(view, play), value, CERTAIN, "table", "rule R16")


def goes_out(view: View, play: Play | None) -> Claim | None:
    """The play empties the hand."""
    if any(rest_after(view, play)):
        return None
    return proved("goes_out", the_play(view, play), True, CERTAIN, "table", COUNTED)


# ---- a play: what may answer it ----


def only_bombs(view: View, play: Play | None) -> Claim | None:
    """No unseen cards beat the play in its kind, but a bomb or the rocket may be out."""
    if play is None or play.is_bomb or answered_in_kind(view.unseen, play, view.rules):
        return None
    if not rocket_possible(view) and not most_bombs(view):
        return None
    return proved("only_bombs", the_play(view, play), True, CERTAIN, "every world", COUNTED)


def surely_beaten(view: View, play: Play | None) -> Claim | None:
    """Some enemy holds a higher single, or a higher pair, however the unseen cards lie.

    So it is for the landlord, whose enemies hold all of them: of a higher rank one is enough for a
    single, and one more than there are enemies for a pair.
    """
    if play is None or play.kind not in ("solo", "pair") or view.seat != view.landlord:
        return None
    enough = 1 if play.kind == "solo" else view.rules.seats
    if not any(count >= enough for count in view.unseen[play.start + 1 :]):
        return None
    return proved("surely_beaten", the_play(view, play), True, CERTAIN, "every world", COUNTED)


def _nothing_beats(view: View, play: Play) -> bool:
    """Whether counting shows that no other seat can hold anything that beats *play*."""
    if answered_in_kind(view.unseen, play, view.rules):
        return False
    if play.kind != "rocket" and rocket_possible(view):
        return False
    return play.is_bomb or not most_bombs(view)


def unbeaten(view: View, play: Play | None) -> Claim | None:
    """Nothing that any other seat can hold beats the play."""
    if play is None or not _nothing_beats(view, play):
        return None
    return proved("unbeaten", the_play(view, play), True, CERTAIN, "every world", COUNTED)


def sure_way_back(view: View, play: Play | None) -> Claim | None:
    """A play of what is left that nothing any other seat can hold beats: its text."""
    back = _way_back(view, play)
    if back is None or not _nothing_beats(view, back):
        return None
    return proved("sure_way_back", the_play(view, play), str(back), CERTAIN, "every world", COUNTED)


def way_back(view: View, play: Play | None) -> Claim | None:
    """A play of what is left that only a bomb or the rocket may beat: its text."""
    back = _way_back(view, play)
    if back is None or _nothing_beats(view, back):
        return None
    return proved("way_back", the_play(view, play), str(back), CERTAIN, "every world", COUNTED)


def _way_back(view: View, play: Play | None) -> Play | None:
    """Of the plays of the shown split the cheapest that no unseen play of its kind beats.

    Singles and pairs, which are led most, come first, bombs last.
    """
    rest = rest_after(view, play)
    if not any(rest):
        return None
    backs = [
        kept
        for kept in fewest_plays(rest, view.rules)
        if not answered_in_kind(view.unseen, kept, view.rules)
    ]
    return min(backs, key=lambda kept: (kept.is_bomb, kept.size, kept.start), default=None)


def multiplier_effect(view: View, play: Play | None) -> Claim | None:
    """The play doubles the multiplier (R19): what it is and what it becomes."""
    if play is None or not play.is_bomb:
        return None
    value = (1 << view.doublings, 2 << view.doublings)
    return proved("multiplier_effect", the_play(view, play), value, CERTAIN, "table", "rule R19")


# ---- a play: wins that nothing prevents ----


@lru_cache(maxsize=64)
def lines(view: View) -> tuple[tuple[Play, ...], ...]:
    """Every line of plays that nothing unseen answers, one for each first play found."""
    return tuple(sure_lines(view))


@lru_cache(maxsize=64)
def forced(view: View) -> tuple[Forced, ...]:
    """Every play that was found to win whatever the others hold and do."""
    return forced_wins(view)


def sure_win(view: View, play: Play | None) -> Claim | None:
    """After the play nothing unseen answers any play until the hand is empty: all their texts."""
    for line in lines(view):
        if line[0] == play:
            value = tuple(map(str, line))
            return proved("sure_win", the_play(view, play), value, CERTAIN, "every world", COUNTED)
    return None


def forced_win(view: View, play: Play | None) -> Claim | None:
    """The play wins whatever the others hold and do: within how many plays, this one counted."""
    for found in forced(view):
        if found.play == play and found.plays is not None:
            return proved(
                "forced_win",
                the_play(view, play),
                found.plays,
                EXACT,
                "every world",
                "search over every hand the others can hold",
            )
    return None


def open_win(view: View, play: Play | None) -> Claim | None:
    """Every card is known and the play wins; the other peasant plays right."""
    for found in forced(view):
        if found.play == play and found.plays is None:
            return proved(
                "open_win", the_play(view, play), True, EXACT, "every world", "solver of open hands"
            )
    return None


def surest_win(view: View, play: Play | None) -> Claim | None:
    """The strongest claim that *play* wins, of those that were found."""
    ways = (goes_out, sure_win, forced_win, open_win)
    return next((claim for way in ways if (claim := way(view, play)) is not None), None)


# ---- rules of thumb ----


def role_duty(view: View, play: Play | None) -> Claim | None:
    """The most urgent duty whose conditions hold here and that the play keeps to: its name."""
    for duty in DUTIES:
        if duty.applies(view) and duty.fits(view, play):
            return proved(
                "role_duty", the_play(view, play), duty.name, RULE_OF_THUMB, "table", "roles"
            )
    return None


# ---- finding claims again ----

OF_POSITIONS: dict[str, Callable[[View], Claim | None]] = {
    made.__name__: made
    for made in (
        cards_left,
        fewest_now,
        split_now,
        high_cards,
        enemy_low,
        partner_winning,
        enemy_winning,
        history_unknown,
    )
}
OF_PLAYS: dict[str, Callable[[View, Play | None], Claim | None]] = {
    made.__name__: made
    for made in (
        only_choice,
        leader_leads,
        fewest_after,
        fewest_other,
        split_after,
        goes_out,
        breaks_bomb,
        breaks_rocket,
        breaks_chain,
        breaks_airplane,
        high_kept,
        high_left,
        highest_left,
        only_bombs,
        unbeaten,
        surely_beaten,
        sure_way_back,
        way_back,
        multiplier_effect,
        sure_win,
        forced_win,
        open_win,
        role_duty,
    )
}
KINDS = (
    *OF_POSITIONS,
    *OF_PLAYS,
    *hand_facts.OF_HANDS,
    *estimates.KINDS,
    *bid_estimates.KINDS,
    *told.KINDS,
    *ahead.KINDS,
)
"""All kinds of claims."""


def of_position(view: View) -> tuple[Claim, ...]:
    """Every claim about the position that counting and search yield."""
    made = (fact(view) for fact in OF_POSITIONS.values())
    return tuple(claim for claim in made if claim is not None)


def of_play(view: View, play: Play | None) -> tuple[Claim, ...]:
    """Every claim about *play* that counting and search yield."""
    made = (fact(view, play) for fact in OF_PLAYS.values())
    return tuple(claim for claim in made if claim is not None)


def found_again(claim: Claim, seed: int | str | None) -> Claim | None:
    """*claim* made anew from its record, sampled ones from *seed* when it is given."""
    if claim.kind in hand_facts.OF_HANDS:
        return hand_facts.found_again(claim)
    view, plays = claim.subject.view, claim.subject.plays
    if claim.kind in OF_POSITIONS:
        return OF_POSITIONS[claim.kind](view)
    if claim.kind in OF_PLAYS:
        return OF_PLAYS[claim.kind](view, plays[0])
    if claim.basis.name != SAMPLED:
        raise LookupError(f"unknown kind of claim {claim.kind!r}; expected one of {KINDS}")
    basis = claim.basis if seed is None else replace(claim.basis, seed=seed)
    if claim.kind in bid_estimates.KINDS:
        return bid_estimates.found_again(claim, basis)
    if claim.kind in ahead.KINDS:
        return ahead.found_again(claim, basis)
    if claim.kind in told.KINDS:
        return told.found_again(claim, basis)
    return estimates.found_again(claim, basis)
