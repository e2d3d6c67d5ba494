"""Each game as SVG: the board on a page, a stand-alone document, and the figures of its rules.

The drawings of the art files are symbols that a page loads once (`sheet`). What never changes on a
board is sent once (`backdrop`), what changes comes with every frame (`layers`); both are the inside
of one `<svg>` element. Colours are CSS variables (`stylesheet`), texts are in the current language,
and whatever may be played is an element with `data-act`.

>>> import howdah
>>> from howdah.render.svg import svg
>>> svg(howdah.new("bombay", seed=7).view()).startswith("<svg ")
True
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Protocol, cast

from howdah.core.errors import InvalidOption
from howdah.core.view import View
from howdah.games.registry import plugin_for
from howdah.i18n import Language, current_language, use_language
from howdah.render import art
from howdah.render.art import Symbols
from howdah.render.cards import Column, draw_picture
from howdah.render.markup import group
from howdah.render.types import THEMES, Shape, Size, Theme


class Renderer(Protocol):
    """How a game is drawn; a module with these names will do."""

    ART: str
    """The package whose folder `art` has the drawings of the game."""

    def size(self, board: Any, shape: Shape, /) -> Size:
        """The size of the drawing of a board."""

    def backdrop(self, board: Any, shape: Shape, /) -> str:
        """What never changes in a game: composed symbols, cloth, land, empty places."""

    def layers(self, view: Any, shape: Shape, /, *, pick: str | None = None) -> dict[str, str]:
        """What a viewer sees on the board now, the lowest layer first.

        The names of the layers are always the same, so that a page replaces only those that have
        changed. `pick` is an action to show as a preview. Without legal actions everyone sees the
        same layers: what players keep to themselves is not on the board.
        """

    def choice_layers(
        self, view: Any, shape: Shape, /, *, pick: str | None = None
    ) -> dict[str, str]:
        """Those of the layers that depend on what the viewer may play, or has picked."""

    def placement(self, board: Any, shape: Shape, /) -> str:
        """The transform of all layers: where the board is inside the border of the drawing."""

    def stylesheet(self) -> str:
        """The CSS variables of the game's colours, in both themes."""

    def picture_column(self, view: Any, /) -> Column:
        """What stands beside the board in a stand-alone picture."""

    def symbols(self) -> Symbols:
        """Every drawing of the art files and every composed one, in the current language."""

    def rule_figure(self, name: str, /) -> str:
        """A small drawing for the rules page; `symbols` has what it uses."""


def renderer_for(game: str) -> Renderer:
    """The drawings of the game with a public name."""
    return cast(Renderer, plugin_for(game).load("renderer"))


def draw_board(renderer: Renderer, view: Any, shape: Shape) -> str:
    """The board of a view with all that is on it, as the inside of an `<svg>` element."""
    layers = renderer.layers(view, shape).values()
    return renderer.backdrop(view.board, shape) + group(
        *layers, transform=renderer.placement(view.board, shape)
    )


def sheet(game: str) -> str:
    """The drawings of a game's art files, for its pages."""
    return art.sheet(renderer_for(game).ART)


def svg(view: View, *, theme: Theme = "light", language: Language | None = None) -> str:
    """The SVG document that shows a view, in light or dark colours.

    Its texts are in a language, or in the current one if none is given.

    >>> import howdah
    >>> "Wzgórze" in svg(howdah.new("bombay", seed=7).view(), language="pl")
    True
    """
    if theme not in THEMES:
        raise InvalidOption(f"theme should be one of {', '.join(THEMES)}, not {theme!r}.")
    with use_language(language or current_language()):
        return _draw_picture(renderer_for(view.game), view, theme)


def _draw_picture(renderer: Renderer, view: Any, theme: Theme) -> str:
    """The board with nothing that can be touched, and the players' cards beside it."""
    size, still = renderer.size(view.board, "wide"), replace(view, legal_actions=())
    board = draw_board(renderer, still, "wide")
    return draw_picture(renderer.ART, theme, size, board, renderer.picture_column(view))
