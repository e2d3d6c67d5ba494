from __future__ import annotations

from collections.abc import Iterator

import pytest

from howdah.server import app
from tests.server import clients
from tests.server.clients import (
    AppClient,
    LiveClient,
    TableClient,
    create_table,
    open_client,
    open_live_client,
)


@pytest.fixture(scope="session", autouse=True)
def _no_backdrops_are_drawn() -> Iterator[None]:
    """Nobody sees the boards of these tables, and drawing them takes a while."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(app, "warm_backdrops", lambda: None)
        yield


@pytest.fixture(scope="session", autouse=True)
def _databases(request: pytest.FixtureRequest) -> None:
    """Use the kind of database that the environment asks for."""
    if clients.KIND == "postgresql":
        clients.POSTGRES.append(request.getfixturevalue("postgres"))


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppClient]:
    """A server for all the tests of a module; each creates tables of its own."""
    with open_client(tmp_path_factory.mktemp("server")) as found:
        yield found


@pytest.fixture(scope="module")
def live_client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveClient]:
    """The same in a thread of its own, with WebSockets and background tasks."""
    with open_live_client(tmp_path_factory.mktemp("server")) as found:
        yield found


@pytest.fixture(scope="module")
def idle(client: AppClient) -> TableClient:
    """A table at which seat 0 is to play, and never does."""
    return create_table(client, "bazar", "Ada", "Bo", rules={"starter": "seat 0"})
