"""The colours that all games share, in a light and a dark theme."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from howdah.render.types import Theme


@dataclass(frozen=True)
class Paint:
    """The colours of a player's pieces: body, outline, and fine detail."""

    body: str
    line: str
    detail: str


@dataclass(frozen=True)
class CommonPalette:
    """The colours that all games share in one theme."""

    table: str
    table_edge: str
    grain: str
    cloth: str
    print: str
    print_pale: str
    plain: str
    ink: str
    heading: str
    faint: str
    plaque: str
    plaque_lit: str
    edge: str
    gold: str
    ivory: str
    line: str


LIGHT: Final = CommonPalette(
    table="#6b4226",
    table_edge="#3c2312",
    grain="#5a3720",
    cloth="#f3e6cc",
    print="#b5533c",
    print_pale="#d99a7c",
    plain="#ead9b0",
    ink="#2e211a",
    heading="#a23f2a",
    faint="#6a5240",
    plaque="#fbf4e2",
    plaque_lit="#fff3c4",
    edge="#8a6b45",
    gold="#e0b13a",
    ivory="#fdf6e3",
    line="#2e211a",
)


DARK: Final = CommonPalette(
    table="#1d1512",
    table_edge="#0b0706",
    grain="#261c17",
    cloth="#2b241d",
    print="#8c4a38",
    print_pale="#6b3c2f",
    plain="#3a3226",
    ink="#f0e4cf",
    heading="#e79a7e",
    faint="#c4b398",
    plaque="#292019",
    plaque_lit="#453618",
    edge="#8c7350",
    gold="#e8bd50",
    ivory="#fdf6e3",
    line="#17100c",
)

COMMON_PALETTES: Final[Mapping[Theme, CommonPalette]] = {"light": LIGHT, "dark": DARK}
