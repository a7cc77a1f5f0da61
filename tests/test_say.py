"""Sentences: from claims only, complete in four languages, as the voice wants them."""

from __future__ import annotations

import re
from dataclasses import replace
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from coach.claims import Basis, Claim, How, Subject
from coach.doudizhu import facts, wording
from coach.doudizhu.phrases import act_phrase, play_phrase
from coach.language import HINTS, LANGUAGES, catalogue_path
from coach.say import Sentence, UnprovedError, render, sentence
from engine.doudizhu.plays import parse_play
from engine.doudizhu.position import parse_view
from engine.doudizhu.rules import parse_rules

VIEW = parse_view("ddz ?3/33456789/?3 - 1@1 1 - 0 0 unseen=TTJJQQ")


def catalogue(language: str) -> Catalog:
    with catalogue_path(language, HINTS).open("rb") as file:
        return read_po(file, locale=language.replace("-", "_"))


def forms(language: str) -> dict[str, list[str]]:
    """The forms of every message by key."""
    found = {}
    for message in catalogue(language):
        if message.id:
            key = message.id if isinstance(message.id, str) else message.id[0]
            string = message.string
            found[key] = [string] if isinstance(string, str) else list(string)
    return found


def slots(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def chance(value: float, play: str, *, kind: str = "win_chance", error: float = 0.02) -> Claim:
    """A sampled claim about a play, as if it had been found."""
    plays = (parse_play(play),)
    return Claim(
        kind,
        Subject("play", VIEW, plays),
        value,
        Basis("sampled", error, 600, 1),
        "likely worlds",
        How("ddz", "by hand", weighted=True),
    )


# ---- nothing without a claim ----


def test_a_missing_claim_raises() -> None:
    with pytest.raises(UnprovedError, match="needs claims for"):
        sentence("look.split", hand=facts.fewest_now(VIEW))
    with pytest.raises(UnprovedError, match="no claim is given"):
        sentence("nudge.count")
    with pytest.raises(UnprovedError, match="is no sentence"):
        sentence("nudge.nothing", hand=facts.cards_left(VIEW))


def test_a_claim_of_another_kind_raises() -> None:
    with pytest.raises(UnprovedError, match="hand is fewest_now"):
        sentence("nudge.count", hand=facts.fewest_now(VIEW))


def test_a_slot_that_no_claim_fills_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    """A message with a slot too many, whatever the language."""
    patterns = {"proof.plays": wording.PATTERNS["nudge.count"]}
    monkeypatch.setattr(wording, "PATTERNS", patterns)
    said = Sentence("proof.plays", (("hand", facts.cards_left(VIEW)),))
    for language in LANGUAGES:
        with pytest.raises(UnprovedError, match="no claim fills"):
            render(said, language)


def test_better_is_said_only_beyond_two_standard_errors() -> None:
    first, second = chance(0.63, "33"), chance(0.58, "9")
    small = chance(0.05, "33", kind="win_difference", error=0.03)
    large = chance(0.07, "33", kind="win_difference", error=0.03)
    with pytest.raises(UnprovedError, match="not clearly above zero"):
        sentence("play.best", first=first, second=second, gap=small)
    with pytest.raises(UnprovedError, match="clearly not zero"):
        sentence("play.tie", first=first, second=second, gap=large)
    below = replace(large, value=-0.07)
    with pytest.raises(UnprovedError, match="clearly not zero"):
        sentence("play.tie", first=first, second=second, gap=below)
    sentence("play.best", first=first, second=second, gap=large)
    sentence("play.tie", first=first, second=second, gap=small)


# ---- the catalogues ----


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_in_every_catalogue(language: str) -> None:
    known = forms(language)
    assert set(wording.PATTERNS) <= set(known)
    assert set(known) == set(forms("en"))
    assert not [key for key, found in known.items() if not all(form.strip() for form in found)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_slot_is_a_field_of_a_role(language: str) -> None:
    for key, found in forms(language).items():
        if key in wording.PATTERNS:
            pattern = wording.PATTERNS[key]
            roles = {role for role, _ in pattern.roles}
            for slot in set().union(*map(slots, found)):
                assert slot.split("_")[0] in roles or (slot == "n" and pattern.count), (key, slot)


def test_no_message_is_left_that_nothing_says() -> None:
    families = r"(list|rank|one|phrase|act|word|place|holding)\..+"
    unused = [
        key
        for key in forms("en")
        if key not in wording.PATTERNS and not re.fullmatch(families, key)
    ]
    assert unused == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_keep_to_the_voice(language: str) -> None:
    """No exclamation, no honorific, the stops of the language; no card kinds of another Chinese."""
    banned = {
        "en": r"!|should|\bstrong\b|\bbig the\b",
        "ja": r"[!！;；]|あなた|ございま|トリック",
        "zh-Hans": r"[!！]|您|应该|當|這|過牌",
        "zh-Hant": r"[!！]|您|妳|應該|这|压|红桃|不出(?!明)|设置|三张",
    }[language]
    for key, found in forms(language).items():
        for form in found:
            assert not re.search(banned, form), (key, form)
            if key in wording.PATTERNS:
                assert form[-1] in (".?" if language == "en" else "。？?"), (key, form)


# ---- plays as phrases ----


@pytest.mark.parametrize(
    ("play", "shown"),
    [
        ("8", ("an 8", "単札の8", "8", "8")),
        ("R", ("the big joker", "大ジョーカー", "大王", "大王")),
        ("TT", ("a pair of 10s", "10のペア", "对10", "對10")),
        ("999", ("three 9s", "9のスリーカード", "三个9", "三條9")),
        ("KKK+4", ("KKK with a 4", "KKK＋4", "KKK带4", "KKK帶4")),
        ("KKK+44", ("KKK with a pair of 4s", "KKK＋44", "KKK带对4", "KKK帶對4")),
        (
            "4444+5T",
            ("4444 with a 5 and a 10", "4444＋5\u200910", "4444带5\u200910", "4444帶5\u200910"),
        ),
        (
            "4444+55TT",
            (
                "4444 with a pair of 5s and a pair of 10s",
                "4444＋55\u200910\u200910",
                "4444带55\u200910\u200910",
                "4444帶55\u200910\u200910",
            ),
        ),
        (
            "444555666+77A",
            (
                "the airplane 444555666 with a pair of 7s and an A",
                "飛行機444555666＋77A",
                "飞机444555666带77A",
                "飛機444555666帶77A",
            ),
        ),
        ("34567", ("the straight 34567", "34567の階段", "34567顺子", "34567順子")),
        ("8888", ("a bomb of 8s", "8の爆弾", "四个8（炸弹）", "四個8（炸彈）")),
        ("BR", ("the rocket", "ロケット", "王炸", "王炸")),
    ],
)
def test_plays_are_read_as_the_voice_has_it(play: str, shown: tuple[str, ...]) -> None:
    assert tuple(play_phrase(parse_play(play), language) for language in LANGUAGES) == shown


def test_a_pass_is_what_players_call_it() -> None:
    acts = tuple(act_phrase(None, language) for language in LANGUAGES)
    assert acts == ("pass", "パスする", "不出", "過牌")


def test_every_kind_of_play_has_a_phrase_in_every_language() -> None:
    kinds = ["33", "333", "334455", "333444", "333444+56", "333444+5566", "3333+56", "3333+5566"]
    rules = parse_rules("classic")
    for language in LANGUAGES:
        for play in kinds:
            assert play_phrase(parse_play(play, rules), language)


def test_counts_choose_singular_and_plural() -> None:
    one = parse_view("ddz ?3/3/?3 - 1@1 1 - 0 0 unseen=TTJJQQ")
    said = [render(sentence("nudge.count", hand=facts.cards_left(v)), "en") for v in (one, VIEW)]
    assert said[0].startswith("You have 1 card left")
    assert said[1].startswith("You have 8 cards left")


def test_a_sample_never_sounds_certain() -> None:
    assert "99%" in render(sentence("proof.chance", win=chance(1.0, "33")), "en")
    assert "約1%" in render(sentence("proof.chance", win=chance(0.0, "33")), "ja")
