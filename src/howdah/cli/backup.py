"""`howdah backup` and `howdah restore`: all tables in one file, while people play on."""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Callable
from pathlib import Path

from howdah.cli.command import DONE, Command
from howdah.cli.progress import progress_line, show_status
from howdah.cli.run_server import add_data_option, needs_server, settings_from
from howdah.core.errors import InvalidOption


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `howdah backup`."""
    parser.add_argument("file", type=Path, metavar="FILE", help="the backup file to write")
    add_data_option(parser)


def add_restore_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `howdah restore`."""
    parser.add_argument(
        "file", type=Path, metavar="FILE", nargs="?", help="the backup file to read"
    )
    parser.add_argument(
        "--deleted",
        action="store_true",
        help="without a backup: restore tables that --retention deleted in the last week",
    )
    add_data_option(parser)


def run_backup(chosen: argparse.Namespace) -> int:
    """Copy all tables into a file."""
    with needs_server():
        from howdah.store.backup import back_up
    settings = settings_from(chosen)
    settings.check_is_there()
    count = asyncio.run(back_up(settings.store, chosen.file, _progress()))
    show_status("")
    print(f"{chosen.file}: backed up {count} tables from {settings.place}")
    return DONE


def run_restore(chosen: argparse.Namespace) -> int:
    """Copy all tables of a backup into an empty database, or bring back deleted ones."""
    if chosen.deleted == (chosen.file is not None):
        raise InvalidOption("name a backup file, or use --deleted.")
    if chosen.deleted:
        return _restore_deleted(chosen)
    with needs_server():
        from howdah.store.backup import restore
    settings = settings_from(chosen)
    settings.make_folder()
    count = asyncio.run(restore(chosen.file, settings.store, _progress()))
    show_status("")
    print(f"{settings.place}: restored {count} tables from {chosen.file}")
    return DONE


def _restore_deleted(chosen: argparse.Namespace) -> int:
    with needs_server():
        from howdah.server.background.tasks import open_tables
    settings = settings_from(chosen)
    settings.check_is_there()

    async def restore() -> int:
        async with open_tables(settings) as tables:
            return await tables.store.restore_deleted()

    print(f"{settings.place}: restored {asyncio.run(restore())} deleted tables")
    return DONE


def _progress() -> Callable[[int, int], None]:
    began = time.monotonic()
    return lambda done, total: show_status(
        progress_line(done, total, "rows", time.monotonic() - began)
    )


COMMAND = Command(
    name="backup",
    summary="Back up all tables to one file, while the server runs.",
    examples="""  howdah backup tables-of-today.sqlite3
  howdah backup /var/backups/howdah.sqlite3 --data /srv/howdah
  HOWDAH_DATABASE=postgresql://howdah@localhost/howdah howdah backup howdah.sqlite3""",
    add_arguments=add_arguments,
    run=run_backup,
)

RESTORE = Command(
    name="restore",
    summary="Restore all tables of a backup into a new folder or an empty PostgreSQL database.",
    examples="""  howdah restore tables-of-today.sqlite3 --data /srv/howdah
  howdah restore --deleted --data /srv/howdah
  HOWDAH_DATABASE=postgresql://howdah@localhost/howdah howdah restore howdah.sqlite3""",
    add_arguments=add_restore_arguments,
    run=run_restore,
)
