"""The Alembic environment: runs the missing migrations in the transaction that is open."""

from __future__ import annotations

from alembic import context

from howdah.store import schema

context.configure(
    connection=context.config.attributes["connection"], target_metadata=schema.metadata
)
with context.begin_transaction():
    context.run_migrations()
