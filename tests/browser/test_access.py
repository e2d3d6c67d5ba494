"""Tables on a large screen, as axe and a screen reader find them.

`test_translations.py` has axe look at all pages on the smallest phone.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from howdah.core.record import Record
from tests.browser.axe import SET_THEME, find_violations
from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer
from tests.browser.page_actions import (
    act,
    close_hand,
    links_of,
    open_menu,
    open_table,
    redraws,
    show_result,
    wait_for_fortune,
    wait_for_table,
    wait_for_turn,
)
from tests.browser.unfinished_games import store_unfinished
from tests.golden.files import FOLDER

LETTERS = re.compile(r"\b[A-Z]\b\W*\b[A-Z]\b\W*\b[A-Z]\b")
"""Letters in a row, as drawings have them for silks: they say nothing when they are read."""
SITES = (
    *("Hilltop A", "Hilltop B", "Indore, city D1", "Nagpur, city D2", "Bombay, city D3"),
    "Hyderabad, city D4",
    *(f"Site {group}{number}" for group in "EF" for number in range(1, 5)),
    *(f"Crossroads G{number}" for number in range(1, 9)),
    *("Crossroads H1", "Crossroads H2"),
)


def _is_open_to_everyone(page: Page) -> None:
    found = find_violations(page)
    assert not found, "\n".join(found)


def test_a_table_of_bombay_is_open_to_everyone(visit: Visit) -> None:
    page = open_table(visit, "me", "agent:greedy", "link")
    wait_for_turn(page)
    _is_open_to_everyone(page)
    act(page, "wait")
    _is_open_to_everyone(page)
    open_menu(page)
    _is_open_to_everyone(page)


OPENING_SIGNS = """() => [...document.querySelectorAll("#menu summary")].map((summary) => {
  const sign = getComputedStyle(summary, "::after");
  const isSeen = parseFloat(sign.width) > 5 && parseFloat(sign.borderRightWidth) >= 2;
  return isSeen && sign.borderRightColor === getComputedStyle(summary).color;
})"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_what_opens_has_a_sign_in_the_colour_of_its_text(visit: Visit, theme: str) -> None:
    page = open_table(visit, "me", "agent:greedy")
    page.evaluate(SET_THEME, theme)
    with page.expect_response("**/fair"):
        open_menu(page)
    signs = page.evaluate(OPENING_SIGNS)
    assert signs, "the keyboard shortcuts open"
    assert all(signs)


def test_the_invitations_are_open_to_everyone(visit: Visit) -> None:
    page = visit("/new", form={"game": "bombay", "players": "3", "who-1": "link", "who-2": "link"})
    visit(links_of(page)[0])
    expect(page.locator("#invitations [data-state=here]")).to_be_visible()
    _is_open_to_everyone(page)
    page.locator("#invitations [data-qr]").click()
    _is_open_to_everyone(page)


def test_a_table_of_the_bazar_is_open_to_everyone(visit: Visit) -> None:
    page = open_table(visit, "me", "me", game="bazar", rules={"starter": "medals"})
    _is_open_to_everyone(page)
    for name, call in (("Ada", "even"), ("Bao", "odd")):
        expect(page.locator("#headline")).to_contain_text(name)
        close_hand(page, 1, call)
    expect(page.locator(".round-result.decided")).to_be_visible()
    _is_open_to_everyone(page)
    page = open_table(visit, "me", "link", game="bazar")
    with redraws(page):
        page.locator("#pile-02").click()
    _is_open_to_everyone(page)
    page.locator("#drop").click()
    expect(page.locator("#headline")).to_contain_text("Bao's turn")
    _is_open_to_everyone(page)


def test_the_steps_of_the_scoring_are_open_to_everyone(visit: Visit, server: LiveServer) -> None:
    record = Record.parse((FOLDER / "bombay-records.jsonl").read_text().splitlines()[0])
    table = store_unfinished(server, record, ["random", "me"], turns_left=2)
    page = visit(table.links[1])
    wait_for_turn(page)
    act(page, "wait")
    page.locator("#commit").click()
    for _ in range(3):
        page.locator("#next-step").click()
    _is_open_to_everyone(page)
    rows = page.get_by_role("table", name="Final scoring").get_by_role("row")
    expect(rows.get_by_role("rowheader")).to_have_text(["Rupees", "Empire", "Reputation", "Total"])
    show_result(page)
    _is_open_to_everyone(page)


def test_the_past_and_the_scoring_are_open_to_everyone(visit: Visit) -> None:
    page = _open_record(visit)
    _is_open_to_everyone(page)
    page.keyboard.press("End")
    page.locator(".scoring").wait_for()
    _is_open_to_everyone(page)


def test_take_backs_are_open_to_everyone(visit: Visit) -> None:
    page = open_table(visit, "me", "agent:level:1")
    first = page.url
    wait_for_turn(page)
    wait_for_fortune(page)
    wait_for_turn(page)
    page.keyboard.press("u")
    expect(page.locator("#try-again")).to_be_visible()
    _is_open_to_everyone(page)
    page.keyboard.press("t")
    expect(page.locator("#take-backs")).to_be_visible()
    wait_for_turn(page)
    _is_open_to_everyone(page)
    open_menu(page)
    _is_open_to_everyone(page)
    page.goto(first)
    expect(page.locator("#go-to-continuation")).to_be_visible()
    _is_open_to_everyone(page)


def _open_record(visit: Visit) -> Page:
    page = visit("/")
    record = (FOLDER / "bombay-records.jsonl").read_text().splitlines()[0]
    file = {"name": "game.json", "mimeType": "application/json", "buffer": record.encode()}
    page.locator(".records summary").click()
    page.locator("#record-file").set_input_files(file)  # type: ignore[arg-type]
    page.locator("form.record-form button").click()
    expect(wait_for_table(page).locator("#where")).to_contain_text("0 / ")
    return page


# The accessibility tree


@pytest.mark.parametrize("players", [2, 4])
def test_every_site_of_bombay_reads_as_what_is_there(visit: Visit, players: int) -> None:
    page = open_table(visit, "me", *["link"] * (players - 1))
    act(page, "move E4")
    act(page, "buy")
    tree = page.locator("main").aria_snapshot()
    cells = re.findall(r"gridcell [\"'](.*)", tree.replace("'gridcell \"", 'gridcell "'))
    assert len(cells) == len(SITES)
    assert all(sum(cell.startswith(f"{site}.") for cell in cells) == 1 for site in SITES)
    (nagpur,) = (cell for cell in cells if cell.startswith("Nagpur"))
    assert "Buys orange (4 rupees), blue (3 rupees), yellow (2 rupees and 1 client)." in nagpur
    assert f"{players - 1} city token" in nagpur
    (post,) = (cell for cell in cells if cell.startswith("Site E4."))
    assert "Purple trading post, open. Ada's elephant, carrying purple silk." in post
    assert "Left market: 4 blue; 1 rupee, 1 star per bale" in tree
    assert "Ada. To play, first player, 5 palaces left. Carrying purple silk. 1 rupee" in tree
    assert not LETTERS.search(tree)


def test_a_tree_of_the_bazar_has_every_space_and_the_tips(visit: Visit) -> None:
    page = open_table(visit, "me", "me", game="bazar")
    with redraws(page):
        page.locator("#pile-02").click()
    tree = page.locator("main").aria_snapshot()
    assert len(re.findall(r"gridcell", tree)) == 61
    tip = "Row 1, space 1. Empty. Ada''s tip, entry: north-west. Place tile 02: gain 1 segment."
    assert tip in tree
    assert "Row 9, space 5. Empty. Bao''s tip, entry: south-east." in tree
    assert "Ada: head top left, trunk of 0 segments, tip: row 1, space 1." in tree
    assert 'button "Tile 01-24, 4 left. 1 sharp bend, 1 wide bend."' in tree
    assert not LETTERS.search(tree)
    with redraws(page):
        page.locator("#drop").click()
    expect(page.locator("#cell-1-1")).to_have_text(
        "Row 1, space 1. Ada's trunk: north-west and south-west."
    )


def test_what_is_behind_a_screen_is_in_no_tree(visit: Visit) -> None:
    page = open_table(visit, "me", "agent:greedy")
    for _ in range(2):
        wait_for_turn(page)
        tree = page.locator("main").aria_snapshot()
        assert re.search(r"Ada\. .*\d rupees?, 0 clients, 0 city tokens\.", tree)
        assert re.search(r"Bao\. .*Hidden behind the screen\.", tree)
        assert len(re.findall(r"\d clients?, \d city tokens?\.", tree)) == 1
        wait_for_fortune(page)
