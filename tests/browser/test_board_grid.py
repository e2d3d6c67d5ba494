"""The board as a grid: keys walk it and play on it, and what happens is announced."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.page_actions import (
    SMALL,
    Rules,
    commit,
    open_table,
    redraws,
    wait_for_position,
    wait_for_selector,
    wait_for_turn,
)

FOCUSED = "document.activeElement.id.replace('cell-', '')"
CELLS = "[...document.querySelectorAll('[role=gridcell]')].map((one) => one.id.slice(5))"
CELLS_IN_ROWS = "[...document.querySelectorAll('[role=row]')].map((one) => one.childElementCount)"
MARKED = """() => {
  const box = document.getElementById("marker").getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}"""
TARGET = """(action) => {
  const ring = document.querySelector(`#pieces [data-act="${action}"] use`);
  const box = ring.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}"""
SENTENCES = "all => all.map((link) => link.title || link.textContent)"
"""What the entries of the log say in full."""
KEEP_ANNOUNCEMENTS = """() => {
  window.said = [];
  const watch = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const line of addedNodes) window.said.push(line.textContent);
    }
  });
  watch.observe(document.getElementById("live"), { childList: true });
}"""


def _own_turn(visit: Visit) -> Page:
    page = open_table(visit, "me", "link")
    wait_for_turn(page)
    return page


def _enter_grid(page: Page) -> None:
    """Go to the grid with Tab."""
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('[role=gridcell]')"):
            return
    raise AssertionError("Tab never comes to the grid")


def _press(page: Page, *keys: str) -> str:
    """Press keys; the cell where one is then."""
    for key in keys:
        page.keyboard.press(key)
    found = page.evaluate(FOCUSED)
    assert isinstance(found, str)
    return found


def _press_and_redraw(page: Page, key: str) -> None:
    with redraws(page):
        page.keyboard.press(key)


def _said(page: Page) -> list[str]:
    found: list[str] = page.evaluate("window.said.splice(0)")
    return found


# Walking


def test_tab_leads_to_the_own_elephant_and_arrows_walk_from_there(visit: Visit) -> None:
    page = _own_turn(visit)
    _enter_grid(page)
    assert _press(page) == "A"
    assert _press(page, "ArrowLeft") == "G5"
    assert _press(page, "ArrowLeft", "ArrowLeft") == "E3", "the row ends there"
    assert _press(page, "Home") == "F1"
    assert _press(page, "End") == "D4"
    assert _press(page, "ArrowUp") == "G6"
    page.keyboard.press("Shift+Tab")
    assert not page.evaluate("document.activeElement.matches('[role=gridcell]')")
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUSED) == "G6", "Tab comes back to where one was"


@pytest.mark.parametrize(("game", "rules"), [("bombay", {}), ("bazar", SMALL)])
def test_arrows_reach_every_cell(visit: Visit, game: str, rules: Rules) -> None:
    page = open_table(visit, "me", "link", game=game, rules=rules)
    _enter_grid(page)
    found = {_press(page, "Home")}
    for count in page.evaluate(CELLS_IN_ROWS):
        found.add(_press(page, *["ArrowLeft"] * (count - 1)))
        found |= {_press(page, "ArrowRight") for _ in range(count - 1)}
        page.keyboard.press("ArrowDown")
    assert found == set(page.evaluate(CELLS))


def test_up_and_down_keep_the_column(visit: Visit) -> None:
    page = open_table(visit, "me", "link", game="bazar")
    _enter_grid(page)
    column = [_press(page, *keys) for keys in (["Home"], *[["ArrowDown"]] * 8)]
    assert column[0] == "1-1"
    assert len({cell.partition("-")[0] for cell in column}) == 9
    assert _press(page, *["ArrowUp"] * 8) == "1-1"


def test_page_down_leads_from_choice_to_choice(visit: Visit) -> None:
    page = _own_turn(visit)
    _enter_grid(page)
    choices = [_press(page, "PageDown") for _ in range(5)]
    assert set(choices) == {"E4", "F4", "G5", "H1"}
    assert choices[0] == choices[4]
    assert _press(page, "PageUp") == choices[3]


def test_arrows_replay_the_game_everywhere_but_on_the_board(visit: Visit) -> None:
    page = _own_turn(visit)
    _enter_grid(page)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Tab")
    _press_and_redraw(page, "ArrowLeft")
    wait_for_position(page, 0, 1)


def test_a_ring_marks_the_focused_cell_and_its_text_is_shown(visit: Visit) -> None:
    page = _own_turn(visit)
    expect(page.locator("#marker")).to_be_hidden()
    _enter_grid(page)
    _press(page, "PageDown")
    site = page.evaluate(FOCUSED)
    marked, target = page.evaluate(MARKED), page.evaluate(TARGET, f"move {site}")
    assert marked == pytest.approx(target, abs=4)
    box = page.locator(f"#cell-{site}").bounding_box()
    assert box is not None
    assert box["width"] > 100
    page.keyboard.press("Tab")
    expect(page.locator("#marker")).to_be_hidden()


# Playing


def test_enter_moves_and_the_focus_stays_there(visit: Visit) -> None:
    page = _own_turn(visit)
    _enter_grid(page)
    while _press(page, "PageDown") != "E4":
        pass
    _press_and_redraw(page, "Enter")
    assert page.evaluate(FOCUSED) == "E4"
    expect(page.locator("#cell-E4")).to_contain_text("Ada's elephant, carrying nothing.")
    page.keyboard.press("Enter")
    expect(page.locator("#action-buy")).to_be_focused()


def test_enter_says_why_one_cannot_go_there(visit: Visit) -> None:
    page = _own_turn(visit)
    page.evaluate(KEEP_ANNOUNCEMENTS)
    _enter_grid(page)
    _press(page, "Home", "Enter")
    expect(page.locator("#toast")).to_have_text("There is no trail from A to F1.")
    assert _said(page) == ["There is no trail from A to F1."]
    assert page.evaluate(FOCUSED) == "F1"
    expect(page.locator("#undo[aria-disabled]")).to_be_visible()


def test_enter_says_so_when_it_is_another_players_turn(visit: Visit) -> None:
    page = _own_turn(visit)
    page.locator("[data-act=wait]").click()
    commit(page)
    _enter_grid(page)
    _press(page, "Enter")
    expect(page.locator("#toast")).to_have_text("It's Bao's turn.")


def test_tiles_are_placed_at_the_tip_and_nowhere_else(visit: Visit) -> None:
    page = open_table(visit, "me", "link", game="bazar")
    _enter_grid(page)
    assert _press(page) == "1-1"
    assert _press(page, "Enter") != "1-1"
    expect(page.locator("#pile-02")).to_be_focused()
    page.evaluate(KEEP_ANNOUNCEMENTS)
    _press_and_redraw(page, "Enter")
    assert _said(page) == [
        "Tile 02, rotation 1 of 2. Your trunk grows by 1 segment; new tip: row 2, space 1."
    ]
    page.locator("#cell-1-1").focus()
    _press(page, "ArrowRight", "Enter")
    assert _said(page) == ["You place tiles at the tip of your trunk."]
    _press(page, "ArrowLeft")
    _press_and_redraw(page, "Enter")
    wait_for_position(page, 1, 1)
    expect(page.locator("#cell-1-1")).to_contain_text("Ada's trunk: north-west and south-west.")


# Announcements


def test_a_draft_is_announced_step_by_step(visit: Visit) -> None:
    page = _own_turn(visit)
    page.evaluate(KEEP_ANNOUNCEMENTS)
    _enter_grid(page)
    _press(page, "PageDown")
    assert _press(page) == "F4"
    moved, two_left = "Ada moves to site F4.", "2 stars left."
    _press_and_redraw(page, "Enter")
    assert _said(page) == [f"{moved} {two_left}"]
    _press_and_redraw(page, "u")
    assert _said(page) == [f"Undone: {moved} 3 stars left."]
    _press_and_redraw(page, "r")
    assert _said(page) == [f"{moved} {two_left}"]
    page.locator("#action-end").focus()
    _press_and_redraw(page, "Enter")
    assert _said(page) == ["Ada ends their turn.", "Confirm your turn, or undo."]
    _press_and_redraw(page, "c")
    wait_for_selector(page, "body:not(.my-turn)")
    assert _said(page) == ["Turn confirmed."]


@pytest.mark.parametrize("speed", ["off", "fast"])
def test_every_step_of_the_others_is_announced_in_its_order(visit: Visit, speed: str) -> None:
    """Also those that are not shown one by one; none is lost to the next one."""
    page = open_table(visit, "me", "agent:greedy", "agent:greedy", speed=speed)
    wait_for_turn(page)
    page.evaluate(KEEP_ANNOUNCEMENTS)
    logged = page.locator("#log [data-at]").count()
    page.locator("[data-act=wait]").click()
    page.locator("#commit").click()
    page.wait_for_function("() => window.said.at(-1)?.startsWith('Your turn')")
    said, log = _said(page), page.locator("#log [data-goto]").evaluate_all(SENTENCES)
    assert said[0].startswith("Ada waits")
    assert said[-1] == "Your turn, Ada."
    others = [sentence for sentence in log[logged:] if not sentence.startswith("Ada ")]
    assert len(others) > 2
    assert [sentence for sentence in said if sentence in others] == others


# Whole games


def test_a_game_of_the_bazar_is_played_with_keys_alone(visit: Visit) -> None:
    page = open_table(visit, "me", "me", game="bazar", rules=SMALL)
    page.evaluate(KEEP_ANNOUNCEMENTS)
    turns = 0
    while not page.locator(".scoring").is_visible():
        tip, name = _press(page, "b"), _to_play(page)
        text = page.locator(f"#cell-{tip}").text_content() or ""
        assert f"{name}'s tip, entry: " in text
        if "Place your end piece: you're blocked." not in text:
            _press(page, "Enter")
            assert page.evaluate("document.activeElement.matches('.piles [data-pick]')")
            _press_and_redraw(page, "Enter")
            assert _press(page, "b") == tip
        turns += 1
        page.keyboard.press("Enter")
        wait_for_position(page, turns, turns)
    assert turns > 8
    said = _said(page)
    assert sum("places a tile" in line or "is blocked" in line for line in said) == turns
    assert said.count("Turn confirmed.") == turns


def _to_play(page: Page) -> str:
    return page.locator(".card[aria-current] .player-name").inner_text().strip()


def test_a_game_of_bombay_is_played_with_keys_alone(visit: Visit) -> None:
    """Moves on the board, and buttons for the rest; whatever can be traded is traded."""
    page = open_table(visit, "me", "agent:greedy")
    wait_for_turn(page)
    played, choice = Counter[str](), Random(1)
    for _ in range(TURNS):
        while page.locator("#commit[aria-disabled]").count():
            played[_play_step(page, choice)] += 1
        _press_and_redraw(page, "c")
        wait_for_selector(page, ".scoring, body.my-turn #commit[aria-disabled]")
    expect(page.locator(".scoring #headline")).to_contain_text("win")
    assert played["move"] > TURNS
    assert played["buy"]
    assert played["sell"] or played["build"]


def _play_step(page: Page, choice: Random) -> str:
    """Trade or build where the elephant stands, or move on, or end the turn; what was done."""
    site = _press(page, "b")
    assert "Ada's elephant" in (page.locator(f"#cell-{site}").text_content() or "")
    page.keyboard.press("Enter")
    verb = str(page.evaluate("document.activeElement.dataset.act")).partition(" ")[0]
    if verb in ("wait", "end"):
        verb = "move"
        page.keyboard.press("b")
        if (
            _press(page, *["PageDown"] * choice.randint(1, 4)) == site
        ):  # there are too few stars for any move
            verb = "end"
            page.keyboard.press("Enter")
    _press_and_redraw(page, "Enter")
    return verb


TURNS = 16
"""How many turns each player has in a game of two."""
