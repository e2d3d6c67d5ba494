"""PostgreSQL, for several processes or machines."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from sqlalchemy import URL, Connection
from sqlalchemy.ext.asyncio import create_async_engine

T = TypeVar("T")


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

    async def close(self) -> None:
        """Close all connections."""
        await self._engine.dispose()
