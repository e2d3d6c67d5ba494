"""People who follow every table of a crowd, and come back whenever the line breaks."""

from __future__ import annotations

import asyncio
import json
from typing import Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.faults.crowd import PAUSE, Crowd, Seating

A_WHILE: Final = 0.5


async def follow_all(crowd: Crowd, *urls: str) -> None:
    """Follow each table, at one house after the other, until all should leave."""
    followed = 0
    async with asyncio.TaskGroup() as followers:
        while not crowd.is_leaving:
            for seating in crowd.tables[followed:]:
                followed += 1
                followers.create_task(Follower(crowd, seating, urls).follow())
            await asyncio.sleep(PAUSE)


class Follower:
    """Hears of every turn at a table once and in order, on however many lines."""

    def __init__(self, crowd: Crowd, seating: Seating, urls: tuple[str, ...]) -> None:
        self._crowd = crowd
        self._seating = seating
        self._urls = urls
        self._heard = 0
        self._is_over = False

    async def follow(self) -> None:
        """Listen until the game is over or all should leave."""
        lines = 0
        while not self._is_over and not self._crowd.is_leaving:
            url = self._urls[lines % len(self._urls)].replace("http", "ws", 1)
            lines += 1
            try:
                async with connect(f"{url}{self._seating.path}/live?since={self._heard}") as line:
                    await self._listen(line)
            except (OSError, TimeoutError, WebSocketException):
                self._crowd.counts["lines broken"] += 1
                await asyncio.sleep(PAUSE)
        self._crowd.counts["turns followed"] += self._heard

    async def _listen(self, line: ClientConnection) -> None:
        while not self._is_over and not self._crowd.is_leaving:
            try:
                message = json.loads(await asyncio.wait_for(line.recv(), A_WHILE))
            except TimeoutError:
                continue
            if message.get("error") == "unavailable":
                self._crowd.counts["lines unavailable"] += 1
                return
            assert message.get("version") == self._heard + 1, (self._seating.id, message)
            self._heard, self._is_over = message["version"], message["over"]
