"""What drives the browsers reports everything that goes wrong on a page."""

from __future__ import annotations

import pytest

from tests.browser.live_server import LiveServer
from tests.engines.page import Driver
from tests.engines.processes import poll
from tests.fast.games import IS_LONG

pytestmark = pytest.mark.skipif(not IS_LONG, reason="make test-long installs these browsers")

MISTAKES = {
    "exception": "() => void setTimeout(() => { throw new Error('mistake') })",
    "rejection": "() => void Promise.reject(new Error('mistake'))",
    "console": "() => void console.error('mistake')",
    "policy": "() => void (new Image().src = 'http://127.0.0.1/mistake.png')",
}


@pytest.mark.parametrize("kind", MISTAKES)
def test_mistakes_of_a_page_are_reported(driver: Driver, server: LiveServer, kind: str) -> None:
    driver.open(f"{server.url}/help")
    assert driver.errors() == []
    driver.call(MISTAKES[kind])
    (error,) = poll(lambda: driver.errors() or None, "the error")
    assert "mistake" in error
    driver.open("about:blank")
