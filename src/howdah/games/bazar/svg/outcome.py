"""Where the game stands, in a few words."""

from __future__ import annotations

from howdah.games.bazar.view import BazarView
from howdah.render.common.winners import is_winner, winners


def signed(number: int) -> str:
    """A number with a true minus sign."""
    return str(number).replace("-", "\u2212")


def outcome(view: BazarView) -> tuple[str, str]:
    """Whose turn it is or how the game came out: who, and what of them."""
    if view.to_play is not None:
        return view.names[view.to_play], "is to play"
    if view.solo_score is not None:
        return "The game", f"is over and scores {signed(view.solo_score)}"
    won = winners(view)
    names = " and ".join(view.names[seat] for seat in won)
    length = view.players[won[0]].length
    return names, f"wins with {length}" if len(won) == 1 else f"share the win with {length}"


def has_won(view: BazarView, seat: int) -> bool:
    """Whether a seat won against others; who plays alone has a score instead."""
    return len(view.players) > 1 and is_winner(view, seat)
