"""Elephants: a clear silhouette, the player's sign on the cloth, the bales in two baskets."""

from __future__ import annotations

from typing import Final

from howdah.games.bombay.names import ColourName
from howdah.games.bombay.rules import BASKETS
from howdah.games.bombay.svg.palette import Palette
from howdah.games.bombay.svg.silk import letter
from howdah.games.bombay.svg.tooltips import describe_elephant
from howdah.games.bombay.view import PlayerView
from howdah.render.common.geometry import Point, distance, format_point
from howdah.render.common.player_marks import player_mark
from howdah.render.markup import (
    Attributes,
    bold_line,
    circle,
    ellipse,
    group,
    group_at,
    path,
    tooltip,
    use,
)

WIDTH: Final = 60.0
HEIGHT: Final = 55.0
SCALE: Final = 0.88
TETHER: Final = 16.0
BASKET_PLACES: Final = (-16.5, -2.5)

BODY: Final = (
    "M-24 0L-25 -14C-29 -23 -27 -36 -14 -37.5C-6 -38.5 0 -37.5 6 -36.5"
    "C9 -42.5 22 -43.5 25 -34.5C27 -29 27 -24 28 -17C28.5 -12.5 29.5 -10 32 -10"
    "C34 -10 34.8 -11.5 35 -14L38.6 -13.4C38.4 -8.6 36 -5.4 32 -5.4"
    "C26.5 -5.4 23.8 -10 23 -15.5C22.5 -18.5 21 -20 19 -19.5C16 -18.5 14 -17 13.5 -13"
    "L13 0H3.5L3 -10.5C-2 -8.8 -9 -8.8 -13.5 -10.5L-14 0Z"
)
FAR_LEGS: Final = "M-13 -12H-5L-5.5 -1H-12ZM10 -14H18L17.5 -1H11Z"
EAR: Final = "M8 -37C1 -38 .5 -25 7 -19.5C12 -18.5 15.5 -24 15.5 -30C15.5 -34 12.5 -37.5 8 -37Z"
"""The outlines, with the feet in the middle at 0 0."""


def elephant_definitions(palette: Palette) -> str:
    """The elephant that every player's paint fills, and its basket."""
    detail: Attributes = {"fill": "none", "stroke": "currentColor", "stroke_width": 1.3}
    body = group(
        path("M-25.5 -27C-30 -24 -29 -17 -31 -13", fill="none", stroke_width=2.2),
        path(FAR_LEGS),
        path(FAR_LEGS, fill="#000", opacity="0.28"),
        path(BODY),
        path("M22 -18C25 -14 28 -15 31 -18C28 -16.8 25 -18 23.5 -21Z", fill=palette.ivory),
        path(EAR),
        path("M5.5 -33C3.5 -28 5 -24 8 -22", **detail),
        path("M-22 -1H-16M5 -1H11M26 -22H29M26.5 -18.5H29", **detail),
        circle(20.5, -31.5, 1.9, fill=palette.ivory, stroke="none"),
        circle(20.8, -31.3, 1, fill=palette.eye, stroke="none"),
        _caparison(palette),
        id="elephant",
        stroke_width=1.4,
        stroke_linejoin="round",
        stroke_linecap="round",
    )
    return body + _basket(palette)


def _caparison(palette: Palette) -> str:
    """The cloth on the back, with its golden hem."""
    cloth = "M-20 -38C-14 -39.5 -5 -39.5 1 -38.5V-17.5Q-9.5 -13 -20 -17.5Z"
    hem = "M-19 -19Q-9.5 -14.5 0 -19"
    return path(cloth, fill=palette.caparison) + path(
        hem, fill="none", stroke=palette.gold, stroke_width=2
    )


def _basket(palette: Palette) -> str:
    return group(
        path("M-6.5 -9H6.5L5 0H-5Z", fill=palette.wicker, stroke=palette.line, stroke_width=1),
        path("M-6.8 -9H6.8", stroke=palette.line, stroke_width=1.6, stroke_linecap="round"),
        id="basket",
    )


def elephant_figure(
    seat: int, bales: tuple[ColourName, ...], palette: Palette, *, piece: bool
) -> str:
    """A player's elephant with what it carries; the bales of a `piece` have ids for animation."""
    paint = palette.players[seat]
    baskets = "".join(_load(seat, number, bales, palette, piece=piece) for number in range(BASKETS))
    return group(
        use("elephant", fill=paint.body, stroke=paint.line, color=paint.detail),
        baskets,
        group_at(-9.5, -27, player_mark(seat, fill=palette.ivory)),
    )


def _load(
    seat: int, number: int, bales: tuple[ColourName, ...], palette: Palette, *, piece: bool
) -> str:
    x, foot = BASKET_PLACES[number], -37.5
    if number >= len(bales):
        return use("basket", x, foot)
    colour = bales[number]
    return group(
        use(f"roll-{colour}", x, foot - 5),
        use("basket", x, foot),
        bold_line(x, foot - 1.3, letter(colour), 8, fill=palette.sepia),
        id=f"bale-elephant-{seat}-{number + 1}" if piece else None,
        data_bale=colour if piece else None,
    )


def draw_elephant(
    player: PlayerView, x: float, y: float, palette: Palette, *, to_play: bool
) -> str:
    """A player's elephant with its feet around x y; the one to play is lifted and lit."""
    lift = -4 if to_play else 0
    return group_at(
        x,
        y,
        tooltip(describe_elephant(player)),
        spotlight(palette) if to_play else ellipse(0, 0, 26, 4, fill="#000", opacity="0.18"),
        group_at(
            -2, lift, elephant_figure(player.seat, player.bales, palette, piece=True), scale=SCALE
        ),
        id=f"elephant-{player.seat}",
        data_seat=player.seat,
        data_site=player.site,
        data_to_play="true" if to_play else None,
    )


def draw_footprints(seat: int, feet: Point, site: Point, palette: Palette) -> str:
    """The footprints from an elephant to its site."""
    share = min(1.0, TETHER / max(1.0, distance(feet, site)))
    start = Point(feet.x + (site.x - feet.x) * share, feet.y + (site.y - feet.y) * share)
    return path(
        f"M{format_point(start)}L{format_point(site)}",
        stroke=palette.players[seat].line,
        stroke_width=3.4,
        stroke_dasharray="0.1 6.5",
        stroke_linecap="round",
    )


def spotlight(palette: Palette) -> str:
    """The lit ground under the elephant to play, and its shadow."""
    return group(
        ellipse(0, -1, 36, 11, fill=palette.plaque_lit, stroke=palette.line, stroke_width=4.6),
        ellipse(0, -1, 36, 11, fill="none", stroke=palette.gold, stroke_width=2.8),
        ellipse(3, 1, 25, 5, fill="#000", opacity="0.38"),
    )
