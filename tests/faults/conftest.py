from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.server_process import ServerProcess
from tests.postgres import Postgres


@pytest.fixture(params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path: Path) -> ServerProcess:
    """A server on an empty database, of each kind in turn; it is not started yet."""
    if request.param == "sqlite":
        return ServerProcess(tmp_path)
    server: Postgres = request.getfixturevalue("postgres")
    return ServerProcess(tmp_path, server.new_database())


@pytest.fixture
def two_servers(tmp_path: Path, postgres: Postgres) -> tuple[ServerProcess, ServerProcess]:
    """Two servers on one empty PostgreSQL database."""
    database = postgres.new_database()
    return ServerProcess(tmp_path, database), ServerProcess(tmp_path, database)
