"""The log tells what happened, and no secret, through a whole evening at a real server."""

from __future__ import annotations

import json
import logging
import re
import socket
import sqlite3
import threading
import time
from argparse import Namespace
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
    FORMS,
    HIDDEN,
    Journal,
    Lines,
    configure_logging,
    redact,
)
from tests.server.house import order

GUESS = "a-guess-that-is-wrong-0123456789"
TOKEN = "mXCYbgwTTgwXFNcmbDAa19tr"
SEED = "0f1e2d3c4b5a69788796a5b4c3d2e1f0"


@pytest.fixture
def _the_log_is_left_alone() -> Iterator[None]:
    """Others write their logs as before."""
    root, ours = logging.getLogger(), logging.getLogger("howdah")
    level = ours.level
    yield
    ours.setLevel(level)
    for handler in [found for found in root.handlers if isinstance(found, Journal)]:
        root.removeHandler(handler)


# What is left out


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
def test_what_may_be_secret_is_left_out(text: str) -> None:
    shown = redact(text)
    assert HIDDEN in shown
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
def test_what_helps_is_kept(text: str) -> None:
    assert redact(text) == text


def record_of(message: str, **more: Any) -> logging.LogRecord:
    record = logging.LogRecord("howdah.test", logging.INFO, "", 0, message, (), None)
    record.__dict__.update(more)
    return record


def test_an_event_is_one_object_a_line() -> None:
    record = record_of("one\ntwo", created=0.25, fields={"status": 200, "who": TOKEN})
    assert json.loads(Lines("json").format(record)) == {
        "time": "1970-01-01T00:00:00.250Z",
        "level": "info",
        "logger": "howdah.test",
        "message": "one\ntwo",
        "fields": {"status": 200, "who": HIDDEN},
    }
    assert "\n" not in Lines("json").format(record)
    text = Lines("text").format(record)
    assert text.startswith("1970-01-01T00:00:00.250Z info howdah.test: one")
    assert text.endswith(f"status=200 who={HIDDEN}")
    assert "\n" not in text


def test_a_form_that_is_not_there_is_refused() -> None:
    with pytest.raises(InvalidOption, match="text or json"):
        configure_logging("xml")


# An evening


@contextmanager
def served(folder: Path, form: str) -> Iterator[tuple[str, Any]]:
    """The address of a house as `howdah serve` opens it, and the house."""
    chosen = Namespace(data=folder, port=0, log=form, workers=0)
    settings = run_server.chosen_settings(chosen)
    server = run_server._server(chosen, settings, "127.0.0.1")
    listener = run_server._listener("127.0.0.1", 0)
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


def say_on(line: ClientConnection, *messages: str | bytes) -> None:
    """Say something, and hear what comes until the line is closed or silent."""
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
    """Something that fails, and quotes whatever it was told."""

    def fail(*_: object) -> NoReturn:
        parameters = {"tokens": secrets, "kept": 3, "call": "odd"}
        raise OperationalError("INSERT INTO hands", parameters, Exception(f"disk: {secrets}"))

    return fail


def visitor_at(address: str) -> httpx2.Client:
    return httpx2.Client(base_url=f"http://{address}", follow_redirects=True)


def spend_an_evening(
    address: str, house: Any, client: httpx2.Client, friend: httpx2.Client
) -> tuple[list[str], list[str]]:
    """Do all that people and others do; returns every secret, and the numbers of incidents."""
    secrets = [GUESS]
    client.post("/play", data={"game": "bombay", "players": "2"})
    form = {"game": "bazar", "players": "2", "who-0": "me", "who-1": "link"}
    page = client.post("/new", data=form)
    (link,) = set(re.findall(r"http://[\d.:]+/t/[\w-]+/seat/([\w-]+)", page.text))
    secrets += [link, *(value for jar in client.cookies.jar if (value := jar.value))]
    assert friend.get(f"{page.url.path}/seat/{link}").status_code == 200
    friend.get(f"{page.url.path}/seat/{link}/{link}?token={link}")
    friend.get(f"{page.url.path}/seat/{GUESS}", headers={"accept": "text/html"})

    table = client.post("/api/tables", json=order("bazar", "Ada", "Bo")).json()
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
            say_on(line, *messages)
    with connect(f"ws://{address}{page.url.path}/live") as line:
        say_on(line, tokens[0], "{", b"", '{"ask": "frame"}')
        line.send(f"\ud800{tokens[0]}".encode("utf-8", "surrogatepass"), text=True)
        say_on(line)
    send_raw(address, f"GET /t/x/seat/{tokens[0]}\r\n{tokens[0]}\r\n\r\n".encode())
    send_raw(address, b"\x00\xff" + tokens[0].encode() + b"\r\n\r\n")

    house.state.tables.choose = failing(*secrets)
    hand = {"version": 0, "kept": 3, "call": "odd"}
    bo = {"authorization": f"Bearer {tokens[1]}"}
    fault = client.post(f"{here}/medals", headers=bo, json=hand)
    assert fault.status_code == 500
    house.state.tables.get = failing(*secrets)
    with connect(live) as line, pytest.raises(ConnectionClosed) as closed:
        line.recv(timeout=5)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1011
    page = client.get(f"/t/x/seat/{tokens[0]}", headers={"accept": "text/html"})
    assert page.status_code == 500
    (shown,) = re.findall(r"\b[0-9a-f]{8}\b", page.text)[:1]
    return secrets, [fault.json()["incident"], shown]


@pytest.mark.usefixtures("_the_log_is_left_alone")
@pytest.mark.parametrize("form", FORMS)
def test_no_secret_is_in_the_log_of_an_evening(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with (
        served(tmp_path, form) as (address, house),
        visitor_at(address) as client,
        visitor_at(address) as friend,
    ):
        secrets, incidents = spend_an_evening(address, house, client, friend)
    told = capsys.readouterr().err
    secrets += seeds_of(tmp_path)
    assert len(secrets) > 8
    assert not [secret for secret in secrets if secret in told]
    assert "'odd'" not in told
    assert "/t/{table_id}/seat/{token}" in told
    assert all(incident in told for incident in incidents)
    assert told.count("Traceback") == 3
    if form == "json":
        check([json.loads(line) for line in told.splitlines()])


def check(events: list[dict[str, Any]]) -> None:
    requests = [event["fields"] for event in events if event["logger"] == "howdah.requests"]
    assert len(requests) > 18
    for fields in requests:
        assert list(fields) == ["method", "route", "status", "milliseconds", "address"]
        assert fields["address"] == "127.0.0.1"
    assert {101, 200, 303, 403, 404, 422, 500} <= {fields["status"] for fields in requests}
    assert {"GET", "POST", "SOCKET", "OTHER"} == {fields["method"] for fields in requests}
    faults = [event for event in events if event["level"] == "error"]
    assert len(faults) == 3
    assert all("OperationalError" in event["exception"] for event in faults)
