"""Where the game stands, in one sentence."""

from __future__ import annotations

from howdah.bazar.view import BazarView
from howdah.render.house.outcome import winners


def outcome(view: BazarView) -> str:
    """Whose turn it is, or how the game came out."""
    if view.to_play is not None:
        return f"{view.names[view.to_play]} is to play."
    if view.solo_score is not None:
        return f"The game is over; it scores {view.solo_score}."
    won = winners(view)
    names = " and ".join(view.names[seat] for seat in won)
    verb = "wins" if len(won) == 1 else "share the win"
    return f"The game is over; {names} {verb} with {view.players[won[0]].length}."
