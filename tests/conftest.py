from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from howdah.i18n.translation import LOCALE_VARIABLES
from tests.postgres import Postgres, running_postgres

settings.register_profile("short", max_examples=40, deadline=None, derandomize=True)
settings.register_profile("long", max_examples=3000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "short"))


GC_THRESHOLDS = (20_000, 20, 20)
"""Modules and tests are never garbage; to look at them again and again takes much time."""


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


@pytest.fixture(scope="session", autouse=True)
def english() -> Iterator[None]:
    """Commands print English unless a test asks for more, on any machine."""
    with pytest.MonkeyPatch.context() as environment:
        for name in LOCALE_VARIABLES:
            environment.delenv(name, raising=False)
        environment.setenv("LC_ALL", "C.UTF-8")
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL for all the tests that need one."""
    with running_postgres() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database().replace("postgresql:", "postgresql+asyncpg:")
