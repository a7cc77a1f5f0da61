"""Everything the table draws and says at one moment, as plain data for the component."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from coach.doudizhu.no_play import NoPlay, why_no_play
from coach.language import Texts, texts
from coach.store import SavedGame
from coach.ui.table.counter import unseen_panel
from coach.ui.table.frames import frames
from coach.ui.table.panels import (
    fewest_panel,
    multiplier_panel,
    opening,
    points_panel,
    result_panel,
    spoken_panel,
    tricks_panel,
)
from coach.ui.table.replay import PERSON, POINTS, Position, asked, positions
from coach.ui.table.roles import roles_panel
from coach.ui.table.settings import Settings, settings_of, sheet
from coach.ui.table.words import (
    QUESTIONS,
    joker_names,
    kind_name,
    kind_phrase,
    play_shown,
    rank_name,
    ranks_shown,
    rules_name,
)
from engine.cards import RANKS, Counts, parse_ranks, ranks_text, subtract
from engine.doudizhu import game as doudizhu
from engine.doudizhu.auction import POINTS as BIDS
from engine.doudizhu.kernel import fewest
from engine.doudizhu.plays import Play, classify, following, plays
from engine.doudizhu.rules import Rules
from engine.doudizhu.state import State

Data = dict[str, Any]

_LATE = {"bomb": 1, "rocket": 2}
"""What is not to be played in passing comes behind all other plays."""

_MOST_GROUPS = 6
"""Groups of a deal code that are drawn: all for three players, the beginning for four."""


def table_data(
    game: SavedGame,
    language: str,
    *,
    since: int = 0,
    question: str | None = None,
    proved: frozenset[Counts] = frozenset(),
    settings: Settings | None = None,
) -> Data:
    """The data of the component for *game*, its actions from number *since* on to be animated.

    *question* are the ranks of a selection that is no play, to be answered with the reason;
    *proved* are the hands whose fewest plays the solver has proved, *settings* what the person
    has set, as in ``coach.ui.table.settings``.
    """
    say = texts(language)
    chain = positions(game)
    position = chain[-1]
    state = position.state
    over = state.phase == "over"
    mine = state.phase == "play" and state.turn == PERSON
    return {
        "lang": language,
        "game": game["id"],
        "at": len(game["actions"]),
        "phase": state.phase,
        "mine": not over and state.turn == PERSON,
        "seats": state.rules.seats,
        "settings": settings_of(settings),
        "sheet": sheet(say),
        "order": RANKS,
        "jokers": joker_names(say),
        "text": _texts(say, state.rules.largest_hand),
        "code": _code(state, say),
        "frames": frames(chain, min(since, len(chain) - 1), game["level"], say),
        "fewest": fewest_panel(position, say, proved=state.hands[PERSON] in proved),
        "unseen": unseen_panel(doudizhu.view(state, PERSON), say),
        "rail": _rail(position, say),
        "roles": roles_panel(state, game["level"], say),
        "points": points_panel(position, say),
        "legal": _legal(state, language) if mine else {},
        "next": possible_plays(state.hands[PERSON], state.to_beat, state.rules, language)
        if mine
        else (),
        "reasons": reason_texts(state.to_beat, say),
        "no_play": _answer(question, state, say) if mine and question else None,
        "idle": _idle(state, say),
        "idle_note": _idle_note(state, say),
        "actions": _actions(state, say),
        "result": result_panel(
            chain, say, proved=opening(chain).state.hands[PERSON] in proved
        ) if over else None,
    }  # fmt: skip


def _texts(say: Texts, most: int) -> Data:
    """What the component itself says, whatever the position, of hands of up to *most* cards."""
    return {
        "hand": say("hand_label"),
        "rail": say("rail_label"),
        "kitty": say("kitty"),
        "base": say("base"),
        "multiplier": say("multiplier"),
        "wait": say("wait"),
        "away": say("waiting.away"),
        "go_on": say("waiting.go_on"),
        "close": say("sheet.close"),
        "roles": say("roles.title"),
        "undo": say("tool.undo"),
        "next": say("tool.next"),
        "more": say("tool.more"),
        "hint": say("ui.hint"),
        "feedback": say("feedback.title"),
        "feedback_all": say("feedback.title_all"),
        "feedback_short": say("feedback.short"),
        "why": {"label": say("hint.why", play="{play}"), "note": say("hint.why_cost")},
        "sort": {"rank": say("tool.sort_rank"), "plays": say("tool.sort_plays")},
        "fold": {"open": say("fold.open"), "folded": say("fold.folded")},
        "counter_off": say("counter_off"),
        "quiz_right": say("quiz.right"),
        "quiz_wrong": say("quiz.wrong"),
        "quiz_more": say("quiz.more"),
        "none_chosen": say("none_chosen"),
        "no_play": {
            "head": say("no_play.head"),
            "sentence": "",
            "note": say("no_play.note"),
        },
        "cards": [say.count("cards", number) for number in range(most + 1)],
        "left": [say("left.none"), *(say.count("left", n) for n in range(1, most + 1))],
    }


def _code(state: State, say: Texts) -> Data:
    groups = state.code.split("-")
    return {
        "rules": rules_name(state.rules, say),
        "label": say("deal_code"),
        "text": state.code,
        "wide": state.code
        if len(groups) <= _MOST_GROUPS
        else f"{'-'.join(groups[:_MOST_GROUPS])}…",
        "short": f"{groups[0]}…",
        "copy": say("copy_code"),
        "copied": say("code_copied"),
    }


def _rail(position: Position, say: Texts) -> list[Any]:
    if position.bidding:
        return ["fewest", "unseen", spoken_panel(position, say)]
    panels = ["unseen", multiplier_panel(position, say), "fewest"]
    if position.plays:
        return [*panels, tricks_panel(position, say)]
    return [*panels, spoken_panel(position, say)]


# ---- what may be played, and why not ----


def _legal(state: State, language: str) -> dict[str, tuple[str, str, str | None, int | None]]:
    return _legal_table(state.hands[PERSON], state.to_beat, state.rules, language)


@lru_cache(maxsize=128)
def _legal_table(
    hand: Counts, to_beat: Play | None, rules: Rules, language: str
) -> dict[str, tuple[str, str, str | None, int | None]]:
    """For every play in *hand* by its ranks: kind, cards, key of the reason against, plays left."""
    say = texts(language)
    table = {}
    for play in plays(hand, rules):
        reason = None if to_beat is None else reason_against(play, to_beat)
        left = fewest(subtract(hand, play.counts), rules) if reason is None else None
        key = ranks_text(play.counts)
        if key not in table or reason is None:
            table[key] = (kind_name(play.kind, say), play_shown(play, say), reason, left)
    return table


@lru_cache(maxsize=128)
def possible_plays(
    hand: Counts, to_beat: Play | None, rules: Rules, language: str
) -> tuple[str, ...]:
    """The ranks of the plays that are allowed, in the order in which a key goes through them.

    Kind by kind and within it from the lowest up, the lowest kickers first.
    The kind that can leave the fewest plays comes first; bombs, then the rocket, come last.
    """
    table = _legal_table(hand, to_beat, rules, language)
    allowed = {
        ranks_text(play.counts): play
        for play in plays(hand, rules)
        if to_beat is None or play.beats(to_beat)
    }
    fewest_of: dict[tuple[str, int], int] = {}
    for key, play in allowed.items():
        group = (play.kind, play.size)
        fewest_of[group] = min(fewest_of.get(group, play.size + sum(hand)), table[key][3] or 0)

    def order(key: str) -> tuple[int, int, int, str, int, tuple[int, ...]]:
        play = allowed[key]
        late = _LATE.get(play.kind, 0)
        first = 0 if late else fewest_of[play.kind, play.size]
        return (
            late,
            first,
            -play.size if not late else play.size,
            play.kind,
            play.start,
            play.kickers,
        )

    return tuple(sorted(allowed, key=order))


def reason_against(play: Play, to_beat: Play) -> str | None:
    """Key of the reason why *play* does not beat *to_beat*; None when it does (R14, R15)."""
    if play.beats(to_beat):
        return None
    if to_beat.is_bomb:
        return to_beat.kind
    if play.kind != to_beat.kind:
        return "kind"
    return "length" if play.length != to_beat.length else "lower"


def reason_texts(to_beat: Play | None, say: Texts) -> dict[str, dict[str, str]]:
    """The sentence and the note on the button for each key of a reason; ``ok`` has no note."""
    if to_beat is None:
        return {"ok": {"sentence": "", "note": ""}}
    shown = play_shown(to_beat, say)
    kind = kind_phrase(to_beat.kind, say)
    return {
        "ok": {"sentence": say("beats.yes"), "note": ""},
        "lower": {"sentence": say("beats.lower", play=shown), "note": say("beats.lower_note")},
        "kind": {"sentence": say("beats.kind", kind=kind), "note": say("beats.kind_note")},
        "length": {
            "sentence": say.count("beats.length", to_beat.size),
            "note": say("beats.length_note"),
        },
        "bomb": {"sentence": say("beats.bomb"), "note": say("beats.lower_note")},
        "rocket": {"sentence": say("beats.rocket"), "note": say("beats.lower_note")},
    }


def _answer(question: str, state: State, say: Texts) -> Data | None:
    """Why the ranks of the question are no play; None when they are one, or not in the hand."""
    hand = state.hands[PERSON]
    cards = parse_ranks(question, packs=state.rules.packs)
    held = all(need <= have for need, have in zip(cards, hand, strict=True))
    if not any(cards) or not held or classify(cards, state.rules):
        return None
    reason = why_no_play(cards, state.rules, hand=hand)
    note = {"no_play.one_short": "no_play.note_short", "no_play.one_over": "no_play.note_over"}
    return {
        "key": ranks_text(cards),
        "sentence": no_play_sentence(reason, say),
        "note": say(note.get(reason.key, "no_play.note")),
    }


def no_play_sentence(reason: NoPlay, say: Texts) -> str:
    """Why cards are no play, as a sentence without its stop."""
    kinds = [kind_phrase(kind, say) for kind in reason.kinds]
    return say(
        reason.key,
        kind=kinds[0] if kinds else "",
        other=kinds[-1] if kinds else "",
        rank=rank_name(reason.ranks[0], say) if reason.ranks else "",
        ranks=ranks_shown(reason.ranks, say),
        n=reason.number,
    )


# ---- the bar while nothing is chosen, and the buttons ----


def _idle(state: State, say: Texts) -> str:
    wanted = asked(state)
    if wanted == POINTS:
        return _idle_bid(state, say)
    if wanted in QUESTIONS:
        return say(QUESTIONS[wanted].about)
    if state.to_beat is None:
        return say("idle.lead")
    if not _can_follow(state):
        return say("idle.nothing")
    if state.to_beat.is_bomb:
        return say("beats.bomb")
    kind = kind_phrase(state.to_beat.kind, say)
    return say("idle.follow", kind=kind, cards=play_shown(state.to_beat, say))


def _idle_bid(state: State, say: Texts) -> str:
    highest = _highest_bid(state)
    if state.rules.auction == "points_open":
        return say("idle.bid_open_over", n=highest) if highest else say("idle.bid_open")
    return say("idle.bid_over", n=highest) if highest else say("idle.bid")


def _idle_note(state: State, say: Texts) -> str:
    nothing = state.phase == "play" and state.to_beat is not None and not _can_follow(state)
    return say("nothing_beats") if nothing else say("choose_cards")


def _can_follow(state: State) -> bool:
    assert state.to_beat is not None
    return bool(following(state.hands[PERSON], state.to_beat, state.rules))


def _highest_bid(state: State) -> int:
    return max((bid for bid in state.bids if isinstance(bid, int)), default=0)


def _actions(state: State, say: Texts) -> list[Data]:
    """The buttons under the hand: id, label, note inside, whether it is off."""
    wanted = asked(state)
    if wanted in QUESTIONS:
        no = {"id": "pass", "label": say(QUESTIONS[wanted].no), "note": "", "off": False}
        if wanted == POINTS:
            return [no, *(_bid_button(bid, state, say) for bid in BIDS)]
        return [no, {"id": wanted, "label": say(QUESTIONS[wanted].yes), "note": "", "off": False}]
    lead = state.to_beat is None
    note = say("pass.lead") if lead else ""  # R16
    return [
        {"id": "pass", "label": say("ui.pass"), "note": note, "off": lead},
        {"id": "clear", "label": say("ui.clear"), "note": "", "off": True},
        {"id": "play", "label": say("ui.play"), "note": "", "off": True},
    ]


def _bid_button(bid: int, state: State, say: Texts) -> Data:
    """A bid; one that is too low stays, with its reason (R4)."""
    off = bid not in doudizhu.legal(state)
    note = say("bid.too_low", n=_highest_bid(state)) if off else ""
    return {"id": str(bid), "label": say.count("bid_n", bid), "note": note, "off": off}
