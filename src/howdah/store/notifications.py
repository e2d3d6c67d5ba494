"""Notifications between processes on one PostgreSQL: the tables that have changed.

A notification may be lost, late or sent twice. It is part of the transaction that changes the
table, so what it says was committed; a process that has the table before that change need not read
it again. On SQLite there are none.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from sqlalchemy import Connection, bindparam, func, select

from howdah.store.database import Database
from howdah.store.engines import connect_options
from howdah.store.models import StoredTurn, TurnChange

CHANNEL: Final = "howdah"
"""The channel of PostgreSQL's LISTEN/NOTIFY."""
MAX_PAYLOAD: Final = 7_900
"""Bytes; PostgreSQL takes less than 8,000."""
_NOTIFY: Final = select(func.pg_notify(bindparam("channel"), bindparam("payload")))

RECONNECT_DELAY: Final = 1.0
"""The seconds between two checks that the connection is open."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Change:
    """A table that has changed."""

    table_id: str
    has_job: bool = False
    """Whether there is a new job for an agent."""
    turns: tuple[TurnChange, ...] = ()
    """The turns that were committed, if nothing else has changed: who has the table need not read
    it again."""

    def then(self, later: Change) -> Change:
        """Return two changes of a table as one."""
        turns = (*self.turns, *later.turns) if self.turns and later.turns else ()
        return Change(self.table_id, self.has_job or later.has_job, turns)


def encode_change(change: Change, origin: str) -> str:
    """Return the payload that announces a change; without its turns if they are too long."""
    turns = [{**vars(one), "turn": vars(one.turn)} for one in change.turns]
    payload = {"origin": origin, **vars(change), "turns": turns}
    text = json.dumps(payload, separators=(",", ":"))
    if len(text) <= MAX_PAYLOAD:
        return text
    return encode_change(replace(change, turns=()), origin)


def decode_change(payload: str) -> tuple[Change, str]:
    """Return an announced change and its origin.

    Another version may announce otherwise. What cannot be read is taken for the id of a table, and
    at worst ignored: changes are polled as well.

    >>> decode_change("4uXn0aaQ")
    (Change(table_id='4uXn0aaQ', has_job=False, turns=()), '')
    """
    try:
        found = json.loads(payload)
        origin, turns = found.pop("origin"), found.pop("turns")
        return Change(**found, turns=tuple(map(_decode_turn, turns))), origin
    except (AttributeError, KeyError, TypeError, ValueError):
        return Change(payload), ""


def _decode_turn(found: dict[str, Any]) -> TurnChange:
    return TurnChange(**{**found, "turn": StoredTurn(**found["turn"])})


def send_notification(connection: Connection, channel: str, payload: str) -> None:
    """Send a payload to a channel of PostgreSQL when the transaction commits."""
    connection.execute(_NOTIFY, {"channel": channel, "payload": payload})


class ChangeFeed:
    """Announces changes to other processes, and yields theirs.

    It listens on a connection of its own, which is reopened when it breaks.
    """

    def __init__(self, database: Database, reconnect_delay: float = RECONNECT_DELAY) -> None:
        self._database = database
        self._reconnect_delay = reconnect_delay
        self.origin = secrets.token_hex(4)
        """What stands for this process in notifications."""
        self._subscribers: dict[str, Callable[[str], None]] = {CHANNEL: self._receive}
        self._connection: Any = None
        self._pending: dict[str, Change] = {}
        self._has_pending = asyncio.Event()

    def announce(self, connection: Connection, change: Change) -> None:
        """Announce a change to the other processes when the transaction commits."""
        if self._database.is_postgresql:
            send_notification(connection, CHANNEL, encode_change(change, self.origin))

    def subscribe(self, channel: str, receive: Callable[[str], None]) -> None:
        """Call a function for each payload of another channel, from the next connection on."""
        self._subscribers[channel] = receive

    async def listen(self) -> AsyncIterator[Change]:
        """Yield the changes that other processes announce; several of a table may be one."""
        while True:
            await self._ensure_connected()
            self._has_pending.clear()
            while self._pending:
                yield self._pending.pop(next(iter(self._pending)))
            with suppress(TimeoutError):
                async with asyncio.timeout(self._reconnect_delay):
                    await self._has_pending.wait()

    async def close(self) -> None:
        """Close the connection."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(Exception):  # it is given up in any case
                await connection.close(timeout=0.5)

    async def _ensure_connected(self) -> None:
        if not self._database.is_postgresql:
            return
        if self._connection is None or self._connection.is_closed():
            self._connection = None
            try:
                self._connection = await self._connect()
            except Exception as error:  # drivers fail in many ways; changes are polled as well
                log.warning(
                    "notification connection failed, retrying in %.0f s: %s",
                    self._reconnect_delay,
                    type(error).__name__,
                )

    async def _connect(self) -> Any:
        import asyncpg

        connection = await asyncpg.connect(**connect_options(self._database.address))
        try:
            for channel in self._subscribers:
                await connection.add_listener(channel, self._dispatch)
        except BaseException:  # the server may stop meanwhile: nobody else would close it
            connection.terminate()
            raise
        return connection

    def _dispatch(self, _connection: object, _pid: int, channel: str, payload: object) -> None:
        self._subscribers[channel](str(payload))

    def _receive(self, payload: str) -> None:
        change, origin = decode_change(payload)
        if origin == self.origin:
            return  # its own changes are in the cache of the process
        pending = self._pending.get(change.table_id)
        self._pending[change.table_id] = change if pending is None else pending.then(change)
        self._has_pending.set()
