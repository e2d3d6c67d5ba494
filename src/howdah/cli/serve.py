"""`howdah serve`: host the table for others."""

from __future__ import annotations

import argparse
import os

from howdah.cli.command import DONE, Command
from howdah.cli.hosting import EVERYWHERE, add_hosting, host


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `howdah serve`."""
    parser.add_argument("--host", default=EVERYWHERE, help="the address to listen on; default all")
    add_hosting(parser)
    parser.add_argument(
        "--log",
        choices=("text", "json"),
        default=os.environ.get("HOWDAH_LOG"),
        help="how requests and faults are written down; default text, or HOWDAH_LOG",
    )


def run(chosen: argparse.Namespace) -> int:
    """Serve until someone stops it."""
    host(chosen, address=chosen.host)
    return DONE


COMMAND = Command(
    name="serve",
    summary="Host the table in the browser for everyone in this network.",
    examples="""  howdah serve
  howdah serve --port 8000 --data /srv/howdah --log json""",
    add_arguments=add_arguments,
    run=run,
)
