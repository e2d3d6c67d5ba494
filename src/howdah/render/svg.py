"""Each game as SVG: the board on a page, a stand-alone document, and the figures of its rules.

On a page, what never changes is sent once (`backdrop`), what changes comes with every frame
(`pieces`); both are the inside of one `<svg>` element. Colours are CSS variables (`stylesheet`),
texts are in the current language, and whatever may be played is an element with `data-act`.

>>> import howdah
>>> from howdah.render.svg import svg
>>> svg(howdah.new("bombay", seed=7).view()).startswith("<svg ")
True
"""

from __future__ import annotations

from typing import Any, Protocol, cast

from howdah.core.errors import InvalidOption
from howdah.core.view import View
from howdah.games.registry import plugin_for
from howdah.render.types import THEMES, Shape, Size, Theme


class Renderer(Protocol):
    """How a game is drawn; a module with these names will do."""

    def size(self, board: Any, shape: Shape, /) -> Size:
        """The size of the drawing of a board."""

    def backdrop(self, board: Any, shape: Shape, /) -> str:
        """What never changes in a game: definitions, cloth, land, empty places."""

    def pieces(self, view: Any, shape: Shape, /, *, pick: str | None = None) -> str:
        """What a viewer sees on the board now; `pick` is an action to show as a preview."""

    def stylesheet(self) -> str:
        """The CSS variables of the game's colours, in both themes."""

    def picture(self, view: Any, theme: Theme, /) -> str:
        """A view as a stand-alone SVG document."""

    def rule_figure(self, name: str, /) -> str:
        """A small drawing for the rules page, in the colours of the page."""


def renderer_for(game: str) -> Renderer:
    """The drawings of the game with a public name."""
    return cast(Renderer, plugin_for(game).load("renderer"))


def svg(view: View, *, theme: Theme = "light") -> str:
    """The SVG document that shows a view, in light or dark colours."""
    if theme not in THEMES:
        raise InvalidOption(f"theme should be one of {', '.join(THEMES)}, not {theme!r}.")
    return renderer_for(view.game).picture(view, theme)
