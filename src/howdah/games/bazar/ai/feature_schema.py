"""The features of Bombay Bazar: the inputs of its network for a seat, by their names.

The indices are plain numbers, since the code that writes the inputs is compiled. Trained
networks depend on them: a new feature comes last, and the networks are trained again.
"""

from __future__ import annotations

from typing import Final

from howdah.ai.search.network import Feature, FeatureSchema

# The turn

BIAS: Final = 0
STOPPED: Final = 1
PLAYS_NEXT: Final = 2
SEATS_BEFORE: Final = 3

# The tip

TIP_BLOCKED: Final = 4
TIP_TILES: Final = 5
TIP_FEW_TILES: Final = 6
TIP_EMPTY_AROUND: Final = 7
TIP_NONE_AROUND: Final = 8
TIP_ONE_AROUND: Final = 9
TIP_LONGEST_STRETCH: Final = 10
TIP_SEGMENTS: Final = 11
TIP_OPEN_EDGES: Final = 12
TIP_BLANK_EDGES: Final = 13

# The room: the empty cells connected with the tip's

ROOM: Final = 14
ROOM_TINY: Final = 15
ROOM_SMALL: Final = 16
ROOM_STRETCHES: Final = 17
ROOM_SEGMENTS: Final = 18
ROOM_LONGEST_STRETCH: Final = 19
ROOM_DEAD_CELLS: Final = 20
ROOM_TIGHT_CELLS: Final = 21
ROOM_STRETCH_DENSITY: Final = 22
ROOM_SQUARED: Final = 23

# Rivals

RIVALS_PLAYING: Final = 24
RIVALS_IN_ROOM: Final = 25
RIVALS_BLOCKED: Final = 26
ROOM_PER_TIP: Final = 27
ROOM_ALONE: Final = 28
RIVALS_AT_TIP: Final = 29
TRUNK_LENGTH: Final = 30
RIVAL_LENGTH: Final = 31

# The whole board

EMPTY_CELLS: Final = 32
CELLS_OUT_OF_REACH: Final = 33
OPENINGS: Final = 34
PILES_GONE: Final = 35
TILES_PLACED: Final = 36
EMPTY_CELLS_SQUARED: Final = 37

# The cells of the room that the seat reaches before its rivals

FIRST_CELLS: Final = 38
LEVEL_CELLS: Final = 39
FIRST_STRETCHES: Final = 40
FIRST_SEGMENTS: Final = 41
FARTHEST_CELL: Final = 42
FIRST_TINY: Final = 43
FIRST_SMALL: Final = 44
FIRST_SHARE: Final = 45
FIRST_CELLS_SQUARED: Final = 46
FIRST_CELLS_NEXT: Final = 47
UNUSED: Final = 48

INPUT_COUNT: Final = 52

# Quantities are divided by these, so that inputs are seldom far above 1.

RIVAL_SCALE: Final = 3.0
TILE_SCALE: Final = 20.0
EDGE_SCALE: Final = 6.0
STRETCH_SCALE: Final = 10.0
CELL_SCALE: Final = 60.0
FEW_CELLS_SCALE: Final = 10.0
OPENING_SCALE: Final = 20.0
TRUNK_SCALE: Final = 40.0
PILE_SCALE: Final = 17.0
STEP_SCALE: Final = 10.0

SCHEMA: Final = FeatureSchema(
    (
        Feature(BIAS, "bias", "always 1"),
        Feature(
            STOPPED,
            "stopped",
            "whether the seat has stopped; then only what is left of the board follows",
        ),
        Feature(PLAYS_NEXT, "plays_next", "whether it is the seat's turn"),
        Feature(SEATS_BEFORE, "seats_before", "how many seats play before this one", RIVAL_SCALE),
        Feature(TIP_BLOCKED, "tip_blocked", "whether no tile fits the tip"),
        Feature(TIP_TILES, "tip_tiles", "how many tiles fit the tip, 20 at most", TILE_SCALE),
        Feature(TIP_FEW_TILES, "tip_few_tiles", "whether at most three tiles fit the tip"),
        Feature(TIP_EMPTY_AROUND, "tip_empty_around", "empty cells around the tip's", EDGE_SCALE),
        Feature(TIP_NONE_AROUND, "tip_none_around", "whether no cell around the tip's is empty"),
        Feature(TIP_ONE_AROUND, "tip_one_around", "whether one cell around the tip's is empty"),
        Feature(
            TIP_LONGEST_STRETCH,
            "tip_longest_stretch",
            "the longest stretch that ends at the tip's cell",
            STRETCH_SCALE,
        ),
        Feature(
            TIP_SEGMENTS,
            "tip_segments",
            "all segments of stretches that end at the tip's cell",
            STRETCH_SCALE,
        ),
        Feature(
            TIP_OPEN_EDGES,
            "tip_open_edges",
            "edges of the tip's cell that must be open",
            EDGE_SCALE,
        ),
        Feature(
            TIP_BLANK_EDGES,
            "tip_blank_edges",
            "edges of the tip's cell that must be blank",
            EDGE_SCALE,
        ),
        Feature(ROOM, "room", "its cells", CELL_SCALE),
        Feature(ROOM_TINY, "room_tiny", "whether it has at most two cells"),
        Feature(ROOM_SMALL, "room_small", "whether it has at most six cells"),
        Feature(
            ROOM_STRETCHES,
            "room_stretches",
            "ends of stretches without a head in it",
            OPENING_SCALE,
        ),
        Feature(ROOM_SEGMENTS, "room_segments", "all segments of these stretches", CELL_SCALE),
        Feature(
            ROOM_LONGEST_STRETCH,
            "room_longest_stretch",
            "the longest of these stretches",
            STRETCH_SCALE,
        ),
        Feature(ROOM_DEAD_CELLS, "room_dead_cells", "its cells that no tile fits", FEW_CELLS_SCALE),
        Feature(
            ROOM_TIGHT_CELLS,
            "room_tight_cells",
            "its cells with at most one empty neighbour",
            FEW_CELLS_SCALE,
        ),
        Feature(
            ROOM_STRETCH_DENSITY,
            "room_stretch_density",
            "ends of stretches divided by 10 + its cells",
        ),
        Feature(ROOM_SQUARED, "room_squared", "the square of `room`"),
        Feature(RIVALS_PLAYING, "rivals_playing", "rivals that have not stopped", RIVAL_SCALE),
        Feature(RIVALS_IN_ROOM, "rivals_in_room", "rivals with their tip in the room", RIVAL_SCALE),
        Feature(RIVALS_BLOCKED, "rivals_blocked", "rivals whose tip no tile fits", RIVAL_SCALE),
        Feature(ROOM_PER_TIP, "room_per_tip", "`room` divided by 1 + rivals in it"),
        Feature(ROOM_ALONE, "room_alone", "`room`, if no rival is in it"),
        Feature(
            RIVALS_AT_TIP, "rivals_at_tip", "rivals with their tip at the same cell", RIVAL_SCALE
        ),
        Feature(TRUNK_LENGTH, "trunk_length", "the length of the trunk", TRUNK_SCALE),
        Feature(
            RIVAL_LENGTH, "rival_length", "the length of the longest trunk of a rival", TRUNK_SCALE
        ),
        Feature(EMPTY_CELLS, "empty_cells", "empty cells of the board", CELL_SCALE),
        Feature(
            CELLS_OUT_OF_REACH, "cells_out_of_reach", "empty cells outside the room", CELL_SCALE
        ),
        Feature(OPENINGS, "openings", "openings that lead to empty cells", OPENING_SCALE),
        Feature(PILES_GONE, "piles_gone", "piles without a tile", PILE_SCALE),
        Feature(TILES_PLACED, "tiles_placed", "tiles on the board", CELL_SCALE),
        Feature(EMPTY_CELLS_SQUARED, "empty_cells_squared", "the square of `empty_cells`"),
        Feature(FIRST_CELLS, "first_cells", "how many there are", CELL_SCALE),
        Feature(LEVEL_CELLS, "level_cells", "cells that a rival reaches as soon", CELL_SCALE),
        Feature(
            FIRST_STRETCHES,
            "first_stretches",
            "ends of stretches on the cells it reaches first",
            OPENING_SCALE,
        ),
        Feature(FIRST_SEGMENTS, "first_segments", "all segments of these stretches", TRUNK_SCALE),
        Feature(
            FARTHEST_CELL, "farthest_cell", "steps to the farthest cell of the room", STEP_SCALE
        ),
        Feature(FIRST_TINY, "first_tiny", "whether it reaches at most two cells first"),
        Feature(FIRST_SMALL, "first_small", "whether it reaches at most six cells first"),
        Feature(FIRST_SHARE, "first_share", "cells it reaches first divided by 1 + the room's"),
        Feature(FIRST_CELLS_SQUARED, "first_cells_squared", "the square of `first_cells`"),
        Feature(FIRST_CELLS_NEXT, "first_cells_next", "`first_cells`, if it plays next"),
        Feature(UNUSED, "unused", "always 0: the trained networks have these inputs", size=4),
    )
)
