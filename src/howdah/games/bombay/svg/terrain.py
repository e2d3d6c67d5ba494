"""The land: plain, desert and hills as soft tints on the cloth."""

from __future__ import annotations

from collections.abc import Sequence

from howdah.games.bombay.svg.palette import Palette
from howdah.render.common.geometry import Frame, Point
from howdah.render.markup import box, oval, tag


def ground_definitions(frame: Frame, palette: Palette) -> str:
    """The tints of the land and the edge of the map."""
    edge = tag("clipPath", box(0, 0, frame.width, frame.height, rx=3), id="map-edge")
    return _fade("desert", palette.desert) + _fade("hills", palette.hills) + edge


def _fade(name: str, colour: str) -> str:
    stops = "".join(
        tag("stop", offset=offset, stop_color=colour, stop_opacity=shade)
        for offset, shade in (("0", "1"), ("0.6", "0.75"), ("1", "0"))
    )
    return tag("radialGradient", stops, id=name)


def land(frame: Frame, hilltops: Sequence[Point]) -> str:
    """The tints of the land: desert in the north, hills around the hilltops and in the south."""
    wide, high = frame.width, frame.height
    tints = [
        ("desert", wide * 0.42, high * 0.08, wide * 0.36, high * 0.30),
        ("desert", wide * 0.92, high * 0.62, wide * 0.24, high * 0.26),
        ("hills", wide * 0.18, high * 0.62, wide * 0.12, high * 0.48),
        *(("hills", top.x, top.y, wide * 0.2, high * 0.22) for top in hilltops),
    ]
    return "".join(oval(x, y, rx, ry, fill=f"url(#{tint})") for tint, x, y, rx, ry in tints)
