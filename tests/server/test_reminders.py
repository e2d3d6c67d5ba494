"""Reminders: the webhook gets one for each turn that waits too long, and nothing else."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from howdah.cli.main import main
from howdah.server.background.reminders import post, send_reminders
from howdah.server.observability.logs import LogFormatter
from howdah.server.settings import Settings
from howdah.store.retention import DAY_SECONDS
from tests.server.clients import (
    AppClient,
    TableClient,
    create_table,
    error_of,
    open_client,
    play_on,
    settings_for,
    wait_until,
)

HOOK = "https://chat.example.org/hooks/secret"
AT_ONCE = 1e-9
"""Hours: a reminder is due at once."""


@pytest.fixture
def client(tmp_path: Path) -> Iterator[AppClient]:
    with open_client(tmp_path, workers=0) as client:
        yield client


class Receiver:
    """The other end of the webhook, which may fail."""

    def __init__(self) -> None:
        self.received: list[dict[str, Any]] = []
        self.is_broken = False

    def post(self, address: str, body: bytes) -> None:
        """Receive a reminder."""
        assert address == HOOK
        if self.is_broken:
            raise OSError(f"cannot reach {address}")
        self.received.append(json.loads(body))


def send_due_reminders(client: AppClient, receiver: Receiver, **more: Any) -> None:
    """Do what a server does once a minute."""
    usual: dict[str, Any] = {
        "webhook": HOOK,
        "remind_after": AT_ONCE,
        "address": "https://play.example.org",
    }
    settings = Settings(**usual | more)
    client.run(send_reminders(client.app.state.tables, settings, receiver.post))


def test_a_turn_that_waits_is_reminded_of_once(client: AppClient) -> None:
    table, receiver = (
        create_table(client, "bazar", "Ada", "Bo", rules={"starter": "seat 0"}),
        Receiver(),
    )
    for _ in range(3):
        send_due_reminders(client, receiver)
    link = f"https://play.example.org/t/{table.id}"
    sentence = f"Bombay Bazar: next to play: Ada. {link}"
    assert receiver.received == [
        {
            "text": sentence,
            "content": sentence,
            "table": table.id,
            "game": "bazar",
            "waiting_for": ["Ada"],
            "link": link,
        }
    ]
    table.turn(0, 0, table.state(0)["legal"][:1])
    send_due_reminders(client, receiver)
    assert [body["waiting_for"] for body in receiver.received] == [["Ada"], ["Bo"]]


def test_no_secret_is_sent(client: AppClient) -> None:
    table, receiver = create_table(client, "bombay", "Ada", "Bo"), Receiver()
    send_due_reminders(client, receiver)
    assert not [token for token in table.tokens if str(token) in json.dumps(receiver.received)]


def test_reminders_are_written_in_the_language_of_the_settings(client: AppClient) -> None:
    create_table(client, "bombay", "Ada", "Bo")
    receiver = Receiver()
    send_due_reminders(client, receiver, language="fr")
    assert "de jouer" in receiver.received[0]["text"].lower()


def test_nobody_is_reminded_too_early(client: AppClient) -> None:
    create_table(client, "bombay", "Ada", "Bo")
    receiver = Receiver()
    send_due_reminders(client, receiver, remind_after=24.0)
    assert receiver.received == []


def test_without_a_webhook_nothing_is_sent(client: AppClient) -> None:
    create_table(client, "bombay", "Ada", "Bo")
    receiver = Receiver()
    send_due_reminders(client, receiver, webhook=None)
    assert receiver.received == []


def test_who_plays_alone_or_is_done_is_not_reminded(client: AppClient) -> None:
    create_table(client, "bombay", "Ada", None)
    create_table(client, "bazar", "Ada")
    play_on(
        create_table(client, "bazar", "Ada", "Bo", rules={"starter": "seat 0"}), random.Random(1)
    )
    receiver = Receiver()
    send_due_reminders(client, receiver)
    assert receiver.received == []


def test_those_who_still_have_to_choose_medals_are_named(client: AppClient) -> None:
    table, receiver = create_table(client, "bazar", "Ada", "Bo", "Cy"), Receiver()
    table.medals(1, 0, 2, "odd")
    send_due_reminders(client, receiver)
    assert receiver.received[0]["waiting_for"] == ["Ada", "Cy"]


def test_a_reminder_that_fails_is_sent_later_and_its_address_stays_secret(
    client: AppClient, caplog: pytest.LogCaptureFixture
) -> None:
    create_table(client, "bombay", "Ada", "Bo")
    receiver = Receiver()
    receiver.is_broken = True
    with caplog.at_level(logging.WARNING):
        send_due_reminders(client, receiver)
    assert "reminder not sent, will retry" in caplog.text
    assert "secret" not in caplog.text
    receiver.is_broken = False
    send_due_reminders(client, receiver)
    assert len(receiver.received) == 1


def test_a_reminder_is_posted_by_http() -> None:
    received = []

    class Chat(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            """Receive a post."""
            length = int(self.headers["content-length"])
            received.append((self.path, self.headers["content-type"], self.rfile.read(length)))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_arguments: object) -> None:
            """Log nothing."""

    with HTTPServer(("127.0.0.1", 0), Chat) as server:
        thread = threading.Thread(target=server.handle_request)
        thread.start()
        post(f"http://127.0.0.1:{server.server_port}/hook", b"{}")
        thread.join(5)
    assert received == [("/hook", "application/json", b"{}")]


# Retention


def test_old_tables_are_removed_and_others_stay(tmp_path: Path) -> None:
    with open_client(tmp_path, workers=0) as client:
        old = create_table(client, "bombay", "Ada", "Bo")
        client.run(asyncio.sleep(0.3))
    with open_client(tmp_path, workers=0, retention=0.2 / 86400) as client:
        wait_until(client, lambda: client.get(old.path).status_code == 404)
        assert client.get(f"/t/{old.id}").status_code == 404
    with open_client(tmp_path, workers=0, retention=1.0) as client:
        young = create_table(client, "bombay", "Ada", "Bo")
        client.run(asyncio.sleep(0.1))
        assert client.get(young.path).status_code == 200
    assert settings_for(tmp_path).retention is None


def set_clock_ahead(monkeypatch: pytest.MonkeyPatch, days: float) -> None:
    right = time.time
    monkeypatch.setattr(time, "time", lambda: right() + days * DAY_SECONDS)


def refusals(caplog: pytest.LogCaptureFixture) -> list[str]:
    """The sweeps that are logged as refused, each as an error."""
    errors = [record for record in caplog.records if record.levelno == logging.ERROR]
    return [record.getMessage() for record in errors]


def test_a_clock_366_days_ahead_deletes_no_table_and_is_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with open_client(tmp_path, workers=0, retention=365) as client:
        tables = [create_table(client, "bombay", "Ada", "Bo") for _ in range(3)]
        client.pause()
    set_clock_ahead(monkeypatch, 366)
    for _ in range(2):
        caplog.clear()
        with open_client(tmp_path, workers=0, retention=365) as client:
            wait_until(client, lambda: bool(refusals(caplog)))
            assert [client.get(table.path).status_code for table in tables] == [200] * 3
            assert "retention: refused to delete 3 of 3 tables" in refusals(caplog)[0]
            assert "366.0 days ahead" in refusals(caplog)[0]
            line = LogFormatter().format(caplog.records[-1])
    assert "HOWDAH_CONFIRM_DAY=20" in line


def test_nothing_plays_at_a_deleted_table_until_it_is_restored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_client(tmp_path, workers=0) as client:
        table = create_table(client, "bazar", None, None, rules={"starter": "seat 0"})
        client.run(asyncio.sleep(0.2))
    with open_client(tmp_path, workers=0, retention=0.1 / DAY_SECONDS) as client:
        wait_until(client, lambda: client.get(table.path).status_code == 404)
    with open_client(tmp_path) as client:
        client.run(asyncio.sleep(0.2))  # agents would play now
        for path in (f"/t/{table.id}", f"{table.path}/record", f"/t/{table.id}/record"):
            assert client.get(path).status_code == 404
        error_of(table_in(client, table).turn_with("guess", 0, []), 404, "no-table")
    monkeypatch.setenv("HOWDAH_DATABASE", settings_for(tmp_path).database or "")
    data = [] if settings_for(tmp_path).database else ["--data", str(tmp_path)]
    assert main(["restore", "--deleted", *data]) == 0
    assert "restored 1 deleted tables" in capsys.readouterr().out
    with open_client(tmp_path) as client:
        wait_until(client, table_in(client, table).is_over)


def table_in(client: AppClient, table: TableClient) -> TableClient:
    return TableClient(client, table.id, table.tokens)
