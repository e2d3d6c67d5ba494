from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.houses import House
from tests.postgres import Postgres


@pytest.fixture(params=["sqlite", "postgresql"])
def house(request: pytest.FixtureRequest, tmp_path: Path) -> House:
    """A house on an empty database, of each kind in turn; its process is yet to be started."""
    if request.param == "sqlite":
        return House(tmp_path)
    server: Postgres = request.getfixturevalue("postgres")
    return House(tmp_path, server.new_database())


@pytest.fixture
def two_houses(tmp_path: Path, postgres: Postgres) -> tuple[House, House]:
    """Two houses on one empty PostgreSQL database."""
    database = postgres.new_database()
    return House(tmp_path, database), House(tmp_path, database)
