"""The solver finds the best solo games, and plays them by the rules."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

import howdah
from howdah.core.errors import InvalidOption
from howdah.fast.rng import seed_key
from howdah.games.bazar.game import Bazar
from howdah.games.bazar.hexgrid import EDGES, OPPOSITE
from howdah.games.bazar.names import HEAD_NAMES, HeadName
from howdah.games.bazar.rules import BITS
from howdah.games.bazar.solver import solver as solving
from howdah.games.bazar.solver.bounds import highest_score, longest_trunk
from howdah.games.bazar.solver.candidate import LENGTH, SCORE, Candidate, first_candidate
from howdah.games.bazar.solver.cost import compute_cost
from howdah.games.bazar.solver.moves import random_change, undo_change
from howdah.games.bazar.solver.solver import GoalName, Solver, anneal
from howdah.games.bazar.state import NO_END, BoardTables, State
from howdah.games.bazar.tiles import OPEN_EDGES

BOUND = {"hexagon-19": 15, "hexagon-37": 33, "hexagon-61": 57, "rectangle-68": 64}
BOARDS = pytest.mark.parametrize("board", BOUND)


def solo(board: str = "hexagon-61", head: HeadName = "NW") -> Bazar:
    return Bazar.new(players=1, board=board, heads=[head])


def position(board: str) -> tuple[BoardTables, State]:
    return solving._position_of(solo(board))


def candidate_on(board: str, goal: int = SCORE) -> tuple[BoardTables, Candidate]:
    tables, state = position(board)
    return tables, first_candidate(tables, state, goal, BOUND[board], steps=10_000)


def solved(game: Bazar, seed: int = 1) -> Solver:
    """A solver that had all the time it needs, within reason."""
    solver, end = Solver(game, "score", seed), time.monotonic() + 60
    while not solver.is_proven and time.monotonic() < end:
        solver.step()
    return solver


def after_two_runs(game: Bazar, goal: GoalName) -> Solver:
    solver = Solver(game, goal, seed=1)
    while solver._runs < 3:
        solver.step()
    return solver


# What is found


@pytest.mark.parametrize("head", HEAD_NAMES)
@pytest.mark.parametrize("board", ["hexagon-19", "hexagon-37"])
def test_a_small_hexagon_is_filled_from_every_head(board: str, head: HeadName) -> None:
    solver = solved(solo(board, head))
    assert solver.is_proven
    assert solver.best.result() == {
        "lengths": [solver.best.view().players[0].length],
        "solo_score": BOUND[board],
        "winners": [0],
    }


@pytest.mark.parametrize("seed", range(3))
def test_the_large_hexagon_is_filled_in_seconds(seed: int) -> None:
    solver = solved(solo("hexagon-61"), seed=seed)
    assert (solver.value, solver.is_proven) == (57, True)
    assert howdah.from_record(solver.best.record()).is_over


def test_the_rectangle_is_nearly_filled() -> None:
    solver = after_two_runs(solo("rectangle-68"), "score")
    assert 50 < solver.value <= solver.bound == 64
    assert howdah.from_record(solver.best.record()).is_over


def test_the_longest_trunk_is_another_goal() -> None:
    solver = after_two_runs(solo("hexagon-61"), "length")
    assert 116 <= solver.value <= solver.bound
    assert solver.best.view().players[0].length == solver.value
    assert howdah.from_record(solver.best.record()).is_over


def test_there_is_a_whole_game_before_the_search_begins() -> None:
    solver = Solver(solo())
    assert solver.best.is_over
    assert solver.value < solver.bound


def test_the_best_game_is_never_replaced_by_a_worse_one() -> None:
    solver = Solver(solo("rectangle-68"), seed=1)
    values = []
    for _ in range(10):
        solver.step()
        values.append(solver.value)
    assert values == sorted(values)
    assert values[0] < values[-1]


def test_the_same_seed_finds_the_same_game() -> None:
    games = [solved(solo("hexagon-37"), seed=seed).best.record() for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]


def test_short_runs_alternate_with_ever_longer_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "STEPS", 100)
    solver = Solver(solo("rectangle-68"))
    steps = []
    for _ in range(8):
        solver.step()
        steps.append(solver._candidate.step)
    assert steps == [100, 200, 100, 400, 100, 200, 100, 800]


@pytest.mark.parametrize("players", [1, 2])
def test_only_a_solo_game_that_has_not_begun_is_solved(players: int) -> None:
    game = Bazar.new(players=players)
    game.play(game.legal_actions()[0])
    with pytest.raises(InvalidOption, match="Only a solo game that has not begun can be solved"):
        Solver(game)


# What no game exceeds


@BOARDS
def test_the_highest_score_fills_all_cells_but_those_of_end_pieces(board: str) -> None:
    assert highest_score(*position(board)) == BOUND[board]


def test_empty_cells_that_no_tile_is_left_for_lower_the_highest_score() -> None:
    tables, state = position("rectangle-68")
    state.tiles[68:90] = [state.tiles[0]] * 22
    assert highest_score(tables, state) == 68 - (65 + 22 - 1 - 68)


@BOARDS
def test_the_longest_trunk_has_at_most_three_segments_a_tile(board: str) -> None:
    assert BOUND[board] < longest_trunk(*position(board)) <= min(3 * BOUND[board], 144)


# How it is found


def check_that_tiles_match(board: BoardTables, candidate: Candidate) -> None:
    for cell in candidate.free[: candidate.cells]:
        tile, open_edges = candidate.tiles[cell], candidate.open_edges[cell]
        assert (OPEN_EDGES[tile] == open_edges) if tile >= 0 else (open_edges.bit_count() != 2)
        for edge in EDGES:
            way_out = board.beyond[cell][edge]
            if way_out != NO_END:
                facing = candidate.open_edges[board.cell_of[way_out]] & BITS[OPPOSITE[edge]]
                assert bool(facing) == bool(open_edges & BITS[edge])


@BOARDS
def test_tiles_match_after_every_change(board: str) -> None:
    tables, candidate = candidate_on(board)
    key = seed_key(1)
    for _ in range(300):
        key = random_change(tables, candidate, key)
        check_that_tiles_match(tables, candidate)


def test_a_change_can_be_undone() -> None:
    tables, candidate = candidate_on("hexagon-37")
    key = seed_key(2)
    for _ in range(300):
        before = candidate.tiles[:], candidate.open_edges[:]
        key = random_change(tables, candidate, key)
        if candidate.step % 2:
            undo_change(candidate)
            assert (candidate.tiles, candidate.open_edges) == before
        candidate.step += 1


def test_the_cost_of_a_candidate_is_what_its_game_lacks() -> None:
    """Where no tile is missing from the box; a game with a free tip is played on."""
    solver, key, compared = Solver(solo("hexagon-19")), seed_key(3), 0
    tables, candidate = candidate_on("hexagon-19")
    candidate.bound += 1  # so that the search does not end at cost 0
    for _ in range(200):
        candidate, key = anneal(tables, candidate, key, 50, compiled=False)
        cost = compute_cost(tables, candidate)
        game = solver._play_layout(candidate.tiles)
        if candidate.excess == 0 and game.turns_played == candidate.placed + 1:
            compared += 1
            assert cost == candidate.bound - solver._value_of(game)
            assert candidate.length == game.view().players[0].length
    assert compared > 50


@pytest.mark.parametrize("goal", [SCORE, LENGTH])
@BOARDS
def test_compiled_and_interpreted_searches_agree(board: str, goal: int) -> None:
    tables, candidate = candidate_on(board, goal)
    for times in (1, 500, 1500):
        key = seed_key(times)
        one = anneal(tables, candidate, key, times, compiled=True)
        assert one == anneal(tables, candidate, key, times, compiled=False)
        candidate = one[0]


WITHOUT = """
import sys
sys.modules["numpy"] = sys.modules["numba"] = None
from howdah.games.bazar.solver.solver import Solver
from howdah.games.bazar.game import Bazar
solver = Solver(Bazar.new(players=1, board="hexagon-19"), seed=1)
while not solver.is_proven:
    solver.step()
print(*solver.best.record().actions, sep=",")
"""


def test_without_numba_the_same_game_is_found() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=True
    )
    found = solved(solo("hexagon-19"), seed=1).best.record().actions
    assert done.stdout.strip().split(",") == list(found)
