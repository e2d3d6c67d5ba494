"""Tables that are played by a script until people sit down at them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import httpx2

from tests.browser.hands import NAMES, Rules
from tests.browser.house import House

Choice = Callable[[Sequence[str]], str]


@dataclass(frozen=True)
class Scripted:
    """A table, and the secret links of its seats."""

    path: str
    links: tuple[str, ...]


def scripted(
    house: House, choose: Choice, turns: int, *, game: str = "bombay", rules: Rules | None = None
) -> Scripted:
    """A table of two at which turns of one action each have been played, until it was over."""
    with httpx2.Client(base_url=f"{house.url}/api/") as client:
        seats = [{"name": name} for name in NAMES[:2]]
        order = {"game": game, "rules": {**(rules or {})}, "seats": seats}
        created = client.post("tables", json=order).json()
        tokens = [seat["token"] for seat in created["seats"]]
        for version in range(turns):
            _play(client, f"tables/{created['id']}", tokens, version, choose)
    links = tuple(f"/t/{created['id']}/seat/{token}" for token in tokens)
    return Scripted(f"/t/{created['id']}", links)


def _play(
    client: httpx2.Client, table: str, tokens: Sequence[str], version: int, choose: Choice
) -> None:
    to_play = client.get(table).json()["to_play"]
    if to_play is None:
        return
    bearer = {"Authorization": f"Bearer {tokens[to_play]}"}
    legal = client.get(table, headers=bearer).json()["legal"]
    turn = {"version": version, "actions": [choose(legal)]}
    assert client.post(f"{table}/turns", json=turn, headers=bearer).is_success
