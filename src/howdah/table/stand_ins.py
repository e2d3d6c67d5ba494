"""Stand-ins: an agent plays for an absent person, if the other people at the table agree.

The seat stays theirs: they can return at any time.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Final

from howdah.i18n import translate
from howdah.table.errors import OutOfDate, TableError, invalid
from howdah.table.model import Table, TableSeat

ABSENCE: Final = 600.0
"""The seconds without a turn after which the others may ask for a stand-in, unless the table says
otherwise."""
SHORTEST_ABSENCE: Final = 60
LONGEST_ABSENCE: Final = 30 * 24 * 3600
"""What a table may say, in seconds."""
STAND_IN: Final = "level:3"


@dataclass(frozen=True)
class Absence:
    """Someone for whom the others wait."""

    seat: int
    name: str
    seconds_left: int
    """Until the others may ask for a stand-in."""
    wanted_by: tuple[str, ...]
    """The names of those who have asked for one."""
    still_missing: tuple[int, ...]
    """The seats that have not."""


def check_absence(seconds: float | None) -> None:
    """Refuse a delay for stand-ins that is too short or too long; None is fine, and means never."""
    if seconds is not None and not SHORTEST_ABSENCE <= seconds <= LONGEST_ABSENCE:
        raise invalid(
            translate(
                "Enter between {shortest} and {longest} seconds until the computer can step in.",
                shortest=SHORTEST_ABSENCE,
                longest=LONGEST_ABSENCE,
            )
        )


def absences(table: Table, now: float) -> list[Absence]:
    """The people for whom the table waits, and for whom an agent may stand in some time."""
    if table.stand_in_after is None:
        return []
    return [
        _absence(table, seat, now)
        for seat in table.waiting_for
        if table.seats[seat].is_person and table.seats[seat].stand_in is None
    ]


def _absence(table: Table, number: int, now: float) -> Absence:
    seat = table.seats[number]
    return Absence(
        number,
        seat.name,
        _seconds_left(table, now),
        tuple(table.seats[other].name for other in seat.wanted_by),
        tuple(other for other in _people_besides(table, number) if other not in seat.wanted_by),
    )


def _seconds_left(table: Table, now: float) -> int:
    """The seconds until the others may ask for a stand-in."""
    assert table.stand_in_after is not None
    return max(0, round(table.last_turn_at + table.stand_in_after - now))


def _people_besides(table: Table, absent: int) -> list[int]:
    """The people who have to agree: all others for whom nobody stands in."""
    return [
        number
        for number, seat in enumerate(table.seats)
        if number != absent and seat.is_person and seat.stand_in is None
    ]


def request_stand_in(
    table: Table, absent: int, by: Collection[int], now: float
) -> tuple[TableSeat, ...]:
    """The seats after some of them asked for a stand-in; when all have, an agent stands in."""
    if table.stand_in_after is None:
        sentence = translate("At this table the computer doesn't step in for absent players.")
        raise TableError("no-stand-ins", sentence)
    found = {absence.seat: absence for absence in absences(table, now)}
    if absent not in found:
        raise invalid(translate("It isn't this player's turn."))
    if found[absent].seconds_left:
        sentence = translate("Give them a little longer: they may still be thinking.")
        raise OutOfDate("too-early", sentence, retry_after=found[absent].seconds_left)
    if absent in by:
        raise invalid(translate("This is your own seat."))
    seat = replace(table.seats[absent], wanted_by=_union(table.seats[absent].wanted_by, by))
    if set(found[absent].still_missing) <= set(by):
        seat = replace(seat, stand_in=STAND_IN, wanted_by=())
    return tuple(seat if number == absent else other for number, other in enumerate(table.seats))


def return_to_seats(table: Table, seats: Collection[int]) -> tuple[TableSeat, ...]:
    """The seats after some people have returned: nobody stands in for them any more."""
    return tuple(
        replace(seat, stand_in=None, wanted_by=()) if number in seats else seat
        for number, seat in enumerate(table.seats)
    )


def _union(seats: Iterable[int], others: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted({*seats, *others}))


@dataclass(frozen=True)
class StandInChoices:
    """What a viewer may do about absent players."""

    seat: int | None
    is_played_for: bool = False
    """Whether an agent plays for the viewer."""
    absences: tuple[Absence, ...] = ()


def choices_for(table: Table, seat: int | None, now: float) -> StandInChoices:
    """What a viewer may do: ask for a stand-in, or return; spectators may do nothing."""
    if seat is None or not table.seats[seat].is_person:
        return StandInChoices(seat)
    if table.seats[seat].stand_in is not None:
        return StandInChoices(seat, is_played_for=True)
    others = (absence for absence in absences(table, now) if absence.seat != seat)
    return StandInChoices(seat, absences=tuple(others))
