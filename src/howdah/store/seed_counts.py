"""How many seeds a server has promised, and what became of them.

A host that likes only some of its games would leave many seeds unrevealed. What was deleted is
counted in `properties`, so that deleting does not hide it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, String, cast, func, insert, select, update
from sqlalchemy.types import Integer

from howdah.store import schema

DELETED_REVEALED: Final = "deleted seeds, revealed"
DELETED_UNREVEALED: Final = "deleted seeds, not revealed"
BATCH_IDS: Final = 500
"""How many tables one query names: databases have a limit."""

_TABLE = schema.tables.c
_PROPERTY = schema.properties.c
_IS_PROMISED: Final[ColumnElement[bool]] = _TABLE.is_over.is_(False) | (_TABLE.changes > 0)
"""A table that is over without any change is a record that was imported: nothing was promised."""


class SeedCounts(NamedTuple):
    """What became of the seeds of a server."""

    revealed: int
    """At the end of a game."""
    unfinished: int
    """Of games that are not over."""
    deleted: int
    """Of games that were deleted before they were over."""

    @property
    def promised(self) -> int:
        """All of them."""
        return sum(self)


def count_seeds(connection: Connection) -> SeedCounts:
    """Return what became of the seeds of all tables, deleted ones included."""
    is_deleted = _TABLE.deleted.is_not(None)
    statement = select(_TABLE.is_over, is_deleted.label("is_deleted"), func.count().label("number"))
    found = connection.execute(statement.where(_IS_PROMISED).group_by(_TABLE.is_over, is_deleted))
    numbers = {(bool(row.is_over), bool(row.is_deleted)): int(row.number) for row in found}
    revealed = numbers.get((True, False), 0) + numbers.get((True, True), 0)
    return SeedCounts(
        revealed=revealed + _read(connection, DELETED_REVEALED),
        unfinished=numbers.get((False, False), 0),
        deleted=numbers.get((False, True), 0) + _read(connection, DELETED_UNREVEALED),
    )


def count_deleted(connection: Connection, table_ids: Sequence[str]) -> None:
    """Within the deletion of some tables: keep count of their seeds."""
    statement = select(_TABLE.is_over, func.count().label("number")).group_by(_TABLE.is_over)
    for first in range(0, len(table_ids), BATCH_IDS):
        is_one: Any = _TABLE.id.in_(table_ids[first : first + BATCH_IDS])
        for row in connection.execute(statement.where(_IS_PROMISED & is_one)).all():
            _add(connection, DELETED_REVEALED if row.is_over else DELETED_UNREVEALED, row.number)


def _read(connection: Connection, name: str) -> int:
    statement = select(_PROPERTY.value).where(_PROPERTY.name == name)
    return int(connection.execute(statement).scalar_one_or_none() or 0)


def _add(connection: Connection, name: str, number: int) -> None:
    total = cast(cast(_PROPERTY.value, Integer) + number, String)
    is_there = _PROPERTY.name == name
    updated = connection.execute(update(schema.properties).where(is_there).values(value=total))
    if not updated.rowcount:
        connection.execute(insert(schema.properties).values(name=name, value=str(number)))
