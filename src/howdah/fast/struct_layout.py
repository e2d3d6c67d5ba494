"""A position as one C struct, derived from the schema of the game's state.

>>> from howdah.games.bombay.state import State
>>> layout_of(State).size
192
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from howdah.core.errors import InvalidOption
from howdah.core.state import Position, fields_of
from howdah.fast.kernel import GameKernel
from howdah.fast.storage import Storage

Structs = NDArray[np.void]
"""One struct after the other."""
ValueT = TypeVar("ValueT")
T = TypeVar("T", bound=np.generic)

_CACHE_LINE: Final = 64


class Layout(Generic[ValueT]):
    """How the fields of a state, or of the tables of a board, lie in memory."""

    def __init__(self, kind: type[ValueT]) -> None:
        self._kind = kind
        self._names = tuple(fields_of(kind))
        self.dtype = _whole_lines(
            np.dtype(
                [
                    (name, f"i{field.bits // 8}", field.lengths)
                    for name, field in fields_of(kind).items()
                ],
                align=True,
            )
        )

    @property
    def size(self) -> int:
        """How many bytes one struct takes."""
        return self.dtype.itemsize

    def pack(self, values: Iterable[ValueT]) -> Structs:
        """The structs of some values; `OverflowError` if a number has no room."""
        found = list(values)
        structs = new_structs(len(found), self.dtype)
        for struct, value in zip(structs, found):
            for name in self._names:
                struct[name] = getattr(value, name)
        return structs

    def unpack(self, structs: Structs, number: int = 0) -> ValueT:
        """One of the values that were packed."""
        struct = structs[number]
        fields: dict[str, Any] = {name: struct[name].tolist() for name in self._names}
        return self._kind(**fields)


def _whole_lines(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The same struct, with room to the end of its last cache line: copies are quicker."""
    fields: Any = dtype.fields
    return np.dtype(
        {
            "names": list(fields),
            "formats": [kind for kind, _ in fields.values()],
            "offsets": [offset for _, offset in fields.values()],
            "itemsize": -(-dtype.itemsize // _CACHE_LINE) * _CACHE_LINE,
        },
        align=True,
    )


def new_structs(count: int, dtype: np.dtype[Any]) -> Structs:
    """So many structs, all zeros, the first of them at the beginning of a cache line."""
    room = np.zeros(count * dtype.itemsize + _CACHE_LINE, np.uint8)
    first = -room.ctypes.data % _CACHE_LINE
    return room[first : first + count * dtype.itemsize].view(dtype)


def layout_of(kind: type[ValueT]) -> Layout[ValueT]:
    """The layout of a kind of state or of tables."""
    if kind not in _LAYOUTS:
        _LAYOUTS[kind] = Layout(kind)
    return _LAYOUTS[kind]


_LAYOUTS: Final[dict[type, Layout[Any]]] = {}


def position_dtype(kernel: GameKernel) -> np.dtype[np.void]:
    """The type of a struct with a position and its board."""
    board, state = layout_of(kernel.BOARD).dtype, layout_of(kernel.POSITION).dtype
    return np.dtype([("board", board), ("state", state)], align=True)


def action_array(actions: Any) -> NDArray[np.int64]:
    """Return actions as an array; `InvalidOption` if they are not whole numbers."""
    try:
        return np.ascontiguousarray(actions).astype(np.int64, casting="safe", copy=False)
    except TypeError:
        raise InvalidOption("Actions should be whole numbers of at most 64 bits.") from None


class ArrayStorage(Storage):
    """Arrays, with positions and boards as structs."""

    def boards(self, board: Any) -> Structs:
        """An array with one board."""
        return layout_of(self.kernel.BOARD).pack([board])

    def states(self, states: Sequence[Position]) -> Structs:
        """An array of positions; one that is there many times is packed once."""
        distinct = {id(state): state for state in states}
        rows = {key: row for row, key in enumerate(distinct)}
        packed = layout_of(self.kernel.POSITION).pack(distinct.values())
        structs = new_structs(len(states), packed.dtype)
        structs[:] = packed[[rows[id(state)] for state in states]]
        return structs

    def unpack(self, states: Structs, number: int) -> Position:
        """One of the positions, as a state of the game."""
        return layout_of(self.kernel.POSITION).unpack(states, number)

    def keys(self, keys: Sequence[int]) -> NDArray[np.uint64]:
        """An array of keys of random numbers."""
        return np.array(keys, np.uint64)

    def integers(self, count: int, value: int = 0) -> NDArray[np.int64]:
        """An array with the same integer at each place."""
        return np.full(count, value, np.int64) if value else np.zeros(count, np.int64)

    def scores(self, games: int) -> NDArray[np.int16]:
        """An array of zeros."""
        return np.zeros((games, self.kernel.SEAT_COUNT), np.int16)

    def actions(self, actions: Any) -> NDArray[np.int64]:
        """Actions as an array of one dimension."""
        found = action_array(actions)
        if found.ndim != 1:
            raise InvalidOption("Actions should be a row, one for each game.")
        return found

    def by_game(self, words: NDArray[np.int64]) -> NDArray[np.int64]:
        """Words of legal actions, a row for each game; it cannot be written to."""
        return _read_only(words.reshape(-1, len(self.kernel.WORD_STARTS)))

    def score_rows(self, scores: NDArray[np.int16]) -> NDArray[np.int16]:
        """The same array, which cannot be written to."""
        return _read_only(scores)

    def is_empty(self, words: NDArray[np.int64]) -> NDArray[np.bool_]:
        """For each row, whether no bit is set."""
        return np.logical_not(words.any(axis=1))

    def restart(self, over: Any, starts: Structs, states: Structs, scores: Any) -> None:
        """Copy starting positions over those of finished games, and clear their scores."""
        states[over] = starts[over]
        scores[over] = 0


def _read_only(array: NDArray[T]) -> NDArray[T]:
    view = array.view()
    view.flags.writeable = False
    return view
