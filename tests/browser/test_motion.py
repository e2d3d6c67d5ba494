from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.hands import act, be_at, commit, my_turn, open_menu, sit, where

GLIDING = """() => document.getAnimations().some((one) => !(one instanceof CSSAnimation)
  && one.effect.target.closest("#pieces") && one.effect.getKeyframes()[0].transform)"""
LISTEN = """() => {
  const live = document.getElementById("live");
  window.told = [];
  const note = () => window.told.push(live.textContent);
  new MutationObserver(note).observe(live, { childList: true });
}"""


def _is_told(page: Page, word: str) -> None:
    page.wait_for_function("word => window.told.some((said) => said.includes(word))", arg=word)


def test_pieces_glide_but_nobody_has_to_wait_until_they_arrive(visit: Visit) -> None:
    page = sit(visit, "me", "link", speed="slow")
    my_turn(page)
    page.evaluate(LISTEN)
    page.locator('[data-act="move E4"]').click()
    page.wait_for_function(GLIDING)
    _is_told(page, "E4")
    page.locator("#action-end").click()
    expect(page.locator("#headline")).to_contain_text("Your turn is ready")


def test_turns_of_others_are_told_in_words_and_can_be_skipped(visit: Visit) -> None:
    page = sit(visit, "me", *["agent:greedy"] * 4, speed="slow")
    my_turn(page)
    page.evaluate(LISTEN)
    page.locator("#action-wait").click()
    page.locator("#commit:not([aria-disabled])").click()
    page.locator("#skip-motion").click()
    expect(page.locator("#log li.by-4")).not_to_have_count(0)
    my_turn(page)
    shown, length = where(page)
    assert shown == length
    _is_told(page, "Bao")


def test_whoever_wants_less_motion_gets_it(visit: Visit) -> None:
    page = sit(visit, "me", "link", speed="slow", reduced_motion="reduce")
    my_turn(page)
    act(page, "move E4")
    assert not page.evaluate(GLIDING)
    act(page, "end")
    commit(page)
    be_at(page, 3, 3)
    open_menu(page)
    page.locator("#speed").select_option("fast")
    assert page.evaluate("localStorage.getItem('howdah speed')") == '"fast"'
