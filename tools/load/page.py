"""Followers of a table: a page as the browser opens it, or a script by the public interface."""

from __future__ import annotations

import asyncio
import json
from abc import ABC, abstractmethod
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

    The scene comes first, then the log, then the table as it stands. With every news it asks for
    each action's frame, one after the other, and for the table as it stands; news that come in
    the meantime wait. Before it asks for the next action, the pieces of the last one glide.
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
        self._gliding: asyncio.Task[None] | None = None
        self.deliveries: list[Delivery] = []
        """The turns of others that are on their way to this page."""
        self._seat = seat
        self._length = 0
        self._shown: int | None = None
        self._known: dict[str, str] = {}
        """The hashes of the layers and regions on the page."""
        self._jobs = 0
        """How many news are still to be caught up with."""
        self._is_asking = False
        self._is_last = False
        """Whether the frame that is asked for ends a job."""
        self._is_committing = False

    async def close(self) -> None:
        """Close the socket, wherever the pieces are."""
        if self._gliding is not None:
            self._gliding.cancel()
        await super().close()

    def start_turn(self) -> None:
        """The page commits its own turn: news wait until it is answered."""
        self._is_committing = True

    async def end_turn(self, actions: int) -> None:
        """The turn is answered; these actions were tried out, and are on the screen already."""
        self._is_committing = False
        if self._shown is not None and self._socket is not None:
            self._shown += actions
            if not self._is_asking:
                await self._ask(self._socket, self._next())

    def _take(self, message: Mapping[str, Any], now: float) -> list[dict[str, Any]]:
        kind = message["kind"]
        if kind == "news":
            return self._take_news(message, now)
        if kind == "frame":
            self._take_frame(message, now)
            if self._glide and not self._is_last and self._socket is not None:
                self._gliding = asyncio.create_task(self._ask_after_glide(self._socket))
                return []
        elif kind == "refusal":
            self._report_error(f"{self._address}: {message['message']}")
        return self._next() if kind in ("frame", "refusal") else []

    async def _ask_after_glide(self, socket: ClientConnection) -> None:
        """Ask on when the pieces have arrived."""
        await asyncio.sleep(self._glide)
        with suppress(WebSocketException):
            await self._ask(socket, self._next())

    def _take_news(self, news: Mapping[str, Any], now: float) -> list[dict[str, Any]]:
        self._length = news["length"]
        self._jobs += 1
        for delivery in self.deliveries:
            if delivery.news is None and delivery.version <= news["version"]:
                delivery.news = now
        return [] if self._is_asking else self._next()

    def _take_frame(self, frame: Mapping[str, Any], now: float) -> None:
        self._shown, self.version = frame["at"], frame["version"]
        self._known |= frame["hashes"]
        self.is_loaded.set()
        for delivery in self.deliveries:
            if delivery.first_frame is None and delivery.first <= frame["at"]:
                delivery.first_frame = now
            if delivery.last_frame is None and delivery.last <= frame["at"]:
                delivery.last_frame = now
        self.deliveries = [one for one in self.deliveries if one.last_frame is None]

    def _next(self) -> list[dict[str, Any]]:
        """What is asked now that the last question is answered."""
        if self._is_last:
            self._jobs -= 1
        self._is_asking, self._is_last = self._jobs > 0 and not self._is_committing, False
        if not self._is_asking:
            return []
        first = [] if self._shown is not None else self._first_questions()
        at = self._length if self._shown is None else min(self._shown + 1, self._length)
        self._is_last = at == self._length
        asked = {"ask": "frame", "at": at, "seat": self._seat, "shape": "wide", "past": False}
        return [*first, {**asked, "known": self._known}]

    def _first_questions(self) -> list[dict[str, Any]]:
        log = [{"ask": "log", "after": 0}] if self._length > 1 else []
        return [{"ask": "scene", "shape": "wide"}, *log]
