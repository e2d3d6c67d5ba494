"""The file of an SQLite database: whether it is the one that was opened, and can be read.

Nothing here opens the file but SQLite: to close it would release the locks that SQLite holds.
"""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import MutableMapping
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from howdah.store.models import StoreUnavailable

MIN_FREE_BYTES: Final = 1 << 20
"""A disk with less is full: SQLite may still fit a change into the log it has, but not for long."""
IDENTITIES: Final = "identities"
"""Under this name a connection keeps the identities of the files that it has opened."""

Identity = tuple[int, int] | None
"""The device and inode of a file; None if there is no file."""


class SQLiteFile:
    """A database file, with the write-ahead log beside it."""

    def __init__(self, path: Path) -> None:
        self._path = path.absolute()
        self._log = self._path.with_name(f"{path.name}-wal")
        self._opened: Identity = None

    def set_opened(self) -> None:
        """Remember the file, when it is opened first."""
        self._opened = self._opened or _identity(self._path)

    def check_is_same(self) -> None:
        """Raise `StoreUnavailable` if the file at the path is not the one that was opened first.

        SQLite would go on with the removed file, or create an empty one in its place.
        """
        if self._opened is not None and _identity(self._path) != self._opened:
            raise _lost()

    def check_connection(self, info: MutableMapping[Any, Any]) -> None:
        """Raise `StoreUnavailable` if a connection would commit to a file that was removed.

        `info` belongs to the connection, which holds the write lock and so has opened the log.
        """
        found = (_identity(self._path), _identity(self._log))
        if info.setdefault(IDENTITIES, found) != found or found[0] != self._opened:
            raise _lost()

    def check(self) -> None:
        """Raise an error if the file was removed, is on a full disk, or cannot be read.

        Some rows are read from the disk by a new connection, for the others cache what they have
        read. It finds a file that was overwritten or cut off, and smaller damage sooner or later.
        """
        self.check_is_same()
        if shutil.disk_usage(self._path.parent).free < MIN_FREE_BYTES:
            raise StoreUnavailable("the disk of the database is full.")
        address = f"{self._path.as_uri()}?mode=ro"
        with closing(sqlite3.connect(address, uri=True)) as connection:
            _read_some_rows(connection)


def _identity(path: Path) -> Identity:
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _lost() -> StoreUnavailable:
    return StoreUnavailable(
        "the database file was removed or replaced while it was in use; put it back, or restart."
    )


def _read_some_rows(connection: sqlite3.Connection) -> None:
    """Read the last row of each table, and one at random."""
    connection.text_factory = bytes
    names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    for (name,) in names:
        table = f'"{name.decode()}"'
        (last,) = connection.execute(f"SELECT max(rowid) FROM {table}").fetchone()
        for rowid in (last, random.randint(0, last)) if last else ():
            connection.execute(
                f"SELECT * FROM {table} WHERE rowid >= ? LIMIT 1", [rowid]
            ).fetchall()
