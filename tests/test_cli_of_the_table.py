"""`howdah play` and `howdah serve`: the table in the browser, started as people start it."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest
from websockets.sync.client import connect

from howdah.cli import run_server
from howdah.cli.main import main


@contextmanager
def run_server_command(command: str, folder: Path, *options: str) -> Iterator[str]:
    """The address of the server that a command starts; it is stopped as with Ctrl-C."""
    call = [sys.executable, "-m", "howdah.cli.main", command, "--port", "0"]
    process = subprocess.Popen(
        [*call, "--data", str(folder), *options],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"BROWSER": "true"},
    )
    assert process.stdout is not None
    try:
        found = re.search(r"open at (http://[\d.]+:\d+)/", process.stdout.readline())
        assert found is not None
        yield found[1]
    finally:
        process.send_signal(signal.SIGINT)
        process.stdout.read()
        assert process.wait(timeout=30) == 0
        process.stdout.close()


@pytest.mark.parametrize(
    ("command", "options"),
    [("play", ["--no-browser"]), ("play", ["bazar"]), ("serve", ["--host", "127.0.0.1"])],
)
def test_a_command_starts_the_server_and_ctrl_c_stops_it(
    command: str, options: list[str], tmp_path: Path
) -> None:
    with run_server_command(command, tmp_path, *options) as url:
        assert "Howdah" in httpx2.get(url).text
    assert (tmp_path / "tables.sqlite3").exists()


def test_a_table_survives_a_restart_of_the_server(tmp_path: Path) -> None:
    body = {"game": "bombay", "seats": [{"name": "Ada"}, {"name": "Bo"}]}
    with run_server_command("serve", tmp_path, "--host", "127.0.0.1") as url:
        table = httpx2.post(f"{url}/api/tables", json=body).json()["id"]
        before = httpx2.get(f"{url}/api/tables/{table}/record").json()
    with run_server_command("play", tmp_path, "--no-browser") as url:
        assert httpx2.get(f"{url}/api/tables/{table}/record").json() == before


def test_a_socket_is_compressed_without_context_between_messages(tmp_path: Path) -> None:
    body = {"game": "bombay", "seats": [{"name": "Ada"}, {"name": "Bo"}]}
    with run_server_command("serve", tmp_path, "--host", "127.0.0.1") as url:
        table = httpx2.post(f"{url}/api/tables", json=body).json()["id"]
        with connect(f"{url.replace('http', 'ws')}/t/{table}/live") as socket:
            assert json.loads(socket.recv())["kind"] == "news"
            socket.send(json.dumps({"ask": "scene", "shape": "wide"}))
            assert json.loads(socket.recv())["kind"] == "scene"
            assert socket.response is not None
            agreed = socket.response.headers["sec-websocket-extensions"]
    assert "server_no_context_takeover" in agreed
    assert "client_no_context_takeover" in agreed


def test_a_port_that_is_taken_is_refused_by_its_number(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        call = ["serve", "--host", "127.0.0.1", "--port", port, "--data", str(tmp_path)]
        assert main(call) == 2
    assert f"port {port} cannot be used" in capsys.readouterr().err


def test_without_its_packages_the_server_names_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert main(["play", "--no-browser", "--data", str(tmp_path)]) == 2
    printed = capsys.readouterr().err
    assert "howdah[table]" in printed
    assert "--terminal" in printed


@pytest.mark.parametrize("option", [["--players", "3"], ["--load", "x.json"], ["--edition", "pl"]])
def test_an_option_of_the_terminal_is_refused_in_the_browser(
    option: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", *option]) == 2
    assert f"{option[0]} is for --terminal" in capsys.readouterr().err


def test_the_addresses_for_others_are_printed() -> None:
    here, *others = run_server._urls(run_server.ALL_INTERFACES, 8400)
    assert here == "http://127.0.0.1:8400/"
    assert all(url.endswith(":8400/ (for others in this network)") for url in others)
