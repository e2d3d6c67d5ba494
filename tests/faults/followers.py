"""Followers of every table, which reconnect whenever their socket breaks."""

from __future__ import annotations

import asyncio
import json
from typing import Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.faults.players import PAUSE, PlayedTable, Players

A_WHILE: Final = 0.5


async def follow_all(players: Players, *urls: str) -> None:
    """Follow each table, at one server after the other, until all should stop."""
    followed = 0
    async with asyncio.TaskGroup() as followers:
        while not players.is_stopping:
            for table in players.tables[followed:]:
                followed += 1
                followers.create_task(Follower(players, table, urls).follow())
            await asyncio.sleep(PAUSE)


class Follower:
    """Receives every turn of a table once and in order, over however many sockets."""

    def __init__(self, players: Players, table: PlayedTable, urls: tuple[str, ...]) -> None:
        self._players = players
        self._table = table
        self._urls = urls
        self._version = 0
        self._is_over = False

    async def follow(self) -> None:
        """Listen until the game is over or all should stop."""
        attempts = 0
        while not self._is_over and not self._players.is_stopping:
            url = self._urls[attempts % len(self._urls)].replace("http", "ws", 1)
            attempts += 1
            try:
                async with connect(f"{url}{self._table.path}/live?since={self._version}") as socket:
                    await self._listen(socket)
            except (OSError, TimeoutError, WebSocketException):
                self._players.counts["sockets broken"] += 1
                await asyncio.sleep(PAUSE)
        self._players.counts["turns followed"] += self._version

    async def _listen(self, socket: ClientConnection) -> None:
        while not self._is_over and not self._players.is_stopping:
            try:
                message = json.loads(await asyncio.wait_for(socket.recv(), A_WHILE))
            except TimeoutError:
                continue
            if message.get("error") == "unavailable":
                self._players.counts["sockets unavailable"] += 1
                return
            assert message.get("version") == self._version + 1, (self._table.id, message)
            self._version, self._is_over = message["version"], message["over"]
