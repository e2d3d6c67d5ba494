"""The legend: what the palace tokens and the two precious silks give."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from howdah.games.bombay.names import TOKEN_NAMES, TokenName
from howdah.games.bombay.svg.crossroads import medallion
from howdah.games.bombay.svg.palette import Palette
from howdah.games.bombay.view import BombayView
from howdah.render.common.paper import paper
from howdah.render.markup import group, placed, use, words

HEIGHT: Final = 108.0
GIFTS: Final[Mapping[TokenName, str]] = {
    "client": "+1 client",
    "rupees": "+2 rupees",
    "city": "+1 city",
    "bale": "+1 bale",
}


def legend(view: BombayView, palette: Palette) -> str:
    """The card that explains what a palace or a sale brings, its corner at 0 0."""
    return group(
        paper(HEIGHT, palette, opacity="0.96"),
        *(_gift(view, token, place, palette) for place, token in enumerate(TOKEN_NAMES)),
        _bonus("yellow", "coin", 18, palette),
        _bonus("purple", "client", 160, palette),
        id="legend",
    )


def _gift(view: BombayView, token: TokenName, place: int, palette: Palette) -> str:
    x = 42 + 71 * place
    return placed(x, 26, medallion(token, view.face, palette), scale=0.9) + words(
        x, 60, GIFTS[token], 12, text_anchor="middle", fill=palette.ink
    )


def _bonus(silk: str, gain: str, x: float, palette: Palette) -> str:
    """What a sale of a silk brings above its price."""
    return group(
        use(f"bolt-{silk}", x, 79),
        words(x + 33, 89, "sold: +1", 12),
        use(gain, x + 93, 85, scale=0.9),
        fill=palette.ink,
    )
