"""The playouts of the compiled twin, action by action, as the program in C writes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from howdah.core.state import Position
from howdah.fast.compiled import CompiledSimulator
from howdah.fast.rng import mixed, seed_key, upcoming
from howdah.fast.struct_layout import Structs
from howdah.games.registry import AnyGame

_FNV_OFFSET: Final = 0xCBF29CE484222325
_FNV_PRIME: Final = 0x100000001B3
_GAMES_AT_A_TIME: Final = 20
"""Enough that hashing is quick, and few enough that a difference is found soon."""


def trace(game: AnyGame, games: int, *, seed: int | str) -> Iterator[str]:
    """One line an action, with the hash of the state it leads to; after a game, who won.

    Whoever compares need not wait for the last game to be told of a difference in the first.
    """
    start = CompiledSimulator(game)
    numbers = range(1, games + 1)
    for first in range(0, games, _GAMES_AT_A_TIME):
        some = numbers[first : first + _GAMES_AT_A_TIME]
        yield from _lines(start, game, [seed_key(seed, number) for number in some])


def _lines(start: CompiledSimulator, game: AnyGame, keys: Sequence[int]) -> Iterator[str]:
    """Some games, each by the key of its random numbers; their states are hashed together."""
    actions: list[int] = []
    snapshots: list[bytes] = []
    endings: dict[int, str] = {}
    board, first = game.position()
    for key in keys:
        simulator, state, chance = start.copy(), first.copy(), upcoming(mixed(key))
        while not simulator.kernel.is_over(state):
            action, chance = simulator.kernel.random_action(board, state, chance)
            simulator.kernel.play(board, state, action)
            simulator.play(action)
            actions.append(action)
            snapshots.append(simulator.pack().tobytes())
        endings[len(actions)] = _ending(simulator)
    states = np.frombuffer(b"".join(snapshots), start.pack().dtype)
    for place, (action, found) in enumerate(zip(actions, hashes(states)), 1):
        yield f"{action} {found:016x}"
        if place in endings:
            yield endings[place]


def _ending(simulator: CompiledSimulator) -> str:
    state: Position = simulator.unpack()
    seats = range(simulator.players)
    scores = " ".join(str(simulator.kernel.score(state, seat)) for seat in seats)
    winners = " ".join(str(seat) for seat in seats if simulator.kernel.is_winner(state, seat))
    return f"over {scores} / {winners}"


def hashes(states: Structs) -> list[int]:
    """FNV-1a of each state's numbers in the order of the schema, each as four bytes."""
    names: Any = states.dtype.names
    numbers = np.concatenate(
        [states[name].reshape(len(states), -1).astype("<i4") for name in names], axis=1
    )
    found: NDArray[np.uint64] = np.full(len(states), _FNV_OFFSET, np.uint64)
    for byte in np.ascontiguousarray(numbers).view(np.uint8).T:
        found = (found ^ byte) * np.uint64(_FNV_PRIME)
    return [int(one) for one in found]
