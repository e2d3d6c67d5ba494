"""Replay the public record that a view carries, to get the exact position.

Screens hide rupees and tokens, but every change of them is a public action. So nothing is
guessed here, and nothing is used that a player could not know.
"""

from __future__ import annotations

from howdah.core.record import Record, Seat
from howdah.core.view import View
from howdah.games.registry import AnyGame, game_class


def replay_from_view(view: View) -> AnyGame:
    """Return the game at the position of a view; it has no dealer, so draws have to be played.

    >>> from howdah.games.registry import new
    >>> game = new("bombay", players=3, seed=7)
    >>> replay_from_view(game.view(0)).position() == game.position()
    True
    """
    record = Record(
        game=view.game,
        rules=view.rules,
        seats=tuple(Seat(name) for name in view.names),
        start=view.start,
        actions=view.actions,
        result=None,
        meta=None,
    )
    return game_class(view.game).resume(record)


class GameTracker:
    """Replays a game once, then plays only the new actions of each later view."""

    def __init__(self) -> None:
        self._view: View | None = None
        self._game: AnyGame | None = None

    def game_of(self, view: View) -> AnyGame:
        """Return the game at the position of a view; the next call may play on in it."""
        if self._view is None or self._game is None or not _follows(self._view, view):
            self._game = replay_from_view(view)
        else:
            for text in view.actions[len(self._view.actions) :]:
                self._game.play(text)
        self._view = view
        return self._game


def _follows(earlier: View, later: View) -> bool:
    """Return whether a view is of the same game, at the same position or a later one."""
    return (earlier.game, earlier.rules, earlier.start) == (
        later.game,
        later.rules,
        later.start,
    ) and later.actions[: len(earlier.actions)] == earlier.actions
