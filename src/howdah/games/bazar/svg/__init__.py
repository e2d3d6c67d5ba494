"""The drawings of Bombay Bazar: the board on the page, pictures, the figures of its rules."""

from __future__ import annotations

from howdah.games.bazar.svg.palette import PALETTES
from howdah.games.bazar.svg.picture import picture
from howdah.games.bazar.svg.rule_figures import FIGURES
from howdah.games.bazar.svg.scene import backdrop, pieces, size, stylesheet
from howdah.render.common.css import with_css_variables

__all__ = ["backdrop", "picture", "pieces", "rule_figure", "size", "stylesheet"]


def rule_figure(name: str) -> str:
    """A small drawing for the rules page, in the colours of the page."""
    return FIGURES[name](with_css_variables(PALETTES["light"]))
