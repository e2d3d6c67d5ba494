"""Take-backs at stored tables: the turns before one that is taken back, at another table."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import NamedTuple

from howdah.server.tables.model import HostedTable
from howdah.server.tables.service import TRIES, TableService
from howdah.store.models import StoredTable
from howdah.table.create import new_table_id
from howdah.table.errors import TableError, goes_on_elsewhere, moved_on
from howdah.table.model import Fork, TableSeat
from howdah.table.take_back import no_such_turn, seat_to_take_back


class OwnTurn(NamedTuple):
    """A turn that its player takes back."""

    version: int
    """How many turns and pre-game rounds came before it."""
    before: list[str]
    """Its actions up to the position that the player looks at."""
    after: list[str]
    """Its other actions."""


async def take_back(
    tables: TableService, table_id: str, seats: Collection[int], at: int
) -> tuple[HostedTable, OwnTurn]:
    """Go back to the own turn that a position is in, or else the next one, and play on from there.

    Return the table at which the game goes on, and the turn. Requests at the same moment, or after
    a lost response, get the same table.
    """
    for _ in range(TRIES):
        table = await tables.get(table_id)
        turn = find_own_turn(table.stored, seat_to_take_back(table, seats), at)
        fork = await _existing_fork(tables, table, turn.version)
        if fork is not None:
            return fork, turn
        last = await last_continuation(tables, table_id)
        count = 0 if last.fork is None else last.fork.take_backs
        await tables.fork(table, store_fork(table, turn.version, count + 1))
    raise moved_on()


async def last_continuation(tables: TableService, table_id: str) -> HostedTable:
    """The table at which a game goes on after all its take-backs; it may be this one."""
    return await tables.get(await tables.store.last_continuation(table_id))


async def _existing_fork(
    tables: TableService, table: HostedTable, version: int
) -> HostedTable | None:
    """The fork of a table at a version that a request may have created just now; None without one.

    There is no other fork of a table that was abandoned. A game that was over can be taken back
    again, as soon as something was played at the fork before.
    """
    if table.continued_at is None:
        return None
    try:
        found = await tables.get(table.continued_at)
    except TableError:  # it was deleted
        if table.is_abandoned:
            raise
        return None
    is_same = found.fork is not None and found.fork.version == version
    if table.is_abandoned and not is_same:
        raise goes_on_elsewhere(table.continued_at)
    is_untouched = found.version == version and found.continued_at is None
    return found if is_same and (table.is_abandoned or is_untouched) else None


def find_own_turn(stored: StoredTable, seat: int, at: int) -> OwnTurn:
    """The turn of a seat that the position after so many actions is in, or else the next one."""
    start = len(stored.drawn)
    for turn in stored.turns:
        if turn.seat is None:
            continue
        end = start + len(turn.actions)
        if turn.seat == seat and at < end:
            played = max(0, at - start)
            return OwnTurn(turn.version - 1, turn.actions[:played], turn.actions[played:])
        start = end + len(turn.drawn)
    raise no_such_turn()


def store_fork(table: HostedTable, version: int, take_backs: int) -> StoredTable:
    """The first turns of a table as another one, at which the same people play on.

    The seed is the same: what is drawn after the same turns is the same too.
    """
    fork = Fork(table.id, version, table.first_table, take_backs)
    return replace(
        table.stored,
        id=new_table_id(),
        seats=[_without_links(seat).to_json() for seat in table.seats],
        is_over=False,
        rematch=None,
        continued_at=None,
        forked_from=fork.to_json(),
        is_seed_known=table.is_over or table.stored.is_seed_known,
        turns=table.stored.turns[:version],
        choices=(),
    )


def _without_links(seat: TableSeat) -> TableSeat:
    """A seat with its token; links lead to the table at which they were made."""
    return replace(seat, link_hash=None, void_links=(), notices=())
