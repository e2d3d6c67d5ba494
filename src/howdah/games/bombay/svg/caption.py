"""The picture in words, for those who hear it."""

from __future__ import annotations

from howdah.games.bombay.names import MARKET_NAMES
from howdah.games.bombay.svg.outcome import final_rupees
from howdah.games.bombay.view import BombayView
from howdah.render.common.winners import winners


def title(view: BombayView) -> str:
    """One line that names the picture."""
    when = "over" if view.is_over else f"set {view.set_number} of {view.sets}"
    turn = "" if view.is_over else f", game turn {view.game_turn} of {view.game_turns}"
    return f"Bombay, {len(view.players)} players, {when}{turn}"


def description(view: BombayView) -> str:
    """The position in a few sentences."""
    return " ".join([_turn(view), *_elephants(view), *_markets(view)])


def _turn(view: BombayView) -> str:
    if view.is_over:
        won = " and ".join(
            f"{view.names[seat]} with {final_rupees(view, seat)} rupees" for seat in winners(view)
        )
        return f"The game is over; won by {won}."
    if view.to_play is None:
        return "The markets wait for a restock."
    stars = f"{view.stars} star" if view.stars == 1 else f"{view.stars} stars"
    return f"{view.names[view.to_play]} is to play and has {stars} left."


def _elephants(view: BombayView) -> list[str]:
    return [
        f"{player.name} is on {player.site} with {' and '.join(player.bales) or 'empty baskets'}."
        for player in view.players
    ]


def _markets(view: BombayView) -> list[str]:
    return [
        f"The {name} market holds "
        + (", ".join(f"{count} {colour}" for colour, count in bales.items()) or "nothing")
        + "."
        for name, bales in zip(MARKET_NAMES, view.markets)
    ]
