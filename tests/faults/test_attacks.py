"""One stranger does his worst, and others hardly notice: they are answered in time."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import quantiles
from typing import Any, Final

import httpx2
import pytest

import howdah
from tests.fast.games import IS_LONG
from tests.faults.server_process import ServerProcess, killed_at_exit, processes

CONNECTIONS: Final = 40
SECONDS: Final = 10.0 if IS_LONG else 1.0
LONGEST: Final = 0.25 if IS_LONG else 0.75
"""The seconds within which 99 of 100 honest requests are answered, also on a slow machine."""
STRANGER: Final = "203.0.113.9"
HONEST: Final = "198.51.100.7"
NO_HEADERS: Final[Mapping[str, str]] = {}


def request(
    method: str, path: str, body: bytes = b"", headers: Mapping[str, str] = NO_HEADERS
) -> bytes:
    fields = {"Host": "127.0.0.1", "Content-Length": str(len(body)), **headers}
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items())]
    return "\r\n".join([*lines, "", ""]).encode() + body


def post_json(path: str, value: Any) -> bytes:
    return request("POST", path, json.dumps(value).encode(), {"Content-Type": "application/json"})


def post_files(count: int) -> bytes:
    part = b'--b\r\nContent-Disposition: form-data; name="record"; filename="x"\r\n\r\nx\r\n'
    kind = {"Content-Type": "multipart/form-data; boundary=b"}
    return request("POST", "/records", part * count + b"--b--\r\n", kind)


def board(**changes: Any) -> dict[str, Any]:
    return {**howdah.new("bombay").board.to_json(), "name": "mine", **changes}


def post_board(**changes: Any) -> bytes:
    rules = {"board": board(**changes)}
    seats = [{"name": "Ada"}, {"name": "Bo"}]
    return post_json("/api/tables", {"game": "bombay", "rules": rules, "seats": seats})


RECORD: Final = howdah.new("bombay", seed=1).record().to_json()
ATTACKS: Final = {
    "small cookies": request(
        "GET", "/", headers={"Cookie": "; ".join(f"a{n}=b" for n in range(8_000))}
    ),
    "as many cookies as may be": request("GET", "/", headers={"Cookie": "a=b; " * 800}),
    "999 files": post_files(999),
    "a long note": post_board(note="x" * 1_900_000),
    "many values": post_json("/api/tables", {"rules": {"x": [0] * 49_900}}),
    "as many values as may be": post_json("/api/tables", {"rules": {"x": [[]] * 2_400}}),
    "a board each time": post_board(),
    "as large a record as may be": request(
        "POST",
        "/records",
        b'--b\r\nContent-Disposition: form-data; name="record"; filename="x"\r\n\r\n'
        + json.dumps({**RECORD, "meta": {"x": [0] * 19_000}}).encode()
        + b"\r\n--b--\r\n",
        {"Content-Type": "multipart/form-data; boundary=b"},
    ),
    "rules pages": request("GET", "/rules/bombay", headers={"Accept-Encoding": "gzip"}),
    "accepted languages": request("GET", "/", headers={"Accept-Language": "en;q=0.1," * 1_500}),
}


def attack(port: int, content: bytes, forwarded: str | None, seconds: float) -> None:
    """Send a request again and again over many connections, as fast as they are answered."""
    if forwarded is not None:
        line, _, rest = content.partition(b"\r\n")
        content = line + b"\r\nX-Forwarded-For: " + forwarded.encode() + b"\r\n" + rest

    async def repeat() -> None:
        while True:
            with suppress(OSError, asyncio.IncompleteReadError):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                try:
                    while True:
                        writer.write(content)
                        await writer.drain()
                        if not await reader.read(65_536):
                            break
                finally:
                    writer.close()
            await asyncio.sleep(0.005)

    async def run() -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await asyncio.gather(*(repeat() for _ in range(CONNECTIONS)))

    asyncio.run(run())


@contextmanager
def under_attack(server: ServerProcess, content: bytes, forwarded: str | None) -> Iterator[None]:
    """A stranger in a process of its own, from another address or from the host itself."""
    stranger = processes.Process(
        target=attack, args=(server.port, content, forwarded, SECONDS + 20)
    )
    stranger.start()
    try:
        time.sleep(0.5)
        yield
        assert stranger.is_alive()
    finally:
        stranger.kill()
        stranger.join()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    found = ServerProcess(tmp_path_factory.mktemp("server"))
    with killed_at_exit(found):
        asyncio.run(found.start_and_wait())
        yield found


def honest_times(server: ServerProcess, path: str) -> list[float]:
    """How long the requests of an honest visitor take."""
    found, end = [], time.monotonic() + SECONDS
    headers = {"x-forwarded-for": HONEST}
    with httpx2.Client(base_url=server.url, trust_env=False, headers=headers, timeout=30) as client:
        while time.monotonic() < end:
            began = time.perf_counter()
            answer = client.get(path)
            assert answer.status_code == 200, answer.text
            found.append(time.perf_counter() - began)
            time.sleep(0.02)
    return found


@pytest.mark.parametrize("name", ATTACKS)
def test_an_honest_visitor_is_answered_in_time(server: ServerProcess, name: str) -> None:
    check_honest_visitor(server, ATTACKS[name], STRANGER)


@pytest.mark.parametrize("name", ATTACKS if IS_LONG else [*ATTACKS][1::3])
def test_so_is_one_while_the_host_attacks(server: ServerProcess, name: str) -> None:
    check_honest_visitor(server, ATTACKS[name], None)


def check_honest_visitor(server: ServerProcess, content: bytes, forwarded: str | None) -> None:
    with under_attack(server, content, forwarded):
        found = honest_times(server, "/new")
    assert quantiles([*found, *found], n=100)[98] < LONGEST
    assert not server.logged_errors()


def test_what_was_sent_again_and_again_was_refused_in_the_end(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    with killed_at_exit(server):
        asyncio.run(server.start_and_wait())
        with under_attack(server, ATTACKS["rules pages"], STRANGER):
            time.sleep(SECONDS + 3)
        log = server.log.read_text()
    assert "status=429" in log
