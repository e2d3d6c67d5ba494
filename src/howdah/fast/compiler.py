"""The one place that knows numba: the rules are handed to it as they are written.

`register_jitable` lets compiled code call a plain Python function; it is called for every
function of the rules, of the kits and of the random numbers, with bounds checks. The functions
themselves stay as they are: interpreted, they know nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from inspect import signature
from threading import RLock
from types import FunctionType
from typing import Any, Final

import numba
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload, register_jitable

from howdah.fast import bits, chance
from howdah.fast.cache import cache_folder
from howdah.fast.drivers import DRIVERS
from howdah.fast.kits import Kit, kit_of
from howdah.fast.layout import layout_of

_LOCK: Final = RLock()
"""Several threads may ask for the same code at once."""

_OPTIONS: Final = {"boundscheck": True, "no_cfunc_wrapper": True}


@cache
def compiled(game: str, name: str) -> Callable[..., Any]:
    """A driver of a game in machine code: from the cache, or compiled now and kept there."""
    kit = kit_of(game)
    with _LOCK, _caching_in(game) as is_cached:
        _teach(game)
        driver = DRIVERS[name](kit)
        known = types_for(kit)
        arguments = tuple(known[argument] for argument in signature(driver).parameters)
        compile_now = numba.njit(arguments, nogil=True, cache=is_cached, **_OPTIONS)
        found: Callable[..., Any] = compile_now(driver)
    return found


def types_for(kit: Kit) -> dict[str, Any]:
    """The types of what drivers take, by the names that they call it."""
    board, state = (numba.from_dtype(layout_of(kind).dtype) for kind in (kit.BOARD, kit.POSITION))
    return {
        "action": types.int64,
        "actions": types.int64[::1],
        "boards": board[::1],
        "keys": types.uint64[::1],
        "legal": types.int64[:, ::1],
        "raw_table": types.uint8[::1],
        "scores": types.int16[:, ::1],
        "seed": types.uint64,
        "start": state[::1],
        "states": state[::1],
        "times": types.int64,
        "winners": types.uint8[::1],
    }


@cache
def _teach(game: str) -> None:
    """Let compiled code call the rules of a game and all that its kit consists of."""
    _teach_machine_words()
    kit = kit_of(game)
    for module in (*kit.SOURCES, kit):
        for function in functions_in(module):
            is_hot = function in vars(kit).values()
            register_jitable(**_OPTIONS, forceinline=is_hot)(function)


@cache
def _teach_machine_words() -> None:
    for function in (*functions_in(bits), *functions_in(chance)):
        if function not in (bits.count, bits.lowest):
            register_jitable(**_OPTIONS)(function)


@overload(bits.count, strict=False)
def _count(mask: Any) -> Any:  # noqa: ARG001
    return lambda mask: _bit_count(mask)  # noqa: PLW0108


@overload(bits.lowest, strict=False)
def _lowest(mask: Any) -> Any:  # noqa: ARG001
    return lambda mask: _trailing_zeros(mask)  # noqa: PLW0108


def functions_in(module: Any) -> list[FunctionType]:
    """The functions that a module defines itself."""
    return [
        found
        for found in vars(module).values()
        if isinstance(found, FunctionType) and found.__module__ == module.__name__
    ]


@intrinsic
def _bit_count(_context: Any, _mask: Any) -> Any:
    def generate(_compiler: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic
def _trailing_zeros(_context: Any, _mask: Any) -> Any:
    def generate(_compiler: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], cgutils.true_bit)

    return types.int64(types.int64), generate


@contextmanager
def _caching_in(game: str) -> Iterator[bool]:
    """Let numba keep what it compiles in our folder; False where there is none."""
    folder = cache_folder(game)
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = "" if folder is None else str(folder)
    try:
        yield folder is not None
    finally:
        numba.config.CACHE_DIR = before


def is_switched_off() -> bool:
    """Whether numba was told not to compile (`NUMBA_DISABLE_JIT`)."""
    return bool(numba.config.DISABLE_JIT)
