"""Connections: what is too large, too slow or too much is refused before it costs anything."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from howdah.server.connections import (
    MAX_HEADER_BYTES,
    ConnectionRegistry,
    Deadlines,
    LimitedHttpProtocol,
    TolerantTransport,
)
from howdah.server.middleware.security import MAX_BODY_BYTES, MAX_COOKIE_BYTES, MAX_TABLE_BYTES
from tests.server.running_server import RunningServer, running_server

QUICK = Deadlines(header=0.5, body=0.7, response=1.0)
PATIENCE = 8.0
"""The seconds within which something that should happen does."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server with short deadlines."""
    with running_server(tmp_path_factory.mktemp("server"), deadlines=QUICK) as found:
        yield found


@contextmanager
def connection(server: RunningServer) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as found:
        yield found


def exchange(server: RunningServer, request: bytes) -> tuple[int, bytes]:
    """Send bytes, and return the status and the body of what comes back until it is closed."""
    with connection(server) as client:
        client.sendall(request)
        answer = read_all(client)
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), body


def read_all(client: socket.socket) -> bytes:
    """Everything until the server closes the connection."""
    found = b""
    try:
        while data := client.recv(65_536):
            found += data
    except ConnectionResetError:
        pass
    return found


def send_until_cut_off(client: socket.socket, parts: list[bytes], pause: float) -> int:
    """Send one part after the other, and return how many were sent; the server must cut it off."""
    for sent, part in enumerate(parts):
        try:
            client.sendall(part)
        except OSError:
            return sent
        time.sleep(pause)
    raise AssertionError("the connection is still open")


def request(*headers: str, line: str = "GET /healthz HTTP/1.1", body: bytes = b"") -> bytes:
    fields = [line, "Host: 127.0.0.1", "Connection: close", *headers, "", ""]
    return "\r\n".join(fields).encode() + body


def post(body: bytes, *headers: str, path: str = "/api/tables") -> bytes:
    kind = "Content-Type: application/json"
    return request(kind, *headers, line=f"POST {path} HTTP/1.1", body=body)


# Sizes


def test_an_ordinary_request_is_answered(server: RunningServer) -> None:
    assert exchange(server, request())[0] == 200


@pytest.mark.parametrize(
    "headers",
    [
        ["X: " + "x" * 60_000],
        [f"X{n}: y" for n in range(5_000)],
        ["Cookie: " + "; ".join(f"a{n}=b" for n in range(8_000))],
    ],
    ids=["one", "many", "cookies"],
)
def test_a_header_that_is_too_large_is_refused(server: RunningServer, headers: list[str]) -> None:
    status, body = exchange(server, request(*headers))
    assert (status, json.loads(body)["error"]) == (431, "too-large")


def test_an_address_that_is_too_long_is_refused(server: RunningServer) -> None:
    assert exchange(server, request(line=f"GET /{'x' * 20_000} HTTP/1.1"))[0] == 431


def test_a_header_without_an_end_is_refused_when_it_is_too_large(server: RunningServer) -> None:
    with connection(server) as client:
        client.sendall(b"GET / HTTP/1.1\r\nX: ")
        sent = send_until_cut_off(client, [b"x" * 4096] * 1000, pause=0.002)
    assert sent * 4096 < 60 * MAX_HEADER_BYTES


def test_too_many_cookies_are_refused(server: RunningServer) -> None:
    large = "; ".join(f"a{n}=b" for n in range(1000))
    assert MAX_COOKIE_BYTES < len(large) < MAX_HEADER_BYTES
    status, body = exchange(server, request(f"Cookie: {large}"))
    assert (status, json.loads(body)["error"]) == (413, "too-large")
    assert exchange(server, request("Cookie: a=b; language=fr"))[0] == 200


@pytest.mark.parametrize(
    ("path", "largest"), [("/api/tables/x/turns", MAX_BODY_BYTES), ("/api/tables", MAX_TABLE_BYTES)]
)
def test_a_body_that_is_too_large_is_refused_before_it_is_sent(
    server: RunningServer, path: str, largest: int
) -> None:
    status, body = exchange(server, post(b"", f"Content-Length: {largest + 1}", path=path))
    assert (status, json.loads(body)["error"]) == (413, "too-large")


@pytest.mark.parametrize(
    "headers",
    [
        ("Content-Length: 2", "Transfer-Encoding: chunked"),
        ("Transfer-Encoding: chunked", "Content-Length: 2"),
        ("Content-Length: 2", "Content-Length: 3"),
        ("Content-Length: x",),
        ("Content-Length: -1",),
    ],
)
def test_a_body_of_ambiguous_length_is_refused(
    server: RunningServer, headers: tuple[str, ...]
) -> None:
    assert exchange(server, post(b"{}", *headers))[0] == 400


@pytest.mark.parametrize("text", [b"\x16\x03\x01\x02\x00", b"GET\r\n\r\n", b"\0" * 100, b"{}\r\n"])
def test_what_is_not_http_is_refused(server: RunningServer, text: bytes) -> None:
    status, body = exchange(server, text + b"\r\n\r\n")
    assert (status, json.loads(body)["error"]) == (400, "invalid-request")


def test_an_upgrade_to_something_else_is_ignored(server: RunningServer) -> None:
    upgrade = request("Upgrade: h2c", "HTTP2-Settings: AAMAAABk").replace(
        b"Connection: close", b"Connection: Upgrade"
    )
    assert exchange(server, upgrade)[0] == 200


def form(*parts: tuple[str, bytes], path: str = "/records") -> bytes:
    """A multipart form."""
    body = b""
    for disposition, content in parts:
        body += f"--b\r\nContent-Disposition: form-data; {disposition}\r\n\r\n".encode()
        body += content + b"\r\n"
    body += b"--b--\r\n"
    headers = ("Content-Type: multipart/form-data; boundary=b", f"Content-Length: {len(body)}")
    return request(*headers, line=f"POST {path} HTTP/1.1", body=body)


def test_a_form_holds_one_file_and_few_fields(server: RunningServer) -> None:
    file = ('name="record"; filename="x.json"', b"{}")
    assert exchange(server, form(file))[0] == 422
    for many in ([file] * 999, [('name="x"', b"y")] * 999):
        began = time.thread_time()
        assert exchange(server, form(*many))[0] in (400, 413)
        assert time.thread_time() - began < 1


def test_a_form_in_a_url_has_few_fields(server: RunningServer) -> None:
    body = b"&".join(b"a=b" for _ in range(2_000))
    kind = ("Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}")
    line = "POST /new HTTP/1.1"
    assert exchange(server, request(*kind, line=line, body=body))[0] in (400, 413)


# Deadlines


@pytest.mark.parametrize(
    "begin",
    [
        b"",
        b"G",
        b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n",
        post(b"{", "Content-Length: 100"),
        post(b"", "Transfer-Encoding: chunked"),
    ],
    ids=["silent", "half a line", "half a header", "half a body", "no chunk"],
)
def test_a_client_that_does_not_go_on_is_cut_off(server: RunningServer, begin: bytes) -> None:
    with connection(server) as client:
        client.sendall(begin)
        began = time.monotonic()
        read_all(client)
        assert time.monotonic() - began < QUICK.body + 2


def test_a_client_that_sends_a_byte_now_and_then_is_cut_off(server: RunningServer) -> None:
    with connection(server) as client:
        began = time.monotonic()
        send_until_cut_off(client, [bytes([byte]) for byte in request() * 10], pause=0.1)
        assert time.monotonic() - began < QUICK.header + 3


def test_an_idle_connection_is_closed(server: RunningServer) -> None:
    with connection(server) as client:
        client.sendall(request().replace(b"Connection: close\r\n", b""))
        began = time.monotonic()
        assert b" 200 " in read_all(client)
        assert time.monotonic() - began < QUICK.header + 2


def test_a_client_that_does_not_take_its_answer_is_cut_off(server: RunningServer) -> None:
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.settimeout(PATIENCE)
        client.connect(("127.0.0.1", server.port))
        page = request(line="GET /static/howdah.css HTTP/1.1")
        parts = [page.replace(b"Connection: close\r\n", b"")] * 5000
        send_until_cut_off(client, parts, pause=0.001)


def test_many_silent_connections_are_gone_soon_and_others_are_served(
    server: RunningServer,
) -> None:
    with ExitStack() as stack:
        silent = [stack.enter_context(connection(server)) for _ in range(300)]
        assert exchange(server, request())[0] == 200
        began = time.monotonic()
        for client in silent:
            assert read_all(client) == b""
        assert time.monotonic() - began < QUICK.header + 3
    deadline = time.monotonic() + PATIENCE
    while len(server.registry):
        assert time.monotonic() < deadline, len(server.registry)
        time.sleep(0.01)


# Numbers


def test_there_are_only_so_many_connections(tmp_path: Path) -> None:
    with running_server(tmp_path, total=5) as server, ExitStack() as stack:
        kept = [stack.enter_context(connection(server)) for _ in range(5)]
        time.sleep(0.2)
        with connection(server) as one_more:
            assert read_all(one_more) == b""
        kept[0].close()
        time.sleep(0.2)
        assert exchange(server, request())[0] == 200


class FakeTransport(asyncio.Transport):
    """A connection from an address."""

    def __init__(self, address: str) -> None:
        super().__init__({"peername": (address, 50_000)})


class FakeProtocol:
    """What the registry needs to know of a protocol."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop, self.deadline = loop, float("inf")


def test_one_address_has_only_so_many_connections() -> None:
    async def run() -> None:
        registry = ConnectionRegistry(total=100, per_address=3)
        protocol: Any = FakeProtocol(asyncio.get_running_loop())
        transports = [FakeTransport("192.0.2.7") for _ in range(4)]
        admitted = [registry.admit(protocol, transport) for transport in transports]
        assert admitted == [True, True, True, False]
        assert registry.admit(protocol, FakeTransport("192.0.2.8"))
        assert all(registry.admit(protocol, FakeTransport("127.0.0.1")) for _ in range(20))
        registry.remove(transports[0])
        assert registry.admit(protocol, transports[3])

    asyncio.run(run())


def test_many_refusals_are_one_line_of_the_log(
    caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    caplog.set_level(logging.WARNING)
    with running_server(tmp_path, total=1) as server, connection(server):
        time.sleep(0.1)
        for _ in range(50):
            with connection(server) as refused:
                read_all(refused)
    lines = [record.getMessage() for record in caplog.records]
    assert [line for line in lines if "rejected" in line] == [
        "1 connections rejected or closed in the last minute: too many in all 1"
    ]


def test_accepting_beyond_the_limit_of_open_files_is_one_line_of_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    error = OSError(24, os.strerror(24))
    with caplog.at_level(logging.WARNING), running_server(tmp_path) as server:
        context = {"message": "socket.accept() out of system resource", "exception": error}
        for _ in range(100):
            server.call(lambda loop: loop.call_exception_handler(context))
        exchange(server, request())
    assert len(caplog.records) == 1
    assert "Too many open files" in caplog.text
    assert "Traceback" not in caplog.text


# WebSockets


@contextmanager
def websocket(server: RunningServer) -> Iterator[socket.socket]:
    """An open WebSocket that answers nothing by itself."""
    table = server.create_table()
    upgrade = (
        f"GET /t/{table}/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n"
    )
    with connection(server) as client:
        client.sendall(upgrade.encode())
        assert b" 101 " in client.recv(4096)
        yield client


def frame(opcode: int, payload: bytes = b"", *, is_last: bool = True) -> bytes:
    """A frame of a client, with a mask of zeros."""
    first = opcode | (0x80 if is_last else 0)
    return struct.pack("!BB", first, 0x80 | len(payload)) + b"\0\0\0\0" + payload


PING, PONG, TEXT, CONTINUATION, CLOSE = 0x9, 0xA, 0x1, 0x0, 0x8


def is_closed(client: socket.socket) -> bool:
    """Whether the server closes a WebSocket because of a policy."""
    found = read_all(client)
    return struct.pack("!H", 1008) in found


@pytest.mark.parametrize(
    "flood",
    [
        frame(PING) * 500,
        frame(PONG) * 500,
        frame(TEXT, is_last=False) + frame(CONTINUATION, is_last=False) * 500,
        frame(TEXT, b"x", is_last=False) + frame(CONTINUATION, b"x", is_last=False) * 500,
    ],
    ids=["pings", "pongs", "empty fragments", "fragments"],
)
def test_a_flood_of_control_frames_closes_the_socket(server: RunningServer, flood: bytes) -> None:
    with websocket(server) as client:
        client.sendall(flood)
        assert is_closed(client)


def test_a_few_pings_are_answered(server: RunningServer) -> None:
    with websocket(server) as client:
        client.sendall(frame(PING, b"abc") * 10)
        time.sleep(0.3)
        answer = client.recv(65_536)
        assert answer.count(b"\x8a\x03abc") == 10
        message = b'{"ask": "log"}'
        client.sendall(frame(TEXT, message[:5], is_last=False) + frame(CONTINUATION, message[5:]))
        assert b'"kind":"log"' in client.recv(65_536)


def test_a_client_protocol_is_ours() -> None:
    with pytest.raises(AttributeError):
        _ = LimitedHttpProtocol.registry


class ClosedTransport(asyncio.Transport):
    """A connection that the client has closed, as that of uvloop."""

    def is_closing(self) -> bool:
        return True

    def write(self, data: Any) -> None:
        raise RuntimeError(f"unable to write {len(data)} bytes: the handler is closed")


def test_an_answer_to_a_client_that_has_gone_is_no_error() -> None:
    transport = TolerantTransport(ClosedTransport({"peername": ("192.0.2.7", 50_000)}))
    transport.write(b"too late")
    assert transport.get_extra_info("peername") == ("192.0.2.7", 50_000)
