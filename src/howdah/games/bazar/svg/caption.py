"""The picture in words, for those who hear it."""

from __future__ import annotations

from howdah.games.bazar.svg.outcome import outcome
from howdah.games.bazar.view import BazarView, PlayerView
from howdah.render.phrases import counted


def title(view: BazarView) -> str:
    """One line that names the picture."""
    players = counted(len(view.players), "player")
    when = "over" if view.is_over else f"{counted(view.tiles_laid, 'tile')} laid"
    return f"Bombay Bazar on {view.board.name}, {players}, {when}"


def description(view: BazarView) -> str:
    """The position in a few sentences."""
    who, what = outcome(view)
    trunks = [_trunk(player) for player in view.players]
    return " ".join([f"{who} {what}.", *trunks, _piles(view)])


def _trunk(player: PlayerView) -> str:
    q, r = player.tip_cell
    end = "has stopped" if player.has_stopped else "goes on"
    return f"The trunk of {player.name} is {player.length} long and {end} at {q},{r}."


def _piles(view: BazarView) -> str:
    gone = [design for design, count in view.piles.items() if count == 0]
    return f"Piles that are gone: {', '.join(gone)}." if gone else "No pile is gone."
