"""A fake of OpenSpiel with what is called, for tests of how its games are counted."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any


class SpielState:
    """A game of a roll, three decisions and another roll."""

    def __init__(self, moves: int = 0) -> None:
        self.moves = moves

    def clone(self) -> SpielState:
        return SpielState(self.moves)

    def move_number(self) -> int:
        return self.moves

    def is_terminal(self) -> bool:
        return self.moves == 5

    def is_chance_node(self) -> bool:
        return self.moves in {0, 4}

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(6, 0.0), (7, 1.0)]

    def legal_actions(self) -> list[int]:
        return [3]

    def apply_action(self, action: int) -> None:
        assert action == (7 if self.is_chance_node() else 3)
        self.moves += 1


class Spiel:
    """A fake module; it records which games were loaded, and how many were rolled out."""

    def __init__(self) -> None:
        self.loaded: list[str] = []
        self.rolled_out = 0

    def load_game(self, game_string: str) -> Any:
        self.loaded.append(game_string)
        return SimpleNamespace(new_initial_state=SpielState, num_players=lambda: 2)

    def make_uniform_random_bot(self, seat: int, seed: int) -> tuple[int, int]:
        return seat, seed

    def evaluate_bots(self, state: SpielState, bots: list[tuple[int, int]], seed: int) -> None:
        assert len(bots) == 2
        assert seed >= 0
        state.moves = 5

    def RandomRolloutEvaluator(self, n_rollouts: int, seed: int) -> int:  # noqa: N802 (OpenSpiel's name)
        assert seed >= 0
        return n_rollouts

    def MCTSBot(self, evaluator: int, max_simulations: int, **_: object) -> Any:  # noqa: N802 (OpenSpiel's name)
        assert max_simulations == 1

        def mcts_search(state: SpielState) -> None:
            assert state.moves == 1
            self.rolled_out += evaluator

        return SimpleNamespace(mcts_search=mcts_search)
