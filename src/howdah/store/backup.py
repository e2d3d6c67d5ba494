"""Copies of a whole store: backup while it is in use, restore, move to another database.

A backup is always an SQLite file, whichever database it is a copy of, and shows one snapshot.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from sqlalchemy import (
    JSON,
    URL,
    Column,
    Connection,
    Table,
    create_engine,
    delete,
    func,
    insert,
    select,
)
from sqlalchemy.exc import SQLAlchemyError

from howdah.core.errors import HowdahError
from howdah.store import schema
from howdah.store.database import RETRY_DELAYS, Database
from howdah.store.driver_errors import DRIVER_ERRORS, is_about_row
from howdah.store.migrate import upgrade
from howdah.store.models import Conflict, DamagedRow

TABLES: Final = (schema.tables, schema.turns, schema.choices, schema.jobs, schema.properties)
"""In an order that satisfies the foreign keys."""
BATCH_ROWS: Final = 500
NAME: Final = re.compile(r"[\w-]{1,12}", re.ASCII)
"""What may be named of a damaged row: a table has a short id, and secrets are longer."""

Progress = Callable[[int, int], object]
"""Called with the number of rows copied so far, and of all rows."""


class NotEmpty(HowdahError):
    """The database that a backup should be restored into has tables already."""


async def back_up(
    source: URL, file: Path, progress: Progress, *, retry_delays: Sequence[float] = RETRY_DELAYS
) -> int:
    """Copy a store into a file, which appears when it is whole; return the number of tables."""
    part = file.with_name(f".{file.name}.part")

    def copy_to_part(reader: Connection) -> int:
        _remove(part)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        with _open_file(part) as writer:
            return _copy(reader, writer, progress)

    try:
        count = await _use_database(
            Database(source, retry_delays=retry_delays),
            lambda database: database.read(copy_to_part),
        )
        _finish_file(part)
        part.replace(file)
    finally:
        _remove(part)
    return count


def _remove(file: Path) -> None:
    """Remove a database file, and the files that SQLite keeps beside it."""
    for rest in file.parent.glob(f"{file.name}*"):
        rest.unlink()


async def restore(file: Path, target: URL, progress: Progress) -> int:
    """Copy a backup into a store without tables; return their number. The backup stays as it is."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "tables.sqlite3"
        shutil.copyfile(file, copy)
        _check_is_backup(copy, file)
        with _open_file(copy) as reader:
            return await _use_database(
                Database(target),
                lambda database: database.write(lambda writer: _copy(reader, writer, progress)),
            )


@contextmanager
def _open_file(file: Path) -> Iterator[Connection]:
    """Open a transaction on a database file that nobody else uses, migrated to our schema."""
    engine = create_engine(URL.create("sqlite", database=str(file)))
    try:
        with engine.begin() as connection:
            upgrade(connection)
            yield connection
    finally:
        engine.dispose()


async def _use_database(database: Database, use: Callable[[Database], Awaitable[int]]) -> int:
    """Migrate a database to our schema, call a function with it, and close it."""
    try:
        await database.write(upgrade)
        return await use(database)
    except (SQLAlchemyError, Conflict) as error:
        # Not chained: it quotes the rows, with tokens and seeds.
        kind = type(error).__name__
        raise HowdahError(f"the database rejected the copy ({kind}); nothing was copied.") from None
    finally:
        await database.close()


def _copy(reader: Connection, writer: Connection, progress: Progress) -> int:
    if _count(writer, schema.tables):
        raise NotEmpty("the database is not empty; restore a backup into an empty one.")
    writer.execute(delete(schema.properties))  # of a server that has not had a table yet
    counts = [_count(reader, table) for table in TABLES]
    done = 0
    for table in TABLES:
        for batch in _read_batches(reader, table):
            _insert(writer, table, batch)
            done += len(batch)
            progress(done, sum(counts))
    return counts[0]


def _read_batches(reader: Connection, table: Table) -> Iterator[list[dict[str, Any]]]:
    """Yield the rows of a table of the schema; raise `DamagedRow` for one that cannot be read."""
    try:
        rows = reader.execution_options(yield_per=BATCH_ROWS).execute(select(table)).mappings()
        for batch in rows.partitions():
            yield [_without_lease(row) for row in batch]
    except DRIVER_ERRORS as error:
        if not is_about_row(error):
            raise
        raise _damaged(table, _find_damaged(reader, table)) from None


def _find_damaged(reader: Connection, table: Table) -> object:
    """Return the key of the first row that cannot be read."""
    key = table.primary_key.columns[0]
    for name in reader.execute(select(key).distinct().order_by(key)).scalars().all():
        try:
            reader.execute(select(table).where(key == name)).all()
        except DRIVER_ERRORS as error:
            if is_about_row(error):
                return name
            raise
    return None


def _insert(writer: Connection, table: Table, batch: list[dict[str, Any]]) -> None:
    """Insert rows; raise `DamagedRow` for one that does not fit the schema."""
    for row in batch:
        if not all(_fits(column, row[column.name]) for column in table.columns):
            raise _damaged(table, row[table.primary_key.columns[0].name])
    writer.execute(insert(table), batch)


def _fits(column: Column[Any], value: object) -> bool:
    """Whether a column can hold a value; damage, or another program, may have put it there."""
    if value is None:
        return bool(column.nullable)
    kind = column.type.python_type
    is_number = kind is float and type(value) is int
    return isinstance(column.type, JSON) or isinstance(value, kind) or is_number


def _damaged(table: Table, key: object) -> DamagedRow:
    """Return an error that names the table people play at, if its id can be one, and no more."""
    is_name = isinstance(key, str) and NAME.fullmatch(key) and table is not schema.properties
    of_table = f" of table {key}" if is_name else ""
    return DamagedRow(f"a row{of_table} in {table.name!r} is damaged; nothing is copied.")


def _without_lease(row: Any) -> dict[str, Any]:
    """Return a row as it is copied: no worker holds a lease on the copy of a job."""
    values = dict(row)
    return values | {"worker": None, "leased_until": 0.0} if "leased_until" in values else values


def _count(connection: Connection, table: Table) -> int:
    return connection.execute(select(func.count()).select_from(table)).scalar_one()


def _finish_file(file: Path) -> None:
    """Move what SQLite keeps beside a database file into it, and sync it to the disk."""
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
