"""Inserting a row that may exist already: both databases can, each with a statement of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite


def upsert(
    connection: Connection, table: Table, row: Mapping[str, Any], **changes: Any
) -> postgresql.Insert | sqlite.Insert:
    """Return a statement that inserts a row, or changes the one that has its primary key.

    Without changes, that one is left as it is.
    """
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    statement: postgresql.Insert | sqlite.Insert = dialect.insert(table).values(**row)
    key = [column.name for column in table.primary_key]
    if not changes:
        return statement.on_conflict_do_nothing(index_elements=key)
    return statement.on_conflict_do_update(index_elements=key, set_=changes)
