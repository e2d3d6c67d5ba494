"""Take-backs: a game goes on from an earlier turn at another table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the columns; no table of an earlier version has been continued."""
    op.add_column("tables", sa.Column("continued_at", sa.String))
    op.add_column("tables", sa.Column("forked_from", sa.JSON(none_as_null=True)))
    is_seed_known = sa.Column(
        "is_seed_known", sa.Boolean, nullable=False, server_default=sa.false()
    )
    op.add_column("tables", is_seed_known)
