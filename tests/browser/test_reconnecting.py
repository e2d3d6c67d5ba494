from __future__ import annotations

import re

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import Visit
from tests.browser.hands import act, be_at, commit, my_turn, sit, wait_for_fortune
from tests.browser.house import House


def _is_lost(page: Page) -> None:
    expect(page.locator("#connection")).to_be_visible()


def _is_back(page: Page) -> None:
    expect(page.locator("#connection")).to_be_hidden(timeout=15_000)


class _Line:
    """A line that can be cut for a while."""

    def __init__(self, page: Page) -> None:
        self._is_cut = False
        page.route_web_socket(re.compile("/live$"), self._connect)

    def _connect(self, line: WebSocketRoute) -> None:
        self._line = line
        if self._is_cut:
            line.close()
        else:
            line.connect_to_server()

    def cut(self) -> None:
        self._is_cut = True
        self._line.close()

    def mend(self) -> None:
        self._is_cut = False


def test_after_a_restart_the_page_goes_on_where_it_was(visit: Visit, house: House) -> None:
    page = sit(visit, "me", "link")
    my_turn(page)
    act(page, "move E4")
    site = page.locator("#elephant-0").get_attribute("transform")
    house.close()
    _is_lost(page)
    page.locator("#action-end").click()
    page.locator("#undo").click()
    house.open()
    _is_back(page)
    expect(page.locator("#undo:not([aria-disabled])")).to_be_visible()
    assert page.locator("#elephant-0").get_attribute("transform") == site
    act(page, "end")
    commit(page)
    be_at(page, 3, 3)


def test_turns_that_others_played_meanwhile_appear(visit: Visit) -> None:
    ada = sit(visit, "me", "link")
    my_turn(ada)
    watcher = visit("/")
    line = _Line(watcher)
    watcher.goto(ada.url)
    be_at(watcher, 1, 1)
    line.cut()
    _is_lost(watcher)
    wait_for_fortune(ada)
    line.mend()
    _is_back(watcher)
    be_at(watcher, 2, 2)
    expect(watcher.locator("#log li").last).to_contain_text("Ada")
    expect(watcher.locator("#headline")).to_contain_text("Bao is to play.")
