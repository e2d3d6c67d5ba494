"""Followers of a table: a page as the browser opens it, or a script by the public interface."""

from __future__ import annotations

import asyncio
import json
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

OPEN_TIMEOUT: Final = 60.0
"""The seconds within which a page must be loaded."""

ReportError = Callable[[str], None]


@dataclass
class Delivery:
    """A turn on its way to another page: which actions it holds, and when each part arrived."""

    version: int
    first: int
    last: int
    """The actions from `first` to `last`, counted from one; a draw after the turn is the last."""
    sent: float = 0.0
    answered: float | None = None
    news: float | None = None
    first_frame: float | None = None
    last_frame: float | None = None
    """When the last action is on the screen: after the pieces of those before it have glided."""

    @property
    def is_complete(self) -> bool:
        """Whether everything has arrived."""
        return None not in (self.answered, self.news, self.first_frame, self.last_frame)


class Follower(ABC):
    """A socket that stays open until it is closed from here; anything else is an error."""

    def __init__(self, url: str, path: str, report_error: ReportError, **headers: str) -> None:
        self.version = -1
        """The version that was received last."""
        self.is_loaded = asyncio.Event()
        """Set when the table has been received for the first time."""
        self._address = f"{url.replace('http', 'ws', 1)}{path}"
        self._headers = headers
        self._report_error = report_error
        self._socket: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Open the socket, and wait for the table."""
        try:
            async with asyncio.timeout(OPEN_TIMEOUT):
                self._socket = await connect(
                    self._address,
                    additional_headers=self._headers,
                    ping_interval=None,
                    max_size=None,
                    open_timeout=OPEN_TIMEOUT,
                )
                self._task = asyncio.create_task(self._follow(self._socket))
                await self.is_loaded.wait()
        except (OSError, TimeoutError, WebSocketException) as error:
            self._report_error(f"{self._address} could not be opened: {error!r}")

    @property
    def is_open(self) -> bool:
        """Whether the socket is open."""
        return self._socket is not None

    async def close(self) -> None:
        """Close the socket."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        if self._socket is not None:
            await self._socket.close()

    async def _follow(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                await self._ask(socket, self._take(json.loads(text), perf_counter()))
            self._report_error(f"{self._address} was closed")
        except (WebSocketException, ValueError, KeyError) as error:
            self._report_error(f"{self._address}: {error!r}")
        finally:
            self.is_loaded.set()

    @staticmethod
    async def _ask(socket: ClientConnection, questions: list[dict[str, Any]]) -> None:
        for question in questions:
            await socket.send(json.dumps(question))

    @abstractmethod
    def _take(self, message: Mapping[str, Any], now: float, /) -> list[dict[str, Any]]:
        """Handle a message of the server; return what to send next."""


class Script(Follower):
    """A script that follows a table by the public interface: every turn once, in order."""

    def __init__(self, url: str, table: str, version: int, report_error: ReportError) -> None:
        super().__init__(url, f"/api/tables/{table}/live?since={version}", report_error)
        self.version = version
        self.is_loaded.set()

    def _take(self, message: Mapping[str, Any], _now: float) -> list[dict[str, Any]]:
        if message["version"] != self.version + 1:
            self._report_error(f"{self._address}: {message['version']} follows {self.version}")
        self.version = message["version"]
        return []


class Page(Follower):
    """The page of a seat: it asks what `table.js` asks, in the same order.

    The scene comes first, then the log, then the table as it stands. From then on it is sent each
    turn as one message; only if that does not fit what it shows, it asks for a frame.
    """

    def __init__(
        self,
        url: str,
        table: str,
        seat: int,
        cookie: str,
        report_error: ReportError,
        glide: float = 0.0,
    ) -> None:
        super().__init__(url, f"/t/{table}/live", report_error, cookie=cookie)
        self.url, self.cookie = url, cookie
        self._glide = glide
        self.deliveries: list[Delivery] = []
        """The turns of others that are on their way to this page."""
        self.asked = 0
        """How often it had to ask for a frame after it was loaded."""
        self._seat = seat
        self._known: dict[str, int] = {}
        """The hashes of the layers and regions on the page."""
        self._has_asked = False
        self._commits: deque[asyncio.Future[Mapping[str, Any]]] = deque()
        """The answers that are waited for."""

    async def commit(self, version: int, actions: list[str]) -> Mapping[str, Any]:
        """Commit a turn as the page does, and return the answer."""
        assert self._socket is not None
        answer: asyncio.Future[Mapping[str, Any]] = asyncio.get_running_loop().create_future()
        self._commits.append(answer)
        turn = {"ask": "commit", "seat": self._seat, "version": version, "actions": actions}
        await self._socket.send(json.dumps(turn))
        return await answer

    def _take(self, message: Mapping[str, Any], now: float) -> list[dict[str, Any]]:
        kind = message["kind"]
        if kind in ("committed", "refusal") and self._commits:
            self._commits.popleft().set_result(message)
        if kind == "committed":
            return self._take(message["update"], now)
        if kind == "refusal":
            self._report_error(f"{self._address}: {message['message']}")
        elif kind == "frame":
            self._take_frame(message, now)
        elif kind == "turn" and self._can_show(message):
            self._take_turn(message, now)
        elif kind in ("news", "turn"):
            self._note_news(message, now)
            return self._questions(message)
        return []

    def _can_show(self, turn: Mapping[str, Any]) -> bool:
        """Whether the page shows all that the steps of a turn leave out."""
        brought = {name for step in turn["steps"] for name in (*step["layers"], *step["regions"])}
        known = self._known | {name: turn["hashes"][name] for name in brought}
        return bool(known == turn["hashes"])

    def _take_turn(self, turn: Mapping[str, Any], now: float) -> None:
        self._note_news(turn, now)
        self._show(turn, turn["length"], now, now + self._glide * (len(turn["steps"]) - 1))

    def _take_frame(self, frame: Mapping[str, Any], now: float) -> None:
        self.is_loaded.set()
        self._show(frame, frame["at"], now, now)

    def _show(self, message: Mapping[str, Any], at: int, first: float, last: float) -> None:
        """Note what is on the screen, and when the first and the last frame of a turn were."""
        self.version = message["version"]
        self._known |= message["hashes"]
        for delivery in self.deliveries:
            if delivery.last <= at:
                delivery.first_frame, delivery.last_frame = first, last
        self.deliveries = [one for one in self.deliveries if one.last_frame is None]

    def _note_news(self, news: Mapping[str, Any], now: float) -> None:
        for delivery in self.deliveries:
            if delivery.news is None and delivery.version <= news["version"]:
                delivery.news = now

    def _questions(self, news: Mapping[str, Any]) -> list[dict[str, Any]]:
        """What is asked for when news come: all of it at first, later the frame alone."""
        first: list[dict[str, Any]] = [] if self._has_asked else [{"ask": "scene", "shape": "wide"}]
        if not self._has_asked and news["length"] > 1:
            first.append({"ask": "log", "after": 0})
        self.asked += self._has_asked
        self._has_asked = True
        asked: dict[str, Any] = {
            "ask": "frame",
            "at": news["length"],
            "seat": self._seat,
            "shape": "wide",
        }
        return [*first, {**asked, "past": False, "known": self._known}]
