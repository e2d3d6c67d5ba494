"""Standing in: an agent plays for a person who has vanished, if the others agree.

Nobody is put out: the seat stays theirs, and one word takes it back at any time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from typing import Final

from howdah.i18n import translate
from howdah.server.errors import ApiError, invalid
from howdah.server.tables.model import Table, TableSeat
from howdah.server.tables.service import TableService
from howdah.store.models import Conflict, StoredTurn

ABSENCE: Final = 600.0
"""The seconds that people wait for each other in any case."""
STAND_IN: Final = "level:3"
TRIES: Final = 5
"""How often to look again when something else happens at the table at the same moment."""


@dataclass(frozen=True)
class Absence:
    """Someone whom the others wait for."""

    seat: int
    name: str
    seconds_left: int
    """Until the others may ask for a stand-in."""
    wanted_by: tuple[str, ...]
    """Who has asked for one already."""
    still_missing: tuple[int, ...]
    """The seats that have not."""


def absences(table: Table) -> list[Absence]:
    """Everyone who is waited for, and could be helped out."""
    return [
        _absence(table, seat)
        for seat in table.waiting_for
        if table.chairs[seat].token is not None and table.chairs[seat].stand_in is None
    ]


def _absence(table: Table, seat: int) -> Absence:
    chair, left = table.chairs[seat], table.kept.moved + ABSENCE - time.time()
    return Absence(
        seat,
        chair.name,
        max(0, round(left)),
        tuple(table.chairs[other].name for other in chair.wanted_by),
        tuple(other for other in _present(table, seat) if other not in chair.wanted_by),
    )


def _present(table: Table, absent: int) -> list[int]:
    """The people who have to agree: all others for whom nobody stands in."""
    return [
        seat
        for seat, chair in enumerate(table.chairs)
        if seat != absent and chair.token is not None and chair.stand_in is None
    ]


async def ask_for_stand_in(
    tables: TableService, table_id: str, absent: int, by: Collection[int]
) -> Table:
    """Some seats want an agent to play for an absent one; when all agree, it does."""
    return await _seated(tables, table_id, lambda table: _wanted(table, absent, by))


async def return_to_seat(tables: TableService, table_id: str, seats: Collection[int]) -> Table:
    """People are there again: nobody stands in for them any more."""
    return await _seated(tables, table_id, lambda table: _returned(table, seats))


async def _seated(
    tables: TableService, table_id: str, change: Callable[[Table], list[TableSeat]]
) -> Table:
    for _ in range(TRIES):
        table = await tables.get(table_id)
        chairs = change(table)
        if tuple(chairs) == table.chairs:
            return table
        try:
            return await tables.update_seats(table, chairs)
        except Conflict:
            continue
    raise ApiError(409, "stale-version", translate("The table has moved on: look at it again."))


def _wanted(table: Table, absent: int, by: Collection[int]) -> list[TableSeat]:
    found = {absence.seat: absence for absence in absences(table)}
    if absent not in found:
        raise invalid(translate("Nobody waits for this seat."))
    if found[absent].seconds_left:
        sentence = translate("Give them a little longer: they may still be thinking.")
        raise ApiError(409, "too-early", sentence, retry_after=found[absent].seconds_left)
    if absent in by:
        raise invalid(translate("This is your own seat."))
    chair = replace(table.chairs[absent], wanted_by=_joined(table.chairs[absent].wanted_by, by))
    if set(found[absent].still_missing) <= set(by):
        chair = replace(chair, stand_in=STAND_IN, wanted_by=())
    return [chair if seat == absent else other for seat, other in enumerate(table.chairs)]


def _joined(seats: Iterable[int], others: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted({*seats, *others}))


def _returned(table: Table, seats: Collection[int]) -> list[TableSeat]:
    return [
        replace(chair, stand_in=None, wanted_by=()) if seat in seats else chair
        for seat, chair in enumerate(table.chairs)
    ]


def turns_played_for(table: Table) -> dict[tuple[int, str], list[int]]:
    """Which turns an agent has played for a person: by seat and agent, their versions."""
    found: dict[tuple[int, str], list[int]] = {}
    for turn in table.kept.turns:
        if _is_played_for(table, turn):
            found.setdefault((turn.seat or 0, turn.agent or ""), []).append(turn.version)
    return found


def _is_played_for(table: Table, turn: StoredTurn) -> bool:
    if turn.seat is None or turn.agent is None:
        return False
    return table.chairs[turn.seat].agent is None
