"""Clients of a server under test, and of its tables, by the public interface alone."""

from __future__ import annotations

import asyncio
import json
import os
import random
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from fastapi import FastAPI
from fastapi.testclient import TestClient
from httpx2 import ASGITransport, AsyncClient, Response

from howdah.server.app import create_app
from howdah.server.settings import Settings
from howdah.store.store import Store
from tests.postgres import Postgres

T = TypeVar("T")

PATIENCE = 20.0
"""The seconds after which something that should have happened has not."""
HERE = ("127.0.0.1", 50_000)
"""The client address of the tests: the host itself."""
FAULT = 500
PAUSE = 0.005
"""The seconds between two checks of what should happen."""


KIND = os.environ.get("HOWDAH_TEST_STORE", "sqlite")
"""Which kind of database the servers have; their tests are the same on both."""
POSTGRES: list[Postgres] = []
"""The PostgreSQL server with the databases, if they are such."""
ADDRESSES: dict[Path, str] = {}


def settings_for(folder: Path, **more: Any) -> Settings:
    """The settings of a server for a folder: its database is in it, or belongs to it."""
    if KIND == "sqlite":
        return Settings(data=folder, **more)
    if folder not in ADDRESSES:
        ADDRESSES[folder] = POSTGRES[0].new_database()
    return Settings(data=folder, database=ADDRESSES[folder], **more)


def run_in_store(folder: Path, work: Callable[[Store], Awaitable[T]]) -> T:
    """Run some work on the store of a server that is closed, and return its result."""

    async def run() -> T:
        store = Store(settings_for(folder).store)
        await store.open()
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


def new_browser(app: FastAPI) -> AsyncClient:
    """A client of an application with cookies of its own."""
    return AsyncClient(
        transport=ASGITransport(app), base_url="http://testserver", follow_redirects=True
    )


class AppClient:
    """A client of an application, without a network: one request at a time, and quickly.

    Background tasks run only during a request or `pause`.
    """

    def __init__(self, folder: Path, app: FastAPI | None = None) -> None:
        self.folder = folder
        self.app = app or create_app(settings_for(folder, limits=0))
        self._client = new_browser(self.app)
        self._loop = asyncio.new_event_loop()
        self._stack = AsyncExitStack()

    def open(self) -> None:
        """Start the lifespan of the application."""
        lifespan = self.app.router.lifespan_context(self.app)
        self._loop.run_until_complete(self._stack.enter_async_context(lifespan))

    def close(self) -> None:
        """End the lifespan of the application."""
        self._loop.run_until_complete(self._stack.aclose())
        self._loop.run_until_complete(self._loop.shutdown_default_executor())
        self._loop.close()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine in the event loop of the application, and return its result."""
        return self._loop.run_until_complete(work)

    def request(self, method: str, path: str, **options: Any) -> Response:
        """Send a request and return the response; an internal error fails the test."""
        browser: AsyncClient = options.pop("browser", self._client)
        answer = self._loop.run_until_complete(browser.request(method, path, **options))
        assert answer.status_code != FAULT, answer.text
        return answer

    def get(self, path: str, **options: Any) -> Response:
        """Send a GET request."""
        return self.request("GET", path, **options)

    def post(self, path: str, **options: Any) -> Response:
        """Send a POST request."""
        return self.request("POST", path, **options)

    def pause(self) -> None:
        """Let background tasks run for a moment."""
        self._loop.run_until_complete(asyncio.sleep(PAUSE))


class LiveClient(TestClient):
    """A client of an application in a thread of its own, where background tasks always run."""

    def request(self, method: str, url: Any, **options: Any) -> Response:
        """Send a request and return the response; an internal error fails the test."""
        answer = super().request(method, url, **options)
        assert answer.status_code != FAULT, answer.text
        return answer

    def pause(self) -> None:
        """Let background tasks run for a moment."""
        time.sleep(PAUSE)


AnyClient = AppClient | LiveClient


@contextmanager
def open_client(folder: Path, **settings: Any) -> Iterator[AppClient]:
    """A client of an application on a folder."""
    client = AppClient(folder, create_app(settings_for(folder, limits=0, **settings)))
    client.open()
    try:
        yield client
    finally:
        client.close()


@contextmanager
def open_live_client(folder: Path) -> Iterator[LiveClient]:
    """A client of an application on a folder, in a thread of its own."""
    app = create_app(settings_for(folder, limits=0))
    with LiveClient(app, client=HERE) as client:
        yield client


def wait_until(client: AnyClient, happened: Callable[[], bool]) -> None:
    """Wait until something has happened, but not for ever."""
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline, "it never happened"
        client.pause()


def table_body(game: str, *seats: str | None, **more: Any) -> dict[str, Any]:
    """The body of a request for a new table: a person for each name, an agent for each None."""
    agents_and_people = [{"agent": "random"} if name is None else {"name": name} for name in seats]
    return {"game": game, "seats": agents_and_people, **more}


def send(client: AnyClient, body: object, path: str = "/api/tables") -> Response:
    """Post JSON exactly as it is, surrogates and all."""
    return post(client, json.dumps(body).encode(), path)


def post(
    client: AnyClient, content: bytes | Iterator[bytes], path: str = "/api/tables", **headers: str
) -> Response:
    """Post any content as JSON."""
    return client.post(
        path, content=content, headers={"content-type": "application/json", **headers}
    )


def bearer(token: str | None) -> dict[str, str]:
    """The header of a token."""
    return {} if token is None else {"authorization": f"Bearer {token}"}


def error_of(response: Response, status: int, code: str) -> Any:
    """The body of an error response, which must have a status and a code."""
    body = response.json()
    assert (response.status_code, body["error"]) == (status, code), response.text
    assert isinstance(body["message"], str)
    assert body["message"]
    return body


def any_error_of(response: Response) -> Any:
    """The body of an error response, which must be the client's fault."""
    body = response.json()
    assert response.status_code in (400, 403, 404, 409, 413, 422), response.text
    assert response.headers["content-type"] == "application/json"
    assert list(body)[:2] == ["error", "message"]
    assert body["message"]
    return body


@dataclass(frozen=True)
class TableClient:
    """A client of one table: its id, and a token for each seat of a person."""

    client: AnyClient
    id: str
    tokens: tuple[str | None, ...]

    @property
    def path(self) -> str:
        """The path of the table in the public interface."""
        return f"/api/tables/{self.id}"

    def state(self, seat: int | None = None) -> Any:
        """The state of the table for a seat, or for a spectator."""
        token = None if seat is None else self.tokens[seat]
        response = self.client.get(self.path, headers=bearer(token))
        assert response.status_code == 200, response.text
        return response.json()

    @property
    def version(self) -> int:
        """How many turns are committed."""
        found = self.state()["version"]
        assert isinstance(found, int)
        return found

    def has_passed(self, version: int) -> bool:
        """Whether more turns are committed than so many."""
        return self.version > version

    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.state()["over"] is True

    def turn(self, seat: int, version: int, actions: list[str]) -> Response:
        """Send a turn."""
        return self.turn_with(self.tokens[seat], version, actions)

    def turn_with(self, token: str | None, version: int, actions: list[str]) -> Response:
        """Send a turn with any token."""
        body = {"version": version, "actions": actions}
        return self.client.post(f"{self.path}/turns", json=body, headers=bearer(token))

    def medals(self, seat: int, version: int, kept: int, call: str) -> Response:
        """Send a hand of medals."""
        body = {"version": version, "kept": kept, "call": call}
        headers = bearer(self.tokens[seat])
        return self.client.post(f"{self.path}/medals", json=body, headers=headers)

    def record(self) -> Any:
        """The record."""
        response = self.client.get(f"{self.path}/record")
        assert response.status_code == 200, response.text
        return response.json()


def create_table(client: AnyClient, game: str, *seats: str | None, **more: Any) -> TableClient:
    """Create a table."""
    response = client.post("/api/tables", json=table_body(game, *seats, **more))
    assert response.status_code == 201, response.text
    body = response.json()
    return TableClient(client, body["id"], tuple(seat.get("token") for seat in body["seats"]))


def draw_without_others(post: Callable[[str, Any], object], path: str) -> None:
    """Have the set-up of a table drawn by one browser, without those who are missing."""
    number = "0" * 64
    promise = sha256(number.encode()).hexdigest()
    steps = {"promise": {"promise": promise}, "go-on": {}, "number": {"number": number}}
    for step, body in steps.items():
        post(f"{path}/seed/{step}", body)


def play_a_turn(table: TableClient, choice: random.Random, guess: int = 0) -> int | None:
    """Play a turn for the person to play, found by the responses alone; return the seat.

    A turn that is not finished is refused, with the actions that may follow. A good guess of
    whose turn it is saves a request. Return None if it is nobody's turn, or an agent's.
    """
    seen = table.state(guess)
    seat = seen["to_play"]
    if seat is None or table.tokens[seat] is None:
        return None
    seen = seen if seat == guess else table.state(seat)
    legal, actions = seen["legal"], []
    while True:
        actions.append(choice.choice(legal))
        response = table.turn(seat, seen["version"], actions)
        if response.status_code == 200:
            assert response.json() == {"version": seen["version"] + 1}
            return int(seat)
        body = error_of(response, 422, "unfinished-turn")
        assert (body["index"], body["action"]) == (len(actions), None)
        legal = body["legal"]


def play_on(table: TableClient, choice: random.Random, turns: int = 1000) -> None:
    """Play for every person until the game is over; agents play for themselves."""
    seat = 0
    for _ in range(turns):
        played = play_a_turn(table, choice, (seat + 1) % len(table.tokens))
        if played is not None:
            seat = played
            continue
        if table.state()["over"]:
            return
        wait_until(table.client, lambda: waits_for_a_person(table))


def waits_for_a_person(table: TableClient) -> bool:
    """Whether a person is to play, or nobody any more."""
    seat = table.state()["to_play"]
    return seat is None or table.tokens[seat] is not None


def play_medals(table: TableClient, choice: random.Random) -> None:
    """Close hands for every person until the first player is known; agents do it for themselves."""
    while "still_in" in (seen := table.state())["view"]:
        version = seen["version"]
        for seat in seen["view"]["waiting_for"]:
            if table.tokens[seat] is not None:
                call = choice.choice(["even", "odd"])
                response = table.medals(seat, version, choice.randint(1, 3), call)
                assert response.status_code in (200, 202), response.text
        wait_until(table.client, partial(table.has_passed, version))


def seat_an_agent(folder: Path, table: TableClient, seat: int) -> None:
    """While the server is closed, give a person's seat to an agent."""

    async def replace_seat(store: Store) -> None:
        stored = await store.find(table.id)
        assert stored is not None
        stored.seats[seat] |= {"agent": "random", "token_hash": None}
        await store.set_seats(stored, stored.seats)

    run_in_store(folder, replace_seat)
