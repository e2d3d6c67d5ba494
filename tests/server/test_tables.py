"""The table service, called directly: simultaneous changes and failures."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import pytest

import howdah
from howdah.ai.agents import AGENTS, Entry
from howdah.core.view import View
from howdah.server.background.agent_workers import AgentWorkers
from howdah.server.tables.model import HostedTable
from howdah.server.tables.service import TableService
from howdah.store.jobs import NewJob
from howdah.store.store import Store, StoredChoice, StoredTable, StoredTurn
from howdah.table.create import NewTable, new_seat
from howdah.table.errors import TableError
from tests.server.clients import settings_for


@asynccontextmanager
async def tables_in(folder: Path) -> AsyncIterator[TableService]:
    """The tables that a folder keeps."""
    store = Store(settings_for(folder).store)
    await store.open()
    try:
        yield TableService(store)
    finally:
        await store.close()


@asynccontextmanager
async def running_workers(tables: TableService) -> AsyncIterator[None]:
    """Agents play at the tables meanwhile."""
    working = asyncio.create_task(AgentWorkers(tables, 1).run())
    try:
        yield
    finally:
        working.cancel()
        with suppress(asyncio.CancelledError):
            await working


async def wait_for_version(tables: TableService, table_id: str, version: int) -> HostedTable:
    """The table when it has come to a version."""
    async with asyncio.timeout(20):
        while (table := await tables.get(table_id)).version < version:
            await asyncio.sleep(0.01)
    return table


def two_people(game: str) -> NewTable:
    return NewTable(game, {}, (new_seat("Ada"), new_seat("Bo")))


# Two processes


def bazar_table() -> NewTable:
    """A table at which seat 0 is to play."""
    return NewTable("bazar", {"starter": "seat 0"}, (new_seat("Ada"), new_seat("Bo")))


def first_legal_turn(table: HostedTable) -> list[str]:
    assert table.game is not None
    return [str(table.game.legal_actions()[0])]


async def let_agent_stand_in(tables: TableService, table: HostedTable, seat: int) -> None:
    seats = [*table.seats]
    seats[seat] = replace(seats[seat], stand_in="random")
    await tables.store.set_seats(table.stored, [each.to_json() for each in seats])


def test_who_returns_at_one_process_plays_at_the_other_at_once(tmp_path: Path) -> None:
    async def run() -> int:
        async with tables_in(tmp_path) as here, tables_in(tmp_path) as there:
            table = await here.create(bazar_table())
            await let_agent_stand_in(here, table, 0)
            await there.get(table.id)
            await here.return_to_seats(table.id, [0])
            return (await there.commit(table.id, 0, 0, first_legal_turn(table))).version

    assert asyncio.run(run()) == 1


def test_a_turn_is_still_refused_when_nothing_newer_is_stored(tmp_path: Path) -> None:
    async def run() -> list[str]:
        async with tables_in(tmp_path) as tables:
            table = await tables.create(bazar_table())
            await let_agent_stand_in(tables, table, 0)
            await tables.get(table.id)
            codes = []
            for seat, version in ((0, 0), (1, 0), (0, 7)):
                with pytest.raises(TableError) as refused:
                    await tables.commit(table.id, seat, version, first_legal_turn(table))
                codes.append(refused.value.code)
            return codes

    assert asyncio.run(run()) == ["played-for", "not-your-turn", "stale-version"]


def test_a_turn_that_is_committed_needs_no_query_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with tables_in(tmp_path) as tables:
            table = await tables.create(bazar_table())
            monkeypatch.setattr(tables.store._database, "read", no_query)
            await tables.commit(table.id, 0, 0, first_legal_turn(table))

    asyncio.run(run())


async def no_query(*_: object) -> NoReturn:
    raise AssertionError("a query")


# At one moment


async def closed_at_once(
    folder: Path, *hands: tuple[int, int, str]
) -> tuple[list[str], HostedTable]:
    """What hands closed at one moment are refused with, and the table then."""
    async with tables_in(folder) as tables:
        table = await tables.create(two_people("bazar"))
        asked = [tables.choose(table.id, seat, 0, [kept, call]) for seat, kept, call in hands]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        for answer in answers:
            if isinstance(answer, BaseException) and not isinstance(answer, TableError):
                raise answer
        codes = [answer.code for answer in answers if isinstance(answer, TableError)]
        return codes, await tables.get(table.id)


def test_hands_closed_at_one_moment_open_once(tmp_path: Path) -> None:
    codes, table = asyncio.run(closed_at_once(tmp_path, (0, 1, "even"), (1, 2, "odd")))
    assert codes == []
    assert (table.version, table.to_play, table.waiting_for) == (1, 1, (1,))


def test_two_who_see_a_full_round_commit_it_once(tmp_path: Path) -> None:
    async def settled() -> tuple[HostedTable, HostedTable]:
        async with tables_in(tmp_path) as tables:
            table = await tables.create(two_people("bazar"))
            for hand in (StoredChoice(0, [1, "even"]), StoredChoice(1, [2, "odd"])):
                await tables.store.add_choice(table.id, 0, hand)
            return await asyncio.gather(
                tables.commit_pregame_round(table.id), tables.commit_pregame_round(table.id)
            )

    assert [(table.version, table.to_play) for table in asyncio.run(settled())] == [(1, 1)] * 2


def test_of_two_hands_that_a_seat_closes_at_one_moment_one_counts(tmp_path: Path) -> None:
    codes, table = asyncio.run(closed_at_once(tmp_path, (0, 1, "even"), (0, 2, "odd")))
    assert codes == ["not-your-turn"]
    assert (table.version, table.waiting_for) == (0, (1,))


def test_a_slow_look_at_a_table_does_not_undo_a_newer_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def versions() -> list[int]:
        async with tables_in(tmp_path) as tables:
            table = await tables.create(two_people("bombay"))
            tables._cache.clear()
            monkeypatch.setattr(Store, "find", slow)
            loading = asyncio.create_task(tables.get(table.id))
            await began.wait()
            monkeypatch.setattr(Store, "find", find)
            assert table.to_play is not None
            await tables.commit(table.id, table.to_play, 0, ["end"])
            may_end.set()
            return [(await loading).version, (await tables.get(table.id)).version]

    find, began, may_end = Store.find, asyncio.Event(), asyncio.Event()

    async def slow(store: Store, table_id: str) -> StoredTable | None:
        found = await find(store, table_id)
        began.set()
        await may_end.wait()
        return found

    assert asyncio.run(versions()) == [1, 1]


# Records on a shelf


def unfinished(actions: int) -> str:
    """The record of a game of agents that was broken off."""
    seats = [howdah.Seat("Ada", "random"), howdah.Seat("Bo", "level:9")]
    game = howdah.new("bombay", players=2, names=seats, seed=1)
    while len(game.actions) < actions:
        game.play("end")
    return str(replace(game.record(), actions=game.record().actions[:actions]))


@pytest.mark.parametrize("actions", [0, 1, 4])
def test_nobody_plays_on_where_a_record_lies(tmp_path: Path, actions: int) -> None:
    async def imported() -> HostedTable:
        async with tables_in(tmp_path) as tables:
            table = await tables.import_record(unfinished(actions))
            assert await tables.store.jobs.count_waiting() == 0
            return table

    table = asyncio.run(imported())
    assert table.waiting_for == ()
    assert table.game is not None
    assert str(table.game.record()) == unfinished(actions)
    assert table.length == actions


def test_a_table_knows_when_its_game_is_over(tmp_path: Path) -> None:
    async def played() -> tuple[HostedTable, HostedTable]:
        async with tables_in(tmp_path) as tables:
            seat = new_seat("Ada")
            table = await tables.create(NewTable("bazar", {}, (seat,)))
            while table.game is not None and not table.is_over:
                action = str(table.game.legal_actions()[0])
                table = await tables.commit(table.id, 0, table.version, [action])
            return table, await tables._reload(table.id)

    cached, reloaded = asyncio.run(played())
    assert cached.stored == reloaded.stored
    assert cached.stored.is_over


# Agents that fail


class Failing:
    """An agent that cannot play: it asks for the impossible, or breaks."""

    def __init__(self, failure: str | Exception) -> None:
        self.failure = failure

    def choose(self, _view: View) -> str:
        """What is no action, if anything at all."""
        if isinstance(self.failure, Exception):
            raise self.failure
        return self.failure


@pytest.mark.parametrize(
    "failure",
    ["fly", "restock y", RuntimeError("broken"), ValueError("wrong"), AttributeError("missing")],
)
def test_an_agent_that_fails_is_helped_out_by_chance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failure: str | Exception
) -> None:
    monkeypatch.setitem(
        AGENTS, "failing", Entry(lambda _seed: Failing(failure), "Failing", "Fails")
    )

    async def played() -> HostedTable:
        async with tables_in(tmp_path) as tables:
            seats = (new_seat("Ada"), new_seat("Bo", agent="failing"))
            table = await tables.create(NewTable("bazar", {"starter": "seat 0"}, seats))
            assert table.game is not None
            await tables.commit(table.id, 0, 0, [str(table.game.legal_actions()[0])])
            async with running_workers(tables):
                return await wait_for_version(tables, table.id, 2)

    assert asyncio.run(played()).version == 2


def test_the_failure_of_an_agent_is_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_arguments: object, **_news: object) -> None:
        raise OSError("the disk is full")

    async def played() -> None:
        async with tables_in(tmp_path) as tables:
            monkeypatch.setattr(Store, "add_turn", broken)
            seats = (new_seat("Ada", agent="random"),)
            await tables.create(NewTable("bazar", {}, seats))
            async with running_workers(tables), asyncio.timeout(20):
                while "the disk is full" not in caplog.text:
                    await asyncio.sleep(0.01)

    asyncio.run(played())
    assert "the disk is full" in caplog.text


def test_a_table_that_cannot_be_opened_does_not_keep_agents_from_others(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> str:
        async with tables_in(tmp_path) as tables:
            new = NewTable("bazar", {}, (new_seat("Ada", agent="random"),))
            spoilt, whole = [await tables.create(new) for _ in range(2)]
            turn = StoredTurn(1, 0, ["fly"], [])
            await tables.store.add_turn(spoilt.stored, turn, job=NewJob())
            async with running_workers(tables):
                await wait_for_version(tables, whole.id, 3)
            return spoilt.id

    spoilt = asyncio.run(run())
    assert f"job failed for table {spoilt}" in caplog.text
    assert spoilt in caplog.text


# Playing again


@pytest.mark.parametrize("processes", [1, 2])
def test_a_table_is_played_again_at_one_other_table(tmp_path: Path, processes: int) -> None:
    async def asked_often() -> tuple[str, set[str], set[str]]:
        async with tables_in(tmp_path) as one, tables_in(tmp_path) as other:
            table, new = await one.create(two_people("bombay")), two_people("bombay")
            both = [one, other][:processes]
            asked = [both[n % processes].rematch(table.id, new) for n in range(40)]
            again = {found.id for found in await asyncio.gather(*asked)}
            later = await one.rematch(table.id, new)
            return table.id, {*again, later.id}, {*await one.store.changed_since(0)}

    before, again, all_tables = asyncio.run(asked_often())
    assert len(again) == 1
    assert all_tables == {before, *again}
