"""`howdah serve`: host the table for others."""

from __future__ import annotations

import argparse

from howdah.cli.command import DONE, Command
from howdah.cli.run_server import EVERYWHERE, add_hosting, add_log, add_workers, host


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `howdah serve`."""
    parser.add_argument("--host", default=EVERYWHERE, help="the address to listen on; default all")
    add_hosting(parser)
    add_workers(parser)
    parser.add_argument(
        "--retention",
        type=float,
        metavar="DAYS",
        help="remove tables at which nothing has happened for so long; default never",
    )
    add_log(parser)


def run(chosen: argparse.Namespace) -> int:
    """Serve until someone stops it."""
    host(chosen, address=chosen.host)
    return DONE


COMMAND = Command(
    name="serve",
    summary="Host the table in the browser for everyone in this network.",
    examples="""  howdah serve
  howdah serve --port 8000 --data /srv/howdah --log json
  HOWDAH_DATABASE=postgresql://howdah@localhost/howdah howdah serve --workers 0""",
    add_arguments=add_arguments,
    run=run,
)
