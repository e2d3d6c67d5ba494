"""Crossroads: a medallion where a palace token lies, else a milestone; and plain places."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from howdah.games.bombay.names import TOKEN_NAMES, FaceName, TokenName
from howdah.games.bombay.svg.palette import Palette
from howdah.games.bombay.svg.tooltips import token_told
from howdah.render.markup import box, disc, group, oval, path, placed, titled, use

RIMS: Final[Mapping[FaceName, str]] = {"yellow": "1 4.2", "orange": "5 3"}
"""The yellow face has beads on its rim, the orange face bars."""
SHADOW: Final = oval(1, 3, 19, 18, fill="#000", opacity="0.2")


def crossroads_definitions(palette: Palette) -> str:
    """The milestone and the plain place."""
    return group(
        oval(0, 11, 14, 4, fill="#000", opacity="0.18"),
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
        oval(
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
            *(group(SHADOW, *_rim(face, palette), id=f"rim-{face}") for face in RIMS),
            *(group(_gift(token, palette), id=f"gift-{token}") for token in TOKEN_NAMES),
        ]
    )


def medallion(token: TokenName, face: FaceName, palette: Palette) -> str:
    """A palace token around 0 0: what it gives, in the ring of its face."""
    return group(*_rim(face, palette), _gift(token, palette))


def _rim(face: FaceName, palette: Palette) -> tuple[str, ...]:
    return (
        disc(0, 0, 18.5, fill=palette.faces[face], stroke=palette.line, stroke_width=1.2),
        disc(
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
        disc(0, 0, 13.6, fill=palette.paper, stroke=palette.line, stroke_width=0.9),
    )


def _gift(token: TokenName, palette: Palette) -> str:
    gifts: Mapping[TokenName, str] = {
        "client": use("client", 0.5, -0.5, scale=1.12, fill=palette.sepia),
        "rupees": use("coin", -3.6, -2.4, scale=0.86) + use("coin", 3.8, 2.6, scale=0.86),
        "city": use("gate", 0, 0, scale=1.05),
        "bale": group(
            box(
                -10,
                -4.5,
                20,
                9,
                rx=3,
                fill=palette.sackcloth,
                stroke=palette.sepia,
                stroke_width=1.1,
            ),
            oval(7.5, 0, 2.4, 4.2, fill=palette.sack_end, stroke=palette.sepia, stroke_width=0.8),
            path("M-5 -4.5V4.5M.5 -4.5V4.5", stroke=palette.sepia, stroke_width=1),
        ),
    }
    return gifts[token]


def palace_token(
    site: str, token: TokenName, face: FaceName, x: float, y: float, palette: Palette
) -> str:
    """The palace token that lies on a site."""
    return placed(
        x,
        y,
        titled(token_told(site, token)),
        SHADOW,
        medallion(token, face, palette),
        id=f"token-{site}",
        data_token=token,
        data_face=face,
    )
