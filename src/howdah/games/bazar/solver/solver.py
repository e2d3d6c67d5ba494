"""The solver: sketches layouts one after the other, and plays the best of them by the rules."""

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
from howdah.games.bazar.solver.candidate import LENGTH, SCORE, Sketch, first_sketch
from howdah.games.bazar.state import SEATS, BoardTables, State
from howdah.games.bazar.tiles import Orientation

GoalName = Literal["score", "length"]
GOAL_NAMES: Final[tuple[GoalName, ...]] = get_args(GoalName)

STEPS: Final = 300_000
"""How many changes every other sketch gets; the rest get more, see `_next_sketch`."""
CHANGES_AT_A_TIME: Final = {True: 50_000, False: 500}
"""A small part of a second, compiled and interpreted: an interrupt has to wait no longer."""
ANNEAL: Final = EntryPointSource(annealing.anneal_of, lambda _game: (cost, moves, annealing))


class Goal(NamedTuple):
    """What to look for."""

    number: int
    most: Callable[[BoardTables, State], int]
    worth: Callable[[State], int]


def trunk_length(state: State) -> int:
    """How long the one trunk is."""
    return rules.trunk_length(state, SEATS[0])


GOALS: Final[dict[GoalName, Goal]] = {
    "score": Goal(SCORE, highest_score, solo_score),
    "length": Goal(LENGTH, longest_trunk, trunk_length),
}


class Solver:
    """Looks for the best solo game; `best` is one at any time, played to its end.

    >>> solver = Solver(Bazar.new(players=1, board="hexagon-19"), seed=1)
    >>> while not solver.is_proven:
    ...     solver.go_on()
    >>> solver.worth, solver.best.is_over
    (15, True)
    """

    def __init__(self, game: Bazar, goal: GoalName = "score", seed: int | str = 0) -> None:
        if game.players != 1 or game.turns_played:
            raise InvalidOption("Only a solo game that has not begun can be solved.")
        self.goal = GOALS[goal]
        self._game = game.copy()
        self._board, self._first_state = _position_of(game)
        self.most = self.goal.most(self._board, self._first_state)
        """What no game can exceed."""
        self._is_compiled = is_compiled()
        self._seed, self._sketches = seed, 0
        self.best = self._played(self._first_state.tiles)
        self._sketch, self._key = self._next_sketch()

    @property
    def worth(self) -> int:
        """The score, or the length, of the best game."""
        return self._worth_of(self.best)

    @property
    def is_proven(self) -> bool:
        """Whether no game can be better than the best one."""
        return self.worth == self.most

    def go_on(self) -> None:
        """Look on for a small part of a second."""
        if self._sketch.step >= self._sketch.steps:
            self._sketch, self._key = self._next_sketch()
        before = self._sketch.least_lack
        times = min(CHANGES_AT_A_TIME[self._is_compiled], self._sketch.steps - self._sketch.step)
        self._sketch, self._key = anneal(
            self._board, self._sketch, self._key, times, compiled=self._is_compiled
        )
        if self._sketch.least_lack < before:
            self._play_sketch()

    def _next_sketch(self) -> tuple[Sketch, int]:
        """A sketch without any tile, 1, 2, 1, 4, 1, 2, 1, 8, .. times as long, and its key."""
        self._sketches += 1
        steps = STEPS * (self._sketches & -self._sketches)
        sketch = first_sketch(self._board, self._first_state, self.goal.number, self.most, steps)
        sketch.least_lack = self.most - self.worth
        return sketch, mix(seed_key(self._seed, self._sketches))

    def _play_sketch(self) -> None:
        """Keep a game that is better; one whose tip was not blocked may turn out to be worse."""
        found = self._played(self._sketch.best_tiles)
        if self._worth_of(found) > self.worth:
            self.best = found
        self._sketch.least_lack = self.most - self.worth

    def _played(self, tiles: list[Orientation]) -> Bazar:
        """The game in which a layout is laid tile by tile, and then played on to the end."""
        game = self._game.copy()
        while not game.is_over:
            board, state = _position_of(game)
            cell = board.cell_of[rules.tip(state, SEATS[0])]
            is_laid = rules.is_legal(board, state, tiles[cell])
            code = tiles[cell] if is_laid else self._best_action(board, state)
            game.play(game.action_of(code))
        return game

    def _best_action(self, board: BoardTables, state: State) -> int:
        """The action after which the position is worth most."""
        legal = [code for code in range(rules.ACTIONS) if rules.is_legal(board, state, code)]
        return max(legal, key=lambda code: self._worth_after(board, state, code))

    def _worth_after(self, board: BoardTables, state: State, code: int) -> int:
        after = state.copy()
        rules.play(board, after, code)
        return self.goal.worth(after)

    def _worth_of(self, game: Bazar) -> int:
        return self.goal.worth(_position_of(game)[1])


def anneal(
    board: BoardTables, sketch: Sketch, key: int, times: int, *, compiled: bool
) -> tuple[Sketch, int]:
    """Try so many changes of a sketch from a key on; return the sketch and the key then."""
    run = entry_point("bazar", ANNEAL, compiled=compiled)
    if not compiled:
        copies, keys = [sketch.copy()], [key]
        run([board], copies, keys, times)
        return copies[0], keys[0]
    import numpy as np

    from howdah.fast.struct_layout import layout_of

    sketches, key_array = layout_of(Sketch).pack([sketch]), np.array([key], np.uint64)
    run(layout_of(BoardTables).pack([board]), sketches, key_array, times)
    return layout_of(Sketch).unpack(sketches), int(key_array[0])


def _position_of(game: Bazar) -> tuple[BoardTables, State]:
    """The position of a game, by the types that it has."""
    return cast(tuple[BoardTables, State], game.position())


SETTINGS: Final = (
    Setting("board", f"a board of ours ({', '.join(Bazar.boards)}), or a file", "hexagon-61"),
    Setting("head", "the head that the trunk grows from", "NW", HEAD_NAMES),
)
"""What `howdah solve` lets people choose."""


def new_solver(goal: GoalName, seed: str, settings: dict[str, Any]) -> Solver:
    """A search for a solo game on a board, from a head."""
    board, head = settings["board"], settings["head"]
    game = Bazar.new(players=1, board=board, heads=[head], seed=seed, names=["howdah solve"])
    return Solver(game, goal, seed)
