"""What a seat's role usually asks for, each with the conditions under which it is said.

These are rules of thumb, so a hint says them only of a play that the sample does not speak
against, and says of the position when it is an exception.  As a player would say them:

- any leader: a bomb or the rocket is kept (``keep_bomb``, ``keep_rocket``);
- the landlord: long plays go early (``shed_long``), plays are counted before strength
  (``count_plays``), 2s and jokers are kept for the fights (``keep_high``);
- a peasant when the landlord has one card: a pair or more, or a single that it cannot beat, on the
  lead (``one_card``) and over a partner's small single (``over_single``);
- peasants together: a partner who runs small cards is let through (``let_partner``), fed his last
  cards (``feed``), given the lead when he is nearer to going out (``relay``); a landlord who is
  nearly out is beaten while one can (``hold_off``).

Which of the two peasants blocks the landlord is disputed; no duty here depends on the seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from coach.doudizhu.proved import TWO, rest_after
from engine.cards import RANKS
from engine.doudizhu.cpu import candidates, trick_is_partners
from engine.doudizhu.kernel import fewest
from engine.doudizhu.plays import Play
from engine.doudizhu.state import View

LOW = RANKS.index("T")
"""A partner's play of this rank or lower is running small cards."""
LONG = 5
"""Cards of a long play."""
NEARLY_OUT = 5
"""Cards of a hand that may soon be empty."""
FIGHT = 2
"""Cards of an enemy from which on high cards are not kept back any more."""
EARLY = 12
"""Cards of a hand that is still early in its deal."""


@dataclass(frozen=True, slots=True)
class Duty:
    """One rule of thumb."""

    name: str
    applies: Callable[[View], bool]
    """Whether its conditions hold in a position."""
    fits: Callable[[View, Play | None], bool]
    """Whether a play keeps to it."""


def place(view: View, seat: int) -> str:
    """Where *seat* sits: ``landlord after_landlord across_landlord before_landlord``.

    The landlord must be known.
    """
    assert view.landlord is not None
    offset = (seat - view.landlord) % view.rules.seats
    if offset in (0, 1):
        return ("landlord", "after_landlord")[offset]
    return "before_landlord" if offset == view.rules.seats - 1 else "across_landlord"


def partners(view: View) -> tuple[int, ...]:
    """The other seats of the own side, in order of seats."""
    if view.landlord in (None, view.seat):
        return ()
    return tuple(seat for seat in range(view.rules.seats) if seat not in (view.landlord, view.seat))


def enemies(view: View) -> tuple[int, ...]:
    """The seats of the other side, in order of seats."""
    known = (view.seat, *partners(view))
    return tuple(seat for seat in range(view.rules.seats) if seat not in known)


# ---- the duties ----


def _landlord_has_one(view: View) -> bool:
    return _peasant(view) and view.to_beat is None and view.counts[view.landlord or 0] == 1


def _keeps_one_card_in(view: View, play: Play | None) -> bool:
    """No single that the landlord's last card may beat."""
    if play is None or play.kind != "solo":
        return play is not None
    return not any(view.unseen[play.start + 1 :])


def _partner_runs_low(view: View) -> bool:
    return (
        trick_is_partners(view)
        and view.to_beat is not None
        and view.to_beat.start <= LOW
        and view.to_beat.size <= 2
        and not _landlord_has_one_and_follows(view)
    )


def _passes_or_goes_out(view: View, play: Play | None) -> bool:
    return play is None or play.counts == view.hand


def _partner_can_go_out(view: View) -> bool:
    return (
        _peasant(view)
        and view.to_beat is None
        and any(view.counts[seat] in (1, 2) for seat in partners(view))
    )


def _feeds(view: View, play: Play | None) -> bool:
    """A low single or pair of as many cards as the partner has left, that he may beat."""
    if play is None or play.kind not in ("solo", "pair"):
        return False
    wanted = {view.counts[seat] for seat in partners(view)}
    higher = view.unseen[play.start + 1 :]
    return play.size in wanted and any(count >= play.size for count in higher)


def _landlord_leads_early(view: View) -> bool:
    return view.seat == view.landlord and view.to_beat is None and sum(view.hand) >= EARLY


def _long_and_free(view: View, play: Play | None) -> bool:
    """A play of five cards or more, no bomb, with nothing high in it that costs no play."""
    return play is not None and play.size >= LONG and _takes_a_play_off(view, play)


def _leads_with_a_bomb_in_hand(view: View) -> bool:
    return view.to_beat is None and _has_quad(view) and fewest(view.hand, view.rules) > 2


def _leads_with_the_rocket_in_hand(view: View) -> bool:
    rocket = min(view.hand[-2:]) >= view.rules.packs
    leads = view.to_beat is None and rocket and not _has_quad(view)
    return leads and fewest(view.hand, view.rules) > 2


def _no_bomb(view: View, play: Play | None) -> bool:
    return play is None or not play.is_bomb


def _has_quad(view: View) -> bool:
    return any(count >= 4 for count in view.hand[:-2])


def _peasant(view: View) -> bool:
    return view.landlord not in (None, view.seat)


def _landlord_has_one_and_follows(view: View) -> bool:
    """The landlord, with one card, is to follow a single of the partner that he may beat."""
    if not _peasant(view) or view.counts[view.landlord or 0] != 1 or not trick_is_partners(view):
        return False
    beat, leader, seats = view.to_beat, view.leader, view.rules.seats
    assert beat is not None
    assert leader is not None
    still_to_act = {(view.seat + step) % seats for step in range(1, (leader - view.seat) % seats)}
    may_beat = any(view.unseen[beat.start + 1 :])
    return beat.kind == "solo" and may_beat and view.landlord in still_to_act


def _single_he_cannot_beat(view: View, play: Play | None) -> bool:
    return play is not None and (play.is_bomb or not any(view.unseen[play.start + 1 :]))


def _landlord_wins_nearly_out(view: View) -> bool:
    landlords = _peasant(view) and view.leader == view.landlord
    return landlords and view.counts[view.landlord or 0] <= NEARLY_OUT


def _beats(view: View, play: Play | None) -> bool:
    return play is not None


def _partner_nearly_out(view: View) -> bool:
    """The seat leads, a partner has three to five cards, fewer than it and than the landlord."""
    if not _peasant(view) or view.to_beat is not None:
        return False
    fewest_cards = min((view.counts[seat] for seat in partners(view)), default=0)
    most = min(sum(view.hand), view.counts[view.landlord or 0])
    return FIGHT < fewest_cards <= NEARLY_OUT and fewest_cards < most


def _low_and_short(view: View, play: Play | None) -> bool:
    return play is not None and play.kind in ("solo", "pair") and play.start <= LOW


def _landlord_follows_low(view: View) -> bool:
    """The landlord is to beat a low play, might with 2s or jokers, and no enemy is nearly out."""
    if view.seat != view.landlord or view.to_beat is None or view.to_beat.start > LOW:
        return False
    if min(view.counts[seat] for seat in enemies(view)) <= FIGHT:
        return False
    return any(
        play is not None and not play.is_bomb and any(play.counts[TWO:])
        for play in candidates(view)
    )


def _beats_without_high(view: View, play: Play | None) -> bool:
    return play is not None and not play.is_bomb and not any(play.counts[TWO:])


def _landlord_leads_with_high(view: View) -> bool:
    leads = view.seat == view.landlord and view.to_beat is None
    return leads and any(view.hand[TWO:]) and fewest(view.hand, view.rules) > 2


def _takes_a_play_off(view: View, play: Play | None) -> bool:
    """A play of a best split, without 2s and jokers."""
    if play is None or any(play.counts[TWO:]) or play.is_bomb:
        return False
    return fewest(rest_after(view, play), view.rules) < fewest(view.hand, view.rules)


DUTIES = (
    Duty("one_card", _landlord_has_one, _keeps_one_card_in),
    Duty("over_single", _landlord_has_one_and_follows, _single_he_cannot_beat),
    Duty("let_partner", _partner_runs_low, _passes_or_goes_out),
    Duty("feed", _partner_can_go_out, _feeds),
    Duty("hold_off", _landlord_wins_nearly_out, _beats),
    Duty("relay", _partner_nearly_out, _low_and_short),
    Duty("shed_long", _landlord_leads_early, _long_and_free),
    Duty("keep_bomb", _leads_with_a_bomb_in_hand, _no_bomb),
    Duty("keep_rocket", _leads_with_the_rocket_in_hand, _no_bomb),
    Duty("keep_high", _landlord_follows_low, _beats_without_high),
    Duty("count_plays", _landlord_leads_with_high, _takes_a_play_off),
)
"""The most urgent first."""


def duties(view: View) -> Iterator[Duty]:
    """Those whose conditions hold when the seat of *view* is to play."""
    if view.phase == "play":
        yield from (duty for duty in DUTIES if duty.applies(view))
