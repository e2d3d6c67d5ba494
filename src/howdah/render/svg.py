"""The picture of a view as an SVG document, self-contained and the same every time.

>>> import howdah
>>> from howdah.render.svg import svg
>>> svg(howdah.new("bombay", seed=7).view()).startswith("<svg ")
True
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from howdah.core.errors import InvalidOption, UnknownGame
from howdah.core.view import View
from howdah.games.bazar.svg.picture import picture as bazar_picture
from howdah.games.bombay.svg.picture import picture as bombay_picture
from howdah.render.types import THEMES, Theme

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
