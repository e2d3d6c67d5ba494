"""Turns that another process announces are played on the cached table, if they follow upon it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from howdah.server.tables.model import HostedTable
from howdah.server.tables.service import TableService
from howdah.store.models import TurnChange
from howdah.table.create import NewTable, new_seat
from tests.server.test_tables import tables_in


async def create(tables: TableService, game: str) -> HostedTable:
    rules = {"starter": "seat 0"} if game == "bazar" else {}
    return await tables.create(NewTable(game, rules, (new_seat("Ada"), new_seat("Bo"))))


async def play_turn(tables: TableService, table: HostedTable, choice: Random) -> HostedTable:
    """Play a random turn."""
    assert table.game is not None
    assert table.to_play is not None
    draft, actions = table.game.copy(), list[str]()
    draft.dealer = None
    while draft.turns_played == table.game.turns_played and not draft.is_chance:
        actions.append(str(draft.play(choice.choice(draft.legal_actions()))))
    return await tables.commit(table.id, table.to_play, table.version, actions)


def change_of(table: HostedTable) -> TurnChange:
    """The change that the last turn of a table was."""
    stored = table.stored
    values = {"is_over": True} if stored.is_over else {}
    return TurnChange(stored.turns[-1], stored.moved, stored.changes, values)


def forbid_reading(tables: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_arguments: object) -> None:
        raise AssertionError("the table was read again")

    monkeypatch.setattr(tables.store, "find", fail)


@pytest.mark.parametrize("game", ["bombay", "bazar"])
def test_a_game_can_be_followed_without_reading_it_again(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with tables_in(tmp_path) as one, tables_in(tmp_path) as other:
            table, choice = await create(one, game), Random(1)
            await other.get(table.id)
            forbid_reading(other, monkeypatch)
            while not table.is_over:
                waiting = other.notifier.next_change(table.id)
                table = await play_turn(one, table, choice)
                await other.refresh_if_watched(table.id, turns=[change_of(table)])
                assert waiting.is_set()
                followed = other._cache[table.id]
                assert followed.stored == table.stored
                assert followed.game is not None
                assert table.game is not None
                assert followed.game.record() == table.game.record()
                assert followed.waiting_for == table.waiting_for

    asyncio.run(run())


def test_several_turns_are_played_and_known_ones_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with tables_in(tmp_path) as one, tables_in(tmp_path) as other:
            table, choice, changes = await create(one, "bombay"), Random(1), list[TurnChange]()
            await other.get(table.id)
            forbid_reading(other, monkeypatch)
            for _ in range(4):
                table = await play_turn(one, table, choice)
                changes.append(change_of(table))
            for announced in (changes[:2], changes[1:], changes[:1]):
                _waiting = other.notifier.next_change(table.id)
                await other.refresh_if_watched(table.id, turns=announced)
            assert (await other.get_cached(table.id)).stored == table.stored

    asyncio.run(run())


@pytest.mark.parametrize(
    "change",
    [
        lambda it: replace(it, changes=it.changes + 1),
        lambda it: replace(it, turn=replace(it.turn, drawn=["restock yyyyyyyyy"])),
        lambda it: replace(it, turn=replace(it.turn, actions=["buy"])),
        lambda it: replace(it, turn=replace(it.turn, seat=1 - it.turn.seat)),
        lambda it: replace(it, turn=replace(it.turn, seat=None)),
        lambda it: replace(it, turn=replace(it.turn, agent="level:2")),
    ],
    ids=["another change before", "another draw", "illegal", "another seat", "round", "agent"],
)
def test_a_table_is_read_again_if_a_turn_does_not_follow(
    change: Callable[[TurnChange], TurnChange], tmp_path: Path
) -> None:
    async def run() -> None:
        async with tables_in(tmp_path) as one, tables_in(tmp_path) as other:
            table = await create(one, "bombay")
            await other.get(table.id)
            waiting = other.notifier.next_change(table.id)
            table = await play_turn(one, table, Random(1))
            await other.refresh_if_watched(table.id, turns=[change(change_of(table))])
            assert waiting.is_set()
            assert other._cache[table.id].stored == table.stored

    asyncio.run(run())


def test_a_table_that_nobody_watches_is_dropped(tmp_path: Path) -> None:
    async def run() -> None:
        async with tables_in(tmp_path) as one, tables_in(tmp_path) as other:
            table = await create(one, "bombay")
            await other.get(table.id)
            table = await play_turn(one, table, Random(1))
            await other.refresh_if_watched(table.id, turns=[change_of(table)])
            assert table.id not in other._cache

    asyncio.run(run())
