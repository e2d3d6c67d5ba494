"""Pictograms: what is counted on the table, each drawn once around 0 0, about 16 wide."""

from __future__ import annotations

from howdah.games.bombay.svg.palette import Palette
from howdah.render.common.cards import flag_definition
from howdah.render.common.player_marks import star_outline
from howdah.render.markup import Attributes, circle, group, path


def icon_definitions(palette: Palette) -> str:
    """Star, coin, client, gate, bag, screen and flag."""
    return "".join(
        [
            _star(palette),
            _coin(palette),
            _client(palette),
            _gate(palette),
            _bag(palette),
            _screen(palette),
            flag_definition(palette),
        ]
    )


def _star(palette: Palette) -> str:
    look: Attributes = {"stroke": palette.line, "stroke_width": 0.9, "stroke_linejoin": "round"}
    return group(path(star_outline(8), fill=palette.gold, **look), id="star") + group(
        path(star_outline(7.4), fill="none", stroke=palette.faint, stroke_width=1.1),
        id="star-spent",
    )


def _coin(palette: Palette) -> str:
    """A rupee: a coin with the two bars and the stroke of its sign."""
    return group(
        circle(0, 0, 7.5, fill=palette.gold, stroke=palette.line, stroke_width=1),
        circle(0, 0, 5.6, fill="none", stroke=palette.coin_rim, stroke_width=0.6),
        path(
            "M-2.8 -3.6H3M-2.8 -1.4H3M-1.2 -3.6C2.6 -3.8 2.2 .9 -2.4 .7L1.8 4.2",
            fill="none",
            stroke=palette.coin_sign,
            stroke_width=1.15,
        ),
        id="coin",
    )


def _client(palette: Palette) -> str:
    """A lady in profile with a knot of hair and an earring."""
    return group(
        path(
            "M-6 8C-6 4.4 -3.4 3.6 -2 2.6C-5.6 1 -5.4 -6.6 .2 -6.8C3 -6.8 4.4 -5 4.4 -3.2"
            "L5.8 -.6 4.6 0 4.6 2C4.6 3 3.6 3.2 2.4 3L2.2 4C4.6 4.8 6 5.8 6 8Z"
        ),
        circle(-4.6, -4.6, 2.7),
        circle(-0.6, 1.5, 1.1, fill=palette.gold),
        circle(3.1, -3.3, 0.8, fill=palette.vermilion),
        id="client",
    )


def _gate(palette: Palette) -> str:
    """A city gate with two towers."""
    return group(
        path(
            "M-8 8V-5.4L-5.6 -8 -3.2 -5.4V-3H3.2V-5.4L5.6 -8 8 -5.4V8H3V4"
            "C3 1.8 1.8 .4 0 -.8C-1.8 .4 -3 1.8 -3 4V8Z",
            fill=palette.roof,
            stroke=palette.line,
            stroke_width=0.9,
            stroke_linejoin="round",
        ),
        path("M-6.6 -1.6H-4.6M4.6 -1.6H6.6", stroke=palette.ivory, stroke_width=1.2),
        id="gate",
    )


def _bag(palette: Palette) -> str:
    look: Attributes = {"stroke": palette.line, "stroke_width": 1.1, "stroke_linejoin": "round"}
    return group(
        path("M-5 -8C-16 0 -17 16 0 16S16 0 5 -8Z", fill=palette.wicker, **look),
        path("M-5 -8C-9 -14 -4 -15 0 -13C4 -15 9 -14 5 -8Z", fill=palette.wicker, **look),
        path("M-6.5 -8H6.5", stroke=palette.print, stroke_width=2.6, stroke_linecap="round"),
        path("M-8 2Q0 7 8 2", fill="none", stroke=palette.wood, stroke_width=1),
        id="bag",
    )


def _screen(palette: Palette) -> str:
    """A folding screen of four leaves, closed to every eye."""
    leaves = "".join(
        path(
            f"M{x} {top}L{x + 22} {other}V{other + 26}L{x} {top + 26}Z",
            fill=palette.wall if top < other else palette.wall_shade,
        )
        + path(f"M{x + 11} -6 {x + 15} 0 {x + 11} 6 {x + 7} 0Z", fill=palette.print, stroke="none")
        for x, top, other in ((-44, -15, -11), (-22, -11, -15), (0, -15, -11), (22, -11, -15))
    )
    return group(leaves, id="screen", stroke=palette.line, stroke_width=1, stroke_linejoin="round")
