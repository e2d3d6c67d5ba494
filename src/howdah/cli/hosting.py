"""What `howdah play` and `howdah serve` share: the table in the browser, served from here."""

from __future__ import annotations

import argparse
import os
import socket
import threading
import webbrowser
from contextlib import suppress
from logging import INFO, WARNING
from pathlib import Path
from typing import TYPE_CHECKING, Final

from howdah.core.errors import HowdahError

if TYPE_CHECKING:
    import uvicorn

USUAL_PORT: Final = 8400
LOOPBACK: Final = "127.0.0.1"
EVERYWHERE: Final = "0.0.0.0"


class NotInstalled(HowdahError):
    """The table in the browser needs packages that are not there."""


def add_hosting(parser: argparse.ArgumentParser) -> None:
    """The arguments that say where the table is served and kept."""
    parser.add_argument(
        "--port", type=int, metavar="N", help=f"default {USUAL_PORT}, or a free one near it"
    )
    parser.add_argument("--data", type=Path, metavar="DIR", help="the folder that keeps the tables")


def host(chosen: argparse.Namespace, *, address: str, path: str | None = None) -> None:
    """Serve the table until someone stops it; with a path, open it in the browser."""
    server = _server(chosen, address)
    listener = _listener(address, chosen.port)
    port = listener.getsockname()[1]
    for url in _urls(address, port):
        print(f"The table is laid at {url}", flush=True)
    print("Stop it with Ctrl-C; every committed turn is kept.", flush=True)
    if path is not None:
        threading.Timer(0.1, webbrowser.open, [f"http://{LOOPBACK}:{port}{path}"]).start()
    with suppress(KeyboardInterrupt):
        server.run(sockets=[listener])


def _server(chosen: argparse.Namespace, address: str) -> uvicorn.Server:
    try:
        import uvicorn

        from howdah.server.app import create_app
        from howdah.server.lines import LONGEST_MESSAGE
        from howdah.server.logs import keep_a_journal
        from howdah.server.settings import Settings
        from howdah.server.sockets import LightSocket
    except ModuleNotFoundError as error:
        raise NotInstalled(
            f"the table in the browser needs {error.name}, which is not installed: "
            "pip install 'howdah[table]', or play here with --terminal"
        ) from error
    is_hosted = "log" in chosen
    keep_a_journal(getattr(chosen, "log", None), level=INFO if is_hosted else WARNING)
    settings = Settings.chosen(os.environ, data=chosen.data)
    return uvicorn.Server(
        uvicorn.Config(
            create_app(settings),
            host=address,
            log_config=None,
            log_level="warning",
            access_log=False,
            ws=LightSocket,
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
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
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
