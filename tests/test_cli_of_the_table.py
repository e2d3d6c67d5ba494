"""`howdah play` and `howdah serve`: the table in the browser, started as people start it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest
from websockets.sync.client import connect

from howdah.cli import run_server
from howdah.cli.main import main
from howdah.server.background.tasks import open_tables
from howdah.server.settings import Settings
from tests.postgres import Postgres


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
        found = re.search(r"running at (http://[\d.]+:\d+)/", process.stdout.readline())
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
    assert f"port {port} is not available" in capsys.readouterr().err


def damaged(folder: Path) -> None:
    """A database of which all but the header is overwritten."""
    asyncio.run(create_store(folder))
    size = (folder / "tables.sqlite3").stat().st_size
    with (folder / "tables.sqlite3").open("rb+") as file:
        file.seek(100)
        file.write(b"\xa5" * (size - 100))


def no_database(folder: Path) -> None:
    """Another file in the place of the database."""
    (folder / "tables.sqlite3").write_text("Dear diary, today we have played Bombay." * 100)


async def create_store(folder: Path) -> None:
    async with open_tables(Settings(data=folder)):
        pass


@pytest.mark.parametrize("make_file", [damaged, no_database])
@pytest.mark.parametrize(
    "command",
    [
        ["serve", "--port", "0"],
        ["play", "--no-browser", "--port", "0"],
        ["work"],
        ["backup", "BACKUP"],
        ["restore", "BACKUP"],
        ["restore", "--deleted"],
    ],
    ids=" ".join,
)
def test_a_damaged_database_is_refused_with_a_sentence(
    command: list[str],
    make_file: Callable[[Path], None],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "sound").mkdir()
    asyncio.run(create_store(tmp_path / "sound"))
    backup = tmp_path / "backup.sqlite3"
    assert main(["backup", str(backup), "--data", str(tmp_path / "sound")]) == 0
    make_file(tmp_path)
    words = [word.replace("BACKUP", str(backup)) for word in command]
    assert main([*words, "--data", str(tmp_path)]) == 2
    printed = capsys.readouterr().err
    assert printed.startswith(f"howdah {command[0]}: the database is damaged: ")
    assert printed.endswith("; restore a backup.\n")
    assert printed.count("\n") == 1


@pytest.mark.parametrize("command", [["serve", "--port", "0"], ["backup", "BACKUP"]])
@pytest.mark.parametrize("wrong", ["/nowhere", "nobody:secret@"])
def test_a_database_that_refuses_us_is_named_without_its_password(
    command: list[str],
    wrong: str,
    tmp_path: Path,
    postgres: Postgres,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    pattern = "/[^/]+$" if wrong.startswith("/") else "(?<=//)[^@]*@"
    monkeypatch.setenv("HOWDAH_DATABASE", re.sub(pattern, wrong, postgres.new_database()))
    words = [word.replace("BACKUP", str(tmp_path / "backup.sqlite3")) for word in command]
    assert main(words) == 2
    printed = capsys.readouterr().err
    assert printed.startswith(f"howdah {command[0]}: the database cannot be used: ")
    assert printed.endswith(" does not exist\n")
    assert "secret" not in printed


@pytest.mark.parametrize("words", [["restore"], ["restore", "backup", "--deleted"]])
def test_a_restore_is_of_a_backup_or_of_deleted_tables(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, "--data", str(tmp_path)]) == 2
    assert "name a backup file, or use --deleted" in capsys.readouterr().err


def test_without_its_packages_the_server_names_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert main(["play", "--no-browser", "--data", str(tmp_path)]) == 2
    printed = capsys.readouterr().err
    assert "howdah[table]" in printed
    assert "--terminal" in printed


@pytest.mark.parametrize(
    "option", [["--players", "3"], ["--load", "x.json"], ["--edition", "pl"], ["--language", "pl"]]
)
def test_an_option_of_the_terminal_is_refused_in_the_browser(
    option: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", *option]) == 2
    assert f"{option[0]} needs --terminal" in capsys.readouterr().err


def test_the_addresses_for_others_are_printed() -> None:
    here, *others = run_server._urls(run_server.ALL_INTERFACES, 8400)
    assert here == "http://127.0.0.1:8400/"
    assert all(url.endswith(":8400/ (for others in this network)") for url in others)
