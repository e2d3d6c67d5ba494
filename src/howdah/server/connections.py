"""Connections below the application: deadlines, sizes and numbers, for HTTP and WebSockets.

What is too large, too slow or too much is refused here, before anything of ours is run for it.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import Any, ClassVar, Final, NamedTuple, cast

import httptools
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.frames import Frame

from howdah.server.middleware.clients import normalize
from howdah.server.middleware.rate_limit import UNLIMITED
from howdah.server.middleware.token_buckets import Limit, TokenBuckets
from howdah.server.observability.logs import SummaryLog

log = logging.getLogger(__name__)

MAX_HEADER_BYTES: Final = 16_384
"""The request line and all header fields."""
KEEP_ALIVE_SECONDS: Final = 5
"""After how long an idle HTTP connection is closed; proxies must close theirs sooner."""
MAX_MESSAGE_BYTES: Final = 65_536
"""Of a WebSocket message: far more than any message of ours needs."""
MAX_FRAGMENTS: Final = 64
"""Of one WebSocket message."""
CONTROL_FRAMES: Final = Limit(60, 2)
"""Pings, pongs and empty fragments on one WebSocket; a flood of them closes it."""
PING_INTERVAL: Final = 10.0
PING_TIMEOUT: Final = 10.0
SWEEP_SECONDS: Final = 1.0
CONNECTIONS_PER_ADDRESS: Final = 1_000
"""Of one remote address; a proxy on the host itself has as many as the server."""
MAX_CONNECTIONS: Final = 20_000
RESERVED_FILES: Final = 128
"""Open files that are not connections: the database, logs, what is being read."""
POLICY_VIOLATION: Final = 1008
COMPRESSION: Final = ServerPerMessageDeflateFactory(
    server_no_context_takeover=True,
    client_no_context_takeover=True,
    server_max_window_bits=12,
    compress_settings={"level": 1, "memLevel": 5},
)
"""Each message by itself, with little memory: a context kept between messages would cost 50 kB a
socket, and a large one takes longer to set up than a message to compress."""


class Deadlines(NamedTuple):
    """The seconds that each part of an HTTP request may take."""

    header: float = 10.0
    """From the connection, or the first byte of a further request, to the end of the header."""
    body: float = 20.0
    """From the end of the header to the end of the body."""
    response: float = 60.0
    """From the end of the request until the client has taken the response."""


DEADLINES: Final = Deadlines()


class ConnectionRegistry:
    """The open connections of a server: how many there are, and which are past their deadline."""

    def __init__(self, *, total: int, per_address: int, deadlines: Deadlines = DEADLINES) -> None:
        self.deadlines = deadlines
        self.total = total
        self._per_address = per_address
        self._addresses: dict[asyncio.BaseTransport, str] = {}
        self._counts: Counter[str] = Counter()
        self._requests: set[LimitedHttpProtocol] = set()
        self._is_sweeping = False
        self._summary = SummaryLog(log, "%d connections rejected or closed in the last minute: %s")

    def __len__(self) -> int:
        return len(self._addresses)

    def admit(self, protocol: LimitedHttpProtocol, transport: asyncio.Transport) -> bool:
        """Count a new connection; return False if there are too many."""
        peer = transport.get_extra_info("peername")
        address, is_loopback = normalize(peer[0] if isinstance(peer, tuple) else "")
        if len(self._addresses) >= self.total:
            self._summary.add("too many in all")
            return False
        if not is_loopback and self._counts[address] >= self._per_address:
            self._summary.add("too many of one address")
            return False
        self._addresses[transport] = address
        self._counts[address] += 1
        self._requests.add(protocol)
        self._start_sweeping(protocol.loop)
        return True

    def upgrade(self, protocol: LimitedHttpProtocol) -> None:
        """A connection has become a WebSocket, whose pings find out whether it is alive."""
        self._requests.discard(protocol)

    def remove(self, transport: asyncio.BaseTransport) -> None:
        """Count a connection that is closed."""
        address = self._addresses.pop(transport, None)
        if address is None:
            return
        self._counts[address] -= 1
        if not self._counts[address]:
            del self._counts[address]

    def forget(self, protocol: LimitedHttpProtocol) -> None:
        """A connection is closed while it spoke HTTP."""
        self._requests.discard(protocol)
        self.remove(protocol.transport)

    def note(self, what: str) -> None:
        """Count a connection that is cut off, for one line of the log a minute."""
        self._summary.add(what)

    def _start_sweeping(self, loop: asyncio.AbstractEventLoop) -> None:
        if not self._is_sweeping:
            self._is_sweeping = True
            loop.call_later(SWEEP_SECONDS, self._sweep, loop)

    def _sweep(self, loop: asyncio.AbstractEventLoop) -> None:
        """Cut off all connections that are past their deadline."""
        now = loop.time()
        for protocol in [one for one in self._requests if one.deadline < now]:
            self.note("too slow")
            protocol.transport.abort()
        self._is_sweeping = False
        if self._requests:
            self._start_sweeping(loop)


class TolerantTransport:
    """A transport that takes what is written after the client has gone, as that of asyncio does.

    That of uvloop raises `RuntimeError`, and a client that goes is no error of ours.
    """

    __slots__ = ("_transport",)

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport

    def write(self, data: bytes) -> None:
        """Write data, unless the connection is closed."""
        if not self._transport.is_closing():
            self._transport.write(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


class LimitedHttpProtocol(HttpToolsProtocol):
    """The HTTP protocol of uvicorn with limits; `registry` is set by a subclass for each server."""

    registry: ClassVar[ConnectionRegistry]

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.deadline = self.loop.time() + self.registry.deadlines.header
        self._is_admitted = False
        self._is_in_header = True
        self._fields_size = 0
        """The bytes of the header fields so far."""
        self._received = 0
        """The bytes received while the header is not complete."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn
        """Start to serve a connection, unless there are too many."""
        tolerant = cast(asyncio.Transport, TolerantTransport(transport))
        self._is_admitted = self.registry.admit(self, tolerant)
        if self._is_admitted:
            super().connection_made(tolerant)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        if self._is_admitted:
            self.registry.forget(self)
            super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse what has arrived; answer what is malformed or too large, and close."""
        if not self._is_admitted:
            return
        self._unset_keepalive_if_required()
        if self._is_in_header:
            self._received += len(data)
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            self._upgrade()
        except httptools.HttpParserError:
            self._refuse(431 if self._fields_size > MAX_HEADER_BYTES else 400)
        else:
            if self._is_in_header and self._received > MAX_HEADER_BYTES:
                self._refuse(431)

    def _upgrade(self) -> None:
        if not self._should_upgrade():  # it is answered as if it had not asked
            self.cycle.keep_alive = False
            return
        self.registry.upgrade(self)
        self.handle_websocket_upgrade()

    def _refuse(self, status: int) -> None:
        """Answer with a status alone, and close the connection."""
        self.registry.note("malformed" if status == 400 else "header too large")
        cycle: Any = self.cycle  # None before the first request
        if cycle is None or cycle.response_complete:
            text = REFUSALS[status]
            header = b"content-type: application/json\r\nconnection: close\r\ncontent-length: %d"
            self.transport.write(b"%b" % STATUS_LINE[status] + header % len(text))
            self.transport.write(b"\r\n\r\n" + text)
        self.transport.close()

    # What the parser calls

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._is_in_header, self._fields_size = True, 0
        self._set_deadline(self.registry.deadlines.header)

    def on_url(self, url: bytes) -> None:
        """A part of the address."""
        super().on_url(url)
        self._count_field(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header field."""
        self._count_field(len(name) + len(value) + 4)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The header is complete."""
        self._is_in_header, self._received = False, 0
        self._set_deadline(self.registry.deadlines.body)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The body is complete."""
        self._set_deadline(self.registry.deadlines.response)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """The response is sent; the connection waits for another request."""
        self._set_deadline(self.registry.deadlines.header)
        super().on_response_complete()

    def _count_field(self, size: int) -> None:
        self._fields_size += size
        if self._fields_size > MAX_HEADER_BYTES:
            raise HeaderTooLarge

    def _set_deadline(self, seconds: float) -> None:
        self.deadline = self.loop.time() + seconds


def limited_protocols(
    factor: float = 1.0,
) -> tuple[type[LimitedHttpProtocol], type[LimitedWebSocketProtocol]]:
    """Return the protocols of one server, which share a registry; 0 switches the numbers off."""
    by = factor or UNLIMITED
    found = ConnectionRegistry(
        total=max_connections(), per_address=int(CONNECTIONS_PER_ADDRESS * by)
    )
    http = type("HttpProtocol", (LimitedHttpProtocol,), {"registry": found})
    websocket = type("WebSocketProtocol", (LimitedWebSocketProtocol,), {"registry": found})
    return http, websocket


def max_connections() -> int:
    """Return how many connections the limit of open files leaves room for; see `ulimit -n`."""
    try:
        import resource  # noqa: PLC0415 - Windows has no such limits
    except ModuleNotFoundError:
        return MAX_CONNECTIONS
    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(1, min(MAX_CONNECTIONS, most - RESERVED_FILES))


class HeaderTooLarge(Exception):
    """A request has more header than any of ours; the parser stops."""


REFUSALS: Final = {
    400: b'{"error":"invalid-request","message":"This is not a valid HTTP request."}',
    431: b'{"error":"too-large","message":"The header of this request is too large."}',
}


class LimitedWebSocketProtocol(WebSocketsSansIOProtocol):
    """The WebSocket protocol of uvicorn, without compression memory, and with limits."""

    registry: ClassVar[ConnectionRegistry]

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.conn.available_extensions = [COMPRESSION]
        self._control_frames: TokenBuckets[None] | None = None

    def start_keepalive(self) -> None:
        """Start to send pings: the socket was accepted."""
        super().start_keepalive()
        # Some kilobytes that nobody needs any more; the parser still holds the request itself.
        self.request.headers.clear()
        del self.request, self.response

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self.registry.remove(self.transport)
        super().connection_lost(exc)

    def handle_ping(self) -> None:
        """Answer a ping."""
        super().handle_ping()
        self._count_frame()

    def handle_pong(self, event: Frame) -> None:
        """Take a pong."""
        super().handle_pong(event)
        self._count_frame()

    def handle_text(self, event: Frame) -> None:
        """Take the first frame of a text."""
        super().handle_text(event)
        self._count_fragment(event)

    def handle_bytes(self, event: Frame) -> None:
        """Take the first frame of bytes."""
        super().handle_bytes(event)
        self._count_fragment(event)

    def handle_cont(self, event: Frame) -> None:
        """Take a further frame of a message."""
        super().handle_cont(event)
        self._count_fragment(event)

    def _count_fragment(self, event: Frame) -> None:
        if len(self.frames) > MAX_FRAGMENTS:
            self._cut_off()
        elif not event.fin:
            self._count_frame()

    def _count_frame(self) -> None:
        """Close the socket if a client floods it with frames that say nothing."""
        if self._control_frames is None:  # most sockets never need one
            self._control_frames = TokenBuckets(CONTROL_FRAMES, self.loop.time)
        if self._control_frames.take(None):
            self._cut_off()

    def _cut_off(self) -> None:
        if self.transport.is_closing() or self.close_sent:
            return
        self.registry.note("too many control frames")
        self.conn.fail(POLICY_VIOLATION, "too many frames")
        self.handle_parser_exception()
