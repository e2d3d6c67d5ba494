"""Copies of a whole store: a backup while it is in use, a restore, a move to another database.

A backup is always an SQLite file, whatever it is a copy of, and shows one moment.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from sqlalchemy import URL, Table, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from howdah.core.errors import HowdahError
from howdah.store import schema
from howdah.store.database import Database
from howdah.store.upgrade import upgraded

PARTS: Final = (schema.tables, schema.turns, schema.hands, schema.jobs)
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
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        count = await _copied(source, in_file(part), watch)
        _make_single(part)
        part.replace(file)
    finally:
        for rest in file.parent.glob(f".{file.name}.part*"):
            rest.unlink()
    return count


async def restore(file: Path, target: URL, watch: Watch) -> int:
    """Copy a backup into a store that has no tables; the backup stays as it is."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "tables.sqlite3"
        shutil.copyfile(file, copy)
        _check_is_backup(copy, file)
        return await _copied(in_file(copy), target, watch)


def in_file(file: Path) -> URL:
    """The address of a database in a file."""
    return URL.create("sqlite+aiosqlite", database=str(file))


async def _copied(source: URL, target: URL, watch: Watch) -> int:
    old, new = Database(source), Database(target)
    try:
        await old.change(upgraded)
        await new.change(upgraded)
        return await old.ask(lambda reader: new.change(lambda writer: _copy(reader, writer, watch)))
    finally:
        await old.close()
        await new.close()


async def _copy(reader: AsyncConnection, writer: AsyncConnection, watch: Watch) -> int:
    if await _count(writer, schema.tables):
        raise NotEmpty("there are tables already; a backup is restored into an empty database.")
    counts = [await _count(reader, part) for part in PARTS]
    done = 0
    for part in PARTS:
        rows = (await reader.stream(select(part))).mappings()
        async for some in rows.partitions(AT_ONCE):
            await writer.execute(insert(part), [_as_kept(row) for row in some])
            done += len(some)
            watch(done, sum(counts))
    return counts[0]


def _as_kept(row: Any) -> dict[str, Any]:
    """A row as it is copied; nobody works at a copy, so no job is leased."""
    kept = dict(row)
    return kept | {"worker": None, "leased_until": 0.0} if "leased_until" in kept else kept


async def _count(connection: AsyncConnection, part: Table) -> int:
    found = await connection.execute(select(func.count()).select_from(part))
    return int(found.scalar_one())


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
