"""A turn at the server: the CPU time from the request to the screens of two viewers."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from importlib.util import find_spec
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any, Final

from howdah.bench.measure import Effort, Measure, Missing
from howdah.bench.own_games import bench_games
from howdah.core.record import Record
from howdah.games.registry import AnyGame, game_class

NAME: Final = "server.turn"
SERVE: Final = ("-m", "howdah.cli.main", "serve", "--host", "127.0.0.1", "--port", "0", "--data")
TABLES: Final = 8
WARM_UP_TURNS: Final = 80
TURNS_PER_SECOND: Final = 600
"""How many turns are measured for each second of the effort."""


def why_missing() -> list[Missing]:
    """Return why a server cannot be measured here; empty if it can."""
    if not Path("/proc/self/stat").exists():
        return [Missing(NAME, "the CPU time of another process is read on Linux alone")]
    if any(find_spec(package) is None for package in ("uvicorn", "websockets")):
        return [Missing(NAME, "pip install 'howdah[table]'")]
    return []


def server_turn_measure(effort: Effort) -> Measure:
    """Measure a server in a process of its own."""
    with tempfile.TemporaryDirectory() as folder, _start_server(Path(folder)) as server:
        load = TurnLoad(server)
        with ExitStack() as stack:
            load.open(stack)
            load.play(WARM_UP_TURNS)
            turns = max(200, round(effort.turns * effort.seconds * TURNS_PER_SECOND))
            milliseconds = 1000 * load.play(turns) / turns
    note = f"{turns} turns of two pages at a table, by their sockets; SQLite, both games"
    return Measure(NAME, milliseconds, "ms CPU", note)


@dataclass(frozen=True)
class ServerProcess:
    """A server on a port of its own."""

    pid: int
    port: int

    def cpu_seconds(self) -> float:
        """The CPU time of the process so far."""
        # The clock of another process, as `clock_getcpuclockid` of Linux computes it.
        return time.clock_gettime((~self.pid << 3) | 2)


@contextmanager
def _start_server(folder: Path) -> Iterator[ServerProcess]:
    process = subprocess.Popen(
        [sys.executable, *SERVE, str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert process.stdout is not None
        address = re.search(r":(\d+)/", process.stdout.readline())
        if address is None:
            raise RuntimeError("the server did not start")
        yield ServerProcess(process.pid, int(address[1]))
    finally:
        process.terminate()
        process.communicate()


@dataclass
class Viewer:
    """A page of a seat: it asks for what it is not sent."""

    socket: Any
    seat: int
    shown: int = 0
    known: dict[str, Any] = field(default_factory=dict)

    def catch_up(self, length: int) -> None:
        """Receive messages until the page shows so many actions."""
        while self.shown < length:
            message = json.loads(self.socket.recv(timeout=30))
            message = message.get("update", message)
            if message["kind"] == "news":
                self._ask(message["length"])
            elif message["kind"] in ("turn", "frame"):
                self.shown = message["length"]
                self.known |= message["hashes"]

    def commit(self, version: int, actions: list[str]) -> None:
        """Commit a turn, as the page does."""
        turn = {"ask": "commit", "seat": self.seat, "version": version, "actions": actions}
        self.socket.send(json.dumps(turn))

    def _ask(self, at: int) -> None:
        asked = {"ask": "frame", "at": at, "seat": self.seat, "shape": "wide", "past": False}
        self.socket.send(json.dumps({**asked, "known": self.known}))


@dataclass
class BenchTable:
    """A table of two with its pages."""

    path: str
    cookies: list[str]
    game: AnyGame
    viewers: list[Viewer]
    version: int = 0


class TurnLoad:
    """Plays turns at some tables of a server, one after the other."""

    def __init__(self, server: ServerProcess) -> None:
        self._server = server
        self._port = server.port
        self._http = HTTPConnection("127.0.0.1", server.port, timeout=30)
        self._choice = Random(1)
        self._uncounted = 0.0
        """The CPU time of requests that are no turns."""
        self._tables: list[BenchTable] = []

    def open(self, stack: ExitStack) -> None:
        """Create the tables, and open two pages at each."""
        games = cycle(bench_games())
        self._stack = stack
        stack.callback(self._http.close)
        for _, game in zip(range(TABLES), games):
            self._tables.append(self._create(game.name))

    def play(self, turns: int) -> float:
        """Play so many turns; return the seconds of CPU time that they took.

        Each is on both pages before the next one is sent. What else the server is asked for, new
        tables and what it has drawn, is not counted.
        """
        began, self._uncounted = self._server.cpu_seconds(), 0.0
        for number in range(turns):
            index = number % len(self._tables)
            if self._tables[index].game.is_over:
                with self._not_counted():
                    self._tables[index] = self._create(self._tables[index].game.name)
            self._play_turn(self._tables[index])
        return self._server.cpu_seconds() - began - self._uncounted

    @contextmanager
    def _not_counted(self) -> Iterator[None]:
        began = self._server.cpu_seconds()
        yield
        self._uncounted += self._server.cpu_seconds() - began

    def _create(self, game: str) -> BenchTable:
        from websockets.sync.client import connect

        rules = {"starter": "seat 0"} if game_class(game).pregame_class else {}
        seats = [{"name": "Ada"}, {"name": "Bo"}]
        body = {"game": game, "rules": rules, "seats": seats}
        created = self._request("POST", "/api/tables", body)
        path = f"/t/{created['id']}"
        cookies = [f"seats={seat['token']}" for seat in created["seats"]]
        viewers = []
        for seat, cookie in enumerate(cookies):
            address = f"ws://127.0.0.1:{self._port}{path}/live"
            socket = connect(address, additional_headers={"cookie": cookie}, max_size=None)
            viewers.append(Viewer(self._stack.enter_context(socket), seat))
        played = self._record(created["id"])
        table = BenchTable(path, cookies, played, viewers)
        for viewer in viewers:
            viewer.shown = -1
            viewer.catch_up(len(played.actions))
        return table

    def _play_turn(self, table: BenchTable) -> None:
        seat = table.game.to_play
        assert seat is not None
        after, actions = table.game.copy(), list[str]()
        while after.turns_played == table.game.turns_played and not after.is_chance:
            actions.append(str(after.play(self._choice.choice(after.legal_actions()))))
        self._commit(table, seat, actions)
        table.version += 1
        length = len(after.actions) + after.is_chance
        for viewer in table.viewers:
            viewer.catch_up(length)
        if after.is_chance:
            with self._not_counted():
                after = self._record(table.path[3:])
        table.game = after

    def _commit(self, table: BenchTable, seat: int, actions: list[str]) -> None:
        table.viewers[seat].commit(table.version, actions)

    def _record(self, table_id: str) -> AnyGame:
        record = Record.parse(json.dumps(self._request("GET", f"/api/tables/{table_id}/record")))
        return game_class(record.game).resume(record)

    def _request(self, method: str, path: str, body: object = None, **headers: str) -> Any:
        content = None if body is None else json.dumps(body)
        kind = {} if body is None else {"content-type": "application/json"}
        self._http.request(method, path, content, {**kind, **headers})
        answer = self._http.getresponse()
        text = answer.read()
        if answer.status not in (200, 201):
            raise RuntimeError(f"{method} {path}: {answer.status} {text[:200]!r}")
        return json.loads(text)
