"""Compute the features of a position of Bombay Bazar: the inputs of the champion's network.

What matters is the room: the empty cells connected with the one at the tip, how many of them
still take a tile, what stretches lie there to be absorbed, and who else is in it.
`feature_schema` says what each input means; everything that writes inputs is compiled.
"""

from __future__ import annotations

from typing import Any, Final

from howdah.ai.search.evaluation import FeatureBuffers
from howdah.ai.search.puct import PuctConfig
from howdah.fast.primitives import flag
from howdah.games.bazar.ai import board_analysis
from howdah.games.bazar.ai import feature_schema as schema
from howdah.games.bazar.ai.board_analysis import (
    CELL_LIST,
    DEAD,
    DISTANCES,
    EMPTY_CELLS,
    ENDS,
    FOLLOW_UPS,
    INT_SCRATCH,
    LENGTHS,
    LONGEST,
    OPENINGS,
    PILES_GONE,
    TIGHT,
    analyse_after,
    analyse_all,
    analyse_before,
    empty_around,
    nearest_rival_distance,
    neighbours_of,
)
from howdah.games.bazar.ai.feature_schema import INPUT_COUNT, SCHEMA
from howdah.games.bazar.hexgrid import EDGES
from howdah.games.bazar.rules import BITS, tip, trunk_length
from howdah.games.bazar.scoring import EDGES_IN
from howdah.games.bazar.state import CELLS, EMPTY, HEADS, BoardTables, Seat, State

__all__ = ["INPUT_COUNT", "INT_SCRATCH", "SCHEMA"]

PUCT_CONFIG: Final = PuctConfig(exploration=1.0, width=32, temperature=0.1)
COMPILED_MODULES: Final = (board_analysis,)
FLOAT_SCRATCH: Final = (1, 1)

INITIAL_WEIGHTS: Final = {
    schema.TIP_BLOCKED: -3.0,
    schema.TIP_TILES: 2.0,
    schema.TIP_EMPTY_AROUND: -1.0,
    schema.TIP_LONGEST_STRETCH: 3.0,
    schema.ROOM_PER_TIP: 12.0,
    schema.FIRST_CELLS: 15.0,
    schema.ROOM_SEGMENTS: 3.0,
    schema.ROOM_TINY: -2.0,
}
"""What training begins with, set by hand: segments for some of the inputs."""
SOLO_WEIGHTS: Final = {
    schema.TIP_BLOCKED: -60.0,
    schema.TIP_TILES: 1.0,
    schema.TIP_EMPTY_AROUND: -36.0,
    schema.ROOM: 100.0,
    schema.ROOM_STRETCHES: 4.0,
    schema.ROOM_DEAD_CELLS: -30.0,
    schema.ROOM_TIGHT_CELLS: -10.0,
    schema.TILES_PLACED: 60.0,
}
"""The same for a solo game, in points; training by self-play did not improve on it."""
EXPLORATION_PERMILLE: Final = 120
"""How many of a thousand turns of self-play are random: without draws, games would repeat."""
TRAINING_OPTIONS: Final[dict[str, Any]] = {"starter": "seat 0"}
"""The options of self-play games."""


def precompute(board: BoardTables) -> tuple[tuple[int, ...], ...]:
    """Return the neighbours of each cell."""
    return neighbours_of(board)


def turn_continues(state: State, seat: Seat) -> bool:
    """Return False: a turn is one tile, or the end piece."""
    return False


def is_candidate(state: State, action: int) -> bool:
    """Return True: every placement is considered."""
    return True


def turn_hash(state: State, seat: Seat, move: int) -> int:
    """Return the move: no two placements lead to the same position."""
    return move


def shared_state_hash(state: State, move: int) -> int:
    """Return the move: every placement changes the board for all seats."""
    return move


def current_score(state: State, seat: Seat) -> float:
    """Return the length of the trunk; in a solo game nothing counts before the end."""
    return 0.0 if state.players == 1 else float(trunk_length(state, seat))


def turns_left(state: State) -> float:
    """Return how many tiles each player might still place."""
    empty = 0
    for cell in CELLS:
        empty += state.tiles[cell] == EMPTY
    return empty / max(state.playing, 1)


def analyse(board: BoardTables, neighbours: Any, state: State, buffers: FeatureBuffers) -> None:
    """Analyse the board once for all seats."""
    analyse_all(board, neighbours, state, buffers.int_scratch)


def analyse_before_turns(
    board: BoardTables, neighbours: Any, state: State, buffers: FeatureBuffers
) -> None:
    """Analyse what stays the same after most tiles."""
    analyse_before(board, neighbours, state, buffers.int_scratch)


def analyse_after_turn(
    board: BoardTables, neighbours: Any, state: State, buffers: FeatureBuffers
) -> None:
    """Analyse again what a tile has changed."""
    analyse_after(board, neighbours, state, buffers.int_scratch)


def write_inputs(
    board: BoardTables, neighbours: Any, state: State, seat: Seat, buffers: FeatureBuffers
) -> None:
    """Write all inputs of the network for a seat; the position has been analysed."""
    inputs = buffers.inputs
    for index in range(INPUT_COUNT):
        inputs[index] = 0.0
    inputs[schema.BIAS] = 1.0
    if state.stopped[seat]:
        inputs[schema.STOPPED] = 1.0
        write_whole_board(state, buffers.int_scratch, inputs)
        return
    before, turn = 0, int(state.seat)
    while turn != seat:
        before += not state.stopped[turn]
        turn = turn + 1 if turn + 1 < state.players else 0
    inputs[schema.PLAYS_NEXT] = flag(before == 0)
    inputs[schema.SEATS_BEFORE] = before / schema.RIVAL_SCALE
    write_tip(board, neighbours, state, seat, buffers)
    write_room(state, seat, buffers.int_scratch, inputs)
    write_rivals(board, state, seat, buffers.int_scratch, inputs)
    write_whole_board(state, buffers.int_scratch, inputs)


def write_tip(
    board: BoardTables, neighbours: Any, state: State, seat: Seat, buffers: FeatureBuffers
) -> None:
    """Write how free the tip is."""
    inputs, int_scratch = buffers.inputs, buffers.int_scratch
    end = tip(state, seat)
    cell = board.cell_of[end]
    tiles = int_scratch[FOLLOW_UPS + seat]
    inputs[schema.TIP_BLOCKED] = flag(tiles == 0)
    inputs[schema.TIP_TILES] = min(tiles, 20) / schema.TILE_SCALE
    inputs[schema.TIP_FEW_TILES] = flag(tiles <= 3)
    around = empty_around(neighbours, state, cell)
    longest, total = 0, 0
    for edge in EDGES:
        if state.must_open[cell] & BITS[edge]:
            way_in = board.ends[cell][edge]
            if way_in != end and state.other_end[way_in] < HEADS[0]:
                longest = max(longest, state.length[way_in])
                total += state.length[way_in]
    inputs[schema.TIP_EMPTY_AROUND] = around / schema.EDGE_SCALE
    inputs[schema.TIP_NONE_AROUND] = flag(around == 0)
    inputs[schema.TIP_ONE_AROUND] = flag(around == 1)
    inputs[schema.TIP_LONGEST_STRETCH] = longest / schema.STRETCH_SCALE
    inputs[schema.TIP_SEGMENTS] = total / schema.STRETCH_SCALE
    inputs[schema.TIP_OPEN_EDGES] = EDGES_IN[state.must_open[cell]] / schema.EDGE_SCALE
    inputs[schema.TIP_BLANK_EDGES] = EDGES_IN[state.must_blank[cell]] / schema.EDGE_SCALE


def write_room(state: State, seat: Seat, int_scratch: Any, inputs: Any) -> None:
    """Write the room of the tip, which of its cells rivals reach first, and what lies there."""
    size, stretches, segments, longest, dead, tight = 0, 0, 0, 0, 0, 0
    first, level, first_stretches, first_segments, far = 0, 0, 0, 0, 0
    distances = int_scratch[DISTANCES + seat]
    for place in range(int_scratch[EMPTY_CELLS]):
        cell = int_scratch[CELL_LIST + place]
        own = int_scratch[distances + cell]
        if own:
            size += 1
            rivals = nearest_rival_distance(state, seat, cell, int_scratch)
            far = max(far, own)
            dead += int_scratch[DEAD + cell]
            tight += int_scratch[TIGHT + cell]
            stretches += int_scratch[ENDS + cell]
            segments += int_scratch[LENGTHS + cell]
            longest = max(longest, int_scratch[LONGEST + cell])
            level += rivals == own
            if rivals == 0 or rivals > own:
                first += 1
                first_stretches += int_scratch[ENDS + cell]
                first_segments += int_scratch[LENGTHS + cell]
    inputs[schema.ROOM] = size / schema.CELL_SCALE
    inputs[schema.ROOM_TINY] = flag(size <= 2)
    inputs[schema.ROOM_SMALL] = flag(size <= 6)
    inputs[schema.ROOM_STRETCHES] = stretches / schema.OPENING_SCALE
    inputs[schema.ROOM_SEGMENTS] = segments / schema.CELL_SCALE
    inputs[schema.ROOM_LONGEST_STRETCH] = longest / schema.STRETCH_SCALE
    inputs[schema.ROOM_DEAD_CELLS] = dead / schema.FEW_CELLS_SCALE
    inputs[schema.ROOM_TIGHT_CELLS] = tight / schema.FEW_CELLS_SCALE
    inputs[schema.ROOM_STRETCH_DENSITY] = stretches / (10.0 + size)
    inputs[schema.ROOM_SQUARED] = (size / schema.CELL_SCALE) * (size / schema.CELL_SCALE)
    inputs[schema.FIRST_CELLS] = first / schema.CELL_SCALE
    inputs[schema.LEVEL_CELLS] = level / schema.CELL_SCALE
    inputs[schema.FIRST_STRETCHES] = first_stretches / schema.OPENING_SCALE
    inputs[schema.FIRST_SEGMENTS] = first_segments / schema.TRUNK_SCALE
    inputs[schema.FARTHEST_CELL] = far / schema.STEP_SCALE
    inputs[schema.FIRST_TINY] = flag(first <= 2)
    inputs[schema.FIRST_SMALL] = flag(first <= 6)
    inputs[schema.FIRST_SHARE] = first / (1.0 + size)
    inputs[schema.FIRST_CELLS_SQUARED] = (first / schema.CELL_SCALE) * (first / schema.CELL_SCALE)
    inputs[schema.FIRST_CELLS_NEXT] = inputs[schema.PLAYS_NEXT] * inputs[schema.FIRST_CELLS]


def write_rivals(
    board: BoardTables, state: State, seat: Seat, int_scratch: Any, inputs: Any
) -> None:
    """Write where the rivals are, and how long all trunks are."""
    room = inputs[schema.ROOM]
    inside, playing, blocked, longest, near = 0, 0, 0, 0, 0
    for rival in range(state.players):
        if rival != seat:
            longest = max(longest, trunk_length(state, Seat(rival)))
            if not state.stopped[rival]:
                playing += 1
                blocked += int_scratch[FOLLOW_UPS + rival] == 0
                cell = board.cell_of[tip(state, Seat(rival))]
                inside += int_scratch[int_scratch[DISTANCES + seat] + cell] > 0
                near += cell == board.cell_of[tip(state, seat)]
    inputs[schema.RIVALS_PLAYING] = playing / schema.RIVAL_SCALE
    inputs[schema.RIVALS_IN_ROOM] = inside / schema.RIVAL_SCALE
    inputs[schema.RIVALS_BLOCKED] = blocked / schema.RIVAL_SCALE
    inputs[schema.ROOM_PER_TIP] = room / (1.0 + inside)
    inputs[schema.ROOM_ALONE] = room * flag(inside == 0)
    inputs[schema.RIVALS_AT_TIP] = near / schema.RIVAL_SCALE
    inputs[schema.TRUNK_LENGTH] = trunk_length(state, seat) / schema.TRUNK_SCALE
    inputs[schema.RIVAL_LENGTH] = longest / schema.TRUNK_SCALE


def write_whole_board(state: State, int_scratch: Any, inputs: Any) -> None:
    """Write how the board fills up."""
    empty = int_scratch[EMPTY_CELLS] / schema.CELL_SCALE
    inputs[schema.EMPTY_CELLS] = empty
    inputs[schema.CELLS_OUT_OF_REACH] = empty - inputs[schema.ROOM]
    inputs[schema.OPENINGS] = int_scratch[OPENINGS] / schema.OPENING_SCALE
    inputs[schema.PILES_GONE] = int_scratch[PILES_GONE] / schema.PILE_SCALE
    inputs[schema.TILES_PLACED] = state.tiles_laid / schema.CELL_SCALE
    inputs[schema.EMPTY_CELLS_SQUARED] = empty * empty
