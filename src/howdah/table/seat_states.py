"""What everyone at a table is shown of its seats: who is here, who is not, for whom an agent plays.

It changes without the game, so it does not belong to frames: pages mark their cards with it.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, Literal

from howdah.i18n import mark, translate
from howdah.table.model import Table, TableSeat

SeatState = Literal["stand-in", "absent", "here", "away"]
"""An agent plays for the person; nobody has taken the seat; its owner has a page open, or none."""
SeatStates = tuple[SeatState | None, ...]
TITLES: Final[dict[SeatState, str]] = {
    "stand-in": mark("Played by the computer for now"),
    "absent": mark("Not here yet"),
    "here": mark("Here now"),
    "away": mark("Joined, not here now"),
}
"""The states as messages."""


def seat_states(table: Table, here: Collection[int]) -> SeatStates:
    """The states of the seats, if the owners of some have a page of the table open; None for none.

    Who is here is shown only at tables whose host has invited friends by links: elsewhere people
    share a device, or programs play that open no page.
    """
    shows_people = bool(table.hosts) and any(is_invited(seat) for seat in table.seats)
    return tuple(
        _state(seat, is_here=number in here, shows_people=shows_people)
        for number, seat in enumerate(table.seats)
    )


def describe_states(states: SeatStates) -> list[str]:
    """The states in the reader's language; empty where there is none."""
    return ["" if state is None else translate(TITLES[state]) for state in states]


def is_invited(seat: TableSeat) -> bool:
    """Whether a person joins a seat by a link."""
    return seat.is_person and seat.is_remote


def _state(seat: TableSeat, *, is_here: bool, shows_people: bool) -> SeatState | None:
    if seat.stand_in is not None:
        return "stand-in"
    if not seat.is_person or not shows_people:
        return None
    if seat.token_hash is None:
        return "absent"
    return "here" if is_here else "away"
