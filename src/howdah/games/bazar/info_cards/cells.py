"""Cards of the spaces: empty ones, tiles and what runs over them, end pieces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from howdah.games.bazar.board_grid import cell_keys, cell_names, describe_cell
from howdah.games.bazar.hexgrid import Axial
from howdah.games.bazar.info_cards import icons
from howdah.games.bazar.info_cards.fits import describe_fitting
from howdah.games.bazar.view import BazarView
from howdah.i18n import translate
from howdah.render.phrases import capitalize
from howdah.table.info_cards import InfoCard


def cell_card(view: BazarView, key: str) -> InfoCard | None:
    """A space by its key in the grid: `ROW-SPACE`."""
    cell = next((it for it, found in cell_keys(view.board).items() if found.key == key), None)
    if cell is None:
        return None
    if cell in view.end_pieces:
        return _end_piece(view, cell)
    return _tile(view, cell) if cell in view.tiles else _empty(view, cell)


def _title(view: BazarView, cell: Axial) -> str:
    return capitalize(str(cell_names(view.board)[cell]))


def _end_piece(view: BazarView, cell: Axial) -> InfoCard:
    return InfoCard(
        kind=translate("End piece"),
        title=_title(view, cell),
        about=translate(
            "No tile can lie here or lead here later. A trunk that has come here is blocked."
        ),
        now=describe_cell(view, cell),
        rule="bazar#blocked",
        icon=icons.draw_end_piece(view.end_pieces[cell][-1]),
    )


def _tile(view: BazarView, cell: Axial) -> InfoCard:
    is_free = any(segment.cell == cell for segment in view.stretches)
    return InfoCard(
        kind=translate("Free stretch") if is_free else translate("Tile"),
        title=_title(view, cell),
        about=translate("A free stretch is nobody's: the first trunk that reaches it gets it all.")
        if is_free
        else translate("Each segment counts 1 for the trunk that runs through it."),
        now=describe_cell(view, cell),
        rule="bazar#trunks",
        icon=icons.draw_tile(*view.tiles[cell]),
    )


def _empty(view: BazarView, cell: Axial) -> InfoCard:
    mover = None if view.to_play is None else view.players[view.to_play]
    is_own = mover is not None and view.seat == mover.seat and mover.tip_cell == cell
    fitting = describe_fitting(view) if is_own else ""
    return InfoCard(
        kind=translate("Empty space"),
        title=_title(view, cell),
        about=translate("A tile comes here when the tip of a trunk leads to this space."),
        now=(*describe_cell(view, cell), *([fitting] if fitting else [])),
        rule="bazar#place",
        icon=icons.draw_empty_cell(),
    )


CARDS: Final[Mapping[str, Callable[[BazarView, str], InfoCard | None]]] = {"cell": cell_card}
