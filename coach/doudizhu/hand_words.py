"""The words and signs by which people write cards in four languages, as tables and patterns.

Everything here is matched on text in compatibility form (NFKC): full-width letters, circled
figures and presentation forms have become plain ones already.
"""

from __future__ import annotations

_NAMES = {
    "3": "three threes",
    "4": "four fours",
    "5": "five fives",
    "6": "six sixes",
    "7": "seven sevens",
    "8": "eight eights",
    "9": "nine nines",
    "T": "ten tens 十",
    "J": "jack jacks ジャック",
    "Q": "queen queens クイーン クィーン",
    "K": "king kings キング",
    "A": "ace aces エース",
    "2": "two twos deuce deuces",
}

RANK_OF = {name: rank for rank, names in _NAMES.items() for name in names.split()}
"""The rank letter of a name in lower case; figures and letters come below."""
RANK_OF |= {letter.lower(): letter for letter in "3456789TJQKA2"}
RANK_OF |= {"10": "T", "0": "T", "o": "T"}

NUMERALS = dict(zip("二三四五六七八九十", "23456789T", strict=True))
"""Chinese figures as ranks; only after a word such as 对, where nothing else can be meant."""

COUNT_OF = {"two": 2, "three": 3, "four": 4, "两": 2, "兩": 2, "二": 2, "三": 3, "四": 4}
COUNT_OF |= {str(count): count for count in range(1, 10)}

# A word of Latin letters ends where another letter begins.
_WORDS = "|".join(sorted((w for w in RANK_OF if len(w) > 2), key=len, reverse=True))
_LATIN_WORDS = "|".join(w for w in _WORDS.split("|") if w.isascii())
_OTHER_WORDS = "|".join(w for w in _WORDS.split("|") if not w.isascii())
RANK = rf"(?:\b(?:{_LATIN_WORDS})\b|10|[2-9TJQKAO0]|十|(?:{_OTHER_WORDS}))"
_RANK_OR_NUMERAL = rf"(?:{RANK}|[二三四五六七八九])"
_PLURAL = r"(?:'?s\b)?"

SUIT_WORDS = (
    "黑桃|红桃|红心|紅桃|紅心|方块|方片|方塊|梅花|草花"
    "|スペード|ハート|ダイヤモンド|ダイヤ|クラブ|クローバー"
    r"|\bspades?\b|\bhearts?\b|\bdiamonds?\b|\bclubs?\b"
)
SUIT_SIGNS = "♠♥♣♦♤♡♧♢"

_BIG = "大|红|紅|赤|彩色?|big|red|colou?red"
_SMALL = "小|黑|黒|白|small|little|black"
_JOKER = "王|鬼|ジョーカー|joker|🃏"

JOKERS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"大小[王鬼]|王炸|[双雙两兩]王|火箭|ロケット|\brocket\b", ("BR",)),
    (r"両方?の?ジョーカー|ジョーカー(?:両方|[2二]枚)|(?:ジョーカー|\bjokers?)\s*[x×]\s*2", ("BR",)),
    (
        r"\b(?:both|two|2)\s+jokers\b|\bjokers\b|王王|🃏\s*🃏(?!\s*\(?\s*(?:[大小红紅赤黑黒]))",
        ("BR",),
    ),
    (rf"(?:{_BIG})\s*(?:{_JOKER})|(?:{_JOKER})\s*[(（]?\s*(?:{_BIG})\s*[)）]?", ("R",)),
    (rf"(?:{_SMALL})\s*(?:{_JOKER})|(?:{_JOKER})\s*[(（]?\s*(?:{_SMALL})\s*[)）]?", ("B",)),
    (rf"{_JOKER}", ("B", "R")),
)
"""Patterns of jokers in words, the most particular first, with what each may stand for."""

_TIMES = r"\s*[x×✕]\s*"
_COUNTER = "[个個张張只枚條条]"

GROUPS: tuple[tuple[str, int | None], ...] = (
    (rf"(?:一?[对對]子?|ペア|\bpair(?:\s+of)?\b)\s*(?P<rank>{_RANK_OR_NUMERAL}){_PLURAL}", 2),
    (rf"(?P<rank>{RANK})の?ペア", 2),
    (rf"\b(?:trio|triple)(?:\s+of)?\b\s*(?P<rank>{RANK}){_PLURAL}", 3),
    (rf"(?P<rank>{RANK})の?(?:トリプル|スリーカード)", 3),
    (
        rf"(?:炸[弹彈]?|爆弾|ボム|\b(?:bomb|quad)(?:\s+of)?\b)\s*(?P<rank>{_RANK_OR_NUMERAL}){_PLURAL}",
        4,
    ),
    (rf"(?P<rank>{RANK})の?(?:炸[弹彈]?|爆弾|ボム)", 4),
    (rf"(?P<count>[两兩二三四2-8]){_COUNTER}[的の]?(?P<rank>{_RANK_OR_NUMERAL})", None),
    (rf"(?P<rank>{RANK})[がをは]?\s*(?P<count>[二三四2-8])枚", None),
    (rf"\b(?P<count>two|three|four)\s+(?P<rank>{RANK})(?:'?s\b|(?<=s)\b)", None),
    (rf"(?P<rank>{RANK}){_TIMES}(?P<count>[1-9])(?![0-9])", None),
    (rf"(?P<count>[1-8]){_TIMES}(?P<rank>{RANK})", None),
)
"""Patterns of several cards of one rank; the number where the word itself says it."""

RANGE = (
    rf"(?P<low>{RANK})\s*"
    r"(?P<way>[-–—‐−~〜]|到|至|から|\bto\b|\bthrough\b)"
    rf"\s*(?P<high>{RANK})"
)
"""From one rank to another; a sign that goes on after it is a list instead (3-4-5)."""

LABEL = r"(?:我的)?(?:手牌|手札|牌)|手持ち(?:の札)?|\b(?:my\s+)?(?:hand|cards)\b|\bown\b"
"""What stands before a colon and is no card."""

BETWEEN = r"\s,;/|·、，。；・.:_+&'\"“”‘’()（）\[\]{}「」『』【】《》<>\-–—‐−~〜"
"""Signs that only keep cards apart, for a character class."""

BETWEEN_WORDS = (
    r"\band\b|\bof\b|\bthe\b|\ba\b(?=\s+(?:pair|trio|bomb|quad|rocket))|和|与|與|跟|と|の|还有|還有"
)
BETWEEN_WORDS += r"|\bfrom\b|从|從|まで"
