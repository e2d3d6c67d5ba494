"""Open servers: who created a table, fair jobs, soft deletion, shared seeds, hashes of tokens."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


TABLES = sa.table("tables", sa.column("id"), sa.column("seats", sa.JSON))


def upgrade() -> None:
    """Add the columns and the table of properties, and replace the tokens of seats by hashes."""
    op.create_table(
        "properties",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("value", sa.String, nullable=False),
    )
    op.add_column("tables", sa.Column("owner", sa.String, nullable=False, server_default=""))
    op.add_column("tables", sa.Column("deleted", sa.Float))
    op.create_index("tables_by_deleted", "tables", ["deleted"])
    op.add_column("tables", sa.Column("seed_sharing", sa.JSON(none_as_null=True)))
    op.add_column("tables", sa.Column("stand_in_after", sa.Float, server_default="600"))
    op.add_column("jobs", sa.Column("owner", sa.String, nullable=False, server_default=""))
    op.add_column("jobs", sa.Column("priority", sa.Integer, nullable=False, server_default="1"))
    op.add_column("jobs", sa.Column("cost", sa.Float, nullable=False, server_default="1"))
    op.create_table(
        "job_owners",
        sa.Column("owner", sa.String, primary_key=True),
        sa.Column("charged_until", sa.Float, nullable=False),
    )
    _hash_tokens(op.get_bind())


def _hash_tokens(connection: sa.Connection) -> None:
    """Tokens stay valid, but can no longer be read."""
    if connection.dialect.name == "sqlite":  # else they stay in what the file no longer uses
        connection.execute(sa.text("PRAGMA secure_delete = ON"))
    for table_id in connection.execute(sa.select(TABLES.c.id)).scalars().all():
        is_this = TABLES.c.id == table_id
        seats = connection.execute(sa.select(TABLES.c.seats).where(is_this)).scalar_one()
        hashed = [_hash_token(seat) for seat in seats]
        connection.execute(sa.update(TABLES).where(is_this).values(seats=hashed))


def _hash_token(seat: dict[str, Any]) -> dict[str, Any]:
    token = seat.get("token")
    digest = None if token is None else sha256(token.encode()).hexdigest()
    return {name: value for name, value in seat.items() if name != "token"} | {"token_hash": digest}
