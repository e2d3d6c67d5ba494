"""Tables at which a script has played some turns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import httpx2

from tests.browser.live_server import LiveServer
from tests.browser.page_actions import NAMES, Rules

Choice = Callable[[Sequence[str]], str]


@dataclass(frozen=True)
class ScriptedTable:
    """A table, and the secret links of its seats."""

    path: str
    links: tuple[str, ...]


def play_by_script(
    server: LiveServer,
    choose: Choice,
    turns: int,
    *,
    game: str = "bombay",
    rules: Rules | None = None,
) -> ScriptedTable:
    """Create a table of two and play turns of one action each, until the game is over."""
    with httpx2.Client(base_url=f"{server.url}/api/") as client:
        seats = [{"name": name} for name in NAMES[:2]]
        body = {"game": game, "rules": {**(rules or {})}, "seats": seats}
        created = client.post("tables", json=body).json()
    links = (f"/t/{created['id']}/seat/{seat['token']}" for seat in created["seats"])
    table = ScriptedTable(f"/t/{created['id']}", tuple(links))
    play_on(server, table, choose, turns)
    return table


def play_on(server: LiveServer, table: ScriptedTable, choose: Choice, turns: int) -> None:
    """Play more turns of one action each at a table, until the game is over.

    Those whose links a browser has taken cannot play by script any more.
    """
    tokens = [link.rpartition("/")[2] for link in table.links]
    with httpx2.Client(base_url=server.url) as client:
        for _ in range(turns):
            _play(client, table.path.replace("/t/", "/api/tables/"), tokens, choose)


def _play(client: httpx2.Client, table: str, tokens: Sequence[str], choose: Choice) -> None:
    to_play = client.get(table).json()["to_play"]
    if to_play is None:
        return
    bearer = {"Authorization": f"Bearer {tokens[to_play]}"}
    seen = client.get(table, headers=bearer).json()
    turn = {"version": seen["version"], "actions": [choose(seen["legal"])]}
    assert client.post(f"{table}/turns", json=turn, headers=bearer).is_success
