"""How many seeds a server has promised, and what became of them.

A host that likes only some of its games would leave many seeds unrevealed. What was deleted for
good is counted in `properties`, so that deleting does not hide it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, func, select

from howdah.store import schema
from howdah.store.properties import (
    ERASED_REVEALED,
    ERASED_UNREVEALED,
    add_to_property,
    get_property,
)

_TABLE = schema.tables.c
_IS_NO_RECORD: Final[ColumnElement[bool]] = _TABLE.is_over.is_(False) | (_TABLE.changes > 0)
"""A table that is over without any change is a record that was imported: nothing was promised."""
# SQLite 3.40 takes any column of a deleted row for NOT NULL.
_ENDS_HERE: Final = (func.coalesce(_TABLE.continued_at, "") == "") | _TABLE.is_over.is_(True)
_IS_PROMISED: Final = _IS_NO_RECORD & _ENDS_HERE & _TABLE.is_seed_known.is_(False)
"""A game that went on at other tables after take-backs has one seed: it is counted at the first of
them that is over, else at the last."""
SEED_COLUMNS: Final = (_TABLE.is_over, _IS_PROMISED.label("is_promised"))
"""What the deletion of a table for good has to return."""


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
        revealed=revealed + _read(connection, ERASED_REVEALED),
        unfinished=numbers.get((False, False), 0),
        deleted=numbers.get((False, True), 0) + _read(connection, ERASED_UNREVEALED),
    )


def count_erased(connection: Connection, tables: Sequence[Row[Any]]) -> None:
    """Within the deletion of some tables for good: keep count of their seeds."""
    promised = [bool(table.is_over) for table in tables if table.is_promised]
    for name, is_over in ((ERASED_REVEALED, True), (ERASED_UNREVEALED, False)):
        if is_over in promised:
            add_to_property(connection, name, promised.count(is_over))


def _read(connection: Connection, name: str) -> int:
    return int(get_property(connection, name) or 0)
