"""Compile entry points with numba, together with the rules as they are written.

`register_jitable` lets compiled code call a plain Python function; it is called for every
function of the rules, of the kernels and of the random numbers, with bounds checks. The functions
themselves do not change.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from inspect import signature
from threading import RLock
from types import FunctionType, ModuleType
from typing import Any, Final, NewType, cast

import numba
from numba import types
from numba.extending import overload, register_jitable

from howdah.fast import primitives, rng
from howdah.fast.cache import cache_folder
from howdah.fast.entry_points import ENTRY_POINTS
from howdah.fast.intrinsics import INTRINSICS
from howdah.fast.kernel import EntryPoint, GameKernel, kernel_for
from howdah.fast.struct_layout import layout_of

_LOCK: Final = RLock()
"""Several threads may compile the same entry point at once."""

_OPTIONS: Final = {"boundscheck": True, "no_cfunc_wrapper": True}
_UNCHECKED: Final = {"no_cfunc_wrapper": True}


@cache
def compile_entry_point(game: str, name: str) -> EntryPoint:
    """Compile one of ENTRY_POINTS for a game, or load it from the cache."""
    kernel = kernel_for(game)
    with _LOCK, _caching(game) as is_cached:
        _register_rules(game)
        entry_point = ENTRY_POINTS[name](kernel)
        known = types_for(kernel)
        arguments = tuple(known[argument] for argument in signature(entry_point).parameters)
        compile_now = numba.njit(arguments, nogil=True, cache=is_cached, **_OPTIONS)
        found: EntryPoint = compile_now(entry_point)
    return found


@cache
def compile_with_modules(
    game: str, make: Callable[[GameKernel], EntryPoint], modules: tuple[ModuleType, ...]
) -> EntryPoint:
    """Prepare an entry point of another package, with the modules whose functions it calls.

    Its first call compiles it for the types of its arguments, or loads it from the cache. A
    module has to come before those that call it.
    """
    kernel = kernel_for(game)
    with _LOCK, _caching(game, modules) as is_cached:
        _register_rules(game)
        for module in modules:
            _register_module(module)
        compile_later = numba.njit(nogil=True, cache=is_cached, **_OPTIONS)
        found: EntryPoint = compile_later(make(kernel))
    return found


@cache
def _register_module(module: ModuleType) -> None:
    """Let compiled code call all functions of a module; those that HOT names are inlined.

    Unlike the rules these change no game that is kept: they do without bounds checks, which
    would take half their time. Interpreted, as tests run them, they have them.
    """
    for function in functions_in(module):
        is_hot = function.__name__ in getattr(module, "HOT", ())
        register_jitable(**_UNCHECKED, forceinline=is_hot)(function)


def types_for(kernel: GameKernel) -> dict[str, Any]:
    """Return the types of the arguments of entry points, by the names of their parameters."""
    board, state = (
        numba.from_dtype(layout_of(kind).dtype) for kind in (kernel.BOARD, kernel.POSITION)
    )
    return {
        "action": types.int64,
        "actions": types.int64[::1],
        "boards": board[::1],
        "keys": types.uint64[::1],
        "legal": types.int64[::1],
        "buffer": types.uint8[::1],
        "scores": types.int16[:, ::1],
        "seed": types.uint64,
        "start": state[::1],
        "states": state[::1],
        "times": types.int64,
        "winners": types.uint8[::1],
    }


@cache
def _register_rules(game: str) -> None:
    """Let compiled code call the rules of a game and all functions of its kernel.

    The functions that the kernel names are called for every action and are inlined; the rest is
    inlined where the compiler sees fit, since compiling takes longer the more is inlined.
    """
    _register_primitives()
    kernel = kernel_for(game)
    for module in (*kernel.SOURCES, kernel):
        for function in functions_in(module):
            is_hot = function in vars(kernel).values()
            register_jitable(**_OPTIONS, forceinline=is_hot)(function)
    for id_type in id_types_in(kernel.SOURCES):
        overload(id_type, strict=False)(_as_number)


@cache
def _register_primitives() -> None:
    """Let compiled code call `primitives` and `rng`; some have a machine instruction."""
    for function in (*functions_in(primitives), *functions_in(rng)):
        instruction = INTRINSICS.get(function)
        if instruction:
            overload(function, strict=False)(instruction)
        else:
            register_jitable(**_OPTIONS)(function)


def _as_number(number: Any) -> Any:
    """An id is the number it is made of."""
    return lambda number: number


def functions_in(module: Any) -> list[FunctionType]:
    """The functions that a module defines itself."""
    return [
        found
        for found in vars(module).values()
        if isinstance(found, FunctionType) and found.__module__ == module.__name__
    ]


def id_types_in(modules: Iterable[Any]) -> set[NewType]:
    """The types of ids, like seats and sites, that some modules know."""
    return {
        found for module in modules for found in vars(module).values() if isinstance(found, NewType)
    }


def compiled_modules(game: str, modules: tuple[ModuleType, ...] = ()) -> tuple[ModuleType, ...]:
    """All modules whose functions are compiled for a game, with more that others bring."""
    kernel = kernel_for(game)
    return sys.modules[__name__], *kernel.SOURCES, cast(ModuleType, kernel), *modules


@contextmanager
def _caching(game: str, modules: tuple[ModuleType, ...] = ()) -> Iterator[bool]:
    """Let numba keep what it compiles in our folder; False where there is none."""
    folder = cache_folder(game, compiled_modules(game, modules))
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = "" if folder is None else str(folder)
    try:
        yield folder is not None
    finally:
        numba.config.CACHE_DIR = before


def is_switched_off() -> bool:
    """Whether numba is set not to compile (`NUMBA_DISABLE_JIT`)."""
    return bool(numba.config.DISABLE_JIT)
