from __future__ import annotations

import re
from typing import cast

from playwright._impl._api_structures import SetCookieParam
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import LAPTOP, PHONE, Visit
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


class _SlowSocket:
    """A socket whose messages can be held back, sent later, or lost."""

    def __init__(self, page: Page) -> None:
        self._holds = self._holds_answers = False
        self._held: list[str | bytes] = []
        page.route_web_socket(re.compile("/live$"), self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        self._page, self._server = socket, socket.connect_to_server()
        socket.on_message(self._from_page)
        self._server.on_message(self._from_server)

    def _from_page(self, message: str | bytes) -> None:
        if self._holds:
            self._held.append(message)
        else:
            self._server.send(message)

    def _from_server(self, message: str | bytes) -> None:
        if not self._holds_answers:
            self._page.send(message)

    def hold(self) -> None:
        """Hold what the page sends."""
        self._holds = True

    def hold_answers(self) -> None:
        """Lose what the server sends."""
        self._holds_answers = True

    def release(self) -> None:
        """Send what was held."""
        self._holds = False
        for message in self._held:
            self._server.send(message)

    def forget(self) -> None:
        """Lose what was held; sockets to come work."""
        self._holds = self._holds_answers = False
        self._held.clear()

    def cut(self) -> None:
        """Close the socket of the page."""
        self._page.close()


def _share_seats(one: Page, other: Page) -> None:
    """Let another browser play the seats of one."""
    for cookie in one.context.cookies():
        found = {"name": cookie["name"], "value": cookie["value"], "url": one.url}
        other.context.add_cookies([cast(SetCookieParam, found)])


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
    expect(page.locator("#headline")).to_contain_text("Confirm your turn")
    assert page.locator("#elephant-0").get_attribute("transform") == site
    commit(page)
    wait_for_position(page, 3, 3)


def test_a_request_that_failed_is_sent_again_and_the_notice_goes(visit: Visit) -> None:
    page = open_table(visit, "me", "link", game="bazar", rules={"starter": "medals"})
    page.context.set_offline(True)
    page.locator("#medals-done").click()
    _is_lost(page)
    page.context.set_offline(False)
    _is_back(page)
    expect(page.locator("#actions")).to_contain_text("Waiting for Bao")


def test_a_step_that_was_tried_offline_is_shown_as_soon_as_the_server_answers(visit: Visit) -> None:
    page = visit("/")
    socket = _SlowSocket(page)
    table = open_table(visit, "me", "link")
    _share_seats(table, page)
    page.goto(table.url)
    wait_for_turn(page)
    page.context.set_offline(True)
    _is_lost(page)
    socket.hold()
    page.locator('[data-act="move E4"]').click()
    page.context.set_offline(False)
    socket.release()
    _is_back(page)
    expect(page.locator("#action-buy")).to_be_enabled()


def test_a_socket_that_does_not_answer_is_given_up(visit: Visit) -> None:
    page = visit("/")
    page.clock.install()
    socket = _SlowSocket(page)
    table = open_table(visit, "me", "link")
    _share_seats(table, page)
    page.goto(table.url)
    wait_for_turn(page)
    socket.hold()
    page.locator('[data-act="move E4"]').click()
    page.clock.run_for(3_000)
    _is_lost(page)
    socket.forget()
    page.clock.run_for(10_000)
    _is_back(page)
    expect(page.locator("#action-buy")).to_be_enabled()


def test_the_notice_is_small_and_leaves_the_header_free(visit: Visit) -> None:
    for viewport in (LAPTOP, PHONE, {"width": 320, "height": 568}):
        page = open_table(visit, "me", "link", viewport=viewport)
        page.evaluate("dispatchEvent(new Event('offline'))")
        notice = page.locator("#connection").bounding_box()
        header = page.locator(".toolbar").bounding_box()
        assert notice is not None
        assert header is not None
        assert notice["height"] <= 48
        is_below = notice["y"] >= header["y"] + header["height"]
        assert is_below or notice["x"] + notice["width"] <= header["x"]


def test_a_turn_whose_answer_was_lost_is_committed_once(visit: Visit) -> None:
    page = visit("/")
    socket = _SlowSocket(page)
    table = open_table(visit, "me", "link")
    _share_seats(table, page)
    page.goto(table.url)
    wait_for_turn(page)
    act(page, "wait")
    socket.hold_answers()
    page.locator("#commit").click()
    wait_for_position(table, 2, 2)
    socket.forget()
    socket.cut()
    _is_back(page)
    wait_for_position(page, 2, 2)
    expect(page.locator("#headline")).to_contain_text("It's Bao's turn.")
    expect(page.locator("#toast")).to_be_hidden()


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
