"""`howdah work`: run agent workers in a process of their own, beside those that serve pages."""

from __future__ import annotations

import argparse
import asyncio
import signal
from contextlib import suppress
from logging import INFO
from typing import TYPE_CHECKING

from howdah.cli.command import DONE, Command
from howdah.cli.run_server import (
    add_data_option,
    add_log_option,
    add_workers_option,
    needs_server,
    settings_from,
)

if TYPE_CHECKING:
    from howdah.server.settings import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `howdah work`."""
    add_data_option(parser)
    add_workers_option(parser)
    add_log_option(parser)


def run(chosen: argparse.Namespace) -> int:
    """Run agent workers until stopped."""
    with needs_server():
        from howdah.server.observability.logs import configure_logging
    configure_logging(chosen.log, level=INFO)
    settings = settings_from(chosen)
    with suppress(KeyboardInterrupt):
        asyncio.run(_run_workers(settings))
    return DONE


async def _run_workers(settings: Settings) -> None:
    from howdah.server.background.tasks import background_tasks, open_tables, running

    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows has no signal handlers of the loop
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with open_tables(settings) as tables, running(*background_tasks(tables, settings)):
        print(f"Running agent workers for {settings.place}. Press Ctrl-C to stop.", flush=True)
        await stop.wait()


COMMAND = Command(
    name="work",
    summary="Run agent workers in a separate process, next to `howdah serve --workers 0`.",
    examples="""  howdah work --data /srv/howdah
  HOWDAH_DATABASE=postgresql://howdah@localhost/howdah howdah work --workers 4""",
    add_arguments=add_arguments,
    run=run,
)
