"""Cities: a skyline each, the name on a ribbon, and a plaque with what the city demands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from howdah.games.bombay.board import BoardSite
from howdah.games.bombay.names import ColourName
from howdah.games.bombay.rules import SALE_CLIENTS, SALE_RUPEES
from howdah.games.bombay.svg.palette import Palette
from howdah.games.bombay.svg.placement import Box
from howdah.games.bombay.svg.silk import cube, initial
from howdah.games.bombay.svg.sizes import WIDE, Sizes
from howdah.games.bombay.svg.tooltips import describe_city
from howdah.render.common.text_metrics import fit_text, text_width
from howdah.render.markup import (
    SERIF,
    Attributes,
    bold_line,
    circle,
    ellipse,
    group,
    group_at,
    path,
    rect,
    tooltip,
    use,
)


def _block(x: float, top: float, width: float, palette: Palette) -> str:
    """A wall from the ground up to a height."""
    return rect(x, top, width, 15 - top, fill=palette.wall)


def _dome(x: float, foot: float, half: float, palette: Palette) -> str:
    """An onion dome with its finial."""
    high = foot - half * 1.5
    line = (
        f"M{x - half} {foot}C{x - half * 1.35} {foot - half} {x - half * 0.4} {foot - half} "
        f"{x} {high}C{x + half * 0.4} {foot - half} {x + half * 1.35} {foot - half} "
        f"{x + half} {foot}Z"
    )
    return path(line, fill=palette.roof) + _finial(x, high, palette)


def _finial(x: float, foot: float, palette: Palette) -> str:
    return path(f"M{x} {foot}V{foot - 4}") + circle(x, foot - 4.5, 1.3, fill=palette.gold)


def _arch(x: float, width: float, high: float, palette: Palette) -> str:
    """A pointed doorway on the ground."""
    half, top = width / 2, 15 - high
    line = (
        f"M{x - half} 15V{top + half}C{x - half} {top + half / 3} {x - half / 3} {top + half / 3} "
        f"{x} {top}C{x + half / 3} {top + half / 3} {x + half} {top + half / 3} "
        f"{x + half} {top + half}V15Z"
    )
    return path(line, fill=palette.doorway)


def _minaret(x: float, top: float, palette: Palette) -> str:
    """A slender tower with two galleries."""
    galleries = "".join(
        rect(x - 4.2, y, 8.4, 2.6, fill=palette.wall_shade) for y in (top + 1, (top + 15) / 2)
    )
    return (
        rect(x - 3, top, 6, 15 - top, fill=palette.wall) + galleries + _dome(x, top, 3.6, palette)
    )


def stepped_palace(palette: Palette) -> str:
    """A palace of seven storeys, each smaller than the one below."""
    tower = "".join(
        rect(-half, top, 2 * half, 9, fill=palette.wall) + _windows(half, top + 2.6, palette)
        for half, top in ((20, -3), (15, -13), (10, -23))
    )
    wings = _block(-40, 3, 80, palette) + "".join(_dome(x, 3, 4.5, palette) for x in (-35, 35))
    eaves = "".join(
        path(f"M{-half} {y}H{half}", stroke=palette.roof, stroke_width=3)
        for half, y in ((42, 3), (22, -4), (17, -14), (12, -24))
    )
    return (
        wings
        + tower
        + eaves
        + _dome(0, -25, 6, palette)
        + _arch(0, 12, 15, palette)
        + "".join(_arch(x, 7, 8, palette) for x in (-29, -18, 18, 29))
    )


def _windows(half: float, y: float, palette: Palette) -> str:
    return "".join(
        rect(x - 1.5, y, 3, 4.5, fill=palette.doorway, stroke="none")
        for x in (-half * 0.6, 0, half * 0.6)
    )


def great_dome(palette: Palette) -> str:
    """One white dome over everything, with gates at its sides."""
    dome = path("M-25 3C-25 -32 25 -32 25 3Z", fill=palette.wall)
    ribs = path(
        "M-14 2C-14 -16 -8 -22 0 -23.2C8 -22 14 -16 14 2M0 -23V2",
        fill="none",
        stroke=palette.wall_shade,
    )
    crown = rect(-5, -29, 10, 6, fill=palette.wall_shade) + path(
        "M-9 -29H9M-7 -33H7M-4 -37H4", stroke=palette.roof, stroke_width=2.4
    )
    gates = "".join(
        path(f"M{x - 7} 15V-8M{x + 7} 15V-8", stroke=palette.roof, stroke_width=3)
        + path(
            f"M{x - 11} -8H{x + 11}M{x - 10} -2.5H{x + 10}", stroke=palette.roof, stroke_width=2.6
        )
        for x in (-35, 35)
    )
    return (
        gates
        + dome
        + ribs
        + crown
        + _finial(0, -36, palette)
        + _block(-28, 3, 56, palette)
        + path("M-30 3H30", stroke=palette.roof, stroke_width=3)
        + "".join(_arch(x, 8, 9, palette) for x in (-19, 0, 19))
    )


def sea_gate(palette: Palette) -> str:
    """A great arch at the water, with four turrets and a boat."""
    body = _block(-30, -14, 60, palette)
    cornice = rect(-32, -17, 64, 4, fill=palette.roof) + rect(-15, -24, 30, 7, fill=palette.wall)
    turrets = "".join(
        rect(x - 3.5, -24, 7, 39, fill=palette.wall_shade) + _dome(x, -24, 4.2, palette)
        for x in (-30, -15, 15, 30)
    )
    return (
        body
        + cornice
        + turrets
        + _dome(0, -24, 8, palette)
        + _arch(0, 19, 26, palette)
        + "".join(_arch(x, 8, 14, palette) for x in (-22.5, 22.5))
        + path("M-46 10C-44 15 -36 15 -34 10Z", fill=palette.wood)
        + path("M-40 10V-8C-46 -2 -46 4 -46 7H-40", fill=palette.ivory)
    )


def four_minarets(palette: Palette) -> str:
    """A square hall of arches between tall towers."""
    hall = _block(-22, -8, 44, palette) + rect(-24, -11, 48, 4, fill=palette.wall_shade)
    upper = rect(-12, -19, 24, 8, fill=palette.wall) + _dome(0, -19, 7.5, palette)
    towers = "".join(_minaret(x, -26, palette) for x in (-27, 27))
    far = "".join(_minaret(x, -22, palette) for x in (-15, 15))
    side = "".join(_block(x, 4, 12, palette) + _dome(x + 6, 4, 4, palette) for x in (-44, 32))
    return (
        far
        + side
        + hall
        + upper
        + towers
        + _arch(0, 20, 20, palette)
        + "".join(_arch(x, 6, 12, palette) for x in (-17, 17))
    )


SKYLINES: Final[tuple[Callable[[Palette], str], ...]] = (
    stepped_palace,
    great_dome,
    sea_gate,
    four_minarets,
)
"""The skylines of the cities, in their order on the board."""


PLAQUE_WIDTH, PLAQUE_HEIGHT = WIDE.plaque
ROW: Final = 21.0
MARK_SIZE: Final = 10.0
LONGEST_NAME: Final = 120.0


def skyline(number: int, palette: Palette) -> str:
    """The buildings of a city, by its order among the cities."""
    draw: Callable[[Palette], str] = SKYLINES[number % len(SKYLINES)]
    return group(
        ellipse(0, 15, 46, 5, fill="#000", opacity="0.15"),
        draw(palette),
        stroke=palette.line,
        stroke_width=1.1,
        stroke_linejoin="round",
    )


def ribbon_box(site: BoardSite, sizes: Sizes = WIDE) -> Box:
    """The room that a city's ribbon needs, around the city at 0 0."""
    name, mark = _ribbon_parts(site, sizes)
    width = text_width(name, sizes.ribbon) + text_width(mark, MARK_SIZE) + 34
    return Box(-width / 2, 15, width, sizes.ribbon + 7)


def _ribbon_parts(site: BoardSite, sizes: Sizes) -> tuple[str, str]:
    name = fit_text(site.name or "", sizes.ribbon, LONGEST_NAME)
    return name, site.id if sizes.has_marks else ""


def ribbon(site: BoardSite, palette: Palette, sizes: Sizes = WIDE) -> str:
    """The name of a city on its ribbon, around the city at 0 0."""
    half, foot = ribbon_box(site, sizes).width / 2, sizes.ribbon + 22
    inner, fold = half - 9, (20 + foot) / 2
    tails = (
        f"M{-half:.1f} 20H{-inner:.1f}V{foot:g}H{-half:.1f}L{-half + 5:.1f} {fold:g}Z"
        f"M{half:.1f} 20H{inner:.1f}V{foot:g}H{half:.1f}L{half - 5:.1f} {fold:g}Z"
    )
    return group(
        path(tails, fill=palette.roof),
        rect(-inner, 16, 2 * inner, sizes.ribbon + 5, rx=1.5, fill=palette.print),
        _ribbon_text(site, palette, sizes),
        stroke=palette.line,
        stroke_width=1,
    )


def _ribbon_text(site: BoardSite, palette: Palette, sizes: Sizes) -> str:
    """The mark of a city and its name, from left to right; a name alone in the middle."""
    name, mark = _ribbon_parts(site, sizes)
    size = sizes.ribbon
    start = -(text_width(name, size) + text_width(mark, MARK_SIZE) + 5) / 2
    after = start + text_width(mark, MARK_SIZE) + 5
    face: Attributes = {"font_family": SERIF}
    if mark:
        written = bold_line(start, 29, mark, MARK_SIZE, text_anchor="start") + bold_line(
            after, 29.5, name, size, text_anchor="start", **face
        )
    else:
        written = bold_line(0, size + 16.5, name, size, **face)
    return group(written, fill=palette.ribbon_ink, stroke="none")


def plaque(
    site: BoardSite, demands: tuple[ColourName, ...], tokens_left: int, palette: Palette
) -> str:
    """What a city pays for which silk, from the top, and its tokens left; corner at 0 0."""
    rows = [_demand(site.id, rank, colour, palette) for rank, colour in enumerate(demands)]
    return group(
        tooltip(describe_city(site, demands, tokens_left)),
        rect(
            0,
            0,
            PLAQUE_WIDTH,
            PLAQUE_HEIGHT,
            rx=5,
            fill=palette.plaque,
            stroke=palette.edge,
            stroke_width=1.4,
        ),
        *rows,
        _tokens(site.id, tokens_left, palette),
    )


def _demand(site: str, rank: int, colour: ColourName, palette: Palette) -> str:
    foot = 19 + rank * ROW
    pay = bold_line(7, foot - 0.5, SALE_RUPEES[rank], 14, text_anchor="start", fill=palette.ink)
    if SALE_CLIENTS[rank]:
        pay += bold_line(20, foot - 1, "+", 11, fill=palette.ink)
        pay += use("client", 29, foot - 6, scale=0.72, fill=palette.ink)
    piece = group_at(
        37.5,
        foot - 12,
        cube(colour, palette),
        scale=0.9,
        id=f"demand-{site}-{colour}",
        data_demand=colour,
        data_rank=rank + 1,
    )
    coin = "" if SALE_CLIENTS[rank] else use("coin", 22.5, foot - 5.5, scale=0.68)
    return pay + coin + piece + initial(colour, 62.5, foot - 1, 9.5, palette)


def _tokens(site: str, left: int, palette: Palette) -> str:
    """The pile of the city's own tokens."""
    y = PLAQUE_HEIGHT - 10.5
    pile = "".join(city_token(14 + 7 * number, y, palette) for number in range(left))
    return group(
        path(f"M5 {y - 11}H{PLAQUE_WIDTH - 5}", stroke=palette.edge, stroke_width=0.8),
        pile,
        bold_line(
            PLAQUE_WIDTH - 6, y + 4.5, f"\u00d7{left}", 12, text_anchor="end", fill=palette.ink
        ),
        id=f"city-tokens-{site}",
        data_tokens_left=left,
    )


def city_token(x: float, y: float, palette: Palette) -> str:
    """A city token."""
    return group(
        ellipse(x, y, 7.5, 7.5, fill=palette.paper, stroke=palette.line, stroke_width=0.9),
        use("gate", x, y, scale=0.55),
    )
