"""The colours of the tiles and the trunks, by day and by lamp.

Bombay's players are black, grey, ivory and brown. Grey would be lost among ownerless stretches
of stone, and ivory on pale tiles, so the trunks are dyed in the four strong colours of the
house instead: indigo, madder, saffron and peacock. They differ in lightness as well as in hue,
and every player keeps the sign of the seat: circle, square, triangle, diamond.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from howdah.render.house.palette import HOUSES, House, Paint
from howdah.render.theme import Theme

PLAYER_COLOURS: Final = ("indigo", "madder", "saffron", "peacock")


@dataclass(frozen=True)
class Palette(House):
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
        """What a seat's trunk is painted in; stone for nobody's."""
        return self.stone if seat is None else self.players[seat]


LIGHT: Final = Palette(
    **vars(HOUSES["light"]),
    cell="#e6bb99",
    joint="#c48d6b",
    tile="#f7e4cd",
    tile_side="#b98463",
    rim="#b5533c",
    rim_line="#f3e6cc",
    glow="#fff0b8",
    glow_line="#8a5a00",
    stone=Paint("#b3aca1", "#544d44", "#8a8278"),
    players=(
        Paint("#3a4fa3", "#151c47", "#b9c5f7"),
        Paint("#b3303b", "#420b12", "#f6b8b4"),
        Paint("#f0a51c", "#5b3600", "#fff0c2"),
        Paint("#17907c", "#04352d", "#a9e6d8"),
    ),
)

DARK: Final = Palette(
    **vars(HOUSES["dark"]),
    cell="#3d2b22",
    joint="#6a4a39",
    tile="#513a2d",
    tile_side="#241710",
    rim="#8c4a38",
    rim_line="#d9b48f",
    glow="#5c4a1c",
    glow_line="#f0c560",
    stone=Paint("#a39b90", "#211c17", "#6f675d"),
    players=(
        Paint("#8b9bf2", "#12173a", "#dfe5ff"),
        Paint("#e8665f", "#350a0b", "#ffd0c9"),
        Paint("#f7bf48", "#402600", "#fff3cf"),
        Paint("#35bda3", "#03261f", "#c6f5ea"),
    ),
)

PALETTES: Final[Mapping[Theme, Palette]] = {"light": LIGHT, "dark": DARK}
