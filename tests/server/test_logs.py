"""The log has every request and error, and no secret, through a session at a real server."""

from __future__ import annotations

import json
import logging
import re
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NoReturn

import httpx2
import pytest
from sqlalchemy.exc import OperationalError
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from howdah.cli import run_server
from howdah.core.errors import InvalidOption
from howdah.server.observability.logs import (
    FORMATS,
    REDACTED,
    LogFormatter,
    LogHandler,
    configure_logging,
    redact,
)
from howdah.server.settings import Settings
from tests.server.clients import table_body

GUESS = "a-guess-that-is-wrong-0123456789"
TOKEN = "mXCYbgwTTgwXFNcmbDAa19tr"
SEED = "0f1e2d3c4b5a69788796a5b4c3d2e1f0"


@pytest.fixture
def _logging_is_restored() -> Iterator[None]:
    """Other tests log as before."""
    root, ours = logging.getLogger(), logging.getLogger("howdah")
    level = ours.level
    yield
    ours.setLevel(level)
    for handler in [found for found in root.handlers if isinstance(found, LogHandler)]:
        root.removeHandler(handler)


# Redaction


@pytest.mark.parametrize(
    "text",
    [
        f"Bearer {TOKEN}",
        f"/t/abcdefgh/seat/{TOKEN}?at=1",
        f"seats={TOKEN}.{TOKEN}",
        f"Dealer('{SEED}/seat 1')",
        f"[SQL: INSERT]\n[parameters: ('x', '{TOKEN}', 2, 'even')]\n(Background on this error)",
        f"DETAIL:  Failing row contains (x, 2, even, {TOKEN}).",
        f"postgresql+asyncpg://howdah:{TOKEN[:9]}@db.example/tables",
        f"https://hooks.example/services/T0/{TOKEN[:9]}",
    ],
)
def test_what_may_be_secret_is_redacted(text: str) -> None:
    shown = redact(text)
    assert REDACTED in shown
    assert not [part for part in (TOKEN, TOKEN[:9], SEED, "even") if part in shown]


@pytest.mark.parametrize(
    "text",
    [
        "the table abc-12_X cannot be opened",
        "GET /api/tables/{table_id}/turns",
        "sqlalchemy.exc.OperationalError: database is locked",
        "fastapi.exceptions.ResponseValidationError: 1 error",
        "no such attribute: turns_played_before_this",
    ],
)
def test_what_is_no_secret_is_not_redacted(text: str) -> None:
    assert redact(text) == text


def record_of(message: str, **more: Any) -> logging.LogRecord:
    record = logging.LogRecord("howdah.test", logging.INFO, "", 0, message, (), None)
    record.__dict__.update(more)
    return record


def test_a_log_record_is_one_line_of_text_or_json() -> None:
    record = record_of("one\ntwo", created=0.25, fields={"status": 200, "who": TOKEN})
    assert json.loads(LogFormatter("json").format(record)) == {
        "time": "1970-01-01T00:00:00.250Z",
        "level": "info",
        "logger": "howdah.test",
        "message": "one\ntwo",
        "fields": {"status": 200, "who": REDACTED},
    }
    assert "\n" not in LogFormatter("json").format(record)
    text = LogFormatter("text").format(record)
    assert text.startswith("1970-01-01T00:00:00.250Z info howdah.test: one")
    assert text.endswith(f"status=200 who={REDACTED}")
    assert "\n" not in text


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(InvalidOption, match="text or json"):
        configure_logging("xml")


# A session


@contextmanager
def served(folder: Path, log_format: str) -> Iterator[tuple[str, Any]]:
    """The address of a server as `howdah serve` starts it, and its application."""
    configure_logging(log_format, level=logging.INFO)
    server = run_server.make_server(Settings(data=folder, workers=0), "127.0.0.1")
    listener = run_server.listen("127.0.0.1", 0)
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield f"127.0.0.1:{listener.getsockname()[1]}", server.config.app
    finally:
        server.should_exit = True
        thread.join(20)
        listener.close()


def seeds_of(folder: Path) -> list[str]:
    database = sqlite3.connect(folder / "tables.sqlite3")
    seeds = [seed for (seed,) in database.execute("SELECT seed FROM tables")]
    database.close()
    return seeds


def send_on(line: ClientConnection, *messages: str | bytes) -> None:
    """Send messages and receive answers until the socket is closed or silent."""
    with suppress(ConnectionClosed, TimeoutError):
        for message in messages:
            line.send(message)
            line.recv(timeout=0.3)


def send_raw(address: str, content: bytes) -> None:
    host, _, port = address.partition(":")
    with socket.create_connection((host, int(port)), timeout=5) as line, suppress(OSError):
        line.sendall(content)
        line.recv(1000)


def failing(*secrets: str) -> Any:
    """A function that fails, and quotes the secrets in its error."""

    def fail(*_: object) -> NoReturn:
        parameters = {"tokens": secrets, "kept": 3, "call": "odd"}
        raise OperationalError("INSERT INTO hands", parameters, Exception(f"disk: {secrets}"))

    return fail


def client_at(address: str) -> httpx2.Client:
    return httpx2.Client(base_url=f"http://{address}", follow_redirects=True)


def run_session(
    address: str, app: Any, client: httpx2.Client, friend: httpx2.Client
) -> tuple[list[str], list[str]]:
    """Send all kinds of requests; return every secret, and the incident numbers."""
    secrets = [GUESS]
    client.post("/play", data={"game": "bombay", "players": "2"})
    form = {"game": "bazar", "players": "2", "who-0": "me", "who-1": "link"}
    page = client.post("/new", data=form)
    (link,) = set(re.findall(r"http://[\d.:]+/t/[\w-]+/seat/([\w-]+)", page.text))
    secrets += [link, *(value for jar in client.cookies.jar if (value := jar.value))]
    assert friend.post(f"{page.url.path}/seat/{link}").status_code == 200
    secrets += [value for jar in friend.cookies.jar if (value := jar.value)]
    friend.get(f"{page.url.path}/seat/{link}/{link}?token={link}")
    friend.get(f"{page.url.path}/seat/{GUESS}", headers={"accept": "text/html"})

    table = client.post("/api/tables", json=table_body("bazar", "Ada", "Bo")).json()
    tokens = [seat["token"] for seat in table["seats"]]
    secrets += tokens
    here, ada = f"/api/tables/{table['id']}", {"authorization": f"Bearer {tokens[0]}"}
    client.get(here, headers=ada, params={"token": tokens[0]})
    client.get(here, headers={"authorization": f"Bearer {GUESS}"})
    client.post(f"{here}/medals", headers=ada, json={"version": 0, "kept": 3, "call": "odd"})
    client.post(f"{here}/turns", headers=ada, content=f'{{"token": "{tokens[1]}"')
    client.request("PROPFIND", f"{here}/{tokens[1]}", headers=ada)

    live = f"ws://{address}{here}/live"
    for messages in ([tokens[0]], [GUESS], [b"\xff" + GUESS.encode()], ["x" * 70_000]):
        with connect(live, open_timeout=20) as line:
            send_on(line, *messages)
    with connect(f"ws://{address}{page.url.path}/live") as line:
        send_on(line, tokens[0], "{", b"", '{"ask": "frame"}')
        line.send(f"\ud800{tokens[0]}".encode("utf-8", "surrogatepass"), text=True)
        send_on(line)
    send_raw(address, f"GET /t/x/seat/{tokens[0]}\r\n{tokens[0]}\r\n\r\n".encode())
    send_raw(address, b"\x00\xff" + tokens[0].encode() + b"\r\n\r\n")

    app.state.tables.choose = failing(*secrets)
    hand = {"version": 0, "kept": 3, "call": "odd"}
    bo = {"authorization": f"Bearer {tokens[1]}"}
    failed = client.post(f"{here}/medals", headers=bo, json=hand)
    assert failed.status_code == 500
    app.state.tables.get = failing(*secrets)
    with connect(live) as line, pytest.raises(ConnectionClosed) as closed:
        line.recv(timeout=5)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1011
    page = client.get(f"/t/x/seat/{tokens[0]}", headers={"accept": "text/html"})
    assert page.status_code == 500
    (shown,) = re.findall(r"\b[0-9a-f]{8}\b", page.text)[:1]
    return secrets, [failed.json()["incident"], shown]


@pytest.mark.usefixtures("_logging_is_restored")
@pytest.mark.parametrize("log_format", FORMATS)
def test_no_secret_is_in_the_log_of_a_session(
    log_format: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with (
        served(tmp_path, log_format) as (address, app),
        client_at(address) as client,
        client_at(address) as friend,
    ):
        secrets, incidents = run_session(address, app, client, friend)
    log = capsys.readouterr().err
    secrets += seeds_of(tmp_path)
    assert len(secrets) > 8
    assert not [secret for secret in secrets if secret in log]
    assert "'odd'" not in log
    assert "/t/{table_id}/seat/{token}" in log
    assert all(incident in log for incident in incidents)
    assert log.count("Traceback") == 3
    if log_format == "json":
        check_events([json.loads(line) for line in log.splitlines()])


def check_events(events: list[dict[str, Any]]) -> None:
    requests = [event["fields"] for event in events if event["logger"] == "howdah.requests"]
    assert len(requests) > 18
    for fields in requests:
        assert list(fields) == ["method", "route", "status", "milliseconds", "address"]
        assert fields["address"] == "127.0.0.1"
    assert {101, 200, 303, 403, 404, 422, 500} <= {fields["status"] for fields in requests}
    assert {"GET", "POST", "SOCKET", "OTHER"} == {fields["method"] for fields in requests}
    errors = [event for event in events if event["level"] == "error"]
    assert len(errors) == 3
    assert all("OperationalError" in event["exception"] for event in errors)
