"""The wooden table, the cloth with its printed border, and the whole sheet made of them."""

from __future__ import annotations

from howdah.render.common.geometry import BLOCK, BORDER, MARGIN, Frame
from howdah.render.common.palette import CommonPalette
from howdah.render.markup import (
    SANS,
    Attributes,
    circle,
    ellipse,
    escape,
    format_number,
    group,
    group_at,
    path,
    rect,
    tag,
)


def cloth_definitions(palette: CommonPalette) -> str:
    """The vignette of the table and the print of the border."""
    return _vignette(palette) + border_pattern(palette)


def _vignette(palette: CommonPalette) -> str:
    stops = tag("stop", offset="0.45", stop_color=palette.table) + tag(
        "stop", offset="1", stop_color=palette.table_edge
    )
    return tag("radialGradient", stops, id="vignette", cx="0.5", cy="0.45", r="0.9")


def border_pattern(palette: CommonPalette) -> str:
    """One block of the border: a flower between two leaves."""
    flower = "".join(
        ellipse(
            0, -4.4, 1.9, 3, fill=palette.cloth, transform=f"translate(12.5 10.5) rotate({turn})"
        )
        for turn in range(0, 360, 60)
    )
    leaves = path(
        "M0 3.5C5 5 5 16 0 17.5C-5 16 -5 5 0 3.5ZM25 3.5C30 5 30 16 25 17.5C20 16 20 5 25 3.5Z",
        fill=palette.print_pale,
    )
    return tag(
        "pattern",
        rect(0, 0, BLOCK, BORDER, fill=palette.print),
        leaves,
        flower,
        circle(12.5, 10.5, 1.8, fill=palette.gold),
        id="border-print",
        width=BLOCK,
        height=BORDER,
        patternUnits="userSpaceOnUse",
    )


def table_top(frame: Frame, palette: CommonPalette) -> str:
    """The wood under everything."""
    size = frame.sheet
    grain = "".join(
        f"M0 {y}C{size.x * 0.3:.0f} {y - 9} {size.x * 0.6:.0f} {y + 11} {size.x:.0f} {y - 3}"
        for y in range(30, int(size.y), 37)
    )
    return rect(0, 0, size.x, size.y, fill="url(#vignette)") + path(
        grain, fill="none", stroke=palette.grain, stroke_width=1.4, opacity="0.6"
    )


def cloth(frame: Frame, palette: CommonPalette) -> str:
    """The cloth on the table, its printed border around the map."""
    wide, high = frame.width + 2 * BORDER, frame.height + 2 * BORDER
    strip: Attributes = {"fill": "url(#border-print)"}
    sides = "".join(
        rect(0, 0, length, BORDER, transform=f"translate({x:g} {y:g}) rotate({turn})", **strip)
        for x, y, turn, length in (
            (BORDER, 0, 0, frame.width),
            (wide - BORDER, high, 180, frame.width),
            (wide, BORDER, 90, frame.height),
            (0, high - BORDER, 270, frame.height),
        )
    )
    corners = "".join(_corner(x, y, palette) for x in (0, wide - 21) for y in (0, high - 21))
    return group(
        rect(4, 6, wide, high, rx=4, fill="#000", opacity="0.35"),
        sides,
        corners,
        rect(BORDER, BORDER, frame.width, frame.height, fill=palette.plain),
        rect(
            BORDER,
            BORDER,
            frame.width,
            frame.height,
            fill="none",
            stroke=palette.cloth,
            stroke_width=5,
        ),
        rect(0.7, 0.7, wide - 1.4, high - 1.4, fill="none", stroke=palette.cloth, stroke_width=1.6),
        transform=f"translate({MARGIN:g} {MARGIN:g})",
    )


def _corner(x: float, y: float, palette: CommonPalette) -> str:
    return (
        rect(x, y, 21, 21, fill=palette.print)
        + path(f"M{x + 10.5} {y + 2.5}l8 8-8 8-8-8z", fill=palette.cloth)
        + circle(x + 10.5, y + 10.5, 3.4, fill=palette.print)
    )


def draw_sheet(
    frame: Frame,
    palette: CommonPalette,
    *,
    caption: tuple[str, str],
    definitions: str,
    parts: tuple[str, str],
) -> str:
    """The SVG document with a title and a description; its parts are map and panel."""
    title, description = caption
    map_svg, panel_svg = parts
    size = frame.sheet
    return tag(
        "svg",
        tag("title", escape(title)),
        tag("desc", escape(description)),
        tag("defs", cloth_definitions(palette), definitions),
        table_top(frame, palette),
        cloth(frame, palette),
        group_at(*frame.map_corner, map_svg, id="map"),
        group_at(*frame.panel_corner, panel_svg, id="panel"),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {format_number(size.x)} {format_number(size.y)}",
        width=size.x,
        height=size.y,
        role="img",
        font_family=SANS,
    )
