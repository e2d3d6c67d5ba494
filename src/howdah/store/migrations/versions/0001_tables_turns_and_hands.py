"""Tables, turns and hands: the schema of the first version, on SQLite alone."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the tables of the first version."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("rules", sa.JSON, nullable=False),
        sa.Column("seats", sa.JSON, nullable=False),
        sa.Column("seed", sa.String, nullable=False),
        sa.Column("screens", sa.String, nullable=False),
        sa.Column("start", sa.JSON),
        sa.Column("drawn", sa.JSON, nullable=False),
        sa.Column("is_over", sa.Boolean, nullable=False),
        sa.Column("meta", sa.JSON),
        sa.Column("rematch", sa.String),
    )
    op.create_table(
        "turns",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("actions", sa.JSON, nullable=False),
        sa.Column("drawn", sa.JSON, nullable=False),
    )
    op.create_table(
        "hands",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kept", sa.Integer, nullable=False),
        sa.Column("call", sa.String, nullable=False),
    )
