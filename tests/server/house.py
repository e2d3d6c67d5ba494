"""Tables that are laid and played at by the public interface alone."""

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
"""Where the tests come from: the host itself."""
FAULT = 500
PAUSE = 0.005
"""The seconds between two looks at what should happen."""


KIND = os.environ.get("HOWDAH_TEST_STORE", "sqlite")
"""Which kind of database the houses have; their tests are the same on both."""
POSTGRES: list[Postgres] = []
"""The server that has the databases, if they are PostgreSQL's."""
ADDRESSES: dict[Path, str] = {}


def settings_for(folder: Path, **more: Any) -> Settings:
    """The settings of a house on a folder: its database is in it, or stands for it."""
    if KIND == "sqlite":
        return Settings(folder, **more)
    if folder not in ADDRESSES:
        ADDRESSES[folder] = POSTGRES[0].new_database()
    return Settings(folder, database=ADDRESSES[folder], **more)


def in_the_store(folder: Path, work: Callable[[Store], Awaitable[T]]) -> T:
    """What comes of some work at the store of a house that is closed."""

    async def run() -> T:
        store = Store(settings_for(folder).store)
        await store.open()
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


class House:
    """The server on a folder, asked without a network: one request at a time, and quickly.

    Whatever else goes on in it, goes on only while it is asked or waited for.
    """

    def __init__(self, folder: Path, app: FastAPI | None = None) -> None:
        self.folder = folder
        self.app = app or create_app(settings_for(folder, limits=0))
        transport = ASGITransport(self.app)
        self._client = AsyncClient(
            transport=transport, base_url="http://testserver", follow_redirects=True
        )
        self._loop = asyncio.new_event_loop()
        self._stack = AsyncExitStack()

    def open(self) -> None:
        """Let people in."""
        lifespan = self.app.router.lifespan_context(self.app)
        self._loop.run_until_complete(self._stack.enter_async_context(lifespan))

    def close(self) -> None:
        """Put the lights out."""
        self._loop.run_until_complete(self._stack.aclose())
        self._loop.run_until_complete(self._loop.shutdown_default_executor())
        self._loop.close()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """What comes of some work inside the house."""
        return self._loop.run_until_complete(work)

    def request(self, method: str, path: str, **options: Any) -> Response:
        """The answer to a request; a fault inside the house fails the test."""
        answer = self._loop.run_until_complete(self._client.request(method, path, **options))
        assert answer.status_code != FAULT, answer.text
        return answer

    def get(self, path: str, **options: Any) -> Response:
        """The answer to a question."""
        return self.request("GET", path, **options)

    def post(self, path: str, **options: Any) -> Response:
        """The answer to what is sent."""
        return self.request("POST", path, **options)

    def pause(self) -> None:
        """Let the house go on for a moment."""
        self._loop.run_until_complete(asyncio.sleep(PAUSE))


class LiveHouse(TestClient):
    """The server in a thread of its own, where everything goes on at once."""

    def request(self, method: str, url: Any, **options: Any) -> Response:
        """The answer to a request; a fault inside the house fails the test."""
        answer = super().request(method, url, **options)
        assert answer.status_code != FAULT, answer.text
        return answer

    def pause(self) -> None:
        """Let the house go on for a moment."""
        time.sleep(PAUSE)


AnyHouse = House | LiveHouse


@contextmanager
def opened_house(folder: Path, **settings: Any) -> Iterator[House]:
    """A house on a folder, from its opening to its closing."""
    house = House(folder, create_app(settings_for(folder, limits=0, **settings)))
    house.open()
    try:
        yield house
    finally:
        house.close()


@contextmanager
def opened_live_house(folder: Path) -> Iterator[LiveHouse]:
    """A house in a thread of its own, from its opening to its closing."""
    app = create_app(settings_for(folder, limits=0))
    with LiveHouse(app, client=HERE) as house:
        yield house


def wait_until(house: AnyHouse, happened: Callable[[], bool]) -> None:
    """Look again and again, but not for ever."""
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline, "it never happened"
        house.pause()


def order(game: str, *seats: str | None, **more: Any) -> dict[str, Any]:
    """The body that asks for a table: a person for each name, an agent for each None."""
    asked = [{"agent": "random"} if name is None else {"name": name} for name in seats]
    return {"game": game, "seats": asked, **more}


def send(house: AnyHouse, body: object, path: str = "/api/tables") -> Response:
    """Post JSON exactly as it is, surrogates and all."""
    return post(house, json.dumps(body).encode(), path)


def post(
    house: AnyHouse, content: bytes | Iterator[bytes], path: str = "/api/tables", **headers: str
) -> Response:
    """Post whatever is given, as if it were JSON."""
    return house.post(
        path, content=content, headers={"content-type": "application/json", **headers}
    )


def bearer(token: str | None) -> dict[str, str]:
    """The headers that show a token."""
    return {} if token is None else {"authorization": f"Bearer {token}"}


def refusal(response: Response, status: int, code: str) -> Any:
    """What a request was refused with; it must have been."""
    told = response.json()
    assert (response.status_code, told["error"]) == (status, code), response.text
    assert isinstance(told["message"], str)
    assert told["message"]
    return told


def refused(response: Response) -> Any:
    """What a request was refused with, for whatever was wrong with it."""
    told = response.json()
    assert response.status_code in (400, 403, 404, 409, 413, 422), response.text
    assert response.headers["content-type"] == "application/json"
    assert list(told)[:2] == ["error", "message"]
    assert told["message"]
    return told


@dataclass(frozen=True)
class Place:
    """A table as those who sit at it know it: its id, and a token for each seat of a person."""

    house: AnyHouse
    id: str
    tokens: tuple[str | None, ...]

    @property
    def path(self) -> str:
        """Where the table is."""
        return f"/api/tables/{self.id}"

    def look(self, seat: int | None = None) -> Any:
        """The table as a seat, or a spectator, sees it."""
        token = None if seat is None else self.tokens[seat]
        response = self.house.get(self.path, headers=bearer(token))
        assert response.status_code == 200, response.text
        return response.json()

    @property
    def version(self) -> int:
        """How many turns are committed."""
        found = self.look()["version"]
        assert isinstance(found, int)
        return found

    def has_passed(self, version: int) -> bool:
        """Whether more turns are committed than so many."""
        return self.version > version

    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.look()["over"] is True

    def turn(self, seat: int, version: int, actions: list[str]) -> Response:
        """Ask to commit a turn."""
        return self.turn_with(self.tokens[seat], version, actions)

    def turn_with(self, token: str | None, version: int, actions: list[str]) -> Response:
        """Ask to commit a turn with any token."""
        body = {"version": version, "actions": actions}
        return self.house.post(f"{self.path}/turns", json=body, headers=bearer(token))

    def medals(self, seat: int, version: int, kept: int, call: str) -> Response:
        """Ask to close a hand."""
        body = {"version": version, "kept": kept, "call": call}
        headers = bearer(self.tokens[seat])
        return self.house.post(f"{self.path}/medals", json=body, headers=headers)

    def record(self) -> Any:
        """The record."""
        response = self.house.get(f"{self.path}/record")
        assert response.status_code == 200, response.text
        return response.json()


def lay(house: AnyHouse, game: str, *seats: str | None, **more: Any) -> Place:
    """A new table."""
    response = house.post("/api/tables", json=order(game, *seats, **more))
    assert response.status_code == 201, response.text
    told = response.json()
    return Place(house, told["id"], tuple(seat.get("token") for seat in told["seats"]))


def play_a_turn(place: Place, choice: random.Random, guess: int = 0) -> int | None:
    """Commit a turn for the person to play, found by the answers alone; returns who that was.

    A turn that is not finished is refused, with the actions that may follow. A good guess of
    whose turn it is saves a request. When an agent is to play, or nobody, nothing happens.
    """
    seen = place.look(guess)
    seat = seen["to_play"]
    if seat is None or place.tokens[seat] is None:
        return None
    seen = seen if seat == guess else place.look(seat)
    legal, actions = seen["legal"], []
    while True:
        actions.append(choice.choice(legal))
        response = place.turn(seat, seen["version"], actions)
        if response.status_code == 200:
            assert response.json() == {"version": seen["version"] + 1}
            return int(seat)
        told = refusal(response, 422, "unfinished-turn")
        assert (told["index"], told["action"]) == (len(actions), None)
        legal = told["legal"]


def play_on(place: Place, choice: random.Random, turns: int = 1000) -> None:
    """Play for every person until the game is over; agents play for themselves."""
    seat = 0
    for _ in range(turns):
        played = play_a_turn(place, choice, (seat + 1) % len(place.tokens))
        if played is not None:
            seat = played
            continue
        if place.look()["over"]:
            return
        wait_until(place.house, lambda: waits_for_a_person(place))


def waits_for_a_person(place: Place) -> bool:
    """Whether a person is to play, or nobody any more."""
    seat = place.look()["to_play"]
    return seat is None or place.tokens[seat] is not None


def play_medals(place: Place, choice: random.Random) -> None:
    """Close hands for every person until somebody begins; agents do it for themselves."""
    while "still_in" in (seen := place.look())["view"]:
        version = seen["version"]
        for seat in seen["view"]["waiting_for"]:
            if place.tokens[seat] is not None:
                call = choice.choice(["even", "odd"])
                response = place.medals(seat, version, choice.randint(1, 3), call)
                assert response.status_code in (200, 202), response.text
        wait_until(place.house, partial(place.has_passed, version))


def seat_an_agent(folder: Path, place: Place, seat: int) -> None:
    """While the house is closed, an agent takes somebody's seat."""

    async def seated(store: Store) -> None:
        table = await store.find(place.id)
        assert table is not None
        table.seats[seat] |= {"agent": "random", "token": None}
        await store.set_seats(table, table.seats)

    in_the_store(folder, seated)
