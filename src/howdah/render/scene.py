"""The board on a page: what never changes is sent once, what changes comes with every frame.

Both parts are the inside of one `<svg>` element. Colours are CSS variables (`stylesheet`), words
are in the spoken language, and whatever may be played is an element with `data-act`.
"""

from __future__ import annotations

from typing import Any, Protocol, cast

from howdah.games.registry import plugin_for
from howdah.render.theme import Theme
from howdah.render.types import Shape, Size


class Renderer(Protocol):
    """How a game is drawn; a module with these names will do."""

    def size(self, board: Any, shape: Shape, /) -> Size:
        """The size of the drawing of a board."""

    def backdrop(self, board: Any, shape: Shape, /) -> str:
        """What never changes in a game: definitions, cloth, land, empty places."""

    def pieces(self, view: Any, shape: Shape, /, *, pick: str | None = None) -> str:
        """What a viewer sees on the board now; `pick` is an action one thinks of playing."""

    def stylesheet(self) -> str:
        """The variables of the game's colours, in both themes."""

    def picture(self, view: Any, theme: Theme, /) -> str:
        """A view as a stand-alone SVG document."""

    def rule_figure(self, name: str, /) -> str:
        """A small drawing for the rules page, in the colours of the page."""


def renderer_for(game: str) -> Renderer:
    """The drawings of the game with a public name."""
    return cast(Renderer, plugin_for(game).load("renderer"))
