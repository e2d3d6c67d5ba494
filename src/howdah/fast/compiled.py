"""The faces over the rules in machine code."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from operator import index
from typing import Any, Final, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from howdah.core.errors import InvalidOption
from howdah.core.state import Position
from howdah.fast.base import NOTHING, Batch, Playouts, Simulator, refusal
from howdah.fast.compiler import compiled
from howdah.fast.entry_points import ALL_LEGAL
from howdah.fast.kernel import kernel_for
from howdah.fast.rng import mixed, seed_key
from howdah.fast.struct_layout import Structs, layout_of, new_structs, table_dtype_of, whole_numbers
from howdah.games.registry import AnyGame

_AT_A_TIME: Final = 2048
"""So many playouts run without a look at the interpreter: a key that interrupts is heard."""

T = TypeVar("T", bound=np.generic)


class CompiledSimulator(Simulator):
    """The position of a game with its board as one struct, played on by machine code."""

    def __init__(self, game: AnyGame) -> None:
        self.kernel = kernel_for(game.name)
        self.players = game.players
        board, state = game.position()
        table = np.zeros(1, table_dtype_of(self.kernel))
        table["board"] = layout_of(self.kernel.BOARD).pack([board])
        table["state"] = layout_of(self.kernel.POSITION).pack([state])
        self.legal = self.kernel.mask_of(self.kernel.legal_words(board, state))
        self._lay(table)

    def _lay(self, table: Structs) -> None:
        self._table = table
        self._raw_table = table.view(np.uint8)
        self._step = compiled(self.kernel.NAME, "step")

    def __getstate__(self) -> dict[str, Any]:
        fields = {"players": self.players, "legal": self.legal, "_table": self._table}
        return {"kernel": self.kernel.NAME, **fields}

    def __setstate__(self, found: dict[str, Any]) -> None:
        super().__setstate__(found)
        self._lay(found["_table"].copy())

    def copy(self) -> Self:
        """Another twin that stands at the same position and goes its own way."""
        simulator = object.__new__(type(self))
        simulator.kernel, simulator.players, simulator.legal = self.kernel, self.players, self.legal
        simulator._raw_table = self._raw_table.copy()
        simulator._table = simulator._raw_table.view(self._table.dtype)
        simulator._step = self._step
        return simulator

    @property
    def buffers(self) -> NDArray[np.uint8]:
        """The bytes of the board and the state."""
        return self._raw_table

    def play(self, action: int) -> int:
        """Play an action and return what is legal then."""
        try:
            answer = self._step(self._raw_table, index(action))
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
        return self._table["state"].view(np.recarray)[0]

    def packed(self) -> Structs:
        """The position as an array of one struct, which cannot be written to."""
        return np.frombuffer(self._table["state"].tobytes(), self._table["state"].dtype)

    def unpack(self) -> Position:
        """The position as a state of the game."""
        return layout_of(self.kernel.POSITION).unpack(self._table["state"])

    def _play_out(self, games: int, seed: int | str, threads: int) -> Playouts:
        scores = np.zeros((games, self.kernel.SEAT_COUNT), np.int16)
        winners = np.zeros(games, np.uint8)
        board, start = self._table["board"], self._table["state"].copy()
        run = compiled(self.kernel.NAME, "playouts")

        def some(first: int) -> int:
            rows = slice(first, first + _AT_A_TIME)
            key = np.uint64(seed_key(seed, first))
            actions: int = run(board, start, key, scores[rows], winners[rows])
            return actions

        firsts = range(0, games, _AT_A_TIME)
        if threads == 1:
            actions = sum(map(some, firsts))
        else:
            with ThreadPoolExecutor(threads) as pool:
                actions = sum(pool.map(some, firsts))
        return Playouts(self.players, actions, scores[:, : self.players], winners)


class CompiledBatch(Batch):
    """Many games as one array of structs."""

    def __init__(self, games: Sequence[AnyGame], *, seed: int | str = 0) -> None:
        super().__init__(games)
        self._boards = layout_of(self.kernel.BOARD).pack([games[0].position()[0]])
        self._starts = self._packed(games)
        self._states = new_structs(len(games), self._starts.dtype)
        self._states[:] = self._starts
        self._keys = np.array(
            [mixed(seed_key(seed, number)) for number in range(1, len(games) + 1)], np.uint64
        )
        self._words = np.zeros(len(games) * len(self.kernel.WORD_STARTS), np.int64)
        self._scores = np.zeros((len(games), self.kernel.SEAT_COUNT), np.int16)
        self._advance(np.full(len(games), NOTHING, np.int64))

    def __len__(self) -> int:
        return len(self._states)

    @property
    def legal(self) -> NDArray[np.int64]:
        """What the player of each game may do, as words of bits; not to be written to."""
        return _read_only(self._words.reshape(len(self), -1))

    @property
    def is_over(self) -> NDArray[np.bool_]:
        """Which games are over."""
        return np.logical_not(self.legal.any(axis=1))

    @property
    def scores(self) -> NDArray[np.int16]:
        """What each seat has; it counts where a game is over."""
        return _read_only(self._scores)

    def step(self, actions: Any) -> None:
        """Play one action in each game, or NOTHING in some; all or none."""
        asked = whole_numbers(actions)
        if asked.shape != (len(self),):
            raise InvalidOption(f"A batch of {len(self)} games takes {len(self)} actions.")
        refused = self._advance(asked)
        if refused != ALL_LEGAL:
            legal = self.kernel.mask_of(self.legal[refused].tolist())
            raise refusal(int(asked[refused]), legal, refused)

    def random_actions(self) -> NDArray[np.int64]:
        """A legal action for each game, each as likely; NOTHING where it is over."""
        actions = np.empty(len(self), np.int64)
        compiled(self.kernel.NAME, "choose")(self._keys, self._words, actions)
        return actions

    def restart(self) -> None:
        """Let the games that are over begin again where they began, with other draws."""
        over = self.is_over
        self._states[over] = self._starts[over]
        self._scores[over] = 0
        self._advance(np.full(len(self), NOTHING, np.int64))

    def unpack(self, number: int) -> Position:
        """The position of one of the games."""
        return layout_of(self.kernel.POSITION).unpack(self._states, number)

    def _advance(self, actions: NDArray[np.int64]) -> int:
        refused: int = compiled(self.kernel.NAME, "advance")(
            self._boards, self._states, self._keys, self._words, actions, self._scores
        )
        return refused

    def _packed(self, games: Sequence[AnyGame]) -> Structs:
        """All positions; a game that is there many times is packed once."""
        layout = layout_of(self.kernel.POSITION)
        found = {id(game): game for game in games}
        places = {name: place for place, name in enumerate(found)}
        distinct = layout.pack([game.position()[1] for game in found.values()])
        return distinct[[places[id(game)] for game in games]]


def _read_only(array: NDArray[T]) -> NDArray[T]:
    view = array.view()
    view.flags.writeable = False
    return view
