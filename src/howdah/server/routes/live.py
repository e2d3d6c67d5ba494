"""WebSockets that follow a table: frames for its page, turns for programs."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine, Iterator
from typing import Any, Final

from fastapi import APIRouter
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from howdah.server.connections import MAX_MESSAGE_BYTES
from howdah.server.dependencies import charge_bad_token, tables_of, token_hashes
from howdah.server.middleware.cpu_time import CpuTimer
from howdah.server.middleware.rate_limit import rate_limiter_of
from howdah.server.tables.model import HostedTable
from howdah.server.tables.service import TableService
from howdah.table.encoding import encode_json
from howdah.table.errors import NotAllowed, TableError, not_your_seat
from howdah.table.event_log import EventLogCache
from howdah.table.messages import PageSession, parse_message, parse_turn
from howdah.table.updates import Updates

router = APIRouter(include_in_schema=False)

LOGS: Final = EventLogCache()
UPDATES: Final = Updates(LOGS)
POLICY_VIOLATION: Final = 1008
MESSAGE_TOO_BIG: Final = 1009


@router.websocket("/t/{table_id}/live")
async def follow_for_page(socket: WebSocket, table_id: str) -> None:
    """Send what changes at the table, and answer the messages of the page."""
    table = await _accept(socket, table_id)
    if table is None:
        return
    tables, page = tables_of(socket), PageSocket(socket, table_id)
    seats = table.seats_of(page.hashes)
    if seats:
        rate_limiter_of(socket).remember_player(socket.scope, table_id, seats[0])
    with tables.notifier.watching(table_id), tables.presence.page_open(table, seats):
        await tables.mark_watched(table)
        del table  # nothing of the table is kept in memory while the socket waits
        await run_until_first_exit(socket, page.send_updates(), page.answer_messages())


class PageSocket:
    """The socket of a page at a table."""

    __slots__ = ("_limiter", "_order", "_sent", "_session", "_socket", "_table_id", "hashes")

    def __init__(self, socket: WebSocket, table_id: str) -> None:
        self.hashes = token_hashes(socket.cookies)
        """Of the tokens of its seats. A seat may move to another browser at any time, so they are
        compared for each message."""
        self._socket = socket
        self._limiter = rate_limiter_of(socket)
        self._table_id = table_id
        self._session = PageSession(LOGS, UPDATES)
        self._sent = -1
        """The change of the table that was sent last."""
        # A message is sent before the next one is made: a page applies them in that order.
        self._order = asyncio.Lock()

    async def send_updates(self) -> None:
        """Send every change of the table, and who comes and goes, once."""
        tables = tables_of(self._socket)
        while True:
            change = tables.notifier.next_change(self._table_id)
            table = await tables.get_cached(self._table_id)
            async with self._order:
                # Reading a table that is not cached notifies too, and a commit sends its own.
                if table.stored.changes > self._sent:
                    await self._socket.send_text(self._update(table))
                here = tables.presence.seats_here(table)
                if (text := self._session.update_seat_states(table, here)) is not None:
                    await self._socket.send_text(text)
            del table  # nothing of the table is kept in memory while the socket waits
            await change.wait()

    async def answer_messages(self) -> None:
        """Answer every message of the page, in their order."""
        while True:
            text = await receive_text(self._socket)
            async with self._order:
                await self._socket.send_text(await self._answer(text))
            del text

    async def _answer(self, text: str | None) -> str:
        """Answer a message; its client pays for the CPU time that it takes."""
        timer = CpuTimer()
        try:
            return await timer.run(self._dispatch(text))
        except TableError as error:
            return encode_json({"kind": "refusal", **error.to_json()})
        finally:
            self._limiter.charge_cpu(self._socket.scope["payer"], timer.seconds)

    async def _dispatch(self, text: str | None) -> str:
        message, tables = parse_message(text), tables_of(self._socket)
        table = await tables.get_cached(self._table_id)
        seats = table.seats_of(self.hashes)
        if message.get("ask") != "commit":
            return self._session.answer(table, seats, message, time.time())
        try:
            turn = parse_turn(message, seats)
        except NotAllowed:  # the seat may have been taken at another process a moment ago
            table = await tables.get(self._table_id)
            turn = parse_turn(message, table.seats_of(self.hashes))
        committed = await tables.commit(self._table_id, *turn)
        # The turn comes with the answer: a page gets one message for it, as all others do.
        return f'{{"kind":"committed","update":{self._update(committed)}}}'

    def _update(self, table: HostedTable) -> str:
        self._sent = table.stored.changes
        here = tables_of(self._socket).presence.seats_here(table)
        return self._session.update(table, table.seats_of(self.hashes), time.time(), here=here)


@router.websocket("/api/tables/{table_id}/live")
async def follow_turns(socket: WebSocket, table_id: str, since: int = 0) -> None:
    """Send one message for each committed turn after a version, and for each one to come."""
    table = await _accept(socket, table_id)
    if table is None:
        return
    tables = tables_of(socket)
    with tables.notifier.watching(table_id):
        await tables.mark_watched(table)
        del table  # nothing of the table is kept in memory while the socket waits
        await run_until_first_exit(
            socket,
            _check_tokens(socket, tables, table_id),
            _send_turns(socket, tables, table_id, since),
        )


async def _accept(socket: WebSocket, table_id: str) -> HostedTable | None:
    """Accept a socket and return its table; if there is none, say so and close."""
    await socket.accept()
    try:
        return await tables_of(socket).get(table_id)
    except TableError as error:
        await socket.send_json(error.to_json())
        await socket.close(POLICY_VIOLATION)
        return None


async def _check_tokens(socket: WebSocket, tables: TableService, table_id: str) -> None:
    """A token may come as a message; a wrong one, or anything else, closes the socket."""
    while True:
        token = await receive_text(socket)
        if (await tables.get_cached(table_id)).seat_of(token or "") is None:
            charge_bad_token(socket)
            await socket.send_json(not_your_seat().to_json())
            await socket.close(POLICY_VIOLATION)
            return


async def _send_turns(socket: WebSocket, tables: TableService, table_id: str, since: int) -> None:
    sent = max(since, 0)
    while True:
        change = tables.notifier.next_change(table_id)
        table = await tables.get_cached(table_id)
        for message in _turn_messages(table, sent):
            await socket.send_json(message)
        sent = max(sent, table.version)
        del table  # nothing of the table is kept in memory while the socket waits
        await change.wait()


def _turn_messages(table: HostedTable, after: int) -> Iterator[dict[str, Any]]:
    """A message for each turn after a version."""
    turns = table.stored.turns
    for number, turn in enumerate(turns[after:], start=after + 1):
        is_last = number == len(turns)
        yield {
            "version": turn.version,
            "seat": turn.seat,
            "actions": turn.actions,
            "drawn": turn.drawn,
            "to_play": table.to_play if is_last else turns[number].seat,
            "over": is_last and table.is_over,
        }


async def receive_text(socket: WebSocket) -> str | None:
    """Return the next message, after the delay that the rate limits ask for; None for bytes.

    Raise `WebSocketDisconnect` when the socket is closed, or close it if the message is too big.
    """
    message = await socket.receive()
    if message["type"] != "websocket.receive":
        raise WebSocketDisconnect(message.get("code", 1005))
    text: str | None = message.get("text")
    if len(text or message.get("bytes") or "") > MAX_MESSAGE_BYTES:
        await socket.close(MESSAGE_TOO_BIG)
        raise WebSocketDisconnect(MESSAGE_TOO_BIG)
    await rate_limiter_of(socket).throttle(socket.scope["payer"])
    return text


async def run_until_first_exit(socket: WebSocket, *loops: Coroutine[Any, Any, None]) -> None:
    """Run coroutines until one of them ends, cancel the others, and raise what went wrong.

    That the client has disconnected is no error.
    """
    tasks = [asyncio.create_task(loop) for loop in loops]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
    errors = [None if task.cancelled() else task.exception() for task in tasks]
    for error in errors:
        if error is not None and not _is_disconnect(socket, error):
            raise error


def _is_disconnect(socket: WebSocket, error: BaseException) -> bool:
    """Whether an error only says that the socket is closed: Starlette may raise `RuntimeError`."""
    is_closed = WebSocketState.DISCONNECTED in (socket.client_state, socket.application_state)
    return isinstance(error, WebSocketDisconnect) or (type(error) is RuntimeError and is_closed)
