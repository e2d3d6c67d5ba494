"""What the champion sees in a position of Bombay Bazar: the inputs of its network, seat by seat.

What matters is the room: the empty cells that hang together with the one at the tip, how many
of them still take a tile, what stretches lie there to be absorbed, and who else is in it.
"""

from __future__ import annotations

from typing import Any, Final

from howdah.ai.search.deep import DeepSettings
from howdah.ai.search.numbers import flag
from howdah.ai.search.worth import Sheet
from howdah.bazar.hexgrid import EDGES
from howdah.bazar.rules import (
    BITS,
    full_fitting,
    legal_placements,
    slim_fitting,
    tip,
    trunk_length,
)
from howdah.bazar.scoring import EDGES_IN
from howdah.bazar.state import (
    CELLS,
    EMPTY,
    HEADS,
    NO_CELL,
    NO_END,
    BoardTables,
    Cell,
    Seat,
    State,
)
from howdah.fast.bits import count

SETTINGS: Final = DeepSettings(exploration=1.0, width=32, temperature=0.1)
PARTS: Final = ()
INPUTS: Final = 52
SKETCH: Final = (1, 1)

# What the notes hold: a number for each cell, three times.
OWN: Final = 0
"""How many cells the seat is away from it, plus one; 0 if it cannot get there."""
RIVALS: Final = len(CELLS)
"""The same for the nearest of its rivals."""
FOUND: Final = 2 * len(CELLS)
"""The cells in the order in which they were found."""
NOTES: Final = 3 * len(CELLS)

FIRST_GUESS: Final = {4: -3.0, 5: 2.0, 7: -1.0, 10: 3.0, 27: 12.0, 38: 15.0, 18: 3.0, 15: -2.0}
"""What the network began with, before it learnt anything: segments for some of its inputs."""


def guide(board: BoardTables) -> tuple[tuple[int, ...], ...]:
    """The neighbours of each cell, by edge; NO_CELL outside."""
    return tuple(
        tuple(NO_CELL if end == NO_END else board.cell_of[end] for end in ways)
        for ways in board.beyond
    )


def goes_on(state: State, seat: Seat) -> bool:
    """A turn is one tile, or the end piece."""
    return False


def is_sensible(state: State, action: int) -> bool:
    """Every placement is worth a look."""
    return True


def footprint(state: State, seat: Seat, move: int) -> int:
    """No two placements come to the same."""
    return move


def world(state: State, move: int) -> int:
    """Every placement makes another world."""
    return move


def so_far(state: State, seat: Seat) -> float:
    """The length of the trunk; alone, only the end counts."""
    return 0.0 if state.players == 1 else float(trunk_length(state, seat))


def turns_left(state: State) -> float:
    """How many tiles each player might still lay."""
    empty = 0
    for cell in CELLS:
        empty += state.tiles[cell] == EMPTY
    return empty / max(state.playing, 1)


def follow_ups(board: BoardTables, state: State, seat: Seat) -> int:
    """How many tiles a seat could place, were it to play now."""
    to_play = state.seat
    state.seat = seat
    slim, full = legal_placements(board, state)
    state.seat = to_play
    return count(slim) + count(full)


def write_inputs(board: BoardTables, guide: Any, state: State, seat: Seat, sheet: Sheet) -> None:
    """What a seat's prospects follow from, as the inputs of the network."""
    inputs = sheet.inputs
    for place in range(INPUTS):
        inputs[place] = 0.0
    inputs[0] = 1.0
    if state.stopped[seat]:
        inputs[1] = 1.0
        write_solo(state, inputs)
        return
    before, turn = 0, int(state.seat)
    while turn != seat:
        before += not state.stopped[turn]
        turn = turn + 1 if turn + 1 < state.players else 0
    inputs[2] = flag(before == 0)
    inputs[3] = before / 3.0
    write_tip(board, state, seat, inputs)
    write_room(board, guide, state, seat, sheet.notes, inputs)
    write_rivals(board, state, seat, sheet.notes, inputs)
    write_solo(state, inputs)


def write_tip(board: BoardTables, state: State, seat: Seat, inputs: Any) -> None:
    """How free the tip is: inputs 4 to 13."""
    end = tip(state, seat)
    cell = board.cell_of[end]
    tiles = follow_ups(board, state, seat)
    inputs[4] = flag(tiles == 0)
    inputs[5] = min(tiles, 20) / 20.0
    inputs[6] = flag(tiles <= 3)
    neighbours, longest, total = 0, 0, 0
    for edge in EDGES:
        way_out = board.beyond[cell][edge]
        if way_out != NO_END:
            neighbours += state.tiles[board.cell_of[way_out]] == EMPTY
        if state.must_open[cell] & BITS[edge]:
            way_in = board.ends[cell][edge]
            if way_in != end and state.other_end[way_in] < HEADS[0]:
                length = state.length[way_in]
                longest = max(longest, length)
                total += length
    inputs[7] = neighbours / 6.0
    inputs[8] = flag(neighbours == 0)
    inputs[9] = flag(neighbours == 1)
    inputs[10] = longest / 10.0
    inputs[11] = total / 10.0
    inputs[12] = EDGES_IN[state.must_open[cell]] / 6.0
    inputs[13] = EDGES_IN[state.must_blank[cell]] / 6.0


def spread(guide: Any, state: State, notes: Any, row: int, found: int) -> int:
    """Find all empty cells that hang together with those found so far; how many there are."""
    looked_at = 0
    while looked_at < found:
        cell = notes[FOUND + looked_at]
        looked_at += 1
        steps = notes[row + cell] + 1
        for edge in EDGES:
            neighbour = guide[cell][edge]
            if neighbour >= 0 and notes[row + neighbour] == 0 and state.tiles[neighbour] == EMPTY:
                notes[row + neighbour] = steps
                notes[FOUND + found] = neighbour
                found += 1
    return found


def found_at_tip(
    board: BoardTables, state: State, seat: int, notes: Any, row: int, found: int
) -> int:
    """Begin with the cell at the tip of a seat, if it is empty; how many are found now."""
    cell = board.cell_of[tip(state, Seat(seat))]
    if state.stopped[seat] or state.tiles[cell] != EMPTY or notes[row + cell]:
        return found
    notes[row + cell] = 1
    notes[FOUND + found] = cell
    return found + 1


def empty_around(guide: Any, state: State, cell: int) -> int:
    """How many neighbours of a cell are empty."""
    empty = 0
    for edge in EDGES:
        neighbour = guide[cell][edge]
        empty += neighbour >= 0 and state.tiles[neighbour] == EMPTY
    return empty


def stretches_at(board: BoardTables, state: State, cell: Cell) -> tuple[int, int, int]:
    """How many stretches without a head end at a cell, their lengths together, the longest."""
    ends, lengths, longest = 0, 0, 0
    if state.must_open[cell]:
        for edge in EDGES:
            if state.must_open[cell] & BITS[edge]:
                way_in = board.ends[cell][edge]
                if state.other_end[way_in] < HEADS[0]:
                    ends += 1
                    lengths += state.length[way_in]
                    longest = max(longest, state.length[way_in])
    return ends, lengths, longest


def write_room(
    board: BoardTables, guide: Any, state: State, seat: Seat, notes: Any, inputs: Any
) -> None:
    """The empty cells around the tip, who gets there first, and what lies there.

    Inputs 14 to 23, and 38 to 47.
    """
    for cell in CELLS:
        notes[OWN + cell] = 0
        notes[RIVALS + cell] = 0
    found = 0
    for rival in range(state.players):
        if rival != seat:
            found = found_at_tip(board, state, rival, notes, RIVALS, found)
    spread(guide, state, notes, RIVALS, found)
    size = spread(guide, state, notes, OWN, found_at_tip(board, state, seat, notes, OWN, 0))
    openings, lengths, longest, dead, tight = 0, 0, 0, 0, 0
    first, level, first_openings, first_lengths, far = 0, 0, 0, 0, 0
    for place in range(size):
        cell = Cell(notes[FOUND + place])
        dead += slim_fitting(state, cell) == 0 and full_fitting(state, cell) == 0
        lead = notes[RIVALS + cell] - notes[OWN + cell]
        is_first = notes[RIVALS + cell] == 0 or lead > 0
        first += is_first
        level += lead == 0
        far = max(far, notes[OWN + cell])
        found, length, longer = stretches_at(board, state, cell)
        openings += found
        lengths += length
        longest = max(longest, longer)
        if is_first:
            first_openings += found
            first_lengths += length
        tight += empty_around(guide, state, cell) <= 1
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


def write_rivals(board: BoardTables, state: State, seat: Seat, notes: Any, inputs: Any) -> None:
    """Who else is about: inputs 24 to 31."""
    room = inputs[14]
    inside, living, blocked, longest, near = 0, 0, 0, 0, 0
    for rival in range(state.players):
        if rival != seat:
            longest = max(longest, trunk_length(state, Seat(rival)))
            if not state.stopped[rival]:
                living += 1
                blocked += follow_ups(board, state, Seat(rival)) == 0
                cell = board.cell_of[tip(state, Seat(rival))]
                inside += notes[OWN + cell] > 0
                near += cell == board.cell_of[tip(state, seat)]
    inputs[24] = living / 3.0
    inputs[25] = inside / 3.0
    inputs[26] = blocked / 3.0
    inputs[27] = room / (1.0 + inside)
    inputs[28] = room * flag(inside == 0)
    inputs[29] = near / 3.0
    inputs[30] = trunk_length(state, seat) / 40.0
    inputs[31] = longest / 40.0


def write_solo(state: State, inputs: Any) -> None:
    """How the board fills up: inputs 32 to 37."""
    empty, openings, scarce = 0, 0, 0
    for cell in CELLS:
        if state.tiles[cell] == EMPTY:
            empty += 1
            openings += EDGES_IN[state.must_open[cell]]
    for design in range(len(state.piles)):
        scarce += state.piles[design] == 0
    inputs[32] = empty / 60.0
    inputs[33] = empty / 60.0 - inputs[14]
    inputs[34] = openings / 20.0
    inputs[35] = scarce / 17.0
    inputs[36] = state.tiles_laid / 60.0
    inputs[37] = inputs[32] * inputs[32]
