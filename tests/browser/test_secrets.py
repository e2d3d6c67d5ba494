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
from tests.browser.live_server import LiveServer
from tests.browser.page_actions import (
    close_hand,
    links_of,
    open_table,
    position,
    table_of,
    wait_for_fortune,
    wait_for_table,
    wait_for_turn,
)
from tests.browser.scripted_games import play_by_script

CARD = re.compile(r"<li class='card[^']*' id=card-(\d).*?</li>", re.DOTALL)
TAG = re.compile(r"<[^>]*>")
UNTOLD = {"rupees", "clients", "city_tokens", "cities", "seed", "token", "hands", "kept", "call"}
ROUNDS = 11
RICH = 2 + ROUNDS
"""So many rupees that no other number on a card is the same."""


Listening = Callable[[str], tuple[Page, "Traffic"]]


class Traffic:
    """Records every byte that a page is sent."""

    def __init__(self, page: Page) -> None:
        self._responses: list[Response] = []
        self._told: list[str] = []
        page.on("response", self._note)
        page.on("websocket", self._listen)

    def _note(self, response: Response) -> None:
        self._responses.append(response)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: self._told.append(str(payload)))

    def received(self) -> list[str]:
        """All of it so far, as text; to be read before another page is opened."""
        for response in self._responses:
            self._told.append(f"{response.url} {response.headers}")
            if response.ok:
                self._told.append(response.body().decode(errors="replace"))
        self._responses.clear()
        return self._told

    def objects(self) -> list[dict[str, Any]]:
        """The JSON messages among it."""
        return [json.loads(text) for text in self.received() if text.startswith("{")]


def _keys(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
    for inner in value.values() if isinstance(value, dict) else value:
        if isinstance(inner, dict | list):
            yield from _keys(inner)


def _seats_with_rupees(traffic: Traffic) -> set[int]:
    """The seats whose rupees were sent; of the others there is only what all may see."""
    found = set()
    for message in traffic.objects():
        for card in CARD.finditer(message.get("regions", {}).get("players", "")):
            if "class=rupees" in card[0]:
                found.add(int(card[1]))
            else:
                assert str(RICH) not in TAG.sub(" ", card[0]).split()
    return found


def _stored_secrets(folder: Path) -> list[str]:
    """The seed of the one table that there is, and the hashes of its tokens."""
    with sqlite3.connect(folder / "data" / "tables.sqlite3") as database:
        seed, seats = database.execute("SELECT seed, seats FROM tables").fetchone()
    database.close()
    return [seed, *(seat["token_hash"] for seat in json.loads(seats))]


def _tokens(*pages: Page) -> list[str]:
    """The tokens that browsers have in their cookies."""
    cookies = [cookie for page in pages for cookie in page.context.cookies()]
    found = [
        cookie.get("value", "") for cookie in cookies if cookie.get("name", "").startswith("seat-")
    ]
    assert len({*found}) == len(pages)
    return found


@pytest.fixture
def listening(visit: Visit) -> Listening:
    """Opens the page of a table whose traffic is recorded from the first byte on.

    A seat is taken before that: what a page was sent cannot be read after it is left.
    """

    def open_page(path: str) -> tuple[Page, Traffic]:
        page = visit("/static/howdah.svg")
        address = page.url.partition("/static")[0] + path
        if "/seat/" in path:
            address = page.request.post(address).url
        traffic = Traffic(page)
        page.goto(address)
        return wait_for_table(page), traffic

    return open_page


def test_no_byte_reveals_what_is_behind_the_screen_of_another(
    listening: Listening, server: LiveServer, tmp_path: Path
) -> None:
    table = play_by_script(server, lambda _: "wait", ROUNDS * 2)
    seats = [listening(link) for link in table.links]
    watcher, watcher_traffic = listening(table.path)
    first = next(page for page, _ in seats if page.locator("#action-wait").count())
    wait_for_fortune(first)
    expect(watcher.locator("#log [data-at]")).to_have_count(position(first)[1])
    assert _seats_with_rupees(watcher_traffic) == set()
    for seat, (page, traffic) in enumerate(seats):
        assert _seats_with_rupees(traffic) == {seat}
        assert int(page.locator(f"#card-{seat} .rupees b").inner_text()) >= RICH
    tokens = _tokens(*(page for page, _ in seats))
    traffics = [*(traffic for _, traffic in seats), watcher_traffic]
    _nothing_else_is_sent(tmp_path, tokens, traffics)


def _nothing_else_is_sent(folder: Path, tokens: list[str], traffics: list[Traffic]) -> None:
    """No seed, no token of another seat, no field that holds a secret."""
    stored = _stored_secrets(folder)
    for seat, traffic in enumerate(traffics):
        texts = "\n".join(traffic.received())
        others = [token for other, token in enumerate(tokens) if other != seat]
        assert [secret for secret in (*stored, *others) if secret in texts] == []
        assert not UNTOLD & {*_keys(traffic.objects())}


def test_at_a_shared_screen_each_sees_their_own_rupees_alone(visit: Visit) -> None:
    page = open_table(visit, "me", "me")
    page.wait_for_load_state("networkidle")  # it has kept the draws that it was shown
    traffic = Traffic(page)
    page.reload()
    expect(page.locator("#handover")).to_be_visible()
    assert _seats_with_rupees(traffic) == set(), "nobody has said yet who looks"
    page.locator("#handover-done").click()
    wait_for_turn(page)
    first = _seats_with_rupees(traffic)
    assert len(first) == 1
    for message in traffic.objects():
        cards = message.get("regions", {}).get("players", "")
        assert cards.count("class=rupees") <= 1


def test_no_byte_reveals_a_closed_hand(listening: Listening, visit: Visit, tmp_path: Path) -> None:
    host = open_table(visit, "me", "link", game="bazar", rules={"starter": "medals"})
    guest, guest_ear = listening(links_of(host)[0])
    watcher, watcher_traffic = listening(table_of(host))
    guest.locator(".medals label").filter(has=guest.locator("[value='2']")).click()
    close_hand(host, 3, "odd")
    expect(watcher.locator("#actions")).not_to_contain_text("Ada")
    expect(guest.locator("[name=kept][value='2']")).to_be_checked()  # still as it was left
    for traffic in (guest_ear, watcher_traffic):
        texts = "\n".join(traffic.received())
        assert "3 · odd" not in texts
        assert 'class=\\"hand\\"' not in texts
        assert not UNTOLD & {*_keys(traffic.objects())}
    close_hand(guest, 1, "even")
    expect(watcher.locator("#headline")).to_contain_text("It's Bao's turn.")
    secrets = [*_stored_secrets(tmp_path), *_tokens(host, guest)]
    texts = "\n".join(watcher_traffic.received())
    assert [secret for secret in secrets if secret in texts] == []
