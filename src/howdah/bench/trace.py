"""The playouts of the compiled twin, action by action, as the program in C writes them."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from howdah.core.position import Position
from howdah.fast.chance import mixed, seed_key, upcoming
from howdah.fast.compiled import CompiledTwin
from howdah.fast.layout import Structs
from howdah.games import AnyGame

_FNV_OFFSET: Final = 0xCBF29CE484222325
_FNV_PRIME: Final = 0x100000001B3


def trace(game: AnyGame, games: int, *, seed: int | str) -> list[str]:
    """One line an action, with the hash of the state it leads to; after a game, who won."""
    actions: list[int] = []
    snapshots: list[Structs] = []
    endings: dict[int, str] = {}
    start = CompiledTwin(game)
    board, first = game.position()
    for number in range(1, games + 1):
        twin, state = start.copy(), first.copy()
        chance = upcoming(mixed(seed_key(seed, number)))
        while not twin.kit.is_over(state):
            action, chance = twin.kit.random_action(board, state, chance)
            twin.kit.play(board, state, action)
            twin.play(action)
            actions.append(action)
            snapshots.append(twin.packed())
        endings[len(actions)] = _ending(twin)
    lines = []
    for place, (action, found) in enumerate(zip(actions, hashes(np.concatenate(snapshots))), 1):
        lines.append(f"{action} {found:016x}")
        if place in endings:
            lines.append(endings[place])
    return lines


def _ending(twin: CompiledTwin) -> str:
    state: Position = twin.unpack()
    seats = range(twin.players)
    scores = " ".join(str(twin.kit.score(state, seat)) for seat in seats)
    winners = " ".join(str(seat) for seat in seats if twin.kit.is_winner(state, seat))
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
