"""Trading posts: a stall whose awning shows its silk; a closed one has its shutters down."""

from __future__ import annotations

from typing import Final

from howdah.games.bombay.names import COLOUR_NAMES, ColourName
from howdah.games.bombay.svg.palette import Palette
from howdah.games.bombay.svg.silk import initial, weave
from howdah.games.bombay.svg.tooltips import post_told
from howdah.render.markup import Look, box, disc, group, oval, path, placed, titled, use

AWNING: Final = (
    "M-19 -26H19L24 -9C24 -4 16 -4 16 -9C16 -4 8 -4 8 -9C8 -4 0 -4 0 -9"
    "C0 -4 -8 -4 -8 -9C-8 -4 -16 -4 -16 -9C-16 -4 -24 -4 -24 -9Z"
)

SHOP: Final = (-19.0, -10.0, 38.0, 30.0)
COUNTER: Final = (-21.0, 10.0, 42.0, 11.0)
SHADOW: Final = oval(0, 21, 26, 4, fill="#000", opacity="0.18")


def post(
    site: str, colour: ColourName, x: float, y: float, palette: Palette, *, closed: bool
) -> str:
    """The trading post on a site."""
    state = "closed" if closed else "open"
    return placed(
        x,
        y,
        titled(post_told(site, colour, closed=closed)),
        SHADOW,
        _shutters(palette) if closed else _counter(colour, palette),
        _awning(colour, palette, closed=closed),
        _shield(colour, palette),
        id=f"post-{site}",
        data_post=colour,
        data_state=state,
    )


def _awning(colour: ColourName, palette: Palette, *, closed: bool) -> str:
    return path(
        AWNING,
        fill=weave(colour, faded=closed),
        stroke=palette.line,
        stroke_width=1.3,
        stroke_linejoin="round",
    )


def post_definitions(palette: Palette) -> str:
    """Every trading post, open and shut, put together from parts that are drawn once."""
    look: Look = {"stroke": palette.line, "stroke_width": 1.2}
    parts = [
        group(SHADOW, group(box(*SHOP, fill=palette.shop), **look), id="shop"),
        group(box(*COUNTER, rx=1.5, fill=palette.wood), id="counter", **look),
        group(SHADOW, _shutters(palette), id="shutters"),
        group(path(AWNING), id="awning", stroke_linejoin="round", **look),
        group(disc(0, -27, 7.2, fill=palette.plaque), id="shield", **look),
    ]
    return "".join([*parts, *(_put_together(colour, palette) for colour in COLOUR_NAMES)])


def _put_together(colour: ColourName, palette: Palette) -> str:
    sign = use("shield") + initial(colour, 0, -23.4, 10, palette)
    open_front = use("shop") + use(f"bolt-{colour}", -13) + use("counter")
    return group(open_front, use("awning", fill=weave(colour)), sign, id=f"post-{colour}") + group(
        use("shutters"), use("awning", fill=weave(colour, faded=True)), sign, id=f"shut-{colour}"
    )


def _counter(colour: ColourName, palette: Palette) -> str:
    """The open front: a dark shop, a bolt on the counter."""
    return group(
        box(*SHOP, fill=palette.shop),
        use(f"bolt-{colour}", -13, 0),
        box(*COUNTER, rx=1.5, fill=palette.wood),
        stroke=palette.line,
        stroke_width=1.2,
    )


def _shutters(palette: Palette) -> str:
    """The closed front: slats from the awning to the ground, and a lock."""
    slats = "".join(f"M-18 {y}H18" for y in (-1, 4, 9, 14))
    return group(
        box(-19, -10, 38, 31, fill=palette.silver, stroke=palette.line, stroke_width=1.2),
        path(slats, stroke=palette.stone_shade, stroke_width=1.8),
        disc(0, 15, 3, fill=palette.stone_shade, stroke=palette.line, stroke_width=1),
        data_part="shutters",
    )


def _shield(colour: ColourName, palette: Palette) -> str:
    """The letter of the silk over the awning."""
    return disc(0, -27, 7.2, fill=palette.plaque, stroke=palette.line, stroke_width=1.1) + initial(
        colour, 0, -23.4, 10, palette
    )
