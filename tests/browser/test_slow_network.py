"""On a slow network the page shows at once what a click does, long before the server answers."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import Visit
from tests.browser.page_actions import act, open_table, redraws, wait_for_turn

LATENCY = 0.3
"""Seconds that each message needs to the server."""
AT_ONCE = 50
"""Milliseconds within which a click must show."""

CLICK = """async ([target, sign]) => {
  const control = document.querySelector(target);
  const start = performance.now();
  control.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  while (!document.querySelector(sign)) {
    if (performance.now() - start > 1000) return null;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  await new Promise((resolve) => requestAnimationFrame(resolve));
  return performance.now() - start;
}"""
"""Milliseconds from a click to the picture in which a sign of it is seen; None if there is none."""
SIGNS = (
    ('[data-act="move E4"]', "#pieces .ghost"),
    ('[data-act="move E4"]', "#elephant-0.lifted"),
    ('[data-act="wait"]', "#action-wait.pressed"),
)
"""What is clicked, and what shows it."""


@pytest.fixture
def page(visit: Visit) -> Page:
    """A table of Bombay whose messages to the server take their time."""
    table = open_table(visit, "me", "link")
    wait_for_turn(table)
    table.route_web_socket(re.compile("/live$"), _delay)
    table.reload()
    wait_for_turn(table)
    return table


def _delay(socket: WebSocketRoute) -> None:
    server = socket.connect_to_server()
    socket.on_message(_after(LATENCY, server.send))


def _after(seconds: float, send: Callable[[str | bytes], None]) -> Callable[[str | bytes], None]:
    def later(message: str | bytes) -> None:
        threading.Event().wait(seconds)
        send(message)

    return later


def test_a_click_is_seen_before_the_server_answers(page: Page) -> None:
    for target, sign in SIGNS:
        times = []
        for _ in range(3):  # a machine that is busy for a moment is given another chance
            times.append(page.evaluate(CLICK, [target, sign]))
            expect(page.locator("#undo:not([aria-disabled])")).to_be_visible()
            expect(page.locator(sign)).to_have_count(0)
            with redraws(page):
                page.locator("#undo").click()
            if None in times or min(times) < AT_ONCE:
                break
        assert None not in times, sign
        assert min(times) < AT_ONCE, sign


def test_to_confirm_and_to_undo_are_seen_too(page: Page) -> None:
    act(page, "wait")
    assert page.evaluate(CLICK, ["#undo", "#undo.pressed"]) is not None
    expect(page.locator("#undo[aria-disabled]")).to_be_visible()
    act(page, "wait")
    assert page.evaluate(CLICK, ["#commit", "#commit.pressed"]) is not None
    expect(page.locator("#headline")).to_contain_text("It's Bao's turn.")
