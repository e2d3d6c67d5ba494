"""What whoever hosts the table may choose."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from howdah.core.errors import InvalidOption

POSTGRESQL: Final = ("postgresql", "postgres", "postgresql+asyncpg")


def usual_folder() -> Path:
    """Where tables are kept unless told otherwise: among the user's data."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "howdah"


@dataclass(frozen=True)
class Settings:
    """The settings of one house."""

    data: Path = field(default_factory=usual_folder)
    """The folder of the database, if that is a file."""
    database: str | None = None
    """The address of a PostgreSQL database: postgresql://USER:PASSWORD@HOST/NAME."""
    workers: int = 2
    """How many agents may think at the same time."""

    @property
    def store(self) -> URL:
        """The address of the database; as text, a folder with a `?` would be another one."""
        if self.database is not None:
            return _postgresql(self.database)
        return URL.create("sqlite+aiosqlite", database=str(self.data / "tables.sqlite3"))


def _postgresql(address: str) -> URL:
    """The address as our driver wants it; errors never repeat it, for it may hold a password."""
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        url = None
    if url is None or url.drivername not in POSTGRESQL:
        raise InvalidOption(
            "the address of the database should read postgresql://USER:PASSWORD@HOST/NAME."
        )
    query = dict(url.query)
    if "sslmode" in query:
        query["ssl"] = query.pop("sslmode")
    return url.set(drivername="postgresql+asyncpg", query=query)
