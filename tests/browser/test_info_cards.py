"""Everything on a table explains itself: by mouse, finger and keys, and in the legend."""

from __future__ import annotations

from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import find_violations
from tests.browser.conftest import PHONE, Visit
from tests.browser.page_actions import (
    SMALL,
    act,
    open_table,
    redraws,
    take_the_screen,
    wait_for_position,
    wait_for_turn,
)

TOUCH: Final[dict[str, Any]] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
LONGER_THAN_A_PRESS: Final = 700  # milliseconds
KEEP_EVENTS = """() => {
  window.shown = [];
  document.addEventListener("howdah:card", (event) => window.shown.push(event.detail.key));
}"""
KEEP_ANNOUNCEMENTS = """() => {
  window.said = [];
  const watch = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const line of addedNodes) window.said.push(line.textContent);
    }
  });
  watch.observe(document.getElementById("live"), { childList: true });
}"""
FOCUSED = "document.activeElement.id || document.activeElement.className"
OVERLAP = """([one, other]) => {
  const [a, b] = [one, other].map((it) => document.querySelector(it).getBoundingClientRect());
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  return wide > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
}"""
IS_INSIDE = """() => {
  const { left, top, right, bottom } = document.getElementById("info-card").getBoundingClientRect();
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
}"""


def _own_turn(visit: Visit, **options: Any) -> Page:
    page = open_table(visit, "me", "link", **options)
    wait_for_turn(page)
    page.evaluate(KEEP_EVENTS)
    return page


def _card(page: Page) -> Locator:
    return page.locator("#info-card")


def _point_at(page: Page, what: str) -> None:
    page.mouse.move(*_middle(page, what))


def _middle(page: Page, what: str) -> tuple[float, float]:
    box = page.locator(what).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _press_long(page: Page, what: str) -> None:
    """Hold a finger on something."""
    x, y = _middle(page, what)
    session = page.context.new_cdp_session(page)
    point = [{"x": x, "y": y}]
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": point})
    page.wait_for_timeout(LONGER_THAN_A_PRESS)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def _shows(page: Page, title: str) -> None:
    expect(page.locator("#info-card-title")).to_have_text(title)
    assert page.evaluate(IS_INSIDE)


# The mouse


def test_pointing_at_a_thing_shows_its_card_beside_it(visit: Visit) -> None:
    page = _own_turn(visit)
    demand = "#pieces [data-card='demand:D2:0']"
    _point_at(page, demand)
    _shows(page, "Demand for orange silk in Nagpur")
    expect(_card(page)).to_contain_text("Sells here for 4 rupees + 1 city token.")
    assert not page.evaluate(OVERLAP, ["#info-card", demand])
    assert page.evaluate("window.shown") == ["demand:D2:0"]
    _point_at(page, "#info-card")
    page.wait_for_timeout(LONGER_THAN_A_PRESS)
    expect(_card(page)).to_be_visible()
    rule = _card(page).get_by_role("link", name="Rule")
    expect(rule).to_have_attribute("href", "/rules/bombay#sell")
    page.mouse.move(3, 3)
    expect(_card(page)).to_be_hidden()
    _point_at(page, "#card-0 [data-card='city-tokens:0']")
    _shows(page, "City tokens (Ada)")
    page.keyboard.press("Escape")
    expect(_card(page)).to_be_hidden()


def test_a_click_on_what_can_be_played_plays_and_closes_the_card(visit: Visit) -> None:
    page = _own_turn(visit)
    _point_at(page, "[data-act='move E4']")
    _shows(page, "Purple trading post at E4, open")
    expect(_card(page)).to_contain_text("Moving here costs 1 star.")
    assert page.locator("#pieces title").count() < page.locator("#pieces [data-act]").count()
    act(page, "move E4")
    expect(_card(page)).to_be_hidden()
    expect(page.locator("#action-buy[data-act]")).to_be_visible()
    page.wait_for_timeout(LONGER_THAN_A_PRESS)
    expect(_card(page)).to_be_hidden()  # the mouse still rests there
    expect(page.locator("#cell-E4")).to_contain_text("Ada's elephant")


def test_a_click_on_what_cannot_be_played_says_why(visit: Visit) -> None:
    page = _own_turn(visit)
    page.evaluate(KEEP_ANNOUNCEMENTS)
    page.locator("#action-sell").click(force=True)
    _shows(page, "Sell")
    assert "Your elephant carries no silk." in page.evaluate("window.said.at(-1)")
    page.locator("#market-left").click()
    _shows(page, "Left market")
    page.locator("[data-close-card]").click()
    expect(_card(page)).to_be_hidden()


def test_a_space_without_an_element_has_its_card(visit: Visit) -> None:
    page = open_table(visit, "me", "link", game="bazar", rules=SMALL)
    wait_for_turn(page)
    page.mouse.move(*_middle(page, "#board"))
    _shows(page, "Row 3, space 3")
    expect(page.locator("#card-mark")).to_be_visible()
    assert not page.evaluate(OVERLAP, ["#info-card", "#card-mark"])
    with redraws(page):
        page.locator("#pile-02").click()
    _point_at(page, "#ghost")
    _shows(page, "Your picked tile")
    expect(_card(page)).to_contain_text("Your trunk grows by 1 segment")


# Keys


def test_a_key_shows_the_card_of_what_has_the_focus(visit: Visit) -> None:
    page = _own_turn(visit)
    page.evaluate(KEEP_ANNOUNCEMENTS)
    page.keyboard.press("b")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("i")
    _shows(page, "Palace token at G5: 2 rupees")
    assert page.evaluate("window.said.at(-1)").startswith("Palace token at G5: 2 rupees. Moving")
    cell = page.locator("#cell-G5")
    assert "info-card-text" in (cell.get_attribute("aria-describedby") or "")
    page.keyboard.press("i")
    assert page.evaluate(FOCUSED) == "info-card-rule"
    page.keyboard.press("Escape")
    assert page.evaluate(FOCUSED) == "cell-G5"
    expect(_card(page)).to_be_hidden()
    expect(cell).not_to_have_attribute("aria-describedby", "info-card-text")


def test_the_focus_shows_a_card_after_a_pause(visit: Visit) -> None:
    page = _own_turn(visit)
    page.locator("#action-build").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUSED) == "action-wait"
    _shows(page, "Wait for fortune")
    page.keyboard.press("Tab")
    expect(page.locator("#info-card-title")).not_to_have_text("Wait for fortune")


# Touch


def test_a_tap_on_a_phone_shows_a_card_that_hides_neither_thing_nor_buttons(visit: Visit) -> None:
    page = _own_turn(visit, **TOUCH)
    for demand in ("#cube-D2-orange", "#cube-D4-yellow"):
        page.touchscreen.tap(*_middle(page, demand))
        expect(page.locator("#info-card-title")).to_contain_text("silk in")
        assert page.evaluate(IS_INSIDE)
        assert not page.evaluate(OVERLAP, ["#info-card", demand])
        assert not page.evaluate(OVERLAP, ["#info-card", "#actions"])
        page.locator("[data-close-card]").tap()
        expect(_card(page)).to_be_hidden()
    page.touchscreen.tap(*_middle(page, "#action-buy"))
    _shows(page, "Buy")
    expect(_card(page)).to_contain_text("There is no trading post at A.")


def test_a_long_press_explains_and_plays_nothing(visit: Visit) -> None:
    page = _own_turn(visit, **TOUCH)
    for what, title in (("[data-act='move E4'] use", "Purple trading"), ("#action-wait", "Wait")):
        _press_long(page, what)
        expect(page.locator("#info-card-title")).to_contain_text(title)
        expect(page.locator("#undo[aria-disabled]")).to_be_visible()
        page.locator("[data-close-card]").tap()
    page.touchscreen.tap(*_middle(page, "#action-wait"))
    expect(page.locator("#commit:not([aria-disabled])")).to_be_visible()


# The legend


@pytest.mark.parametrize("game", ["bombay", "bazar"])
def test_the_legend_explains_everything_and_plays_nothing(visit: Visit, game: str) -> None:
    page = _own_turn(visit, game=game)
    page.keyboard.press("?")
    legend = page.locator("#legend")
    expect(legend.get_by_role("heading", name="Players")).to_be_visible()
    playable = "[data-act='move E4']" if game == "bombay" else "#pile-02"
    page.mouse.click(*_middle(page, playable))
    expect(_card(page)).to_be_visible()
    assert page.locator("#undo[aria-disabled]").count() == 1
    assert not page.evaluate(OVERLAP, ["#legend", "#board"])
    page.locator("#legend-list button").first.click()
    expect(page.locator("#pieces .explained")).to_have_count(1)
    page.keyboard.press("b")
    page.keyboard.press("Enter")
    own_place = "site:A" if game == "bombay" else "cell:1-1"
    page.wait_for_function("key => window.shown.at(-1) === key", arg=own_place)
    expect(page.locator("#undo[aria-disabled]")).to_be_visible()
    assert find_violations(page) == []
    page.locator("#players > li").first.focus()
    page.keyboard.press("Enter")
    _shows(page, "Ada")
    page.keyboard.press("Escape")
    expect(_card(page)).to_be_hidden()
    expect(legend).to_be_visible()
    page.keyboard.press("Escape")
    expect(legend).to_be_hidden()
    assert page.locator("#players > [tabindex]").count() == 0


def test_the_legend_of_a_phone_folds_away(visit: Visit) -> None:
    page = _own_turn(visit, **TOUCH)
    page.locator("#legend-button").tap()
    expect(page.locator("#legend-list li").first).to_be_visible()
    assert page.evaluate(OVERLAP, ["#legend", "#actions"])
    page.locator("#legend-fold").tap()
    expect(page.locator("#legend-list")).to_be_hidden()
    page.touchscreen.tap(*_middle(page, "#action-wait"))
    _shows(page, "Wait for fortune")
    expect(page.locator("#undo[aria-disabled]")).to_be_visible()
    page.locator("#legend-close").tap()
    expect(page.locator("#legend")).to_be_hidden()


# Who looks, and when


def test_cards_are_about_the_position_that_is_shown(visit: Visit) -> None:
    page = _own_turn(visit)
    _point_at(page, "#elephant-0 use")
    _shows(page, "Ada's elephant")
    expect(_card(page)).to_contain_text("has 3 stars left")
    page.mouse.move(3, 3)
    act(page, "move E4")
    act(page, "buy")
    _point_at(page, "#elephant-0 use")
    expect(_card(page)).to_contain_text("Carrying purple silk.")
    page.locator("#commit").click()
    expect(page.locator("#headline")).to_contain_text("Bao's turn")
    watcher = visit(page.url.removeprefix(page.url.split("/t/")[0]))
    expect(watcher.locator("#where")).to_have_text("3 / 3")
    with redraws(watcher):
        watcher.keyboard.press("ArrowLeft")
    wait_for_position(watcher, 2, 3)
    _point_at(watcher, "#elephant-0 use")
    expect(_card(watcher)).to_contain_text("Carrying nothing.")
    watcher.locator("[data-card='screen:0']").hover()
    _shows(watcher, "Screen (Ada)")


def test_nothing_is_explained_while_the_device_is_handed_over(visit: Visit) -> None:
    page = open_table(visit, "me", "me")
    if page.locator("#handover").is_visible():
        take_the_screen(page)
    wait_for_turn(page)
    act(page, "wait")
    page.keyboard.press("?")
    expect(page.locator("#legend-list li").first).to_be_visible()
    page.keyboard.press("c")
    expect(page.locator("#handover")).to_be_visible()
    expect(page.locator("#legend")).to_be_hidden()
    expect(_card(page)).to_be_hidden()
    page.keyboard.press("?")
    page.keyboard.press("i")
    expect(page.locator("#legend")).to_be_hidden()
    expect(_card(page)).to_be_hidden()
