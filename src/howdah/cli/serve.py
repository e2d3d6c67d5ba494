"""`howdah serve`: host tables for others."""

from __future__ import annotations

import argparse

from howdah.cli.command import DONE, Command
from howdah.cli.run_server import (
    ALL_INTERFACES,
    add_log_option,
    add_server_options,
    add_workers_option,
    run_command,
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `howdah serve`."""
    parser.add_argument(
        "--host", default=ALL_INTERFACES, help="address to listen on; default: all interfaces"
    )
    add_server_options(parser)
    add_workers_option(parser)
    parser.add_argument(
        "--retention",
        type=float,
        metavar="DAYS",
        help="delete tables that have not changed for this many days; default: never",
    )
    add_log_option(parser)


def run(chosen: argparse.Namespace) -> int:
    """Serve tables until stopped."""
    run_command(chosen, host=chosen.host)
    return DONE


COMMAND = Command(
    name="serve",
    summary="Run the web server for everyone in this network.",
    examples="""  howdah serve
  howdah serve --port 8000 --data /srv/howdah --log json
  HOWDAH_DATABASE=postgresql://howdah@localhost/howdah howdah serve --workers 0""",
    add_arguments=add_arguments,
    run=run,
)
