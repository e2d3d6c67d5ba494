"""What stands beside the board in a stand-alone picture, and the chart of all tiles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from howdah.games.bazar.descriptions import (
    PLAYER_COLOURS,
    describe_pile,
    format_signed,
    has_won,
    translate_board,
)
from howdah.games.bazar.hexgrid import EDGES
from howdah.games.bazar.svg.backdrop import size
from howdah.games.bazar.svg.hex_geometry import SIDE, edge_middle, shift
from howdah.games.bazar.svg.symbols import ART, composed
from howdah.games.bazar.tiles import DESIGN_NAMES
from howdah.games.bazar.view import BazarView, PlayerView
from howdah.i18n import translate, translate_count
from howdah.render.cards import WIDTH, Column, PlayerCard, cards_height
from howdah.render.document import draw_document
from howdah.render.markup import Attributes, bold_line, group_at, rect, tag, tooltip, use
from howdah.render.phrases import Gain, join_with_commas, translate_word, winners
from howdah.render.types import Size, Theme

COLUMNS: Final = 6
CHART_WIDE: Final = 104.0
CHART_HIGH: Final = 124.0
CHART_MARGIN: Final = 14.0


def picture_column(view: BazarView) -> Column:
    """What stands beside the board in a stand-alone picture: the players, and the piles."""
    cards = [_card(player, view) for player in view.players]
    height = size(view.board, "wide").height - cards_height(len(cards))
    piles = _draw_piles(view, height)
    return Column("Bombay Bazar", _caption(view), _describe_position(view), cards, piles)


def _caption(view: BazarView) -> str:
    """The board, and how far the game is."""
    placed = translate_count("{count} tile placed", "{count} tiles placed", view.tiles_laid)
    when = translate("game over") if view.is_over else placed
    return join_with_commas([translate_board(view.board.name), when])


def _describe_position(view: BazarView) -> str:
    """The position in a few sentences, for those who cannot see it."""
    empty = [design for design, count in view.piles.items() if count == 0]
    piles = (
        translate("Empty piles: {designs}.", designs=join_with_commas(empty))
        if empty
        else translate("No pile is empty.")
    )
    return " ".join([_describe_turn(view), *map(_describe_trunk, view.players), piles])


def _describe_turn(view: BazarView) -> str:
    """Whose turn it is, or how the game ended."""
    if view.to_play is not None:
        return translate("{name} is to play.", name=view.names[view.to_play])
    if view.solo_score is not None:
        score = format_signed(view.solo_score)
        return translate("The game is over. Score: {score}.", score=score)
    won = winners(view)
    length = Gain("length", view.players[won[0]].length)
    names = join_with_commas(view.names[seat] for seat in won)
    if len(won) == 1:
        return translate("{name} wins with {length}.", name=names, length=length)
    return translate("Shared win: {names}, with {length} each.", names=names, length=length)


def _describe_trunk(player: PlayerView) -> str:
    q, r = player.tip_cell
    length = Gain("length", player.length)
    if player.has_stopped:
        return translate(
            "{name}: trunk of {length}, end piece at {space}.",
            name=player.name,
            length=length,
            space=f"{q},{r}",
        )
    return translate(
        "{name}: trunk of {length}, tip at {space}.",
        name=player.name,
        length=length,
        space=f"{q},{r}",
    )


def _card(player: PlayerView, view: BazarView) -> PlayerCard:
    facts = [str(Gain("length", player.length))]
    if view.solo_score is not None:
        facts.append(translate("score {score}", score=format_signed(view.solo_score)))
    return PlayerCard(
        player.seat,
        player.name,
        use(f"portrait-{player.head}-{player.seat}", scale=0.6),
        [("", fact) for fact in facts],
        join_with_commas(_standing(player, view)),
        is_lit=player.seat == view.to_play or has_won(view, player.seat),
    )


def _standing(player: PlayerView, view: BazarView) -> Iterator[str]:
    """The colour and the corner of a player's head, and how the player stands."""
    yield translate(PLAYER_COLOURS[player.seat])
    yield translate_word(player.head)
    if view.solo_score is not None:
        yield f"{view.tiles_laid} \u2212 {view.empty_cells} \u2212 {view.unused_openings}"
    elif has_won(view, player.seat):
        yield translate("winner")
    elif player.seat == view.to_play:
        yield translate("to play")
    elif player.has_stopped and not view.is_over:
        yield translate("blocked")


def _draw_piles(view: BazarView, height: float) -> str:
    """All piles with their counts on a card of their own."""
    wide, high = WIDTH / COLUMNS, height / (len(view.piles) // COLUMNS + 1)
    look: Attributes = {"fill": "var(--plaque)", "stroke": "var(--edge)", "stroke_width": 1.2}
    card = rect(0, 0, WIDTH, height, rx=7, **look)
    piles = (
        group_at(
            wide * (place % COLUMNS),
            high * (place // COLUMNS),
            tooltip(describe_pile(design, count)),
            use(f"pile-{design}-{count}", 4, 6, width=wide - 8, height=high - 26),
            bold_line(wide / 2, high - 6, f"\u00d7{count}", 13, fill="var(--ink)"),
            id=f"pile-{design}",
        )
        for place, (design, count) in enumerate(view.piles.items())
    )
    return card + "".join(piles)


def tile_chart(theme: Theme = "light") -> str:
    """The SVG document of all tiles, with its texts in the current language.

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
        title=translate("The seventeen tiles of Bombay Bazar"),
        description=translate(
            "An empty space with the numbers of its edges, clockwise from the east; "
            "then every tile."
        ),
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
