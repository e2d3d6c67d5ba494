"""The board on a page: what never changes is sent once, what changes comes with every frame.

Both parts are the inside of one `<svg>` element. Colours are CSS variables (`stylesheet`), words
are in the spoken language, and whatever may be played is an element with `data-act`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from howdah.games.bazar.svg import rule_figures as bazar_drawings
from howdah.games.bazar.svg import scene as bazar_scene
from howdah.games.bazar.svg.palette import PALETTES as BAZAR_PALETTES
from howdah.games.bombay.svg import rule_figures as bombay_drawings
from howdah.games.bombay.svg import scene as bombay_scene
from howdah.games.bombay.svg.palette import PALETTES as BOMBAY_PALETTES
from howdah.render.common.css import with_css_variables
from howdah.render.types import Shape, Size


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
