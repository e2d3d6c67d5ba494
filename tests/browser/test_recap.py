"""What others did: the caption at the board, the recap since one's last turn, the log by turns."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import find_violations
from tests.browser.conftest import PHONE, Visit
from tests.browser.page_actions import (
    act,
    commit,
    open_table,
    position,
    wait_for_fortune,
    wait_for_position,
    wait_for_turn,
)

WATCH = r"""() => {
  const caption = document.getElementById("caption");
  const tidy = ({ textContent }) => textContent.replace(/\s+/g, " ").trim();
  window.captions = [];
  const note = () => {
    const line = caption.lastElementChild;
    if (line) window.captions.push([...line.children].map(tidy));
  };
  new MutationObserver(note).observe(caption, { childList: true });
}"""
"""Notes the name and the phrases of every caption."""
TURNS = """() => [...document.querySelectorAll("#log-divider ~ .log-turn")].map((turn) =>
  (turn.querySelector("summary") ?? turn.querySelector("a")).textContent)"""
"""The turns in the log since the viewer's last one."""


def open_game(visit: Visit, **options: Any) -> Page:
    """A game against three computers in which everyone has played once."""
    page = open_table(visit, "me", *["agent:greedy"] * 3, **options)
    wait_for_turn(page)
    page.evaluate(WATCH)
    wait_for_fortune(page)
    wait_for_turn(page)
    return page


def test_a_caption_says_what_the_others_do_and_goes_with_the_first_action(visit: Visit) -> None:
    page = open_game(visit, speed="normal")
    captions = page.evaluate("window.captions")
    assert [name for name, *_ in captions] == sorted(name for name, *_ in captions)
    assert {name for name, *_ in captions} == {"Bao", "Cleo", "Dede"}
    for turn in page.evaluate(TURNS):
        name, _, phrases = turn.partition(": ")
        shown = [phrase for said, *phrase in captions if said == name]
        assert shown[-1] == phrases.split(", "), "it has grown to the whole turn"
        assert [len(phrase) for phrase in shown] == [*range(1, len(shown) + 1)]
    expect(page.locator("#caption")).to_be_visible()
    expect(page.locator("#caption")).to_have_attribute("aria-hidden", "true")
    act(page, "wait")
    expect(page.locator("#caption")).to_be_hidden()
    expect(page.locator("#recap-panel summary")).to_have_text("Since your last turn")


@pytest.mark.parametrize(
    "options", [{"speed": "off"}, {"speed": "fast", "reduced_motion": "reduce"}]
)
def test_without_motion_there_is_no_caption_but_a_recap(
    visit: Visit, options: dict[str, str]
) -> None:
    page = open_game(visit, **options)
    assert page.evaluate("window.captions") == []
    page.locator("#recap-panel summary").click()
    listed = page.locator("#recap-list li").all_text_contents()
    assert [text[:4] for text in listed] == ["Bao:", "Cleo", "Dede"]
    assert listed == page.evaluate(TURNS)


def test_a_turn_of_the_recap_is_shown_again_also_after_a_reload(visit: Visit) -> None:
    page = open_game(visit, speed="fast")
    page.reload()
    wait_for_turn(page)
    _, length = position(page)
    page.locator("#recap-panel summary").click()
    turn = page.locator("#recap-list button").nth(1)
    _, to = map(int, (turn.get_attribute("data-replay") or "").split())
    turn.click()
    expect(page.locator("#recap-list")).to_be_hidden()
    wait_for_position(page, to, length)
    expect(page.locator(f"#log [data-at='{to}']")).to_have_attribute("aria-current", "true")
    expect(page.locator("#log .log-turn:has([aria-current])")).to_contain_text("Cleo")
    expect(page.locator("#caption b")).to_have_text("Cleo")
    page.locator("#log-divider ~ .log-turn .replay-turn").last.click()
    wait_for_turn(page)
    wait_for_position(page, length, length)


def test_the_log_unfolds_by_keys_and_stays_as_it_is(visit: Visit) -> None:
    page = open_table(visit, "me", "agent:level:1")
    wait_for_turn(page)
    act(page, "move E4")
    act(page, "buy")
    commit(page)
    wait_for_turn(page)
    own = page.locator("#log .log-turn").first
    summary, sentence = own.locator("summary"), own.locator("[data-at='3'] a")
    expect(summary).to_have_text("Ada: moved to E4, bought purple (\N{MINUS SIGN}1)")
    expect(sentence).to_be_hidden()
    summary.focus()
    page.keyboard.press("Enter")
    expect(sentence).to_have_text("Ada buys purple silk at E4 for 1 rupee.")
    wait_for_fortune(page)
    wait_for_turn(page)
    page.keyboard.press("Home")
    wait_for_position(page, 0, position(page)[1])
    expect(sentence).to_be_visible()
    page.reload()
    expect(sentence).to_be_visible()
    sentence.click()
    wait_for_position(page, 3, position(page)[1])
    summary.click()
    expect(sentence).to_be_hidden()


def test_on_a_phone_the_recap_is_at_the_board_and_moves_nothing(visit: Visit) -> None:
    page = open_game(visit, viewport=PHONE, has_touch=True)
    panel, pill = page.locator("#recap-panel"), page.locator("#recap-panel summary")
    before = page.locator("#actions").bounding_box(), page.locator("#board").bounding_box()
    pill.tap()
    expect(page.locator("#recap-list button")).to_have_count(3)
    after = page.locator("#actions").bounding_box(), page.locator("#board").bounding_box()
    assert before == after
    box, section = panel.bounding_box(), page.locator(".board").bounding_box()
    assert box is not None
    assert section is not None
    assert box["y"] + box["height"] <= section["y"] + section["height"]
    assert find_violations(page) == []
    page.keyboard.press("Escape")
    expect(page.locator("#recap-list")).to_be_hidden()
    page.locator("#log-button").tap()
    page.locator("#log-divider button").tap()
    expect(page.locator("#log-dialog")).to_be_hidden()
