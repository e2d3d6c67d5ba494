"""Take-backs by HTTP: a game goes on from an earlier turn, at one other table."""

from __future__ import annotations

import asyncio
import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from httpx2 import AsyncClient, Response

import howdah
from howdah.core.record import Record
from howdah.core.shared_seed import hash_of
from howdah.provable_draws import check_draws
from howdah.server.tables.service import TableService
from howdah.server.tables.take_back import take_back
from howdah.table.create import NewTable, new_seat
from howdah.table.errors import TableError
from tests.server.clients import (
    AppClient,
    TableClient,
    bearer,
    create_table,
    error_of,
    new_browser,
    play_a_turn,
    play_medals,
    play_on,
    wait_until,
    waits_for_a_person,
)
from tests.server.test_tables import first_legal_turn, tables_in

SMALL = {"board": "hexagon-19"}
QUICK = {**SMALL, "starter": "seat 0"}


class Browser:
    """A browser that plays the seat of a person."""

    def __init__(self, table: TableClient, seat: int | None = 0) -> None:
        assert isinstance(table.client, AppClient)
        self.client, self.cookies = table.client, new_browser(table.client.app)
        if seat is not None:
            self.post(f"/t/{table.id}/seat/{table.tokens[seat]}", None)

    def post(self, path: str, body: Any) -> Response:
        return self.client.post(path, json=body, browser=self.cookies)

    def get(self, path: str) -> str:
        return self.client.get(path, browser=self.cookies).text

    def take_back(self, table: TableClient, at: int) -> Response:
        return self.post(f"/t/{table.id}/take-back", {"at": at})

    def seats(self, table: TableClient) -> str:
        """The seats that the page of a table may play."""
        _, _, rest = self.get(f"/t/{table.id}").partition('data-seats="')
        return rest.partition('"')[0]


def fork_of(table: TableClient, answer: Response) -> TableClient:
    """The table that an answer leads to; its tokens are the same."""
    assert answer.status_code == 200, answer.text
    return replace(table, id=answer.json()["table"].removeprefix("/t/"))


def taken_back(table: TableClient, at: int, seat: int = 0) -> TableClient:
    return fork_of(table, Browser(table, seat).take_back(table, at))


def solo(client: AppClient, turns: int = 5) -> TableClient:
    """A solo game after some turns."""
    table = create_table(client, "bazar", "Ada", rules=SMALL)
    play_on(table, random.Random(3), turns)
    return table


def against_computers(client: AppClient, turns: int = 4) -> TableClient:
    """A game of Bombay against two computers, after some turns of the person."""
    table = create_table(client, "bombay", None, "Ada", None)
    play_own_turns(table, random.Random(3), turns)
    return table


def play_own_turns(table: TableClient, choice: random.Random, turns: int) -> None:
    for _ in range(turns):
        wait_until(table.client, lambda: waits_for_a_person(table))
        play_a_turn(table, choice, next(seat for seat, token in enumerate(table.tokens) if token))
    wait_until(table.client, lambda: waits_for_a_person(table))


def stored_turns(table: TableClient) -> Any:
    """The turns of a table, as the store has them."""
    assert isinstance(table.client, AppClient)
    tables: TableService = table.client.app.state.tables
    return table.client.run(tables.get(table.id)).stored.turns


# A fork


def test_a_game_goes_on_from_an_earlier_turn(client: AppClient) -> None:
    table = solo(client)
    actions, browser = table.record()["actions"], Browser(table)
    answer = browser.take_back(table, 2)
    assert answer.json() == {
        "table": f"/t/{fork_of(table, answer).id}",
        "version": 2,
        "before": [],
        "after": actions[2:3],
    }
    fork = fork_of(table, answer)
    assert fork.record()["actions"] == actions[:2]
    assert fork.state()["version"] == 2
    assert browser.seats(fork) == "0"
    other = next(action for action in fork.state(0)["legal"] if action != actions[2])
    body = {"version": 2, "actions": [other]}
    assert browser.post(f"/t/{fork.id}/turns", body).json() == {"version": 3}
    assert fork.record()["actions"] == [*actions[:2], other]
    assert table.record()["actions"] == actions, "the log is append-only"


def test_the_computers_and_the_draws_answer_the_same_turns_in_the_same_way(
    client: AppClient,
) -> None:
    table = create_table(client, "bombay", None, "Ada", None)
    play_on(table, random.Random(3))
    record = table.record()
    own = [turn for turn in stored_turns(table) if turn.seat == 1]
    fork = taken_back(table, 0, seat=1)
    for turn in own:
        wait_until(client, lambda: waits_for_a_person(fork))
        assert fork.turn(1, turn.version - 1, turn.actions).status_code == 200
    wait_until(client, fork.is_over)
    again = fork.record()
    assert (again["actions"], again["result"]) == (record["actions"], record["result"])


@pytest.mark.parametrize("at", [0, 1, 5, 9])
def test_a_position_belongs_to_the_own_turn_that_it_is_in_or_to_the_next_one(
    client: AppClient, at: int
) -> None:
    table = against_computers(client)
    actions, turns = table.record()["actions"], stored_turns(table)
    own = next(turn for turn in turns if turn.seat == 1 and end_of(turns, turn) > at)
    answer = Browser(table, 1).take_back(table, at).json()
    start = end_of(turns, own) - len(own.actions)
    assert answer["version"] == own.version - 1
    assert answer["before"] + answer["after"] == own.actions
    assert answer["before"] == actions[start:at]


def end_of(turns: Any, turn: Any) -> int:
    """How many actions a game of Bombay had after a turn, before what was drawn."""
    before = [each for each in turns if each.version < turn.version]
    return 1 + sum(len(each.actions) + len(each.drawn) for each in before) + len(turn.actions)


def test_who_decided_the_first_player_by_medals_still_did(client: AppClient) -> None:
    table = create_table(client, "bazar", "Ada", None, rules=SMALL)
    play_medals(table, random.Random(7))
    play_own_turns(table, random.Random(7), 2)
    fork = taken_back(table, 0)
    assert fork.record()["start"] == table.record()["start"]
    play_on(fork, random.Random(8))
    howdah.from_record(Record.parse(json.dumps(fork.record())))


def test_after_the_end_one_may_try_again_as_often_as_one_likes(client: AppClient) -> None:
    table = create_table(client, "bazar", "Ada", rules=SMALL)
    play_on(table, random.Random(3))
    result, browser = table.record()["result"], Browser(table)
    first = fork_of(table, browser.take_back(table, 4))
    assert fork_of(table, browser.take_back(table, 4)) == first, "a second click"
    other = fork_of(table, browser.take_back(table, 3))
    play_on(first, random.Random(4))
    again = fork_of(table, browser.take_back(table, 4))
    assert len({table.id, first.id, other.id, again.id}) == 4
    assert again.version == 4, "nothing was played there yet"
    assert table.record()["result"] == result
    assert table.state()["continued_at"] is None


# Who may


def test_only_the_person_who_plays_may_take_back(client: AppClient) -> None:
    table = solo(client)
    error_of(Browser(table, None).take_back(table, 0), 403, "not-your-seat")
    assert table.state()["continued_at"] is None


def test_nobody_takes_back_what_others_have_played(client: AppClient) -> None:
    table = create_table(client, "bazar", "Ada", "Bo", rules=QUICK)
    play_on(table, random.Random(3), 4)
    error_of(Browser(table).take_back(table, 0), 403, "no-take-backs")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"at": 5}, "no-turn"),
        ({"at": 10**30}, "no-turn"),
        ({"at": -1}, "invalid-request"),
        ({"at": "0"}, "invalid-request"),
        ({}, "invalid-request"),
        ({"at": 0, "version": 0}, "invalid-request"),
    ],
)
def test_what_makes_no_sense_is_refused(client: AppClient, body: Any, code: str) -> None:
    table = solo(client)
    error_of(Browser(table).post(f"/t/{table.id}/take-back", body), 422, code)
    assert table.state()["continued_at"] is None


def test_before_the_first_own_turn_there_is_nothing_to_take_back(client: AppClient) -> None:
    table = create_table(client, "bazar", "Ada", None)
    error_of(Browser(table).take_back(table, 0), 422, "no-turn")


def test_nobody_takes_back_in_a_record(client: AppClient) -> None:
    record = json.dumps(solo(client).record()).encode()
    answer = client.post("/records", files={"record": ("game.json", record)})
    path = answer.url.path
    error_of(client.post(f"{path}/take-back", json={"at": 0}), 403, "not-your-seat")
    assert 'data-take-back=""' in answer.text


def test_the_page_knows_how_turns_are_taken_back(client: AppClient) -> None:
    alone, table = solo(client), against_computers(client, 2)
    browser, other = Browser(alone), Browser(table, 1)
    assert 'data-take-back="solo"' in browser.get(f"/t/{alone.id}")
    assert 'data-take-back="computers"' in other.get(f"/t/{table.id}")
    assert 'data-take-back=""' in browser.get(f"/t/{table.id}")
    fork = fork_of(alone, browser.take_back(alone, 2))
    assert f'data-forked-from="{alone.id}"' in browser.get(f"/t/{fork.id}")
    assert 'data-take-back=""' in browser.get(f"/t/{alone.id}")


# Once


def test_many_clicks_create_one_table(client: AppClient) -> None:
    table = solo(client)
    browser, tables = Browser(table), client.app.state.tables
    before = len(client.run(tables.store.changed_since(0)))

    async def race() -> set[str]:
        path = f"/t/{table.id}/take-back"
        posts = [browser.cookies.post(path, json={"at": 2}) for _ in range(40)]
        return {answer.json()["table"] for answer in await asyncio.gather(*posts)}

    (fork,) = client.run(race())
    assert len(client.run(tables.store.changed_since(0))) == before + 1
    assert browser.take_back(table, 2).json()["table"] == fork


@pytest.mark.parametrize("processes", [1, 2])
def test_clicks_at_several_processes_create_one_table(tmp_path: Path, processes: int) -> None:
    async def asked_often() -> tuple[set[str], set[str]]:
        async with tables_in(tmp_path) as one, tables_in(tmp_path) as other:
            table_id = await create_solo(one)
            both = [one, other][:processes]
            asked = [take_back(both[n % processes], table_id, (0,), 1) for n in range(40)]
            forks = {found.id for found, _ in await asyncio.gather(*asked)}
            return {table_id, *forks}, {*await one.store.changed_since(0)}

    played, all_tables = asyncio.run(asked_often())
    assert len(played) == 2
    assert all_tables == played


async def create_solo(tables: TableService) -> str:
    """Create a solo game with three turns; return its id."""
    table = await tables.create(NewTable("bazar", SMALL, (new_seat("Ada"),)))
    for version in range(3):
        table = await tables.commit(table.id, 0, version, first_legal_turn(table))
    return table.id


def test_of_two_different_take_backs_at_once_one_counts(client: AppClient) -> None:
    table = solo(client)
    browser = Browser(table)
    fork = fork_of(table, browser.take_back(table, 2))
    error = error_of(browser.take_back(table, 3), 409, "continued")
    assert error["continued_at"] == fork.id


def test_who_lost_the_answer_gets_the_seat_all_the_same(client: AppClient) -> None:
    table = solo(client)
    lost = Browser(table)
    token = lost.cookies.cookies.get("seat-0")
    assert token is not None
    alone = AsyncClient(
        transport=lost.cookies._transport, base_url="http://testserver", cookies={"seat-0": token}
    )
    fork = fork_of(table, client.post(f"/t/{table.id}/take-back", json={"at": 2}, browser=alone))
    assert lost.seats(fork) == "", "the cookie never came"
    answer = lost.post(f"/t/{table.id}/continuation", None)
    assert fork_of(table, answer) == fork
    assert lost.seats(fork) == "0"


def test_an_old_table_leads_to_the_newest_one(client: AppClient) -> None:
    table = solo(client)
    browser, tables = Browser(table), [table]
    error_of(browser.post(f"/t/{table.id}/continuation", None), 409, "not-continued")
    for at in (4, 3, 2):
        tables.append(fork_of(table, browser.take_back(tables[-1], at)))
    for old in tables[:-1]:
        assert fork_of(table, browser.post(f"/t/{old.id}/continuation", None)) == tables[-1]
    watcher = Browser(table, None)
    answer = watcher.post(f"/t/{table.id}/continuation", None)
    assert fork_of(table, answer) == tables[-1]
    assert "set-cookie" not in answer.headers


# The table that was taken back


def test_nothing_happens_at_a_table_any_more_when_its_game_goes_on_elsewhere(
    client: AppClient,
) -> None:
    table = solo(client)
    legal = table.state(0)["legal"]
    fork = taken_back(table, 2)
    error = error_of(table.turn(0, 5, legal[:1]), 409, "continued")
    assert error["continued_at"] == fork.id
    state = table.state(0)
    assert (state["legal"], state["view"]["legal_actions"]) == ([], [])
    assert state["continued_at"] == fork.id


def test_a_computer_that_thinks_during_a_take_back_plays_in_vain(client: AppClient) -> None:
    tables: TableService = client.app.state.tables
    table = create_table(client, "bombay", "Ada", None, rules={"set_up": "first-game"})
    play_a_turn(table, random.Random(3))

    async def think_too_long() -> str:
        before = await tables.get(table.id)  # the agent has read the table, and thinks
        version = next(turn.version for turn in before.stored.turns if turn.seat == 0) - 1
        await take_back(tables, table.id, (0,), version)
        with pytest.raises(TableError) as refused:
            await tables.commit(table.id, 1, 1, ["end"], agent="random")
        return refused.value.code

    assert client.run(think_too_long()) == "continued"
    assert len(stored_turns(table)) <= 2


# Fair draws


def test_the_seed_stays_secret_until_the_game_is_over_and_is_proved_then(
    client: AppClient,
) -> None:
    table = create_table(client, "bombay", "Ada", None, seed_sharing=True)
    number = "ab" * 32
    for step, body in (("promise", {"promise": hash_of(number)}), ("number", {"number": number})):
        path = f"{table.path}/seed/{step}"
        assert client.post(path, json=body, headers=bearer(table.tokens[0])).status_code == 200
    play_own_turns(table, random.Random(3), 3)
    fork = taken_back(table, 1)
    commitment = table.state()["commitment"]
    for each in (table, fork):
        state, fair = each.state(), each.record()["meta"]["fair"]
        assert (state["commitment"], state["seed"]) == (commitment, None)
        assert (fair["table"], "secret" in fair) == (table.id, False)
    assert client.get(f"{fork.path}/seed").json()["table"] == table.id
    play_on(fork, random.Random(4))
    record = Record.parse(json.dumps(fork.record()))
    check_draws(record)
    assert fork.state()["seed"] is not None
    assert table.state()["seed"] is None, "a game without an end reveals nothing"
    assert "secret" not in table.record()["meta"]["fair"]


def test_the_panel_says_where_the_seed_comes_from(client: AppClient) -> None:
    table = against_computers(client, 3)
    fork = taken_back(table, 1, seat=1)
    old, new = (client.get(f"/t/{each.id}/fair").text for each in (table, fork))
    assert "which is shown there when the game is over." in old
    assert "with the same seed" in new
    assert "can know draws in advance" in new
    assert "already shown" not in new
    play_on(fork, random.Random(4))
    again = taken_back(fork, 1, seat=1)
    assert "already shown when the earlier game was over" in client.get(f"/t/{again.id}/fair").text


# The mark


def test_a_game_against_computers_says_how_often_it_was_taken_back(client: AppClient) -> None:
    table = against_computers(client)
    browser = Browser(table, 1)
    assert "take_backs" not in table.record()["meta"]
    first = fork_of(table, browser.take_back(table, 6))
    play_own_turns(first, random.Random(4), 1)
    second = fork_of(table, browser.take_back(first, 0))
    assert [each.record()["meta"].get("take_backs") for each in (table, first, second)] == [
        None,
        1,
        2,
    ]


def test_another_try_of_a_game_that_was_over_counts_those_before(client: AppClient) -> None:
    table = create_table(client, "bazar", "Ada", None, rules=QUICK)
    play_on(table, random.Random(3))
    browser = Browser(table)
    first = fork_of(table, browser.take_back(table, 2))
    play_own_turns(first, random.Random(4), 1)
    second = fork_of(table, browser.take_back(table, 2))
    assert second != first
    assert second.record()["meta"]["take_backs"] == 2


def test_a_solo_result_counts_however_often_one_went_back(client: AppClient) -> None:
    fork = taken_back(solo(client), 2)
    play_on(fork, random.Random(5))
    assert fork.record()["result"] is not None
    assert "take_backs" not in fork.record()["meta"]
