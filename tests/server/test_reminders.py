"""Reminders: a club hears of turns that wait, once for each, and of nothing else."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from howdah.server.background.reminders import post, remind
from howdah.server.settings import Settings
from tests.server.house import House, lay, opened_house, play_on, settings_for, wait_until

HOOK = "https://chat.example.org/hooks/secret"
AT_ONCE = 1e-9
"""Hours: whoever has to play is late at once."""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with opened_house(tmp_path, workers=0) as restore_table:
        yield restore_table


class Channel:
    """The channel of a club, which may be out of order."""

    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []
        self.is_broken = False

    def post(self, address: str, body: bytes) -> None:
        """What a reminder comes by."""
        assert address == HOOK
        if self.is_broken:
            raise OSError(f"cannot reach {address}")
        self.heard.append(json.loads(body))


def look_around(house: House, channel: Channel, **more: Any) -> None:
    """What the house does once a minute."""
    usual: dict[str, Any] = {
        "webhook": HOOK,
        "remind_after": AT_ONCE,
        "address": "https://play.example.org",
    }
    settings = Settings(**usual | more)
    house.run(remind(house.app.state.tables, settings, channel.post))


def test_a_turn_that_waits_is_told_once(house: House) -> None:
    place, channel = lay(house, "bazar", "Ada", "Bo", rules={"starter": "seat 0"}), Channel()
    for _ in range(3):
        look_around(house, channel)
    link = f"https://play.example.org/t/{place.id}"
    sentence = f"Bombay Bazar: it is the turn of Ada. {link}"
    assert channel.heard == [
        {
            "text": sentence,
            "content": sentence,
            "table": place.id,
            "game": "bazar",
            "waiting_for": ["Ada"],
            "link": link,
        }
    ]
    place.turn(0, 0, place.look(0)["legal"][:1])
    look_around(house, channel)
    assert [heard["waiting_for"] for heard in channel.heard] == [["Ada"], ["Bo"]]


def test_no_secret_is_told(house: House) -> None:
    place, channel = lay(house, "bombay", "Ada", "Bo"), Channel()
    look_around(house, channel)
    assert not [token for token in place.tokens if str(token) in json.dumps(channel.heard)]


def test_reminders_speak_the_language_of_the_club(house: House) -> None:
    lay(house, "bombay", "Ada", "Bo")
    channel = Channel()
    look_around(house, channel, language="fr")
    assert "est au tour de" in channel.heard[0]["text"].lower()


def test_nobody_is_reminded_too_early(house: House) -> None:
    lay(house, "bombay", "Ada", "Bo")
    channel = Channel()
    look_around(house, channel, remind_after=24.0)
    assert channel.heard == []


def test_without_a_channel_nothing_is_told(house: House) -> None:
    lay(house, "bombay", "Ada", "Bo")
    channel = Channel()
    look_around(house, channel, webhook=None)
    assert channel.heard == []


def test_who_plays_alone_or_is_done_is_not_reminded(house: House) -> None:
    lay(house, "bombay", "Ada", None)
    lay(house, "bazar", "Ada")
    play_on(lay(house, "bazar", "Ada", "Bo", rules={"starter": "seat 0"}), random.Random(1))
    channel = Channel()
    look_around(house, channel)
    assert channel.heard == []


def test_those_who_still_have_to_choose_medals_are_named(house: House) -> None:
    place, channel = lay(house, "bazar", "Ada", "Bo", "Cy"), Channel()
    place.medals(1, 0, 2, "odd")
    look_around(house, channel)
    assert channel.heard[0]["waiting_for"] == ["Ada", "Cy"]


def test_a_reminder_that_fails_is_sent_later_and_its_address_stays_secret(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    lay(house, "bombay", "Ada", "Bo")
    channel = Channel()
    channel.is_broken = True
    with caplog.at_level(logging.WARNING):
        look_around(house, channel)
    assert "could not be sent" in caplog.text
    assert "secret" not in caplog.text
    channel.is_broken = False
    look_around(house, channel)
    assert len(channel.heard) == 1


def test_a_reminder_comes_by_http() -> None:
    heard = []

    class Chat(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            """Take what is posted."""
            length = int(self.headers["content-length"])
            heard.append((self.path, self.headers["content-type"], self.rfile.read(length)))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_arguments: object) -> None:
            """Say nothing."""

    with HTTPServer(("127.0.0.1", 0), Chat) as server:
        thread = threading.Thread(target=server.handle_request)
        thread.start()
        post(f"http://127.0.0.1:{server.server_port}/hook", b"{}")
        thread.join(5)
    assert heard == [("/hook", "application/json", b"{}")]


# Retention


def test_old_tables_are_removed_and_others_stay(tmp_path: Path) -> None:
    with opened_house(tmp_path, workers=0) as house:
        old = lay(house, "bombay", "Ada", "Bo")
        house.run(asyncio.sleep(0.3))
    with opened_house(tmp_path, workers=0, retention=0.2 / 86400) as house:
        wait_until(house, lambda: house.get(old.path).status_code == 404)
        assert house.get(f"/t/{old.id}").status_code == 404
    with opened_house(tmp_path, workers=0, retention=1.0) as house:
        young = lay(house, "bombay", "Ada", "Bo")
        house.run(asyncio.sleep(0.1))
        assert house.get(young.path).status_code == 200
    assert settings_for(tmp_path).retention is None
