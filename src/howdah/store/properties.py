"""Properties of the whole database: a few values, each with a name."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, Integer, String, cast, select

from howdah.store import schema
from howdah.store.upsert import upsert

CLOCK: Final = "clock"
"""The latest time that a sweep of retention has believed, in seconds since 1970."""
PROBE: Final = "probe"
"""When the database was last written to find out whether it can be, in seconds since 1970."""
ERASED_REVEALED: Final = "erased seeds, revealed"
ERASED_UNREVEALED: Final = "erased seeds, not revealed"
"""How many seeds of tables that are deleted for good were revealed before, and how many not."""


def get_property(connection: Connection, name: str) -> str | None:
    """Return the value of a property; None if it has none."""
    statement = select(schema.properties.c.value).where(schema.properties.c.name == name)
    found: str | None = connection.execute(statement).scalar_one_or_none()
    return found


def set_property(connection: Connection, name: str, value: str) -> None:
    """Set a property, whether or not it has a value; other processes may do so at once."""
    row = {"name": name, "value": value}
    connection.execute(upsert(connection, schema.properties, row, value=value))


def ensure_property(connection: Connection, name: str, value: str) -> str:
    """Return the value of a property; if it has none, set it, unless another process does."""
    row = {"name": name, "value": value}
    connection.execute(upsert(connection, schema.properties, row))
    return get_property(connection, name) or value


def add_to_property(connection: Connection, name: str, number: int) -> None:
    """Add to a property that is a number, or set it if it has no value."""
    total = cast(cast(schema.properties.c.value, Integer) + number, String)
    row = {"name": name, "value": str(number)}
    connection.execute(upsert(connection, schema.properties, row, value=total))
