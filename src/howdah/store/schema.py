"""The database schema: tables, their turns, pre-game choices, and jobs for agents.

A change here needs a migration in `migrations/versions`; a test compares the two.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    false,
)

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
    Column("version", Integer, nullable=False, server_default="0"),
    Column("changes", Integer, nullable=False, server_default="0"),
    Column("touched", Float, nullable=False, server_default="0"),
    Column("moved", Float, nullable=False, server_default="0"),
    Column("reminded", Integer, nullable=False, server_default="-1"),
    Column("owner", String, nullable=False, server_default=""),
    Column("deleted", Float),
    Column("seed_sharing", JSON(none_as_null=True)),
    Column("stand_in_after", Float, server_default="600"),
    Column("continued_at", String),
    Column("forked_from", JSON(none_as_null=True)),
    Column("is_seed_known", Boolean, nullable=False, server_default=false()),
    Index("tables_by_touched", "touched"),
    Index("tables_by_deleted", "deleted"),
)
"""One row a table: `start` is null until the seed is made and the pre-game is done, `drawn` holds
the draws before the first turn. `version` counts the turns, and `moved` is the time of the last
one; `changes` counts all changes, and `touched` is the time of the last one. `reminded` is the
version for which a reminder was sent last. `owner` stands for the client that created the table,
empty for the host itself; `deleted` is the time of a soft deletion. `seed_sharing` holds how server
and players made the seed together, `stand_in_after` the seconds after which a stand-in may be asked
for, null for never. After a take-back the game goes on at another table: `continued_at` names it,
and its `forked_from` holds the table and the version that it goes on from. `is_seed_known` says
that the seed was revealed before, at the end of the game that was taken back."""

turns = Table(
    "turns",
    metadata,
    Column("table_id", ForeignKey(tables.c.id), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("made", Float, nullable=False),
    Column("seat", Integer),
    Column("actions", JSON, nullable=False),
    Column("drawn", JSON, nullable=False),
    Column("agent", String),
    Column("mark", String),
)
"""One row a committed turn, never changed: a pre-game round has no seat, and its choices for
actions. A writer that lost its connection finds by its random `mark` whether the turn was
committed."""

choices = Table(
    "choices",
    metadata,
    Column("table_id", ForeignKey(tables.c.id), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("choice", JSON, nullable=False),
)
"""What a seat chose in a pre-game round; `version` is that of the table then."""

jobs = Table(
    "jobs",
    metadata,
    Column("table_id", ForeignKey(tables.c.id), primary_key=True),
    Column("since", Float, nullable=False),
    Column("worker", String),
    Column("leased_until", Float, nullable=False, server_default="0"),
    Column("attempts", Integer, nullable=False, server_default="0"),
    Column("owner", String, nullable=False, server_default=""),
    Column("priority", Integer, nullable=False, server_default="1"),
    Column("cost", Float, nullable=False, server_default="1"),
    Index("jobs_by_lease", "leased_until"),
)
"""Tables at which an agent may have to play; the worker that holds the lease handles it. `owner` is
that of the table, `priority` one of `jobs.Priority`, and `cost` about how many seconds the agent
will think."""

job_owners = Table(
    "job_owners",
    metadata,
    Column("owner", String, primary_key=True),
    Column("charged_until", Float, nullable=False),
)
"""Those whose agents have thought lately: until when the jobs of others come before theirs."""

properties = Table(
    "properties",
    metadata,
    Column("name", String, primary_key=True),
    Column("value", String, nullable=False),
)
"""What belongs to the database as a whole, by name."""
