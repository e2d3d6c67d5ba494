"""Schema migrations with Alembic, for databases of earlier versions."""

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
"""The revision of the first version of Howdah, whose databases name none."""
NEWEST: Final = "0005"
"""The revision of the present schema."""
LOCK: Final = 0x486F77646168
"""The advisory lock that lets one process migrate, if several start at once on PostgreSQL."""


class NewerDatabase(HowdahError):
    """The database was written by a later version of Howdah than this one."""


def upgrade(connection: Connection, to: str = NEWEST) -> None:
    """Run the migrations up to a revision within a transaction: all that are missing, or none."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    found = inspect(connection).get_table_names()
    if "alembic_version" in found and _revision(connection) == to:
        return
    config = _config(connection)
    try:
        if "tables" in found and "alembic_version" not in found:
            command.stamp(config, FIRST)
        command.upgrade(config, to)
    except CommandError as error:
        raise NewerDatabase(
            "this database was written by a newer version of Howdah; install that one, "
            "or use another --data folder."
        ) from error


def _revision(connection: Connection) -> str | None:
    """Return the revision of a database."""
    found = connection.execute(text("SELECT version_num FROM alembic_version"))
    revision: str | None = found.scalar_one_or_none()
    return revision


def _config(connection: Connection) -> Config:
    logging.getLogger("alembic").setLevel(logging.WARNING)
    found = Config()
    folder = str(files("howdah.store") / "migrations")
    found.set_main_option("script_location", folder.replace("%", "%%"))
    found.attributes["connection"] = connection
    return found
