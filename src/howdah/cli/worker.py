"""`howdah work`: let agents think in a process of their own, beside those that serve pages."""

from __future__ import annotations

import argparse
import asyncio
import signal
from contextlib import suppress
from logging import INFO
from typing import TYPE_CHECKING

from howdah.cli.command import DONE, Command
from howdah.cli.run_server import add_data, add_log, add_workers, chosen_settings, needs_server

if TYPE_CHECKING:
    from howdah.server.settings import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `howdah work`."""
    add_data(parser)
    add_workers(parser)
    add_log(parser)


def run(chosen: argparse.Namespace) -> int:
    """Work until someone stops it."""
    with needs_server():
        from howdah.server.observability.logs import configure_logging
    configure_logging(chosen.log, level=INFO)
    settings = chosen_settings(chosen)
    with suppress(KeyboardInterrupt):
        asyncio.run(_work(settings))
    return DONE


async def _work(settings: Settings) -> None:
    from howdah.server.background.tasks import background_tasks, open_tables, running

    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows has no such thing
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with open_tables(settings) as tables, running(*background_tasks(tables, settings)):
        print(f"Agents play at the tables of {settings.place}; stop them with Ctrl-C.", flush=True)
        await stop.wait()


COMMAND = Command(
    name="work",
    summary="Let agents play in a process of their own, beside `howdah serve --workers 0`.",
    examples="""  howdah work --data /srv/howdah
  HOWDAH_DATABASE=postgresql://howdah@localhost/howdah howdah work --workers 4""",
    add_arguments=add_arguments,
    run=run,
)
