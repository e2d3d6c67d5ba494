"""Several processes: change counters for tables, and leased jobs for agents."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Fill the counters from the turns so far, and add a job for every table in play."""
    op.add_column("tables", _count("version"))
    op.add_column("tables", _count("changes"))
    op.add_column("tables", _moment("touched"))
    op.add_column("tables", _moment("moved"))
    op.add_column("tables", _count("reminded", "-1"))
    op.add_column("turns", sa.Column("agent", sa.String))
    op.add_column("turns", sa.Column("mark", sa.String))
    op.execute(
        "UPDATE tables SET"
        " version = (SELECT count(*) FROM turns WHERE table_id = tables.id),"
        " moved = coalesce((SELECT max(made) FROM turns WHERE table_id = tables.id), made)"
    )
    op.execute("UPDATE tables SET touched = moved")
    op.create_index("tables_by_touched", "tables", ["touched"])
    op.create_table(
        "jobs",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("worker", sa.String),
        _moment("leased_until"),
        _count("attempts"),
    )
    op.create_index("jobs_by_lease", "jobs", ["leased_until"])
    op.execute("INSERT INTO jobs (table_id, since) SELECT id, made FROM tables WHERE NOT is_over")


def _count(name: str, start: str = "0") -> sa.Column[int]:
    return sa.Column(name, sa.Integer, nullable=False, server_default=start)


def _moment(name: str) -> sa.Column[float]:
    return sa.Column(name, sa.Float, nullable=False, server_default="0")
