"""The solver: anneals layouts, run after run, and plays the best of them by the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal, NamedTuple, cast, get_args

from howdah.core.errors import InvalidOption
from howdah.core.options import Setting
from howdah.fast.backend import EntryPointSource, entry_point, is_compiled
from howdah.fast.rng import mix, seed_key
from howdah.games.bazar import rules
from howdah.games.bazar.game import Bazar
from howdah.games.bazar.names import HEAD_NAMES
from howdah.games.bazar.scoring import solo_score
from howdah.games.bazar.solver import annealing, cost, moves
from howdah.games.bazar.solver.bounds import highest_score, longest_trunk
from howdah.games.bazar.solver.candidate import LENGTH, SCORE, Candidate, first_candidate
from howdah.games.bazar.state import SEATS, BoardTables, State
from howdah.games.bazar.tiles import Orientation

GoalName = Literal["score", "length"]
GOAL_NAMES: Final[tuple[GoalName, ...]] = get_args(GoalName)

STEPS: Final = 300_000
"""How many changes every other run tries; the rest try more, see `_next_run`."""
CHANGES_AT_A_TIME: Final = {True: 50_000, False: 500}
"""A small part of a second, compiled and interpreted: an interrupt has to wait no longer."""
ANNEAL: Final = EntryPointSource(annealing.make_anneal, lambda _game: (cost, moves, annealing))


class Goal(NamedTuple):
    """What to maximize."""

    number: int
    bound: Callable[[BoardTables, State], int]
    value: Callable[[State], int]


def trunk_length(state: State) -> int:
    """Return how long the one trunk is."""
    return rules.trunk_length(state, SEATS[0])


GOALS: Final[dict[GoalName, Goal]] = {
    "score": Goal(SCORE, highest_score, solo_score),
    "length": Goal(LENGTH, longest_trunk, trunk_length),
}


class Solver:
    """Searches for the best solo game; `best` is always a whole game.

    >>> solver = Solver(Bazar.new(players=1, board="hexagon-19"), seed=1)
    >>> while not solver.is_proven:
    ...     solver.step()
    >>> solver.value, solver.best.is_over
    (15, True)
    """

    def __init__(self, game: Bazar, goal: GoalName = "score", seed: int | str = 0) -> None:
        if game.players != 1 or game.turns_played:
            raise InvalidOption("Only a solo game that has not begun can be solved.")
        self.goal = GOALS[goal]
        self._game = game.copy()
        self._board, self._first_state = _position_of(game)
        self.bound = self.goal.bound(self._board, self._first_state)
        """The upper bound: no game can have more."""
        self._is_compiled = is_compiled()
        self._seed, self._runs = seed, 0
        self.best = self._play_layout(self._first_state.tiles)
        self._candidate, self._key = self._next_run()

    @property
    def value(self) -> int:
        """The score, or the length, of the best game."""
        return self._value_of(self.best)

    @property
    def is_proven(self) -> bool:
        """Whether no game can be better than the best one."""
        return self.value == self.bound

    def step(self) -> None:
        """Search for a small part of a second."""
        if self._candidate.step >= self._candidate.steps:
            self._candidate, self._key = self._next_run()
        before = self._candidate.best_cost
        times = min(
            CHANGES_AT_A_TIME[self._is_compiled], self._candidate.steps - self._candidate.step
        )
        self._candidate, self._key = anneal(
            self._board, self._candidate, self._key, times, compiled=self._is_compiled
        )
        if self._candidate.best_cost < before:
            self._play_candidate()

    def _next_run(self) -> tuple[Candidate, int]:
        """Return an empty candidate for 1, 2, 1, 4, 1, 2, 1, 8, .. times STEPS, and its key."""
        self._runs += 1
        steps = STEPS * (self._runs & -self._runs)
        candidate = first_candidate(
            self._board, self._first_state, self.goal.number, self.bound, steps
        )
        candidate.best_cost = self.bound - self.value
        return candidate, mix(seed_key(self._seed, self._runs))

    def _play_candidate(self) -> None:
        """Play the best layout and keep the game if it is better than the best one.

        It may turn out to be worse if its tip was not blocked.
        """
        found = self._play_layout(self._candidate.best_tiles)
        if self._value_of(found) > self.value:
            self.best = found
        self._candidate.best_cost = self.bound - self.value

    def _play_layout(self, tiles: list[Orientation]) -> Bazar:
        """Return the game that places a layout tile by tile, and then plays on to the end."""
        game = self._game.copy()
        while not game.is_over:
            board, state = _position_of(game)
            cell = board.cell_of[rules.tip(state, SEATS[0])]
            has_tile = rules.is_legal(board, state, tiles[cell])
            code = tiles[cell] if has_tile else self._best_action(board, state)
            game.play(game.action_of(code))
        return game

    def _best_action(self, board: BoardTables, state: State) -> int:
        """Return the action after which the value is highest."""
        legal = [code for code in range(rules.ACTIONS) if rules.is_legal(board, state, code)]
        return max(legal, key=lambda code: self._value_after(board, state, code))

    def _value_after(self, board: BoardTables, state: State, code: int) -> int:
        after = state.copy()
        rules.play(board, after, code)
        return self.goal.value(after)

    def _value_of(self, game: Bazar) -> int:
        return self.goal.value(_position_of(game)[1])


def anneal(
    board: BoardTables, candidate: Candidate, key: int, times: int, *, compiled: bool
) -> tuple[Candidate, int]:
    """Try so many changes of a candidate; return the candidate and the key to continue from."""
    run = entry_point("bazar", ANNEAL, compiled=compiled)
    if not compiled:
        copies, keys = [candidate.copy()], [key]
        run([board], copies, keys, times)
        return copies[0], keys[0]
    import numpy as np

    from howdah.fast.struct_layout import layout_of

    candidates, key_array = layout_of(Candidate).pack([candidate]), np.array([key], np.uint64)
    run(layout_of(BoardTables).pack([board]), candidates, key_array, times)
    return layout_of(Candidate).unpack(candidates), int(key_array[0])


def _position_of(game: Bazar) -> tuple[BoardTables, State]:
    """Return the position of a game, with the types that it has."""
    return cast(tuple[BoardTables, State], game.position())


SETTINGS: Final = (
    Setting("board", f"a board of this game ({', '.join(Bazar.boards)}), or a file", "hexagon-61"),
    Setting("head", "the head that the trunk grows from", "NW", HEAD_NAMES),
)
"""What `howdah solve` lets people choose."""


def new_solver(goal: GoalName, seed: str, settings: dict[str, Any]) -> Solver:
    """Return a solver for a board and a head."""
    board, head = settings["board"], settings["head"]
    game = Bazar.new(players=1, board=board, heads=[head], seed=seed, names=["howdah solve"])
    return Solver(game, goal, seed)
