from __future__ import annotations

import json
import re

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import Visit
from tests.browser.page_actions import (
    act,
    close_menu,
    commit,
    let_turns_commit_themselves,
    open_menu,
    open_table,
    position,
    redo,
    redraws,
    take_the_screen,
    undo,
    wait_for_fortune,
    wait_for_position,
    wait_for_table,
    wait_for_turn,
)


def _alone(visit: Visit) -> Page:
    """A page at a table of two where the other one never comes."""
    page = open_table(visit, "me", "link")
    wait_for_turn(page)
    return page


def _site(page: Page) -> str | None:
    return page.locator("#elephant-0").get_attribute("transform")


def test_a_turn_is_tried_out_taken_back_and_done_again(visit: Visit) -> None:
    page = _alone(visit)
    start = _site(page)
    act(page, "move E4")
    there = _site(page)
    assert there != start
    act(page, "buy")
    expect(page.locator("#card-0 .bales .icon")).to_have_count(1)
    undo(page)
    expect(page.locator("#card-0 .bales .icon")).to_have_count(0)
    undo(page)
    assert _site(page) == start
    redo(page)
    assert _site(page) == there
    redo(page)
    expect(page.locator("#card-0 .bales .icon")).to_have_count(1)
    assert position(page) == (1, 1), "nothing has been played yet"


def test_a_turn_counts_when_it_is_committed_and_not_before(visit: Visit) -> None:
    page = _alone(visit)
    page.locator('[data-act="move E4"]').dblclick()
    expect(page.locator("#undo:not([aria-disabled])")).to_be_visible()
    expect(page.locator("#toast")).to_be_hidden()  # a double click does one thing
    undo(page)
    expect(page.locator("#undo[aria-disabled]")).to_be_visible()
    commit_button = page.locator("#commit")
    expect(commit_button).to_have_attribute("aria-disabled", "true")
    commit_button.click(force=True)
    expect(page.locator("#toast")).to_contain_text("Use all your stars")
    act(page, "wait")
    expect(page.locator("#headline")).to_contain_text("Confirm your turn")
    commit(page)
    wait_for_position(page, 2, 2)
    expect(page.locator("#headline")).to_contain_text("It's Bao's turn.")


def test_a_draft_survives_a_reload(visit: Visit) -> None:
    page = _alone(visit)
    act(page, "move E4")
    there = _site(page)
    act(page, "move A")
    undo(page)
    page.reload()
    expect(page.locator("#undo:not([aria-disabled])")).to_be_visible()
    assert _site(page) == there
    redo(page)
    assert _site(page) != there


def test_a_draft_survives_a_reload_at_a_shared_screen_too(visit: Visit) -> None:
    page = open_table(visit, "me", "me")
    take_the_screen(page)
    act(page, "move E4")
    there = _site(page)
    page.reload()
    assert _site(wait_for_table(page)) != there, "another person may be looking now"
    take_the_screen(page)
    expect(page.locator("#undo:not([aria-disabled])")).to_be_visible()
    assert _site(page) == there


def test_turns_can_be_set_to_commit_themselves(visit: Visit) -> None:
    page = _alone(visit)
    let_turns_commit_themselves(page)
    page.locator("#action-wait").click()
    wait_for_position(page, 2, 2)
    page.reload()
    expect(page.locator("#auto")).to_be_checked()


def test_in_the_bazar_turns_can_be_kept_back_too(visit: Visit) -> None:
    page = open_table(visit, "me", "link", game="bazar")
    open_menu(page)
    page.locator("#auto").uncheck()
    close_menu(page)
    page.locator("#pile-03").click()
    with redraws(page):
        page.locator("#drop").click()
    expect(page.locator("#headline")).to_contain_text("Confirm your turn")
    assert position(page) == (0, 0)
    commit(page)
    wait_for_position(page, 1, 1)


class _SlowMessages:
    """A socket on which change messages are held back for a while; answers go through."""

    def __init__(self, page: Page) -> None:
        self.is_held = False
        self._held: list[str | bytes] = []
        page.route_web_socket(re.compile("/live$"), self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        self._server = socket.connect_to_server()
        self._server.on_message(self._take)

    def _take(self, text: str | bytes) -> None:
        if self.is_held and json.loads(text)["kind"] in ("news", "turn"):
            self._held.append(text)
        else:
            self._socket.send(text)

    def release(self) -> None:
        """Send what was held back."""
        self.is_held = False
        for text in self._held:
            self._socket.send(text)


def test_a_second_tab_that_is_behind_says_so_and_shows_the_current_table(
    visit: Visit,
) -> None:
    first = _alone(visit)
    second = first.context.new_page()
    news = _SlowMessages(second)
    second.goto(first.url)
    wait_for_turn(second)
    act(second, "wait")
    news.is_held = True
    wait_for_fortune(first)
    second.locator("#commit").click()
    expect(second.locator("#toast")).to_contain_text("The game has moved on")
    news.release()
    wait_for_position(second, 2, 2)
    expect(second.locator("#headline")).to_contain_text("It's Bao's turn.")
    assert second.locator("#log [data-at]").count() == 2


def test_a_draft_in_a_second_tab_is_dropped_when_that_turn_is_over(visit: Visit) -> None:
    first = open_table(visit, "me", "agent:random", speed="fast")
    second = first.context.new_page()
    news = _SlowMessages(second)
    second.goto(first.url)
    wait_for_turn(second)
    act(second, "move E4")
    news.is_held = True
    wait_for_fortune(first)
    expect(first.locator("#log li.player-1").last).to_be_attached()
    wait_for_turn(first)
    news.release()
    wait_for_position(second, *position(first))
    second.locator("#action-wait[data-act]").click()
    expect(second.locator("#headline")).to_contain_text("Confirm your turn")
    expect(second.locator("#toast")).to_be_hidden()
