from __future__ import annotations

from collections.abc import Iterator

import pytest

from howdah.server import app
from tests.server import house as houses
from tests.server.house import House, LiveHouse, Place, lay, opened_house, opened_live_house


@pytest.fixture(scope="session", autouse=True)
def _nothing_is_drawn() -> Iterator[None]:
    """Nobody looks at the boards of these houses, and drawing them takes a while."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(app, "warm_backdrops", lambda: None)
        yield


@pytest.fixture(scope="session", autouse=True)
def _databases(request: pytest.FixtureRequest) -> None:
    """The houses of these tests have the databases that are asked for."""
    if houses.KIND == "postgresql":
        houses.POSTGRES.append(request.getfixturevalue("postgres"))


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house for all the tests of a module; each lays tables of its own."""
    with opened_house(tmp_path_factory.mktemp("house")) as client:
        yield client


@pytest.fixture(scope="module")
def live_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveHouse]:
    """The same in a thread of its own, where one can follow a table and everything goes on."""
    with opened_live_house(tmp_path_factory.mktemp("house")) as client:
        yield client


@pytest.fixture(scope="module")
def idle(house: House) -> Place:
    """A table at which seat 0 is to play, and never does."""
    return lay(house, "bazar", "Ada", "Bo", rules={"starter": "seat 0"})
