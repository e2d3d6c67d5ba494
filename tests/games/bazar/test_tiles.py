"""The tiles: 17 designs in 75 orientations, derived by the program."""

from __future__ import annotations

import pytest

from howdah.games.bazar.game import Bazar
from howdah.games.bazar.hexgrid import EDGES
from howdah.games.bazar.tiles import (
    CHORDS,
    COPIES,
    DESIGN_NAMES,
    DESIGN_OF,
    DESIGNS,
    FULL,
    FULL_BLANK_AT,
    FULL_OF_DESIGN,
    FULL_OPEN_AT,
    NO_EDGE,
    OPEN_EDGES,
    ORIENTATIONS,
    PARTNER,
    ROTATION_OF,
    SLIM,
    SLIM_BLANK_AT,
    SLIM_OF_DESIGN,
    SLIM_OPEN_AT,
    name_of,
    rotate,
)

TABLE = {
    1: "01, 02, 03",
    2: "01-23, 01-24, 01-25, 01-34, 01-35, 02-13, 02-14, 02-35, 03-14",
    3: "01-23-45, 01-24-35, 01-25-34, 02-14-35, 03-14-25",
}
FIRST = {name: DESIGN_OF.index(design) for design, name in zip(DESIGNS, DESIGN_NAMES)}
"""The first orientation of each design."""


def test_there_are_seventeen_designs_and_they_are_those_of_the_table() -> None:
    assert ", ".join(DESIGN_NAMES) == ", ".join(TABLE.values())
    assert len(DESIGN_NAMES) == 17


def test_there_are_four_of_each_and_sixty_eight_in_all() -> None:
    piles = Bazar.new(seed=1).view().piles
    assert set(piles.values()) == {COPIES} == {4}
    assert sum(piles.values()) == 68


def test_they_lie_in_seventy_five_orientations() -> None:
    assert len(ORIENTATIONS) == len(set(CHORDS)) == 75
    assert (SLIM, FULL) == (60, 15)


@pytest.mark.parametrize(("segments", "names"), TABLE.items())
def test_a_design_has_as_many_segments_as_the_table_says(segments: int, names: str) -> None:
    found = {DESIGN_NAMES[DESIGN_OF[t]] for t in ORIENTATIONS if len(CHORDS[t]) == segments}
    assert found == set(names.split(", "))


def test_no_edge_is_used_twice() -> None:
    for chords in CHORDS:
        edges = [edge for chord in chords for edge in chord]
        assert len(edges) == len(set(edges))


def test_no_two_designs_rotate_into_each_other() -> None:
    designs = [CHORDS[tile] for tile in ORIENTATIONS if ROTATION_OF[tile] == 0]
    turned = {rotate(chords, rotation) for chords in designs for rotation in range(6)}
    assert len(designs) == 17
    assert len(turned) == 75


def test_the_smallest_rotation_names_an_orientation() -> None:
    for tile in ORIENTATIONS:
        base = CHORDS[DESIGN_OF.index(DESIGN_OF[tile])]
        ways = [r for r in range(6) if rotate(base, r) == CHORDS[tile]]
        assert ROTATION_OF[tile] == ways[0]


def test_a_rotation_adds_to_every_edge() -> None:
    assert name_of(rotate(CHORDS[ORIENTATIONS[0]], 5)) == "05"
    assert [name_of(CHORDS[t]) for t in ORIENTATIONS if DESIGN_NAMES[DESIGN_OF[t]] == "03"] == [
        "03",
        "14",
        "25",
    ]


def mirrored(name: str) -> str:
    """The design of a tile that is flipped along its axis from west to east."""
    chords = CHORDS[ORIENTATIONS[FIRST[name]]]
    flipped = [sorted((EDGES[-a % 6], EDGES[-b % 6])) for a, b in chords]
    tile = tuple(sorted((a, b) for a, b in flipped))
    return min(name_of(rotate(tile, rotation)) for rotation in range(6))


def test_two_designs_are_mirror_images_of_each_other() -> None:
    """A tile is never flipped, so both are there; every other design is its own mirror image."""
    different = {name: mirrored(name) for name in DESIGN_NAMES if name != mirrored(name)}
    assert different == {"01-24": "01-35", "01-35": "01-24"}


def test_every_segment_leads_both_ways() -> None:
    for tile in ORIENTATIONS:
        for edge in EDGES:
            other = PARTNER[tile][edge]
            assert (other == NO_EDGE) == (not OPEN_EDGES[tile] >> edge & 1)
            if other != NO_EDGE:
                assert PARTNER[tile][other] == edge
                assert tuple(sorted((edge, other))) in CHORDS[tile]


def tiles_in(slim: int, full: int) -> list[int]:
    return [tile for tile in ORIENTATIONS if (slim | full << SLIM) >> tile & 1]


@pytest.mark.parametrize("mask", range(64))
def test_the_tables_list_the_tiles_that_are_open_or_blank_at_some_edges(mask: int) -> None:
    is_open = [tile for tile in ORIENTATIONS if OPEN_EDGES[tile] & mask == mask]
    is_blank = [tile for tile in ORIENTATIONS if not OPEN_EDGES[tile] & mask]
    assert tiles_in(SLIM_OPEN_AT[mask], FULL_OPEN_AT[mask]) == is_open
    assert tiles_in(SLIM_BLANK_AT[mask], FULL_BLANK_AT[mask]) == is_blank


def test_the_tables_list_the_orientations_of_every_design() -> None:
    for design, name in enumerate(DESIGN_NAMES):
        tiles = tiles_in(SLIM_OF_DESIGN[design], FULL_OF_DESIGN[design])
        assert tiles == [tile for tile in ORIENTATIONS if DESIGN_OF[tile] == design], name


def test_each_half_of_a_set_fits_a_machine_word() -> None:
    for slim in (*SLIM_OPEN_AT, *SLIM_BLANK_AT, *SLIM_OF_DESIGN):
        assert 0 <= slim < 1 << SLIM
    for full in (*FULL_OPEN_AT, *FULL_BLANK_AT, *FULL_OF_DESIGN):
        assert 0 <= full < 1 << FULL
