"""What `howdah play` and `howdah serve` share: the table in the browser, served from here."""

from __future__ import annotations

import argparse
import asyncio
import os
import socket
import threading
import webbrowser
from contextlib import AbstractContextManager, suppress
from logging import INFO, WARNING
from pathlib import Path
from typing import TYPE_CHECKING, Final

from howdah.cli.process import get_ready_for_many
from howdah.core.errors import HowdahError
from howdah.core.extras import needs_extra

if TYPE_CHECKING:
    import uvicorn

    from howdah.server.settings import Settings

USUAL_PORT: Final = 8400
LOOPBACK: Final = "127.0.0.1"
EVERYWHERE: Final = "0.0.0.0"


def add_hosting(parser: argparse.ArgumentParser) -> None:
    """The arguments that say where the table is served and kept."""
    parser.add_argument(
        "--port", type=int, metavar="N", help=f"default {USUAL_PORT}, or a free one near it"
    )
    add_data(parser)


def add_data(parser: argparse.ArgumentParser) -> None:
    """The argument that says where tables are kept."""
    parser.add_argument(
        "--data",
        type=Path,
        metavar="DIR",
        help="the folder that keeps the tables; default: HOWDAH_DATABASE, or among your own data",
    )


def add_workers(parser: argparse.ArgumentParser) -> None:
    """The argument that says how many agents think at the same time."""
    parser.add_argument(
        "--workers",
        type=int,
        choices=range(65),
        metavar="N",
        help="how many agents may think at the same time; default 2, or HOWDAH_WORKERS",
    )


def add_log(parser: argparse.ArgumentParser) -> None:
    """The argument that says how the log is written."""
    parser.add_argument(
        "--log",
        choices=("text", "json"),
        default=os.environ.get("HOWDAH_LOG"),
        help="how requests and faults are written down; default text, or HOWDAH_LOG",
    )


def needs_server() -> AbstractContextManager[None]:
    """Raise `MissingExtra` for a package of the server that the block cannot import."""
    return needs_extra("table", hint=", or play here with --terminal")


def chosen_settings(chosen: argparse.Namespace) -> Settings:
    """The settings that the environment and the arguments of a command choose."""
    with needs_server():
        from howdah.server.settings import Settings
    names = ("data", "workers", "retention")
    options = {name: getattr(chosen, name) for name in names if name in chosen}
    return Settings.chosen(os.environ, **options)


def host(chosen: argparse.Namespace, *, address: str, path: str | None = None) -> None:
    """Serve the table until someone stops it; with a path, open it in the browser."""
    settings = chosen_settings(chosen)
    server = _server(chosen, settings, address)
    asyncio.run(_make_ready(settings))
    listener = _listener(address, chosen.port)
    port = listener.getsockname()[1]
    for url in _urls(address, port):
        print(f"The table is laid at {url}", flush=True)
    print(f"Tables are kept in {settings.place}", flush=True)
    print("Stop it with Ctrl-C; every committed turn is kept.", flush=True)
    if path is not None:
        threading.Timer(0.1, webbrowser.open, [f"http://{LOOPBACK}:{port}{path}"]).start()
    get_ready_for_many()
    with suppress(KeyboardInterrupt):
        server.run(sockets=[listener])


async def _make_ready(settings: Settings) -> None:
    """Open the tables once: what is wrong with them is told before anyone comes."""
    with needs_server():
        from howdah.server.background.tasks import open_tables

        async with open_tables(settings):
            pass


def _server(chosen: argparse.Namespace, settings: Settings, address: str) -> uvicorn.Server:
    with needs_server():
        import uvicorn

        from howdah.server.app import create_app
        from howdah.server.observability.logs import configure_logging
        from howdah.server.routes.websocket import LONGEST_MESSAGE
        from howdah.server.websocket_protocol import LowMemoryWebSocketProtocol
    is_hosted = "log" in chosen
    configure_logging(getattr(chosen, "log", None), level=INFO if is_hosted else WARNING)
    return uvicorn.Server(
        uvicorn.Config(
            create_app(settings),
            host=address,
            log_config=None,
            log_level="warning",
            access_log=False,
            ws=LowMemoryWebSocketProtocol,
            ws_max_size=LONGEST_MESSAGE,
            timeout_graceful_shutdown=1,
        )
    )


def _listener(address: str, port: int | None) -> socket.socket:
    """A socket on the port that was asked for; otherwise on the usual one or a free one.

    It listens at once: whoever comes before the server is ready waits, and is not turned away.
    """
    wanted = [port] if port is not None else [*range(USUAL_PORT, USUAL_PORT + 20), 0]
    for number in wanted:
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((address, number))
            listener.listen()
        except (OSError, OverflowError):
            listener.close()
        else:
            return listener
    raise HowdahError(f"port {port} cannot be used; choose another one.")


def _urls(address: str, port: int) -> list[str]:
    """Where people find the table: here, and from elsewhere if it is open to others."""
    found = [f"http://{LOOPBACK if address == EVERYWHERE else address}:{port}/"]
    if address == EVERYWHERE and (outside := _own_address()):
        found.append(f"http://{outside}:{port}/ (for others in this network)")
    return found


def _own_address() -> str | None:
    """The address of this machine in its network; nothing is sent to find it out."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        address: str = probe.getsockname()[0]
        return address
    return None
