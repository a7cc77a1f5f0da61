"""The page that analyses pasted cards, on a desktop and on a phone."""

from __future__ import annotations

import re
from urllib.parse import quote

from playwright.sync_api import expect

from coach.language import LANGUAGES, texts
from tests.browser.table import Table


def show(table: Table, hand: str, language: str = "en", **told: str) -> None:
    """Open the page with this paste in its address."""
    more = "".join(f"&{name}={quote(value)}" for name, value in told.items())
    address = table.server.address
    table.page.goto(f"{address}/analyse?lang={language}&hand={quote(hand)}{more}")
    table.page.locator(".st-key-analyse h1").wait_for()


def test_a_paste_is_shown_as_it_was_read_analysed_and_taken_away(table: Table) -> None:
    page = table.page
    show(table, "")
    page.get_by_role("textbox", name="Your cards").fill("对3 4-8 KK 大王")
    page.keyboard.press("Control+Enter")
    chips = page.locator("ul.read li")
    expect(chips).to_have_count(4 + 1)  # 对3, 4-8, K, K, 大王
    expect(page.get_by_text("Fewest plays: 4")).to_be_visible()  # 33, 45678, KK, big joker
    expect(page.locator("ul.groups li")).to_have_count(4)
    page.get_by_text("Why it can’t be fewer").click()
    expect(page.get_by_text("has to go in some play")).to_be_visible()
    assert "hand=" in page.url
    page.reload()
    expect(page.get_by_text("Fewest plays: 4")).to_be_visible()
    with page.expect_download() as taken:
        page.get_by_role("button", name="Picture").click()
    assert taken.value.path().read_text(encoding="utf-8").startswith("<svg")
    wide = page.evaluate("() => document.scrollingElement.scrollWidth - innerWidth")
    assert wide <= 0


def test_what_is_not_clear_is_asked_and_what_is_no_card_is_marked(desktop: Table) -> None:
    page = desktop.page
    show(desktop, "3 3 BJ")
    page.get_by_text("33 big joker").click()
    expect(page.get_by_text("Fewest plays: 2")).to_be_visible()
    show(desktop, "3 4 ? 5")
    expect(page.locator("[role=alert] mark")).to_have_text("?")
    show(desktop, "33333")
    expect(page.locator("[role=alert]")).to_contain_text("one 3 too many: a deck has 4")


def test_every_play_of_a_position_is_ranked_with_its_chance(desktop: Table) -> None:
    show(desktop, "ddz ?9/345789TQKA/?9 - 1@1 1 - 0 0 plays=2,2,2 unseen=34455667788TTJJQQK")
    rows = desktop.page.locator(".plays tbody tr")
    expect(rows.first).to_contain_text("%")
    assert rows.count() > 8


def test_a_side_condition_has_its_price(desktop: Table) -> None:
    """34567 with 7777: keeping the bomb leaves 3, 4, 5 and 6, five plays where two do."""
    show(desktop, "34567777", keep="7777")
    expect(desktop.page.get_by_text("3 plays more than without it")).to_be_visible()
    expect(desktop.page.locator(".report p", has_text="7777, 3, 4, 5, 6")).to_be_visible()
    with desktop.page.expect_download() as taken:
        desktop.page.get_by_role("button", name="Markdown").click()
    text = taken.value.path().read_text(encoding="utf-8")
    assert "### Keep to a condition\n\n- Fewest plays: 5\n- 3 plays more" in text


def test_a_card_is_changed_the_address_tells_it_and_the_report_what_it_does(table: Table) -> None:
    """345678 and 33 are two plays; with a K for a 3 it is three, without both of them one.

    The address alone opens the same; back to the paste nothing is changed.
    """
    page = table.page
    show(table, "33345678")
    page.get_by_text("What if: change a card").click()
    page.get_by_role("radio", name="333", exact=True).click()
    expect(page.get_by_text("Change one 3 to")).to_be_visible()
    page.get_by_role("radio", name="K", exact=True).click()
    changed = page.locator(".report .changed")
    expect(changed).to_contain_text("Taken away: 3")
    expect(changed).to_contain_text("Added: K")
    expect(changed).to_contain_text("Fewest plays: 2 before, 3 now")
    expect(page).to_have_url(re.compile("now=3345678K"))
    page.reload()
    expect(changed).to_contain_text("Fewest plays: 2 before, 3 now")
    for card, left in (("K", "2 before, 2 now"), ("33", "2 before, 1 now")):
        page.get_by_role("radio", name=card, exact=True).first.click()
        page.get_by_role("radio", name="Take away").click()
        expect(changed).to_contain_text(left)
    page.get_by_role("button", name="Back to the pasted hand").click()
    expect(changed).to_have_count(0)
    assert "now=" not in page.url
    assert page.get_by_role("textbox", name="Your cards").input_value() == "33345678"


def test_a_position_is_set_free_and_its_table_changed(desktop: Table) -> None:
    """The seat after the landlord holds 77 and A against 33: one and the same hand as fields."""
    page = desktop.page
    show(desktop, "ddz 5566789/77A/TTK2 - 0@3 1 0:33 0 1")
    page.get_by_role("button", name="Change cards and table").click()
    expect(page.get_by_role("textbox", name="Your cards")).to_have_value("77A")
    page.get_by_text("Rules, role and the table").click()
    to_beat = page.get_by_role("textbox", name="Play to beat")
    expect(to_beat).to_have_value("33")
    expect(page.locator(".plays tbody th", has_text="77")).to_have_count(1)
    to_beat.fill("对8")
    to_beat.press("Enter")
    expect(page.locator(".plays tbody th")).to_have_text(["Pass"])
    expect(page).to_have_url(re.compile("on=%E5%AF%B98"))
    to_beat.fill("34")
    to_beat.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("“34” is no play")


def test_many_hands_go_up_as_a_file_and_come_down_as_a_table(desktop: Table) -> None:
    page = desktop.page
    show(desktop, "")
    page.get_by_text("Many hands at once").click()
    page.locator(".st-key-analyse input[type=file]").set_input_files(
        {"name": "hands.csv", "mimeType": "text/csv", "buffer": b'hand\n"3,3,4"\nhello\n'}
    )
    with page.expect_download() as taken:
        page.get_by_role("button", name="Table (CSV)").click()
    lines = taken.value.path().read_text(encoding="utf-8").splitlines()
    assert lines[1] == '"3,3,4",334,3,2,33 4,'
    assert lines[2].startswith("hello,,,,,")


def test_nothing_pasted_is_markup(desktop: Table) -> None:
    page = desktop.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    show(desktop, "<img src=https://tesuu.invalid/x.png> **b** :red[3]")
    expect(page.locator("[role=alert] mark")).to_have_text("img")
    expect(page.locator(".st-key-analyse img")).to_have_count(0)
    assert not [url for url in asked if "tesuu.invalid" in url and "/analyse" not in url]


def test_nothing_in_an_address_or_a_paste_breaks_the_page(desktop: Table) -> None:
    """Wrong keys and values are as if they were not there; a paste after a refused one is read."""
    page = desktop.page
    wrong = {"now": "3333333", "meant": "x", "seat": "9", "role": "king", "rules": "chess"}
    show(desktop, "334", **wrong, by="1", nonsense="[" * 50)
    expect(page.get_by_text("Fewest plays: 2")).to_be_visible()
    expect(page).to_have_url(re.compile(r"lang=en&hand=334$"))
    box = page.get_by_role("textbox", name="Your cards")
    pastes = {
        "3 " * 5_000: "too long",
        '[Game "ddz"]\n1. 0:34567 <script>': "can’t be read as a position",
        "<b>**3**</b> :red[4] $x^2$": "is no card",
        "ddz " + "x " * 30_000: "can’t be read as a position",
        "3 \u0007 4": "is no card",
    }
    for paste, said in pastes.items():
        box.fill(paste)
        box.press("Control+Enter")
        expect(page.get_by_role("alert").filter(has_text=said)).to_be_visible()
        expect(page.get_by_role("alert")).to_have_count(1)
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("is no card")
    box.fill("\u202e33 4")
    box.press("Control+Enter")
    expect(page.get_by_text("Fewest plays: 2")).to_be_visible()


def test_a_situation_that_contradicts_itself_is_said_and_the_cards_still_analysed(
    phone: Table,
) -> None:
    told = {"role": "before", "on": "55", "counts": "3,4", "keep": "8888"}
    for language in LANGUAGES:
        say = texts(language)
        show(phone, "33455667", language, **told)
        alerts = phone.page.get_by_role("alert")
        expect(alerts.first).to_have_text(say("analyse.wrong_sum", held=7, unseen=44))
        expect(alerts.last).to_have_text(say("analyse.wrong_conditions"))
        expect(phone.page.locator("ul.groups li")).to_have_count(4)


def test_the_page_speaks_four_languages(phone: Table) -> None:
    for language in LANGUAGES:
        say = texts(language)
        show(phone, "334", language)
        expect(phone.page.locator("h1").first).to_have_text(say("ui.analyse"))
        expect(phone.page.locator(".report h2").first).to_contain_text("334")
        expect(phone.page.get_by_text(say("analyse.why"))).to_be_visible()
