"""Copies of a whole store: a backup while it is in use, a restore, a move to another database.

A backup is always an SQLite file, whatever it is a copy of, and shows one moment.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from sqlalchemy import URL, Connection, Table, create_engine, func, insert, select

from howdah.core.errors import HowdahError
from howdah.store import schema
from howdah.store.database import Database
from howdah.store.migrate import upgrade

PARTS: Final = (schema.tables, schema.turns, schema.choices, schema.jobs)
"""In an order in which every row finds what it refers to."""
AT_ONCE: Final = 500
"""How many rows are on their way at the same time."""

Watch = Callable[[int, int], object]
"""Told how many rows of how many are copied."""


class NotEmpty(HowdahError):
    """There are tables already where a backup should be restored."""


async def back_up(source: URL, file: Path, watch: Watch) -> int:
    """Copy a store into a file, which appears when it is whole; how many tables there are."""
    part = file.with_name(f".{file.name}.part")

    def copied(reader: Connection) -> int:
        _remove(part)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        with _file(part) as writer:
            return _copy(reader, writer, watch)

    try:
        count = await _used(source, lambda database: database.read(copied))
        _make_single(part)
        part.replace(file)
    finally:
        _remove(part)
    return count


def _remove(file: Path) -> None:
    """Remove a database, and what SQLite keeps beside it."""
    for rest in file.parent.glob(f"{file.name}*"):
        rest.unlink()


async def restore(file: Path, target: URL, watch: Watch) -> int:
    """Copy a backup into a store that has no tables; the backup stays as it is."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "tables.sqlite3"
        shutil.copyfile(file, copy)
        _check_is_backup(copy, file)
        with _file(copy) as reader:
            return await _used(
                target, lambda database: database.write(lambda new: _copy(reader, new, watch))
            )


@contextmanager
def _file(file: Path) -> Iterator[Connection]:
    """A database in a file that nobody else uses, brought up to date."""
    engine = create_engine(URL.create("sqlite", database=str(file)))
    try:
        with engine.begin() as connection:
            upgrade(connection)
            yield connection
    finally:
        engine.dispose()


async def _used(address: URL, use: Callable[[Database], Awaitable[int]]) -> int:
    """What comes of the use of a database, brought up to date."""
    database = Database(address)
    try:
        await database.write(upgrade)
        return await use(database)
    finally:
        await database.close()


def _copy(reader: Connection, writer: Connection, watch: Watch) -> int:
    if _count(writer, schema.tables):
        raise NotEmpty("there are tables already; a backup is restored into an empty database.")
    counts = [_count(reader, part) for part in PARTS]
    done = 0
    for part in PARTS:
        rows = reader.execution_options(yield_per=AT_ONCE).execute(select(part)).mappings()
        for some in rows.partitions():
            writer.execute(insert(part), [_as_kept(row) for row in some])
            done += len(some)
            watch(done, sum(counts))
    return counts[0]


def _as_kept(row: Any) -> dict[str, Any]:
    """A row as it is copied; nobody works at a copy, so no job is leased."""
    kept = dict(row)
    return kept | {"worker": None, "leased_until": 0.0} if "leased_until" in kept else kept


def _count(connection: Connection, part: Table) -> int:
    return connection.execute(select(func.count()).select_from(part)).scalar_one()


def _make_single(file: Path) -> None:
    """Put all that SQLite keeps beside a file into it, and onto the disk."""
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()
    with file.open("rb+") as whole:
        os.fsync(whole.fileno())


def _check_is_backup(copy: Path, file: Path) -> None:
    try:
        connection = sqlite3.connect(copy)
        (answer,) = connection.execute("PRAGMA integrity_check").fetchone()
        has_tables = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'tables'")
        is_backup = answer == "ok" and has_tables.fetchone() is not None
        connection.close()
    except sqlite3.DatabaseError:
        is_backup = False
    if not is_backup:
        raise HowdahError(f"{file} is not a backup of Howdah, or it is damaged.")
