"""What Alembic runs: the steps that a database still lacks, within the change that is open."""

from __future__ import annotations

from alembic import context

from howdah.store import schema

context.configure(
    connection=context.config.attributes["connection"], target_metadata=schema.metadata
)
with context.begin_transaction():
    context.run_migrations()
