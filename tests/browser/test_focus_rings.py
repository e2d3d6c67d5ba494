"""Who uses the keyboard sees what has the focus: no ring is cut off, on any screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import LAPTOP, PHONE, Visit
from tests.browser.live_server import LiveServer
from tests.browser.page_actions import (
    act,
    close_menu,
    open_menu,
    open_table,
    redraws,
    wait_for_table,
    wait_for_turn,
)
from tests.browser.scripted_games import play_by_script
from tests.fast.games import IS_LONG

CUT_RINGS = (Path(__file__).parent / "focus_rings.js").read_text("utf-8")
OPEN_DETAILS = "for (const one of document.querySelectorAll('details')) one.open = true;"
SIZES = {
    "laptop": LAPTOP,
    "phone": PHONE,
    "landscape": {"width": 844, "height": 390},
    "smallest": {"width": 320, "height": 568},
}
EVERY_SIZE = pytest.mark.parametrize("size", [size for size in SIZES if IS_LONG or size != "phone"])


def cut_rings(page: Page, stop: str) -> list[str]:
    """The controls whose focus ring cannot be seen as a whole."""
    page.keyboard.press("Shift")  # rings are shown to who uses the keyboard
    found: list[str] = page.evaluate(CUT_RINGS)
    return [f"{stop}: {one}" for one in found]


Walk = Callable[[Visit, LiveServer, str], Iterator[tuple[Page, str]]]


def bombay(visit: Visit, _server: LiveServer, size: str) -> Iterator[tuple[Page, str]]:
    page = open_table(visit, "me", *["link"] * 2, "agent:random", viewport=SIZES[size])
    wait_for_turn(page)
    yield page, "own turn"
    page.evaluate(OPEN_DETAILS)
    yield page, "invitations"
    page.evaluate("document.querySelector('#invitations details').open = false")
    act(page, "move E4")
    yield page, "draft"
    page.evaluate("document.querySelector('#invitations details').open = true")
    page.locator("#invitations [data-qr]").first.click()
    yield page, "link"
    page.keyboard.press("Escape")
    with page.expect_response("**/fair"), page.expect_response("**/seats"):
        open_menu(page)
    page.evaluate(OPEN_DETAILS)
    yield page, "menu"
    close_menu(page)
    if page.locator("#log-button").is_visible():
        page.locator("#log-button").click()
        yield page, "log"


def bazar(visit: Visit, server: LiveServer, size: str) -> Iterator[tuple[Page, str]]:
    medals = {"starter": "medals"}
    yield open_table(visit, "me", "me", game="bazar", rules=medals, viewport=SIZES[size]), "medals"
    page = open_table(visit, "me", "agent:random", game="bazar", viewport=SIZES[size])
    wait_for_turn(page)
    yield page, "piles"
    with redraws(page):
        page.locator("#pile-02").click()
    yield page, "picked tile"
    rules = {"starter": "seat 0", "board": "hexagon-19"}
    table = play_by_script(server, lambda legal: legal[0], 23, game="bazar", rules=rules)
    yield wait_for_table(visit(table.links[0], viewport=SIZES[size])), "end"


def site(visit: Visit, server: LiveServer, size: str) -> Iterator[tuple[Page, str]]:
    page = visit("/", viewport=SIZES[size])
    for path in ("/", "/new?game=bombay", "/new?game=bazar", "/help", "/rules/bazar"):
        page.goto(server.url + path)
        page.evaluate(OPEN_DETAILS)
        yield page, path


@EVERY_SIZE
@pytest.mark.parametrize("walk", [bombay, bazar, site])
def test_every_focus_ring_is_seen_as_a_whole(
    visit: Visit, server: LiveServer, walk: Walk, size: str
) -> None:
    found = [ring for page, stop in walk(visit, server, size) for ring in cut_rings(page, stop)]
    assert not found, "\n".join(found)


def test_a_ring_that_is_cut_is_found(visit: Visit) -> None:
    page = visit("/new")
    assert cut_rings(page, "") == []
    page.evaluate("document.querySelector('#begin').parentElement.style.overflow = 'hidden'")
    page.evaluate("document.querySelector('#begin').style.margin = 0")
    assert any("#begin" in ring for ring in cut_rings(page, ""))
