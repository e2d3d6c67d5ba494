"""The colours of the map and its pieces in both themes, and the CSS classes of the page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from howdah.games.bombay.names import ColourName, FaceName
from howdah.render.common.palette import COMMON_PALETTES, CommonPalette, Paint
from howdah.render.markup import Attributes
from howdah.render.types import Theme

PLAYER_COLOURS: Final = ("black", "grey", "ivory", "brown", "pink")


@dataclass(frozen=True)
class SilkColours:
    """The colours of a silk: ground, motif, and the shade of its far side."""

    ground: str
    motif: str
    shade: str


@dataclass(frozen=True)
class Palette(CommonPalette):
    """Every colour of one theme."""

    desert: str
    hills: str
    sea: str
    wave: str
    growth: str
    trail: str
    stitch: str
    trail_lit: str
    wall: str
    wall_shade: str
    doorway: str
    roof: str
    wood: str
    wicker: str
    stone: str
    stone_shade: str
    hill: str
    hill_shade: str
    caparison: str
    silver: str
    halo: str
    sepia: str
    """Ink on gold, wicker and paper, which are light in both themes."""
    paper: str
    ribbon_ink: str
    shop: str
    coin_rim: str
    coin_sign: str
    vermilion: str
    eye: str
    sackcloth: str
    sack_end: str
    silks: Mapping[ColourName, SilkColours]
    faded: SilkColours
    faces: Mapping[FaceName, str]
    players: tuple[Paint, ...]


LIGHT: Final = Palette(
    **vars(COMMON_PALETTES["light"]),
    desert="#e8c98a",
    hills="#cdbf8a",
    sea="#9cc3c4",
    wave="#6fa0a3",
    growth="#a9a468",
    trail="#8a6b45",
    stitch="#775936",
    trail_lit="#c8963f",
    wall="#fbf1da",
    wall_shade="#dcbd8b",
    doorway="#7a4a2b",
    roof="#b5533c",
    wood="#8a5a34",
    wicker="#c99a5b",
    stone="#c9c2b4",
    stone_shade="#8d8577",
    hill="#b7a862",
    hill_shade="#8c7f45",
    caparison="#17594f",
    silver="#b9b2a6",
    halo="#ead9b0",
    sepia="#2e211a",
    paper="#fbf4e2",
    ribbon_ink="#fff8e8",
    shop="#4a2f1c",
    coin_rim="#7d5a12",
    coin_sign="#4a3408",
    vermilion="#c2352b",
    eye="#1a120d",
    sackcloth="#f3dfb6",
    sack_end="#8a5a34",
    silks={
        "yellow": SilkColours("#e3b130", "#7d5606", "#b98a14"),
        "purple": SilkColours("#7b3f8c", "#f0d9f5", "#5a2a68"),
        "blue": SilkColours("#2f6fb0", "#d8eafb", "#1f4f82"),
        "orange": SilkColours("#d9642c", "#ffe3c7", "#a34417"),
    },
    faded=SilkColours("#b9b2a6", "#857d70", "#98907f"),
    faces={"yellow": "#d9a520", "orange": "#d4581f"},
    players=(
        Paint("#2b2b2b", "#0d0b0a", "#8d8680"),
        Paint("#8f9498", "#2e2a28", "#4c5054"),
        Paint("#efe3c8", "#3f3124", "#8d7b5c"),
        Paint("#7a4a2b", "#2b180c", "#c99a72"),
        Paint("#d9809a", "#4a1f2e", "#8e3e58"),
    ),
)

DARK: Final = Palette(
    **vars(COMMON_PALETTES["dark"]),
    desert="#4a3c24",
    hills="#3c3a26",
    sea="#24474a",
    wave="#3f6f72",
    growth="#5a5a36",
    trail="#b08d5f",
    stitch="#7d6240",
    trail_lit="#f0c560",
    wall="#cdbb97",
    wall_shade="#9a8259",
    doorway="#4a2c1a",
    roof="#a4523d",
    wood="#9c6b42",
    wicker="#b88a50",
    stone="#8f887b",
    stone_shade="#5b554b",
    hill="#6f6838",
    hill_shade="#4b4726",
    caparison="#1c6358",
    silver="#7d776d",
    halo="#3a3226",
    sepia="#2e211a",
    paper="#fbf4e2",
    ribbon_ink="#fff8e8",
    shop="#4a2f1c",
    coin_rim="#7d5a12",
    coin_sign="#4a3408",
    vermilion="#c2352b",
    eye="#1a120d",
    sackcloth="#f3dfb6",
    sack_end="#8a5a34",
    silks={
        "yellow": SilkColours("#eec24e", "#6e4a00", "#c39825"),
        "purple": SilkColours("#9a5bac", "#f6e4fa", "#6f3b80"),
        "blue": SilkColours("#4a8bcd", "#e2f0fd", "#2f659d"),
        "orange": SilkColours("#e97e47", "#fff0df", "#b9542a"),
    },
    faded=SilkColours("#6b655c", "#3f3a33", "#57524a"),
    faces={"yellow": "#eec24e", "orange": "#f08445"},
    players=(
        Paint("#2e2e2e", "#d8cdb8", "#a39a8c"),
        Paint("#9aa0a4", "#f3ead8", "#4c5054"),
        Paint("#f3e8cf", "#fffaf0", "#8d7b5c"),
        Paint("#8a5733", "#eed9bd", "#d9ad85"),
        Paint("#e08fa8", "#ffe9ee", "#8e3e58"),
    ),
)

PALETTES: Final[Mapping[Theme, Palette]] = {"light": LIGHT, "dark": DARK}


CHOICE: Final[Attributes] = {"class": "choice"}
HIT: Final[Attributes] = {"class": "hit", "fill": "none", "pointer_events": "all"}
FOCUS: Final[Attributes] = {"class": "focus", "fill": "none"}
LIT: Final[Attributes] = {"class": "lit"}
LABEL: Final[Attributes] = {"class": "label"}
STRONG: Final[Attributes] = {"class": "strong"}


def seat_class(seat: int) -> Attributes:
    """The class that colours a piece for a seat."""
    return {"class": f"seat-{seat}"}


_PAINTS: Final = "".join(
    f".seat-{seat}{{fill:var(--players-{seat}-body);stroke:var(--players-{seat}-line);"
    f"color:var(--players-{seat}-detail)}}"
    for seat in range(len(PLAYER_COLOURS))
)
RULES: Final = (
    f"{_PAINTS}"
    ".strong,.label{font-weight:700;text-anchor:middle;fill:var(--ink)}"
    ".label{stroke:var(--halo);stroke-width:3;paint-order:stroke;stroke-linejoin:round}"
    ".choice{cursor:pointer;outline:0}"
    ".focus{opacity:0}"
    ".choice:hover .focus,.choice:focus-visible .focus{opacity:1}"
    "@media(prefers-reduced-motion:no-preference){"
    ".lit{animation:lit 1.6s ease-in-out infinite alternate}"
    "@keyframes lit{from{opacity:.7}}}"
)
"""Player colours and letters; choices under the pointer and with focus; pulsing highlights."""
