"""From a view to the position: whoever remembers the public record knows all there is.

Screens hide rupees and tokens from the eye, but every change of them was seen by everyone. So
nothing is guessed here, and nothing is read that a player could not know.
"""

from __future__ import annotations

from howdah.core.record import Record, Seat
from howdah.core.view import View
from howdah.games.registry import AnyGame, game_class


def replay_from_view(view: View) -> AnyGame:
    """The game that the public record of a view tells, as it stands; nobody deals it on.

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
    """A player's memory: a game is recalled once, and then followed."""

    def __init__(self) -> None:
        self._view: View | None = None
        self._game: AnyGame | None = None

    def game_of(self, view: View) -> AnyGame:
        """The game that a view shows; played on from the last one, if that leads there."""
        if self._view is None or self._game is None or not _follows(self._view, view):
            self._game = replay_from_view(view)
        else:
            for text in view.actions[len(self._view.actions) :]:
                self._game.play(text)
        self._view = view
        return self._game


def _follows(earlier: View, later: View) -> bool:
    """Whether a view is of the same game, at the same time or later."""
    return (earlier.game, earlier.rules, earlier.start) == (
        later.game,
        later.rules,
        later.start,
    ) and later.actions[: len(earlier.actions)] == earlier.actions
