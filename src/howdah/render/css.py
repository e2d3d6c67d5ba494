"""Colours and styles: the palettes of `art/palette.css`, and the CSS classes that drawings use.

Drawings name colours by CSS variables, `var(--ink)`. A page declares the variables in both themes
(`stylesheet`); a stand-alone document replaces them (`howdah.render.document`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from howdah.render.types import Theme

SHARED: Final = "howdah.render"
"""The package of the art that all games share."""
Palette = Mapping[str, str]
"""The colours of a theme by the names of their variables, without dashes in front."""

_BLOCK = re.compile(r"(:root[^{]*)\{([^}]*)\}")
_COLOUR = re.compile(r"--([\w-]+):\s*([^;]+);")

PAINT: Final = {"player": "body", "player-line": "line", "player-detail": "detail"}
"""The variables that take the colours of the player in whose group a symbol is used."""
CLASSES: Final[Mapping[str, Mapping[str, str]]] = {
    "strong": {"font-weight": "700", "text-anchor": "middle", "fill": "var(--ink)"},
    "label": {
        "font-weight": "700",
        "text-anchor": "middle",
        "fill": "var(--ink)",
        "stroke": "var(--halo)",
        "stroke-width": "3",
        "paint-order": "stroke",
        "stroke-linejoin": "round",
    },
}
"""The styles of text in drawings by the names of their classes."""


@cache
def load_palettes(package: str = SHARED) -> Mapping[Theme, Palette]:
    """The shared colours and those of a package, in both themes."""
    found: dict[Theme, dict[str, str]] = {"light": {}, "dark": {}}
    for source in dict.fromkeys([SHARED, package]):
        folder = files(source) / "art"
        css = (folder / "palette.css").read_text("utf-8")
        for selector, declarations in _BLOCK.findall(css):
            theme: Theme = "dark" if "dark" in selector else "light"
            found[theme].update(_COLOUR.findall(declarations))
    return found


def stylesheet(package: str = SHARED) -> str:
    """The variables of both themes and the classes of the drawings.

    The device chooses the theme, unless the page sets `data-theme`.
    """
    palettes = load_palettes(package)
    light, dark = (_format_rules(palettes[theme], "--") for theme in ("light", "dark"))
    return (
        f":root{{color-scheme:light dark;{light}}}"
        f"@media(prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}"
        f":root[data-theme=light]{{color-scheme:light}}"
        f":root[data-theme=dark]{{color-scheme:dark;{dark}}}"
        + "".join(f".{name}{{{_format_rules(rules)}}}" for name, rules in CLASSES.items())
        + "".join(f".{name}{{{_paint_rules(paint)}}}" for name, paint in paints(package).items())
    )


def _format_rules(rules: Mapping[str, str], prefix: str = "") -> str:
    return "".join(f"{prefix}{name}:{value};" for name, value in rules.items())


def _paint_rules(paint: str) -> str:
    return "".join(f"--{name}:var(--{paint}-{part});" for name, part in PAINT.items())


def paints(package: str) -> dict[str, str]:
    """The class of every paint of a package, and the name of the paint in its palette.

    >>> paints("howdah.games.bazar.svg")["seat-none"]
    'stone'
    """
    names = [n.removesuffix("-body") for n in load_palettes(package)["light"] if n.endswith("body")]
    return {_paint_class(name): name for name in names}


def _paint_class(name: str) -> str:
    return f"seat-{name.removeprefix('players-')}" if name.startswith("players-") else "seat-none"


def seat_class(seat: int | None) -> str:
    """The CSS class of a group in the colours of a seat; of nobody without one.

    >>> seat_class(2), seat_class(None)
    ('seat-2', 'seat-none')
    """
    return "seat-none" if seat is None else f"seat-{seat}"
