"""What the players own in the end, read from the result in a view."""

from __future__ import annotations

from howdah.games.bombay.view import BombayView


def final_rupees(view: BombayView, seat: int) -> int | None:
    """The rupees of a seat with all prizes; None while the game is on."""
    rupees = (view.result or {}).get("rupees")
    if not isinstance(rupees, list):
        return None
    found = rupees[seat]
    return found if isinstance(found, int) else None
