"""A table of the load test, with its own copy of the game."""

from __future__ import annotations

import json
from dataclasses import dataclass
from http.cookiejar import DefaultCookiePolicy
from random import Random
from time import perf_counter
from typing import Any, Final

from httpx2 import AsyncClient, Limits, Response

from howdah.core.record import Record
from howdah.games.registry import AnyGame, game_class
from tools.load.page import Delivery, Page, ReportError, Script

TABLES: Final = (
    {"game": "bombay", "seats": [{"name": "Ada"}, {"name": "Bo"}]},
    {"game": "bazar", "rules": {"starter": "seat 0"}, "seats": [{"name": "Ada"}, {"name": "Bo"}]},
)
"""The tables that are created, in turn; nobody has to show medals before the first turn."""
SEATS: Final = 2


class RequestFailed(Exception):
    """The server answered with an error."""


@dataclass(eq=False)
class Table:
    """A table, the game on it, and the pages of its seats."""

    id: str
    tokens: list[str]
    game: AnyGame
    pages: list[Page]
    scripts: list[Script]
    version: int = 0
    length: int = 0
    """How many actions have been played, draws included."""
    is_busy: bool = False
    """Whether a turn is being played."""


def new_client() -> AsyncClient:
    """A client that keeps connections, and no cookies."""
    client = AsyncClient(timeout=60.0, limits=Limits(max_connections=64))
    client.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
    return client


async def create_table(
    client: AsyncClient, urls: list[str], number: int, report_error: ReportError, glide: float
) -> Table:
    """Create a table; each seat is claimed by its link, and has its page at another server."""
    body = TABLES[number % len(TABLES)]
    created = _answer(await client.post(f"{urls[0]}/api/tables", json=body), 201)
    table_id, tokens = created["id"], [seat["token"] for seat in created["seats"]]
    pages = []
    for seat, token in enumerate(tokens):
        url = urls[seat % len(urls)]
        response = await client.post(f"{url}/t/{table_id}/seat/{token}")
        cookie = response.headers["set-cookie"].partition(";")[0]
        pages.append(Page(url, table_id, seat, cookie, report_error, glide))
    record = await record_of(client, urls[0], table_id)
    game = game_class(record.game).resume(record)
    return Table(table_id, tokens, game, pages, [], length=len(record.actions))


async def record_of(client: AsyncClient, url: str, table_id: str) -> Record:
    """The record of a table."""
    response = await client.get(f"{url}/api/tables/{table_id}/record")
    return Record.parse(json.dumps(_answer(response, 200)))


async def play(client: AsyncClient, table: Table, choice: Random) -> Delivery:
    """Commit a turn of random legal actions, as the page of the seat does."""
    seat = table.game.to_play
    assert seat is not None
    game, actions = _any_turn(table.game, choice)
    length = table.length + len(actions) + game.is_chance
    delivery = Delivery(table.version + 1, table.length + 1, length)
    for other, page in enumerate(table.pages):
        if other != seat and page.is_loaded.is_set():
            page.deliveries.append(delivery)
    page = table.pages[seat]
    delivery.sent = perf_counter()
    if page.is_open:
        version = (await page.commit(table.version, actions))["update"]["version"]
    else:  # before the pages are opened
        body = {"version": table.version, "actions": actions}
        path = f"{page.url}/t/{table.id}/turns?seat={seat}"
        response = await client.post(path, json=body, headers={"cookie": page.cookie})
        version = _answer(response, 200)["version"]
    delivery.answered = perf_counter()
    table.version = version
    await _draw(client, table, game)
    table.length = length
    return delivery


async def _draw(client: AsyncClient, table: Table, game: AnyGame) -> None:
    """What the server has drawn after the turn is in the record."""
    if game.is_chance:
        record = await record_of(client, table.pages[0].url, table.id)
        game = game_class(record.game).resume(record)
    table.game = game


def _any_turn(game: AnyGame, choice: Random) -> tuple[AnyGame, list[str]]:
    """A game after a turn, and the turn."""
    after, actions = game.copy(), []
    while after.turns_played == game.turns_played and not after.is_chance:
        actions.append(str(after.play(choice.choice(after.legal_actions()))))
    return after, actions


def _answer(response: Response, status: int) -> Any:
    if response.status_code != status:
        raise RequestFailed(f"{response.request.method} {response.url}: {response.text[:200]}")
    return response.json()
