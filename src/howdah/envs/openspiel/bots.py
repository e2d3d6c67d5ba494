"""Bots: OpenSpiel's search as an agent of ours, and agents of ours as bots of OpenSpiel.

`howdah arena --agents uct:100,howdah.envs.openspiel.bots:Mcts100` lets OpenSpiel's Monte Carlo
tree search play with 100 simulations a decision; any other number does as well.
"""

from __future__ import annotations

import re
from functools import partial
from typing import Any, Final

import pyspiel

from howdah.ai.plugins import load_agent
from howdah.ai.replay import replay_from_view
from howdah.core.rng import Dealer
from howdah.core.view import View
from howdah.envs.config import AUTO
from howdah.envs.openspiel.trajectories import state_of

UCT_C: Final = 2.0
"""How widely OpenSpiel's own examples let it look, where a game pays from -1 to 1."""
MEMORY_MB: Final = 1000


class MctsBot(pyspiel.Bot):
    """OpenSpiel's search in C++, with one random playout a simulation, for games in Python.

    Its own `step` lets go of the interpreter, and the process ends as soon as the search copies
    a state that lives there; `mcts_search` does the same search and holds on.
    """

    def __init__(self, game: Any, simulations: int, seed: int) -> None:
        super().__init__()
        self._search = pyspiel.MCTSBot(
            game=game,
            evaluator=pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=seed),
            uct_c=UCT_C,
            max_simulations=simulations,
            max_memory_mb=MEMORY_MB,
            solve=False,
            seed=seed,
            verbose=False,
        )

    def restart(self) -> None:
        """Nothing is remembered from game to game."""

    def restart_at(self, state: Any) -> None:
        """Nothing is remembered from game to game."""

    def inform_action(self, state: Any, player: int, action: int) -> None:
        """Nothing is remembered from decision to decision."""

    def step(self, state: Any) -> int:
        """What the search finds best."""
        return int(self._search.mcts_search(state).best_child().action)


class MctsAgent:
    """An agent of ours that is OpenSpiel's search; it recalls the game from what it sees."""

    def __init__(self, seed: str, *, simulations: int, returns: str = AUTO) -> None:
        self._simulations = simulations
        self._returns = returns
        self._seed = Dealer(seed).stream("mcts").randbelow(1 << 31)

    def choose(self, view: View) -> str:
        """What the search finds best."""
        state = state_of(replay_from_view(view).record(), returns=self._returns)
        bot = MctsBot(state.get_game(), self._simulations, self._seed + len(view.actions))
        return str(state.action_to_string(state.current_player(), bot.step(state)))


def __getattr__(name: str) -> Any:
    """`Mcts100` makes agents with 100 simulations a decision."""
    found = re.fullmatch(r"Mcts([1-9]\d{0,6})", name)
    if found is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return partial(MctsAgent, simulations=int(found[1]))


class AgentBot(pyspiel.Bot):
    """A bot of OpenSpiel that is an agent of ours, by its text: `AgentBot("uct:100", 0)`."""

    def __init__(self, agent: str, player: int, seed: str = "") -> None:
        super().__init__()
        self._text, self._player, self._seed = agent, player, seed
        self._games = 0
        self.restart()

    def player_id(self) -> int:
        """The seat that it plays."""
        return self._player

    def restart(self) -> None:
        """A new game, to be played from a seed of its own."""
        self._games += 1
        self._agent = load_agent(self._text, f"{self._seed}/{self._player}/{self._games}")

    def restart_at(self, state: Any) -> None:
        """A new game, from a state; the agent recalls what led there."""
        self.restart()

    def inform_action(self, state: Any, player: int, action: int) -> None:
        """What others play is in the record that the agent sees."""

    def step(self, state: Any) -> int:
        """The number of the action that the agent chooses."""
        game = state.spiel_history.table.game
        return int(game.number_of(self._agent.choose(game.view(self._player))))
