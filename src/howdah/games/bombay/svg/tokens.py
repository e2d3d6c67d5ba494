"""What stands on the sites: trading posts, palace tokens, palaces, milestones, free places."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from howdah.games.bombay.names import COLOUR_NAMES, TOKEN_NAMES, ColourName, FaceName, TokenName
from howdah.games.bombay.svg.palette import Palette
from howdah.games.bombay.svg.silk import initial, weave
from howdah.games.bombay.svg.tooltips import describe_palace, describe_post, describe_token
from howdah.render.common.player_marks import player_mark
from howdah.render.markup import (
    Attributes,
    circle,
    ellipse,
    group,
    group_at,
    path,
    rect,
    tooltip,
    use,
)

AWNING: Final = (
    "M-19 -26H19L24 -9C24 -4 16 -4 16 -9C16 -4 8 -4 8 -9C8 -4 0 -4 0 -9"
    "C0 -4 -8 -4 -8 -9C-8 -4 -16 -4 -16 -9C-16 -4 -24 -4 -24 -9Z"
)

SHOP: Final = (-19.0, -10.0, 38.0, 30.0)
COUNTER: Final = (-21.0, 10.0, 42.0, 11.0)
POST_SHADOW: Final = ellipse(0, 21, 26, 4, fill="#000", opacity="0.18")


def draw_post(
    site: str, colour: ColourName, x: float, y: float, palette: Palette, *, closed: bool
) -> str:
    """The trading post on a site."""
    state = "closed" if closed else "open"
    return group_at(
        x,
        y,
        tooltip(describe_post(site, colour, closed=closed)),
        POST_SHADOW,
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
    look: Attributes = {"stroke": palette.line, "stroke_width": 1.2}
    parts = [
        group(POST_SHADOW, group(rect(*SHOP, fill=palette.shop), **look), id="shop"),
        group(rect(*COUNTER, rx=1.5, fill=palette.wood), id="counter", **look),
        group(POST_SHADOW, _shutters(palette), id="shutters"),
        group(path(AWNING), id="awning", stroke_linejoin="round", **look),
        group(circle(0, -27, 7.2, fill=palette.plaque), id="shield", **look),
    ]
    return "".join([*parts, *(_compose_post(colour, palette) for colour in COLOUR_NAMES)])


def _compose_post(colour: ColourName, palette: Palette) -> str:
    sign = use("shield") + initial(colour, 0, -23.4, 10, palette)
    open_front = use("shop") + use(f"bolt-{colour}", -13) + use("counter")
    return group(open_front, use("awning", fill=weave(colour)), sign, id=f"post-{colour}") + group(
        use("shutters"), use("awning", fill=weave(colour, faded=True)), sign, id=f"shut-{colour}"
    )


def _counter(colour: ColourName, palette: Palette) -> str:
    """The open front: a dark shop, a bolt on the counter."""
    return group(
        rect(*SHOP, fill=palette.shop),
        use(f"bolt-{colour}", -13, 0),
        rect(*COUNTER, rx=1.5, fill=palette.wood),
        stroke=palette.line,
        stroke_width=1.2,
    )


def _shutters(palette: Palette) -> str:
    """The closed front: slats from the awning to the ground, and a lock."""
    slats = "".join(f"M-18 {y}H18" for y in (-1, 4, 9, 14))
    return group(
        rect(-19, -10, 38, 31, fill=palette.silver, stroke=palette.line, stroke_width=1.2),
        path(slats, stroke=palette.stone_shade, stroke_width=1.8),
        circle(0, 15, 3, fill=palette.stone_shade, stroke=palette.line, stroke_width=1),
        data_part="shutters",
    )


def _shield(colour: ColourName, palette: Palette) -> str:
    """The letter of the silk over the awning."""
    return circle(
        0, -27, 7.2, fill=palette.plaque, stroke=palette.line, stroke_width=1.1
    ) + initial(colour, 0, -23.4, 10, palette)


RIMS: Final[Mapping[FaceName, str]] = {"yellow": "1 4.2", "orange": "5 3"}
"""The yellow face has beads on its rim, the orange face bars."""
TOKEN_SHADOW: Final = ellipse(1, 3, 19, 18, fill="#000", opacity="0.2")


def crossroads_definitions(palette: Palette) -> str:
    """The milestone and the plain place."""
    return group(
        ellipse(0, 11, 14, 4, fill="#000", opacity="0.18"),
        path(
            "M-8.5 11V-5C-8.5 -15 8.5 -15 8.5 -5V11Z",
            fill=palette.stone,
            stroke=palette.line,
            stroke_width=1.3,
        ),
        path("M-4.5 -4H4.5M-4.5 0H4.5M-3 4H3", stroke=palette.stone_shade, stroke_width=1.4),
        path("M-12 11H12", stroke=palette.line, stroke_width=1.6, stroke_linecap="round"),
        id="milestone",
    ) + group(
        ellipse(
            0,
            0,
            19,
            13,
            fill=palette.cloth,
            stroke=palette.trail,
            stroke_width=1.6,
            stroke_dasharray="4 3",
        ),
        path(
            "M-8 3 0 -1 8 3 0 7ZM-5 -2.5 0 -5 5 -2.5",
            fill="none",
            stroke=palette.trail,
            stroke_width=1.4,
            stroke_linejoin="round",
        ),
        id="plain-place",
    )


def token_definitions(palette: Palette) -> str:
    """The rims of both faces with their shadow, and what the palace tokens give."""
    return "".join(
        [
            *(group(TOKEN_SHADOW, *_rim(face, palette), id=f"rim-{face}") for face in RIMS),
            *(group(_gift(token, palette), id=f"gift-{token}") for token in TOKEN_NAMES),
        ]
    )


def medallion(token: TokenName, face: FaceName, palette: Palette) -> str:
    """A palace token around 0 0: what it gives, in the ring of its face."""
    return group(*_rim(face, palette), _gift(token, palette))


def _rim(face: FaceName, palette: Palette) -> tuple[str, ...]:
    return (
        circle(0, 0, 18.5, fill=palette.faces[face], stroke=palette.line, stroke_width=1.2),
        circle(
            0,
            0,
            16.2,
            fill="none",
            stroke=palette.line,
            stroke_width=2.1,
            opacity="0.6",
            stroke_dasharray=RIMS[face],
            stroke_linecap="round" if face == "yellow" else "butt",
        ),
        circle(0, 0, 13.6, fill=palette.paper, stroke=palette.line, stroke_width=0.9),
    )


def _gift(token: TokenName, palette: Palette) -> str:
    gifts: Mapping[TokenName, str] = {
        "client": use("client", 0.5, -0.5, scale=1.12, fill=palette.sepia),
        "rupees": use("coin", -3.6, -2.4, scale=0.86) + use("coin", 3.8, 2.6, scale=0.86),
        "city": use("gate", 0, 0, scale=1.05),
        "bale": group(
            rect(
                -10,
                -4.5,
                20,
                9,
                rx=3,
                fill=palette.sackcloth,
                stroke=palette.sepia,
                stroke_width=1.1,
            ),
            ellipse(
                7.5, 0, 2.4, 4.2, fill=palette.sack_end, stroke=palette.sepia, stroke_width=0.8
            ),
            path("M-5 -4.5V4.5M.5 -4.5V4.5", stroke=palette.sepia, stroke_width=1),
        ),
    }
    return gifts[token]


def draw_palace_token(
    site: str, token: TokenName, face: FaceName, x: float, y: float, palette: Palette
) -> str:
    """The palace token that lies on a site."""
    return group_at(
        x,
        y,
        tooltip(describe_token(site, token)),
        TOKEN_SHADOW,
        medallion(token, face, palette),
        id=f"token-{site}",
        data_token=token,
        data_face=face,
    )


DOME: Final = "M-13 -21C-16 -31 -6 -33 0 -41C6 -33 16 -31 13 -21Z"
HALL: Final = "M-15 -21H15V0H-15Z"


def palace_definitions(palette: Palette) -> str:
    """The pavilion that every owner's paint fills, its foot in the middle at 0 0."""
    return group(
        rect(-21, 0, 42, 5, rx=1.5),
        path(HALL),
        path(DOME),
        rect(-18, -22.5, 36, 3.6, rx=1),
        path("M-20 0V-10C-20 -14 -16 -14 -16 -10V0M20 0V-10C20 -14 16 -14 16 -10V0"),
        path("M-6 -24C-6 -30 -2 -31 0 -35", fill="none", stroke="currentColor"),
        path("M0 -41V-46", stroke_width=1.6),
        circle(0, -46, 1.8, fill=palette.gold),
        path("M-10 0V-12C-10 -17 -4 -17 0 -19.5C4 -17 10 -17 10 -12V0Z", fill=palette.caparison),
        path("M-9.5 -1H9.5", stroke=palette.gold, stroke_width=1.8),
        id="palace",
        stroke_width=1.3,
        stroke_linejoin="round",
    )


def pavilion(seat: int, palette: Palette) -> str:
    """A palace of a seat."""
    paint = palette.players[seat]
    return use("palace", fill=paint.body, stroke=paint.line, color=paint.detail) + group_at(
        0, -8, player_mark(seat, fill=palette.ivory), scale=0.95
    )


def draw_palace(site: str, seat: int, x: float, y: float, palette: Palette) -> str:
    """The palace that stands on a site."""
    return group_at(
        x,
        y,
        tooltip(describe_palace(site, seat)),
        pavilion(seat, palette),
        id=f"palace-{site}",
        data_palace=seat,
    )
