"""Pre-game choices as JSON: what was kept as hands of medals serves any game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

HANDS = sa.table(
    "hands", *(sa.column(name) for name in ("table_id", "version", "seat", "kept", "call"))
)


def upgrade() -> None:
    """Copy every hand as a choice, and drop the hands."""
    choices = op.create_table(
        "choices",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("choice", sa.JSON, nullable=False),
    )
    hands = op.get_bind().execute(sa.select(HANDS)).mappings().all()
    rows = [
        {**{key: hand[key] for key in ("table_id", "version", "seat")}, "choice": choice}
        for hand in hands
        for choice in [[hand["kept"], hand["call"]]]
    ]
    op.bulk_insert(choices, rows)
    op.drop_table("hands")
