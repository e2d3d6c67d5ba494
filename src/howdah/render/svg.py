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

from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from howdah.core.errors import InvalidOption, UnknownGame
from howdah.core.view import View
from howdah.games.bazar.svg import rule_figures as bazar_drawings
from howdah.games.bazar.svg import scene as bazar_scene
from howdah.games.bazar.svg.palette import PALETTES as BAZAR_PALETTES
from howdah.games.bazar.svg.picture import picture as bazar_picture
from howdah.games.bombay.svg import rule_figures as bombay_drawings
from howdah.games.bombay.svg import scene as bombay_scene
from howdah.games.bombay.svg.palette import PALETTES as BOMBAY_PALETTES
from howdah.games.bombay.svg.picture import picture as bombay_picture
from howdah.render.common.css import with_css_variables
from howdah.render.types import THEMES, Shape, Size, Theme


class Scene(Protocol):
    """How a game is drawn on a page; a module with these names will do."""

    def size(self, board: Any, shape: Shape, /) -> Size:
        """The size of the drawing of a board."""

    def backdrop(self, board: Any, shape: Shape, /) -> str:
        """What never changes in a game: definitions, cloth, land, empty places."""

    def pieces(self, view: Any, shape: Shape, /, *, pick: str | None = None) -> str:
        """What a viewer sees on the board now; `pick` is an action one thinks of playing."""

    def stylesheet(self) -> str:
        """The variables of the game's colours, in both themes."""


SCENES: Final[Mapping[str, Scene]] = {"bombay": bombay_scene, "bazar": bazar_scene}
"""The scene of each game, by its public name."""


def rule_figure(game: str, name: str) -> str:
    """A small drawing for the rules page of a game, in the colours of the page."""
    return _RULE_FIGURES[game](name)


_RULE_FIGURES: Final[Mapping[str, Callable[[str], str]]] = {
    "bombay": lambda name: bombay_drawings.FIGURES[name](
        with_css_variables(BOMBAY_PALETTES["light"])
    ),
    "bazar": lambda name: bazar_drawings.FIGURES[name](with_css_variables(BAZAR_PALETTES["light"])),
}


PICTURES: Final[Mapping[str, Callable[[Any, Theme], str]]] = {
    "bombay": bombay_picture,
    "bazar": bazar_picture,
}
"""The picture of each game, by the name its views carry."""


def svg(view: View, *, theme: Theme = "light") -> str:
    """The SVG document that shows a view, in light or dark colours."""
    if theme not in THEMES:
        raise InvalidOption(f"theme should be one of {', '.join(THEMES)}, not {theme!r}.")
    try:
        picture = PICTURES[view.game]
    except KeyError:
        known = ", ".join(PICTURES)
        raise UnknownGame(f"There is no picture of {view.game!r}; there are {known}.") from None
    return picture(view, theme)
