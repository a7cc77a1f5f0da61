"""How the points of a deal come about: base, doublings, and what each peasant plays for."""

from __future__ import annotations

from typing import Any

from coach.language import Texts
from coach.ui.table.replay import PERSON, Position, Said, side_of
from coach.ui.table.words import kind_name, play_shown, said_word, seat_name
from engine.doudizhu import game as doudizhu
from engine.doudizhu.plays import Play
from engine.doudizhu.state import State

Factor = tuple[str, str]
"""A number as it is multiplied, and its reason."""

TWICE = "×2"


def stakes(state: State) -> tuple[int, ...]:
    """Points every seat wins or loses as things stand: each peasant his own (R22), the landlord
    the sum of them."""
    if state.phase == "over":
        return tuple(map(abs, doudizhu.payoffs(state)))
    assert state.landlord is not None
    return tuple(
        map(
            abs,
            doudizhu.points(
                state.rules,
                landlord=state.landlord,
                base=state.base,
                winner="peasants",
                doublings=state.doublings,
                landlord_plays=2,  # no spring before the end
                peasant_plays=1,
                doubled=doudizhu.doubled_seats(state),
                redoubled="redouble" in state.doubles,
            ),
        )
    )


def peasants_of(state: State) -> tuple[int, ...]:
    """The peasants' seats in turn from the landlord."""
    assert state.landlord is not None
    seats = state.rules.seats
    return tuple((state.landlord + step) % seats for step in range(1, seats))


def doublings(position: Position) -> list[Said]:
    """Robs, doubles, bombs and rockets of this deal, in the order in which they came."""
    return [said for said in position.said if doubles(said)]


def doubles(said: Said) -> bool:
    """Whether this doubled points: a rob, a double or redouble, a bomb or the rocket (R19, R22)."""
    if isinstance(said.action, Play):
        return said.action.is_bomb
    return said.action in ("rob", "double", "redouble")


def counts_for_all(said: Said) -> bool:
    """Whether a doubling counts for both peasants, as all do but doubles by seat (R22)."""
    return said.asked not in ("double", "redouble")


def doubled_by(said: Said, texts: Texts) -> str:
    """What doubled, by name: ``bomb 9999``, ``rob``."""
    if not isinstance(said.action, Play):
        return said_word(said, texts)
    if said.action.kind == "rocket":
        return kind_name("rocket", texts)
    return texts("bomb_of", cards=play_shown(said.action, texts))


def score(position: Position, texts: Texts) -> dict[str, Any]:
    """The line on the mat: base, multiplier and points for the person, and the latest reason."""
    state = position.state
    if state.landlord is None:
        highest = max((bid for bid in state.bids if isinstance(bid, int)), default=0)
        why = "score.calling" if state.rules.auction == "rob" else "score.bidding"
        times = 1 << sum(map(doubles, position.said))
        base = 1 if "call" in state.bids else highest  # R6
        return {"base": base or "–", "times": times, "sum": "", "why": texts(why)}
    mine = [said for said in doublings(position) if _counts_for_person(said, state)]
    plain = "score.doubling" if state.phase == "double" else "score.plain"
    return {
        "base": state.base,
        "times": _person_times(state),
        "sum": _shown_sum(state, texts),
        "why": f"{_why(mine[-1], texts)} {TWICE}" if mine else texts(plain),
    }


def _why(said: Said, texts: Texts) -> str:
    name = doubled_by(said, texts)
    if isinstance(said.action, Play):
        return name
    return texts("by_seat", seat=seat_name(said.side, texts), word=name)


def _counts_for_person(said: Said, state: State) -> bool:
    """Whether a doubling changed the person's own points (R22)."""
    if counts_for_all(said) or state.landlord == PERSON:
        return True
    return PERSON in doudizhu.doubled_seats(state) and said.seat in (PERSON, state.landlord)


def _person_times(state: State) -> int:
    """The person's multiplier; for a landlord whose peasants differ, what they have in common."""
    played_for = peasants_of(state) if state.landlord == PERSON else (PERSON,)
    sizes = {stakes(state)[seat] for seat in played_for}
    return sizes.pop() // state.base if len(sizes) == 1 else doudizhu.multiplier(state)


def _shown_sum(state: State, texts: Texts) -> str:
    sizes = stakes(state)
    if state.landlord != PERSON:
        return texts.count("points", sizes[PERSON])
    each = [sizes[seat] for seat in peasants_of(state)]
    if len(set(each)) == 1:
        return texts.count("points", each[0])
    return texts("points_of_both", first=each[0], second=each[-1])


# ---- panel and result ----


def score_rows(position: Position, texts: Texts) -> list[tuple[str, str, str, str]]:
    """Rows of the panel: the base, what doubled it, and the points so far (R19, R21, R22)."""
    state = position.state
    assert state.landlord is not None
    landlord = side_of(state.landlord, state.rules)
    rows = [("", seat_name(landlord, texts), texts("base"), str(state.base))]
    rows += [
        ("", seat_name(said.side, texts), doubled_by(said, texts), TWICE)
        for said in doublings(position)
    ]
    sizes = stakes(state)
    each = {sizes[seat] for seat in peasants_of(state)}
    if len(each) == 1:
        return [*rows, ("", texts("this_deal"), "", texts.count("points", each.pop()))]
    return rows + [
        (
            "",
            seat_name(side_of(seat, state.rules), texts),
            texts("this_deal"),
            texts.count("points", sizes[seat]),
        )
        for seat in peasants_of(state)
    ]


def factors(position: Position, texts: Texts) -> list[Factor]:
    """The base, each doubling with its reason, and the person's points (R19 to R22)."""
    state = position.state
    found = [(str(state.base), texts("base"))]
    found += [
        (TWICE, _why(said, texts))
        for said in doublings(position)
        if counts_for_all(said) or (state.landlord != PERSON and _counts_for_person(said, state))
    ]
    spring = doudizhu.spring(state)
    if spring is not None:
        found.append((TWICE, texts(spring)))
    sizes = stakes(state)
    unit = texts.count("points_unit", sizes[PERSON])
    if state.landlord == PERSON:
        first, *_, second = (sizes[seat] for seat in peasants_of(state))
        unit = texts("points_of_both", first=first, second=second)
    return [*found, (str(sizes[PERSON]), unit)]


def own_doubling(seat: int, state: State, texts: Texts) -> str:
    """What doubling by seat made of the points of *seat*; empty when no one doubled (R22)."""
    if not any(state.doubles):
        return ""
    sizes = stakes(state)
    if seat == state.landlord:
        return " + ".join(str(sizes[each]) for each in peasants_of(state))
    if seat not in doudizhu.doubled_seats(state):
        return texts("result.not_doubled")
    key = "result.redoubled" if "redouble" in state.doubles else "result.doubled"
    return texts(key, n=state.base * doudizhu.multiplier(state))
