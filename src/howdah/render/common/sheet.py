"""The whole sheet: a document with the table, the cloth on it, and a panel beside the cloth."""

from __future__ import annotations

from howdah.render.common.cloth import cloth, cloth_definitions, table
from howdah.render.common.geometry import Frame
from howdah.render.common.palette import House
from howdah.render.markup import SANS, escaped, number, placed, tag


def sheet(
    frame: Frame,
    palette: House,
    *,
    caption: tuple[str, str],
    definitions: str,
    parts: tuple[str, str],
) -> str:
    """The SVG document: captioned by a title and a description, its parts are map and panel."""
    title, description = caption
    map_drawn, panel_drawn = parts
    size = frame.sheet
    return tag(
        "svg",
        tag("title", escaped(title)),
        tag("desc", escaped(description)),
        tag("defs", cloth_definitions(palette), definitions),
        table(frame, palette),
        cloth(frame, palette),
        placed(*frame.map_corner, map_drawn, id="map"),
        placed(*frame.panel_corner, panel_drawn, id="panel"),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(size.x)} {number(size.y)}",
        width=size.x,
        height=size.y,
        role="img",
        font_family=SANS,
    )
