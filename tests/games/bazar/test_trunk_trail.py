"""How trunks came to their lengths: games by hand, and many at random."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any, cast

import pytest

from howdah.ai.match import play_match
from howdah.core.errors import GameNotOver
from howdah.games.bazar.game import Bazar
from howdah.games.bazar.rules import take_from_pile
from howdah.games.bazar.state import State
from howdah.games.bazar.tiles import DESIGN_OF, ORIENTATIONS
from howdah.games.bazar.trunk_trail import Growth, trunk_trail
from tests.games.bazar.scene import Scene, action, orientation_of

NOTHING = Growth(0, 0)


def finished_game(players: int, seed: int, **options: Any) -> Bazar:
    agents = ["random", "greedy"] * 2
    options = {"starter": "random", **options}
    return cast(Bazar, play_match("bazar", agents[:players], seed=str(seed), **options))


def played_out(players: int, board: str, *lying: str) -> Bazar:
    """A game with these tiles only: when they are placed, everyone is blocked."""
    needed = Counter(DESIGN_OF[orientation_of(one)] for one in lying)

    class LastTiles(Bazar):
        def _first_state(self) -> State:
            state = super()._first_state()
            for tile in ORIENTATIONS:
                design = DESIGN_OF[tile]
                state.piles[design] = max(1, needed[design])
                if not needed[design]:
                    take_from_pile(state, tile)
            return state

    game = LastTiles.new(players, board=board, starter="seat 0")
    for one in lying:
        game.play(action(one))
    while not game.is_over:
        game.play("end-piece")
    return game


def test_a_stretch_that_ones_own_tile_joins_is_absorbed_even_if_one_has_placed_it() -> None:
    """The fourth tile leads back through the spare segment of the second one."""
    (trail,) = trunk_trail(played_out(1, "hexagon-37", "14", "14-02", "45", "23"))
    assert (trail.own, trail.absorbed, trail.carried) == (Growth(4, 4), Growth(1, 1), NOTHING)
    assert trail.length == 5


def test_a_tile_that_carries_a_trunk_on_counts_for_both_but_is_only_ones_own() -> None:
    """Both tips face the middle, where the fifth tile has a segment for each."""
    game = played_out(2, "hexagon-19", "14", "14", "14", "14", "04-13", "02")
    mover, carried = trunk_trail(game)
    assert (mover.own, mover.absorbed, mover.carried) == (Growth(3, 3), NOTHING, NOTHING)
    assert (carried.own, carried.absorbed, carried.carried) == (Growth(3, 3), NOTHING, Growth(1, 1))


@pytest.mark.parametrize("tip_rule", ["join", "touch"])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_parts_add_up_to_every_trunk(players: int, tip_rule: str) -> None:
    for seed in range(6):
        board = "hexagon-61" if seed < 2 else "hexagon-37"
        game = finished_game(players, seed, tip_rule=tip_rule, board=board)
        result = game.result()
        assert result is not None
        assert [trail.length for trail in trunk_trail(game)] == result["lengths"]
        assert [parts_by_views(game, seat) for seat in range(players)] == [
            (trail.own.segments, trail.absorbed.segments, trail.carried.segments)
            for trail in trunk_trail(game)
        ]


def parts_by_views(game: Bazar, seat: int) -> tuple[int, int, int]:
    """The parts of a trunk, told from what everyone sees before and after each turn."""
    views = [position.view() for position in game.positions(0)]
    own = absorbed = carried = 0
    for before, after in pairwise(views):
        new = after.players[seat].trunk[before.players[seat].length :]
        placed_on = before.players[before.to_play or 0].tip_cell
        on_tile = sum(segment.cell == placed_on for segment in new)
        if before.to_play == seat:
            own, absorbed = own + on_tile, absorbed + len(new) - on_tile
        else:
            carried += len(new)
    return own, absorbed, carried


def test_nothing_is_told_before_the_end() -> None:
    scene = Scene().play(action("14"))
    with pytest.raises(GameNotOver):
        trunk_trail(scene.game)
