"""Bots: OpenSpiel's search as an agent, and agents as bots of OpenSpiel.

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
"""The exploration constant of OpenSpiel's own examples, for returns from -1 to 1."""
MEMORY_MB: Final = 1000


class MctsBot(pyspiel.Bot):
    """OpenSpiel's search in C++, with one random playout a simulation, for games in Python.

    Its own `step` releases the interpreter's lock, and the process crashes when the search copies
    a Python state; `mcts_search` does the same search and keeps the lock.
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
        """Do nothing: nothing is kept from game to game."""

    def restart_at(self, state: Any) -> None:
        """Do nothing: nothing is kept from game to game."""

    def inform_action(self, state: Any, player: int, action: int) -> None:
        """Do nothing: nothing is kept from decision to decision."""

    def step(self, state: Any) -> int:
        """Return the action that the search finds best."""
        return int(self._search.mcts_search(state).best_child().action)


class MctsAgent:
    """OpenSpiel's search as an agent; it replays the game from its view."""

    def __init__(self, seed: str, *, simulations: int, returns: str = AUTO) -> None:
        self._simulations = simulations
        self._returns = returns
        self._seed = Dealer(seed).stream("mcts").randbelow(1 << 31)

    def choose(self, view: View) -> str:
        """Return the action that the search finds best."""
        state = state_of(replay_from_view(view).record(), returns=self._returns)
        bot = MctsBot(state.get_game(), self._simulations, self._seed + len(view.actions))
        return str(state.action_to_string(state.current_player(), bot.step(state)))


def __getattr__(name: str) -> Any:
    """Return the factory of agents that a name like `Mcts100` stands for: 100 simulations."""
    found = re.fullmatch(r"Mcts([1-9]\d{0,6})", name)
    if found is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return partial(MctsAgent, simulations=int(found[1]))


class AgentBot(pyspiel.Bot):
    """An agent as a bot of OpenSpiel, by its text: `AgentBot("uct:100", 0)`."""

    def __init__(self, agent: str, player: int, seed: str = "") -> None:
        super().__init__()
        self._text, self._player, self._seed = agent, player, seed
        self._games = 0
        self.restart()

    def player_id(self) -> int:
        """Return the seat that the bot plays."""
        return self._player

    def restart(self) -> None:
        """Start a new game with a seed of its own."""
        self._games += 1
        self._agent = load_agent(self._text, f"{self._seed}/{self._player}/{self._games}")

    def restart_at(self, state: Any) -> None:
        """Start a new game from a state; the agent replays what led there."""
        self.restart()

    def inform_action(self, state: Any, player: int, action: int) -> None:
        """Do nothing: the agent sees the actions of others in its view."""

    def step(self, state: Any) -> int:
        """Return the number of the action that the agent chooses."""
        game = state.spiel_history.session.game
        return int(game.number_of(self._agent.choose(game.view(self._player))))
