"""A position as one line of text: ``ddz 5566789/99JJQ2/TTK2 - 0@3 1 0:33 0 1``.

Fields: game, hands in seat order, kitty (written while it is face down, else ``-``),
landlord@base (``-`` while bidding), turn, to-beat as seat:play (``-`` for a lead), passes in a
row, doublings; then ``key=value`` where the value is not the usual one: ``rules first bids
doubled plays deals shown``.
"""

from __future__ import annotations

from engine.cards import ranks_text
from engine.doudizhu.state import State


def position_text(state: State) -> str:
    """*state* as one line; cards without suits, low to high."""
    open_auction = state.landlord is None
    fields = [
        "ddz",
        "/".join(ranks_text(hand) or "-" for hand in state.hands),
        ranks_text(state.kitty) if open_auction else "-",
        "-" if open_auction else f"{state.landlord}@{state.base}",
        str(state.turn),
        "-" if state.to_beat is None else f"{state.leader}:{state.to_beat}",
        str(state.passes),
        str(state.doublings),
    ]
    keys = {
        "rules": state.rules.name if state.rules.name != "classic" else "",
        "first": str(state.first),
        "bids": ",".join(map(action_text, state.bids)),
        "doubled": ",".join(map(action_text, state.doubles)),
        "plays": ",".join(map(str, state.plays_made)) if any(state.plays_made) else "",
        "deals": str(state.deals_before) if state.deals_before else "",
        "shown": "" if open_auction else ranks_text(state.kitty),
    }
    return " ".join(fields + [f"{key}={value}" for key, value in keys.items() if value])


def action_text(action: object) -> str:
    """One turn as text: a play, the points of a bid, a word, or ``pass``."""
    return "pass" if action is None else str(action)
