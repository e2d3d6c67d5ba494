"""What is kept: tables, their turns, and hands of medals that are still closed."""

from __future__ import annotations

from sqlalchemy import JSON, Boolean, Column, Float, ForeignKey, Integer, MetaData, String, Table

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", String, primary_key=True),
    Column("made", Float, nullable=False),
    Column("game", String, nullable=False),
    Column("rules", JSON, nullable=False),
    Column("seats", JSON, nullable=False),
    Column("seed", String, nullable=False),
    Column("screens", String, nullable=False),
    Column("start", JSON(none_as_null=True)),
    Column("drawn", JSON, nullable=False),
    Column("is_over", Boolean, nullable=False),
    Column("meta", JSON(none_as_null=True)),
    Column("rematch", String),
)
"""One row a table: `start` is null while the medals decide who begins, `drawn` holds the draws
before the first turn; nobody plays on at a table that `is_over`."""

turns = Table(
    "turns",
    metadata,
    Column("table_id", ForeignKey(tables.c.id), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("made", Float, nullable=False),
    Column("seat", Integer),
    Column("actions", JSON, nullable=False),
    Column("drawn", JSON, nullable=False),
)
"""One row a committed turn, never changed: a round of medals has no seat, and its hands for
actions."""

hands = Table(
    "hands",
    metadata,
    Column("table_id", ForeignKey(tables.c.id), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kept", Integer, nullable=False),
    Column("call", String, nullable=False),
)
"""What a seat keeps and calls in a round of medals; `version` is that of the table then."""
