"""A real browser at a real server."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from howdah.server.tables import model
from tests.browser.live_server import LiveServer

NAMES = (
    "chromium-headless-shell",  # takes a quarter less time than the whole browser
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"),
)
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
SEED = "00112233445566778899aabbccddeeff"
"""All tables are drawn from it, so that a first turn can always buy a bale at E4."""
LAPTOP = {"width": 1366, "height": 768}
PHONE = {"width": 390, "height": 844}
POLICY = "Content Security Policy"
"""What the browser names when a page violates our security policy."""
PATIENCE = 30_000
"""Milliseconds after which something that does not appear is missing; machines may be busy."""
FAST_OPTIONS = {"reduced_motion": "reduce", "device_scale_factor": 0.5}
"""Without animations and with few pixels a page takes half the time."""


Form = dict[str, str | float | bool]
Visit = Callable[..., Page]


def _is_error(line: ConsoleMessage) -> bool:
    """Whether a page logs an exception of ours, or violates our security policy."""
    return POLICY in line.text or re.match(r"\w*Error\b", line.text) is not None


def browser_path() -> str | None:
    """The browser of this machine; None for the one that Playwright brought itself."""
    named = os.environ.get("HOWDAH_BROWSER")
    return named or next(filter(None, map(shutil.which, NAMES)), None)


expect.set_options(timeout=PATIENCE / 3)


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as found:
        yield found


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    found = playwright.chromium.launch(executable_path=browser_path(), args=ARGUMENTS)
    yield found
    found.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LiveServer]:
    with run_server(tmp_path / "data") as found:
        yield found


@contextmanager
def run_server(folder: Path) -> Iterator[LiveServer]:
    """A server whose tables all have the same seed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(model, "new_seed", lambda: SEED)
        patch.setattr(model, "shared_seed", lambda *_: SEED)
        found = LiveServer(folder)
        try:
            yield found
        finally:
            found.close()


@pytest.fixture
def visit(browser: Browser, server: LiveServer) -> Iterator[Visit]:
    """Opens a page in a browser context of its own; errors of the page fail the test."""
    with visits_to(server, browser) as found:
        yield found


@contextmanager
def visits_to(server: LiveServer, browser: Browser) -> Iterator[Visit]:
    """A function that opens a page in a browser context of its own; no page may have errors.

    With a form, it is posted to the path, and the page it leads to is opened.
    """
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def open_page(
        path: str = "/", *, speed: str = "off", form: Form | None = None, **options: Any
    ) -> Page:
        default: dict[str, Any] = {"viewport": LAPTOP, "locale": "en-GB"}
        fast = FAST_OPTIONS if speed == "off" else {}
        context = browser.new_context(**{**default, **fast, **options})
        context.set_default_timeout(PATIENCE)
        context.add_init_script(f"localStorage.setItem('howdah speed', '\"{speed}\"')")
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda line: errors.append(line.text) if _is_error(line) else None)
        address = server.url + path
        page.goto(address if form is None else context.request.post(address, form=form).url)
        return page

    try:
        yield open_page
    finally:
        for context in contexts:
            context.close()
    assert errors == []
