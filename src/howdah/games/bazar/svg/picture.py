"""What stands beside the board in a stand-alone picture, and the chart of all tiles."""

from __future__ import annotations

from typing import Final

from howdah.games.bazar.descriptions import (
    describe_standing,
    format_signed,
    has_won,
    picture_caption,
)
from howdah.games.bazar.hexgrid import EDGES
from howdah.games.bazar.svg.backdrop import size
from howdah.games.bazar.svg.hex_geometry import SIDE, edge_middle, shift
from howdah.games.bazar.svg.symbols import ART, composed
from howdah.games.bazar.tiles import DESIGN_NAMES
from howdah.games.bazar.view import BazarView, PlayerView
from howdah.render.cards import WIDTH, Column, PlayerCard, cards_height
from howdah.render.document import draw_document
from howdah.render.markup import Attributes, bold_line, group_at, rect, tag, tooltip, use
from howdah.render.phrases import pluralize
from howdah.render.types import Size, Theme

COLUMNS: Final = 6
CHART_WIDE: Final = 104.0
CHART_HIGH: Final = 124.0
CHART_MARGIN: Final = 14.0


def picture_column(view: BazarView) -> Column:
    """What stands beside the board in a stand-alone picture: the players, and the piles."""
    cards = [_card(player, view) for player in view.players]
    height = size(view.board, "wide").height - cards_height(len(cards))
    return Column("Bombay Bazar", *picture_caption(view), cards, _draw_piles(view, height))


def _card(player: PlayerView, view: BazarView) -> PlayerCard:
    score = () if view.solo_score is None else (f"score {format_signed(view.solo_score)}",)
    return PlayerCard(
        player.seat,
        player.name,
        use(f"portrait-{player.head}-{player.seat}", scale=0.6),
        [("", text) for text in (pluralize(player.length, "segment"), *score)],
        describe_standing(player, view),
        is_lit=player.seat == view.to_play or has_won(view, player.seat),
    )


def _draw_piles(view: BazarView, height: float) -> str:
    """All piles with their counts on a card of their own."""
    wide, high = WIDTH / COLUMNS, height / (len(view.piles) // COLUMNS + 1)
    look: Attributes = {"fill": "var(--plaque)", "stroke": "var(--edge)", "stroke_width": 1.2}
    card = rect(0, 0, WIDTH, height, rx=7, **look)
    piles = (
        group_at(
            wide * (place % COLUMNS),
            high * (place // COLUMNS),
            tooltip(f"Tile {design}, {count} left"),
            use(f"pile-{design}-{count}", 4, 6, width=wide - 8, height=high - 26),
            bold_line(wide / 2, high - 6, f"\u00d7{count}", 13, fill="var(--ink)"),
            id=f"pile-{design}",
        )
        for place, (design, count) in enumerate(view.piles.items())
    )
    return card + "".join(piles)


def tile_chart(theme: Theme = "light") -> str:
    """The SVG document of all tiles.

    >>> tile_chart().startswith("<svg ")
    True
    """
    width = 2 * CHART_MARGIN + CHART_WIDE * COLUMNS
    height = 2 * CHART_MARGIN + CHART_HIGH * ((len(DESIGN_NAMES) + 1) // COLUMNS)
    return draw_document(
        ART,
        theme,
        Size(width, height),
        tag("defs", *composed().values()),
        rect(0, 0, width, height, rx=8, fill="var(--plaque)"),
        draw_chart(CHART_MARGIN + CHART_WIDE / 2, CHART_MARGIN + SIDE + 4),
        title="The seventeen tiles of Bombay Bazar",
        description="A cell with its edges numbered clockwise from the east, then every tile.",
    )


def draw_chart(left: float, top: float) -> str:
    """A cell with its edges numbered, then the tiles with their names; the first is at left top."""
    return "".join(
        group_at(
            left + CHART_WIDE * (place % COLUMNS), top + CHART_HIGH * (place // COLUMNS), drawn
        )
        for place, drawn in enumerate([_draw_edges(), *map(_draw_named_tile, DESIGN_NAMES)])
    )


def _draw_named_tile(name: str) -> str:
    return use(f"tile-{name}") + bold_line(0, SIDE + 21, name, 16, fill="var(--ink)")


def _draw_edges() -> str:
    """A cell without a tile; each edge carries its number."""
    places = ((edge, shift(edge_middle((0, 0), edge), edge, -11)) for edge in EDGES)
    numbers = (bold_line(at.x, at.y + 5.5, edge, 16, fill="var(--ink)") for edge, at in places)
    return use("cell") + "".join(numbers)
