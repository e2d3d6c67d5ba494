"""Properties of the whole database: a few values, each with a name."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, select
from sqlalchemy.dialects import postgresql, sqlite

from howdah.store import schema

CLOCK: Final = "clock"
"""The latest time that a sweep of retention has believed, in seconds since 1970."""
PROBE: Final = "probe"
"""When the database was last written to find out whether it can be, in seconds since 1970."""


def get_property(connection: Connection, name: str) -> str | None:
    """Return the value of a property; None if it has none."""
    statement = select(schema.properties.c.value).where(schema.properties.c.name == name)
    found: str | None = connection.execute(statement).scalar_one_or_none()
    return found


def set_property(connection: Connection, name: str, value: str) -> None:
    """Set a property, whether or not it has a value; other processes may do so at once."""
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    statement = insert(schema.properties).values(name=name, value=value)
    connection.execute(
        statement.on_conflict_do_update(index_elements=["name"], set_={"value": value})
    )
