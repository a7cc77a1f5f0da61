"""The sentences about Dou Dizhu: which claims each is made of, and how their values are shown."""

from __future__ import annotations

from typing import Any

from coach.claims import Claim
from coach.doudizhu.phrases import (
    above_phrase,
    act_phrase,
    cards_text,
    holding_phrase,
    one_phrase,
    play_phrase,
    seat_phrase,
    split_phrase,
    word_phrase,
)
from coach.figures import signed
from coach.say import Pattern
from engine.cards import RANKS
from engine.doudizhu.plays import parse_play
from engine.doudizhu.state import View

WIN = ("sure_win", "forced_win")
CHANCE = ("win_chance",)
HOLDS = ("holds_two", "holds_joker", "holds_ace", "holds_bomb")
WORDS = ("word_chance", "word_points", "word_difference")
IN_POINTS = ("expected_points", "word_points", "word_difference")


def _pattern(count: str = "", above: str = "", within: str = "", **roles: object) -> Pattern:
    listed = tuple(
        (role, kinds if isinstance(kinds, tuple) else (str(kinds),))
        for role, kinds in roles.items()
    )
    return Pattern(listed, count, above, within)


PATTERNS: dict[str, Pattern] = {
    # 1, what to look at
    "nudge.count": _pattern(hand="cards_left", count="hand_n"),
    "nudge.enemy_low": _pattern(enemy="enemy_low", count="enemy_n"),
    "nudge.partner": _pattern(partner="partner_winning"),
    "nudge.win": _pattern(win=(*WIN, "open_win")),
    "nudge.follow": _pattern(enemy="enemy_winning"),
    "nudge.word": _pattern(hand="cards_left"),
    # 2, the feature
    "look.split": _pattern(hand="fewest_now", split="split_now", count="hand_n"),
    "look.enemy_one": _pattern(enemy="enemy_low"),
    "look.enemy_two": _pattern(enemy="enemy_low"),
    "look.partner": _pattern(partner="partner_winning", count="partner_n"),
    "look.win": _pattern(win=WIN, count="win_n"),
    "look.open": _pattern(win="open_win"),
    "look.follow": _pattern(hand="fewest_now", cheap="fewest_other", count="cheap_n"),
    "look.word": _pattern(hand="fewest_now", high="high_cards", count="hand_n"),
    # 3, the play
    "play.only": _pattern(only="only_choice"),
    "play.out": _pattern(out="goes_out"),
    "play.sure": _pattern(win="sure_win", count="win_n"),
    "play.forced": _pattern(win="forced_win", count="win_n"),
    "play.forced_side": _pattern(win="forced_win", count="win_n"),
    "play.open": _pattern(win="open_win"),
    "play.open_side": _pattern(win="open_win"),
    "play.best": _pattern(first=CHANCE, second=CHANCE, gap="win_difference", above="gap"),
    "play.tie": _pattern(first=CHANCE, second=CHANCE, gap="win_difference", within="gap"),
    "play.ahead": _pattern(second=CHANCE, first=CHANCE, gap="win_difference", above="gap"),
    "word.best": _pattern(
        first="word_points", second="word_points", gap="word_difference", above="gap"
    ),
    "word.tie": _pattern(
        first="word_points", second="word_points", gap="word_difference", within="gap"
    ),
    "word.ahead": _pattern(
        second="word_points", first="word_points", gap="word_difference", above="gap"
    ),
    # 3, a reason
    "reason.fewer": _pattern(after="fewest_after", other="fewest_other", count="after_n"),
    "reason.unbeaten": _pattern(play="unbeaten"),
    "reason.only_bombs": _pattern(play="only_bombs"),
    "reason.way_back": _pattern(back="way_back"),
    "reason.sure_way_back": _pattern(back="sure_way_back"),
    "reason.count": _pattern(after="fewest_after", count="after_n"),
    "duty.one_card": _pattern(duty="role_duty"),
    "duty.let_partner": _pattern(duty="role_duty", partner="partner_winning"),
    "duty.feed": _pattern(duty="role_duty"),
    "duty.keep_bomb": _pattern(duty="role_duty"),
    "duty.keep_rocket": _pattern(duty="role_duty"),
    "duty.shed_long": _pattern(duty="role_duty"),
    "duty.over_single": _pattern(duty="role_duty"),
    "duty.hold_off": _pattern(duty="role_duty", enemy="enemy_winning", count="enemy_n"),
    "duty.relay": _pattern(duty="role_duty"),
    "duty.keep_high": _pattern(duty="role_duty"),
    "duty.count_plays": _pattern(duty="role_duty", after="fewest_after", count="after_n"),
    "duty.exception": _pattern(duty="role_duty", gap="win_difference", above="gap"),
    # 4, the proof
    "proof.chance": _pattern(win=CHANCE, count="win_error"),
    "proof.solved": _pattern(win=CHANCE, count="win_error"),
    "proof.plays": _pattern(after="fewest_after", split="split_after", count="after_n"),
    "proof.beaten": _pattern(play="beaten_chance"),
    "proof.surely_beaten": _pattern(play="surely_beaten"),
    "proof.points": _pattern(points="expected_points"),
    "proof.spring": _pattern(spring="spring_risk"),
    "proof.multiplier": _pattern(play="multiplier_effect"),
    "proof.breaks_bomb": _pattern(play="breaks_bomb"),
    "proof.breaks_rocket": _pattern(play="breaks_rocket"),
    "proof.breaks_chain": _pattern(play=("breaks_chain", "breaks_airplane"), count="play_n"),
    "proof.unweighted": _pattern(history="history_unknown"),
    "proof.landlord": _pattern(hand="landlord_chance", count="hand_error"),
    "proof.word": _pattern(word="word_points"),
    # the mistakes of beginners
    "mistake.strength": _pattern(
        high="high_cards", after="fewest_after", better="fewest_after", count="after_n"
    ),
    "mistake.bomb_lead": _pattern(bomb="multiplier_effect"),
    "mistake.breaks_bomb": _pattern(bomb="breaks_bomb"),
    "mistake.high_cards": _pattern(left="high_left"),
    "mistake.covers_partner": _pattern(partner="partner_winning", over="fewest_after"),
    # the learner's own choice
    "why.worse": _pattern(yours=CHANCE, best=CHANCE, gap="win_difference", above="gap"),
    "why.same": _pattern(yours=CHANCE, best=CHANCE, gap="win_difference", within="gap"),
    "why.better": _pattern(yours=CHANCE, best=CHANCE, gap="win_difference", above="gap"),
    "why.misses": _pattern(yours=CHANCE, win=(*WIN, "open_win", "goes_out")),
    # why it is worse
    "why.more_plays": _pattern(after="fewest_after", best="fewest_after", count="after_n"),
    "why.unbeaten": _pattern(play="unbeaten"),
    "why.partner_leads": _pattern(partner="partner_winning", lead="leader_leads"),
    "why.partner_wins": _pattern(partner="partner_winning"),
    "why.no_gain": _pattern(after="fewest_after", kept="fewest_after", count="after_n"),
    "why.bomb_spent": _pattern(play="multiplier_effect"),
    "why.high_kept": _pattern(after="high_kept", best="high_kept", count="after_n"),
    "why.highest_left": _pattern(after="highest_left", best="highest_left"),
    "why.enemy_leads": _pattern(enemy="enemy_winning", lead="leader_leads", count="enemy_n"),
    "why.enemy_wins": _pattern(enemy="enemy_winning", count="enemy_n"),
    "why.beaten": _pattern(yours="beaten_chance", best="beaten_chance"),
    "why.surely_beaten": _pattern(yours="surely_beaten", best="beaten_chance"),
    "why.count": _pattern(after="fewest_after", count="after_n"),
    "why.only_bombs": _pattern(play="only_bombs"),
    "why.way_back": _pattern(back="way_back"),
    "why.sure_way_back": _pattern(back="sure_way_back"),
    # before a play, without the better one
    "tutor.loses": _pattern(gap=("win_difference", "ahead_difference"), above="gap"),
    "tutor.word_loses": _pattern(gap="word_difference", above="gap"),
    "tutor.misses": _pattern(yours=(*CHANCE, "ahead_chance"), win=(*WIN, "open_win", "goes_out")),
    "tutor.strength": _pattern(after="fewest_after", count="after_n"),
    "tutor.more_plays": _pattern(after="fewest_after", best="fewest_after", count="after_n"),
    "tutor.unbeaten": _pattern(play="unbeaten"),
    "tutor.high_kept": _pattern(after="high_kept", best="high_kept", count="after_n"),
    "tutor.highest_left": _pattern(after="highest_left", best="highest_left"),
    # after a decision
    "after.worse": _pattern(yours=CHANCE, best=CHANCE, gap="win_difference", above="gap"),
    "after.misses": _pattern(yours=CHANCE, win=(*WIN, "open_win", "goes_out")),
    "after.out": _pattern(out="goes_out"),
    "after.wins": _pattern(win=WIN),
    "after.open": _pattern(win="open_win"),
    "after.open_side": _pattern(win="open_win"),
    "after.best": _pattern(first=CHANCE, count="first_error"),
    "after.hard": _pattern(first=CHANCE, second=CHANCE, gap="win_difference", above="gap"),
    "after.fine": _pattern(yours=CHANCE, gap="win_difference", within="gap"),
    # after a decision, looked at one own decision further
    "ahead.worse": _pattern(best="ahead_chance", gap="ahead_difference", above="gap"),
    "ahead.better": _pattern(yours="ahead_chance", best="ahead_chance"),
    "ahead.same": _pattern(
        yours="ahead_chance", gap="ahead_difference", within="gap", count="yours_error"
    ),
    "ahead.misses": _pattern(yours="ahead_chance", win=(*WIN, "open_win", "goes_out")),
    # what a turn told the partner
    "told.own": _pattern(before=HOLDS, after=HOLDS),
    "told.partner": _pattern(before=HOLDS, after=HOLDS),
}
"""The sentences by the key of their message."""


def fields(claim: Claim, language: str) -> dict[str, Any]:
    """What a sentence may show of *claim*, by name."""
    view, value = claim.subject.view, claim.value
    shown: dict[str, Any] = {}
    if claim.subject.of == "play":
        first = claim.subject.plays[0]
        if claim.kind in WORDS:
            shown["act"] = word_phrase(view, first, language)
        else:
            shown["play"] = play_phrase(first, language)
            shown["act"] = act_phrase(first, language)
    if claim.basis.name == "sampled":
        shown |= _sampled(claim)
    elif isinstance(value, int) and not isinstance(value, bool):
        shown["n"] = value
    if claim.kind in ("split_now", "split_after"):
        shown["plays"] = split_phrase(value, language)
    elif claim.kind == "high_cards":
        shown |= {"twos": value[0], "jokers": value[1]}
    elif claim.kind == "enemy_low":
        shown |= {"seat": seat_phrase(value[0], language), "n": value[1]}
    elif claim.kind == "leader_leads":
        shown["seat"] = seat_phrase(value, language)
    elif claim.kind in ("partner_winning", "enemy_winning"):
        shown["seat"] = seat_phrase(value[0], language)
        shown |= {"play": _read(value[1], view, language), "n": value[2]}
    elif claim.kind == "fewest_other":
        shown |= {"play": _read(value[0], view, language), "n": value[1]}
    elif claim.kind in ("breaks_bomb", "breaks_rocket", "high_left"):
        shown["cards"] = _cards(value, language)
    elif claim.kind == "highest_left":
        shown |= {"cards": _cards(value, language), "one": one_phrase(value, language)}
    elif claim.kind in ("breaks_chain", "breaks_airplane"):
        shown |= {"cards": _cards(value[0], language), "n": value[1]}
    elif claim.kind in ("way_back", "sure_way_back"):
        shown["back"] = _read(value, view, language)
        shown["above"] = above_phrase(view, parse_play(value, view.rules), language)
    elif claim.kind == "only_bombs":
        shown["above"] = above_phrase(view, claim.subject.plays[0], language)
    elif claim.kind == "multiplier_effect":
        shown |= {"now": value[0], "after": value[1]}
    elif claim.kind in HOLDS:
        shown["what"] = holding_phrase(claim.kind, language)
    elif claim.kind == "sure_win":
        shown["n"] = len(value)
    return shown


def _sampled(claim: Claim) -> dict[str, Any]:
    """A share in percent, points of the score with a sign, and the error in the same unit."""
    error = claim.basis.error or 0.0
    shown: dict[str, Any] = {"worlds": claim.basis.worlds}
    if claim.kind in IN_POINTS:
        return shown | {
            "points": _signed(claim.value),
            "gap": f"{max(0.1, abs(claim.value)):.1f}",
            "error": f"{max(0.1, error):.1f}",
        }
    hundredths = round(100 * claim.value)
    told = min(max(hundredths, 1), 99)  # a sample never shows that something is certain
    return shown | {
        "percent": hundredths if claim.scope == "solved worlds" else told,
        "gap": max(1, abs(hundredths)),
        "error": max(1, round(100 * error)),
    }


def _signed(value: float) -> str:
    text = signed(value, 1)
    return "0" if text == "0.0" else text


def _read(text: str, view: View, language: str) -> str:
    return play_phrase(parse_play(text, view.rules), language)


def _cards(text: str, language: str) -> str:
    return cards_text((RANKS.index(letter) for letter in text), language)
