"""The table in Firefox and in WebKitGTK; the tests of `tests/browser` use Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.conftest import LAPTOP, run_server
from tests.browser.live_server import LiveServer
from tests.engines.firefox import run_firefox
from tests.engines.page import Driver, EnginePage
from tests.engines.webkit import run_webkit


@pytest.fixture(scope="package", params=["firefox", "webkit"])
def driver(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Driver]:
    folder = tmp_path_factory.mktemp("engine")
    with run_firefox(folder) if request.param == "firefox" else run_webkit() as found:
        found.resize(LAPTOP["width"], LAPTOP["height"])
        yield found


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LiveServer]:
    with run_server(tmp_path / "data") as found:
        yield found


@pytest.fixture
def page(driver: Driver, server: LiveServer) -> Iterator[EnginePage]:
    """The page of a browser; its errors fail the test."""
    yield EnginePage(driver, server.url)
    errors = driver.errors()
    driver.open("about:blank")  # the server closes now
    assert errors == []
