"""WebKitGTK, driven by its WebDriver, on a display that nobody sees."""

from __future__ import annotations

import base64
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx2

from tests.engines.processes import SECONDS, find_free_port, find_program, poll, run_process

SCREEN = "1600x1000x24"
COLLECT_ERRORS = """
if (!window.collectedErrors) {
  const errors = (window.collectedErrors = []);
  const note = (...parts) => errors.push(parts.map(String).join(" "));
  const { error } = console;
  console.error = (...parts) => (note(...parts), error.apply(console, parts));
  addEventListener("error", (event) => note(event.message ?? event.target.outerHTML), true);
  addEventListener("unhandledrejection", (event) => note(event.reason));
  addEventListener("securitypolicyviolation", (event) => note("forbidden:", event.blockedURI));
}
"""
"""The driver reports no errors of a page, so they are collected there from the first call on."""


@contextmanager
def run_webkit() -> Iterator[WebKit]:
    """Start the browser of WebKitGTK with its driver."""
    driver, port = find_program("WebKitWebDriver"), find_free_port()
    with run_display() as display:
        environment = {**os.environ, "DISPLAY": display}
        with (
            run_process([driver, f"--port={port}"], env=environment),
            httpx2.Client(base_url=f"http://127.0.0.1:{port}/", timeout=SECONDS) as client,
        ):
            poll(lambda: _is_ready(client), "WebKitWebDriver to listen")
            page = WebKit(client)
            try:
                yield page
            finally:
                page.close()


@contextmanager
def run_display() -> Iterator[str]:
    """Start an X server without a screen, and choose a number for it that is free."""
    reader, writer = os.pipe()
    command = [find_program("Xvfb"), "-displayfd", str(writer), "-screen", "0", SCREEN]
    with run_process([*command, "-nolisten", "tcp"], pass_fds=[writer]):
        os.close(writer)
        with os.fdopen(reader) as numbers:
            yield f":{numbers.readline().strip()}"


def _is_ready(client: httpx2.Client) -> bool | None:
    try:
        return client.get("status").is_success or None
    except httpx2.TransportError:
        return None


class WebKit:
    """The only window of a running browser of WebKitGTK."""

    def __init__(self, client: httpx2.Client) -> None:
        self._client = client
        self._session = ""
        self._session = f"session/{self._post('session', capabilities={})['sessionId']}/"

    def open(self, address: str) -> None:
        """Load a page, and wait until it is whole: a call before may never be answered."""
        self._post("url", url=address)

    def call(self, function: str, *values: Any) -> Any:
        """What a JavaScript function returns for some values."""
        script = f"{COLLECT_ERRORS} return ({function})(...arguments)"
        return self._post("execute/sync", script=script, args=values)

    def perform(self, actions: dict[str, Any]) -> None:
        """Use the pointer, the wheel or the keyboard."""
        self._post("actions", actions=[actions])
        self._delete("actions")  # the driver ignores a turn of the wheel like the last one

    def resize(self, width: int, height: int) -> None:
        self._post("window/rect", width=width, height=height)
        bars = height - self.call("() => innerHeight")
        self._post("window/rect", width=width, height=height + bars)

    def screenshot(self) -> bytes:
        return base64.b64decode(self._answer(self._client.get(f"{self._session}screenshot")))

    def errors(self) -> list[str]:
        """What went wrong on the page: exceptions, and errors in the console."""
        found: list[str] = self.call("() => window.collectedErrors")
        return found

    def close(self) -> None:
        self._delete("")

    def _post(self, path: str, **body: Any) -> Any:
        return self._answer(self._client.post(self._session + path, json=body))

    def _delete(self, path: str) -> None:
        self._answer(self._client.delete((self._session + path).rstrip("/")))

    def _answer(self, response: httpx2.Response) -> Any:
        value = response.json()["value"]
        assert response.is_success, value
        return value
