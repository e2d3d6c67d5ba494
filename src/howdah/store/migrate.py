"""Databases of earlier versions are brought up to date, step by step, by Alembic."""

from __future__ import annotations

import logging
from importlib.resources import files
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, inspect, text

from howdah.core.errors import HowdahError

FIRST: Final = "0001"
"""The step that made what the first version kept; that one wrote nothing of steps."""
NEWEST: Final = "0003"
"""The step that leads to the present schema."""
LOCK: Final = 0x486F77646168
"""Of several processes that begin at once on PostgreSQL, one does the work."""


class NewerDatabase(HowdahError):
    """The database was written by a later version of Howdah than this one."""


def upgrade(connection: Connection, to: str = NEWEST) -> None:
    """Take the steps that lead to a revision, within a change: all that it lacks, or none."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    found = inspect(connection).get_table_names()
    if "alembic_version" in found and _revision(connection) == to:
        return
    steps = _steps(connection)
    try:
        if "tables" in found and "alembic_version" not in found:
            command.stamp(steps, FIRST)
        command.upgrade(steps, to)
    except CommandError as error:
        raise NewerDatabase(
            "this database was written by a newer version of Howdah; install that one, "
            "or use another --data folder."
        ) from error


def _revision(connection: Connection) -> str | None:
    """The last step that a database has taken."""
    found = connection.execute(text("SELECT version_num FROM alembic_version"))
    revision: str | None = found.scalar_one_or_none()
    return revision


def _steps(connection: Connection) -> Config:
    logging.getLogger("alembic").setLevel(logging.WARNING)
    found = Config()
    folder = str(files("howdah.store") / "migrations")
    found.set_main_option("script_location", folder.replace("%", "%%"))
    found.attributes["connection"] = connection
    return found
