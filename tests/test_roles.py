"""What a role asks for: where each rule of thumb is said and where not, by hand."""

from __future__ import annotations

import pytest

from coach.doudizhu import facts
from coach.doudizhu.roles import DUTIES, Duty
from coach.language import LANGUAGES
from coach.say import render, sentence
from engine.doudizhu.plays import Play, parse_play
from engine.doudizhu.position import parse_view
from engine.doudizhu.state import View

NAMED = {duty.name: duty for duty in DUTIES}

LEADS = "ddz ?9/33345679TJQKA2/?9 - 1@1 1 - 0 0 plays=1,1,1 unseen=44556677889TTJJQQK"
"""A landlord on the lead with two long plays in hand and a 2."""
FOLLOWS = "ddz ?9/3569TJK2R/?9 - 1@1 1 0:4 0 0 plays=2,2,2 unseen=44556677889TTJJQQK"
"""A landlord over a low single, with a 2 and the big joker."""
ONE = "ddz ?1/3358TK/?5 - 0@1 1 - 0 0 plays=4,3,3 unseen=46779J"
"""A peasant on the lead, the landlord has one card."""
SMALL = "ddz ?1/?5/369KA - 0@1 2 1:5 0 0 plays=4,3,3 unseen=46779J"
"""The partner's small single, the landlord with one card is still to follow."""
RUNS = "ddz ?8/3679QK/?7 - 0@1 1 2:5 1 0 plays=3,2,3 unseen=44556889TTJJQAK"
"""The partner runs small cards and the landlord has passed."""
LAST = "ddz ?8/3679QK/?2 - 0@1 1 - 0 0 plays=3,2,3 unseen=4455689TJQ"
"""A peasant on the lead, the partner has two cards."""
NEAR = "ddz ?8/33679QK/?4 - 0@1 1 - 0 0 plays=3,2,3 unseen=4455689TJQAA"
"""A peasant on the lead, the partner has four cards, fewer than the others."""
ENDS = "ddz ?4/3679QKA/?8 - 0@1 1 0:J 0 0 plays=3,2,3 unseen=4455689TJQ22"
"""The landlord has four cards and the trick."""


pytestmark = pytest.mark.usefixtures("compiled")


def case(line: str, text: str) -> tuple[View, Play | None]:
    view = parse_view(line)
    return view, None if text == "pass" else parse_play(text, view.rules)


def keeps(duty: Duty, view: View, play: Play | None) -> bool:
    return duty.applies(view) and duty.fits(view, play)


@pytest.mark.parametrize(
    ("name", "line", "kept", "broken"),
    [
        # the landlord
        ("shed_long", LEADS, ["9TJQKA", "34567"], ["9TJQK", "3", "2", "333"]),
        ("count_plays", LEADS, ["9TJQKA", "34567"], ["2", "3", "K"]),
        ("keep_high", FOLLOWS, ["5", "6", "K"], ["2", "R", "pass"]),
        # the landlord has one card
        ("one_card", ONE, ["33", "K"], ["3", "5", "T"]),
        ("over_single", SMALL, ["K", "A"], ["6", "9", "pass"]),
        # peasants together
        ("let_partner", RUNS, ["pass"], ["6", "7", "K"]),
        ("feed", LAST, [], ["3", "K"]),
        ("relay", NEAR, ["3", "33", "9"], ["K", "Q"]),
        ("hold_off", ENDS, ["Q", "K", "A"], ["pass"]),
    ],
)
def test_a_duty_is_kept_by_some_plays_and_broken_by_others(
    name: str, line: str, kept: list[str], broken: list[str]
) -> None:
    for text in kept:
        assert keeps(NAMED[name], *case(line, text)), text
    for text in broken:
        assert not keeps(NAMED[name], *case(line, text)), text


def test_a_bomb_of_five_is_no_long_play_to_shed() -> None:
    """With two packs a bomb may have five cards and more (R23); it is kept like any other."""
    line = "ddz ?9/33333579TJQKA/?9/?9 - 1@1 1 - 0 0 rules=four-player plays=2,2,2,2"
    line += " unseen=444455556666777788889999TTT"
    assert keeps(NAMED["shed_long"], *case(line, "9TJQKA"))
    assert not keeps(NAMED["shed_long"], *case(line, "33333"))


@pytest.mark.parametrize(
    ("name", "line"),
    [
        # a hand of few cards is not early any more; a follower sheds nothing
        ("shed_long", "ddz ?9/34567K2/?9 - 1@1 1 - 0 0 plays=2,2,2 unseen=44556677889TTJJQQK"),
        ("shed_long", FOLLOWS),
        # a peasant; no 2 and no joker; two plays left
        ("count_plays", ONE),
        ("count_plays", "ddz ?9/3456789TK/?9 - 1@1 1 - 0 0 plays=2,2,2 unseen=44556677889TTJJQQK"),
        ("count_plays", "ddz ?9/345672/?9 - 1@1 1 - 0 0 plays=2,2,2 unseen=44556677889TTJJQQK"),
        # an enemy with two cards: the fight is on; a high play to beat; nothing high in hand
        ("keep_high", "ddz ?2/3569K2R/?9 - 1@1 1 0:4 0 0 plays=2,2,2 unseen=5667788TTJJ"),
        ("keep_high", "ddz ?9/3569K2R/?9 - 1@1 1 0:Q 0 0 plays=2,2,2 unseen=44556677889TTJJQQK"),
        ("keep_high", "ddz ?9/3569K/?9 - 1@1 1 0:4 0 0 plays=2,2,2 unseen=44556677889TTJJQQK"),
        # over a pair one 2 is no choice
        ("keep_high", "ddz ?9/35566K2/?9 - 1@1 1 0:44 0 0 plays=2,2,2 unseen=5677889TTJJQQKKA4A"),
        # two cards; the landlord himself
        ("one_card", "ddz ?2/3358TK/?5 - 0@1 1 - 0 0 plays=4,3,3 unseen=46779JQ"),
        ("one_card", "ddz ?1/3358TK/?5 - 1@1 1 - 0 0 plays=4,3,3 unseen=46779J"),
        # the landlord has acted already; nothing out beats the single; a pair is safe from him
        ("over_single", "ddz ?1/369KA/?5 - 0@1 1 2:5 1 0 plays=4,3,3 unseen=46779J"),
        ("over_single", "ddz ?1/?5/369KA - 0@1 2 1:Q 0 0 plays=4,3,3 unseen=46779J"),
        ("over_single", "ddz ?1/?5/3699A - 0@1 2 1:55 0 0 plays=4,3,3 unseen=46779J"),
        # a high play, a long one, the landlord's; and his last card may still go over it
        ("let_partner", "ddz ?8/3679QK/?7 - 0@1 1 2:J 1 0 plays=3,2,3 unseen=44556889TTJJQAK"),
        ("let_partner", "ddz ?8/789TJK/?7 - 0@1 1 2:34567 1 0 plays=3,2,3 unseen=4455689TTJJQAKK"),
        ("let_partner", "ddz ?8/3679QK/?7 - 0@1 1 0:5 0 0 plays=3,2,3 unseen=44556889TTJJQAK"),
        ("let_partner", SMALL),
        # three cards; the landlord's two
        ("feed", NEAR),
        ("feed", "ddz ?2/3679QK/?8 - 0@1 1 - 0 0 plays=3,2,3 unseen=4455689TJQ"),
        # six cards; more than the own hand; fewer than two plays away is for feeding
        ("relay", "ddz ?8/33679QK/?6 - 0@1 1 - 0 0 plays=3,2,3 unseen=4455689TJQAAKK"),
        ("relay", "ddz ?8/33K/?4 - 0@1 1 - 0 0 plays=3,2,3 unseen=4455689TJQAA"),
        ("relay", LAST),
        # six cards; the trick is the partner's
        ("hold_off", "ddz ?6/3679QKA/?8 - 0@1 1 0:J 0 0 plays=3,2,3 unseen=4455689TJQ22AA"),
        ("hold_off", "ddz ?4/3679QKA/?8 - 0@1 1 2:J 1 0 plays=3,2,3 unseen=4455689TJQ22"),
        # nothing to keep; the rocket and one more play win at once
        ("keep_bomb", LEADS),
        ("keep_rocket", "ddz ?9/33BR/?9 - 1@1 1 - 0 0 plays=2,2,2 unseen=44556677889TTJJQQK"),
        # no four of a rank: what is kept is the rocket; and the other way round
        ("keep_bomb", "ddz ?9/3369JBR/?9 - 1@1 1 - 0 0 plays=2,2,2 unseen=44556677889TTJJQQK"),
        ("keep_rocket", "ddz ?9/369J5555/?9 - 1@1 1 - 0 0 plays=2,2,2 unseen=446677889TTJJQQKKK"),
    ],
)
def test_a_duty_is_not_spoken_of_where_its_conditions_fail(name: str, line: str) -> None:
    assert not NAMED[name].applies(parse_view(line))


def test_a_partner_is_fed_what_he_may_go_out_with() -> None:
    """Two cards: a low pair that a pair still out beats, not a single."""
    view, pair = case("ddz ?8/33679QK/?2 - 0@1 1 - 0 0 plays=3,2,3 unseen=4455689TJQ", "33")
    assert keeps(NAMED["feed"], view, pair)
    assert not keeps(NAMED["feed"], view, parse_play("6"))


def test_no_duty_depends_on_which_of_the_two_peasants_one_is() -> None:
    """The same hands and trick from the seat after the landlord and from the seat before."""
    after = parse_view("ddz ?4/3679QKA/?8 - 0@1 1 0:J 0 0 plays=3,2,3 unseen=4455689TJQ22")
    before = parse_view("ddz ?4/?8/3679QKA - 0@1 2 0:J 1 0 plays=3,3,2 unseen=4455689TJQ22")
    for duty in DUTIES:
        assert duty.applies(after) == duty.applies(before), duty.name


def test_every_duty_has_its_sentence_in_every_language() -> None:
    lines = {
        "one_card": (ONE, "33"),
        "over_single": (SMALL, "K"),
        "let_partner": (RUNS, "pass"),
        "feed": ("ddz ?8/33679QK/?2 - 0@1 1 - 0 0 plays=3,2,3 unseen=4455689TJQ", "33"),
        "hold_off": (ENDS, "Q"),
        "relay": (NEAR, "33"),
        "keep_bomb": (
            "ddz ?9/369J5555/?9 - 1@1 1 - 0 0 plays=2,2,2 unseen=446677889TTJJQQKKK",
            "6",
        ),
        "keep_rocket": (
            "ddz ?9/3369JBR/?9 - 1@1 1 - 0 0 plays=2,2,2 unseen=44556677889TTJJQQK",
            "6",
        ),
        "shed_long": (LEADS, "9TJQKA"),
        "keep_high": (FOLLOWS, "5"),
        "count_plays": (
            "ddz ?9/3569K2/?9 - 1@1 1 - 0 0 plays=2,2,2 unseen=4455667788TTJJQQKK",
            "3",
        ),
    }
    assert set(lines) == set(NAMED)
    for name, told in lines.items():
        view, play = case(*told)
        duty = facts.role_duty(view, play)
        assert duty is not None
        assert duty.value == name
        more = {
            "let_partner": {"partner": facts.partner_winning(view)},
            "hold_off": {"enemy": facts.enemy_winning(view)},
            "count_plays": {"after": facts.fewest_after(view, play)},
        }
        said = sentence(f"duty.{name}", duty=duty, **more.get(name, {}))
        for language in LANGUAGES:
            assert "{" not in render(said, language)
