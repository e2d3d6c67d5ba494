"""The cards of a panel: the card of a player, plain cards, and the marks on them."""

from __future__ import annotations

from typing import Final

from howdah.render.common.geometry import PANEL_WIDTH
from howdah.render.common.palette import CommonPalette
from howdah.render.markup import Value, bold_line, group, path, rect, use

PILL_WIDTH: Final = 52.0


def draw_card(height: float, palette: CommonPalette, *, lit: bool) -> str:
    """The background of a card; lit for the player to move or the winner."""
    return rect(
        0,
        0,
        PANEL_WIDTH,
        height,
        rx=7,
        fill=palette.plaque_lit if lit else palette.plaque,
        stroke=palette.gold if lit else palette.edge,
        stroke_width=3.5 if lit else 1.2,
    )


def pill(
    right: float,
    text: str,
    palette: CommonPalette,
    *,
    width: float = PILL_WIDTH,
    fill: str | None = None,
) -> str:
    """A word in the corner of a card, golden unless `fill` is given."""
    return group(
        rect(right - width, 10, width, 18, rx=9, fill=fill or palette.gold),
        bold_line(right - width / 2, 23, text, 11.5, fill="#2e211a"),
        data_mark=text.replace(" ", "-"),
    )


def first_player_mark(right: float, palette: CommonPalette) -> str:
    """The pennant of the first player."""
    return group(
        use("flag", right - 32, 19, scale=0.85),
        bold_line(right, 23, "1st", 12, text_anchor="end", fill=palette.ink),
        data_mark="first-player",
    )


def flag_definition(palette: CommonPalette) -> str:
    """The pennant, drawn once around 0 0."""
    return group(
        path("M-5 9V-9", stroke=palette.ink, stroke_width=1.6, stroke_linecap="round"),
        path("M-5 -9H9L5 -4.5 9 0H-5Z", fill=palette.print, stroke=palette.line, stroke_width=0.8),
        id="flag",
    )


def plain_card(height: float, palette: CommonPalette, **look: Value) -> str:
    """A plain card as wide as the panel, its upper left corner at 0 0."""
    paint: dict[str, Value] = {"fill": palette.plaque, "stroke": palette.edge}
    return rect(0, 0, PANEL_WIDTH, height, rx=7, **paint, stroke_width=1.2, **look)
