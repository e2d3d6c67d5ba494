"""Where the game stands, in one sentence."""

from __future__ import annotations

from howdah.bazar.view import BazarView
from howdah.render.house.outcome import is_winner, winners


def counted(number: int, noun: str) -> str:
    """A number of things.

    >>> counted(1, "tile"), counted(2, "tile")
    ('1 tile', '2 tiles')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


def signed(number: int) -> str:
    """A number with a true minus sign."""
    return str(number).replace("-", "\u2212")


def outcome(view: BazarView) -> str:
    """Whose turn it is, or how the game came out."""
    if view.to_play is not None:
        return f"{view.names[view.to_play]} is to play."
    if view.solo_score is not None:
        return f"The game is over; it scores {signed(view.solo_score)}."
    won = winners(view)
    names = " and ".join(view.names[seat] for seat in won)
    verb = "wins" if len(won) == 1 else "share the win"
    return f"The game is over; {names} {verb} with {view.players[won[0]].length}."


def has_won(view: BazarView, seat: int) -> bool:
    """Whether a seat won against others; who plays alone has a score instead."""
    return len(view.players) > 1 and is_winner(view, seat)
