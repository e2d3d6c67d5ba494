"""Many games of one kind that advance together, compiled or interpreted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from howdah.core.errors import InvalidOption
from howdah.core.state import Position
from howdah.fast.backend import entry_point
from howdah.fast.base import NOTHING, HasKernel, refusal
from howdah.fast.entry_points import ALL_LEGAL
from howdah.fast.kernel import kernel_for
from howdah.fast.rng import mix, seed_key
from howdah.fast.storage import storage_for
from howdah.games.registry import AnyGame


class Batch(HasKernel):
    """Many games of one kind, on one board, that advance together.

    Chance is dealt by the batch as soon as it is due, so that each game waits for a player or
    is over. The same seed deals the same. Where arrays are promised, an interpreted batch
    returns lists of the same shape.
    """

    def __init__(
        self, games: Sequence[AnyGame], *, seed: int | str = 0, compiled: bool = False
    ) -> None:
        if not games:
            raise InvalidOption("A batch needs at least one game.")
        board, _ = games[0].position()
        if any(game.name != games[0].name or game.position()[0] != board for game in games):
            raise InvalidOption("The games of a batch should be of one kind, on one board.")
        self.kernel = kernel_for(games[0].name)
        self.is_compiled = compiled
        self._storage = storage_for(self.kernel, compiled=compiled)
        self._boards = self._storage.boards(board)
        positions = {id(game): game.position()[1] for game in games}
        starts = [positions[id(game)] for game in games]
        self._starts, self._states = self._storage.states(starts), self._storage.states(starts)
        keys = [mix(seed_key(seed, number)) for number in range(1, len(games) + 1)]
        self._keys = self._storage.keys(keys)
        self._words = self._storage.integers(len(games) * len(self.kernel.WORD_STARTS))
        self._scores = self._storage.scores(len(games))
        self._load_entry_points()
        self._deal()

    def _load_entry_points(self) -> None:
        name = self.kernel.NAME
        self._choose = entry_point(name, "choose", compiled=self.is_compiled)
        self._advance = entry_point(name, "advance", compiled=self.is_compiled)

    def __getstate__(self) -> dict[str, Any]:
        fields = super().__getstate__()
        del fields["_choose"], fields["_advance"]
        return fields

    def __setstate__(self, fields: dict[str, Any]) -> None:
        super().__setstate__(fields)
        self._load_entry_points()

    def __len__(self) -> int:
        return len(self._states)

    @property
    def legal(self) -> Any:
        """An array, a row for each game: what its player may do, as words of bits.

        `kernel.WORD_STARTS` has the number of the action that each word begins with.
        """
        return self._storage.by_game(self._words)

    @property
    def is_over(self) -> Any:
        """An array: which games are over."""
        return self._storage.is_empty(self.legal)

    @property
    def scores(self) -> Any:
        """An array, a row for each game and a column for each seat; zeros until a game is over."""
        return self._storage.score_rows(self._scores)

    def step(self, actions: Any) -> None:
        """Play one action in each game, or NOTHING in some.

        If one is not legal, `IllegalAction` names it, and no game has changed.
        """
        numbers = self._storage.actions(actions)
        if len(numbers) != len(self):
            raise InvalidOption(f"A batch of {len(self)} games takes {len(self)} actions.")
        refused = self._play(numbers)
        if refused != ALL_LEGAL:
            legal = self.kernel.mask_of([int(word) for word in self.legal[refused]])
            raise refusal(int(numbers[refused]), legal, refused)

    def random_actions(self) -> Any:
        """Draw an array: a legal action for each game, each as likely; NOTHING where it is over."""
        actions = self._storage.integers(len(self))
        self._choose(self._keys, self._words, actions)
        return actions

    def restart(self) -> None:
        """Let the games that are over begin again where they began, with other draws."""
        self._storage.restart(self.is_over, self._starts, self._states, self._scores)
        self._deal()

    def unpack(self, number: int) -> Position:
        """The position of one of the games."""
        return self._storage.unpack(self._states, number)

    def _deal(self) -> None:
        self._play(self._storage.integers(len(self), NOTHING))

    def _play(self, actions: Any) -> int:
        """Play actions and deal what is due; return the first game that refused, or ALL_LEGAL."""
        refused: int = self._advance(
            self._boards, self._states, self._keys, self._words, actions, self._scores
        )
        return refused
