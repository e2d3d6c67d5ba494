"""The two kinds of database: an SQLite file, and PostgreSQL for several processes."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import URL, Connection, Dialect, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.sql.dml import UpdateBase

from howdah.store.sqlite_file import SQLiteFile

T = TypeVar("T")

READER_THREADS: Final = 4
PRAGMAS: Final = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
    "busy_timeout = 10000",
)


class SQLite:
    """A database file, durable after a crash or a power cut.

    One thread runs all write transactions, one after the other; a few others run the queries.
    The event loop waits for none of them.
    """

    def __init__(self, address: URL) -> None:
        self.engine = create_engine(address.set(drivername="sqlite"))
        self.reader = self.engine.execution_options(reading=True)
        self._readers = ThreadPoolExecutor(READER_THREADS, "reader")
        self._writer = ThreadPoolExecutor(1, "writer")
        self._write_connection: Connection | None = None
        self._statements: dict[UpdateBase, DriverStatement] = {}
        self._file = SQLiteFile(Path(address.database or ""))
        _make_durable(self.engine)
        _open_one_file(self.engine, self._file)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run queries in one transaction, which sees one snapshot."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._run_read, work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run changes in one transaction; they are on the disk when it returns."""
        return await asyncio.get_running_loop().run_in_executor(self._writer, self._run_write, work)

    async def check(self) -> None:
        """Raise an error if the file was removed, is on a full disk, or cannot be read."""
        await asyncio.get_running_loop().run_in_executor(self._readers, self._file.check)

    async def close(self) -> None:
        """Close the file, and end the threads."""
        await asyncio.get_running_loop().run_in_executor(self._writer, self._close_writer)
        for threads in (self._readers, self._writer):
            threads.shutdown(wait=False)
        self.engine.dispose()

    def _close_writer(self) -> None:
        if self._write_connection is not None:
            self._write_connection.close()
            self._write_connection = None

    def run_statement(
        self, connection: Connection, statement: UpdateBase, row: Mapping[str, Any]
    ) -> Any:
        """Run a statement that is the same object each time; return the first row of its result."""
        found = self._statements.get(statement)
        if found is None:
            found = self._statements[statement] = DriverStatement(statement, self.engine.dialect)
        return found.run(connection, row)

    def _run_read(self, work: Callable[[Connection], T]) -> T:
        with self.reader.connect() as connection:
            return work(connection)

    def _run_write(self, work: Callable[[Connection], T]) -> T:
        connection = self._write_connection or self.engine.connect()
        # Kept from one change to the next, unless it fails: to get another takes longer.
        self._write_connection = None
        try:
            with connection.begin():
                result = work(connection)
                # As late as possible: a commit to a removed file would be acknowledged and lost.
                self._file.check_connection(connection.info)
        except BaseException:
            connection.close()
            raise
        self._write_connection = connection
        return result


class DriverStatement:
    """A statement that is compiled once and run by the driver of SQLite itself.

    For the few that every turn needs: SQLAlchemy takes several times as long as SQLite.
    """

    def __init__(self, statement: UpdateBase, dialect: Dialect) -> None:
        compiled: Any = statement.compile(dialect=dialect)
        binds = [compiled.binds[name] for name in compiled.positiontup]
        self._text = str(compiled)
        self._fixed = {bind.key: bind.value for bind in binds if not bind.required}
        """The values that are written in the statement."""
        self._parameters = [
            (bind.key, bind.type.dialect_impl(dialect).bind_processor(dialect)) for bind in binds
        ]

    def run(self, connection: Connection, row: Mapping[str, Any]) -> Any:
        """Run the statement within a transaction; return the first row of its result."""
        whole = {**self._fixed, **row}
        values = [
            whole[name] if process is None else process(whole[name])
            for name, process in self._parameters
        ]
        driver: Any = connection.connection.driver_connection
        try:
            return driver.execute(self._text, values).fetchone()
        except sqlite3.Error as error:
            raise DBAPIError.instance(self._text, None, error, sqlite3.Error) from error


def _make_durable(engine: Engine) -> None:
    """Use WAL with full syncs, so that readers never wait, and lock at the start of a write."""

    def prepare(connection: Any, _record: object) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    def begin(connection: Connection) -> None:
        is_reading = connection.get_execution_options().get("reading")
        connection.exec_driver_sql("BEGIN" if is_reading else "BEGIN IMMEDIATE")

    event.listen(engine, "connect", prepare)
    event.listen(engine, "begin", begin)


def _open_one_file(engine: Engine, file: SQLiteFile) -> None:
    """Let all connections open the same file, or none."""
    event.listen(engine, "do_connect", lambda *_: file.check_is_same())
    event.listen(engine, "connect", lambda *_: file.set_opened())


def connect_options(address: URL) -> dict[str, Any]:
    """Return the arguments of `asyncpg.connect` for an address."""
    _, options = address.get_dialect()().create_connect_args(address)
    return dict(options)


class PostgreSQL:
    """A pool of asynchronous connections."""

    def __init__(self, address: URL) -> None:
        self._engine = create_async_engine(address)
        self._reader = self._engine.execution_options(isolation_level="REPEATABLE READ")

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run queries in one transaction, which sees one snapshot."""
        async with self._reader.connect() as connection:
            return await connection.run_sync(work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run changes in one transaction."""
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    async def check(self) -> None:
        """Do nothing: PostgreSQL checks its own files."""

    def run_statement(
        self, connection: Connection, statement: UpdateBase, row: Mapping[str, Any]
    ) -> Any:
        """Run a statement; return the first row of its result."""
        result = connection.execute(statement, row)
        return result.first() if result.returns_rows else None

    async def close(self) -> None:
        """Close all connections."""
        await self._engine.dispose()
