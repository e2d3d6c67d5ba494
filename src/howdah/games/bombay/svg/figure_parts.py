"""The parts of the rule figures: a piece of cloth, arrows, counted things."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import accumulate
from typing import Final

from howdah.games.bombay.names import COLOUR_NAMES, ColourName
from howdah.games.bombay.svg.elephant import elephant_figure
from howdah.games.bombay.svg.palette import Palette
from howdah.render.common.geometry import Point, distance, format_point
from howdah.render.common.player_marks import player_mark
from howdah.render.markup import (
    SANS,
    bold_line,
    circle,
    ellipse,
    group,
    group_at,
    path,
    rect,
    tag,
    use,
)

WIDTH: Final = 440.0
"""No wider than a phone can show with its numbers still large enough to read."""

DIGIT: Final = 11.0
ARROW_HEAD: Final = Point(9.0, 5.5)
NAMES: Final = re.compile(r' (?:id|data-[a-z-]+)="[^"]*"|<title>.*?</title>')

Definitions = Callable[[Palette], str]
CountedIcon = tuple[str, str]
"""A number, and the sign of what it counts."""


def draw_figure(
    height: float, palette: Palette, needs: tuple[Definitions, ...], *parts: str
) -> str:
    """A figure on a piece of cloth.

    Ids, data attributes and titles are removed: a page holds many figures, and none has text.
    """
    wide, high = WIDTH - 2, height - 2
    return tag(
        "svg",
        tag("defs", *(definitions(palette) for definitions in needs)),
        rect(1, 1, wide, high, rx=8, fill=palette.plain, stroke=palette.edge, stroke_width=1.4),
        NAMES.sub("", "".join(parts)),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH:g} {height:g}",
        role="img",
        aria_hidden="true",
        font_family=SANS,
    )


def draw_elephant(
    seat: int, bales: tuple[ColourName, ...], feet: Point, palette: Palette, *, facing: int = 1
) -> str:
    """A player's elephant with what it carries, facing right, or left if `facing` is -1."""
    shadow = ellipse(feet.x, feet.y, 28, 4.5, fill="#000", opacity="0.18")
    shown = elephant_figure(seat, bales, palette, piece=False)
    return shadow + group(shown, transform=f"translate({format_point(feet)}) scale({facing} 1)")


def arrow(start: Point, end: Point, palette: Palette) -> str:
    """A straight arrow from one point to another."""
    length = distance(start, end)
    across, down = (end.x - start.x) / length, (end.y - start.y) / length
    neck = Point(end.x - ARROW_HEAD.x * across, end.y - ARROW_HEAD.x * down)
    left = Point(neck.x - ARROW_HEAD.y * down, neck.y + ARROW_HEAD.y * across)
    right = Point(neck.x + ARROW_HEAD.y * down, neck.y - ARROW_HEAD.y * across)
    shaft = path(
        f"M{format_point(start)}L{format_point(neck)}", stroke=palette.ink, stroke_width=2.6
    )
    return shaft + path(
        f"M{format_point(end)}L{format_point(left)}L{format_point(right)}Z", fill=palette.ink
    )


def label(text: str, x: float, y: float, palette: Palette) -> str:
    """The letter of a site."""
    halo = palette.halo
    return bold_line(
        x, y, text, 18, fill=palette.ink, stroke=halo, stroke_width=4, paint_order="stroke"
    )


def pill(x: float, y: float, palette: Palette, *items: CountedIcon) -> str:
    """Counted things on a plate around x y."""
    widths = [_width(item) for item in items]
    left = x - sum(widths) / 2
    starts = accumulate(widths[:-1], initial=left)
    plate = rect(
        left - 5,
        y - 13,
        sum(widths) + 10,
        26,
        rx=8,
        fill=palette.plaque,
        stroke=palette.edge,
        stroke_width=1.4,
    )
    return plate + "".join(_draw_counted(item, at, y, palette) for item, at in zip(items, starts))


def _width(item: CountedIcon) -> float:
    text, thing = item
    return DIGIT * len(text) + (38 if thing.startswith("bolt") else 25)


def _draw_counted(item: CountedIcon, x: float, y: float, palette: Palette) -> str:
    """A number and the sign after it, from x on."""
    text, thing = item
    look = {"text_anchor": "start", "fill": palette.ink}
    shown = bold_line(x + 3, y + 6, text, 17, **look) if text else ""
    return shown + _sign(thing, x + DIGIT * len(text) + 4, y, palette)


def _sign(thing: str, x: float, y: float, palette: Palette) -> str:
    """The sign of what is counted, from x on; a seat's number is the sign of its player."""
    if thing.isdigit():
        return _badge(int(thing), x, y, palette)
    if thing == "bolts":
        return _any_bolt(x + 1, y)
    if thing.startswith("bolt"):
        return use(thing, x + 1, y - 6, scale=1.15)
    coin = circle(x + 9, y, 10, fill="#fbf4e2") if thing == "gate" else ""
    return coin + use(thing, x + 9, y, scale=0.8 if coin else 1.1, fill=palette.ink)


def _badge(seat: int, x: float, y: float, palette: Palette) -> str:
    """The colour and the sign of a player to whom something goes."""
    paint = palette.players[seat]
    plate = rect(x, y - 9, 18, 18, rx=4, fill=paint.body, stroke=paint.line)
    return plate + group_at(x + 9, y, player_mark(seat, fill=palette.ivory))


def _any_bolt(x: float, y: float) -> str:
    """A small bolt of each silk, to choose from."""
    return "".join(
        use(f"bolt-{colour}", x + 16 * (place % 2), y - 8 + 10 * (place // 2), scale=0.56)
        for place, colour in enumerate(COLOUR_NAMES)
    )
