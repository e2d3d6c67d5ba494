from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.page_actions import (
    act,
    commit,
    open_menu,
    open_table,
    position,
    wait_for_position,
    wait_for_turn,
)

GLIDING = """() => document.getAnimations().some((one) => !(one instanceof CSSAnimation)
  && one.effect.target.closest("#pieces") && one.effect.getKeyframes()[0].transform)"""
WATCH_FLIGHTS = """() => {
  window.flights = [];
  const note = ([{ addedNodes: [added] }]) => {
    if (!added?.matches?.(".flying:has(use)")) return;
    const { m41, m42 } = new DOMMatrix(getComputedStyle(added).transform);
    window.flights.push([added.querySelector("use").getAttribute("href"), m41, m42]);
  };
  new MutationObserver(note).observe(document.body, { childList: true });
}"""
"""Notes each bolt of silk that begins to fly: what it is, and where."""
LISTEN = """() => {
  const live = document.getElementById("live");
  window.announcements = [];
  const note = () => window.announcements.push(live.lastElementChild?.textContent ?? "");
  new MutationObserver(note).observe(live, { childList: true });
}"""


def _wait_for_announcement(page: Page, word: str) -> None:
    page.wait_for_function(
        "word => window.announcements.some((text) => text.includes(word))", arg=word
    )


def test_pieces_glide_but_nobody_has_to_wait_until_they_arrive(visit: Visit) -> None:
    page = open_table(visit, "me", "link", speed="slow")
    wait_for_turn(page)
    page.evaluate(LISTEN)
    page.locator('[data-act="move E4"]').click()
    page.wait_for_function(GLIDING)
    _wait_for_announcement(page, "E4")
    page.locator("#action-end").click()
    expect(page.locator("#headline")).to_contain_text("Confirm your turn")


def test_silk_flies_from_the_market_to_the_elephant_and_into_the_bag(visit: Visit) -> None:
    page = open_table(visit, "me", "link", speed="slow")
    wait_for_turn(page)
    page.evaluate(WATCH_FLIGHTS)
    page.locator('[data-act="move E4"]').click()
    page.locator('[data-act="buy"]').click()
    page.wait_for_function("() => window.flights.length === 1")
    expect(page.locator("#in-bag text")).to_have_text("8")
    bolt, left, top = page.evaluate("() => window.flights[0]")
    assert bolt == "#icon-bolt-purple"
    stall = page.locator("#market-middle").bounding_box()
    assert stall is not None
    assert abs(stall["x"] + stall["width"] / 2 - left) < 60
    assert abs(stall["y"] + stall["height"] / 2 - top) < 60


def test_turns_of_others_are_announced_in_words_and_can_be_skipped(visit: Visit) -> None:
    page = open_table(visit, "me", *["agent:greedy"] * 4, speed="slow")
    wait_for_turn(page)
    page.evaluate(LISTEN)
    page.locator("#action-wait").click()
    page.locator("#commit:not([aria-disabled])").click()
    page.locator("#skip-motion").click()
    expect(page.locator("#log li.player-4")).not_to_have_count(0)
    wait_for_turn(page)
    shown, length = position(page)
    assert shown == length
    _wait_for_announcement(page, "Bao")


def test_reduced_motion_is_respected(visit: Visit) -> None:
    page = open_table(visit, "me", "link", speed="slow", reduced_motion="reduce")
    wait_for_turn(page)
    act(page, "move E4")
    assert not page.evaluate(GLIDING)
    act(page, "end")
    commit(page)
    wait_for_position(page, 3, 3)
    open_menu(page)
    page.locator("#speed").select_option("fast")
    assert page.evaluate("localStorage.getItem('howdah speed')") == '"fast"'
