"""Open servers: who created a table, fair scheduling of jobs, soft deletion, shared seeds."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the columns, and the table of properties of the whole database."""
    op.create_table(
        "properties",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("value", sa.String, nullable=False),
    )
    op.add_column("tables", sa.Column("owner", sa.String, nullable=False, server_default=""))
    op.add_column("tables", sa.Column("deleted", sa.Float))
    op.add_column("tables", sa.Column("seed_sharing", sa.JSON(none_as_null=True)))
    op.add_column(
        "tables", sa.Column("stand_in_after", sa.Float, nullable=False, server_default="600")
    )
    op.add_column("jobs", sa.Column("owner", sa.String, nullable=False, server_default=""))
    op.add_column("jobs", sa.Column("priority", sa.Integer, nullable=False, server_default="1"))
    op.add_column("jobs", sa.Column("cost", sa.Float, nullable=False, server_default="1"))
    op.create_table(
        "job_owners",
        sa.Column("owner", sa.String, primary_key=True),
        sa.Column("charged_until", sa.Float, nullable=False),
    )
