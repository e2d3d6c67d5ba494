"""The picture of a view as an SVG document, self-contained and the same every time.

>>> import howdah
>>> from howdah.render.svg import svg
>>> svg(howdah.new("bombay", seed=7).view()).startswith("<svg ")
True
"""

from __future__ import annotations

from howdah.core.errors import InvalidOption
from howdah.core.view import View
from howdah.render.scene import renderer_for
from howdah.render.theme import THEMES, Theme


def svg(view: View, *, theme: Theme = "light") -> str:
    """The SVG document that shows a view, in light or dark colours."""
    if theme not in THEMES:
        raise InvalidOption(f"theme should be one of {', '.join(THEMES)}, not {theme!r}.")
    return renderer_for(view.game).picture(view, theme)
