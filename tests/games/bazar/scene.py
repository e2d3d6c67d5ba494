"""Positions for tests, said in the words of the game.

Tiles are named by their segments as they lie: "14" leads from the south-east edge, 1, to the
north-west edge, 4.
"""

from __future__ import annotations

from typing import Any

import pytest

from howdah.core.errors import IllegalAction
from howdah.games.bazar import rules
from howdah.games.bazar.actions import ACTIONS
from howdah.games.bazar.game import Bazar
from howdah.games.bazar.hexgrid import EDGE_NAMES, EDGES, Axial
from howdah.games.bazar.state import EMPTY, SEATS, State
from howdah.games.bazar.tiles import (
    CHORDS,
    DESIGN_NAMES,
    DESIGN_OF,
    OPEN_EDGES,
    ORIENTATIONS,
    PARTNER,
    Orientation,
    name_of,
)

NAMES = {tile: name_of(CHORDS[tile]) for tile in ORIENTATIONS}
BOTH_TIP_RULES = pytest.mark.parametrize("tip_rule", ["join", "touch"])


def orientation_of(segments: str) -> Orientation:
    """The tile that lies with the given segments."""
    name = "-".join(sorted(segments.split("-")))
    return next(tile for tile in ORIENTATIONS if NAMES[tile] == name)


def action(lying: str) -> str:
    """The text of placing a tile so that it lies with the given segments.

    >>> action("14")
    'place 03 1'
    """
    return str(ACTIONS[orientation_of(lying)])


class Scene:
    """A table at which seat 0 begins; unless said otherwise, two play on the smallest board.

    There seat 0 comes from the north-west, seat 1 from the south-east, and straight trunks
    meet in the middle, at (0, 0).
    """

    def __init__(self, players: int = 2, board: str = "hexagon-19", **options: Any) -> None:
        self.game = Bazar.new(players, board=board, starter="seat 0", seed="scene", **options)

    @property
    def state(self) -> State:
        return self.game._state

    @property
    def table(self) -> Any:
        return self.game.view()

    def set_tiles(self, *tiles: tuple[Axial, str]) -> Scene:
        """Place tiles that come from no pile on empty cells; their edges must match all around."""
        for place, lying in tiles:
            cell, tile = self.game.board.number_of[place], orientation_of(lying)
            must_open, must_blank = self.state.must_open[cell], self.state.must_blank[cell]
            assert self.state.tiles[cell] == EMPTY, f"{place} is not empty"
            assert OPEN_EDGES[tile] & must_open == must_open, f"{lying} plugs at {place}"
            assert OPEN_EDGES[tile] & must_blank == 0, f"{lying} points at a blank at {place}"
            self._set_tile(cell, tile)
        return self

    def _set_tile(self, cell: Any, tile: Orientation) -> None:
        self.state.tiles[cell] = tile
        self.state.tiles_laid += 1
        for edge in EDGES:
            if edge < PARTNER[tile][edge]:
                rules.absorb(self.game._tables, self.state, cell, edge, PARTNER[tile][edge])
        rules.face_neighbours(self.game._tables, self.state, cell, OPEN_EDGES[tile])

    def end_piece(self, *places: Axial) -> Scene:
        for place in places:
            rules.lay_end_piece(self.game._tables, self.state, self.game.board.number_of[place])
        return self

    def straight_to_the_middle(self) -> Scene:
        """Both trunks of a two-player game on the smallest board face the cell (0, 0)."""
        return self.set_tiles(((0, -2), "14"), ((0, -1), "14"), ((0, 2), "14"), ((0, 1), "14"))

    def to_play(self, seat: int) -> Scene:
        self.state.seat = SEATS[seat]
        return self

    def place(self, *lying: str) -> Scene:
        """Axial tiles, one a turn, so that they lie with the given segments."""
        for name in lying:
            self.game.play(action(name))
        return self

    def play(self, *actions: str) -> Scene:
        for text in actions:
            self.game.play(text)
        return self

    def empty_pile(self, *designs: str) -> Scene:
        """Every copy of some designs is gone."""
        for tile in ORIENTATIONS:
            if DESIGN_NAMES[DESIGN_OF[tile]] in designs:
                while self.state.piles[DESIGN_OF[tile]]:
                    rules.take_from_pile(self.state, tile)
        return self

    def legal(self) -> list[str]:
        """The tiles that may be placed, as they would lie."""
        names = {str(ACTIONS[tile]): name for tile, name in NAMES.items()}
        return sorted(names.get(str(a), str(a)) for a in self.game.legal_actions())

    def length(self, seat: int) -> int:
        found: int = self.table.players[seat].length
        return found

    def tip(self, seat: int) -> tuple[Axial, str]:
        """The cell that a trunk leads into, and by which edge."""
        player = self.table.players[seat]
        return player.tip_cell, EDGE_NAMES[player.tip_edge]

    def reasons_against(self, lying: str) -> list[str]:
        """The codes of the reasons against a tile as it would lie, which must be refused."""
        return self.reasons_against_action(action(lying))

    def reasons_against_action(self, text: str) -> list[str]:
        try:
            self.game.play(text)
        except IllegalAction as error:
            return [reason.code for reason in error.reasons]
        raise AssertionError(f"{text} was played")
