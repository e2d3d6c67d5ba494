"""Zoom and pan of the board: it fits every screen, and everything on it can be read and touched."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import LAPTOP, PHONE, Visit
from tests.browser.page_actions import (
    act,
    commit,
    open_table,
    redraws,
    resize,
    take_the_screen,
    wait_for_fortune,
    wait_for_turn,
)

SCREENS = {
    "landscape": {"width": 844, "height": 390},
    "smallest": {"width": 320, "height": 568},
    "laptop": {"width": 1280, "height": 720},
    "large": {"width": 2560, "height": 1440},
    "at 200 %": {"width": 640, "height": 360},
}
CONTROLS = ("#undo", "#action-end", "#commit")

SIZES = """() => {
  const board = document.getElementById("board");
  const pixels = (text) => parseFloat(getComputedStyle(text).fontSize);
  const size = (text, place) => pixels(text) * Math.abs(place.getScreenCTM().a);
  const symbol = (use) => document.querySelector(use.getAttribute("href"));
  const textsOf = (use) => [...(symbol(use)?.querySelectorAll("text") ?? [])];
  const uses = [...board.querySelectorAll("use")];
  const texts = [
    ...[...board.querySelectorAll("text")].map((text) => size(text, text)),
    ...uses.flatMap((use) => textsOf(use).map((text) => size(text, use))),
  ].filter((height) => height > 0);
  const targets = [...board.querySelectorAll("[data-act], [data-pick]")].map((target) => {
    const hit = target.querySelector("[data-hit]") ?? target;
    const { width, height } = hit.getBoundingClientRect();
    return Math.min(width, height);
  });
  return [Math.min(...texts), Math.min(...targets)];
}"""
"""The smallest text of the map and the smallest place that can be touched, in pixels."""
ARE_IN_SIGHT = """(selectors) => selectors.every((selector) => {
  const control = document.querySelector(selector);
  const { left, top, width, height } = control.getBoundingClientRect();
  return control.contains(document.elementFromPoint(left + width / 2, top + height / 2));
})"""
CLOCK_ON_BUTTONS = """() => {
  const box = (one) => one.getBoundingClientRect();
  const left = Math.min(...[...document.querySelectorAll(".toolbar .icon-button")]
    .filter((one) => one.checkVisibility()).map((one) => box(one).left));
  const parts = [...document.querySelectorAll("#clock .when, #clock .icon")];
  return parts.filter((one) => box(one).right > left).map((one) => one.outerHTML);
}"""
OVERFLOW = """() => [document.documentElement.scrollWidth - innerWidth,
  document.documentElement.scrollHeight - innerHeight]"""


def _scale(page: Page) -> float:
    """How much the map is enlarged."""
    found = page.evaluate("document.getElementById('pieces').getScreenCTM().a")
    return float(found)


def _wait_for_scale(page: Page, least: float, most: float = 1e9) -> None:
    page.wait_for_function(
        """([least, most]) => {
          const scale = document.getElementById("pieces").getScreenCTM().a;
          return least <= scale && scale <= most;
        }""",
        arg=[least, most],
    )


def _bombay(visit: Visit, screen: str = "laptop", **options: Any) -> Page:
    page = open_table(visit, "me", *["link"] * 4, viewport=SCREENS[screen], **options)
    wait_for_turn(page)
    return page


def _are_in_sight(page: Page, *controls: str) -> None:
    """On a screen of any size, without scrolling."""
    for size in SCREENS.values():
        resize(page, size)
        page.wait_for_function(ARE_IN_SIGHT, arg=controls)
        assert max(page.evaluate(OVERFLOW)) <= 0, f"the page scrolls: {size}"


@pytest.mark.parametrize("locale", ["en-GB", "pl-PL"])
def test_the_controls_of_a_turn_are_always_in_sight(visit: Visit, locale: str) -> None:
    page = _bombay(visit, locale=locale)
    _are_in_sight(page, *CONTROLS)
    act(page, "move E4")
    _are_in_sight(page, *CONTROLS)


def test_the_controls_of_the_bazar_are_always_in_sight(visit: Visit) -> None:
    page = open_table(visit, "me", "link", game="bazar")
    wait_for_turn(page)
    with redraws(page):
        page.locator("#pile-02").click()
    _are_in_sight(page, "#undo", "#commit")


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "pt-PT", "pl-PL"])
def test_the_turn_and_its_stars_stay_clear_of_the_buttons(visit: Visit, locale: str) -> None:
    page = _bombay(visit, locale=locale)
    for size in (LAPTOP, PHONE, *SCREENS.values()):
        resize(page, size)
        expect(page.locator("#clock .icon")).to_be_visible()
        assert page.evaluate(CLOCK_ON_BUTTONS) == [], size


def test_zoomed_in_everything_can_be_read_and_touched(visit: Visit) -> None:
    page = _bombay(visit)
    for size in SCREENS.values():
        resize(page, size)
        fitted = _scale(page)
        page.locator("#zoom-button").click()
        _wait_for_scale(page, fitted * 1.9)
        text, target = page.evaluate(SIZES)
        assert text >= 8.99, size
        assert target >= 43.9, size
        page.keyboard.press("0")
        _wait_for_scale(page, 0, fitted * 1.001)


def test_the_bazar_is_enlarged_around_the_space_to_play(visit: Visit) -> None:
    page = open_table(visit, "me", "link", game="bazar", viewport=LAPTOP)
    wait_for_turn(page)
    fitted = _scale(page)
    page.locator("#zoom-button").click()
    _wait_for_scale(page, fitted * 1.9)
    space, whole = page.locator("#glow").bounding_box(), page.locator("#board").bounding_box()
    assert space is not None
    assert whole is not None
    assert whole["x"] <= space["x"]
    assert whole["y"] <= space["y"]
    assert space["x"] + space["width"] <= whole["x"] + whole["width"]
    assert space["y"] + space["height"] <= whole["y"] + whole["height"]


def test_the_wheel_enlarges_the_map_around_the_pointer(visit: Visit) -> None:
    page = _bombay(visit)
    fitted, place = _scale(page), page.locator("#elephant-0").bounding_box()
    assert place is not None
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    page.mouse.move(x, y)
    page.mouse.wheel(0, -400)
    _wait_for_scale(page, fitted * 1.5)
    moved = page.locator("#elephant-0").bounding_box()
    assert moved is not None
    assert moved["width"] > 1.5 * place["width"]
    assert abs(moved["x"] + moved["width"] / 2 - x) < 25
    assert abs(moved["y"] + moved["height"] / 2 - y) < 25
    page.mouse.wheel(0, 2000)
    _wait_for_scale(page, 0, fitted * 1.001)


def test_a_drag_moves_the_map_and_plays_nothing(visit: Visit) -> None:
    page = _bombay(visit)
    page.locator("#zoom-button").click()
    _wait_for_scale(page, 1.5)
    page.wait_for_timeout(300)  # the zoom is animated
    target = page.locator('[data-act^="move"]').first.bounding_box()
    before = page.locator("#board").get_attribute("viewBox")
    assert target is not None
    page.mouse.move(target["x"] + 20, target["y"] + 20)
    page.mouse.down()
    page.mouse.move(target["x"] - 60, target["y"] - 40, steps=4)
    page.mouse.up()
    assert page.locator("#board").get_attribute("viewBox") != before
    assert page.locator("#undo").get_attribute("aria-disabled") == "true"


def test_a_double_tap_zooms_in_and_out(visit: Visit) -> None:
    page = open_table(visit, "me", "link", viewport=PHONE, has_touch=True, is_mobile=True)
    wait_for_turn(page)
    fitted = _scale(page)
    for least, most in ((fitted * 1.9, 1e9), (0, fitted * 1.001)):
        page.touchscreen.tap(360, 300)
        page.touchscreen.tap(360, 300)
        _wait_for_scale(page, least, most)


def test_two_fingers_pinch_the_map(visit: Visit) -> None:
    page = open_table(visit, "me", "link", viewport=PHONE, has_touch=True, is_mobile=True)
    wait_for_turn(page)
    fitted = _scale(page)
    device = page.context.new_cdp_session(page)
    for kind, apart in (("touchStart", 20), ("touchMove", 50), ("touchMove", 90)):
        points = [{"x": 195 - apart, "y": 300, "id": 0}, {"x": 195 + apart, "y": 300, "id": 1}]
        device.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    device.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    _wait_for_scale(page, fitted * 3)
    assert page.locator("#undo").get_attribute("aria-disabled") == "true"


def test_keys_zoom_pan_and_fit(visit: Visit) -> None:
    page = _bombay(visit)
    fitted = _scale(page)
    page.keyboard.press("+")
    _wait_for_scale(page, fitted * 1.45)
    page.keyboard.press("z")
    _wait_for_scale(page, 0, fitted * 1.001)
    page.keyboard.press("z")
    _wait_for_scale(page, fitted * 1.9)
    before = page.locator("#board").get_attribute("viewBox")
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("#board")).not_to_have_attribute("viewBox", before or "")
    page.keyboard.press("0")
    _wait_for_scale(page, 0, fitted * 1.001)


def test_what_has_the_focus_comes_into_view(visit: Visit) -> None:
    page = _bombay(visit, "landscape")
    for _ in range(5):
        page.keyboard.press("+")
    page.keyboard.press("b")
    for _ in range(page.locator("#board [data-act]").count()):
        page.keyboard.press("PageDown")
        page.wait_for_function(
            """() => {
              const [board, marker] = ["board", "marker"].map((id) => document.getElementById(id));
              const [whole, box] = [board, marker].map((one) => one.getBoundingClientRect());
              const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
              return whole.left <= x && x <= whole.right && whole.top <= y && y <= whole.bottom;
            }"""
        )


def test_the_board_fits_itself_with_every_turn_unless_the_zoom_is_held(visit: Visit) -> None:
    page = open_table(visit, "me", "me")
    take_the_screen(page)
    fitted = _scale(page)
    page.locator("#zoom-button").click()
    act(page, "wait")
    assert _scale(page) > fitted * 1.5, "a draft is no turn"
    commit(page)
    _wait_for_scale(page, 0, fitted * 1.001)
    take_the_screen(page)
    page.locator("#zoom-button").click()
    page.locator("#hold-zoom").click()
    wait_for_fortune(page)
    assert _scale(page) > fitted * 1.5
    take_the_screen(page)
    page.locator("#fit-board").click()
    _wait_for_scale(page, 0, fitted * 1.001)
    expect(page.locator("#zoom-controls")).to_be_hidden()
