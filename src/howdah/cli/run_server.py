"""What `howdah play`, `serve` and `work` share: options, settings, and running the web server."""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import socket
import sys
import threading
import webbrowser
from contextlib import AbstractContextManager, suppress
from logging import INFO, WARNING
from pathlib import Path
from typing import TYPE_CHECKING, Final

from howdah.core.errors import HowdahError
from howdah.core.extras import needs_extra

if TYPE_CHECKING:
    import uvicorn

    from howdah.server.settings import Settings

DEFAULT_PORT: Final = 8400
LOOPBACK: Final = "127.0.0.1"
ALL_INTERFACES: Final = "0.0.0.0"
GC_THRESHOLDS: Final = (10_000, 10, 50)
"""Far higher than Python's: a full collection stops all requests for as long as it takes."""
SWITCH_INTERVAL: Final = 0.001
"""The seconds after which a thread that thinks or draws lets another one run."""


# Options and settings


def add_server_options(parser: argparse.ArgumentParser) -> None:
    """Add `--port` and `--data`."""
    parser.add_argument(
        "--port",
        type=int,
        metavar="N",
        help=f"port to listen on; default {DEFAULT_PORT}, or the next free one",
    )
    add_data_option(parser)


def add_data_option(parser: argparse.ArgumentParser) -> None:
    """Add `--data`."""
    parser.add_argument(
        "--data",
        type=Path,
        metavar="DIR",
        help="data folder for the tables; default: HOWDAH_DATABASE, or your user data folder",
    )


def add_workers_option(parser: argparse.ArgumentParser) -> None:
    """Add `--workers`."""
    parser.add_argument(
        "--workers",
        type=int,
        choices=range(65),
        metavar="N",
        help="number of agent workers; default: HOWDAH_WORKERS, or 2",
    )


def add_log_option(parser: argparse.ArgumentParser) -> None:
    """Add `--log`."""
    parser.add_argument(
        "--log",
        choices=("text", "json"),
        default=os.environ.get("HOWDAH_LOG"),
        help="log format; default: HOWDAH_LOG, or text",
    )


def needs_server() -> AbstractContextManager[None]:
    """Raise `MissingExtra` for a package of the server that the block cannot import."""
    return needs_extra("table", hint=", or play here with --terminal")


def settings_from(chosen: argparse.Namespace) -> Settings:
    """Return the settings of the environment and a command's options."""
    with needs_server():
        from howdah.server.settings import Settings
    names = ("data", "workers", "retention")
    return Settings.load(**{name: getattr(chosen, name) for name in names if name in chosen})


# Running


def run_command(chosen: argparse.Namespace, *, host: str, path: str | None = None) -> None:
    """Serve the tables until stopped, as a command's options say; with a path, open the browser.

    A command with a `--log` option logs requests; others log warnings alone.
    """
    level = INFO if "log" in chosen else WARNING
    with needs_server():
        from howdah.server.observability.logs import configure_logging
    configure_logging(getattr(chosen, "log", None), level=level)
    run_server(settings_from(chosen), host=host, port=chosen.port, path=path)


def run_server(
    settings: Settings, *, host: str, port: int | None = None, path: str | None = None
) -> None:
    """Serve the tables of some settings until stopped; with a path, open it in the browser."""
    raise_file_limit()
    server = make_server(settings, host)
    asyncio.run(_check_store(settings))
    listener = listen(host, port)
    port = listener.getsockname()[1]
    for url in _urls(host, port):
        print(f"Howdah is running at {url}", flush=True)
    print(f"Games are saved in {settings.place}", flush=True)
    print("Press Ctrl-C to stop; all confirmed turns are saved.", flush=True)
    if path is not None:
        threading.Timer(0.1, webbrowser.open, [f"http://{LOOPBACK}:{port}{path}"]).start()
    _tune_process()
    with suppress(KeyboardInterrupt):
        server.run(sockets=[listener])


async def _check_store(settings: Settings) -> None:
    """Open the store once, so that its errors are reported before the port is open."""
    with needs_server():
        from howdah.server.background.tasks import open_tables

        async with open_tables(settings):
            pass


def make_server(settings: Settings, host: str) -> uvicorn.Server:
    """Return a uvicorn server for the application."""
    with needs_server():
        import uvicorn

        from howdah.server.app import create_app
        from howdah.server.connections import (
            KEEP_ALIVE_SECONDS,
            MAX_MESSAGE_BYTES,
            PING_INTERVAL,
            PING_TIMEOUT,
            limited_protocols,
        )
    http, websocket = limited_protocols(settings.limits)
    return uvicorn.Server(
        uvicorn.Config(
            create_app(settings),
            host=host,
            log_config=None,
            log_level="warning",
            access_log=False,
            http=http,
            ws=websocket,
            ws_max_size=MAX_MESSAGE_BYTES,
            ws_ping_interval=PING_INTERVAL,
            ws_ping_timeout=PING_TIMEOUT,
            timeout_keep_alive=KEEP_ALIVE_SECONDS,
            timeout_graceful_shutdown=1,
        )
    )


def listen(host: str, port: int | None) -> socket.socket:
    """Return a listening socket on a port; for None, on the default one or a free one.

    It listens at once: clients that connect before the server is ready wait, and are not refused.
    """
    wanted = [port] if port is not None else [*range(DEFAULT_PORT, DEFAULT_PORT + 20), 0]
    for number in wanted:
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, number))
            listener.listen()
        except (OSError, OverflowError):
            listener.close()
        else:
            return listener
    raise HowdahError(f"port {port} is not available; choose another one with --port.")


def _urls(host: str, port: int) -> list[str]:
    """Return the URL for this machine, and that for its network if the server listens there."""
    found = [f"http://{LOOPBACK if host == ALL_INTERFACES else host}:{port}/"]
    if host == ALL_INTERFACES and (own := _own_address()):
        found.append(f"http://{own}:{port}/ (for others in this network)")
    return found


def _own_address() -> str | None:
    """Return the address of this machine in its network; no packet is sent to find it."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        address: str = probe.getsockname()[0]
        return address
    return None


def _tune_process() -> None:
    """Keep collections and long threads from blocking requests."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
    sys.setswitchinterval(SWITCH_INTERVAL)


def raise_file_limit() -> None:
    """Raise the soft limit of open files, for each socket is one; Windows has no such limit."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
