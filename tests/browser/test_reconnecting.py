from __future__ import annotations

import re

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer
from tests.browser.page_actions import (
    act,
    commit,
    open_table,
    wait_for_fortune,
    wait_for_position,
    wait_for_turn,
)


def _is_lost(page: Page) -> None:
    expect(page.locator("#connection")).to_be_visible()


def _is_back(page: Page) -> None:
    expect(page.locator("#connection")).to_be_hidden(timeout=15_000)


class _CutSocket:
    """A socket that can be cut for a while."""

    def __init__(self, page: Page) -> None:
        self._is_cut = False
        page.route_web_socket(re.compile("/live$"), self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        if self._is_cut:
            socket.close()
        else:
            socket.connect_to_server()

    def cut(self) -> None:
        self._is_cut = True
        self._socket.close()

    def mend(self) -> None:
        self._is_cut = False


def test_after_a_restart_the_page_goes_on_where_it_was(visit: Visit, server: LiveServer) -> None:
    page = open_table(visit, "me", "link")
    wait_for_turn(page)
    act(page, "move E4")
    site = page.locator("#elephant-0").get_attribute("transform")
    server.close()
    _is_lost(page)
    page.locator("#action-end").click()
    page.locator("#undo").click()
    server.open()
    _is_back(page)
    expect(page.locator("#undo:not([aria-disabled])")).to_be_visible()
    assert page.locator("#elephant-0").get_attribute("transform") == site
    act(page, "end")
    commit(page)
    wait_for_position(page, 3, 3)


def test_turns_that_others_played_meanwhile_appear(visit: Visit) -> None:
    ada = open_table(visit, "me", "link")
    wait_for_turn(ada)
    watcher = visit("/")
    socket = _CutSocket(watcher)
    watcher.goto(ada.url)
    wait_for_position(watcher, 1, 1)
    socket.cut()
    _is_lost(watcher)
    wait_for_fortune(ada)
    socket.mend()
    _is_back(watcher)
    wait_for_position(watcher, 2, 2)
    expect(watcher.locator("#log li").last).to_contain_text("Ada")
    expect(watcher.locator("#headline")).to_contain_text("It's Bao's turn.")
