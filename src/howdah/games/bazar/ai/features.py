"""What the champion sees in a position of Bombay Bazar: the inputs of its network, seat by seat.

What matters is the room: the empty cells that hang together with the one at the tip, how many
of them still take a tile, what stretches lie there to be absorbed, and who else is in it.
"""

from __future__ import annotations

from typing import Any, Final

from howdah.ai.search.evaluation import FeatureBuffers
from howdah.ai.search.puct import PuctConfig
from howdah.fast.primitives import flag
from howdah.games.bazar.ai import board_analysis as surveys
from howdah.games.bazar.ai.board_analysis import (
    CELL_LIST,
    DEAD,
    EMPTY_CELLS,
    ENDS,
    FOLLOW_UPS,
    INT_SCRATCH,
    LENGTHS,
    LONGEST,
    OPENINGS,
    SCARCE,
    TIGHT,
    WAYS,
    empty_around,
    neighbours_of,
    rivals_away,
    survey_after,
    survey_all,
    survey_before,
)
from howdah.games.bazar.hexgrid import EDGES
from howdah.games.bazar.rules import BITS, tip, trunk_length
from howdah.games.bazar.scoring import EDGES_IN
from howdah.games.bazar.state import CELLS, EMPTY, HEADS, BoardTables, Seat, State

__all__ = ["INT_SCRATCH"]

SETTINGS: Final = PuctConfig(exploration=1.0, width=32, temperature=0.1)
PARTS: Final = (surveys,)
INPUTS: Final = 52
FLOAT_SCRATCH: Final = (1, 1)

FIRST_GUESS: Final = {4: -3.0, 5: 2.0, 7: -1.0, 10: 3.0, 27: 12.0, 38: 15.0, 18: 3.0, 15: -2.0}
"""What the network began with, before it learnt anything: segments for some of its inputs."""
SOLO_GUESS: Final = {4: -60.0, 5: 1.0, 7: -36.0, 14: 100.0, 17: 4.0, 20: -30.0, 21: -10.0, 36: 60.0}
"""The same for a solo game, in points; self-play made nothing better of it."""


def guide(board: BoardTables) -> tuple[tuple[int, ...], ...]:
    """The neighbours of each cell."""
    return neighbours_of(board)


def turn_continues(state: State, seat: Seat) -> bool:
    """A turn is one tile, or the end piece."""
    return False


def is_candidate(state: State, action: int) -> bool:
    """Every placement is worth a look."""
    return True


def turn_hash(state: State, seat: Seat, move: int) -> int:
    """No two placements come to the same."""
    return move


def shared_state_hash(state: State, move: int) -> int:
    """Every placement makes another world."""
    return move


def current_score(state: State, seat: Seat) -> float:
    """The length of the trunk; alone, only the end counts."""
    return 0.0 if state.players == 1 else float(trunk_length(state, seat))


def turns_left(state: State) -> float:
    """How many tiles each player might still lay."""
    empty = 0
    for cell in CELLS:
        empty += state.tiles[cell] == EMPTY
    return empty / max(state.playing, 1)


def survey(board: BoardTables, guide: Any, state: State, sheet: FeatureBuffers) -> None:
    """Look at the board once for all seats."""
    survey_all(board, guide, state, sheet.int_scratch)


def survey_before_turns(
    board: BoardTables, guide: Any, state: State, sheet: FeatureBuffers
) -> None:
    """Look at what stays the same whatever tile is laid."""
    survey_before(board, guide, state, sheet.int_scratch)


def survey_after_turn(board: BoardTables, guide: Any, state: State, sheet: FeatureBuffers) -> None:
    """Look at what a tile has changed."""
    survey_after(board, guide, state, sheet.int_scratch)


def write_inputs(
    board: BoardTables, guide: Any, state: State, seat: Seat, sheet: FeatureBuffers
) -> None:
    """What a seat's prospects follow from, as the inputs of the network."""
    inputs = sheet.inputs
    for place in range(INPUTS):
        inputs[place] = 0.0
    inputs[0] = 1.0
    if state.stopped[seat]:
        inputs[1] = 1.0
        write_solo(state, sheet.int_scratch, inputs)
        return
    before, turn = 0, int(state.seat)
    while turn != seat:
        before += not state.stopped[turn]
        turn = turn + 1 if turn + 1 < state.players else 0
    inputs[2] = flag(before == 0)
    inputs[3] = before / 3.0
    write_tip(board, guide, state, seat, sheet)
    write_room(state, seat, sheet.int_scratch, inputs)
    write_rivals(board, state, seat, sheet.int_scratch, inputs)
    write_solo(state, sheet.int_scratch, inputs)


def write_tip(
    board: BoardTables, guide: Any, state: State, seat: Seat, sheet: FeatureBuffers
) -> None:
    """How free the tip is: inputs 4 to 13."""
    inputs, int_scratch = sheet.inputs, sheet.int_scratch
    end = tip(state, seat)
    cell = board.cell_of[end]
    tiles = int_scratch[FOLLOW_UPS + seat]
    inputs[4] = flag(tiles == 0)
    inputs[5] = min(tiles, 20) / 20.0
    inputs[6] = flag(tiles <= 3)
    neighbours = empty_around(guide, state, cell)
    longest, total = 0, 0
    for edge in EDGES:
        if state.must_open[cell] & BITS[edge]:
            way_in = board.ends[cell][edge]
            if way_in != end and state.other_end[way_in] < HEADS[0]:
                longest = max(longest, state.length[way_in])
                total += state.length[way_in]
    inputs[7] = neighbours / 6.0
    inputs[8] = flag(neighbours == 0)
    inputs[9] = flag(neighbours == 1)
    inputs[10] = longest / 10.0
    inputs[11] = total / 10.0
    inputs[12] = EDGES_IN[state.must_open[cell]] / 6.0
    inputs[13] = EDGES_IN[state.must_blank[cell]] / 6.0


def write_room(state: State, seat: Seat, int_scratch: Any, inputs: Any) -> None:
    """The empty cells around the tip, who gets there first, and what lies there.

    Inputs 14 to 23, and 38 to 47.
    """
    size, openings, lengths, longest, dead, tight = 0, 0, 0, 0, 0, 0
    first, level, first_openings, first_lengths, far = 0, 0, 0, 0, 0
    ways = int_scratch[WAYS + seat]
    for place in range(int_scratch[EMPTY_CELLS]):
        cell = int_scratch[CELL_LIST + place]
        own = int_scratch[ways + cell]
        if own:
            size += 1
            rivals = rivals_away(state, seat, cell, int_scratch)
            far = max(far, own)
            dead += int_scratch[DEAD + cell]
            tight += int_scratch[TIGHT + cell]
            openings += int_scratch[ENDS + cell]
            lengths += int_scratch[LENGTHS + cell]
            longest = max(longest, int_scratch[LONGEST + cell])
            level += rivals == own
            if rivals == 0 or rivals > own:
                first += 1
                first_openings += int_scratch[ENDS + cell]
                first_lengths += int_scratch[LENGTHS + cell]
    inputs[14] = size / 60.0
    inputs[15] = flag(size <= 2)
    inputs[16] = flag(size <= 6)
    inputs[17] = openings / 20.0
    inputs[18] = lengths / 60.0
    inputs[19] = longest / 10.0
    inputs[20] = dead / 10.0
    inputs[21] = tight / 10.0
    inputs[22] = openings / (10.0 + size)
    inputs[23] = (size / 60.0) * (size / 60.0)
    inputs[38] = first / 60.0
    inputs[39] = level / 60.0
    inputs[40] = first_openings / 20.0
    inputs[41] = first_lengths / 40.0
    inputs[42] = far / 10.0
    inputs[43] = flag(first <= 2)
    inputs[44] = flag(first <= 6)
    inputs[45] = first / (1.0 + size)
    inputs[46] = (first / 60.0) * (first / 60.0)
    inputs[47] = inputs[2] * inputs[38]


def write_rivals(
    board: BoardTables, state: State, seat: Seat, int_scratch: Any, inputs: Any
) -> None:
    """Who else is about: inputs 24 to 31."""
    room = inputs[14]
    inside, living, blocked, longest, near = 0, 0, 0, 0, 0
    for rival in range(state.players):
        if rival != seat:
            longest = max(longest, trunk_length(state, Seat(rival)))
            if not state.stopped[rival]:
                living += 1
                blocked += int_scratch[FOLLOW_UPS + rival] == 0
                cell = board.cell_of[tip(state, Seat(rival))]
                inside += int_scratch[int_scratch[WAYS + seat] + cell] > 0
                near += cell == board.cell_of[tip(state, seat)]
    inputs[24] = living / 3.0
    inputs[25] = inside / 3.0
    inputs[26] = blocked / 3.0
    inputs[27] = room / (1.0 + inside)
    inputs[28] = room * flag(inside == 0)
    inputs[29] = near / 3.0
    inputs[30] = trunk_length(state, seat) / 40.0
    inputs[31] = longest / 40.0


def write_solo(state: State, int_scratch: Any, inputs: Any) -> None:
    """How the board fills up: inputs 32 to 37."""
    empty = int_scratch[EMPTY_CELLS] / 60.0
    inputs[32] = empty
    inputs[33] = empty - inputs[14]
    inputs[34] = int_scratch[OPENINGS] / 20.0
    inputs[35] = int_scratch[SCARCE] / 17.0
    inputs[36] = state.tiles_laid / 60.0
    inputs[37] = empty * empty
