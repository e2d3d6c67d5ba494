"""Silks: each colour has its own pattern, so that no one needs to see the colour."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from howdah.games.bombay.names import COLOUR_NAMES, ColourName
from howdah.games.bombay.svg.palette import Palette, SilkColours
from howdah.i18n import mark, translate
from howdah.render.markup import bold_line, circle, ellipse, group, path, rect, tag

CHEVRONS: Final = "M0 7 4 3 8 7M0 -1 4 -5 8 -1M0 15 4 11 8 15"
STRIPES: Final = "M0 1.5H8M0 5.5H8"
DIAMONDS: Final = "M4 .6 7 4 4 7.4 1 4Z"
LETTERS: Final[Mapping[ColourName, str]] = {
    "yellow": mark("Y"),
    "purple": mark("P"),
    "blue": mark("B"),
    "orange": mark("O"),
}
DOTS: Final = ((2.0, 2.0), (6.0, 6.0))


def letter(colour: ColourName) -> str:
    """The initial by which a silk is known where its weave is too small."""
    return translate(LETTERS[colour])


def weave(colour: ColourName, *, faded: bool = False) -> str:
    """The fill of a silk; faded is that of a closed post."""
    return f"url(#{'faded' if faded else 'silk'}-{colour})"


def silk_definitions(palette: Palette) -> str:
    """The weaves of the four silks, fresh and faded, and a bolt of each."""
    fresh = [_pattern(f"silk-{name}", name, palette.silks[name]) for name in COLOUR_NAMES]
    faded = [_pattern(f"faded-{name}", name, palette.faded) for name in COLOUR_NAMES]
    bolts = [_bolt(name, palette) for name in COLOUR_NAMES]
    rolls = [_roll(name, palette) for name in COLOUR_NAMES]
    return "".join([*fresh, *faded, *bolts, *rolls])


def _pattern(name: str, colour: ColourName, colours: SilkColours) -> str:
    ground = rect(0, 0, 8, 8, fill=colours.ground)
    return tag(
        "pattern",
        ground,
        _motif(colour, colours.motif),
        id=name,
        width=8,
        height=8,
        patternUnits="userSpaceOnUse",
    )


def _motif(colour: ColourName, ink: str) -> str:
    motifs: Mapping[ColourName, str] = {
        "yellow": path(CHEVRONS, fill="none", stroke=ink, stroke_width=1.7),
        "purple": "".join(circle(x, y, 1.35, fill=ink) for x, y in DOTS),
        "blue": path(STRIPES, stroke=ink, stroke_width=1.5),
        "orange": path(DIAMONDS, fill=ink),
    }
    return motifs[colour]


def _bolt(colour: ColourName, palette: Palette) -> str:
    """A bolt that lies on its side, 26 wide and 10 high, its upper left corner at 0 0."""
    colours = palette.silks[colour]
    return group(
        rect(0, 0, 26, 10, rx=3, fill=weave(colour), stroke=palette.line, stroke_width=0.9),
        ellipse(23, 5, 2.6, 4.5, fill=colours.shade, stroke=palette.line, stroke_width=0.7),
        ellipse(23, 5, 1, 1.9, fill=colours.motif),
        id=f"bolt-{colour}",
    )


def _roll(colour: ColourName, palette: Palette) -> str:
    """A bolt that stands in a basket, 11 wide, its foot in the middle at 0 0."""
    colours = palette.silks[colour]
    return group(
        rect(-5.5, -19, 11, 19, rx=2.5, fill=weave(colour), stroke=palette.line, stroke_width=0.9),
        ellipse(0, -18, 5.2, 2.4, fill=colours.shade, stroke=palette.line, stroke_width=0.7),
        ellipse(0, -18, 2, 0.9, fill=colours.motif),
        id=f"roll-{colour}",
    )


def cube(colour: ColourName, palette: Palette) -> str:
    """A demand cube, its front 16 wide, its upper left corner at 0 0."""
    colours = palette.silks[colour]
    return group(
        path("M0 0 4 -4H20L16 0Z", fill=colours.ground),
        path("M16 0 20 -4V12L16 16Z", fill=colours.shade),
        rect(0, 0, 16, 16, fill=weave(colour)),
        stroke=palette.line,
        stroke_width=0.9,
        stroke_linejoin="round",
    )


def initial(colour: ColourName, x: float, y: float, size: float, palette: Palette) -> str:
    """The letter of a silk, centred on x."""
    return bold_line(x, y, letter(colour), size, fill=palette.ink)
