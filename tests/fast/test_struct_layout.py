"""A state as one C struct: small, derived from the schema, and the same when unpacked."""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np
import pytest

import howdah
from howdah.core.state import fields_of
from howdah.fast.kernel import kernel_for
from howdah.fast.struct_layout import layout_of, new_structs
from tests.fast.games import GAMES

EVERY_GAME = pytest.mark.parametrize("name", GAMES)


@EVERY_GAME
def test_the_struct_has_the_fields_of_the_schema_in_order(name: str) -> None:
    kernel = kernel_for(name)
    for kind in (kernel.POSITION, kernel.BOARD):
        dtype, fields = layout_of(kind).dtype, fields_of(kind)
        assert dtype.names == tuple(fields)
        for field, (lengths, bits) in fields.items():
            assert dtype[field].shape == lengths
            assert dtype[field].base == np.dtype(f"int{bits}")


@EVERY_GAME
def test_what_is_packed_can_be_unpacked(name: str) -> None:
    kernel = kernel_for(name)
    positions = [game.position() for game in islice(GAMES[name](), 64)]
    states = layout_of(kernel.POSITION).pack([state for _, state in positions])
    for number, (board, state) in enumerate(positions):
        assert layout_of(kernel.POSITION).unpack(states, number) == state
        tables: Any = layout_of(kernel.BOARD).pack([board])[0]
        for field, value in zip(fields_of(kernel.BOARD), board):
            assert np.array_equal(tables[field], value)


def test_a_state_of_bombay_takes_at_most_256_bytes() -> None:
    assert layout_of(kernel_for("bombay").POSITION).size <= 256


def test_a_number_without_room_is_refused() -> None:
    game: Any = howdah.new("bombay", seed=1)
    _, state = game.position()
    state.rupees[0] = 40_000
    with pytest.raises(OverflowError):
        layout_of(type(state)).pack([state])


def test_the_largest_numbers_of_bombay_have_room() -> None:
    """No game pays more: 225 stars of play, five rupees a sale, and prizes and tolls."""
    game: Any = howdah.new("bombay", seed=1)
    _, state = game.position()
    layout = layout_of(type(state))
    state.rupees = [225 * 6 + 16] * 5
    state.clients = [50] * 5
    assert layout.unpack(layout.pack([state])) == state


def test_the_largest_board_of_bazar_has_room() -> None:
    """127 cells, 766 ends, and a ring whose length counts everything twice."""
    game: Any = howdah.new("bazar", seed=1)
    _, state = game.position()
    layout = layout_of(type(state))
    state.other_end = [765] * 766
    state.length = [2 * 3 * 127 + 1] * 766
    state.tiles = [75] * 127
    state.must_open = state.must_blank = [63] * 127
    assert layout.unpack(layout.pack([state])) == state


@pytest.mark.parametrize("count", [1, 2, 7])
def test_structs_begin_and_end_where_cache_lines_do(count: int) -> None:
    dtype = layout_of(kernel_for("bombay").POSITION).dtype
    structs = new_structs(count, dtype)
    assert len(structs) == count
    assert structs.ctypes.data % 64 == dtype.itemsize % 64 == 0
    assert structs.flags.c_contiguous
    assert not structs.tobytes().strip(b"\0")
