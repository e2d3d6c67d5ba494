"""Small instances, for exact work: Bombay that begins late, Bombay Bazar on tiny boards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from howdah.core.errors import InvalidOption
from howdah.core.jsonio import Json
from howdah.core.record import Record, Seat
from howdah.core.rng import Dealer
from howdah.games.bazar.board import Board
from howdah.games.bazar.board_files import BOARDS
from howdah.games.bombay.game import Bombay
from howdah.games.bombay.options import Options
from howdah.games.bombay.setup import Start
from howdah.games.bombay.state import State
from howdah.games.registry import AnyGame

SMALL_BOARDS: Final = {"hexagon-7": 2}
"""Boards for study that no table offers: hexagons, by how many cells they have to a side."""


class LateBombay(Bombay):
    """Bombay of which only the last sets are played, or the last turns of them.

    Everything else is as at the beginning: the bag is full, everyone stands on the hill.
    """

    def __init__(
        self,
        options: Options,
        start: Start,
        seats: Sequence[Seat],
        dealer: Dealer | None,
        *,
        sets: int = 1,
        turns: int | None = None,
    ) -> None:
        self._sets = _within(sets, options.plan.sets, "sets")
        plan = options.plan
        self._turns = plan.game_turns if turns is None else _within(turns, plan.game_turns, "turns")
        super().__init__(options, start, seats, dealer)

    def _first_state(self) -> State:
        state = super()._first_state()
        state.set_number = self.options.plan.sets - self._sets + 1
        state.game_turn = self.options.plan.game_turns - self._turns + 1
        return state

    def record(self) -> Record:
        """There is none: the format knows only whole games."""
        raise InvalidOption("A game that begins late has no record: records hold whole games.")


def begun_late(game: AnyGame, sets: int | None, turns: int | None) -> LateBombay:
    """The same set-up and the same draws, but only the last sets and turns of it.

    `turns` are those of the first set that is played; later ones have all of theirs.

    >>> from howdah.games.registry import new
    >>> begun_late(new("bombay", players=2, seed=1), 1, 2)
    <Bombay, 2 players, set 4/4, turn 3>
    """
    if not isinstance(game, Bombay):
        raise InvalidOption(f"sets and turns are options of Bombay, not of {game.title}.")
    return LateBombay(
        game.options, game._start, game.seats, game.dealer, sets=sets or 1, turns=turns
    )


def _within(number: int, most: int, name: str) -> int:
    if not 1 <= number <= most:
        raise InvalidOption(f"{name} should be from 1 to {most} here, not {number}.")
    return number


def board_named(game: str, name: str) -> str | Board:
    """A small board if one has that name; any other name is left to the game."""
    return small_board(name) if game == "bazar" and name in SMALL_BOARDS else name


@cache
def small_board(name: str) -> Board:
    """One of the boards for study.

    >>> small_board("hexagon-7").cells[3]
    (0, 0)
    """
    return BOARDS.load(hexagon(SMALL_BOARDS[name]))


def hexagon(side: int) -> dict[str, Any]:
    """A hexagonal board with so many cells to a side, as a board file would tell it."""
    far = side - 1
    cells: list[Json] = [
        [q, r] for r in range(-far, far + 1) for q in range(-far, far + 1) if abs(q + r) <= far
    ]
    corners = {
        "NW": ([0, -far], 4),
        "NE": ([far, -far], 5),
        "SE": ([0, far], 1),
        "SW": ([-far, far], 2),
    }
    return {
        "name": f"hexagon-{len(cells)}",
        "provenance": "reconstructed",
        "note": "For study: small enough to be solved.",
        "cells": cells,
        "heads": [
            {"name": name, "first_cell": cell, "entry_edge": edge}
            for name, (cell, edge) in corners.items()
        ],
    }
