"""Why a play is worse than the best one: one sentence from the claims about both.

Each reason has two forms.  One names the better play, for who asks afterwards; the other does not,
for the tutor, who speaks before the play is made.  A reason is a difference between the two plays
that its claims show; that it is the whole cause of the loss is never said.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from coach.claims import Claim
from coach.doudizhu import facts
from coach.doudizhu.roles import DUTIES
from coach.say import Sentence, sentence
from engine.cards import RANKS
from engine.doudizhu.plays import Play
from engine.doudizhu.state import View

LEAST = 0.05
"""How much more rarely a play must be beaten for that to be a reason."""


@dataclass(frozen=True, slots=True)
class Known:
    """A play and what is claimed of it alone, by kind."""

    play: Play | None
    claims: dict[str, Claim]

    def __getitem__(self, kind: str) -> Claim:
        return self.claims[kind]

    def __contains__(self, kind: str) -> bool:
        return kind in self.claims


def known(play: Play | None, claims: Iterable[Claim]) -> Known:
    """What those of *claims* say that are about *play* first."""
    return Known(play, {claim.kind: claim for claim in claims if claim.subject.plays[0] == play})


def worse(view: View, own: Known, best: Known, *, tells: bool) -> Sentence | None:
    """What speaks against *own* beside *best*; with *tells* the better play may be named.

    None where no claim shows a difference that a player would call a reason.
    """
    found = (reason(view, own, best, tells) for reason in _REASONS)
    return next((said for said in found if said is not None), None)


def broken(own: Known) -> Sentence | None:
    """What the play breaks, if anything."""
    for kind in ("breaks_bomb", "breaks_rocket", "breaks_chain", "breaks_airplane"):
        if kind in own:
            key = "proof.breaks_chain" if kind == "breaks_airplane" else f"proof.{kind}"
            return sentence(key, play=own[kind])
    return None


def duty_sentence(view: View, kept: Claim, after: Claim) -> Sentence:
    """The rule of thumb that a play keeps to, with what else its sentence says."""
    more: dict[str, dict[str, Claim | None]] = {
        "let_partner": {"partner": facts.partner_winning(view)},
        "hold_off": {"enemy": facts.enemy_winning(view)},
        "count_plays": {"after": after},
    }
    return sentence(f"duty.{kept.value}", duty=kept, **more.get(kept.value, {}))


def partners_trick(view: View, passing: Known) -> Sentence | None:
    """That the trick is the partner's, where a pass leaves it to him."""
    partner = facts.partner_winning(view)
    if passing.play is not None or partner is None:
        return None
    if "leader_leads" in passing:
        return sentence("why.partner_leads", partner=partner, lead=passing["leader_leads"])
    return sentence("why.partner_wins", partner=partner)


# ---- the reasons, the plainest first ----


def _breaks(view: View, own: Known, best: Known, tells: bool) -> Sentence | None:
    return broken(own)


def _more_plays(view: View, own: Known, best: Known, tells: bool) -> Sentence | None:
    after, better = own["fewest_after"], best["fewest_after"]
    if after.value <= better.value or not better.value:  # it goes out: that is said otherwise
        return None
    if "goes_out" in best:
        return sentence("play.out", out=best["goes_out"]) if tells else None
    return sentence("why.more_plays" if tells else "tutor.more_plays", after=after, best=better)


def _unbeaten(view: View, own: Known, best: Known, tells: bool) -> Sentence | None:
    if "unbeaten" not in best or "unbeaten" in own:
        return None
    return sentence("why.unbeaten" if tells else "tutor.unbeaten", play=best["unbeaten"])


def _duty_missed(view: View, own: Known, best: Known, tells: bool) -> Sentence | None:
    """A rule of thumb that *best* keeps to and *own* does not; plays are counted elsewhere."""
    kept = best.claims.get("role_duty")
    if kept is None or kept.value == "count_plays":
        return None
    if any(one.name == kept.value and one.fits(view, own.play) for one in DUTIES):
        return None
    return duty_sentence(view, kept, best["fewest_after"])


def _partners_trick(view: View, own: Known, best: Known, tells: bool) -> Sentence | None:
    return partners_trick(view, best)


def _no_gain(view: View, own: Known, best: Known, tells: bool) -> Sentence | None:
    """A pass would leave as few plays."""
    after, kept = own["fewest_after"], best["fewest_after"]
    if best.play is not None or after.value != kept.value:
        return None
    return sentence("why.no_gain", after=after, kept=kept)


def _bomb_spent(view: View, own: Known, best: Known, tells: bool) -> Sentence | None:
    if "multiplier_effect" not in own or "multiplier_effect" in best:
        return None
    assert own.play is not None
    key = "proof.multiplier" if own.play.kind == "rocket" else "why.bomb_spent"
    return sentence(key, play=own["multiplier_effect"])


def _high_spent(view: View, own: Known, best: Known, tells: bool) -> Sentence | None:
    after, kept = own["high_kept"], best["high_kept"]
    if not 0 < after.value < kept.value:
        return None  # where none is left the highest card says more
    return sentence("why.high_kept" if tells else "tutor.high_kept", after=after, best=kept)


def _highest_spent(view: View, own: Known, best: Known, tells: bool) -> Sentence | None:
    if "highest_left" not in own or "highest_left" not in best:
        return None
    after, kept = own["highest_left"], best["highest_left"]
    if RANKS.index(after.value) >= RANKS.index(kept.value):
        return None
    return sentence("why.highest_left" if tells else "tutor.highest_left", after=after, best=kept)


def _gives_way(view: View, own: Known, best: Known, tells: bool) -> Sentence | None:
    """A pass leaves the trick to an enemy."""
    enemy = facts.enemy_winning(view)
    if own.play is not None or enemy is None:
        return None
    if "leader_leads" in own:
        return sentence("why.enemy_leads", enemy=enemy, lead=own["leader_leads"])
    return sentence("why.enemy_wins", enemy=enemy)


def _beaten(view: View, own: Known, best: Known, tells: bool) -> Sentence | None:
    if "beaten_chance" not in own or "beaten_chance" not in best:
        return None
    yours, other = own["beaten_chance"], best["beaten_chance"]
    gap, errors = yours.value - other.value, [one.basis.error or 0.0 for one in (yours, other)]
    if gap < LEAST or gap <= 2 * math.hypot(*errors):
        return None
    if not tells:
        if "surely_beaten" in own:
            return sentence("proof.surely_beaten", play=own["surely_beaten"])
        return sentence("proof.beaten", play=yours)
    if "surely_beaten" in own:
        return sentence("why.surely_beaten", yours=own["surely_beaten"], best=other)
    return sentence("why.beaten", yours=yours, best=other)


def _way_back(view: View, own: Known, best: Known, tells: bool) -> Sentence | None:
    if not tells or "sure_way_back" in own:
        return None
    if "sure_way_back" in best:
        return sentence("why.sure_way_back", back=best["sure_way_back"])
    if "way_back" in best and "way_back" not in own:
        return sentence("why.way_back", back=best["way_back"])
    return None


_REASONS: tuple[Callable[[View, Known, Known, bool], Sentence | None], ...] = (
    _breaks,
    _more_plays,
    _unbeaten,
    _duty_missed,
    _partners_trick,
    _no_gain,
    _bomb_spent,
    _high_spent,
    _highest_spent,
    _gives_way,
    _beaten,
    _way_back,
)
