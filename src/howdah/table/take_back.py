"""Take-backs: who plays alone, or against computers, goes back to an earlier turn and plays on.

Turns are never deleted. The game goes on at another table, the fork, which has the turns before
that one, the same seats and the same seed; a table whose game was not over is abandoned.
"""

from __future__ import annotations

from collections.abc import Collection

from howdah.i18n import translate
from howdah.table.errors import NotAllowed, TableError, not_your_seat
from howdah.table.model import Table


def may_take_back(table: Table, seats: Collection[int | None]) -> bool:
    """Whether someone who holds some seats may take turns back: nobody else plays but computers."""
    only = _only_person(table)
    return only is not None and only in seats and not table.is_abandoned


def seat_to_take_back(table: Table, seats: Collection[int]) -> int:
    """The seat whose turns someone who holds some seats takes back; refuse others."""
    if not seats:
        raise not_your_seat()
    only = _only_person(table)
    if only is None:
        sentence = translate("You can only take back turns if all other players are computers.")
        raise NotAllowed("no-take-backs", sentence)
    return only


def _only_person(table: Table) -> int | None:
    """The seat of the only person at a table; None if there are several, or none."""
    people = [number for number, seat in enumerate(table.seats) if seat.is_person]
    return people[0] if len(people) == 1 else None


def no_such_turn() -> TableError:
    """A position after which there is no turn to take back."""
    return TableError("no-turn", translate("You have no turn to take back from here."))
