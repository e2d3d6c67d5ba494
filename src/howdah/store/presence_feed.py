"""Which players have pages open, announced between processes on one PostgreSQL.

Nothing is stored: an announcement may be lost, so each process repeats its own from time to time.
On SQLite there are none.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Final

from sqlalchemy import Connection

from howdah.store.database import Database
from howdah.store.notifications import MAX_PAYLOAD, ChangeFeed, send_notification

CHANNEL: Final = "howdah_presence"

Players = Mapping[str, Collection[str]]
"""The players with open pages by the ids of tables; what stands for a player has letters and digits
only."""
Receive = Callable[[str, Players], None]
"""Called with the process that announces, and its players."""


class PresenceFeed:
    """Announces the players at this process, and hands on what other processes announce."""

    def __init__(self, database: Database, changes: ChangeFeed) -> None:
        self._database = database
        self._changes = changes
        self.is_shared = database.is_postgresql
        """Whether there can be other processes to announce it to."""

    def subscribe(self, receive: Receive) -> None:
        """Call a function for each announcement of another process."""

        def decode_and_receive(payload: str) -> None:
            origin, players = decode_players(payload)
            if origin != self._changes.origin:
                receive(origin, players)

        self._changes.subscribe(CHANNEL, decode_and_receive)

    async def announce(self, players: Players) -> None:
        """Announce all players of this process at some tables."""
        payloads = list(encode_players(players, self._changes.origin))

        def send(connection: Connection) -> None:
            for payload in payloads:
                send_notification(connection, CHANNEL, payload)

        if self.is_shared and payloads:
            await self._database.write(send)


def encode_players(players: Players, origin: str) -> Iterator[str]:
    """Yield payloads that are short enough for PostgreSQL; a table is never divided.

    >>> list(encode_players({"4uXn0aaQ": ["1f2e"], "9dKs": []}, "ab12"))
    ['{"origin":"ab12","tables":{"4uXn0aaQ":["1f2e"],"9dKs":[]}}']
    """
    part: dict[str, list[str]] = {}
    length = 0
    for table_id, found in players.items():
        added = sum(len(player) + 3 for player in found) + len(table_id) + 6
        if part and length + added > MAX_PAYLOAD - 64:
            yield _encode(part, origin)
            part, length = {}, 0
        part[table_id] = list(found)
        length += added
    if part:
        yield _encode(part, origin)


def _encode(tables: Mapping[str, list[str]], origin: str) -> str:
    return json.dumps({"origin": origin, "tables": tables}, separators=(",", ":"))


def decode_players(payload: str) -> tuple[str, dict[str, list[str]]]:
    """Return an origin and its players; nobody if another version announces otherwise."""
    try:
        found = json.loads(payload)
        return str(found["origin"]), {str(name): list(one) for name, one in found["tables"].items()}
    except (AttributeError, KeyError, TypeError, ValueError):
        return "", {}
