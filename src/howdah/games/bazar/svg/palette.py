"""The colours of the tiles and the trunks, in both themes.

Bombay's players are black, grey, ivory and brown. Grey would be lost among ownerless stretches
of stone, and ivory on pale tiles, so the trunks have four strong
colours instead: indigo, madder, saffron and peacock. They differ in lightness as well as in hue,
and every player keeps the sign of the seat: circle, square, triangle, diamond.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from howdah.i18n import mark
from howdah.render.common.palette import COMMON_PALETTES, CommonPalette, Paint
from howdah.render.types import Theme

PLAYER_COLOURS: Final = (
    mark("indigo"),
    mark("madder"),
    mark("saffron"),
    mark("peacock"),
)


@dataclass(frozen=True)
class Palette(CommonPalette):
    """Every colour of one theme."""

    cell: str
    joint: str
    tile: str
    tile_side: str
    rim: str
    rim_line: str
    glow: str
    glow_line: str
    stone: Paint
    players: tuple[Paint, ...]

    def paint(self, seat: int | None) -> Paint:
        """The paint of a seat's trunk; stone without a seat."""
        return self.stone if seat is None else self.players[seat]


LIGHT: Final = Palette(
    **vars(COMMON_PALETTES["light"]),
    cell="#e6bb99",
    joint="#c48d6b",
    tile="#f7e4cd",
    tile_side="#b98463",
    rim="#b5533c",
    rim_line="#f3e6cc",
    glow="#fff0b8",
    glow_line="#8a5a00",
    stone=Paint("#c6c0b6", "#544d44", "#8a8278"),
    players=(
        Paint("#4057b6", "#131a48", "#bccafa"),
        Paint("#a82a38", "#420b12", "#f6b8b4"),
        Paint("#f2a81d", "#5b3600", "#fff0c2"),
        Paint("#0f8f84", "#04352d", "#a9e6d8"),
    ),
)

DARK: Final = Palette(
    **vars(COMMON_PALETTES["dark"]),
    cell="#42291f",
    joint="#7a4a38",
    tile="#54392b",
    tile_side="#86604c",
    rim="#8c4a38",
    rim_line="#d9b48f",
    glow="#4b3a14",
    glow_line="#f0c560",
    stone=Paint("#918a81", "#211c17", "#6f675d"),
    players=(
        Paint("#7f92f5", "#12173a", "#dfe5ff"),
        Paint("#e8655b", "#350a0b", "#ffd0c9"),
        Paint("#f9c44d", "#402600", "#fff3cf"),
        Paint("#4be0cf", "#03261f", "#c6f5ea"),
    ),
)

PALETTES: Final[Mapping[Theme, Palette]] = {"light": LIGHT, "dark": DARK}
