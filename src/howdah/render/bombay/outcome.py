"""How a finished game came out, read from the result in a view."""

from __future__ import annotations

from howdah.bombay.view import BombayView


def final_rupees(view: BombayView, seat: int) -> int | None:
    """The rupees of a seat with all prizes; None while the game is on."""
    rupees = (view.result or {}).get("rupees")
    if not isinstance(rupees, list):
        return None
    found = rupees[seat]
    return found if isinstance(found, int) else None


def winners(view: BombayView) -> tuple[int, ...]:
    """The seats that won; none while the game is on."""
    seats = (view.result or {}).get("winners")
    if not isinstance(seats, list):
        return ()
    return tuple(seat for seat in seats if isinstance(seat, int))


def is_winner(view: BombayView, seat: int) -> bool:
    """Whether a seat won the game, alone or with others."""
    return seat in winners(view)
