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
from howdah.server.middleware.rate_limit import rate_limiter_of
from howdah.server.tables.model import HostedTable
from howdah.server.tables.service import TableService
from howdah.table.errors import TableError, not_your_seat
from howdah.table.event_log import EventLogCache
from howdah.table.messages import PageSession
from howdah.table.updates import Updates

router = APIRouter(include_in_schema=False)

LOGS: Final = EventLogCache()
UPDATES: Final = Updates(LOGS)
POLICY_VIOLATION: Final = 1008
MESSAGE_TOO_BIG: Final = 1009


@router.websocket("/t/{table_id}/live")
async def follow_for_page(socket: WebSocket, table_id: str) -> None:
    """Send news when the table changes, and answer the messages of the page."""
    table = await _accept(socket, table_id)
    if table is None:
        return
    tables, hashes = tables_of(socket), token_hashes(socket.cookies)
    seats = table.seats_of(hashes)
    if seats:
        rate_limiter_of(socket).remember_player(socket.scope, table_id, seats[0])
    with tables.notifier.watching(table_id):
        await tables.mark_watched(table)
        del table  # nothing of the table is kept in memory while the socket waits
        # A message is sent before the next one is made: a page applies them in that order.
        page, order = PageSession(LOGS, UPDATES), asyncio.Lock()
        await run_until_first_exit(
            socket,
            _send_updates(socket, page, table_id, hashes, order),
            _answer_messages(socket, page, table_id, hashes, order),
        )


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


async def _send_updates(
    socket: WebSocket, page: PageSession, table_id: str, hashes: list[str], order: asyncio.Lock
) -> None:
    tables, sent = tables_of(socket), -1
    while True:
        change = tables.notifier.next_change(table_id)
        table = await tables.get_cached(table_id)
        # Reading a table that is not cached notifies too: each change is sent once.
        if table.stored.changes != sent:
            sent = table.stored.changes
            async with order:
                await socket.send_text(page.update(table, table.seats_of(hashes), time.time()))
        del table  # nothing of the table is kept in memory while the socket waits
        await change.wait()


async def _answer_messages(
    socket: WebSocket, page: PageSession, table_id: str, hashes: list[str], order: asyncio.Lock
) -> None:
    tables = tables_of(socket)
    while True:
        text = await receive_text(socket)
        table = await tables.get_cached(table_id)
        # A seat may move to another browser at any time: its token is compared for each message.
        seats = table.seats_of(hashes)
        async with order:
            # One expression: no answer is kept in memory while the socket waits.
            await socket.send_text(_answer(socket, page, table, seats, text))
        del text, table


def _answer(
    socket: WebSocket,
    page: PageSession,
    table: HostedTable,
    seats: tuple[int, ...],
    text: str | None,
) -> str:
    """Answer a message; its client pays for the CPU time that it takes."""
    began = time.perf_counter()
    try:
        return page.answer(table, seats, text, time.time())
    finally:
        seconds = time.perf_counter() - began
        rate_limiter_of(socket).charge_cpu(socket.scope["payer"], seconds)


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
