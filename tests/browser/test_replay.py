from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Visit
from tests.browser.page_actions import (
    go_to_logged,
    open_table,
    position,
    wait_for_fortune,
    wait_for_position,
    wait_for_table,
    wait_for_turn,
)
from tests.golden.files import FOLDER


def _picture(page: Page) -> str:
    return page.locator("#pieces").inner_html()


@pytest.fixture
def page(visit: Visit) -> Page:
    """A game against an opponent, one round played."""
    found = open_table(visit, "me", "agent:greedy")
    wait_for_turn(found)
    wait_for_fortune(found)
    wait_for_turn(found)
    assert position(found)[1] >= 3
    return found


def test_one_walks_through_the_game_by_buttons_and_by_keys(page: Page) -> None:
    now, length = _picture(page), position(page)[1]
    page.locator(".replay [data-command=first]").click()
    wait_for_position(page, 0, length)
    first = _picture(page)
    page.locator(".replay [data-command=forward]").click()
    wait_for_position(page, 1, length)
    page.locator(".replay [data-command=back]").click()
    wait_for_position(page, 0, length)
    assert _picture(page) == first
    page.locator(".replay [data-command=last]").click()
    wait_for_position(page, length, length)
    assert _picture(page) == now
    for key, shown in (("ArrowLeft", length - 1), ("Home", 0), ("ArrowRight", 1), ("End", length)):
        page.keyboard.press(key)
        wait_for_position(page, shown, length)
    wait_for_turn(page)


def test_every_position_has_an_address_of_its_own(page: Page, visit: Visit) -> None:
    length = position(page)[1]
    go_to_logged(page, 2)
    wait_for_position(page, 2, length)
    expect(page.locator("#log li[data-at='2']")).to_have_attribute("aria-current", "true")
    expect(page.locator("#headline")).to_have_text("You're viewing an earlier move.")
    assert page.url.endswith("?at=2")
    assert page.locator("[data-act]").count() == 0, "the past cannot be changed"
    path = "/t/" + page.url.partition("/t/")[2]
    other = wait_for_table(visit(path))
    wait_for_position(other, 2, length)
    page.reload()
    wait_for_position(page, 2, length)
    page.keyboard.press("End")
    wait_for_position(page, length, length)
    assert "?" not in page.url
    other.goto(f"{page.url}?at=9999")
    wait_for_position(wait_for_table(other), length, length)


def test_what_happened_since_my_last_turn_is_shown_again(visit: Visit) -> None:
    page = open_table(visit, "me", "agent:greedy", speed="fast")
    wait_for_turn(page)
    wait_for_fortune(page)
    wait_for_turn(page)
    _, length = position(page)
    page.evaluate(WATCH)
    page.locator("#recap").click()
    shown = [f"{at} / {length}" for at in range(2, length + 1)]
    page.wait_for_function("count => window.shown.length >= count", arg=len(shown))
    assert page.evaluate("window.shown") == shown
    wait_for_turn(page)


WATCH = """() => {
  const where = document.getElementById("where");
  window.shown = [];
  const note = () => window.shown.push(where.textContent);
  new MutationObserver(note).observe(where, { childList: true });
}"""


def test_a_record_from_a_file_is_walked_through(visit: Visit, tmp_path: Path) -> None:
    line = (FOLDER / "bombay-records.jsonl").read_text().splitlines()[0]
    file = tmp_path / "game.json"
    file.write_text(line)
    length = len(json.loads(line)["actions"])
    page = visit("/")
    page.locator(".records summary").click()
    page.locator("#record-file").set_input_files(file)
    page.locator("form.record-form button").click()
    wait_for_position(wait_for_table(page), 0, length)
    page.locator(".replay [data-command=forward]").click()
    wait_for_position(page, 1, length)
    page.locator(".replay [data-command=last]").click()
    expect(page.locator(".scoring #headline .result")).to_be_visible()
    assert page.locator(".rupees:visible").count() == page.locator(".card").count()
    assert page.locator("[data-act]").count() == 0


def test_a_broken_file_is_refused_with_a_sentence(visit: Visit, tmp_path: Path) -> None:
    page = visit("/")
    for text in (b"no record", b'{"format": "howdah-record"}', b"\x00\xff"):
        file = tmp_path / "broken.json"
        file.write_bytes(text)
        page.locator(".records summary").click()
        page.locator("#record-file").set_input_files(file)
        page.locator("form.record-form button").click()
        expect(page.locator("h1")).to_have_text("This file isn't a saved game.")
        page.locator("main a.button").click()
        expect(page.locator("#play-bombay")).to_be_visible()


def test_on_a_phone_the_replay_is_under_the_board_and_covers_nothing(visit: Visit) -> None:
    page = open_table(visit, "me", "link", viewport=PHONE, has_touch=True)
    wait_for_turn(page)
    wait_for_fortune(page)
    expect(page.locator("#replay")).to_be_hidden()
    page.locator("#log-button").tap()
    page.locator("#replay-button").tap()
    wait_for_position(page, 0, 2)
    expect(page.locator("#log-dialog")).to_be_hidden()
    board, bar = (page.locator(one).bounding_box() for one in ("#board", "#replay"))
    assert board is not None
    assert bar is not None
    assert bar["y"] >= board["y"] + board["height"] - 1
    page.locator("#replay [data-command=forward]").tap()
    wait_for_position(page, 1, 2)
    page.locator("#log-button").tap()
    page.locator("#log [data-at='1'] a").tap()
    expect(page.locator("#log-dialog")).to_be_hidden()
    page.locator("#show-latest").tap()
    wait_for_position(page, 2, 2)
    expect(page.locator("#replay")).to_be_hidden()
