from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import LAPTOP, PHONE, Visit
from tests.browser.page_actions import (
    act,
    open_table,
    redraws,
    resize,
    wait_for_position,
    wait_for_turn,
)

TOUCH: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
SCREENS: dict[str, dict[str, Any]] = {"phone": TOUCH, "laptop": {"viewport": LAPTOP}}

OVERFLOW = """() => {
  const page = document.documentElement;
  return [page.scrollWidth - innerWidth, page.scrollHeight - innerHeight];
}"""
SMALL_TARGETS = """() =>
  [...document.querySelectorAll("button, a, select, [data-act], [data-pick]")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
  .filter((one) => !one.closest(".visually-hidden, .skip-link, .log"))
  .map((one) => [one, (one.querySelector("[data-hit]") ?? one).getBoundingClientRect()])
  .filter(([one, box]) => box.width > 0 && box.right > 0 && box.left < innerWidth)
  .filter(([one, box]) => Math.min(box.width, box.height) < (one.matches(".rule") ? 24 : 43.9))
  .map(([one, box]) => `${one.id || one.outerHTML.slice(0, 60)}: ${box.width} x ${box.height}`)"""
OUTSIDE = """() => [...document.querySelectorAll("#actions button, [data-act]")]
  .filter((one) => {
    const { top, left, bottom, right } = one.getBoundingClientRect();
    return top < 0 || left < 0 || bottom > innerHeight + 0.5 || right > innerWidth + 0.5;
  })
  .map((one) => one.id || one.dataset.act)"""

SPACE_UNDER_TILES = """() => {
  const tiles = document.querySelector(".piles").getBoundingClientRect();
  const buttons = [...document.querySelectorAll(".actions button, .controls button")];
  return Math.min(...buttons.map((one) => one.getBoundingClientRect().top)) - tiles.bottom;
}"""
MORE_DEEDS = """() => {
  const actions = document.querySelectorAll(".actions .action");
  for (const button of [actions[1], actions[2]]) button.after(button.cloneNode(true));
}"""
"""As many as there are for a player with two bales."""


def _fits(page: Page, screen: str) -> None:
    """Nothing scrolls, nothing is out of sight, and on a phone a finger finds everything."""
    width, height = page.evaluate(OVERFLOW)
    assert width <= 0, "the page scrolls sideways"
    assert height <= 0, "the page scrolls"
    assert page.evaluate(OUTSIDE) == []
    if screen == "phone":
        assert page.evaluate(SMALL_TARGETS) == []


@pytest.mark.parametrize(
    ("screen", "locale"), [("phone", "en-GB"), ("phone", "pl-PL"), ("laptop", "pl-PL")]
)
def test_bombay_fits_on_the_screen(visit: Visit, screen: str, locale: str) -> None:
    page = open_table(visit, "me", *["agent:greedy"] * 4, locale=locale, **SCREENS[screen])
    wait_for_turn(page)
    _fits(page, screen)
    act(page, "move E4")
    _fits(page, screen)
    page.evaluate(MORE_DEEDS)
    _fits(page, screen)


@pytest.mark.parametrize(("screen", "players"), [("phone", 1), ("phone", 4), ("laptop", 4)])
def test_the_bazar_fits_on_the_screen(visit: Visit, screen: str, players: int) -> None:
    page = open_table(
        visit, "me", *["agent:greedy"] * (players - 1), game="bazar", **SCREENS[screen]
    )
    wait_for_turn(page)
    _fits(page, screen)
    with redraws(page):
        page.locator("#pile-02").click()
    _fits(page, screen)


def test_no_tile_touches_a_button(visit: Visit) -> None:
    page = open_table(visit, "me", "me", game="bazar")
    sizes = ((1366, 768), (1280, 720), (390, 844), (320, 568), (844, 390), (2560, 1440))
    for width, height in sizes:
        resize(page, {"width": width, "height": height})
        assert page.evaluate(SPACE_UNDER_TILES) >= 7.5, (width, height)
    with redraws(page):
        page.locator("#pile-02").click()
    for width, height in sizes:
        resize(page, {"width": width, "height": height})
        expect(page.locator("#action-turn")).to_be_attached()
        assert page.evaluate(SPACE_UNDER_TILES) >= 7.5, (width, height)


def test_a_turn_is_played_by_touch(visit: Visit) -> None:
    page = open_table(visit, "me", "link", **TOUCH)
    wait_for_turn(page)
    with redraws(page):
        page.locator('[data-act="move E4"]').tap()
    with redraws(page):
        page.locator("#undo").tap()
    with redraws(page):
        page.locator("#action-wait").tap()
    page.locator("#commit").tap()
    wait_for_position(page, 2, 2)
    page.locator("#log-button").tap()
    expect(page.locator("#log-dialog #log li")).to_have_count(2)
    page.locator("#log-dialog form .primary").tap()
    expect(page.locator("#log-dialog")).to_be_hidden()


def test_a_tile_is_placed_by_touch(visit: Visit) -> None:
    page = open_table(visit, "me", "link", game="bazar", **TOUCH)
    wait_for_turn(page)
    with redraws(page):
        page.locator("#pile-02").tap()
    with redraws(page):
        page.locator("#ghost").tap()
    page.locator("#drop").tap()
    wait_for_position(page, 1, 1)


def test_other_pages_do_not_scroll_sideways_on_a_phone(visit: Visit) -> None:
    page = visit("/", **TOUCH)
    home = page.url.rstrip("/")
    for path in ("/", "/new", "/new?game=bazar", "/rules/bombay", "/rules/bazar"):
        page.goto(home + path)
        assert page.evaluate(OVERFLOW)[0] <= 0, path
