"""Why an action is not legal: every condition it does not meet, as data and in English.

Each function here mirrors one rule of `rules`; the tests prove that an action has no reason
against it exactly when the rules call it legal.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from howdah.core.reasons import Reason, ReasonBook
from howdah.games.bazar import rules
from howdah.games.bazar.actions import CODES, Action, EndPiece, Place
from howdah.games.bazar.hexgrid import EDGE_NAMES, EDGES, Edge
from howdah.games.bazar.state import EMPTY, HEADS, NO_END, SEATS, TOUCH, BoardTables, Cell, State
from howdah.games.bazar.tiles import COPIES, DESIGN_OF, OPEN_EDGES, ORIENTATIONS, Orientation

ENTRIES: Final = {
    "game-over": ("end", "The game is over."),
    "not-blocked": (
        "blocked",
        "You can use your end piece only when you're blocked.",
    ),
    "end-piece-here": ("blocked", "Your trunk has reached an end piece: you're blocked."),
    "pile-empty": ("piles", "No tiles of this kind left."),
    "entry-blank": ("place", "The tile is blank on side {edge}, where your trunk comes in."),
    "opening-plugged": ("place", "The tile would plug an opening on side {edge}."),
    "off-the-board": ("place", "A segment would leave the board on side {edge}."),
    "points-at-end-piece": ("place", "A segment would run into an end piece on side {edge}."),
    "points-at-blank": ("place", "A segment would run into a blank side on side {edge}."),
    "rival-at-the-cell": (
        "two-heads",
        "{seat}'s tip faces the same space, so nobody can place a tile here.",
    ),
    "trunks-joined": ("two-heads", "The trunks of {one} and {other} would join."),
}
"""The section of the rules page and the English sentence of each reason."""

reason: Final = ReasonBook("bazar", ENTRIES)
"""The reason with a code and its arguments."""


def why_not(board: BoardTables, state: State, action: Action) -> tuple[Reason, ...]:
    """Every condition that an action does not meet; empty when it is legal."""
    if state.playing == 0:
        return (reason("game-over"),)
    if isinstance(action, EndPiece):
        return tuple(_end_piece(board, state))
    return tuple(_place(board, state, action))


def _end_piece(board: BoardTables, state: State) -> Iterator[Reason]:
    slim, full = rules.legal_placements(board, state)
    if slim or full:
        yield reason("not-blocked", placements=slim.bit_count() + full.bit_count())


def _place(board: BoardTables, state: State, action: Place) -> Iterator[Reason]:
    tile = ORIENTATIONS[CODES[action]]
    tip = rules.tip(state, state.seat)
    cell = board.cell_of[tip]
    if not state.piles[DESIGN_OF[tile]]:
        yield reason("pile-empty", copies=COPIES, design=action.design)
    if state.tiles[cell] != EMPTY:
        yield reason("end-piece-here")
        return
    mismatches = list(_mismatches(board, state, cell, tile))
    yield from mismatches
    if state.tip_rule == TOUCH:
        yield from _rivals(board, state, cell)
    elif not mismatches:
        yield from _joins(board, state, cell, tile)


def _mismatches(
    board: BoardTables, state: State, cell: Cell, tile: Orientation
) -> Iterator[Reason]:
    entry = board.edge_of[rules.tip(state, state.seat)]
    for edge in EDGES:
        bit, name = rules.BITS[edge], EDGE_NAMES[edge]
        is_open = OPEN_EDGES[tile] & bit
        if state.must_open[cell] & bit and not is_open:
            yield reason("entry-blank" if edge == entry else "opening-plugged", edge=name)
        if state.must_blank[cell] & bit and is_open:
            yield reason(_what_is_beyond(board, state, cell, edge), edge=name)


def _what_is_beyond(board: BoardTables, state: State, cell: Cell, edge: Edge) -> str:
    """The reason why nothing may lead over an edge."""
    outside = board.beyond[cell][edge]
    if outside == NO_END:
        return "off-the-board"
    is_end_piece = state.tiles[board.cell_of[outside]] == rules.END_PIECE
    return "points-at-end-piece" if is_end_piece else "points-at-blank"


def _rivals(board: BoardTables, state: State, cell: Cell) -> Iterator[Reason]:
    for seat in SEATS:
        if seat != state.seat and board.cell_of[rules.tip(state, seat)] == cell:
            yield reason("rival-at-the-cell", seat=seat)


def _joins(board: BoardTables, state: State, cell: Cell, tile: Orientation) -> Iterator[Reason]:
    for one in SEATS:
        end = rules.tip(state, one)
        if board.cell_of[end] == cell:
            met = rules.followed(board, state, end, tile)
            if met > HEADS[one]:
                yield reason("trunks-joined", one=one, other=HEADS.index(met))
