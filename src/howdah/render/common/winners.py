"""Who won, read from the result in a view."""

from __future__ import annotations

from howdah.core.view import View


def winners(view: View) -> tuple[int, ...]:
    """The seats that won; none while the game is on."""
    seats = (view.result or {}).get("winners")
    if not isinstance(seats, list):
        return ()
    return tuple(seat for seat in seats if isinstance(seat, int))


def is_winner(view: View, seat: int) -> bool:
    """Whether a seat won the game, alone or with others."""
    return seat in winners(view)
