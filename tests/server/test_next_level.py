"""After a game against computers one may play on at another of their levels."""

from __future__ import annotations

from typing import Any

import pytest

from howdah.core.record import Record
from howdah.server.tables.service import TableService
from howdah.table.create import new_seat
from tests.golden.files import FOLDER
from tests.server.clients import AppClient, error_of
from tests.stored_games import stored_game


def finished_game(client: AppClient, agent: str, *, is_over: bool = True) -> str:
    """The path of a table where this client has played a game against two computers."""
    lines = (FOLDER / "bombay-records.jsonl").read_text().splitlines()
    record = next(one for one in map(Record.parse, lines) if len(one.seats) == 3)
    seats = [new_seat("Ada"), new_seat("Bo", agent=agent), new_seat("Cy", agent=agent)]
    table = stored_game(record, seats, turns_left=0 if is_over else 1)
    tables: TableService = client.app.state.tables
    client.run(tables.store.add(table))
    client.post(f"/t/{table.id}/seat/{seats[0].token}")
    return f"/t/{table.id}"


def seats_of(client: AppClient, path: str) -> list[tuple[str, str | None]]:
    """Who sits at a table: names and agents."""
    tables: TableService = client.app.state.tables
    table = client.run(tables.get(path.removeprefix("/t/")))
    return [(seat.name, seat.agent) for seat in table.seats]


def next_table(client: AppClient, path: str, level: int) -> Any:
    return client.post(f"{path}/rematch?level={level}")


def test_the_computers_play_at_the_next_level_and_keep_their_names(client: AppClient) -> None:
    path = finished_game(client, "level:2")
    again = next_table(client, path, 3).json()["table"]
    assert seats_of(client, again) == [("Cy", "level:3"), ("Ada", None), ("Bo", "level:3")]
    assert 'data-seats="1"' in client.get(again).text
    rematch = client.post(f"{path}/rematch").json()["table"]
    assert rematch != again, "the rematch is another table, at the same level"
    assert seats_of(client, rematch) == [("Cy", "level:2"), ("Ada", None), ("Bo", "level:2")]


@pytest.mark.parametrize("level", [1, 2, 6])
def test_any_level_may_be_the_next_one(client: AppClient, level: int) -> None:
    path = finished_game(client, "level:3")
    again = next_table(client, path, level).json()["table"]
    computer = f"level:{level}"
    assert seats_of(client, again) == [("Cy", computer), ("Ada", None), ("Bo", computer)]


@pytest.mark.parametrize(
    ("agent", "level"), [("level:2", 0), ("level:2", -1), ("level:6", 7), ("greedy", 1)]
)
def test_a_level_that_does_not_exist_is_refused_and_so_is_one_against_others(
    client: AppClient, agent: str, level: int
) -> None:
    error_of(next_table(client, finished_game(client, agent), level), 422, "invalid-request")


def test_the_next_level_comes_after_the_game_and_for_its_player(client: AppClient) -> None:
    running = finished_game(client, "level:2", is_over=False)
    error_of(next_table(client, running, 3), 409, "not-over")
    path = finished_game(client, "level:2")
    with_no_seat = {"cookie": ""}
    answer = client.post(f"{path}/rematch?level=3", headers=with_no_seat)
    error_of(answer, 403, "not-your-seat")
