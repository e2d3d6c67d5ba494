from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.page_actions import (
    NAMES,
    open_table,
    redraws,
    wait_for_position,
    wait_for_table,
    wait_for_turn,
)

FOCUS = """() => {
  const one = document.activeElement;
  if (!one || one === document.body) return "lost";
  const shown = one.matches(".radio-option input") ? one.nextElementSibling : one;
  const { outlineStyle, outlineWidth, filter } = getComputedStyle(shown);
  const isSeen = (outlineStyle !== "none" && outlineWidth !== "0px") || filter !== "none";
  return isSeen ? "seen" : `unseen: ${one.outerHTML.slice(0, 80)}`;
}"""


def _tab_to(page: Page, wanted: str) -> None:
    """Go on with Tab until the focus is there; on the way it is always to be seen."""
    for _ in range(60):
        page.keyboard.press("Tab")
        assert page.evaluate(FOCUS) in ("seen", "lost")
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            assert page.evaluate(FOCUS) == "seen"
            return
    raise AssertionError(f"Tab never comes to {wanted}")


def _use(page: Page, wanted: str) -> None:
    """Press Enter on something that is swapped away then; the focus is not lost."""
    _tab_to(page, wanted)
    with redraws(page):
        page.keyboard.press("Enter")
    assert page.evaluate(FOCUS) == "seen"


def test_a_turn_is_played_from_the_home_page_on_with_keys_alone(visit: Visit) -> None:
    page = visit("/")
    _tab_to(page, "#play-bombay")
    page.keyboard.press("Enter")
    wait_for_turn(wait_for_table(page))
    length = page.locator("#log [data-at]").count()
    _tab_to(page, "#grid [role=gridcell]")
    page.keyboard.press("PageDown")
    with redraws(page):
        page.keyboard.press("Enter")
    assert page.evaluate(FOCUS) == "seen"
    expect(page.locator("#undo:not([aria-disabled])")).to_be_visible()
    page.keyboard.press("u")
    expect(page.locator("#undo[aria-disabled]")).to_be_visible()
    page.keyboard.press("r")
    expect(page.locator("#undo:not([aria-disabled])")).to_be_visible()
    _use(page, "#action-end")
    _use(page, "#commit:not([aria-disabled])")
    wait_for_turn(page)
    assert page.locator("#log [data-at]").count() > length
    assert page.evaluate(FOCUS) == "seen"


def test_the_screen_is_handed_over_with_keys_alone(visit: Visit) -> None:
    page = open_table(visit, "me", "me")
    for name in NAMES[:2]:
        expect(page.locator("#handover-done")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#headline")).to_contain_text(f"Your turn, {name}")
        assert page.evaluate(FOCUS) == "seen"
        _use(page, "#action-wait")
        page.keyboard.press("c")
    wait_for_position(page, 3, 3)


def test_who_points_sees_no_ring_around_the_headline(visit: Visit) -> None:
    """After the screen is handed over, the headline has the focus, so that a reader reads it."""
    page = open_table(visit, "me", "me")
    for name in NAMES[:2]:
        page.locator("#handover-done").click()
        expect(page.locator("#headline")).to_contain_text(f"Your turn, {name}")
        expect(page.locator("#headline")).to_be_focused()
        assert page.evaluate(FOCUS).startswith("unseen")
        page.keyboard.press("Tab")
        assert page.evaluate(FOCUS) == "seen"
        page.locator("#action-wait").click()
        page.locator("#commit:not([aria-disabled])").click()
    wait_for_position(page, 3, 3)


def test_medals_are_kept_and_a_tile_is_placed_with_keys_alone(visit: Visit) -> None:
    page = open_table(visit, "me", "me", game="bazar", rules={"starter": "medals"})
    _use(page, "#medals-done")
    expect(page.locator("#headline")).to_contain_text("Bao")
    for field in ("kept", "call"):
        _tab_to(page, f"[name={field}]")
        page.keyboard.press("ArrowRight")
    _use(page, "#medals-done")
    expect(page.locator("#headline")).to_contain_text("Your turn, Bao")
    _use(page, ".piles [data-pick]")
    _use(page, "[id^=action-place]")
    wait_for_position(page, 1, 1)


def test_the_menu_opens_and_closes_with_keys_and_gives_the_focus_back(visit: Visit) -> None:
    page = open_table(visit, "me", "link")
    _tab_to(page, "#menu-button")
    page.keyboard.press("Enter")
    expect(page.locator("#menu")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#menu")).to_be_hidden()
    expect(page.locator("#menu-button")).to_be_focused()


def test_a_turn_is_taken_back_with_keys_alone(visit: Visit) -> None:
    page = open_table(visit, "me", "agent:level:1")
    wait_for_turn(page)
    page.keyboard.press("Tab")
    _use(page, "#action-wait")
    _use(page, "#commit:not([aria-disabled])")
    wait_for_turn(page)
    _use(page, "#undo:not([aria-disabled])")
    _use(page, "#try-again")
    expect(page.locator("#take-backs")).to_be_visible()
    wait_for_turn(page)
    assert page.evaluate(FOCUS) == "seen"
    said = page.locator("#live p").all_text_contents()
    assert said[-2:] == ["Back at your earlier turn.", f"Your turn, {NAMES[0]}."]
