"""Machine instructions for some functions of `primitives`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numba
from llvmlite import binding, ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from howdah.fast import primitives

_WORD: Final = ir.IntType(64)


def count(mask: Any) -> Any:
    """The compiled form of `primitives.count`."""
    return lambda mask: _population_count(mask)


def lowest_bit(mask: Any) -> Any:
    """The compiled form of `primitives.lowest_bit`."""
    return lambda mask: _trailing_zeros(mask)


def nth_bit(mask: Any, number: Any) -> Any:
    """The compiled form of `primitives.nth_bit`, without a loop."""
    return lambda mask, number: _trailing_zeros(_deposit(1 << number, mask))


def assign_state(states: Any, place: Any, state: Any) -> Any:
    """The compiled form of `primitives.assign_state`: the bytes of the position are copied."""

    def copy_bytes(states: Any, place: Any, state: Any) -> Any:
        states[place] = state
        return states[place]

    return copy_bytes


@intrinsic
def _population_count(_context: Any, _mask: Any) -> Any:
    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic
def _trailing_zeros(_context: Any, _mask: Any) -> Any:
    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], cgutils.true_bit)

    return types.int64(types.int64), generate


@intrinsic
def _deposit(_context: Any, _bits: Any, _mask: Any) -> Any:
    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        kind = ir.FunctionType(_WORD, [_WORD, _WORD])
        deposit = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), kind)
        return builder.call(deposit, arguments)

    return types.int64(types.int64, types.int64), generate


def has_deposit() -> bool:
    """Whether this processor deposits bits into a mask quickly; some do it bit by bit."""
    if numba.config.CPU_NAME or numba.config.CPU_FEATURES:
        return False
    is_slow = binding.get_host_cpu_name() in ("bdver4", "znver1", "znver2")
    return bool(binding.get_host_cpu_features().get("bmi2")) and not is_slow


INTRINSICS: Final[dict[Callable[..., Any], Callable[..., Any]]] = {
    primitives.count: count,
    primitives.lowest_bit: lowest_bit,
    primitives.assign_state: assign_state,
    **({primitives.nth_bit: nth_bit} if has_deposit() else {}),
}
"""The compiled form of a function, where it is not the function itself."""
