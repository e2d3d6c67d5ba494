"""What stands beside the board: a module a game turns views into the facts of its templates."""

from __future__ import annotations

from typing import Any, Protocol, cast

from howdah.games.registry import AnyGame, plugin_for
from howdah.render.types import Shape


class Panels(Protocol):
    """What the page asks of a game; a module with these names will do."""

    def players(self, view: Any, /) -> dict[str, Any]:
        """The facts of the players' cards, and of the clock above them."""

    def actions(self, game: AnyGame, view: Any, pick: str | None, /) -> dict[str, Any]:
        """The facts of what the viewer may do now, and why not."""

    def uncommitted(self, view: Any, seat: int, /) -> Any:
        """The view of a seat that has played its turn on a draft: it is its turn still."""

    def scoring(self, game: AnyGame, view: Any, /) -> dict[str, Any]:
        """The facts of the final scoring."""

    def report(self, before: Any, after: Any, action: str, /) -> str:
        """What an action did, told to everyone; the views are open ones."""

    def motion(self, before: Any, after: Any, action: str, shape: Shape, /) -> dict[str, Any]:
        """How pieces travel by an action: along which way, and who gains what."""

    def extras(self, view: Any, shape: Shape, /) -> str:
        """What the board has no room for in a shape, drawn under it; empty if there is nothing."""


def panels_for(game: str) -> Panels:
    """The panels of the game with a public name."""
    return cast(Panels, plugin_for(game).load("panels"))
