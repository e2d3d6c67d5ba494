"""Firefox, driven by WebDriver BiDi, which it speaks itself."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.engines.processes import SECONDS, find_program, poll, run_process

CALL = "(values) => JSON.stringify(({function})(...JSON.parse(values)) ?? null)"
"""Values travel as JSON: the types of the protocol are not needed."""
PREFERENCES = {
    "app.normandy.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "ui.prefersReducedMotion": 0,
}


@contextmanager
def run_firefox(folder: Path) -> Iterator[Firefox]:
    """Start Firefox without a window, with a profile of its own in a folder."""
    program, profile, log = (
        find_program("firefox-esr", "firefox"),
        folder / "profile",
        folder / "log",
    )
    profile.mkdir(parents=True)
    lines = [
        f"user_pref({json.dumps(key)}, {json.dumps(PREFERENCES[key])});" for key in PREFERENCES
    ]
    (profile / "user.js").write_text("\n".join(lines))
    options = ["--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port=0"]
    with log.open("wb") as output, run_process([program, *options], stdout=output, stderr=output):
        address = poll(lambda: _address(log), "Firefox to listen")
        with connect(f"{address}/session", max_size=None, proxy=None) as socket:
            yield Firefox(socket)


def _address(log: Path) -> str | None:
    found = re.search(r"listening on (ws://\S+)\n", log.read_text())
    return None if found is None else found[1]


class Firefox:
    """A tab of a running Firefox. It is a new one: the first never has the focus."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._ids = count(1)
        self._errors: list[str] = []
        self._send("session.new", capabilities={})
        self._send("session.subscribe", events=["log.entryAdded"])
        self._tab = self._send("browsingContext.create", type="tab")["context"]

    def open(self, address: str) -> None:
        """Load a page, and forget the errors of the last one."""
        self._send("browsingContext.navigate", context=self._tab, url=address, wait="interactive")
        self._errors.clear()

    def call(self, function: str, *values: Any) -> Any:
        """What a JavaScript function returns for some values."""
        answer = self._send(
            "script.callFunction",
            functionDeclaration=CALL.replace("{function}", function),
            arguments=[{"type": "string", "value": json.dumps(values)}],
            target={"context": self._tab},
            awaitPromise=False,
        )
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return json.loads(answer["result"]["value"])

    def perform(self, actions: dict[str, Any]) -> None:
        """Use the pointer, the wheel or the keyboard."""
        self._send("input.performActions", context=self._tab, actions=[actions])

    def resize(self, width: int, height: int) -> None:
        size = {"width": width, "height": height}
        self._send("browsingContext.setViewport", context=self._tab, viewport=size)

    def screenshot(self) -> bytes:
        answer = self._send("browsingContext.captureScreenshot", context=self._tab)
        return base64.b64decode(answer["data"])

    def errors(self) -> list[str]:
        """What went wrong on the page: exceptions, and errors in the console."""
        self.call("() => null")  # what was logged before comes before the answer
        return [*self._errors]

    def _send(self, method: str, **params: Any) -> Any:
        number = next(self._ids)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while (message := json.loads(self._socket.recv(SECONDS))).get("id") != number:
            self._note(message)
        assert message["type"] == "success", (method, message)
        return message["result"]

    def _note(self, event: dict[str, Any]) -> None:
        if event.get("method") == "log.entryAdded" and event["params"]["level"] == "error":
            self._errors.append(event["params"]["text"])
