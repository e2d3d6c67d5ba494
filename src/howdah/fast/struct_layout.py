"""A position as one C struct, derived from the schema of the game's state.

>>> from howdah.games.bombay.state import State
>>> layout_of(State).size
192
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from howdah.core.errors import InvalidOption
from howdah.core.state import fields_of
from howdah.fast.kernel import GameKernel

Structs = NDArray[np.void]
"""One struct after the other."""
T = TypeVar("T")

_CACHE_LINE: Final = 64


class Layout(Generic[T]):
    """How the fields of a state, or of the tables of a board, lie in memory."""

    def __init__(self, kind: type[T]) -> None:
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

    def pack(self, values: Iterable[T]) -> Structs:
        """The structs of some values; `OverflowError` if a number has no room."""
        found = list(values)
        structs = new_structs(len(found), self.dtype)
        for struct, value in zip(structs, found):
            for name in self._names:
                struct[name] = getattr(value, name)
        return structs

    def unpack(self, structs: Structs, number: int = 0) -> T:
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


def layout_of(kind: type[T]) -> Layout[T]:
    """The layout of a kind of state or of tables."""
    if kind not in _LAYOUTS:
        _LAYOUTS[kind] = Layout(kind)
    return _LAYOUTS[kind]


_LAYOUTS: Final[dict[type, Layout[Any]]] = {}


def table_dtype_of(kernel: GameKernel) -> np.dtype[np.void]:
    """A position together with its board."""
    board, state = layout_of(kernel.BOARD).dtype, layout_of(kernel.POSITION).dtype
    return np.dtype([("board", board), ("state", state)], align=True)


def whole_numbers(actions: Any) -> NDArray[np.int64]:
    """Actions as an array; `InvalidOption` if they are not whole numbers."""
    try:
        return np.ascontiguousarray(actions).astype(np.int64, casting="safe", copy=False)
    except TypeError:
        raise InvalidOption("Actions should be whole numbers of at most 64 bits.") from None
