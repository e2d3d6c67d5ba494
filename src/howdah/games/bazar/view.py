"""What everyone sees: in Bombay Bazar nothing is hidden once the medals are shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from howdah.core.view import View
from howdah.games.bazar.board import Board
from howdah.games.bazar.hexgrid import Axial, Edge
from howdah.games.bazar.medals import Round
from howdah.games.bazar.names import HEAD_NAMES, HeadName, Starter, TipRule
from howdah.games.bazar.options import Options
from howdah.games.bazar.rules import END_PIECE, tip, trunk_length
from howdah.games.bazar.scoring import empty_cells, solo_score, unused_openings
from howdah.games.bazar.setup import Start
from howdah.games.bazar.state import EMPTY, SEATS, Cell, Seat, State
from howdah.games.bazar.tiles import CHORDS, DESIGN_NAMES, DESIGN_OF, PARTNER, ROTATION_OF


class Tile(NamedTuple):
    """A tile on the board: its design, and how far it is turned."""

    design: str
    """The name of the design."""
    rotation: int
    """How many sixths the tile is turned clockwise."""


class Segment(NamedTuple):
    """A piece of trunk: on one cell, from one edge to another."""

    cell: Axial
    """The axial coordinates of the cell, q and r."""
    one: Edge
    """An edge, from 0 in the east, clockwise."""
    other: Edge
    """The edge that it is joined to."""


@dataclass(frozen=True)
class PlayerView:
    """A player, whose trunk is listed from the head to the tip."""

    seat: int
    """The number of the seat."""
    name: str
    """The name of the player."""
    head: HeadName
    """The head that the trunk grows from."""
    length: int
    """The length of the trunk."""
    trunk: tuple[Segment, ...]
    """The trunk from the head to the tip; `one` is the edge by which it comes into a cell."""
    tip_cell: Axial
    """The cell where the trunk would grow on; it holds the end piece of one who has stopped."""
    tip_edge: Edge
    """The edge by which the trunk comes into that cell."""
    has_stopped: bool
    """Whether the player was blocked and plays no more."""


@dataclass(frozen=True)
class BazarView(View):
    """A position of Bombay Bazar.

    `legal_actions` and `actions` are texts, as in the record. Nothing here leads back to the
    game: changing a view changes nothing else.
    """

    players: tuple[PlayerView, ...]
    """The players, by seat."""
    board: Board
    """The board; the HTTP interface gives its name."""
    tip_rule: TipRule
    """What happens when trunks meet."""
    starter: Starter
    """What decides who begins."""
    first_player: int
    """The seat that began."""
    medals: tuple[Round, ...]
    """The rounds of the medals game that decided who began."""
    tiles: dict[Axial, Tile]
    """The tiles placed, by their cells; the HTTP interface writes the cell (0, -1) as `0,-1`."""
    stretches: tuple[Segment, ...]
    """The segments in nobody's trunk; anyone may absorb them yet, unless they are a ring."""
    end_pieces: dict[Axial, tuple[int | None, ...]]
    """The end pieces on a cell, by whose they are; None for a head without a player."""
    piles: dict[str, int]
    """How many tiles of each design are left."""
    tiles_laid: int
    """How many tiles were placed."""
    empty_cells: int
    """How many cells have neither a tile nor an end piece."""
    unused_openings: int
    """How many openings lead to an empty cell or an end piece, tips of trunks left out."""
    solo_score: int | None
    """What a solo game scores as it stands; None when several play."""


def table_fields(
    options: Options, start: Start, state: State, names: tuple[str, ...]
) -> dict[str, Any]:
    """The fields of a view that are Bombay Bazar's own."""
    board = options.board
    players = tuple(
        _player(board, start, state, seat, names[seat]) for seat in SEATS[: options.players]
    )
    return {
        "players": players,
        "board": board,
        "tip_rule": options.tip_rule,
        "starter": options.starter,
        "first_player": start.first_player,
        "medals": start.medals.rounds,
        "tiles": {
            board.cells[cell]: _TILES[state.tiles[cell]] for cell in _cells_with_tiles(board, state)
        },
        "stretches": _stretches(board, state, players),
        "end_pieces": _end_pieces(start, board, players),
        "piles": dict(zip(DESIGN_NAMES, state.piles)),
        "tiles_laid": state.tiles_laid,
        "empty_cells": empty_cells(state),
        "unused_openings": unused_openings(state),
        "solo_score": solo_score(state) if options.players == 1 else None,
    }


def _cells_with_tiles(board: Board, state: State) -> Iterator[Cell]:
    """The cells with a tile."""
    for cell in board.number_of.values():
        if state.tiles[cell] not in (EMPTY, END_PIECE):
            yield cell


_TILES: Final = tuple(
    Tile(DESIGN_NAMES[design], rotation) for design, rotation in zip(DESIGN_OF, ROTATION_OF)
)
"""By orientation."""


def _player(board: Board, start: Start, state: State, seat: Seat, name: str) -> PlayerView:
    end = tip(state, seat)
    return PlayerView(
        seat=seat,
        name=name,
        head=start.heads[seat],
        length=trunk_length(state, seat),
        trunk=tuple(_trunk(board, state, start.heads[seat])),
        tip_cell=board.cells[board.tables.cell_of[end]],
        tip_edge=board.tables.edge_of[end],
        has_stopped=bool(state.stopped[seat]),
    )


def _trunk(board: Board, state: State, name: HeadName) -> Iterator[Segment]:
    """Segment by segment from a head, until the cell entered has no tile."""
    head, tables = board.head(name), board.tables
    end = board.way_in(head.first_cell, head.entry_edge)
    while state.tiles[cell := tables.cell_of[end]] not in (EMPTY, END_PIECE):
        edge = tables.edge_of[end]
        other = PARTNER[state.tiles[cell]][edge]
        yield Segment(board.cells[cell], edge, other)
        end = tables.beyond[cell][other]


def _stretches(board: Board, state: State, players: tuple[PlayerView, ...]) -> tuple[Segment, ...]:
    """The segments that no trunk runs through, cell by cell."""
    owned = {(segment.cell, segment.one) for player in players for segment in player.trunk}
    return tuple(
        Segment(place, one, other)
        for cell in _cells_with_tiles(board, state)
        for place in (board.cells[cell],)
        for one, other in CHORDS[state.tiles[cell]]
        if (place, one) not in owned and (place, other) not in owned
    )


def _end_pieces(
    start: Start, board: Board, players: tuple[PlayerView, ...]
) -> dict[Axial, tuple[int | None, ...]]:
    """Those of heads without a player lie lowest; they were there first."""
    found: dict[Axial, tuple[int | None, ...]] = {
        board.head(name).first_cell: (None,) for name in HEAD_NAMES if name not in start.heads
    }
    for player in players:
        if player.has_stopped:
            found[player.tip_cell] = (*found.get(player.tip_cell, ()), player.seat)
    return found
