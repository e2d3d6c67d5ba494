"""Simulators that run compiled rules."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from operator import index
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from howdah.core.state import Position
from howdah.fast.backend import entry_point
from howdah.fast.base import Playouts, Simulator, refusal
from howdah.fast.kernel import kernel_for
from howdah.fast.rng import seed_key
from howdah.fast.struct_layout import Structs, layout_of, position_dtype
from howdah.games.registry import AnyGame

_PLAYOUTS_AT_A_TIME: Final = 2048
"""How many playouts run before Python can handle an interrupt."""


class CompiledSimulator(Simulator):
    """The position of a game with its board as one struct, played on by machine code."""

    def __init__(self, game: AnyGame) -> None:
        self.kernel = kernel_for(game.name)
        self.players = game.players
        board, state = game.position()
        structs = np.zeros(1, position_dtype(self.kernel))
        structs["board"] = layout_of(self.kernel.BOARD).pack([board])
        structs["state"] = layout_of(self.kernel.POSITION).pack([state])
        self.legal = self.kernel.mask_of(self.kernel.legal_words(board, state))
        self._set_structs(structs)

    def _set_structs(self, structs: Structs) -> None:
        self._structs = structs
        self._buffer = structs.view(np.uint8)
        self._step = entry_point(self.kernel.NAME, "step", compiled=True)

    def __getstate__(self) -> dict[str, Any]:
        fields = {"players": self.players, "legal": self.legal, "_structs": self._structs}
        return {"kernel": self.kernel.NAME, **fields}

    def __setstate__(self, fields: dict[str, Any]) -> None:
        super().__setstate__(fields)
        self._set_structs(fields["_structs"].copy())

    def copy(self) -> Self:
        """Return a simulator of the same position that is played on independently."""
        simulator = object.__new__(type(self))
        simulator.kernel, simulator.players, simulator.legal = self.kernel, self.players, self.legal
        simulator._buffer = self._buffer.copy()
        simulator._structs = simulator._buffer.view(self._structs.dtype)
        simulator._step = self._step
        return simulator

    @property
    def buffers(self) -> NDArray[np.uint8]:
        """The bytes of the board and the state."""
        return self._buffer

    def play(self, action: int) -> int:
        """Play an action and return what is legal then."""
        try:
            answer = self._step(self._buffer, index(action))
        except OverflowError:
            raise refusal(action, self.legal) from None
        legal = answer if type(answer) is int else self.kernel.mask_of(answer)
        if legal < 0:
            raise refusal(action, self.legal)
        self.legal = legal
        return legal

    @property
    def is_over(self) -> bool:
        """Whether the last action has been played."""
        return bool(self.kernel.is_over(self._record))

    @cached_property
    def _record(self) -> Any:
        """The struct of the state with its fields as attributes: slow to make, quick to use."""
        return self._structs["state"].view(np.recarray)[0]

    def pack(self) -> Structs:
        """Return the position as an array of one struct, which cannot be written to."""
        return np.frombuffer(self._structs["state"].tobytes(), self._structs["state"].dtype)

    def unpack(self) -> Position:
        """The position as a state of the game."""
        return layout_of(self.kernel.POSITION).unpack(self._structs["state"])

    def _play_out(self, games: int, seed: int | str, threads: int) -> Playouts:
        scores = np.zeros((games, self.kernel.SEAT_COUNT), np.int16)
        winners = np.zeros(games, np.uint8)
        board, start = self._structs["board"], self._structs["state"].copy()
        run = entry_point(self.kernel.NAME, "playouts", compiled=True)

        def run_some(first: int) -> int:
            rows = slice(first, first + _PLAYOUTS_AT_A_TIME)
            key = np.uint64(seed_key(seed, first))
            actions: int = run(board, start, key, scores[rows], winners[rows])
            return actions

        firsts = range(0, games, _PLAYOUTS_AT_A_TIME)
        if threads == 1:
            actions = sum(map(run_some, firsts))
        else:
            with ThreadPoolExecutor(threads) as pool:
                actions = sum(pool.map(run_some, firsts))
        return Playouts(self.players, actions, scores[:, : self.players], winners)
