from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Response, WebSocket, expect

from tests.browser.conftest import Visit
from tests.browser.hands import (
    close_hand,
    my_turn,
    seated,
    sit,
    table_of,
    wait_for_fortune,
    where,
)
from tests.browser.house import House
from tests.browser.script import scripted

CARD = re.compile(r'<li class="card[^"]*" id="card-(\d)".*?</li>', re.DOTALL)
TAG = re.compile(r"<[^>]*>")
UNTOLD = {"rupees", "clients", "city_tokens", "cities", "seed", "token", "hands", "kept", "call"}
ROUNDS = 11
RICH = 2 + ROUNDS
"""So many rupees that no other number on a card is the same."""


Listening = Callable[[str], tuple[Page, "Ear"]]


class Ear:
    """Hears every byte that a page is sent."""

    def __init__(self, page: Page) -> None:
        self._responses: list[Response] = []
        self._told: list[str] = []
        page.on("response", self._note)
        page.on("websocket", self._listen)

    def _note(self, response: Response) -> None:
        self._responses.append(response)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: self._told.append(str(payload)))

    def heard(self) -> list[str]:
        """All of it so far, as text; to be asked for before another page is opened."""
        for response in self._responses:
            self._told.append(f"{response.url} {response.headers}")
            if response.ok:
                self._told.append(response.body().decode(errors="replace"))
        self._responses.clear()
        return self._told

    def objects(self) -> list[dict[str, Any]]:
        """The frames, logs and news among it."""
        return [json.loads(text) for text in self.heard() if text.startswith("{")]


def _keys(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
    for inner in value.values() if isinstance(value, dict) else value:
        if isinstance(inner, dict | list):
            yield from _keys(inner)


def _purses(ear: Ear) -> set[int]:
    """The seats of which rupees were told; of the others there is nothing but what all may see."""
    found = set()
    for told in ear.objects():
        for card in CARD.finditer(told.get("regions", {}).get("players", "")):
            if 'class="rupees"' in card[0]:
                found.add(int(card[1]))
            else:
                assert str(RICH) not in TAG.sub(" ", card[0]).split()
    return found


def _secrets(folder: Path) -> tuple[str, list[str]]:
    """The seed and the tokens of the one table that there is."""
    with sqlite3.connect(folder / "data" / "tables.sqlite3") as database:
        seed, seats = database.execute("SELECT seed, seats FROM tables").fetchone()
    database.close()
    return seed, [seat["token"] for seat in json.loads(seats)]


def _link(page: Page) -> str:
    found = page.locator(".invite .link").first.text_content() or ""
    return re.sub(r"^http://[^/]+", "", found)


@pytest.fixture
def listening(visit: Visit) -> Listening:
    """Opens a page that is listened to from the first byte on."""

    def restore_table(path: str) -> tuple[Page, Ear]:
        page = visit("/static/howdah.svg")
        ear = Ear(page)
        page.goto(page.url.partition("/static")[0] + path)
        return seated(page), ear

    return restore_table


def test_no_byte_tells_what_is_behind_the_screen_of_another(
    listening: Listening, house: House, tmp_path: Path
) -> None:
    table = scripted(house, lambda _: "wait", ROUNDS * 2)
    seats = [listening(link) for link in table.links]
    watcher, watcher_ear = listening(table.path)
    first = next(page for page, _ in seats if page.locator("#action-wait").count())
    wait_for_fortune(first)
    expect(watcher.locator("#log li")).to_have_count(where(first)[1])
    assert _purses(watcher_ear) == set()
    for seat, (page, ear) in enumerate(seats):
        assert _purses(ear) == {seat}
        assert int(page.locator(f"#card-{seat} .rupees b").inner_text()) >= RICH
    _nothing_else_is_told(tmp_path, [*(ear for _, ear in seats), watcher_ear])


def _nothing_else_is_told(folder: Path, ears: list[Ear]) -> None:
    """No seed, no token of another seat, no field that holds a secret."""
    seed, tokens = _secrets(folder)
    for seat, ear in enumerate(ears):
        told = "\n".join(ear.heard())
        others = [token for other, token in enumerate(tokens) if other != seat]
        assert [secret for secret in (seed, *others) if secret in told] == []
        assert not UNTOLD & {*_keys(ear.objects())}


def test_at_a_shared_screen_each_sees_the_own_purse_alone(visit: Visit) -> None:
    page = sit(visit, "me", "me")
    ear = Ear(page)
    page.reload()
    expect(page.locator("#handover")).to_be_visible()
    assert _purses(ear) == set(), "nobody has said yet who looks"
    page.locator("#handover-done").click()
    my_turn(page)
    first = _purses(ear)
    assert len(first) == 1
    for told in ear.objects():
        cards = told.get("regions", {}).get("players", "")
        assert cards.count('class="rupees"') <= 1


def test_no_byte_tells_of_a_closed_hand(listening: Listening, visit: Visit, tmp_path: Path) -> None:
    host = sit(visit, "me", "link", game="bazar", rules={"starter": "medals"})
    guest, guest_ear = listening(_link(host))
    watcher, watcher_ear = listening(table_of(host))
    guest.locator(".medals label").filter(has=guest.locator("[value='2']")).click()
    close_hand(host, 3, "odd")
    expect(watcher.locator("#actions")).not_to_contain_text("Ada")
    expect(guest.locator("[name=kept][value='2']")).to_be_checked()  # still as it was left
    for ear in (guest_ear, watcher_ear):
        told = "\n".join(ear.heard())
        assert "3 · odd" not in told
        assert 'class=\\"hand\\"' not in told
        assert not UNTOLD & {*_keys(ear.objects())}
    close_hand(guest, 1, "even")
    expect(watcher.locator("#headline")).to_contain_text("Bao is to play.")
    seed, tokens = _secrets(tmp_path)
    told = "\n".join(watcher_ear.heard())
    assert [secret for secret in (seed, *tokens) if secret in told] == []
