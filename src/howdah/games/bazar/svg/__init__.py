"""The drawings of Bombay Bazar: the board on the page, pictures, the figures of its rules."""

from __future__ import annotations

from typing import Final

from howdah.games.bazar.svg.backdrop import backdrop, placement, size
from howdah.games.bazar.svg.figures import FIGURES
from howdah.games.bazar.svg.picture import picture_column
from howdah.games.bazar.svg.pieces import choice_layers, layers
from howdah.games.bazar.svg.symbols import ART, symbols
from howdah.render import css

__all__ = [
    "ART",
    "backdrop",
    "choice_layers",
    "layers",
    "picture_column",
    "placement",
    "rule_figure",
    "size",
    "stylesheet",
    "symbols",
]

MOTION: Final = (
    ".choice{cursor:pointer}"
    ".choice:focus-visible{outline:none}"
    ".hit{pointer-events:all}"
    ".choice:focus-visible .hit{stroke:var(--ink);stroke-width:5}"
    ".flow{stroke:var(--player-detail);stroke-width:5;stroke-linecap:round;"
    "stroke-dasharray:.1 11.9;animation:flow 1.1s linear 999}"
    ".growing-segment{fill:none;stroke:var(--player)}"
    ".breath{animation:breath 2.2s ease-in-out 999}"
    "@keyframes flow{to{stroke-dashoffset:-12}}"
    "@keyframes breath{50%{opacity:.3}}"
    "@media(prefers-reduced-motion:reduce){.flow,.breath{animation:none}}"
)
"""What can be touched, the pulsing highlight, and the dots that run where a trunk would grow.

Animations run for a very long time rather than for ever, as a page may finish all of them.
"""


def stylesheet() -> str:
    """The CSS variables of the colours in both themes, the seats' classes, and the animations."""
    return css.stylesheet(ART) + MOTION


def rule_figure(name: str) -> str:
    """A small drawing for the rules page, whose page gives the `symbols` that it uses."""
    return FIGURES[name]()
